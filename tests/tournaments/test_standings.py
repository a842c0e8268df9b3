"""tournaments/standings.py"""

import pytest

from tests.tournaments import events
from tournaments.formats.report import Result
from tournaments.standings import Played, Score, crosstable, scores, standings

pytestmark = pytest.mark.django_db


def lines(tournament):
    """Rank, number and points, Buchholz, Sonneborn-Berger of each."""
    return [
        (row.rank, row.participant.number, row.points, row.buchholz, row.sonneborn_berger)
        for row in standings(tournament)
    ]


def test_a_round_robin_by_hand():
    assert lines(events.tournament()) == [
        (1, 1, 3.0, 3.0, 3.0),
        (2, 2, 1.5, 4.5, 0.75),
        (2, 3, 1.5, 4.5, 0.75),
        (4, 4, 0.0, 6.0, 0.0),
    ]


def test_byes_and_forfeits_are_points_but_no_games():
    pairings = [events.game(1, 1, 2, "+-"), events.bye(1, 3, "U"), events.bye(1, 4, "H"), events.bye(2, 1, "Z")]
    rows = {row.participant.number: row for row in standings(events.tournament(pairings=pairings))}
    assert {number: (row.points, row.played_points, row.score.games) for number, row in rows.items()} == {
        1: (1.0, 0.0, 0), 2: (0.0, 0.0, 0), 3: (1.0, 0.0, 0), 4: (0.5, 0.0, 0),
    }  # fmt: skip


def test_the_direct_encounter_parts_those_who_all_met():
    pairings = [
        events.game(1, 3, 1, "10"),
        events.game(2, 1, 4, "10"),
        events.game(2, 3, 2, "01"),
        events.game(3, 2, 4, "=="),
    ]
    assert [number for _, number, *_ in lines(events.tournament(pairings=pairings))] == [2, 3, 1, 4]


def test_the_direct_encounter_says_nothing_where_some_did_not_meet():
    seen = {
        1: [Played(1, 2, True, Result.WIN)],
        2: [Played(1, 1, False, Result.LOSS), Played(2, 3, True, Result.WIN)],
        3: [Played(2, 2, False, Result.LOSS), Played(3, 4, True, Result.WIN)],
        4: [Played(3, 3, False, Result.LOSS)],
    }
    assert {who: score.direct for who, score in scores(seen).items()} == {1: 0, 2: 0, 3: 0, 4: 0}


def test_unrated_games_count_for_the_standings():
    assert scores({1: [Played(1, 2, True, Result.UNRATED_WIN)], 2: [Played(1, 1, False, Result.UNRATED_LOSS)]})[
        1
    ] == Score(points=2, played_points=2, games=1, wins=1)


def test_points_that_the_file_claims_otherwise_are_marked():
    players = [events.player(1, 10001, points=3.0), events.player(2, 10002, points=3.0), *events.four()[2:]]
    rows = {row.participant.number: row.differs_from_file for row in standings(events.tournament(*players))}
    assert rows == {1: False, 2: True, 3: False, 4: False}


def test_the_table_of_a_round_robin_has_a_column_for_each_line():
    table = crosstable(events.tournament())
    assert (table.is_round_robin, table.columns) == (True, [1, 2, 3, 4])
    assert [["".join(cell.symbol for cell in cells) for cells in row.cells] for row in table.rows] == [
        ["", "1", "1", "1"],
        ["0", "", "½", "1"],
        ["0", "½", "", "1"],
        ["0", "0", "0", ""],
    ]


def test_the_table_of_a_swiss_has_a_column_for_each_round():
    pairings = [events.game(1, 1, 2), events.game(2, 2, 3, "=="), events.bye(2, 1), events.game(2, 4, 3, "**")]
    table = crosstable(events.tournament(pairings=pairings, rounds=3))
    assert (table.is_round_robin, table.columns) == (False, [1, 2, 3])
    shown = [
        [" ".join(f"{cell.symbol}{cell.opponent_line or ''}" for cell in cells) for cells in row.cells]
        for row in table.rows
    ]
    assert shown == [["12", "1", ""], ["01", "½3", ""], ["", "½2 *4", ""], ["", "*3", ""]]


def test_a_tournament_without_pairings_has_its_players():
    tournament = events.tournament()
    tournament.pairings.all().delete()
    assert [row.rank for row in standings(tournament)] == [1, 1, 1, 1]


@pytest.mark.parametrize("table", [standings, crosstable])
def test_two_queries_make_a_table(table, django_assert_num_queries):
    tournament = events.tournament()
    with django_assert_num_queries(2):
        table(tournament)
