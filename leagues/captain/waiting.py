"""What waits for captains on the first page of "My club": line-ups, results, and proposals of another day."""

import datetime as dt
from collections.abc import Iterator, Sequence

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.desk.waiting import Waiting
from federation.models import Club
from leagues import access
from leagues.models import LineUp, Match, MoveRequest, Side, Team, TeamRole

AHEAD = dt.timedelta(days=7)
OPEN = (Match.State.PLANNED, Match.State.PLAYING, Match.State.ENTERED)


def matches(user: User, _clubs: Sequence[Club]) -> Iterator[Waiting]:
    """Yield what the user has to do for each of their teams: this week, for captains also before their next match,
    and about proposals of another day at any time. One query.
    """
    mine, soon = access.teams_of(user), timezone.localdate() + AHEAD
    met: set[int] = set()  # the teams whose next match is found
    for match in _open_matches(user, mine, soon):
        for side in Side.values:
            if not getattr(match, f"acts_{side}"):
                continue
            team, other = match.team(side), match.team(Side.AWAY if side == Side.HOME else Side.HOME)
            is_due = match.day <= soon or team.pk not in met or getattr(match, f"asked_{side}")
            met.add(team.pk)
            if is_due and (said := _to_do(match, side)):
                title, button, route = said
                address = reverse(route, args=[match.pk, side])
                yield Waiting(title % {"team": other}, str(match), button, address, until=match.day)


def _open_matches(user: User, mine: QuerySet[Team], soon: dt.date) -> QuerySet[Match]:
    """Return the matches of the user's teams that are not closed, by day, with what each side did."""
    proposed = MoveRequest.objects.filter(match=OuterRef("pk"), state=MoveRequest.State.OPEN)
    locked = LineUp.objects.filter(match=OuterRef("pk")).exclude(locked_at=None)
    captained = TeamRole.objects.on(timezone.localdate()).filter(
        Q(team=OuterRef("home")) | Q(team=OuterRef("away")), account=user.pk
    )
    found = Match.objects.filter(
        Q(home__in=mine.values("pk")) | Q(away__in=mine.values("pk")),
        Q(day__lte=soon) | Exists(proposed) | Exists(captained),
        state__in=OPEN,
    )
    for side in Side.values:
        found = found.annotate(
            **{
                f"acts_{side}": Exists(mine.filter(pk=OuterRef(side))),
                f"locked_{side}": Exists(locked.filter(side=side)),
                f"asked_{side}": Exists(proposed.exclude(side=side)),
            }
        )
    return found.select_related("home__club", "away__club").order_by("day", "pk")


def _to_do(match: Match, side: str) -> tuple[str, str, str] | None:
    """Return the sentence, the button and the address of what one side has to do next."""
    if getattr(match, f"asked_{side}"):
        return _("%(team)s proposes another day"), _("Answer proposal"), "captain_move"
    if match.state == Match.State.ENTERED:
        if getattr(match, f"{side}_confirmed_at"):
            return None
        return _("Confirm the result against %(team)s"), _("See the result"), "captain_match"
    if match.is_revealed:
        return _("Enter the results against %(team)s"), _("Enter the results"), "captain_match"
    if getattr(match, f"locked_{side}"):
        return None
    return _("Choose the line-up against %(team)s"), _("Choose the line-up"), "captain_line_up"
