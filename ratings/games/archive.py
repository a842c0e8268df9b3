"""Read every game of many tournaments as arrays, a row a pairing, once for many lists.

Rows come in order of play: by rating day, tournament (start, name, town, content), round, board and member numbers, so
that neither ids nor the order in which files were received matter. Where tournaments are rated as a whole, the last day
of each is the rating day of all its games.
"""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby, starmap
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Case, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from numpy.typing import NDArray

from federation.database import records
from federation.database.records import DayNumber, LetterCode, MinuteOfDay
from federation.identity.member_numbers import form
from ratings.games.digest_records import GAME, digest, keys_of, records_of
from ratings.games.players import People, look_up
from ratings.models import RatingPool
from ratings.systems.fqe import rate as fqe
from ratings.systems.period import NONE, Flags, Ints, Reason
from tournaments.models import COUNTED_RATING, Discipline, Pace, Pairing, Participant, Result, Tournament

TEMPO: dict[str, int] = {Pace.STANDARD: 0, Pace.RAPID: 1, Pace.BLITZ: 2}
# Q03, QA12: systems that rate a competition as a whole once it is over. Facts of go are so already.
WHOLE_TOURNAMENTS = {fqe.KEY}
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
    "rating": Coalesce(COUNTED_RATING, NO_RATING),
    "outsider": Case(When(outsider=True, then=Value(1)), default=Value(0)),
    "irregular": Case(When(irregular=True, then=Value(1)), default=Value(0)),
}

EVENT = (
    *("id", "rounds", "name", "city", "pace", "discipline", "start", "end", "counts_from"),
    "games_digest__digest",
)
STORED = np.dtype([(name, "i8" if name == "id" else "i4") for name in GAME.names])  # half the memory


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
    rounds: int  # as the tournament declares; 0 = it does not
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
        """Return the key by which tournaments are ordered."""
        return self.start or self.end, self.name, self.city

    @property
    def days(self) -> tuple[int, int]:
        """Return the first and the last day on which any of its games can count."""
        known = [day for day in (self.start, self.end) if day]
        return max(min(known, default=0), self.counts_from), max(max(known, default=FOREVER), self.counts_from)


NARROW = 31  # bits of a key that fits into four bytes with its sign


class TournamentGames(NamedTuple):
    """The share of one tournament in a list."""

    id: int
    game_count: int  # games that may count
    digest: str  # of its pairings in the list: see `digest_records`


@dataclass(frozen=True)
class ListGames:
    """The games between two lists, and their digests."""

    pairings: np.ndarray  # `digest_records.GAME`
    ids: list[int]  # of the tournaments, in the order of their running numbers
    people: People
    whole: bool  # tournaments are rated as a whole
    wide: bool = False  # keys of member numbers need eight bytes

    @cached_property
    def counts(self) -> Flags:
        """Mask of the games that may count."""
        mask: Flags = self.pairings["reason"] == Reason.NONE
        return mask

    @cached_property
    def tournaments(self) -> tuple[TournamentGames, ...]:
        """Return the tournaments, in the order of their running numbers."""
        number = self.pairings["tournament"]
        by_event = np.argsort(number, kind="stable")
        starts = np.searchsorted(number[by_event], np.arange(1, len(self.ids)))
        rows = records_of(self.pairings, self.people, whole=self.whole, wide=self.wide)
        parts = np.split(rows[by_event], starts)
        counts = np.bincount(number[self.counts], minlength=len(self.ids)).tolist()
        shares = zip(self.ids, counts, (digest(part).hex() for part in parts), strict=False)
        return tuple(starmap(TournamentGames, shares))

    @cached_property
    def digest(self) -> str:
        """Return the digest of all games: see `digest_records`."""
        return digest(b"".join(bytes.fromhex(each.digest) for each in self.tournaments)).hex()


@dataclass(frozen=True)
class Archive:
    """The games in order of play."""

    events: list[Event]  # in their order
    pairings: np.ndarray  # `STORED`; ``tournament`` is a place in ``events``
    people: People
    whole: bool  # tournaments are rated as a whole

    def between(self, after: dt.date | None, until: dt.date) -> ListGames:
        """Return the pairings later than ``after`` and not after ``until``."""
        days = [after.toordinal() if after else 0, until.toordinal()]
        first, end = np.searchsorted(self.pairings["day"], days, side="right")
        pairings = self.pairings[first:end].astype(GAME)
        ranks, pairings["tournament"] = np.unique(pairings["tournament"], return_inverse=True)
        ids = [self.events[rank].id for rank in ranks.tolist()]
        return ListGames(pairings, ids, self.people, self.whole, wide=form().bits > NARROW)


def read_archive(pool: RatingPool, people: People, after: dt.date | None, until: dt.date) -> Archive:
    """Return all games of the tournaments that may have games between the two days."""
    return read(window(pool, after, until), people, whole=pool.system in WHOLE_TOURNAMENTS)


