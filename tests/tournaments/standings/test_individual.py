"""The order of players, the tie-breaks that decide it, and where it is kept."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from federation.models import Job
from tests import cast
from tests.tournaments import events
from tournaments.corrections import correct
from tournaments.formats.report import USUAL_POINTS, PointSystem, ReportedPairing, Result
from tournaments.models import ComputedTieBreaks, Stage, Tournament
from tournaments.review import decisions
from tournaments.standings import ranking, tie_breaks
from tournaments.standings.crosstables import crosstable
from tournaments.standings.individual import Row, standings
from tournaments.standings.sides import Played, half_points_of

pytestmark = pytest.mark.django_db

# Nobody meets everybody: 1 and 2 draw, 3 and 4 draw; then 1 beats 3 and 2 has a bye.
SWISS = (events.game(1, 1, 2, "=="), events.game(1, 3, 4, "=="), events.game(2, 1, 3, "10"), events.bye(2, 2))


def swiss(pairings: tuple[ReportedPairing, ...] = SWISS, **changes: object) -> Tournament:
    return events.tournament(pairings=pairings, rounds=2, kind="swiss", **changes)


def by_number(tournament: Tournament) -> dict[int, Row]:
    return {row.participant.number: row for row in standings(tournament).rows}


def order(tournament: Tournament) -> list[tuple[int, int]]:
    """Return rank and number of each line."""
    return [(row.rank, row.participant.number) for row in standings(tournament).rows]


def test_a_round_robin_by_hand() -> None:
    found = standings(events.tournament())
    assert [each.code for each in found.used] == ["DE", "SB", "KS", "WIN"]
    assert [(row.rank, row.participant.number, row.points, row.tie_breaks["SB"]) for row in found.rows] == [
        (1, 1, 3.0, 3.0),
        (2, 2, 1.5, 0.75),
        (2, 3, 1.5, 0.75),
        (4, 4, 0.0, 0.0),
    ]


def test_a_leaver_keeps_games_also_against_another_leaver() -> None:
    tournament = events.tournament()
    tournament.participants.filter(number__in=[3, 4]).update(annulled=True)
    assert {number: row.points for number, row in by_number(tournament).items()} == {1: 1, 2: 0, 3: 1.5, 4: 0}


def test_a_swiss_by_hand() -> None:
    """The bye counts as a draw against the own score; the absence of round 2 is what cut 1 leaves out."""
    found = standings(swiss())
    assert [each.code for each in found.used] == ["BH/C1", "BH", "SB", "DE", "WIN"]
    assert {row.participant.number: row.points for row in found.rows} == {1: 1.5, 2: 1.5, 3: 0.5, 4: 0.5}


def test_points_by_the_rules_of_the_event() -> None:
    """A win is 3 points, a draw 1, the bye of the pairing 2: 1 has a draw and a win, 2 a draw and the bye."""
    found = standings(swiss(point_system=PointSystem(3, 1, 0, 0, 2)))
    assert [(row.rank, row.participant.number, row.points) for row in found.rows] == [
        (1, 1, 4.0), (2, 2, 3.0), (3, 3, 1.0), (4, 4, 1.0),
    ]  # fmt: skip
    (note,) = found.notes
    assert note == (
        "Points by the rules of the event: 3 for a win, 1 for a draw, 0 for a loss, 0 for a forfeit or an "
        "absence, 2 for the pairing-allocated bye."
    )


def test_the_tie_breaks_chosen_here_come_before_those_of_the_file_and_the_usual_ones() -> None:
    tournament = swiss(tie_breaks=("WON", "XYZ", "PS"))
    assert [each.code for each in standings(tournament).used] == ["WON", "PS"]
    tournament.tie_break_order = ["BWG"]
    assert [each.code for each in standings(tournament).used] == ["BWG"]


def test_other_tie_breaks_are_calculated_and_empty_ones_left_out() -> None:
    rated = [events.player(number, 10000 + number, rating=1500) for number in range(1, 5)]
    others = {each.code for each in standings(events.tournament(*rated)).others}
    assert {"BH", "ARO", "TPR", "PS"} <= others
    assert others.isdisjoint({"DE", "SB", "KS", "WIN"})
    Tournament.objects.all().delete()
    assert {each.code for each in standings(events.tournament()).others} == others - {
        "ARO", "ARO/C1", "TPR", "PTP", "APRO",
    }  # fmt: skip


def test_byes_and_forfeits_are_points() -> None:
    pairings = [events.game(1, 1, 2, "+-"), events.bye(1, 3, "U"), events.bye(1, 4, "H"), events.bye(2, 1, "Z")]
    rows = by_number(events.tournament(pairings=pairings))
    assert {number: row.points for number, row in rows.items()} == {1: 1.0, 2: 0.0, 3: 1.0, 4: 0.5}


def test_unrated_games_count_for_the_standings() -> None:
    assert half_points_of([Played(1, 2, True, Result.UNRATED_WIN)], USUAL_POINTS) == 2


def test_points_that_the_file_claims_otherwise_are_marked() -> None:
    players = [events.player(1, 10001, points=3.0), events.player(2, 10002, points=3.0), *events.four()[2:]]
    rows = by_number(events.tournament(*players))
    assert {number: row.differs_from_file for number, row in rows.items()} == {1: False, 2: True, 3: False, 4: False}


def test_a_player_with_two_games_in_a_round_leaves_it_at_the_points() -> None:
    found = standings(swiss((*SWISS, events.game(2, 4, 1, "10"))))
    assert found.note == "Player 1 has two games in round 2: FIDE's tie-breaks allow only one."
    assert [(row.rank, row.participant.number) for row in found.rows] == [(1, 1), (1, 2), (1, 4), (4, 3)]
    assert found.used == []


def test_a_tournament_without_pairings_has_its_players() -> None:
    tournament = events.tournament()
    tournament.pairings.all().delete()
    assert [rank for rank, _ in order(tournament)] == [1, 1, 1, 1]
    assert standings(tournament).note == tie_breaks.NO_GAMES


def test_stored_and_direct_calculation_agree() -> None:
    tournament = swiss()
    fresh = standings(tournament)
    assert ranking.keep(tournament.pk)
    assert standings(Tournament.objects.get(pk=tournament.pk)) == fresh
    assert not ranking.keep(tournament.pk)


def test_stored_tie_breaks_are_used_unchanged() -> None:
    tournament = swiss()
    ranking.keep(tournament.pk)
    ComputedTieBreaks.objects.update(ranks={"1": 4, "2": 3, "3": 2, "4": 1})
    assert order(tournament) == [(1, 4), (2, 3), (3, 2), (4, 1)]


def test_another_result_makes_stored_tie_breaks_stale() -> None:
    tournament = swiss()
    ranking.keep(tournament.pk)
    ComputedTieBreaks.objects.update(ranks={"1": 4, "2": 3, "3": 2, "4": 1})
    Job.objects.all().delete()
    tournament.pairings.filter(round=2, black__number=3).update(white_result="0", black_result="1")
    assert order(tournament)[0] == (1, 2)
    assert Job.objects.get().arguments == {"tournaments": [tournament.pk]}  # calculated before the next visit


def test_a_large_field_waits_for_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "ON_THE_SPOT", 3)
    tournament = swiss()
    assert standings(tournament).note == ("The tie-breaks are being calculated; until then only the points decide.")
    assert order(tournament) == [(1, 1), (1, 2), (3, 3), (3, 4)]
    job = Job.objects.get(kind="tie_breaks")
    assert job.arguments == {"tournaments": [tournament.pk]}
    ranking.keep(tournament.pk)
    assert standings(Tournament.objects.get(pk=tournament.pk)).note == ""


def test_acceptance_and_corrections_queue_the_calculation() -> None:
    tournament = events.tournament()
    decisions.accept(tournament, None)
    assert Job.objects.filter(kind="tie_breaks", arguments={"tournaments": [tournament.pk]}).count() == 1
    Job.objects.update(state=Job.State.DONE)
    correct.correct_result(tournament.pairings.first(), Result.DRAW, Result.DRAW, cast.rating_officer(), "So.")
    assert Job.objects.filter(kind="tie_breaks", state=Job.State.QUEUED).count() == 1


def test_a_swiss_of_three_stays_one_when_everybody_has_met_everybody() -> None:
    """Each has a bye of the pairing, which stands in the table of rounds, and counts in Buchholz for the own score."""
    games = [events.game(1, 1, 2), events.game(2, 1, 3, "=="), events.game(3, 2, 3)]
    byes = [events.bye(1, 3), events.bye(2, 2), events.bye(3, 1)]
    tournament = events.tournament(*events.four()[:3], pairings=[*games, *byes], rounds=3, kind="swiss")
    table = crosstable(tournament)
    assert [each.code for each in table.standings.used] == ["BH/C1", "BH", "SB", "DE", "WIN"]
    # the bye counts for no more than a draw in each round: 1½
    assert {number: row.tie_breaks["BH"] for number, row in by_number(tournament).items()} == {1: 5, 2: 5.5, 3: 6}
    assert (table.is_round_robin, table.columns) == (False, [1, 2, 3])


def test_the_table_of_a_round_robin_has_a_column_for_each_line() -> None:
    table = crosstable(events.tournament())
    assert (table.is_round_robin, table.columns) == (True, [1, 2, 3, 4])
    assert [["".join(cell.symbol for cell in cells) for cells in row.cells] for row in table.rows] == [
        ["", "1", "1", "1"],
        ["0", "", "½", "1"],
        ["0", "½", "", "1"],
        ["0", "0", "0", ""],
    ]


def test_a_double_round_robin_has_both_games_in_a_cell() -> None:
    games = [events.game(1, 1, 2), events.game(2, 2, 3), events.game(3, 3, 1)]
    back = [events.game(each.round + 3, each.black, each.white, "==") for each in games]
    table = crosstable(events.tournament(*events.four()[:3], pairings=[*games, *back]))
    assert [[" ".join(cell.symbol for cell in cells) for cells in row.cells] for row in table.rows] == [
        ["", "1 ½", "0 ½"],
        ["0 ½", "", "1 ½"],
        ["1 ½", "0 ½", ""],
    ]


def test_the_table_of_a_swiss_has_a_column_for_each_round() -> None:
    pairings = [events.game(1, 1, 2), events.game(2, 2, 3, "=="), events.bye(2, 1), events.game(2, 4, 3, "**")]
    table = crosstable(events.tournament(pairings=pairings, rounds=3))
    assert (table.is_round_robin, table.columns) == (False, [1, 2, 3])
    shown = [
        [" ".join(f"{cell.symbol}{cell.opponent_line or ''}" for cell in cells) for cells in row.cells]
        for row in table.rows
    ]
    assert shown == [["12", "1", ""], ["01", "½3", ""], ["", "½2 *4", ""], ["", "*3", ""]]


@pytest.mark.parametrize("stage", list(Stage))
def test_two_queries_make_a_table(django_assert_num_queries: DjangoAssertNumQueries, stage: Stage) -> None:
    tournament = Tournament.objects.select_related("tie_breaks").get(pk=events.tournament().pk)
    tournament.stage = stage
    with django_assert_num_queries(2):
        crosstable(tournament)
