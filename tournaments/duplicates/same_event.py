"""Find tournaments that are stored already under another name, in another format, or with one round less.

Two events are similar if one program wrote both files for one event (their GUID), or if half of the games of the
smaller one are in the other: the same two people in the same round, and on the same days if both files give them; games
of people whom one of the files names differently are ignored. With equal names that is enough. With different names
nearly all results must agree as well, because members of a club meet again and again. If the two have no round in
common (registrations, a file sent before the first round, the last rounds alone), the name and half of the people
decide.

An equal GUID means nothing if days and people differ: then the organiser started a new event from a copy of an old
file, which becomes a remark.
"""

import datetime as dt
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Q

from federation.identity.names import folded, matching_key
from tournaments.models import Pairing, Participant, Stage, Tournament, TournamentUpdate, Upload

SHARED = 0.5  # of the games of the smaller of two tournaments
LEAST_GAMES = 3  # under two names: one or two equal games may be a coincidence
EQUAL = 0.8  # under two names: share of equal results, because some may be corrected in one file
MARGIN = dt.timedelta(days=7)  # organisers' programs disagree on the days of an event
COLUMNS = ("id", "name", "start", "end", "stage", "guid")  # of `Resembling`
ORDER = [Stage.READ, Stage.WITH_LEAGUE, Stage.SUBMITTED, Stage.ACCEPTED]

FIRST_DAY_ALONE = {"ffg_tou"}  # formats that do not say how long an event lasted
AS_RATED = str.maketrans("WDL", "1=0")  # many formats have no letters for games that are not rated
NEAR = dt.timedelta(days=3)  # programs disagree on the day of a round, weekly rounds do not


class Game(NamedTuple):
    """What is compared of a game: both letters, those of the alphabetically first player first, and its day."""

    letters: str
    day: dt.date | None


GameKey = tuple[int, str, str]  # round and the two people in alphabetical order
Games = dict[GameKey, Game]


@dataclass
class Contents:
    """What is compared of a tournament: the people who can be identified, and the games between them."""

    games: Games = field(default_factory=dict)
    people: set[str] = field(default_factory=set)
    rounds: set[int] = field(default_factory=set)  # that have games, of anybody


class Resembling(NamedTuple):
    """What is known of a tournament when similar events are searched."""

    id: int
    name: str
    start: dt.date | None
    end: dt.date | None
    stage: str
    guid: str
    is_template: bool = False  # not the same event: the file was started from a copy of its file


class Known(NamedTuple):
    """A tournament that was read from the same file."""

    id: int
    name: str
    stage: str


def similar_events(tournaments: Sequence[Tournament]) -> Mapping[int, list[Resembling]]:
    """Return for each tournament (by id) those that it repeats or was copied from: further on in the flow, or earlier.

    Three queries for any number of tournaments. A tournament without days and GUID is similar to none, nor is one
    that was marked as no duplicate.
    """
    asked = [each for each in tournaments if ((each.start and each.end) or each.guid) and not each.duplicate_allowed]
    if not asked:
        return {}
    others = _around(asked)
    if not others:
        return {each.pk: [] for each in asked}
    contents = _contents({each.pk for each in asked} | {other.id for other in others})
    register = _Register(others, contents)
    return {each.pk: _similar_to(each, contents[each.pk], register) for each in asked}


def same_file_events(tournaments: Sequence[Tournament]) -> dict[int, list[Known]]:
    """Return for each tournament (by id) earlier ones of the same file: read for other rounds, or updated.

    One query, none if no tournament has a file. The games need not be compared: one place in one file is one event.
    """
    uploads = {each.upload_id for each in tournaments if each.upload_id}
    if not uploads:
        return {}
    digests = Upload.objects.filter(pk__in=uploads).values("sha256")
    read = Tournament.objects.filter(upload__sha256__in=digests).exclude(stage=Stage.REJECTED).order_by()
    renewed = TournamentUpdate.objects.filter(upload__sha256__in=digests).exclude(tournament__stage=Stage.REJECTED)
    place = ("upload__sha256", "position")
    rows = read.values_list(*place, *Known._fields).union(
        renewed.values_list(*place, *(f"tournament__{name}" for name in Known._fields))
    )
    events: dict[tuple[str, int], list[Known]] = defaultdict(list)
    for digest, position, *row in rows:
        events[digest, position].append(Known(*row))
    same: dict[int, set[Known]] = defaultdict(set)  # tournaments read from the same places as each, by id
    for event in events.values():
        for other in event:
            same[other.id].update(event)
    return {each.pk: sorted(other for other in same[each.pk] if _goes_before(other, each)) for each in tournaments}


