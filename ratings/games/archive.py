"""Read every game of many tournaments as arrays, a row a pairing, once for many lists.

Rows come in order of play: by rating day, tournament (start, name, town, content), round, board and member numbers, so
that neither ids nor the order in which files were received matter. Where tournaments are rated as a whole, the last day
of each is the rating day of all its games.
"""

import datetime as dt
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, groupby
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Case, QuerySet, Value, When
from django.db.models.functions import Coalesce
from numpy.typing import NDArray

from federation.database import records
from federation.database.records import DayNumber, LetterCode, MinuteOfDay
from ratings.games import digest_records
from ratings.games.digest_records import OF_TOURNAMENTS, matricules
from ratings.games.players import People, look_up
from ratings.systems.period import NONE, Flags, Ints, Reason
from tournaments.models import Discipline, Pace, Pairing, Participant, Result, Tournament

TEMPO: dict[str, int] = {Pace.STANDARD: 0, Pace.RAPID: 1, Pace.BLITZ: 2}
NO_BOARD = -1
FOREVER = dt.date.max.toordinal()
NO_RATING = -(2**31)
LETTERS = 256  # codes of letters are lower
HALF_POINTS = np.zeros(LETTERS, np.int64)  # by the code of a letter
HALF_POINTS[[ord(result) for result in Result]] = [result.half_points for result in Result]
RATED = [ord(result) for result in Result if result.is_rated]
BYES = [ord(result) for result in Result if result.is_bye]
# Letters of either side that keep a game out (P12, Q15, QA11, A6), the strongest reason last.
REASON_OF_LETTERS = {
    Reason.UNRATED_GAME: [ord(result) for result in Result if result.is_played and not result.is_rated],
    Reason.PENDING: [ord(Result.PENDING)],
    Reason.FORFEIT: [ord(Result.FORFEIT_WIN), ord(Result.FORFEIT_LOSS)],
}
SEATS = ("white", "black", "white_partner", "black_partner")
PAIRING = {
    **{name: name for name in ("id", "tournament", "round", "white")},
    **{name: Coalesce(name, 0) for name in ("black", "white_partner", "black_partner", "handicap", "board_size")},
    "board": Coalesce("board", NO_BOARD),
    "white_letter": LetterCode("white_result"),
    "black_letter": Coalesce(LetterCode("black_result"), 0),
    "day": Coalesce(DayNumber("date"), 0),
    "minute": Coalesce(MinuteOfDay("ended"), 0),
}
PARTICIPANT = {
    **{name: name for name in ("id", "tournament", "number")},
    "member": Coalesce("member_id", 0),
    "rating": Coalesce("file_rating", NO_RATING),
    "outsider": Case(When(outsider=True, then=Value(1)), default=Value(0)),
    "irregular": Case(When(irregular=True, then=Value(1)), default=Value(0)),
}

EVENT = (
    *("id", "rounds", "name", "city", "pace", "discipline", "start", "end", "counts_from"),
    "games_digest__digest",
)
Columns = dict[str, NDArray[Any]]


def _reasons_of_letters() -> NDArray[np.int32]:
    """Return why a game with two letters (White's code plus `LETTERS` times Black's) does not count."""
    codes = np.arange(LETTERS)
    table = np.full((LETTERS, LETTERS), Reason.NONE, np.int32)
    rated = np.isin(codes, RATED)
    fits = rated[:, None] & rated & (HALF_POINTS[:, None] + HALF_POINTS == 2)
    table[~fits] = Reason.RESULT
    for why, letters in REASON_OF_LETTERS.items():
        named = np.isin(codes, letters)
        table[named[:, None] | named] = why
    return table.ravel()


LETTER_REASONS = _reasons_of_letters()


class Event(NamedTuple):
    """The facts of a tournament that concern all its games. Days are date ordinals, 0 means none."""

    id: int
    rounds: int  # that it tells; 0 = it does not
    name: str
    city: str
    pace: str
    discipline: str
    start: int
    end: int
    counts_from: int
    games_digest: str  # "" = not known

    @property
    def place(self) -> tuple[int, str, str]:
        """The key by which tournaments are ordered."""
        return self.start or self.end, self.name, self.city

    @property
    def days(self) -> tuple[int, int]:
        """The first and the last day on which any of its games can count."""
        told = [day for day in (self.start, self.end) if day]
        return max(min(told, default=0), self.counts_from), max(max(told, default=FOREVER), self.counts_from)


