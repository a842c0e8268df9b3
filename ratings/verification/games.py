"""Name the games that differ between a list and the tournaments as pages show them now.

The verification package of a list, stored with it, has a row for each pairing that it was made of. Where the
package is missing, the lines of the calculation give the players and results of its games.
"""

import csv
import io
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from django.utils.translation import gettext_noop as noop

from federation.database import bulk
from ratings.bundle.contents import Contents
from ratings.bundle.identities import identities
from ratings.calculation.arrays import LedgerLines
from ratings.calculation.compute import ComputedList
from ratings.games.archive import TEMPO, ListGames
from ratings.models import BUNDLE_PATH, LedgerEntry, RatingList
from ratings.verification.checks import Difference
from ratings.verification.files import stored_content
from tournaments.models import Pairing, Participant, Tournament

Row = dict[str, str]
Key = Callable[[Row], Any]


class Side(NamedTuple):
    """A line of a game in the ledger."""

    number: int
    opponent: int  # 0 = no member
    half_points: int  # -1 = none
    reason: int


CHANGED = noop(
    "%(tournament)s, round %(round)s, board %(board)s, %(white)s – %(black)s: "
    "%(what)s %(then)s in the list, %(now)s now."
)
GONE = noop(
    "%(tournament)s, round %(round)s, board %(board)s, %(white)s – %(black)s (%(then)s): "
    "in the list, but no longer among the games."
)
NEW = noop(
    "%(tournament)s, round %(round)s, board %(board)s, %(white)s – %(black)s (%(now)s): "
    "among the games, but not in the list."
)
ALL_GONE = noop("%(tournament)s: the list has %(then)s of its games, now none of them belongs to the list.")
ALL_NEW = noop("%(tournament)s: %(now)s of its games belong to the list now; the list has none of them.")
OTHER_GAMES = noop("%(tournament)s: the games in the list are no longer the same.")
IN_OTHER_ORDER = noop("The games are the same, but they follow one another in another order.")

NOTHING = "–"
GIVEN = {"white": "white_given", "black": "black_given"}
PACES = {number: str(pace) for pace, number in TEMPO.items()}
SCORES = {0: "0", 1: "½", 2: "1"}
LABELS = {
    "result": noop("result"),
    "day": noop("date"),
    "round": noop("round"),
    "board": noop("board"),
    "white": noop("white"),
    "black": noop("black"),
    "white_partner": noop("partner"),
    "black_partner": noop("partner"),
    **dict.fromkeys(("white_given", "black_given", "white_entry", "black_entry"), noop("rating in the file")),
    **dict.fromkeys(("white_guest", "black_guest"), noop("number in the tournament")),
    "handicap": noop("handicap"),
    "board_size": noop("board size"),
    "tempo": noop("time control"),
    "minute": noop("end of the game"),
    "rounds": noop("rounds"),
    "participants": noop("participants"),
    "reason": noop("reason"),
}


def tournaments(rating_list: RatingList, games_now: ListGames) -> list[Difference]:
    """Return the tournaments whose games are not those of the list."""
    stored = rating_list.tournaments.values_list("tournament", "digest", "game_count")
    then = {pk: (digest, count) for pk, digest, count in stored}
    now = {event.id: (event.digest, event.game_count) for event in games_now.tournaments}
    different = [pk for pk in then.keys() | now.keys() if then.get(pk) != now.get(pk)]
    found = []
    for pk, name in _names(different).items():
        if pk not in now:
            found.append(Difference(ALL_GONE, {"tournament": name, "then": then[pk][1]}))
        elif pk not in then:
            found.append(Difference(ALL_NEW, {"tournament": name, "now": now[pk][1]}))
        else:
            found.append(Difference(OTHER_GAMES, {"tournament": name}))
    return found


def _names(ids: Iterable[int]) -> dict[int, str]:
    """Return the names of these tournaments, by start and name; of a deleted one its number."""
    ids = list(ids)
    if not ids:
        return {}
    found = Tournament.objects.filter(pk__in=bulk.in_values(ids)).order_by("start", "name")
    names = dict(found.values_list("pk", "name"))
    return names | {pk: f"#{pk}" for pk in ids if pk not in names}


def games(
    rating_list: RatingList, again: ComputedList, ledger: LedgerLines, suspects: list[Difference]
) -> list[Difference]:
    """Return the games that differ; where only their order does, say so. ``suspects`` are the `tournaments`."""
    then = _packaged(rating_list)
    if then is not None:
        return _from_package(rating_list, then, again) or [Difference(IN_OTHER_ORDER, {})]
    named = [str(each.facts["tournament"]) for each in suspects]
    return _from_ledger(ledger, again.ledger, named[0] if len(named) == 1 else NOTHING)


def _packaged(rating_list: RatingList) -> list[Row] | None:
    """Return the games in the verification package of the list, with the ids of the tournaments. None without it."""
    content = stored_content(rating_list, BUNDLE_PATH)
    if content is None:
        return None
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        table = package.read("games.csv")
    return _rows(table, list(rating_list.tournaments.order_by("pk").values_list("tournament", flat=True)))


def _rows(table: bytes, ids: list[int]) -> list[Row]:
    rows = []
    for row in csv.DictReader(io.StringIO(table.decode(), newline="")):
        del row["game"]
        number = int(row["tournament"])
        result = f"{row.pop('white_letter')}-{row.pop('black_letter')}".replace("=", "½")
        facts = {"tournament": str(ids[number] if number < len(ids) else 0), "result": result}
        rows.append({**row, **facts, "tempo": PACES[int(row["tempo"])]})
    return rows


