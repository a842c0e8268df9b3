"""Entries, absences and withdrawals, and what each of them refuses."""

from __future__ import annotations

import pytest
from django.utils import timezone

from federation.models import Club
from tests import cast
from tests.at_once import at_once
from tests.tournaments import played
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import MatchedBy, Participant, Stage, Tournament
from tournaments.on_site import next_round, results, tournament
from tournaments.public import downloads
from tournaments.review import edits
from tournaments.review.problems import problems
from tournaments.standings import ranking
from tournaments.standings.individual import standings
from tournaments.standings.report import Audience

pytestmark = pytest.mark.django_db


def refused(verb, *arguments) -> str:
    with pytest.raises(Refused) as found:
        verb(*arguments)
    return found.value.sentence


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_clicks_make_one_tournament():
    club = cast.club()
    made = at_once(Club.objects.filter(pk=club.pk), *[lambda: played.tournament(club=club)] * 3)
    assert made == [Tournament.objects.get()] * 3
    other = played.tournament(club=club, name="Another Evening")
    assert other != made[0]
    assert played.tournament(1, club=club) == made[0]
    assert played.tournament(club=club) not in {made[0], other}  # somebody plays there already


def test_the_same_is_begun_again_later():
    first = played.tournament()
    Tournament.objects.update(created_at=timezone.now() - tournament.DOUBLE_CLICK)
    assert played.tournament() != first


def test_a_member_joins_like_a_player_of_a_file():
    made = played.tournament()
    who = tournament.add_member(made, cast.member(10001), 1850)
    assert (who.number, str(who), who.file_matricule, who.file_rating) == (1, "Aerts, Anna", "10001", 1850)
    assert (who.matched_by, who.certainty, who.outsider) == (MatchedBy.MATRICULE, 100, False)


def test_members_of_the_club_join_together_and_nobody_twice():
    made = played.tournament()
    tournament.add_member(made, cast.member(10002), 1700)
    joined = tournament.add_members(made, [cast.member(10001), cast.member(10002), cast.member(10003)])
    assert [(who.number, who.file_matricule) for who in joined] == [(2, "10001"), (3, "10003")]
    assert list(made.participants.values_list("number", "file_rating")) == [(1, 1700), (2, None), (3, None)]


def test_no_more_join_together_than_can_be_paired(monkeypatch):
    made = played.tournament()
    monkeypatch.setattr("tournaments.on_site.pairing_engine.PLAYERS", 2)
    assert "2" in refused(tournament.add_members, made, [cast.member(10001), cast.member(10002), cast.member(10003)])
    assert not made.participants.exists()


def test_ticked_members_who_already_play_are_skipped(monkeypatch):
    made = played.tournament(2)
    monkeypatch.setattr("tournaments.on_site.pairing_engine.PLAYERS", 3)
    [joined] = tournament.add_members(made, [cast.member(number) for number in (10001, 10002, 10003)])
    assert joined.member == cast.member(10003)


@pytest.mark.long
def test_entered_members_are_marked_in_the_search():
    made = played.tournament(2)
    played.field(made, 1)
    next_round.store(next_round.plan(made, 1))
    played.play(made, 1)
    assert [finding.code for finding in problems(Tournament.objects.get(pk=made.pk))] == []


def test_nobody_joins_twice():
    made = played.tournament(1)
    assert (
        refused(tournament.add_member, made, cast.member(10001), None) == "Aerts, Anna is in this tournament already."
    )
    tournament.add_outsider(made, "Guest", "Gus", None)
    assert refused(tournament.add_outsider, made, "Guest", "Gus", 1500) == "Guest, Gus is in this tournament already."
    assert refused(tournament.add_outsider, made, " guest", "Güs", None) == "guest, Güs is in this tournament already."


def test_a_paired_player_can_withdraw_but_not_be_removed():
    made = played.tournament(4)
    tournament.remove(played.somebody(made, 4))
    played.pair(made, 1)
    sentence = "%s has already been paired: withdraw the player instead of removing them."
    assert refused(tournament.remove, played.somebody(made, 1)) == sentence % "Aerts, Anna"
    free = made.pairings.get(black=None).white
    assert refused(tournament.remove, free) == sentence % free


def test_a_bye_is_asked_for_a_round_to_come_and_undone():
    made = played.tournament(4)
    who = played.somebody(made, 2)
    tournament.ask_bye(who, 2, Result.HALF_BYE)
    assert who.absences == {"2": "H"}
    tournament.ask_bye(who, 2, None)
    assert who.absences is None
    played.pair(made, 1)
    for number in (0, 1, 4):
        assert refused(tournament.ask_bye, who, number, Result.HALF_BYE) == (
            f"Round {number} is paired already or does not exist."
        )


@pytest.mark.long
def test_a_returning_player_plays_only_later_rounds():
    made = played.tournament(4)
    who = played.somebody(made, 2)
    tournament.withdraw(who)
    assert (who.absences, tournament.is_withdrawn(who, 0, 3)) == ({"1": "Z", "2": "Z", "3": "Z"}, True)
    played.pair(made, 1)
    played.play(made, 1)
    tournament.come_back(who)
    assert (who.absences, tournament.is_withdrawn(who, 1, 3)) == ({"1": "Z"}, False)


