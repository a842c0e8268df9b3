"""Legal rounds, the checker's verdict on them, and what prevents pairing."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import groupby

import pytest

from tests import cast
from tests.tournaments import played
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import Participant, Stage, Tournament
from tournaments.on_site import manual_pairing, next_round, pairing_engine, tournament

pytestmark = pytest.mark.django_db

BYE = Result.PAIRING_BYE
VARIED = (played.WIN, played.DRAW, played.LOSS, played.WIN, (Result.FORFEIT_WIN, Result.FORFEIT_LOSS), played.DRAW)


def test_the_first_round_pairs_the_upper_half_with_the_lower_by_rating(tmp_path):
    made = played.tournament(5)
    assert played.pair(made, 1) == [(1, 3), (4, 2), (5, None)]
    assert [str(who) for who in made.participants.order_by("number")][:2] == ["Aerts, Anna", "Baeten, Bram"]


@pytest.mark.long
def test_equal_ratings_are_ordered_by_title_then_name():
    made = played.tournament(4)
    titles = {"Aerts": "", "Baeten": "WFM", "Claes": "FM", "Dubois": "WGM"}
    for who in made.participants.all():
        who.file_title, who.file_rating = titles[who.file_last_name], 2000
        who.save()
    played.pair(made, 1)
    names = made.participants.order_by("number").values_list("file_last_name", flat=True)
    assert list(names) == ["Dubois", "Claes", "Baeten", "Aerts"]


def test_a_double_round_robin_meets_everybody_with_both_colours():
    made = played.tournament(4, kind=next_round.ROUND_ROBIN, rounds=0, cycles=2)
    played.pair(made, 1)
    made.refresh_from_db()
    met = Counter((game.white.number, game.black.number) for game in made.pairings.select_related("white", "black"))
    assert (made.rounds, len(met), set(met.values())) == (6, 12, {1})


@pytest.mark.long
def test_rounds_with_byes_forfeits_and_withdrawals_satisfy_the_checker(tmp_path):
    made = played.tournament(10, rounds=6)
    played.field(made, 3)
    tournament.ask_bye(played.somebody(made, 4), 2, Result.HALF_BYE)
    for number in range(1, 7):
        played.pair(made, number)
        games = made.pairings.filter(round=number, black__isnull=False).count()
        played.play(made, number, *VARIED[:games])
        if number == 3:
            tournament.withdraw(played.somebody(made, 2))
    games = list(made.pairings.filter(black__isnull=False))
    at_the_board = [frozenset((game.white_id, game.black_id)) for game in games if game.results[0].is_played]
    assert len(at_the_board) == len(set(at_the_board))
    colours: dict[int, str] = defaultdict(str)
    for game in games:
        if game.results[0].is_played:
            colours[game.white_id] += "w"
            colours[game.black_id] += "b"
    assert max(abs(each.count("w") - each.count("b")) for each in colours.values()) <= 2
    assert max(len(list(run)) for each in colours.values() for _, run in groupby(each)) <= 2
    byes = Counter(made.pairings.filter(white_result=BYE).values_list("white", flat=True))
    assert set(byes.values()) == {1}
    assert played.replayed(made, tmp_path) == dict.fromkeys(range(1, 7), True)


@pytest.mark.long
def test_the_checker_finds_a_pair_that_was_changed(tmp_path):
    made = played.tournament(6)
    played.pair(made, 1)
    manual_pairing.swap(made, 1, played.somebody(made, 1).pk, played.somebody(made, 2).pk)
    played.play(made, 1)
    assert played.replayed(made, tmp_path) == {1: False}


def test_the_colour_of_the_first_round_is_drawn_by_lot_and_kept():
    made = played.tournament(2, first_colour="")
    played.pair(made, 1)
    made.refresh_from_db()
    assert made.first_colour == {(1, 2): "w", (2, 1): "b"}[played.boards(made, 1)[0]]


@pytest.mark.long
def test_numbers_follow_ratings_for_three_rounds():
    made = played.tournament(4, rounds=5)
    for number in (1, 2, 3):
        if number < 3:
            played.pair(made, number)
            played.play(made, number)
        else:
            tournament.add_member(made, cast.member(10009), 2500)
            played.pair(made, number)
            assert str(played.somebody(made, 1)) == "Iserbyt, Ilse"
            played.play(made, number)
    tournament.add_member(made, cast.member(10010), 2600)
    played.pair(made, 4)
    assert str(played.somebody(made, 6)) == "Janssens, Jef"


@pytest.mark.long
def test_a_round_is_played_on_the_day_on_which_it_is_paired_if_the_tournament_is():
    made = played.tournament(2)
    played.pair(made, 1)
    assert made.pairings.get().date is None  # it was played in March
    today = next_round.timezone.localdate()
    now = played.tournament(2, start=today, end=today)
    played.pair(now, 1)
    assert now.pairings.get().date == today


def refusal(made: Tournament, number: int) -> str:
    with pytest.raises(Refused) as refused:
        next_round.plan(Tournament.objects.get(pk=made.pk), number)
    return refused.value.sentence


@pytest.mark.long
def test_a_round_that_cannot_be_paired_gives_one_sentence():
    assert refusal(played.tournament(1), 1) == "There are fewer than two players to pair."
    made = played.tournament(2, rounds=1)
    assert refusal(made, 2) == "All rounds are paired."
    played.pair(made, 1)
    assert refusal(made, 2) == "All rounds are paired."
    Tournament.objects.filter(pk=made.pk).update(rounds=2)
    assert refusal(made, 2) == "Games without a result: 1. Enter all results to go on."
    played.play(made, 1)
    assert refusal(made, 2) == pairing_engine.NO_PAIRING
    Tournament.objects.filter(pk=made.pk).update(stage=Stage.SUBMITTED)
    assert refusal(made, 2) == "This tournament is no longer being played."


def test_more_players_than_the_limit_are_not_paired(monkeypatch):
    monkeypatch.setattr(pairing_engine, "PLAYERS", 3)
    made = played.tournament(3)
    with pytest.raises(Refused, match="more than 3 players"):
        tournament.add_member(made, cast.member(10009), None)
    monkeypatch.setattr(pairing_engine, "PLAYERS", 2)
    assert refusal(made, 1) == "There are more than 2 players: too many to be paired on this site."


@pytest.mark.long
@pytest.mark.parametrize(
    ("limit", "value", "sentence"),
    [
        ("SECONDS", 0, pairing_engine.TOO_LONG),
        ("MEMORY", 20 * 2**20, pairing_engine.BROKE_DOWN),
    ],
)
def test_a_program_beyond_its_limits_is_one_sentence(monkeypatch, limit, value, sentence):
    monkeypatch.setattr(pairing_engine, limit, value)
    assert refusal(played.tournament(2), 1) == sentence


@pytest.mark.long
def test_an_illegal_pairing_of_the_program_is_refused(monkeypatch):
    made = played.tournament(4)
    played.pair(made, 1)
    played.play(made, 1)
    for wrong in ([(1, 3), (4, 2)], [(1, 2), (3, None)], [(1, None), (2, None), (3, 4)]):
        monkeypatch.setattr(pairing_engine, "pairs", lambda _facts, _number, wrong=wrong: wrong)
        assert refusal(made, 2) == next_round.ILLEGAL


@pytest.mark.long
def test_a_plan_is_not_stored_where_something_changed_meanwhile():
    made = played.tournament(4)
    changes = (
        lambda: tournament.set_rating(played.somebody(made, 4), 2700),
        lambda: tournament.add_member(made, cast.member(10009), None),
        lambda: tournament.withdraw(played.somebody(made, 1)),
        lambda: played.pair(made, 1),
    )
    for change in changes:
        plan = next_round.plan(Tournament.objects.get(pk=made.pk), 1)
        change()
        with pytest.raises(Refused, match="was changed while the round was being paired"):
            next_round.store(plan)
    assert next_round.plan(made, 1) is None  # paired already: nothing to do, as for a job that is run twice


@pytest.mark.long
def test_a_round_robin_is_drawn_whole_undone_whole_and_keeps_its_pairs():
    made = played.tournament(4, kind=next_round.ROUND_ROBIN, rounds=0)
    assert played.pair(made, 1) == [(1, 4), (2, 3)]
    made.refresh_from_db()
    assert (made.rounds, made.pairings.count()) == (3, 6)
    with pytest.raises(Refused, match="pairings of a round robin"):
        manual_pairing.swap(made, 1, *Participant.objects.values_list("pk", flat=True)[:2])
    next_round.undo(made)
    assert made.pairings.count() == 0
    for number in (4, 3):
        tournament.remove(played.somebody(made, number))
    played.pair(made, 1)
    made.refresh_from_db()
    assert (made.rounds, made.pairings.count()) == (1, 1)
    next_round.undo(made)
    with pytest.raises(Refused, match="No round is paired"):
        next_round.undo(made)


@pytest.mark.long
def test_lots_differ():
    orders = set()
    for _ in range(6):
        made = played.tournament(8, kind=next_round.ROUND_ROBIN, rounds=0)
        played.pair(made, 1)
        orders.add(tuple(made.participants.order_by("number").values_list("member__key", flat=True)))
    assert len(orders) > 1
