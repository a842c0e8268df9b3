"""The players of a Pairgoth tournament, where they start and in which rounds they are away (formats/pairgoth)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.formats.common.consistency import label
from tournaments.formats.common.json_values import LONGEST_TEXT, Facts, number_of, text, whole
from tournaments.formats.common.values import MAX_NUMBER, clean_text
from tournaments.formats.go.values import HIGHEST_DAN, LOWEST_KYU, RANK, filled, level_of_grade
from tournaments.formats.open_gotha.reader import HIGHEST_RATING, RATING_OF_LEVEL_0
from tournaments.formats.report import Place, Problem, ReportedPlayer

_MOST_CORRECTION = 100


class Bounds(NamedTuple):
    """The groups between which everybody starts: 1D is 0, 1K is -1. None: a Swiss, where everybody starts alike."""

    floor: int
    bar: int


class Entry(NamedTuple):
    """A player and the rounds that they announced not to play."""

    player: ReportedPlayer
    away: frozenset[int]


def entries(
    rows: Sequence[Facts], playing: frozenset[int], teams: Mapping[int, str], bounds: Bounds | None
) -> tuple[dict[int, Entry], list[Problem]]:
    """Return the players by number, and what is wrong with them. Who is registered provisionally must have a game."""
    found: dict[int, Entry] = {}
    problems: list[Problem] = []
    for row in rows:
        number = whole(row, "id")
        if not 0 < number <= MAX_NUMBER or number in found:
            problems.append(Problem("number_twice", Place(player=number), {"number": number}))
            continue
        player = _player(number, row, teams.get(number, ""), bounds)
        if row.get("final") is False and number not in playing:
            problems.append(Problem("player_preliminary", Place(player=number), {"player": label(player)}))
            continue
        found[number] = Entry(player, frozenset(whole_numbers(row.get("skip"))))
    return found, problems


def _player(number: int, row: Facts, team: str, bounds: Bounds | None) -> ReportedPlayer:
    grade, rating = _grade(row), number_of(row, "rating", HIGHEST_RATING)
    level = level_of_grade(grade) if rating is None else round(rating) - RATING_OF_LEVEL_0
    return ReportedPlayer(
        number=number,
        last_name=_name(row, "name"),
        first_name=filled(_name(row, "firstname")),
        federation=filled(text(row, "country")),
        licence=filled(_number(row, "ffg")) or _number(row, "aga"),
        rating=level,
        club=filled(text(row, "club")),
        grade=grade,
        pin=pin if (pin := _number(row, "egf")).strip("0") else "",  # 0 is nobody's
        start_score=None if bounds is None or level is None else _start(level, row, bounds),
        team=team,
    )


def _name(row: Facts, name: str) -> str:
    return text(row, name).replace("_", " ").strip()


def _number(row: Facts, name: str) -> str:
    """Return an id, which is text; some end with a line feed."""
    value = row.get(name)
    return clean_text(str(value) if isinstance(value, int) else value if isinstance(value, str) else "")[:LONGEST_TEXT]


def _grade(row: Facts) -> str:
    """Return the label: -1 is 1K, 0 is 1D; of professionals their own grade."""
    pro, rank = whole(row, "pro"), row.get("rank")
    if 1 <= pro <= HIGHEST_DAN:
        return f"{pro}P"
    if not isinstance(rank, int) or not -LOWEST_KYU <= rank < HIGHEST_DAN:
        return ""
    return f"{rank + 1}D" if rank >= 0 else f"{-rank}K"


def _start(level: int, row: Facts, bounds: Bounds) -> float:
    """Return the McMahon score before the first round: from the rating, not from the label."""
    correction = number_of(row, "mmsCorrection", _MOST_CORRECTION) or 0
    group = min(max(level // RANK, bounds.floor), bounds.bar)
    return group + LOWEST_KYU + correction


def whole_numbers(value: object) -> list[int]:
    """Return the whole numbers of a list; none of anything else."""
    return [each for each in value if isinstance(each, int)] if isinstance(value, list) else []