def test_a_withdrawal_from_a_round_robin_gives_forfeits_that_can_be_undone():
    made = played.tournament(3, kind=next_round.ROUND_ROBIN, rounds=0)
    played.pair(made, 1)  # 2-3, 1-2, 3-1
    who = played.somebody(made, 1)
    assert refused(tournament.ask_bye, who, 2, Result.HALF_BYE) == tournament.NO_HALF_POINT
    tournament.withdraw(who)
    letters = list(made.pairings.filter(black__isnull=False).order_by("round").values_list("white_result", flat=True))
    assert (letters, tournament.is_withdrawn(who, 3, 3)) == (["*", "-", "+"], True)
    tournament.come_back(who)
    assert set(made.pairings.filter(black__isnull=False).values_list("white_result", "black_result")) == {("*", "*")}
    assert not tournament.is_withdrawn(who, 3, 3)


def test_a_member_joins_with_their_title():
    made = played.tournament()
    member = cast.member(10002)
    member.title = "FM"
    assert tournament.add_member(made, member, None).file_title == "FM"


@pytest.mark.long
def test_a_late_entry_may_get_half_points_for_missed_rounds():
    made = played.tournament(4)
    played.pair(made, 1)
    played.play(made, 1)
    late = tournament.add_member(made, cast.member(10009), 1500, half_points=True)
    later = tournament.add_outsider(made, "Guest", "", 1400)
    assert list(late.white_pairings.values_list("round", "white_result", "black")) == [(1, "H", None)]
    assert not later.white_pairings.exists()
    played.pair(made, 2)
    rows = {row.participant.pk: row.points for row in standings(made).rows}
    assert (rows[late.pk], rows[later.pk]) == (0.5, 0.0)
    next_round.undo(made)
    tournament.remove(late)  # a bye for a round missed is no game
    assert made.pairings.count() == 2


def test_an_entry_before_the_first_round_gets_no_half_points():
    made = played.tournament(2)
    early = tournament.add_outsider(made, "Guest", "", None, half_points=True)
    assert (early.absences, made.pairings.count()) == (None, 0)


@pytest.mark.long
def test_a_round_that_is_paired_again_gives_the_half_point_again():
    made = played.tournament(4)
    played.pair(made, 1)
    late = tournament.add_outsider(made, "Guest", "", 1400, half_points=True)
    next_round.undo(made)
    played.pair(made, 1)
    assert list(late.white_pairings.values_list("round", "white_result")) == [(1, "H")]


def left_early(who: Participant) -> str:
    return f"{who} withdrew. Games with {who} do not count in the standings; those that were played are rated."


def leaver() -> tuple[Tournament, Participant]:
    """Return a round robin of five after two drawn rounds, and a player with one of four games played."""
    made = played.tournament(5, kind=next_round.ROUND_ROBIN, rounds=0)
    played.pair(made, 1)
    for number in (1, 2):
        played.play(made, number, *[played.DRAW] * 2)
    return made, made.pairings.get(round=1, black=None).white


def test_annulled_games_do_not_count_and_a_note_says_so():
    made, who = leaver()
    assert tournament.games_of(who) == (1, 4)
    tournament.annul(who)
    mine = made.pairings.filter(black__isnull=False)
    mine = [game.score for game in mine if who in {game.white, game.black}]
    assert sorted(mine) == ["½–½", "− / −", "− / −", "− / −"]
    found = standings(made)
    assert [(row.participant == who, row.rank) for row in found.rows][-1] == (True, 5)
    assert {row.points for row in found.rows if row.participant != who} == {0.5, 1.0}
    assert found.notes == [left_early(who)]
    tournament.come_back(who)
    assert tournament.games_of(who) == (1, 4)
    assert sorted(row.points for row in standings(made).rows) == [0.5, 0.5, 1.0, 1.0, 1.0]
    assert standings(made).notes == []
    assert made.pairings.filter(white_result="*").count() == 6


def test_stored_tie_breaks_leave_out_annulled_games():
    made, who = leaver()
    tournament.annul(who)
    fresh = standings(made)
    assert ranking.keep(made.pk)
    assert standings(Tournament.objects.get(pk=made.pk)) == fresh


def scores_of(made: Tournament, who: Participant, other: Participant) -> list[str]:
    """Return their games with each other, the result of the first player first."""
    games = made.pairings.filter(white__in=[who, other], black__in=[who, other])
    return [game.score if game.white == who else " ".join(reversed(game.score.split())) for game in games]


def test_a_returning_player_has_no_open_game_with_another_leaver():
    made = played.tournament(5, kind=next_round.ROUND_ROBIN, rounds=0)
    played.pair(made, 1)
    first, second, third = (played.somebody(made, number) for number in (1, 2, 3))
    for verb, expected in ((tournament.withdraw, ["+ / −"]), (tournament.annul, ["− / −"])):
        for who, leave in ((first, tournament.withdraw), (second, verb)):
            leave(who)
        tournament.come_back(first)
        assert scores_of(made, first, second) == expected
        assert scores_of(made, first, third) == ["*"]
        tournament.come_back(second)
        assert scores_of(made, first, second) == ["*"]


