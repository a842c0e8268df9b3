"""Several changes in one correction, and its undoing."""

from __future__ import annotations

import datetime as dt

import pytest

from tests import cast
from tests.tournaments import events
from tournaments.corrections.changes import DateOf, FactsOfEvent, MemberOf, PlayersOf, ResultOf, SwappedColours
from tournaments.corrections.correct import correct, correct_result, withdraw
from tournaments.corrections.reverse import reverse
from tournaments.corrections.text import correction_lines
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import Correction, CorrectionDecision, Pairing, Participant, Tournament
from tournaments.review import decisions

pytestmark = pytest.mark.django_db

WHY = "The arbiter wrote."


@pytest.fixture
def tournament() -> Tournament:
    """Return an accepted tournament."""
    made = events.tournament()
    decisions.accept(made, None)
    return made


def game(tournament: Tournament, round_: int = 1, board: int = 1) -> Pairing:
    return tournament.pairings.get(round=round_, board=board)


def player(tournament: Tournament, number: int) -> Participant:
    return tournament.participants.get(number=number)


def everything(tournament: Tournament) -> list:
    return [
        ResultOf(game(tournament), Result.DRAW, Result.DRAW),
        SwappedColours(game(tournament, 2)),
        DateOf(game(tournament, 3), events.DAY),
        MemberOf(player(tournament, 1), cast.member(10009)),
        FactsOfEvent({"city": "Aalst", "start": dt.date(2026, 3, 13), "unrated_history": True}),
    ]


def state(tournament: Tournament) -> list:
    """Everything that a correction can change."""
    facts = Tournament.objects.filter(pk=tournament.pk).values_list("city", "start", "unrated_history")
    games = tournament.pairings.order_by("pk").values_list("white", "black", "white_result", "black_result", "date")
    return [*facts, *games, *tournament.participants.order_by("pk").values_list("member")]


def test_several_changes_are_one_decision_with_one_reason_and_a_claim(tournament: Tournament) -> None:
    officer = cast.rating_officer()
    decision = correct(tournament, everything(tournament), officer, WHY, claim="2026-17")
    fields = ["result", "colours", "date", "member", "city", "start", "unrated_history"]
    assert list(decision.corrections.order_by("pk").values_list("field", flat=True)) == fields
    assert (decision.reason, decision.claim, decision.made_by) == (WHY, "2026-17", officer)
    assert set(Correction.objects.values_list("reason", "made_by")) == {(WHY, officer.pk)}


def test_one_change_that_cannot_be_refuses_all(tournament: Tournament) -> None:
    before = state(tournament)
    wrong = DateOf(game(tournament, 3), dt.date(1999, 1, 1))
    with pytest.raises(Refused, match="is outside the tournament"):
        correct(tournament, [*everything(tournament), wrong], None, WHY)
    assert state(tournament) == before
    assert not CorrectionDecision.objects.exists()


@pytest.mark.long
def test_a_correction_is_reversed_by_another_one_that_anyone_can_read(tournament: Tournament) -> None:
    before = state(tournament)
    decision = correct(tournament, everything(tournament), None, WHY)
    undone = reverse(decision, None, "The arbiter took it back.")
    assert state(tournament) == before
    assert (undone.reverses, undone.corrections.count()) == (decision, 7)
    assert {line.reason for line in correction_lines(tournament)} == {WHY, "The arbiter took it back."}
    with pytest.raises(Refused, match="was reversed already"):
        reverse(decision, None, WHY)
    reverse(undone, None, "It holds after all.")
    assert game(tournament).white_result == Result.DRAW


def test_what_was_corrected_again_since_is_not_reversed(tournament: Tournament) -> None:
    [first] = correct_result(game(tournament), Result.DRAW, Result.DRAW, None, WHY)
    correct_result(game(tournament), Result.LOSS, Result.WIN, None, WHY)
    with pytest.raises(Refused, match="“result” was corrected once more since"):
        reverse(first.decision, None, WHY)


def test_opponents_of_two_games_are_swapped_together_and_put_back(tournament: Tournament) -> None:
    first, second = game(tournament), game(tournament, 1, 2)
    before = state(tournament)
    changes = [
        PlayersOf(first, first.white, Participant.objects.get(pk=second.black_id)),
        PlayersOf(second, second.white, Participant.objects.get(pk=first.black_id)),
    ]
    with pytest.raises(Refused, match="Round 1: .* would play two games"):
        correct(tournament, changes[:1], None, WHY)
    assert state(tournament) == before
    decision = correct(tournament, changes, None, WHY)
    numbers = [(first.white.number, second.black.number), (second.white.number, first.black.number)]
    assert {game(tournament, 1, board).black.number for board in (1, 2)} == {black for _white, black in numbers}
    assert {line.what for line in correction_lines(tournament)} == {"players, by their numbers"}
    reverse(decision, None, "They had it right.")
    assert state(tournament) == before


def test_nobody_plays_against_themselves(tournament: Tournament) -> None:
    first = game(tournament)
    with pytest.raises(Refused, match="Round 1: nobody plays against themselves"):
        correct(tournament, [PlayersOf(first, first.white, first.white)], None, WHY)


def test_a_withdrawal_is_not_reversed_automatically(tournament: Tournament) -> None:
    [made] = withdraw(tournament, None, WHY)
    with pytest.raises(Refused, match="“stage” cannot be reversed automatically"):
        reverse(made.decision, None, WHY)