class _Register:
    """The tournaments by what similar events have in common: comparing all with all takes minutes."""

    def __init__(self, others: Sequence[Resembling], contents: Mapping[int, Contents]) -> None:
        self.contents = contents
        self.names = {other.id: folded(other.name) for other in others}
        self._by_guid: dict[str, list[Resembling]] = defaultdict(list)
        self._by_game: dict[GameKey, list[Resembling]] = defaultdict(list)
        self._by_person: dict[tuple[str, str], list[Resembling]] = defaultdict(list)  # and name of the tournament
        for other in others:
            self._by_guid[other.guid].append(other)
            for game in contents[other.id].games:
                self._by_game[game].append(other)
            for person in contents[other.id].people:
                self._by_person[self.names[other.id], person].append(other)

    def of_guid(self, guid: str) -> list[Resembling]:
        """Return the tournaments with this GUID; "" is no GUID."""
        return self._by_guid[guid] if guid else []

    def sharing(self, name: str, mine: Contents) -> list[Resembling]:
        """Return those with one of the games, or with the name, one of the people and no common round; sorted by id."""
        lists = [self._by_game.get(game, ()) for game in mine.games]
        found = {other.id: other for others in lists for other in others}
        for person in mine.people:
            for other in self._by_person.get((name, person), ()):
                if self.contents[other.id].rounds.isdisjoint(mine.rounds):
                    found[other.id] = other
        return sorted(found.values())


def _similar_to(tournament: Tournament, mine: Contents, register: _Register) -> list[Resembling]:
    name = folded(tournament.name)
    same = [
        other._replace(is_template=_is_another(tournament, mine, other, register.contents[other.id]))
        for other in register.of_guid(tournament.guid)
        if _goes_before(other, tournament)
    ]
    alike = [
        other
        for other in register.sharing(name, mine)
        if _goes_before(other, tournament)
        and _same_days(other, tournament)
        and _are_similar(mine, register.contents[other.id], one_name=name == register.names[other.id])
    ]
    return sorted({other.id: other for other in [*same, *alike]}.values())


def _is_another(tournament: Tournament, mine: Contents, other: Resembling, theirs: Contents) -> bool:
    """Return whether both files name other days and other people."""
    days = (tournament.start, tournament.end, other.start, other.end)
    people = min(len(mine.people), len(theirs.people))
    if None in days or _same_days(other, tournament) or not people:
        return False
    return len(mine.people & theirs.people) < SHARED * people


def _are_similar(one: Contents, other: Contents, *, one_name: bool) -> bool:
    common = one.people & other.people
    has_half = len(common) > 0 and len(common) >= SHARED * min(len(one.people), len(other.people))
    if one_name and one.rounds.isdisjoint(other.rounds):
        return has_half
    if _are_same_games(one.games, other.games, one_name=one_name):
        return True
    if not has_half:
        return False
    among = [{key: game for key, game in games.items() if {*key[1:]} <= common} for games in (one.games, other.games)]
    return min(map(len, among)) >= LEAST_GAMES and _are_same_games(*among, one_name=one_name)


def _are_same_games(mine: Games, theirs: Games, *, one_name: bool) -> bool:
    least = SHARED * min(len(mine), len(theirs))
    shared = [(mine[key], theirs[key]) for key in mine.keys() & theirs.keys() if _on_one_day(mine[key], theirs[key])]
    if not shared or len(shared) < least:
        return False
    equal = sum(game.letters == other.letters for game, other in shared)
    return one_name or (len(shared) >= LEAST_GAMES and equal >= EQUAL * len(shared))


def _on_one_day(game: Game, other: Game) -> bool:
    return game.day is None or other.day is None or abs(game.day - other.day) <= NEAR


def _goes_before(other: Resembling | Known, tournament: Tournament) -> bool:
    """Return whether ``other`` stays and ``tournament`` gives way: the one in the earlier stage, else the later
    one.
    """
    return _place(other.stage, other.id) > _place(tournament.stage, tournament.pk)


def _place(stage: str, pk: int) -> tuple[int, int]:
    """Return how far a tournament has come; a rejected one starts again."""
    return (0 if stage == Stage.REJECTED else ORDER.index(Stage(stage)), -pk)


def _same_days(other: Resembling, tournament: Tournament) -> bool:
    """Return whether the days overlap, give or take a week."""
    if not (other.start and other.end and tournament.start and tournament.end):
        return False
    return other.start <= tournament.end + MARGIN and tournament.start <= other.end + MARGIN