def tournaments_of(pool: RatingPool) -> QuerySet[Tournament]:
    """Return the accepted tournaments whose games feed the pool (B38)."""
    accepted = Tournament.objects.accepted().filter(discipline=pool.discipline, unrated_history=False)
    return accepted.filter(pace__in=pool.paces) if pool.paces else accepted


def window(pool: RatingPool, after: dt.date | None, until: dt.date) -> QuerySet[Tournament]:
    """Return the tournaments that feed the pool and may have games between the two days."""
    undated = Q(start=None, end=None)
    found = tournaments_of(pool).filter(undated | Q(start__lte=until) | Q(end__lte=until))
    found = found.filter(Q(counts_from=None) | Q(counts_from__lte=until))
    if after:
        found = found.filter(undated | Q(start__gt=after) | Q(end__gt=after) | Q(counts_from__gt=after))
    return found


def read_events(tournaments: QuerySet[Tournament]) -> list[Event]:
    """Return the facts of the tournaments, by id: one query."""
    found = []
    for *facts, start, end, counts_from, known in tournaments.order_by("pk").values_list(*EVENT):
        days = (day.toordinal() if day else 0 for day in (start, end, counts_from))
        found.append(Event(*facts, *days, known or ""))
    return found


def read(tournaments: QuerySet[Tournament], people: People, *, whole: bool = False, as_chess: bool = False) -> Archive:
    """Return the games of the tournaments: three queries.

    If ``whole``, a tournament counts as a whole on its last day, and tournaments come in the order of that day. If
    ``as_chess``, games of go are selected like those of chess (see `earlier_digests`).
    """
    events = read_events(tournaments)  # first, so that its digests are not newer than the games
    if as_chess:
        events = [event._replace(discipline=Discipline.CHESS) for event in events]
    seated = _read(Participant.objects.filter(tournament__in=tournaments), PARTICIPANT, events)
    seated = seated[np.argsort(seated["id"])]
    rows = _read(Pairing.objects.filter(tournament__in=tournaments), PAIRING, events)
    byes = np.isin(rows["white_letter"], BYES) | np.isin(rows["black_letter"], BYES) | (rows["black"] == 0)
    played = rows[~byes]
    places = {seat: look_up(seated["id"], np.arange(len(seated)), played[seat]) for seat in SEATS}
    games = _games(played, places, seated, events, people)
    if whole:
        _add_sizes(games, rows, places, seated, events)
    has_member = np.logical_or.reduce([np.append(seated["member"], 0)[place] > 0 for place in places.values()])
    games = _in_order(games[has_member], people)
    last_days = _last_days(games, events)
    somebody = np.logical_or.reduce([games[seat] != NONE for seat in SEATS])  # of the people asked for
    if not somebody.all():
        games = games[somebody]
    order = _order(events, last_days, games, people, whole)
    rank = np.empty(len(events), np.int32)
    rank[order] = np.arange(len(events))
    if whole:
        games["day"] = last_days[games["tournament"]]
    games["tournament"] = rank[games["tournament"]]
    games = games[np.lexsort((games["tournament"], games["day"]))]
    return Archive([events[place] for place in order], games, people, whole)


def _read(rows: QuerySet[Any], wanted: dict[str, Any], events: list[Event]) -> np.ndarray:
    """Return the rows with the places of their tournaments, without tournaments accepted between two queries."""
    found = records.read(rows, wanted)
    ids = np.array([event.id for event in events], np.int64)
    found["tournament"] = look_up(ids, np.arange(len(ids)), found["tournament"])
    return found[found["tournament"] != NONE]


def _games(
    played: np.ndarray, places: dict[str, Ints], seated: np.ndarray, events: list[Event], people: People
) -> np.ndarray:
    """Return the games, and why a game does not count as far as that is known without rating it."""
    games = np.zeros(len(played), STORED)
    for name in ("id", "tournament", "round", "board", "handicap", "board_size", "white_letter", "black_letter"):
        games[name] = played[name]
    games["tempo"] = np.array([TEMPO[event.pace] for event in events], np.int32)[played["tournament"]]
    of_go = np.array([event.discipline == Discipline.GO for event in events], bool)
    go = of_go[seated["tournament"]]
    row = people.compact_rows(np.append(seated["member"], 0))
    given = np.append(_given(seated, go), 0)
    guest = np.append(np.where(go & (seated["member"] == 0), seated["number"], 0), 0)
    irregular = np.append(seated["irregular"], 0)
    for seat, place in places.items():
        games[seat] = row[place]
    for side in SEATS[:2]:
        nobody, stated = games[side] == NONE, given[places[side]]
        games[f"{side}_given"], games[f"{side}_entry"] = np.where(nobody, stated, 0), np.where(nobody, 0, stated)
        games[f"{side}_guest"] = guest[places[side]]
    by_day = np.where(of_go[played["tournament"]], 0, played["day"])  # go is rated as a whole: no day cuts a tournament
    games["day"] = _rating_days(by_day, played["tournament"], events)
    # Games that count later than they were played are all of one day: their rounds say which came first.
    moved = (played["day"] != 0) & (played["day"] != games["day"])
    games["minute"] = np.where(moved, 0, played["minute"])
    games["reason"] = _reasons(games, irregular[places["white"]] | irregular[places["black"]])
    return games


