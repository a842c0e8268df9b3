"""Rounds that were paired by hand, compared with what the rules pair."""

from __future__ import annotations

import pytest

from federation.background import worker
from federation.models import Job
from tests import cast
from tests.pages import text
from tests.tournaments import played
from tests.tournaments.on_site.test_results import comments_in
from tournaments.models import ManualRound, Stage, Tournament
from tournaments.on_site import manual_pairing, next_round, results, rules_check
from tournaments.on_site import tournament as on_site
from tournaments.public.marks import marks_of
from tournaments.review import decisions

pytestmark = pytest.mark.django_db

DIFFERS = (
    "Round 1 was paired by hand: Baeten, Bram – Dubois, Didier; Evrard, Élodie – Aerts, Anna. "
    "The rules pair: Aerts, Anna – Dubois, Didier; Evrard, Élodie – Baeten, Bram."
)


def changed(players: int = 6) -> Tournament:
    """Return a tournament in whose first round numbers 1 and 2 were exchanged by hand."""
    made = played.tournament(players, rounds=2)
    played.pair(made, 1)
    manual_pairing.swap(made, 1, played.somebody(made, 1).pk, played.somebody(made, 2).pk)
    return made


def finished(made: Tournament, *rounds: int) -> None:
    """Play these rounds, end the tournament, and let the worker compare it."""
    for number in rounds:
        if number > 1:
            played.pair(made, number)
        played.play(made, number)
    on_site.finish(made, cast.secretary())
    worker.run(Job.objects.get(kind="compare_pairings").pk)
    made.refresh_from_db()


@pytest.mark.long
def test_a_round_paired_by_hand_is_marked_until_it_is_paired_again():
    made = changed()
    assert marks_of(made) == ["Round 1 was paired by hand. It has not been compared with the rules yet."]
    next_round.undo(made)
    assert marks_of(made) == []


def test_the_last_board_that_is_removed_takes_the_mark_along():
    made = played.tournament(2)
    played.pair(made, 1)
    manual_pairing.remove_board(made, 1, made.pairings.get().pk)
    assert marks_of(made) == []


@pytest.mark.long
def test_the_end_compares_rounds_by_hand_with_the_rules(client):
    made = changed()
    finished(made, 1, 2)
    assert marks_of(made) == [DIFFERS]
    assert comments_in(made, "trf26.trf") == ["### MPA @ Round 1: 1-4, 5-2 => 2-4, 5-1"]
    decisions.accept(made, cast.rating_officer())
    assert DIFFERS in text(client.get(Tournament.objects.get().page("tournament_rounds")))


@pytest.mark.long
def test_an_undone_swap_is_as_the_rules_pair():
    made = changed()
    manual_pairing.swap(made, 1, played.somebody(made, 1).pk, played.somebody(made, 2).pk)
    finished(made, 1)
    assert marks_of(made) == ["Round 1 was paired by hand, as the rules pair it."]
    assert comments_in(made, "trf26.trf") == []


@pytest.mark.long
def test_the_bye_and_a_second_meeting_are_compared_too():
    made = played.tournament(5, rounds=2)
    played.pair(made, 1)  # 1-3 4-2 5
    played.play(made, 1)
    ids = dict(made.participants.values_list("number", "pk"))
    for white, black in ((3, 1), (2, 4), (5, None)):
        manual_pairing.add_board(made, 2, ids[white], black and ids[black])
    played.play(made, 2)
    finished(made)
    [comment] = comments_in(made, "trf26.trf")
    assert comment.endswith("=> 2-4, 3-1, 5-0")


@pytest.mark.long
def test_a_tournament_without_rounds_by_hand_is_not_compared():
    made = played.tournament(4, rounds=1)
    played.pair(made, 1)
    played.play(made, 1)
    on_site.finish(made, cast.secretary())
    assert not Job.objects.filter(kind="compare_pairings").exists()


@pytest.mark.long
def test_what_was_found_of_other_results_is_not_stored():
    made = changed()
    played.play(made, 1)
    found = rules_check.compared(made)
    results.enter_result(made.pairings.get(round=1, board=1), *played.DRAW)
    rules_check.store(found)
    assert ManualRound.objects.get().rules is None
    assert made.stage == Stage.READ
