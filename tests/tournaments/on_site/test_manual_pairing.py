"""Changed seats, boards that are added and removed, rounds paired by hand alone."""

from __future__ import annotations

import pytest

from tests import cast
from tests.tournaments import played
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import Tournament
from tournaments.on_site import manual_pairing, next_round, results, tournament

pytestmark = pytest.mark.django_db


def ids_of(made: Tournament) -> dict[int, int]:
    """Return the ids of the participants by start number."""
    return dict(made.participants.values_list("number", "pk"))


def refusal(verb, *args: object) -> str:
    """Return the sentence of the refusal."""
    with pytest.raises(Refused) as refused:
        verb(*args)
    return refused.value.template


@pytest.mark.long
def test_seats_change_and_colours_and_the_bye():
    made = played.tournament(5)
    played.pair(made, 1)  # 1-3 4-2 5
    ids = {number: played.somebody(made, number).pk for number in range(1, 6)}
    manual_pairing.swap(made, 1, ids[1], ids[3])
    assert played.boards(made, 1) == [(3, 1), (4, 2), (5, None)]
    manual_pairing.swap(made, 1, ids[1], ids[5])
    assert played.boards(made, 1) == [(3, 5), (4, 2), (1, None)]


@pytest.mark.long
def test_seats_stay_where_a_result_is_in_or_a_player_is_absent():
    made = played.tournament(5)
    tournament.withdraw(played.somebody(made, 5))
    played.pair(made, 1)
    played.play(made, 1, played.WIN, (Result.PENDING, Result.PENDING))
    ids = {number: played.somebody(made, number).pk for number in range(1, 6)}
    for one, other, sentence in (
        (ids[1], ids[2], manual_pairing.SEAT_HAS_RESULT),
        (ids[2], ids[5], manual_pairing.NOT_OF_ROUND),
        (ids[2], ids[2], manual_pairing.NOT_OF_ROUND),
        (ids[2], 0, manual_pairing.NOT_OF_ROUND),
    ):
        with pytest.raises(Refused) as refused:
            manual_pairing.swap(made, 1, one, other)
        assert refused.value.template == sentence


@pytest.mark.long
def test_late_and_absent_players_can_be_seated():
    made = played.tournament(5)
    tournament.withdraw(played.somebody(made, 4))
    tournament.ask_bye(played.somebody(made, 5), 1, Result.HALF_BYE)
    assert played.pair(made, 1) == [(1, 2), (3, None), (4, None), (5, None)]
    tournament.set_day(made, 1, played.DAYS[0])
    late = tournament.add_member(made, cast.member(10009), None)
    ids = ids_of(made)
    manual_pairing.add_board(made, 1, ids[3], late.pk)
    manual_pairing.add_board(made, 1, ids[5], ids[4], played.WIN)
    assert played.boards(made, 1) == [(1, 2), (3, 6), (5, 4)]
    assert [game.score for game in made.pairings.order_by("board")] == ["*", "*", "1–0"]
    assert {game.date for game in made.pairings.all()} == {played.DAYS[0]}
    results.enter_result(made.pairings.get(board=3), Result.PENDING, Result.PENDING)
    next_round.undo(made)
    assert played.pair(made, 1) == [(1, 4), (5, 2), (3, 6)]  # they play, of 4 the rounds to come are as they were
    assert played.somebody(made, 4).absences == {"2": "Z", "3": "Z"}


def test_a_removed_board_is_the_next_one_to_be_filled():
    made = played.tournament(5)
    played.pair(made, 1)  # 1-3 4-2 5
    ids, first = ids_of(made), made.pairings.get(board=1)
    manual_pairing.remove_board(made, 1, first.pk)
    manual_pairing.remove_board(made, 1, made.pairings.get(board=None).pk)
    manual_pairing.add_board(made, 1, ids[1], ids[5])
    manual_pairing.add_board(made, 1, ids[3], None)
    assert played.boards(made, 1) == [(1, 5), (4, 2), (3, None)]
    assert refusal(manual_pairing.remove_board, made, 1, first.pk) == results.PAIRING_UNDONE
    played.play(made, 1)
    assert (
        refusal(manual_pairing.remove_board, made, 1, made.pairings.get(board=1).pk) == manual_pairing.SEAT_HAS_RESULT
    )


@pytest.mark.long
def test_a_player_with_a_game_gets_no_second_one():
    made = played.tournament(5)
    played.pair(made, 1)  # 1-3 4-2 5
    ids, other = ids_of(made), played.tournament(1).participants.get()
    for white, black in ((ids[5], ids[1]), (ids[1], None), (ids[5], ids[5]), (ids[5], other.pk), (0, None)):
        assert refusal(manual_pairing.add_board, made, 1, white, black) == manual_pairing.NOT_FREE
    assert refusal(manual_pairing.add_board, made, 2, ids[1], ids[2]) == next_round.RESULTS_MISSING
    assert refusal(manual_pairing.add_board, made, 0, ids[1], ids[2]) == next_round.ALL_PAIRED
    assert played.boards(made, 1) == [(1, 3), (4, 2), (5, None)]


@pytest.mark.long
def test_rounds_are_made_by_hand_and_the_next_one_is_paired_by_the_rules():
    made = played.tournament(6, rounds=4)
    tournament.ask_bye(played.somebody(made, 6), 2, Result.HALF_BYE)
    ids = ids_of(made)
    for number in (1, 2):  # the same two meet twice, two are free at once: on paper all may happen
        manual_pairing.add_board(made, number, ids[1], ids[2], played.WIN)
        manual_pairing.add_board(made, number, ids[3], None)
        manual_pairing.add_board(made, number, ids[4], None)
    assert played.boards(made, 2) == [(1, 2), (3, None), (4, None), (6, None)]
    found = {frozenset(pair) for pair in played.pair(made, 3)}
    assert len(found) == 3 and frozenset((1, 2)) not in found


def test_a_round_robin_keeps_its_pairs():
    made = played.tournament(3, kind=next_round.ROUND_ROBIN, rounds=0)
    played.pair(made, 1)
    ids, game = ids_of(made), made.pairings.first()
    for verb, *args in (
        (manual_pairing.swap, ids[1], ids[2]),
        (manual_pairing.add_board, ids[1], ids[2]),
        (manual_pairing.remove_board, game.pk),
    ):
        assert refusal(verb, made, 1, *args) == next_round.FIXED
