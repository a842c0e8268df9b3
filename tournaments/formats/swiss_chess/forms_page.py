"""Swiss-Chess, its page of forms (Teilnehmerformular / Ergebnisdienst): the card and the rounds of each player.

Learned from pages that the program wrote. A heading (H3) holds the card, a line a fact: TlnNr, Rang, Attr., Name,
Verein/Ort, Titel, Land, ELO, NWZ, FIDE-Ken., Geburt. The table below has the columns Runde, Farbe (W, S), Teilnehmer
and Ergebnis, that of the player first; its last row has the points. An opponent is named and has no number there: of
namesakes it is the one who names this player in the same round.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from tournaments.formats.common import consistency
from tournaments.formats.common.consistency import Side
from tournaments.formats.common.values import (
    clean_text,
    player_number,
    read_fide_id,
    split_name,
    two_ratings,
    whole_number,
)
from tournaments.formats.report import Place, Problem, ReportedPairing, ReportedPlayer, Result
from tournaments.formats.swiss_chess.cards import SEXES, birth_of

FREE = "spielfrei"
RESULTS = {
    "1 - 0": "10", "0 - 1": "01", "½ - ½": "==", "+ - -": "+-", "- - +": "-+", "- - -": "--", "-": "**", "": "**",
    "0 - 0": "00",
}  # fmt: skip
MAX_ROUNDS, MOST_NAMESAKES = 99, 20
_COLOURS = {"W": "w", "S": "b"}
_COLUMNS = ("Runde", "Farbe", "Teilnehmer", "Ergebnis")
_TOTAL = "Gesamtpunkte"
_POINTS = re.compile(r"(\d{0,3})(½?) - .*")

Rows = Sequence[Sequence[str]]


class _Cell(NamedTuple):
    """What a player did in a round."""

    colour: str
    opponent: str  # the name
    result: Result


def read_forms(forms: Sequence[tuple[str, Rows]]) -> tuple[list[ReportedPlayer], list[ReportedPairing], list[Problem]]:
    """Return players and games, and what does not fit; ``forms``: the text of each card, with the rows below it."""
    problems: list[Problem] = []
    players: dict[int, ReportedPlayer] = {}
    names: dict[int, str] = {}
    cells: dict[tuple[int, int], _Cell] = {}  # by round and player
    for text, rows in forms:
        facts = _facts(text)
        number = player_number(facts.get("TlnNr", ""))
        if not number:
            unread: dict[str, object] = {"field": "TlnNr", "value": facts.get("TlnNr", "")[:20]}
            problems.append(Problem("field_unknown", Place(), unread))
            continue
        if number in players:
            problems.append(Problem("number_twice", Place(), {"number": number}))
            continue
        names[number] = facts.get("Name", "")
        players[number] = _player(number, facts, _points(rows), problems)
        for round_number, cell in _cells(number, rows, problems):
            cells.setdefault((round_number, number), cell)
    sides = _Names(names, cells).sides(problems)
    pairings, found = consistency.pair_up(
        sides, {number: consistency.label(player) for number, player in players.items()}
    )
    computed = consistency.points_of(players.values(), pairings)
    return (
        list(players.values()),
        pairings,
        problems + found + consistency.points_problems(players.values(), computed),
    )


def parted(name: str) -> tuple[str, str]:
    """Return last and first name of ``First Last`` or ``Last,First``: pages have either."""
    if "," in name:
        return split_name(name)
    first, _blank, last = name.rpartition(" ")
    return last, first


def country_of(text: str) -> str:
    """Return the letters of a country; "" for a dash."""
    return text.strip("-")[:10]


def _facts(text: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in text.splitlines())
    return {key.strip(): clean_text(value) for key, _colon, value in pairs}


def _player(number: int, facts: Mapping[str, str], points: float | None, problems: list[Problem]) -> ReportedPlayer:
    place = Place(player=number)
    last_name, first_name = parted(facts.get("Name", ""))
    birth_date, birth_year, found = birth_of(facts.get("Geburt", ""), place)
    fide_id, more = read_fide_id(facts.get("FIDE-Ken.", ""), place)
    problems += found + more
    rating, fide_rating = two_ratings(*(whole_number(facts.get(name, "")) for name in ("NWZ", "ELO")))
    return ReportedPlayer(
        number=number,
        last_name=last_name,
        first_name=first_name,
        birth_date=birth_date,
        birth_year=birth_year,
        federation=country_of(facts.get("Land", "")),
        fide_id=fide_id,
        rating=rating,
        fide_rating=fide_rating,
        club=facts.get("Verein/Ort", ""),
        title=facts.get("Titel", "")[:10],
        sex=SEXES.get(facts.get("Attr.", "").lower(), ""),
        points=points,
        rank=whole_number(facts.get("Rang", "")),
    )


def _named_cells(rows: Rows) -> Iterator[tuple[str, ...]]:
    """Yield the columns that are read, of each row."""
    head = next((row for row in rows if set(_COLUMNS) <= set(row)), None)
    if head is not None:
        places = [head.index(column) for column in _COLUMNS]
        yield from (tuple(row[place] for place in places) for row in rows if row is not head and len(row) == len(head))


def _cells(number: int, rows: Rows, problems: list[Problem]) -> Iterator[tuple[int, _Cell]]:
    for round_text, colour, opponent, token in _named_cells(rows):
        round_number = whole_number(round_text)
        if not round_number:
            continue
        if round_number > MAX_ROUNDS:
            problems.append(Problem("field_unknown", Place(player=number), {"field": "Runde", "value": round_text}))
            continue
        letters = RESULTS.get(token)
        if letters is None:
            place = Place(round=round_number, player=number)
            problems.append(Problem("result_unknown", place, {"result": token[:20]}))
        yield round_number, _Cell(_COLOURS.get(colour, ""), opponent, Result((letters or "**")[0]))


def _points(rows: Rows) -> float | None:
    """Return the player's own points of ``3½ - 1½``, in the last row."""
    totals = (token for _round, _colour, name, token in _named_cells(rows) if name == _TOTAL)
    found = _POINTS.fullmatch(next(totals, ""))
    return int(found[1] or 0) + bool(found[2]) / 2 if found else None


