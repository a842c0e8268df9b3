"""Prizes of a tournament, worked out from its settings: first places, rating classes, ages, women, performances."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from federation.identity import age_categories
from federation.web.tables import plain_signed, points
from tournaments.models import Participant, Tournament
from tournaments.public.lines import Line
from tournaments.standings.individual import Standings


@dataclass(frozen=True)
class Winner:
    """A player who takes a prize, and by what: points, a performance, how much it is above the rating."""

    line: Line
    by: str


@dataclass(frozen=True)
class Prize:
    title: str
    winners: list[Winner]


@transaction.atomic
def set_prizes(tournament: Tournament, prizes: dict[str, Any]) -> None:
    """Store the prizes; `my_club.prize_forms` says what the dictionary holds."""
    found = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    found.prizes = prizes
    found.save(update_fields=["prizes"])


def worked_out(tournament: Tournament, now: Standings, lines: Sequence[Line]) -> list[Prize]:
    """Return the prizes in the order in which they are given; those that nobody can take are left out.

    Unless the settings allow several prizes, who has one takes no other. Hidden members take none for age or sex,
    which would say more of them than the standings do.
    """
    settings = tournament.prizes or {}
    ranked = [line for line in lines if not line.row.is_annulled]
    given: set[int] = set()
    found = []
    for title, places, candidates, by in _offered(tournament, settings, now, ranked):
        free = [line for line in candidates if settings.get("several") or line.participant.pk not in given][:places]
        given |= {line.participant.pk for line in free}
        if free:
            found.append(Prize(title, [Winner(line, by(line)) for line in free]))
    return found


Offered = tuple[str, int, list[Line], Callable[[Line], str]]  # title, places, who may take it in order, what decides


def _offered(tournament: Tournament, settings: dict[str, Any], now: Standings, ranked: Sequence[Line]) -> list[Offered]:
    each = settings.get("each", 1)
    found: list[Offered] = [(_("First places"), settings.get("main", 0), list(ranked), _points)]
    for limit in sorted(settings.get("below", [])):
        low = [line for line in ranked if line.rating is not None and line.rating < limit]
        found.append((_("Rating below %(rating)s") % {"rating": limit}, each, low, _points))
    day = tournament.start or tournament.created_at.date()
    for name in settings.get("ages", []):
        first, last = age_categories.birth_years(name, day)
        young = [line for line in ranked if _is_born(line.participant, first, last)]
        found.append((age_categories.shown(name, day), each, young, _points))
    if settings.get("women"):
        found.append((_("Women"), each, [line for line in ranked if _is_woman(line.participant)], _points))
    busy = [line for line in ranked if line.performance is not None and _has_played_half(line, tournament, now)]
    if settings.get("performance"):
        best = sorted(busy, key=lambda line: -(line.performance or 0))
        found.append((_("Best performance"), each, best, lambda line: str(line.performance)))
    if settings.get("above"):
        risen = sorted((line for line in busy if line.rating is not None), key=lambda line: -_above(line))
        found.append((_("Most above the rating"), each, risen, lambda line: plain_signed(_above(line))))
    return found


def _points(line: Line) -> str:
    return points(line.row.half_points)


def _above(line: Line) -> int:
    return (line.performance or 0) - (line.rating or 0)


def _has_played_half(line: Line, tournament: Tournament, now: Standings) -> bool:
    played = sum(game.result.is_played for game in now.seen[line.participant.pk])
    return 2 * played >= tournament.rounds


def _is_woman(who: Participant) -> bool:
    if who.member:
        return not who.member.hidden and who.member.sex == "F"
    return who.file_sex.upper() in {"F", "W"}


def _is_born(who: Participant, first: int | None, last: int | None) -> bool:
    if who.member and who.member.hidden:
        return False
    born = who.member.birth_date if who.member else who.file_birth_date
    year = born.year if born else None if who.member else who.file_birth_year
    return year is not None and (first is None or year >= first) and (last is None or year <= last)