def _from_package(rating_list: RatingList, then: list[Row], again: ComputedList) -> list[Difference]:
    gathered = again.step.gathered
    contents = Contents(gathered, identities(rating_list, gathered.games.people))
    now = _rows(b"".join(contents.games().parts()), [event.id for event in gathered.games.tournaments])
    gone, new = (_without(some, others) for some, others in ((then, now), (now, then)))
    names = _names({int(row["tournament"]) for row in (*gone, *new)})
    pairs, gone, new = _paired(gone, new)
    found = [each for one, other in pairs for each in _changes(one, other, names)]
    found += [Difference(GONE, _place(row, names) | {"then": row["result"]}) for row in gone]
    return found + [Difference(NEW, _place(row, names) | {"now": row["result"]}) for row in new]


def _without(rows: list[Row], others: list[Row]) -> list[Row]:
    """Return the rows that have no equal one among the others."""
    left = Counter(tuple(row.items()) for row in others)
    found = []
    for row in rows:
        key = tuple(row.items())
        if left[key]:
            left[key] -= 1
        else:
            found.append(row)
    return found


def _players(row: Row) -> frozenset[str]:
    return frozenset({row["white"] or row["white_given"], row["black"] or row["black_given"]})


# The columns by which a changed game is found again, the most reliable first.
KEYS: tuple[Key, ...] = (
    lambda row: (row["tournament"], row["round"], row["board"], _players(row)),
    lambda row: (row["tournament"], row["round"], row["board"]),
    lambda row: (row["tournament"], row["round"], _players(row)),
    lambda row: (row["tournament"], _players(row)),
)


def _paired(gone: list[Row], new: list[Row]) -> tuple[list[tuple[Row, Row]], list[Row], list[Row]]:
    """Return the games that changed, as they were and as they are, then the missing ones, and the new ones."""
    pairs = []
    for key in KEYS:
        waiting = defaultdict(list)
        for row in new:
            waiting[key(row)].append(row)
        left = []
        for row in gone:
            alike = waiting[key(row)]
            if alike:
                pairs.append((row, alike.pop(0)))
            else:
                left.append(row)
        gone, new = left, [row for rows in waiting.values() for row in rows]
    return pairs, gone, new


def _changes(then: Row, now: Row, names: dict[int, str]) -> Iterator[Difference]:
    """Yield each column that differs; why a game does not count only if nothing else does."""
    different = [name for name in LABELS if name in then and then[name] != now.get(name, "")]
    for name in different if different == ["reason"] else [name for name in different if name != "reason"]:
        sides = {"then": then[name] or NOTHING, "now": now.get(name) or NOTHING}
        yield Difference(CHANGED, _place(then, names) | {"what": LABELS[name], **sides})


def _place(row: Row, names: dict[int, str]) -> dict[str, Any]:
    """Return where a game was played and by whom; players who are not members appear by the rating given for them."""
    board = NOTHING if row["board"] == "-1" else row["board"]
    players = {side: row[side] or f"({row[given]})" for side, given in GIVEN.items()}
    return {"tournament": names.get(int(row["tournament"]), NOTHING), "round": row["round"], "board": board, **players}


def _from_ledger(then: LedgerLines, now: LedgerLines, tournament: str) -> list[Difference]:
    """Return the games whose players, results or reasons differ between two ledgers.

    ``tournament`` names the tournament of games that no longer exist.
    """
    before, after = (_by_pairing(lines) for lines in (then, now))
    different = sorted(pk for pk in before.keys() | after.keys() if before.get(pk) != after.get(pk))
    played = Pairing.objects.select_related("tournament", "white__member", "black__member").in_bulk(different)
    found = []
    for pk in different:
        was, comes = before.get(pk), after.get(pk)
        facts = _place_of(played.get(pk), was or comes or [], tournament)
        if was and comes:
            sides = {"then": _scores(was), "now": _scores(comes)}
            found.append(Difference(CHANGED, facts | {"what": LABELS["result"]} | sides))
        elif was:
            found.append(Difference(GONE, facts | {"then": _scores(was)}))
        elif comes:
            found.append(Difference(NEW, facts | {"now": _scores(comes)}))
    return found


def _place_of(pairing: Pairing | None, sides: list[Side], tournament: str) -> dict[str, Any]:
    if pairing is None:
        numbers = [*dict.fromkeys(number for side in sides for number in side[:2] if number), NOTHING, NOTHING]
        white, black = numbers[:2]
        return {"tournament": tournament, "round": NOTHING, "board": NOTHING, "white": white, "black": black}
    white, black = (_number_of(seat) for seat in (pairing.white, pairing.black))
    board = NOTHING if pairing.board is None else pairing.board
    facts = {"tournament": pairing.tournament.name, "round": pairing.round, "board": board}
    return {**facts, "white": white, "black": black}


def _number_of(seat: Participant | None) -> str:
    return str(seat.member.key if seat.member else f"({seat.file_rating or NOTHING})") if seat else NOTHING


def _scores(sides: list[Side]) -> str:
    return ", ".join(f"{number}: {SCORES.get(half_points, '*')}" for number, _opponent, half_points, _why in sides)


def _by_pairing(lines: LedgerLines) -> dict[int, list[Side]]:
    """Return by id of the pairing who has a line of it: member number, opponent's number, half points, reason."""
    found: dict[int, list[Side]] = defaultdict(list)
    lines = lines[np.isin(lines.kind, list(LedgerEntry.GAMES))]
    columns = (lines.key, lines.opponent_key, lines.half_points, lines.reason)
    for pk, *facts in zip(lines.pairing.tolist(), *(column.tolist() for column in columns), strict=True):
        if pk:
            found[pk].append(Side(*facts))
    return {pk: sorted(rows) for pk, rows in found.items()}