class _Names:
    """Find players by their names, which a table may cut."""

    def __init__(self, names: Mapping[int, str], cells: Mapping[tuple[int, int], _Cell]) -> None:
        self._names, self._cells = names, cells
        self._sorted = sorted((name, number) for number, name in names.items())

    def sides(self, problems: list[Problem]) -> Iterator[Side]:
        """Yield every cell with the number of the opponent; one whose opponent cannot be found is a problem."""
        for (round_number, player), (colour, name, result) in self._cells.items():
            if name == FREE:
                bye = Result.PAIRING_BYE if result is Result.FORFEIT_WIN else consistency.bye_of_worth(result)
                yield Side(round_number, player, None, "", bye)
            elif (opponent := self._opponent(name, round_number, player)) is not None:
                yield Side(round_number, player, opponent, colour, result)
            else:
                place = Place(round=round_number, player=player)
                problems.append(Problem("opponent_unknown", place, {"opponent": name[:40]}))

    def _opponent(self, name: str, round_number: int, player: int) -> int | None:
        start = bisect_left(self._sorted, (name, 0))
        begun = takewhile(lambda each: each[0].startswith(name), self._sorted[start : start + MOST_NAMESAKES])
        found = [number for _name, number in begun if name]
        if len(found) > 1:
            found = [number for number in found if self._answers(number, round_number, player)]
        return found[0] if len(found) == 1 else None

    def _answers(self, number: int, round_number: int, player: int) -> bool:
        cell = self._cells.get((round_number, number))
        return cell is not None and cell.opponent != "" and self._names[player].startswith(cell.opponent)
