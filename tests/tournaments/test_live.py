"""tournaments/live.py: who joins, who cannot play when, and what each of it refuses."""

from __future__ import annotations

import pytest

from tests import cast
from tests.tournaments import played
from tournaments import live, next_round
from tournaments.formats.report import Result
from tournaments.models import MatchedBy, Tournament
from tournaments.problems import problems
from tournaments.sentences import Refused

pytestmark = pytest.mark.django_db


def refused(verb, *arguments) -> str:
    with pytest.raises(Refused) as found:
        verb(*arguments)
    return found.value.sentence


def test_a_member_joins_as_if_a_file_named_him():
    made = played.tournament()
    who = live.add_member(made, cast.member(10001), 1850)
    assert (who.number, str(who), who.file_matricule, who.file_rating) == (1, "Aerts, Anna", "10001", 1850)
    assert (who.matched_by, who.certainty, who.outsider) == (MatchedBy.MATRICULE, 100, False)


def test_whoever_joined_is_found_again_when_members_are_looked_for():
    made = played.tournament(2)
    played.field(made, 1)
    next_round.store(next_round.plan(made, 1))
    played.play(made, 1)
    assert [finding.code for finding in problems(Tournament.objects.get(pk=made.pk))] == []


def test_nobody_joins_twice():
    made = played.tournament(1)
    assert refused(live.add_member, made, cast.member(10001), None) == "Aerts, Anna is in this tournament already."
    live.add_outsider(made, "Guest", "Gus", None)
    assert refused(live.add_outsider, made, "Guest", "Gus", 1500) == "Guest, Gus is in this tournament already."


def test_who_is_paired_can_withdraw_and_not_be_removed():
    made = played.tournament(3)
    live.remove(played.somebody(made, 3))
    played.pair(made, 1)
    sentence = "Aerts, Anna is paired already: he can withdraw, but not be removed."
    assert refused(live.remove, played.somebody(made, 1)) == sentence


def test_a_bye_is_asked_for_a_round_to_come_and_taken_back():
    made = played.tournament(4)
    who = played.somebody(made, 2)
    live.ask_bye(who, 2, Result.HALF_BYE)
    assert who.absences == {"2": "H"}
    live.ask_bye(who, 2, None)
    assert who.absences is None
    played.pair(made, 1)
    for number in (0, 1, 4):
        assert refused(live.ask_bye, who, number, Result.HALF_BYE) == (
            f"Round {number} is paired already or does not exist."
        )


def test_who_withdraws_comes_back_into_later_rounds_alone():
    made = played.tournament(4)
    who = played.somebody(made, 2)
    live.withdraw(who)
    assert (who.absences, live.is_withdrawn(who, 0, 3)) == ({"1": "Z", "2": "Z", "3": "Z"}, True)
    played.pair(made, 1)
    played.play(made, 1)
    live.come_back(who)
    assert (who.absences, live.is_withdrawn(who, 1, 3)) == ({"1": "Z"}, False)


def test_a_round_robin_gives_forfeits_and_takes_them_back():
    made = played.tournament(3, kind=next_round.ROUND_ROBIN, rounds=0)
    played.pair(made, 1)  # 2-3, 1-2, 3-1
    who = played.somebody(made, 1)
    assert refused(live.ask_bye, who, 2, Result.HALF_BYE) == live.NO_HALF_POINT
    live.withdraw(who)
    letters = list(made.pairings.filter(black__isnull=False).order_by("round").values_list("white_result", flat=True))
    assert (letters, live.is_withdrawn(who, 3, 3)) == (["*", "-", "+"], True)
    live.come_back(who)
    assert set(made.pairings.filter(black__isnull=False).values_list("white_result", "black_result")) == {("*", "*")}
    assert not live.is_withdrawn(who, 3, 3)


def test_a_bye_has_no_result_and_letters_must_answer():
    made = played.tournament(3)
    played.pair(made, 1)
    bye, game = made.pairings.get(black=None), made.pairings.get(black__isnull=False)
    assert refused(live.enter_result, bye, *played.WIN) == "There is no opponent on this board."
    assert refused(live.enter_result, game, Result.WIN, Result.WIN) == (
        "1 and 1 cannot both be the result of one game."
    )


def test_a_board_whose_pairing_was_taken_back_takes_no_result():
    made = played.tournament(2)
    played.pair(made, 1)
    game = made.pairings.get()
    next_round.undo(made)
    assert refused(live.enter_result, game, *played.WIN) == "The pairing of this board was taken back meanwhile."


def test_games_without_a_result_keep_it_from_being_submitted():
    made = played.tournament(2, rounds=1)
    played.pair(made, 1)
    assert refused(live.finish, made, cast.secretary()).startswith("Games without a result: 1.")
