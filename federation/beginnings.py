"""The first steps of a new site, on the first page of the admin: what is still missing, in the order in which to do it.

Every app tells its own (`settings.FIRST_STEPS`), and to each person what he may do.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from federation.models import Club, Member
from federation.waiting import User, Waiting


def first_steps(user: User) -> list[Waiting]:
    """All that this person may do so that the site can begin; nothing once it has. A query for each step.

    With them goes a word on accounts: one person may do all, who is not reminded of others for ever.
    """
    found = [line for name in settings.FIRST_STEPS for line in import_string(name)(user)]
    return [*found, *_accounts(user)] if found else []


def people(user: User) -> Iterator[Waiting]:
    """Clubs and members."""
    if user.has_perm("federation.add_club") and not Club.objects.exists():
        yield Waiting(_("Import the clubs, or add them one by one."), reverse("admin:federation_club_import"))
    if user.has_perm("federation.add_member") and not Member.objects.exists():
        sentence = _("Import the members with their clubs: from a spreadsheet, or from a PLAYER list.")
        yield Waiting(sentence, reverse("admin:federation_member_import"))


def _accounts(user: User) -> Iterator[Waiting]:
    if user.has_perm("auth.add_user") and not get_user_model().objects.exclude(pk=user.pk).exists():
        sentence = _("Make accounts: officers get a group and staff status, secretaries the club for which they act.")
        yield Waiting(sentence, reverse("admin:auth_user_add"))
