"""The claims that wait for a club's answer, for the first page of "My club" (the hook `MY_CLUB_WAITING`)."""

from collections.abc import Iterator, Sequence

from django.contrib.auth.models import User
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.desk.waiting import Waiting
from federation.models import Club
from tournaments.claims.access import answerable
from tournaments.models import Claim

SHOWN = 20


def claims(user: User, clubs: Sequence[Club]) -> Iterator[Waiting]:
    """Yield the claims that the user may answer for these clubs, or for a unit. One query."""
    here = Q(tournament__club__in=clubs) | Q(tournament__unit__isnull=False)
    waiting = Claim.objects.filter(here, answerable(user), state=Claim.State.ORGANISER)
    for claim in waiting.select_related("tournament").order_by("answer_until", "pk")[:SHOWN]:
        title = _("%(claim)s about “%(name)s” is waiting for your answer") % {
            "claim": claim,
            "name": claim.tournament.name,
        }
        detail = str(claim.get_kind_display())
        yield Waiting(title, detail, _("Answer the claim"), reverse("claim", args=[claim.pk]), claim.answer_last_day)