@dataclass(frozen=True)
class Archive:
    """The games in order of play."""

    events: list[Event]  # in their order
    columns: Columns  # as `digest_records.COLUMNS`; seats are rows of people, ``tournament`` is a place in ``events``
    whole: bool  # tournaments are rated as a whole

    def between(self, after: dt.date | None, until: dt.date) -> slice:
        """Return the rows of the pairings later than ``after`` and not after ``until``."""
        first = after.toordinal() if after else 0
        return slice(*np.searchsorted(self.columns["day"], [first, until.toordinal()], side="right").tolist())


def read_events(tournaments: QuerySet[Tournament]) -> list[Event]:
    """Return the facts of the tournaments, by id: one query."""
    found = []
    for *facts, start, end, counts_from, digest in tournaments.order_by("pk").values_list(*EVENT):
        days = (day.toordinal() if day else 0 for day in (start, end, counts_from))
        found.append(Event(*facts, *days, digest or ""))
    return found


def read(tournaments: QuerySet[Tournament], people: People, *, whole: bool = False) -> Archive:
    """Return the games of the tournaments: three queries.

    If ``whole``, a tournament counts as a whole on its last day, and tournaments come in the order of that day.
    """
    events = read_events(tournaments)  # first, so that its digests are not newer than the games
    seated = _read(Participant.objects.filter(tournament__in=tournaments), PARTICIPANT, events)
    seated = seated[np.argsort(seated["id"])]
    pairings = _read(Pairing.objects.filter(tournament__in=tournaments), PAIRING, events)
    byes = np.isin(pairings["white_letter"], BYES) | np.isin(pairings["black_letter"], BYES) | (pairings["black"] == 0)
    games = pairings[~byes]
    places = {seat: look_up(seated["id"], np.arange(len(seated)), games[seat]) for seat in SEATS}
    columns = _columns(games, places, seated, events, people)
    if whole:
        beside = _of_tournaments(pairings, places, seated, events)
        columns |= {name: each[columns["tournament"]] for name, each in zip(OF_TOURNAMENTS, beside, strict=True)}
    has_member = np.logical_or.reduce([np.append(seated["member"], 0)[place] > 0 for place in places.values()])
    columns = _in_order(columns, people, has_member)
    last_days = _last_days(columns, events)
    somebody = np.logical_or.reduce([columns[seat] != NONE for seat in SEATS])  # of the people asked for
    if not somebody.all():
        columns = _taken(columns, somebody)
    order = _order(events, last_days, columns, people, whole)
    rank = np.empty(len(events), np.int32)
    rank[order] = np.arange(len(events))
    if whole:
        columns["day"] = last_days[columns["tournament"]]
    columns["tournament"] = rank[columns["tournament"]]
    columns = _taken(columns, np.lexsort((columns["tournament"], columns["day"])))
    return Archive([events[place] for place in order], columns, whole)


def _read(rows: QuerySet[Any], wanted: dict[str, Any], events: list[Event]) -> np.ndarray:
    """Return the rows with the places of their tournaments, without tournaments accepted between two queries."""
    found = records.read(rows, wanted)
    ids = np.array([event.id for event in events], np.int64)
    found["tournament"] = look_up(ids, np.arange(len(ids)), found["tournament"])
    return found[found["tournament"] != NONE]


def _taken(columns: Columns, rows: Any) -> Columns:
    return {name: column[rows] for name, column in columns.items()}


def _columns(
    games: np.ndarray, places: dict[str, Ints], seated: np.ndarray, events: list[Event], people: People
) -> Columns:
    """Return the columns of the games, and why a game does not count as far as that is known without rating it."""
    of_go = np.array([event.discipline == Discipline.GO for event in events], bool)
    go = of_go[seated["tournament"]]
    row = people.compact_rows(np.append(seated["member"], 0))
    given = np.append(_given(seated, go), 0)
    guest = np.append(np.where(go & (seated["member"] == 0), seated["number"], 0), 0)
    irregular = np.append(seated["irregular"], 0)
    columns = {name: games[name] for name in ("tournament", "round", "board", "handicap", "board_size")}
    columns |= {name: games[name] for name in ("white_letter", "black_letter")}
    columns |= {seat: row[place] for seat, place in places.items()}
    for side in SEATS[:2]:
        columns |= {f"{side}_given": given[places[side]], f"{side}_guest": guest[places[side]]}
    played = np.where(of_go[games["tournament"]], 0, games["day"])  # go is rated as a whole: no day cuts a tournament
    columns["day"] = _rating_days(played, games["tournament"], events)
    # Games that count later than they were played are all of one day: their rounds say which came first.
    moved = (games["day"] != 0) & (games["day"] != columns["day"])
    columns["minute"] = np.where(moved, 0, games["minute"])
    columns["reason"] = _reasons(columns, irregular[places["white"]] | irregular[places["black"]])
    return {"id": games["id"], **{name: column.astype(np.int32) for name, column in columns.items()}}


