"""The notices of an account as an Atom feed at a secret address."""

import datetime as dt

from django.contrib.auth.models import User
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from federation.i18n.errors import filled
from federation.models import Notice
from federation.own_data import notices

SHOWN = 50


class NoticesFeed(Feed):
    """The latest notices of the account. Three queries."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, token: str) -> User:
        account = notices.of_feed(token)
        if account is None:
            raise Http404
        return account

    def title(self, account: User) -> str:
        return _("Your notices")

    def link(self, account: User) -> str:
        return reverse("own_data")

    def items(self, account: User) -> list[Notice]:
        return list(account.notices.select_related("member")[:SHOWN])

    def item_title(self, notice: Notice) -> str:
        return _("%(what)s: %(said)s") % {"what": notice.get_kind_display(), "said": notice.member.name}

    def item_description(self, notice: Notice) -> str:
        return filled(notice.text, notice.facts)

    def item_link(self, notice: Notice) -> str:
        return f"{notice.path}#notice-{notice.pk}"

    def item_updateddate(self, notice: Notice) -> dt.datetime:
        return notice.at
