"""Notices to members who asked for them: a claim about one of their games has news."""

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_noop as noop

from federation.models import NoticeChoice
from federation.own_data import notices
from tournaments.models import Claim

MOVED = noop("There is news about claim %(claim)s of %(name)s about “%(tournament)s”.")


def tell(claim: Claim) -> int:
    """Tell of the state that the claim has now. Return the number of accounts. One query if no account asked for it."""
    kind = NoticeChoice.Kind.CLAIM
    if not notices.is_wanted(kind):
        return 0
    facts = {"claim": claim.pk, "name": claim.member.name, "tournament": claim.tournament.name}
    with translation.override(settings.LANGUAGE_CODE):
        path = reverse("claim", args=[claim.pk])
    return notices.tell(kind, f"claim {claim.pk} {claim.state}", [notices.News(claim.member_id, MOVED, facts, path)])
