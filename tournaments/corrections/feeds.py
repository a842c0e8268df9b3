"""The feed of corrections, in the reader's language."""

import datetime as dt

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.urls import reverse, reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from tournaments.corrections.public_corrections import PublicCorrection, described, public_corrections

CORRECTIONS = 50


class CorrectionsFeed(Feed):
    """The latest corrections with their reasons and the lists that were revised. At most three queries."""

    feed_type = Atom1Feed
    link = reverse_lazy("corrections")

    def title(self) -> str:
        return _("Corrections of %(name)s") % {"name": settings.FEDERATION_NAME}

    def items(self) -> list[PublicCorrection]:
        return described(public_corrections()[:CORRECTIONS])

    def item_title(self, item: PublicCorrection) -> str:
        return f"{item.title}: {item.line.what}"

    def item_description(self, item: PublicCorrection) -> str:
        parts = [item.line.where, item.change, item.line.reason]
        if item.lists:
            parts.append(_("Revised: %(lists)s") % {"lists": "; ".join(title for title, _address in item.lists)})
        return " · ".join(filter(None, parts))

    def item_link(self, item: PublicCorrection) -> str:
        return item.address or f"{reverse('corrections')}#correction-{item.line.pk}"

    def item_updateddate(self, item: PublicCorrection) -> dt.datetime:
        return item.line.made_at
