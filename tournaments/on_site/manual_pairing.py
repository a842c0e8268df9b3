"""Change a round of a Swiss by hand: exchange two players, add a board, remove one.

This way a late player can be paired with one who has a bye, and a round that was paired on paper can be entered. The
round is marked (`ManualRound`), and compared with the rules at the end (`rules_check`).
"""

from itertools import count

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from federation.database import bulk
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import ManualRound, Pairing, Participant, Tournament
from tournaments.on_site.next_round import (
    FIXED,
    State,
    byes,
    forget_rounds,
    locked,
    require_ready,
    state,
    today_within,
)
from tournaments.on_site.results import PAIRING_UNDONE
from tournaments.on_site.tournament import OPEN
from tournaments.standings.sides import ROUND_ROBIN

NOT_OF_ROUND = noop("Choose two players who are paired in this round.")
NOT_FREE = noop("Choose two players who have no game in this round.")
SEAT_HAS_RESULT = noop("One of the games already has a result. Clear the result first.")


@transaction.atomic
def swap(tournament: Tournament, number: int, one: int, other: int, by: User | None = None) -> None:
    """Exchange two participants (ids); two of one board exchange colours. Raise `Refused` if that is not possible."""
    _swiss(tournament)
    seats: dict[int, tuple[Pairing, str]] = {}
    absent = [Result.HALF_BYE, Result.ZERO_BYE]
    for pairing in tournament.pairings.filter(round=number).exclude(white_result__in=absent):
        seats[pairing.white_id] = pairing, "white_id"
        if pairing.black_id is not None:
            seats[pairing.black_id] = pairing, "black_id"
    if one == other or not {one, other} <= set(seats):
        raise Refused(NOT_OF_ROUND)
    (first, here), (second, there) = seats[one], seats[other]
    if any(pairing.black_id and pairing.white_result != Result.PENDING for pairing in (first, second)):
        raise Refused(SEAT_HAS_RESULT)
    setattr(first, here, other)
    setattr(second, there, one)
    for pairing in {first.pk: first, second.pk: second}.values():
        pairing.save(update_fields=["white", "black"])
    _mark(tournament, number, by)


@transaction.atomic
def add_board(
    tournament: Tournament,
    number: int,
    white: int,
    black: int | None,
    results: tuple[Result, Result] = OPEN,
    *,
    by: User | None = None,
) -> None:
    """Give two participants (ids) without a game the first free board; without Black, give White the bye.

    A bye that they had is removed. If the next round is not paired yet, this begins it by hand, and players who asked
    for a bye get it. Raise `Refused` if that is not possible.
    """
    now = state(_swiss(tournament))
    here = _begun(now, number) if number not in range(1, now.last + 1) else _rows(now, number)
    for participant in _free(now, here, white, black):
        tournament.pairings.filter(round=number, white=participant, black=None).delete()
        _plays(participant, number)
    is_bye, taken = black is None, {pairing.board for pairing in here}
    Pairing.objects.create(
        tournament=tournament,
        round=number,
        board=None if is_bye else next(board for board in count(1) if board not in taken),
        date=here[0].date if here else today_within(now.tournament),
        white_id=white,
        black_id=black,
        white_result=Result.PAIRING_BYE.value if is_bye else results[0].value,
        black_result="" if is_bye else results[1].value,
    )
    _mark(tournament, number, by)


@transaction.atomic
def remove_board(tournament: Tournament, number: int, pairing: int, by: User | None = None) -> None:
    """Remove a board without a result, or the bye of the pairing. Raise `Refused` if that is not possible."""
    _swiss(tournament)
    found = tournament.pairings.filter(pk=pairing, round=number).first()
    if found is None:
        raise Refused(PAIRING_UNDONE)
    if found.white_result not in {Result.PENDING, Result.PAIRING_BYE}:
        raise Refused(SEAT_HAS_RESULT)
    found.delete()
    if tournament.pairings.filter(round=number).exists():
        _mark(tournament, number, by)
    else:
        forget_rounds(tournament, number)


def _mark(tournament: Tournament, number: int, by: User | None) -> None:
    """Mark the round as changed by hand, and not compared with the rules yet."""
    facts = {"rules": None, "played": None, "made_by": by}
    ManualRound.objects.update_or_create(tournament=tournament, round=number, defaults=facts)


def _swiss(tournament: Tournament) -> Tournament:
    """Return the tournament, locked. Raise `Refused` if its rounds may not be changed."""
    running = locked(tournament.pk)
    if running.kind == ROUND_ROBIN:
        raise Refused(FIXED)
    return running


def _rows(now: State, number: int) -> list[Pairing]:
    return [pairing for pairing in now.pairings if pairing.round == number]


def _begun(now: State, number: int) -> list[Pairing]:
    """Begin the next round with the byes that were asked for. Raise `Refused` if it is not the next one."""
    require_ready(now, number)
    asked = byes(now, number)
    for pairing in asked:
        pairing.date = today_within(now.tournament)
    bulk.insert(asked)
    return asked


def _free(now: State, here: list[Pairing], white: int, black: int | None) -> list[Participant]:
    """Return these participants. Raise `Refused` if one of them has a game."""
    games = [pairing for pairing in here if pairing.black_id is not None]
    playing = {who for pairing in games for who in (pairing.white_id, pairing.black_id)}
    found = [each for each in now.participants if each.pk in {white, black} - playing]
    if len(found) != (1 if black is None else 2):
        raise Refused(NOT_FREE)
    return found


def _plays(participant: Participant, number: int) -> None:
    """Forget that the player asked for a bye in this round, so that a new pairing includes them."""
    left = {each: letter for each, letter in (participant.absences or {}).items() if each != str(number)}
    participant.absences = left or None
    participant.save(update_fields=["absences"])