def _given(seated: np.ndarray, go: Flags) -> Ints:
    """Return the file's rating of players who are no members; in go the level of everybody. 0 means none.

    A level of exactly 0 is stored as the next one, a hundredth of a rank higher.
    """
    told, is_member = seated["rating"], seated["member"] > 0
    level = np.where(told == 0, 1, told) * (is_member | (seated["outsider"] > 0))
    rating = np.maximum(told, 0) * (~is_member & (seated["outsider"] > 0))
    return np.where(told == NO_RATING, 0, np.where(go, level, rating))


def _rating_days(played: Ints, event: Ints, events: list[Event]) -> Ints:
    """Return `tournaments.models.rating_day` for many games; 0 means none."""
    days = np.array([(each.start, each.end, each.counts_from) for each in events], np.int64).reshape(-1, 3)
    start, end, counts_from = days[event].T
    first, last = np.minimum(start, end), np.maximum(start, end)
    first = np.where(first == 0, last, first)
    inside = np.where(last > 0, np.clip(played, first, last), played)
    return np.maximum(np.where(played > 0, inside, np.where(end > 0, end, start)), counts_from)


def _reasons(columns: Columns, irregular: Ints) -> Ints:
    """Return why games do not count; the last reason that applies holds."""
    reason = LETTER_REASONS.take(columns["white_letter"] + LETTERS * columns["black_letter"], mode="clip")
    unknown = np.zeros(len(reason), bool)
    for side in SEATS[:2]:
        unknown |= (columns[side] == NONE) & (columns[f"{side}_given"] == 0)
    for one, other in combinations(SEATS, 2):  # two records of one person, merged since
        unknown |= (columns[one] == columns[other]) & (columns[one] != NONE)
    reason[unknown & (reason == Reason.NONE)] = Reason.UNKNOWN_PLAYER
    reason[irregular > 0] = Reason.IRREGULAR  # B45, BA16: 0F-0F
    return reason


def _of_tournaments(
    pairings: np.ndarray, places: dict[str, Ints], seated: np.ndarray, events: list[Event]
) -> tuple[NDArray[np.int32], ...]:
    """Return the rounds and the participants of each tournament (`digest_records.OF_TOURNAMENTS`)."""
    rounds = np.array([event.rounds for event in events], np.int32)  # QA6: what it tells, and no fewer than were paired
    np.maximum.at(rounds, pairings["tournament"], pairings["round"])
    sits = np.zeros(len(seated) + 1, bool)
    for place in places.values():
        sits[place] = True
    paired = np.bincount(seated["tournament"][sits[:-1]], minlength=len(events)).astype(np.int32)
    return rounds, paired


def _in_order(columns: Columns, people: People, has_member: Flags) -> Columns:
    """Return the games with a member, by tournament, rating day, round, board, member numbers, letters and id."""
    columns = _taken(columns, has_member)
    keys = [columns[name] for name in ("id", "black_letter", "white_letter")]
    for side in ("black", "white"):
        nobody = columns[side] == NONE
        keys.append(np.where(nobody, -columns[f"{side}_given"], matricules(columns[side], people)))
    keys += [columns[name] for name in ("board", "round", "day", "tournament")]
    return _taken(columns, np.lexsort(keys))


def _last_days(columns: Columns, events: list[Event]) -> NDArray[np.int32]:
    """Return when each tournament is over (Q03): on its last day, and not before its last game."""
    last = np.array([event.end for event in events], np.int32)
    np.maximum.at(last, columns["tournament"], columns["day"])
    return last


def _order(events: list[Event], last_days: Ints, columns: Columns, people: People, whole: bool) -> list[int]:
    """Return the places of the tournaments in their order: by content where start, name and town are equal."""
    days = last_days.tolist() if whole else [0] * len(events)
    keys = [(day, event.place) for day, event in zip(days, events, strict=True)]
    order = sorted(range(len(events)), key=keys.__getitem__)
    bounds = np.searchsorted(columns["tournament"], np.arange(len(events) + 1)).tolist()
    found: list[int] = []
    for _key, alike in groupby(order, keys.__getitem__):
        places = list(alike)
        if len(places) > 1:
            places.sort(key=lambda place: _content(events[place], columns, slice(*bounds[place : place + 2]), people))
        found += places
    return found


def _content(event: Event, columns: Columns, rows: slice, people: People) -> bytes:
    mine = _taken(columns, rows)
    mine["tempo"] = np.full(len(mine["id"]), TEMPO[event.pace])
    whole = "rounds" in mine
    return sha256(digest_records.records(mine, len(mine["id"]), people, whole=whole)).digest()