def _given(seated: np.ndarray, go: Flags) -> Ints:
    """Return the file's rating of players who are not members; in go the level of everybody. 0 means none.

    A level of exactly 0 is stored as the next one, a hundredth of a rank higher.
    """
    stated, is_member = seated["rating"], seated["member"] > 0
    level = np.where(stated == 0, 1, stated) * (is_member | (seated["outsider"] > 0))
    rating = np.maximum(stated, 0) * (~is_member & (seated["outsider"] > 0))
    return np.where(stated == NO_RATING, 0, np.where(go, level, rating))


def _rating_days(played: Ints, event: Ints, events: list[Event]) -> Ints:
    """Return `tournaments.models.rating_day` for many games; 0 means none."""
    days = np.array([(each.start, each.end, each.counts_from) for each in events], np.int64).reshape(-1, 3)
    start, end, counts_from = days[event].T
    first, last = np.minimum(start, end), np.maximum(start, end)
    first = np.where(first == 0, last, first)
    inside = np.where(last > 0, np.clip(played, first, last), played)
    return np.maximum(np.where(played > 0, inside, np.where(end > 0, end, start)), counts_from)


def _reasons(games: np.ndarray, irregular: Ints) -> Ints:
    """Return why games do not count; the last reason that applies holds."""
    reason = LETTER_REASONS.take(games["white_letter"] + LETTERS * games["black_letter"], mode="clip")
    unknown = np.zeros(len(reason), bool)
    for side in SEATS[:2]:
        unknown |= (games[side] == NONE) & (games[f"{side}_given"] == 0)
    for one, other in combinations(SEATS, 2):  # two records of one person, merged since
        unknown |= (games[one] == games[other]) & (games[one] != NONE)
    reason[unknown & (reason == Reason.NONE)] = Reason.UNKNOWN_PLAYER
    reason[irregular > 0] = Reason.IRREGULAR  # B45, BA16: 0F-0F
    return reason


def _add_sizes(
    games: np.ndarray, rows: np.ndarray, places: dict[str, Ints], seated: np.ndarray, events: list[Event]
) -> None:
    """Write beside the games how many rounds and participants their tournaments have."""
    rounds = np.array([event.rounds for event in events], np.int32)  # QA6: as declared, and no fewer than were paired
    np.maximum.at(rounds, rows["tournament"], rows["round"])
    sits = np.zeros(len(seated) + 1, bool)
    for place in places.values():
        sits[place] = True
    paired = np.bincount(seated["tournament"][sits[:-1]], minlength=len(events))
    games["rounds"], games["participants"] = rounds[games["tournament"]], paired[games["tournament"]]


def _in_order(games: np.ndarray, people: People) -> np.ndarray:
    """Return the games by tournament, rating day, round, board, member numbers, letters and id."""
    keys = [games[name] for name in ("id", "black_letter", "white_letter")]
    for side in ("black", "white"):
        nobody = games[side] == NONE
        keys.append(np.where(nobody, -games[f"{side}_given"], keys_of(games[side], people)))
    keys += [games[name] for name in ("board", "round", "day", "tournament")]
    return games[np.lexsort(keys)]


def _last_days(games: np.ndarray, events: list[Event]) -> NDArray[np.int32]:
    """Return when each tournament is over (Q03): on its last day, and not before its last game."""
    last = np.array([event.end for event in events], np.int32)
    np.maximum.at(last, games["tournament"], games["day"])
    return last


def _order(events: list[Event], last_days: Ints, games: np.ndarray, people: People, whole: bool) -> list[int]:
    """Return the places of the tournaments in their order: by content where start, name and town are equal."""
    days = last_days.tolist() if whole else [0] * len(events)
    keys = [(day, event.place) for day, event in zip(days, events, strict=True)]
    order = sorted(range(len(events)), key=keys.__getitem__)
    bounds = np.searchsorted(games["tournament"], np.arange(len(events) + 1)).tolist()
    found: list[int] = []
    for _key, alike in groupby(order, keys.__getitem__):
        places = list(alike)
        if len(places) > 1:
            rows = {place: slice(*bounds[place : place + 2]) for place in places}
            contents = {place: digest(records_of(games[rows[place]], people, whole=whole)) for place in places}
            places.sort(key=contents.__getitem__)
        found += places
    return found
