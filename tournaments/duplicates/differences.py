"""The differences between a stored tournament and a later file of it: results, games, players, days.

`same_players` matches the players of both. Games are compared round by round. Rounds that are missing in the later file
are ignored, because it may contain the last rounds only. What a person changed stays if the file still says the same as
before. If the very same file is read for later rounds, only rounds that are not stored yet count as differences.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from federation.identity.names import PersonName, same_person
from tournaments.duplicates import same_event
from tournaments.duplicates.same_players import same_people
from tournaments.formats.report import Result
from tournaments.intake.matching import BELIEVED_FROM
from tournaments.models import MatchedBy, Pairing, Participant, Tournament

SETTINGS = ("name", "city", "start", "end", "rounds", "pace", "time_control", "kind", "arbiters")
TERMS = ("handicap", "board_size", "komi", "ended")  # the terms of a game
EVEN = 0  # handicap: some formats leave it out
IDENTITY = ("file_matricule", "file_fide_id", "file_licence", "file_pin", "file_birth_date")
PLACE = ("file_rating", "file_fide_rating", "file_grade", "file_team")  # details that do not identify a person
PLAIN = {"10", "01", "==", "**"}  # results that every format can express
FREE = {Result.PAIRING_BYE, Result.FULL_BYE}  # not every format distinguishes them


@dataclass(frozen=True)
class Changed:
    """A game that both files have, with differences."""

    stored: Pairing
    sent: Pairing
    is_turned: bool  # whether the colours are exchanged

    @property
    def has_other_result(self) -> bool:
        """Return whether the result differs, even if the colours are exchanged."""
        before, after = file_letters(self.stored), self.sent.letters
        return after != (before[::-1] if self.is_turned else before)

    @property
    def has_other_day(self) -> bool:
        """Return whether the later file gives another day for a game; the day of a bye does not matter."""
        return None not in {self.sent.date, self.sent.black_id} and self.sent.date != self.stored.date

    @cached_property
    def other_terms(self) -> Mapping[str, object]:
        """Return the terms of the game that differ in the later file, by name."""
        return {
            name: after
            for name in TERMS
            if (after := getattr(self.sent, name)) is not None
            and after != getattr(self.stored, name)
            and (name, after, getattr(self.stored, name)) != ("handicap", EVEN, None)
        }

    @property
    def is_of_words(self) -> bool:
        """Return whether only the names of a bye differ, which is worth as much as a win in both."""
        return {file_letters(self.stored), file_letters(self.sent)} == FREE

    @property
    def is_any(self) -> bool:
        return self.is_turned or self.has_other_result or self.has_other_day or bool(self.other_terms)


@dataclass(frozen=True)
class Described:
    """A detail of a participant that differs in the later file."""

    person: Participant
    name: str  # of the detail: a field of Participant, or "name"
    before: object
    after: object


@dataclass(frozen=True)
class Setting:
    name: str  # field of Tournament
    before: object
    after: object


@dataclass
class Differences:
    """Everything that differs in the later file. Objects are rows of the two tournaments."""

    people: dict[int, Participant] = field(
        default_factory=dict
    )  # stored participants, by the id of the same person as sent
    added: list[Participant] = field(default_factory=list)
    gone: list[Participant] = field(default_factory=list)
    described: list[Described] = field(default_factory=list)
    changed: list[Changed] = field(default_factory=list)
    new_games: list[Pairing] = field(default_factory=list)  # as sent
    gone_games: list[Pairing] = field(default_factory=list)  # as stored
    settings: list[Setting] = field(default_factory=list)
    new_rounds: list[int] = field(default_factory=list)
    is_one_file: bool = False  # the same bytes, read for other rounds

    @property
    def count(self) -> int:
        people = (self.added, self.gone, self.described)
        parts = (*people, self.changed, self.new_games, self.gone_games, self.settings)
        return sum(len(part) for part in parts)


def differences(stored: Tournament, sent: Tournament) -> Differences:
    """Compare a stored tournament with one read later. Five queries, and one more if open games are missing."""
    here, there = (list(each.participants.select_related("member").order_by("number")) for each in (stored, sent))
    related = ("white__member", "black__member")
    games, sent_games = (
        list(each.pairings.select_related(*related).order_by("round", "board", "pk")) for each in (stored, sent)
    )
    earlier = same_event.same_file_events([sent]).get(sent.pk, [])
    people = same_people(here, there, games, sent_games)
    found = Differences(people=people, is_one_file=any(each.id == stored.pk for each in earlier))
    known = {person.pk for person in found.people.values()}
    found.added = [person for person in there if person.pk not in found.people]
    if found.is_one_file:
        rounds = {game.round for game in games}
        sent_games = [game for game in sent_games if game.round not in rounds]
    else:
        if there:  # a SWAR page may have only the event
            found.gone = [person for person in here if person.pk not in known]
        sent_people = {person.pk: person for person in there}
        found.described = [each for pk, person in people.items() for each in described(person, sent_people[pk])]
        found.settings = _settings(stored, sent, is_whole=_with_games(games) <= _with_games(sent_games))
    _compare_games(found, games, sent_games)
    decided = [game for game in found.gone_games if game.white_result != Result.PENDING]
    if len(decided) < len(found.gone_games) and stored.was_accepted:
        found.gone_games = decided  # games that may have been rated keep their row without a result
    if stored.format != sent.format:
        found.changed = [each for each in found.changed if not each.is_of_words]
    return found


def file_letters(pairing: Pairing) -> str:
    """Return both letters as in the file, without changes by hand."""
    return pairing.file_result or pairing.letters


def described(person: Participant, sent: Participant) -> list[Described]:
    """Return the details of a participant that are new in the later file, and the member they now belong to.

    Other names or numbers of the same member are not new.
    """
    found = []
    names = [PersonName(each.file_last_name, each.file_first_name) for each in (person, sent)]
    is_one_member = person.member_id is not None and person.member_id == sent.member_id
    if any(names[1]) and not is_one_member and not same_person(*names):
        found.append(Described(person, "name", str(names[0]), str(names[1])))
    for name in (*IDENTITY, *PLACE):
        before, after = getattr(person, name), getattr(sent, name)
        if after not in ("", None, before) and not (is_one_member and name in IDENTITY):
            found.append(Described(person, name, before, after))
    is_news = any(each.name not in PLACE for each in found)
    if (is_open(person) and sent.member_id is not None) or (is_news and _is_another(person, sent)):
        found.insert(0, Described(person, "member", person.member, sent.member))
    return found


def is_open(person: Participant) -> bool:
    """Return whether it is still unknown who the participant is."""
    return person.member_id is None and not person.outsider and not person.irregular


def _is_another(person: Participant, sent: Participant) -> bool:
    """Return whether the later file names another member at least as surely, and no person chose the present one."""
    if sent.member_id in {None, person.member_id} or person.irregular or person.matched_by == MatchedBy.PERSON:
        return False
    return sent.certainty >= max(person.certainty, BELIEVED_FROM)


def _compare_games(found: Differences, games: Sequence[Pairing], sent: Sequence[Pairing]) -> None:
    waiting: dict[Hashable, list[Pairing]] = defaultdict(list)
    for game in games:
        waiting[game.round, frozenset((game.white_id, game.black_id))].append(game)
    rounds, sent_rounds = _with_games(games), _with_games(sent)
    silent = rounds - sent_rounds  # earlier rounds, in which a file of the last rounds has no games
    for game in sent:
        if game.round in silent:
            continue
        white, black = _here(found, game.white_id), _here(found, game.black_id)
        same = waiting[game.round, frozenset((white, black))]
        if not same:
            found.new_games.append(game)
            continue
        stored = _likeliest(same, white, game.letters)
        same.remove(stored)
        change = Changed(stored, game, is_turned=stored.white_id != white)
        if change.is_any:
            found.changed.append(change)
    found.new_rounds = sorted(sent_rounds - rounds)
    covered = {game.round for game in sent} - silent
    gone = [game for left in waiting.values() for game in left if game.round in covered]
    if all(_is_game(game) for game in sent):  # the format cannot express byes and forfeits
        taken = {(game.round, _here(found, seat)) for game in sent for seat in _seats(game)}
        gone = [each for each in gone if _is_game(each) or taken & {(each.round, pk) for pk in _seats(each)}]
    found.gone_games = gone


def _is_game(pairing: Pairing) -> bool:
    """Return whether it was played for rating, with a winner or a draw, or is still to be played."""
    return file_letters(pairing) in PLAIN


def _seats(pairing: Pairing) -> list[int]:
    """Return the players: two, or one for a bye."""
    return [seat for seat in (pairing.white_id, pairing.black_id) if seat is not None]


def _with_games(pairings: Sequence[Pairing]) -> set[int]:
    """Return the rounds that have games, not only byes."""
    return {pairing.round for pairing in pairings if pairing.black_id is not None}


def _here(found: Differences, sent_id: int | None) -> Hashable:
    """Return the id of the stored participant for one of the later file; a unique key for a new one."""
    if sent_id is None:
        return None
    person = found.people.get(sent_id)
    return person.pk if person else ("new", sent_id)


def _likeliest(same: Sequence[Pairing], white: Hashable, letters: str) -> Pairing:
    """Return the most similar game among several of the same players in a round, by colours and result."""
    return max(same, key=lambda game: (game.white_id == white, file_letters(game) == letters))


def _settings(stored: Tournament, sent: Tournament, *, is_whole: bool) -> list[Setting]:
    """Return the settings of the event that differ; what the later file leaves out stays.

    ``is_whole``: the later file has all stored rounds. Otherwise the event may grow, but not shrink.
    """
    changes = []
    for name in SETTINGS:
        before, after = stored.file_facts.get(name), sent.file_facts.get(name)
        if after and before != after:
            changes.append(Setting(name, getattr(stored, name), getattr(sent, name)))
    return [change for change in changes if change.before != change.after and (is_whole or not _shrinks(change))]


def _shrinks(change: Setting) -> bool:
    """Return whether the event would have fewer days or rounds."""
    before, after = change.before, change.after
    if not before or not after:
        return False
    return after > before if change.name == "start" else change.name in {"end", "rounds"} and after < before
