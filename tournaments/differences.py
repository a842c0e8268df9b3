"""What a file that was sent again says differently from the tournament that is here: results, games, players, days.

Two participants are one person where they are the same member, else by a number that the files give, else by name.
Games are compared round by round; rounds that the later file does not hold are left alone, so that it may hold the last
rounds only. What a person changed here by hand counts as it stood in the earlier file: only news of the file are news.
The very bytes that told of the tournament before have no other news than rounds of which nothing is here yet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from federation.names import matching_key
from tournaments import duplicates
from tournaments.models import Pairing, Participant, Tournament

SETTINGS = ("name", "city", "start", "end", "rounds", "pace", "time_control", "kind", "arbiters")


@dataclass(frozen=True)
class Changed:
    """A game that both files have, otherwise."""

    stored: Pairing
    sent: Pairing
    is_turned: bool  # White of the one is Black of the other

    @property
    def letters(self) -> tuple[str, str]:
        """Both results as they were sent, in the colours in which they were sent."""
        return self.sent.white_result, self.sent.black_result

    @property
    def has_other_result(self) -> bool:
        """The result is another one, whoever had White."""
        before, after = said(self.stored), f"{self.sent.white_result}{self.sent.black_result}"
        return after != (before[::-1] if self.is_turned else before)

    @property
    def has_other_day(self) -> bool:
        """The later file gives another day."""
        return self.sent.date is not None and self.sent.date != self.stored.date


@dataclass(frozen=True)
class Setting:
    """Something about the event itself."""

    name: str  # field of Tournament
    before: object
    after: object


@dataclass
class Differences:
    """Everything that the later file says otherwise. Objects are rows of the two tournaments."""

    people: dict[int, Participant] = field(default_factory=dict)  # who is here, by the id of the same person as sent
    added: list[Participant] = field(default_factory=list)
    gone: list[Participant] = field(default_factory=list)
    changed: list[Changed] = field(default_factory=list)
    new_games: list[Pairing] = field(default_factory=list)  # as sent
    gone_games: list[Pairing] = field(default_factory=list)  # as they are here
    settings: list[Setting] = field(default_factory=list)
    new_rounds: list[int] = field(default_factory=list)
    is_one_file: bool = False  # the same bytes, read for other rounds

    @property
    def count(self) -> int:
        """How many there are."""
        parts = (self.added, self.gone, self.changed, self.new_games, self.gone_games, self.settings)
        return sum(len(part) for part in parts)


def differences(stored: Tournament, sent: Tournament) -> Differences:
    """Compare what is here with what was sent later. Five queries."""
    here, there = (list(each.participants.select_related("member").order_by("number")) for each in (stored, sent))
    related = ("white__member", "black__member")
    games, sent_games = (
        list(each.pairings.select_related(*related).order_by("round", "board", "pk")) for each in (stored, sent)
    )
    earlier = duplicates.of_one_file([sent]).get(sent.pk, [])
    found = Differences(people=_same_people(here, there), is_one_file=any(each.id == stored.pk for each in earlier))
    known = {person.pk for person in found.people.values()}
    found.added = [person for person in there if person.pk not in found.people]
    if found.is_one_file:
        rounds = {game.round for game in games}
        sent_games = [game for game in sent_games if game.round not in rounds]
    else:
        found.gone = [person for person in here if person.pk not in known]
        found.settings = _settings(stored, sent)
    _compare_games(found, games, sent_games)
    return found


def said(pairing: Pairing) -> str:
    """Both letters as the file had them, whatever a person made of them."""
    return pairing.file_result or f"{pairing.white_result}{pairing.black_result}"


def _same_people(here: Sequence[Participant], there: Sequence[Participant]) -> dict[int, Participant]:
    """Who is here, by the id of the same person as sent; the surest sign first, and only where it names one person."""
    found: dict[int, Participant] = {}
    left, others = list(here), list(there)
    for sign in range(len(_signs(Participant()))):
        mine, theirs = _by_sign(left, sign), _by_sign(others, sign)
        for key in mine.keys() & theirs.keys():
            if len(mine[key]) == len(theirs[key]) == 1:
                found[theirs[key][0].pk] = mine[key][0]
        known = {person.pk for person in found.values()}
        left = [person for person in left if person.pk not in known]
        others = [person for person in others if person.pk not in found]
    return found


def _signs(person: Participant) -> tuple[Hashable, ...]:
    """What a person is known by, the surest sign first; "" or None where there is no such sign."""
    name = matching_key(person.file_last_name, person.file_first_name)
    return (
        person.member_id,
        person.file_matricule,
        person.file_fide_id,
        person.file_licence or person.file_pin,
        name,
        (person.number, name, person.file_matricule, person.file_rating),  # namesakes, and nobodies of a games CSV
    )


def _by_sign(people: Iterable[Participant], sign: int) -> dict[Hashable, list[Participant]]:
    found: dict[Hashable, list[Participant]] = defaultdict(list)
    for person in people:
        if key := _signs(person)[sign]:
            found[key].append(person)
    return found


def _compare_games(found: Differences, games: Sequence[Pairing], sent: Sequence[Pairing]) -> None:
    waiting: dict[Hashable, list[Pairing]] = defaultdict(list)
    for game in games:
        waiting[game.round, frozenset((game.white_id, game.black_id))].append(game)
    for game in sent:
        white, black = _here(found, game.white_id), _here(found, game.black_id)
        same = waiting[game.round, frozenset((white, black))]
        if not same:
            found.new_games.append(game)
            continue
        stored = _likeliest(same, white, f"{game.white_result}{game.black_result}")
        same.remove(stored)
        change = Changed(stored, game, is_turned=stored.white_id != white)
        if change.is_turned or change.has_other_result or change.has_other_day:
            found.changed.append(change)
    rounds = {game.round for game in games}
    told = {game.round for game in sent}
    found.new_rounds = sorted(told - rounds)
    found.gone_games = [game for left in waiting.values() for game in left if game.round in told]


def _here(found: Differences, sent_id: int | None) -> Hashable:
    """The id here of somebody who was sent; who is new is nobody else's."""
    if sent_id is None:
        return None
    person = found.people.get(sent_id)
    return person.pk if person else ("new", sent_id)


def _likeliest(same: Sequence[Pairing], white: Hashable, letters: str) -> Pairing:
    """Of several games of two players in a round the one of these colours and results."""
    return max(same, key=lambda game: (game.white_id == white, said(game) == letters))


def _settings(stored: Tournament, sent: Tournament) -> list[Setting]:
    """What the files say of the event. What neither file or only the earlier one says stays as it is."""
    changes = []
    for name in SETTINGS:
        before, after = stored.file_facts.get(name), sent.file_facts.get(name)
        if after and before != after:
            changes.append(Setting(name, getattr(stored, name), getattr(sent, name)))
    return [change for change in changes if change.before != change.after]
