"""Pair the next round of a tournament on this site, or undo the last pairing.

Swiss: one round after the other by FIDE's Dutch rules (C.04.3). Round robin: all rounds at once by Berger tables.
Pairing takes time, so there are two steps: `plan` calculates and writes nothing, `store` writes the plan if the
tournament has not changed.
"""

import datetime as dt
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.database import bulk
from tournaments.errors import Refused
from tournaments.formats.common.start_numbers import strength
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.models import LateResult, Pairing, Participant, Tournament
from tournaments.on_site import berger, pairing_engine
from tournaments.standings.sides import ROUND_ROBIN, SWISS

RENUMBERED_UNTIL = 3  # C.04.2: numbers may follow corrected ratings and late entries in the first three rounds

NOT_RUNNING = noop("This tournament is no longer being played.")
TOO_FEW = noop("There are fewer than two players to pair.")
TOO_MANY = noop("There are more than %(limit)s players: too many to be paired on this site.")
ALL_PAIRED = noop("All rounds are paired.")
RESULTS_MISSING = noop("Games without a result: %(count)s. Enter all results to go on.")
CHANGED = noop("The tournament was changed while the round was being paired; pair it again.")
ILLEGAL = noop("The pairing that was calculated breaks the rules and was not used. Nothing was changed.")
NOTHING_TO_UNDO = noop("No round is paired.")
HAS_RESULTS = noop("The round already has results: clear them first (“no result”), then undo the pairing.")
FIXED = noop("The pairings of a round robin are fixed by its table.")


@dataclass(frozen=True)
class State:
    """Everything on which a pairing depends."""

    tournament: Tournament
    participants: list[Participant]  # by number
    pairings: list[Pairing]  # by round and board

    @property
    def last(self) -> int:
        """Return the last round that is paired; 0 if none is."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def pending(self) -> int:
        return sum(pairing.white_result == Result.PENDING for pairing in self.pairings)


@dataclass(frozen=True)
class Plan:
    """A round (of a round robin: all of them) that can be stored."""

    tournament: int
    number: int
    seats: dict[int, int]  # id of the participant -> start number
    first_colour: str
    facts: bytes  # the input of the engine
    pairings: list[Pairing] = field(default_factory=list)


def state(tournament: Tournament) -> State:
    """Read participants and pairings. Two queries."""
    return State(
        tournament,
        list(tournament.participants.order_by("number")),
        list(tournament.pairings.order_by("round", "board", "pk")),
    )


def plan(tournament: Tournament, number: int) -> Plan | None:
    """Pair round ``number``; None if it is paired already. Nothing is written. Raise `Refused` if it cannot be."""
    now = state(tournament)
    if now.last >= number:
        return None
    require_ready(now, number)
    return _round_robin(now) if tournament.kind == ROUND_ROBIN else _swiss(now, number)


@transaction.atomic
def store(made: Plan) -> None:
    """Write the plan. Raise `Refused` if something has changed since it was made."""
    tournament = locked(made.tournament)
    now = state(tournament)
    if not _still_fits(now, made):
        raise Refused(CHANGED)
    _renumber(now.participants, made.seats)
    tournament.first_colour = made.first_colour
    if tournament.kind == ROUND_ROBIN:
        tournament.rounds = max(pairing.round for pairing in made.pairings)
    tournament.save(update_fields=["first_colour", "rounds"])
    bulk.insert(made.pairings)


def _still_fits(now: State, made: Plan) -> bool:
    """Return whether the same players are there and nothing that the plan depends on has changed."""
    if now.last >= made.number or {participant.pk for participant in now.participants} != set(made.seats):
        return False
    return facts_of(now, made.number, made.seats, made.first_colour) == made.facts


@transaction.atomic
def undo(tournament: Tournament) -> int:
    """Undo the last round, of a round robin all rounds; return its number. Raise `Refused` if there is a result."""
    now = state(locked(tournament.pk))
    if not now.last:
        raise Refused(NOTHING_TO_UNDO)
    first = 1 if tournament.kind == ROUND_ROBIN else now.last
    rows = tournament.pairings.filter(round__gte=first)
    if rows.filter(black__isnull=False).exclude(white_result=Result.PENDING).exists():
        raise Refused(HAS_RESULTS)
    rows.delete()
    forget_rounds(tournament, first)
    return first


def forget_rounds(tournament: Tournament, first: int) -> None:
    """Forget the marks on rounds from ``first`` on, and that these were paired from earlier results."""
    tournament.manual_rounds.filter(round__gte=first).delete()
    late = LateResult.objects.filter(pairing__tournament=tournament, last_round__gte=first)
    late.filter(pairing__round__gte=first - 1).delete()
    late.update(last_round=first - 1)


def locked(pk: int) -> Tournament:
    """Return the tournament, locked. Raise `Refused` if it is not being played here."""
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=pk)
    if not tournament.is_running:
        raise Refused(NOT_RUNNING)
    return tournament


def absence(participant: Participant, number: int) -> str:
    """Return the bye of a player in a round in which they cannot play, H or Z; "" if they play."""
    return (participant.absences or {}).get(str(number), "")


def require_ready(now: State, number: int) -> None:
    """Raise `Refused` if round ``number`` is not the next one, or cannot be paired yet."""
    tournament = now.tournament
    if not tournament.is_running:
        raise Refused(NOT_RUNNING)
    if number != now.last + 1 or (number > tournament.rounds and tournament.kind != ROUND_ROBIN):
        raise Refused(ALL_PAIRED)
    if now.pending:
        raise Refused(RESULTS_MISSING, count=now.pending)
    if len(now.participants) > pairing_engine.PLAYERS:
        raise Refused(TOO_MANY, limit=pairing_engine.PLAYERS)
    if sum(not absence(participant, number) for participant in now.participants) < 2:
        raise Refused(TOO_FEW)


# -- Swiss ---------------------------------------------------------------------------------------------------------


def _swiss(now: State, number: int) -> Plan:
    # C.04.2: the initial order is by rating, then by FIDE title, then by name.
    ordered = sorted(now.participants, key=_strength) if number <= RENUMBERED_UNTIL else now.participants
    seats = {participant.pk: place for place, participant in enumerate(ordered, start=1)}
    colour = now.tournament.first_colour or secrets.choice("wb")  # C.04.3: drawn by lot
    facts = facts_of(now, number, seats, colour)
    found = pairing_engine.pairs(facts, number)
    _require_legal(now, number, seats, found)
    ids = {place: pk for pk, place in seats.items()}
    pairs = [(ids[white], ids[black] if black else None) for white, black in found]
    pairings = [*_games(now.tournament, number, pairs, Result.PAIRING_BYE), *byes(now, number)]
    today = today_within(now.tournament)
    for pairing in pairings:
        pairing.date = today
    return Plan(now.tournament.pk, number, seats, colour, facts, pairings)


def _strength(participant: Participant) -> tuple[int, int, str, int]:
    return *strength(participant.file_rating, participant.file_title, str(participant)), participant.pk


def facts_of(now: State, number: int, seats: dict[int, int], colour: str) -> bytes:
    """Return the input of the engine; absences in the round become byes."""
    known = [pairing for pairing in now.pairings if pairing.round < number] + byes(now, number)
    return engine_facts(now, known, max(now.tournament.rounds, number), seats, colour)


def engine_facts(now: State, known: Iterable[Pairing], rounds: int, seats: dict[int, int], colour: str) -> bytes:
    """Return what the engine takes, with these pairings."""
    report = TournamentReport(
        format="trf",
        name=str(now.tournament.pk),
        rounds=rounds,
        kind=SWISS,
        players=tuple(
            ReportedPlayer(number=seats[each.pk], last_name=str(each.pk), rating=each.file_rating)
            for each in sorted(now.participants, key=lambda each: seats[each.pk])
        ),
        pairings=tuple(_reported(pairing, seats) for pairing in known),
    )
    return pairing_engine.facts(report, colour.upper())


def _reported(pairing: Pairing, seats: dict[int, int]) -> ReportedPairing:
    black = seats[pairing.black_id] if pairing.black_id is not None else None
    return ReportedPairing(pairing.round, pairing.board, seats[pairing.white_id], black, *pairing.results)


def byes(now: State, number: int) -> list[Pairing]:
    """Return the players who cannot play in the round, each with their bye."""
    return [
        Pairing(tournament=now.tournament, round=number, white=participant, white_result=letter)
        for participant in now.participants
        if (letter := absence(participant, number))
    ]


def _require_legal(now: State, number: int, seats: dict[int, int], found: Sequence[pairing_engine.Pair]) -> None:
    """Check the engine's answer: everybody plays once, nobody meets an opponent again, at most one bye."""
    playing = sorted(seats[each.pk] for each in now.participants if not absence(each, number))
    sitting = sorted(seat for pair in found for seat in pair if seat)
    met = {
        frozenset((seats[pairing.white_id], seats[pairing.black_id]))
        for pairing in now.pairings
        if pairing.black_id is not None and Result(pairing.white_result).is_played
    }
    free = sum(black is None for _, black in found)
    if playing != sitting or free > 1 or any(frozenset(pair) in met for pair in found):
        raise Refused(ILLEGAL)