def _around(asked: Sequence[Tournament]) -> list[Resembling]:
    """Return the tournaments near these days or with these GUIDs that are not rejected and precede one of them."""
    spans = _spans(asked)
    guids = {each.guid for each in asked} - {""}
    near = Q(guid__in=guids)
    if spans:
        near |= Q(start__lte=spans[-1][1], end__gte=spans[0][0])
    last = min(_place(each.stage, each.pk) for each in asked)
    rows = Tournament.objects.filter(near).exclude(stage=Stage.REJECTED)
    if all(each.part_of for each in asked):  # a match of a league is in one of its parts: they never repeat each other
        rows = rows.standalone()
    others = [Resembling(*row) for row in rows.order_by("pk").values_list(*COLUMNS)]
    return [
        other
        for other in others
        if _place(other.stage, other.id) > last and (other.guid in guids or _is_within(spans, other))
    ]


def _is_within(spans: Sequence[tuple[dt.date, dt.date]], other: Resembling) -> bool:
    if not (other.start and other.end):
        return False
    span = bisect_right(spans, max(other.start, other.end), key=itemgetter(0)) - 1  # the last span that begins by then
    return span >= 0 and min(other.start, other.end) <= spans[span][1]


def _spans(asked: Sequence[Tournament]) -> list[tuple[dt.date, dt.date]]:
    """Return the days of the tournaments, give or take a week, merged so that each day is in one span."""
    spans: list[tuple[dt.date, dt.date]] = []
    days = [(each.start, each.end) for each in asked if each.start and each.end]
    for start, end in sorted((min(both), max(both)) for both in days):
        first, last = start - MARGIN, end + MARGIN
        if spans and first <= spans[-1][1]:
            first, last = spans[-1][0], max(spans.pop()[1], last)
        spans.append((first, last))
    return spans


def _contents(ids: Collection[int]) -> dict[int, Contents]:
    """Read the people who can be named and the games between them, by id of the tournament."""
    found: dict[int, Contents] = defaultdict(Contents)
    if not ids:
        return found
    columns = ("tournament_id", "pk", "member_id", "file_last_name", "file_first_name")
    own = ("member__last_name", "member__first_name")
    rows = Participant.objects.filter(tournament__in=ids).order_by().values_list(*columns, *own)
    seats = {pk: _Seat(tournament, *who) for tournament, pk, *who in rows}
    bearers = _bearers(seats.values())
    people = {pk: seat.called(bearers) for pk, seat in seats.items()}
    for pk, person in people.items():
        if person:
            found[seats[pk].tournament].people.add(person)
    games = Pairing.objects.filter(tournament__in=ids, black__isnull=False).order_by("pk")
    columns = ("tournament_id", "round", "white_id", "black_id", "white_result", "black_result", "date")
    of_event = ("tournament__start", "tournament__end", "tournament__format")
    for tournament, number, white, black, white_result, black_result, date, start, end, key in games.values_list(
        *columns, *of_event
    ):
        found[tournament].rounds.add(number)
        sides = sorted([(people[white], white_result), (people[black], black_result)])
        (one, result), (other, answer) = sides
        if one and other:
            day = date or (start if start == end and key not in FIRST_DAY_ALONE else None)
            found[tournament].games[number, one, other] = Game((result + answer).translate(AS_RATED), day)
    return found


class _Seat(NamedTuple):
    """What identifies a participant: the member, the name in the file, and the member's own name."""

    tournament: int
    member: int | None
    last_name: str
    first_name: str
    own_last_name: str | None
    own_first_name: str | None

    @property
    def names(self) -> set[str]:
        """Return the names in the file and in the list of members."""
        keys = {matching_key(self.last_name, self.first_name)}
        if self.member is not None and (self.own_last_name, self.own_first_name) != (self.last_name, self.first_name):
            keys.add(matching_key(self.own_last_name or "", self.own_first_name or ""))
        return keys

    def called(self, bearers: Mapping[str, Collection[int]]) -> str:
        """Return the key that all files share: the member, else the only member with the name, else the name or ""."""
        if self.member is not None:
            return f"{self.member}"
        name = matching_key(self.last_name, self.first_name)
        known = bearers.get(name, ())
        return f"{next(iter(known))}" if len(known) == 1 else name


def _bearers(seats: Iterable[_Seat]) -> dict[str, set[int]]:
    """Return the members by name: one file may give the member number, another one only the name."""
    bearers: dict[str, set[int]] = defaultdict(set)
    for seat in seats:
        if seat.member is not None:
            for name in seat.names - {""}:
                bearers[name].add(seat.member)
    return bearers