def test_a_withdrawal_can_be_changed_into_an_annulment():
    made = played.tournament(4, kind=next_round.ROUND_ROBIN, rounds=0)
    played.pair(made, 1)
    who, other = played.somebody(made, 1), played.somebody(made, 2)
    tournament.withdraw(who)
    tournament.annul(who)
    assert scores_of(made, who, other) == ["− / −"]
    tournament.come_back(who)
    assert scores_of(made, who, other) == ["*"]


def test_byes_that_two_phones_ask_for_are_both_kept():
    made = played.tournament(4)
    one, same = played.somebody(made, 1), played.somebody(made, 1)
    tournament.ask_bye(one, 1, Result.HALF_BYE)
    tournament.ask_bye(same, 2, Result.ZERO_BYE)
    assert played.somebody(made, 1).absences == {"1": "H", "2": "Z"}


@pytest.mark.parametrize(
    "verb", [tournament.withdraw, tournament.come_back, tournament.remove, lambda who: tournament.set_rating(who, 1500)]
)
def test_a_player_removed_meanwhile_gives_an_error(verb):
    made = played.tournament(4)
    who = played.somebody(made, 1)
    tournament.remove(played.somebody(made, 1))
    assert refused(verb, who) == "Aerts, Anna was removed from the list meanwhile."
    assert made.participants.count() == 3


def test_a_swiss_annuls_nothing():
    made = played.tournament(2)
    assert refused(tournament.annul, played.somebody(made, 1)) == ("In a Swiss, all games that were played count.")


def test_a_bye_has_no_result_and_letters_must_answer():
    made = played.tournament(3)
    played.pair(made, 1)
    bye, game = made.pairings.get(black=None), made.pairings.get(black__isnull=False)
    assert refused(results.enter_result, bye, *played.WIN) == edits.BYE
    assert refused(results.enter_result, game, Result.WIN, Result.WIN) == edits.RESULT_OF_TWO % {
        "white": 1,
        "black": 1,
    }


@pytest.mark.long
def test_an_arbiter_may_give_half_a_point_to_one_side_alone():
    made = played.tournament(4)
    played.pair(made, 1)
    played.play(made, 1, (Result.DRAW, Result.LOSS), (Result.LOSS, Result.DRAW))
    points = {row.participant.number: row.points for row in standings(made).rows}
    assert points == {1: 0.5, 2: 0.5, 3: 0, 4: 0}
    written = downloads.written(
        Tournament.objects.get(pk=made.pk), downloads.offers(made)["trf26.trf"], Audience.ANYONE
    )
    games = [line[91:99] for line in written.decode().splitlines() if line.startswith("001")]
    assert games == ["   3 w =", "   4 b =", "   1 b 0", "   2 w 0"]
    assert played.pair(made, 2) == [(2, 1), (3, 4)]


def test_a_board_whose_pairing_was_undone_takes_no_result():
    made = played.tournament(2)
    played.pair(made, 1)
    game = made.pairings.get()
    next_round.undo(made)
    assert refused(results.enter_result, game, *played.WIN) == ("The pairing of this board has meanwhile been undone.")


@pytest.mark.long
def test_a_swiss_that_ends_early_had_as_many_rounds_as_were_played():
    made = played.tournament(4, rounds=5)
    for number in (1, 2):
        played.pair(made, number)
        played.play(made, number)
    tournament.finish(made, cast.secretary())
    made.refresh_from_db()
    assert (made.stage, made.rounds) == (Stage.WITH_LEAGUE, 2)


@pytest.mark.long
def test_withdrawn_players_play_none_of_the_added_rounds():
    made = played.tournament(5, rounds=1)
    played.pair(made, 1)
    played.play(made, 1)
    tournament.set_rounds(made, 3)
    tournament.withdraw(played.somebody(made, 1))
    tournament.set_rounds(made, 4)
    assert played.somebody(made, 1).absences == {"2": "Z", "3": "Z", "4": "Z"}
    assert played.pair(made, 2)[-1] == (1, None)
    assert refused(tournament.set_rounds, made, 1) == (
        "Rounds are paired up to round 2: the number of rounds cannot be lower."
    )
    tournament.set_rounds(made, 2)
    made.refresh_from_db()
    assert made.rounds == 2


def test_the_players_say_how_many_rounds_a_round_robin_has():
    made = played.tournament(4, kind=next_round.ROUND_ROBIN, rounds=0)
    assert refused(tournament.set_rounds, made, 5) == "The pairings of a round robin are fixed by its table."


@pytest.mark.long
def test_games_without_a_result_keep_it_from_being_submitted():
    made = played.tournament(2, rounds=1)
    played.pair(made, 1)
    assert refused(tournament.finish, made, cast.secretary()).startswith("Games without a result: 1.")