# -- Round robin ---------------------------------------------------------------------------------------------------


def _round_robin(now: State) -> Plan:
    # C.05, annex 1: the numbers of the table are drawn by lot.
    drawn = [participant.pk for participant in now.participants]
    secrets.SystemRandom().shuffle(drawn)
    seats = {pk: place for place, pk in enumerate(drawn, start=1)}
    pairings = []
    for number, pairs in enumerate(berger.rounds(len(drawn), now.tournament.cycles), start=1):
        seated = [(drawn[white - 1], drawn[black - 1] if black else None) for white, black in pairs]
        pairings += _games(now.tournament, number, seated, Result.ZERO_BYE)
    colour = now.tournament.first_colour  # unused: the table sets the colours
    return Plan(now.tournament.pk, 1, seats, colour, facts_of(now, 1, seats, colour), pairings)


# -- Both ----------------------------------------------------------------------------------------------------------


def _games(tournament: Tournament, number: int, pairs: Iterable[tuple[int, int | None]], bye: Result) -> list[Pairing]:
    """Return pairs of ids as pairings without a result; a player without opponent gets the bye and no board."""
    return [
        Pairing(
            tournament=tournament,
            round=number,
            board=board if black else None,
            white_id=white,
            black_id=black,
            white_result=Result.PENDING if black else bye,
            black_result=Result.PENDING if black else "",
        )
        for board, (white, black) in enumerate(pairs, start=1)
    ]


def today_within(tournament: Tournament) -> dt.date | None:
    """Return today if the tournament is being played today: a round is played on the day on which it is paired."""
    today = timezone.localdate()
    is_played = tournament.start and tournament.end and tournament.start <= today <= tournament.end
    return today if is_played else None


def _renumber(participants: Sequence[Participant], seats: dict[int, int]) -> None:
    """Set the start numbers, in two steps because numbers are unique."""
    moved = [participant for participant in participants if participant.number != seats[participant.pk]]
    beyond = max((participant.number for participant in participants), default=0) + len(seats)
    for participant in moved:
        participant.number = beyond + seats[participant.pk]
    bulk.update(moved, ["number"])
    for participant in moved:
        participant.number = seats[participant.pk]
    bulk.update(moved, ["number"])
