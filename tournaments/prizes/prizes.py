"""Prizes of a tournament, worked out from its settings: first places, classes, ages, women, performances, money."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from federation.identity import age_categories
from federation.web.tables import plain_signed, points
from tournaments.formats.go.values import RANK, grade_of, level_of_grade
from tournaments.models import Participant, Tournament
from tournaments.prizes.money import Sharing, divided
from tournaments.public.lines import Line
from tournaments.standings.individual import Standings
from tournaments.standings.team_standings import TeamStandings
from tournaments.standings.team_tie_break_codes import MATCH_POINTS


@dataclass(frozen=True)
class Winner:
    """Who takes a prize, by what (points, a performance ...), and how much in cents."""

    name: str
    by: str
    amount: int = 0
    club: str = ""
    rating: int | None = None
    number: int | None = None  # of a player


@dataclass(frozen=True)
class Prize:
    title: str
    winners: list[Winner]


@dataclass(frozen=True)
class Offer:
    """A kind of prize: how many places, who may take it in order, what decides, as words and as a score."""

    title: str
    places: int
    candidates: Sequence[Line]
    by: Callable[[Line], str]
    score: Callable[[Line], Any]
    amounts: Sequence[int] = field(default_factory=tuple)


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
    for offer in _offered(tournament, settings, now, ranked):
        free = [line for line in offer.candidates if settings.get("several") or line.participant.pk not in given]
        chosen = _chosen(free, offer, sharing_of(settings))
        given |= {line.participant.pk for line in chosen}
        if chosen:
            amounts = divided(offer.amounts, [offer.score(line) for line in chosen], sharing_of(settings))
            pairs = zip(chosen, amounts, strict=True)
            found.append(Prize(offer.title, [_winner(line, offer.by(line), amount) for line, amount in pairs]))
    return found


def won_by_teams(tournament: Tournament, now: TeamStandings) -> list[Prize]:
    """Return the prizes of the teams: the first places."""
    settings = tournament.prizes or {}
    by_match_points = now.used[0].code == MATCH_POINTS
    scores = [row.match_points if by_match_points else row.board_points for row in now.rows]
    places, sharing = settings.get("main", 0), sharing_of(settings)
    count = _with_equals(scores, places) if sharing is not Sharing.PLACE else places
    amounts = divided(settings.get("amounts", ()), scores[:count], sharing)
    winners = []
    for row, amount in zip(now.rows[:count], amounts, strict=True):
        half_points = round(2 * row.match_points) if by_match_points else row.board_points
        winners.append(Winner(row.team, points(half_points), amount))
    return [Prize(_("First places"), winners)] if winners else []


def sharing_of(settings: dict[str, Any]) -> Sharing:
    """Return how equal scores share; without money in the settings, places decide."""
    return Sharing(settings.get("sharing", Sharing.PLACE))


def _chosen(free: Sequence[Line], offer: Offer, sharing: Sharing) -> Sequence[Line]:
    """Return who takes the prize: with shared money also those who are equal to the last."""
    if sharing is Sharing.PLACE or not offer.amounts:
        return free[: offer.places]
    return free[: _with_equals([offer.score(line) for line in free], offer.places)]


def _with_equals(scores: Sequence[Any], places: int) -> int:
    """Return how many have the scores of the first places."""
    if not 0 < places < len(scores):
        return min(places, len(scores))
    return places + len(list(takewhile(lambda score: score == scores[places - 1], scores[places:])))


def _winner(line: Line, by: str, amount: int) -> Winner:
    who = line.participant
    return Winner(who.public_name, by, amount, line.club, line.rating, who.number)


def _offered(tournament: Tournament, settings: dict[str, Any], now: Standings, ranked: Sequence[Line]) -> list[Offer]:
    each, money = settings.get("each", 1), settings.get("category_amounts", ())
    found = [Offer(_("First places"), settings.get("main", 0), ranked, *_by_points(now), settings.get("amounts", ()))]
    groups = [*_classes(tournament, settings, ranked), *_people(tournament, settings, ranked)]
    found += [Offer(title, each, lines, *_by_points(now), money) for title, lines in groups]
    busy = [line for line in ranked if line.performance is not None and _has_played_half(line, tournament, now)]
    if settings.get("performance"):
        best = sorted(busy, key=lambda line: -(line.performance or 0))
        found.append(Offer(_("Best performance"), each, best, _performance, lambda line: line.performance, money))
    if settings.get("above"):
        risen = sorted((line for line in busy if line.rating is not None), key=lambda line: -_above(line))
        found.append(Offer(_("Best performance above the rating"), each, risen, _risen, _above, money))
    if settings.get("wins"):
        least = settings["wins"]
        winning = [line for line in ranked if line.row.half_points >= 2 * least]
        title = _("At least %(wins)s wins") % {"wins": least}
        found.append(Offer(title, len(winning), winning, *_by_points(now)))
    return found


def _by_points(now: Standings) -> tuple[Callable[[Line], str], Callable[[Line], Any]]:
    """Return how points are said, and the score that decides: a McMahon score where the tournament has one."""
    if now.ranking.used[:1] == ("MMS",):
        return _points, lambda line: line.row.tie_breaks["MMS"]
    return _points, lambda line: line.row.half_points


def _classes(
    tournament: Tournament, settings: dict[str, Any], ranked: Sequence[Line]
) -> Iterator[tuple[str, list[Line]]]:
    """Yield the classes by rating, in go by grade, the lowest first."""
    for limit in sorted(settings.get("below", [])):
        low = [line for line in ranked if line.rating is not None and line.rating < limit]
        yield _("Rating below %(rating)s") % {"rating": limit}, low
    for limit in sorted(settings.get("grades", [])):
        low = [line for line in ranked if (level := _level(line.participant)) is not None and level // RANK <= limit]
        yield _("%(grade)s and below") % {"grade": grade_of(limit * RANK)}, low


def _level(who: Participant) -> int | None:
    return level_of_grade(who.file_grade) if who.file_grade else who.file_rating


def _people(
    tournament: Tournament, settings: dict[str, Any], ranked: Sequence[Line]
) -> Iterator[tuple[str, list[Line]]]:
    """Yield the groups by age, then women."""
    day = tournament.start or tournament.created_at.date()
    for name in settings.get("ages", []):
        first, last = age_categories.birth_years(name, day)
        yield age_categories.shown(name, day), [line for line in ranked if _is_born(line.participant, first, last)]
    if settings.get("women"):
        yield _("Women"), [line for line in ranked if _is_woman(line.participant)]


def _points(line: Line) -> str:
    return points(line.row.half_points)


def _performance(line: Line) -> str:
    return str(line.performance)


def _risen(line: Line) -> str:
    return plain_signed(_above(line))


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
