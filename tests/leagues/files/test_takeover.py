"""A running season out of another system: what is stored, what is refused, and tables that are compared."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.background import worker
from federation.models import Job
from leagues import tasks
from leagues.errors import Refused
from leagues.files import comparison, season_files, storing, takeover
from leagues.models import Board, Leg, Match, Ruling, Team
from leagues.rules.consequences import Effect
from leagues.rulings.rule import rule
from leagues.standings.series_standings import table_of
from leagues.to_rating.hand_over import hand_over
from tests import cast
from tests.leagues import scene
from tests.leagues.scene import Scene
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db
HEADER = "series;round;date;home;away;board;home_number;away_number;played;home_club;away_club"


@pytest.fixture
def season() -> Scene:
    return scene.started()


def table(*lines: str) -> bytes:
    return "\n".join([HEADER, *lines]).encode()


def forget(season: Scene) -> None:
    """Bring the season back to the time before its first round."""
    Ruling.objects.all().delete()
    Board.objects.all().delete()
    Match.objects.update(state=Match.State.PLANNED, revealed_at=None, ruled_home=None, ruled_away=None)


def handed_over() -> Job:
    """Run the job that hands over what was taken over."""
    return worker.run(Job.objects.filter(kind="hand_over_legs").latest("created_at").pk)


def points(season: Scene) -> list[tuple[int, int, int]]:
    return [(row.team, row.match_points, row.points) for row in table_of(season.series).rows]


@pytest.mark.long
def test_what_the_site_writes_it_takes_over_with_the_same_tables(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    scene.closed(season, season.match(101, 301), "01", "+-")
    rule(match.pk, [Effect("board", "home", 1)], season.officer, "Sat too low")
    before, data = points(season), season_files.results(season.season)
    forget(season)
    found = storing.store(season.season, data, season.officer)
    assert (len(found.matches), found.boards, found.new_teams) == (2, 4, [])
    assert points(season) == before
    assert Match.objects.filter(state=Match.State.CLOSED).count() == 2
    with pytest.raises(Refused, match="correct them first"):
        storing.store(season.season, data, season.officer)


@pytest.mark.long
def test_games_of_rounds_that_were_rated_before_are_history_and_the_others_are_rated(season: Scene):
    for home, away in ((101, 201), (101, 301)):
        scene.closed(season, season.match(home, away), "10", "==")
    data = season_files.results(season.season)
    forget(season)
    Leg.objects.all().delete()
    Match.objects.update(leg=None)
    first = season.match(101, 201).round
    storing.store(season.season, data, season.officer, rated={first})
    handed_over()
    history = {leg.round: leg.tournament.unrated_history for leg in Leg.objects.select_related("tournament")}
    assert history == {first: True, season.match(101, 301).round: False}
    assert Tournament.objects.count() == 2


@pytest.mark.long
def test_a_match_that_closes_before_the_hand_over_is_rated_and_those_taken_over_are_history(season: Scene):
    first, second = season.match(101, 201), season.match(101, 301)
    scene.closed(season, first, "10", "==")
    data = season_files.results(season.season)
    forget(season)
    storing.store(season.season, data, season.officer, rated={first.round})
    Match.objects.filter(pk=second.pk).update(round=first.round, day=first.day)
    scene.closed(season, second, "01", "01")
    hand_over(season.series.pk, first.round, first.day)
    handed_over()
    history = {leg.tournament.unrated_history: set(leg.matches.all()) for leg in Leg.objects.all()}
    assert history == {True: {first}, False: {second}}


@pytest.mark.long
def test_a_hand_over_of_a_season_that_breaks_off_goes_on_where_it_was(season: Scene, monkeypatch: pytest.MonkeyPatch):
    for home, away in ((101, 201), (101, 301), (201, 301)):
        scene.closed(season, season.match(home, away), "10", "==")
    data = season_files.results(season.season)
    forget(season)
    storing.store(season.season, data, season.officer)
    with monkeypatch.context() as broken:
        broken.setattr(
            tasks, "hand_over", lambda _series, number, *_: hand_over(_series, number, *_) if number < 3 else 1 / 0
        )
        assert handed_over().state == "queued"
    assert (Leg.objects.count(), Pairing.objects.count()) == (2, 4)
    assert handed_over().state == "done"
    assert (Leg.objects.count(), Pairing.objects.count()) == (3, 6)
    assert Board.objects.exclude(pairing=None).values("pairing").distinct().count() == 6


@pytest.mark.long
def test_a_season_is_stored_in_the_same_queries_for_one_match_and_for_three(
    season: Scene, django_assert_max_num_queries: DjangoAssertNumQueries
):
    for home, away in ((101, 201), (101, 301), (201, 301)):
        scene.closed(season, season.match(home, away), "10", "==")
    season.officer.get_all_permissions()  # Django asks for them once
    header, *lines = season_files.results(season.season).decode().splitlines()
    asked = []
    for rows in (lines[:2], lines):
        forget(season)
        Match.objects.all().delete()
        sent = [header, *rows]
        with django_assert_max_num_queries(60) as queries:
            storing.store(season.season, "\n".join(sent).encode(), season.officer)
        asked.append(len(queries))
    assert asked == [15, 15]


def test_new_teams_come_with_their_clubs(season: Scene):
    line = "3A;9;2026-03-22;Tour 2;Cavalier 2;1;10001;10004;1-0;101;201"
    storing.store(season.season, table(line), season.officer)
    assert set(Team.objects.filter(name__endswith=" 2").values_list("name", "club__key", "rank")) == {
        ("Tour 2", 101, 2),
        ("Cavalier 2", 201, 2),
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("9Z;1;2026-03-22;A;B;1;10001;10004;1-0;101;201", "there is no series “9Z” in this season."),
        ("3A;x;2026-03-22;A;B;1;10001;10004;1-0;101;201", "round and board have to be numbers from 1 to 999."),
        ("3A;1;22 March;A;B;1;10001;10004;1-0;101;201", "the date “22 March” cannot be read; write it as 2026-10-04."),
        ("3A;1;2026-03-22;A;B;1;10001;10004;won;101;201", "the result “won” is not known."),
        ("3A;1;2026-03-22;A;B;1;99999;10004;1-0;101;201", "nobody has the member number 99999."),
        ("3A;1;2026-03-22;A;B;1;10001;10004;1-0;;201", "the team “A” is new: name its club in the column home_club."),
    ],
)
def test_a_line_that_cannot_be_understood_is_named_and_nothing_is_stored(season: Scene, line: str, said: str):
    _series, number, _date, _home, _away, board, *_rest = line.split(";")
    place = f"Line 2 (round {number}, board {board})"
    assert takeover.plan(season.season, table(line)).problems == [f"{place}: {said}"]
    with pytest.raises(Refused, match="correct them first"):
        storing.store(season.season, table(line), season.officer)
    assert not Board.objects.exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3A;0;2026-03-22;A;B;1;10001;10004;1-0;101;201", "round and board have to be numbers from 1 to 999."),
        ("3A;1;2026-03-22;A;B;70000;10001;10004;1-0;101;201", "round and board have to be numbers from 1 to 999."),
        ("3A;9;2027-03-22;A;B;1;10001;10004;1-0;101;201", "the date “2027-03-22” is outside the season."),
        ("3A;9;2026-03-22;A;A;1;10001;10004;1-0;101;101", "a match has two different teams."),
        ("3A;9;2026-03-22;A;B;1;10001;10001;1-0;101;201", "the player 10001 is in this match twice."),
    ],
)
def test_a_line_that_no_match_can_have_is_named(season: Scene, line: str, said: str):
    (problem,) = takeover.plan(season.season, table(line)).problems
    assert problem.partition(": ")[2] == said


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("3A;9;2026-03-22;A;B;1;10002;10005;1-0;101;201", "this board is in the table twice."),
        ("3A;9;2026-03-22;A;B;2;10001;10005;1-0;101;201", "the player 10001 is in this match twice."),
        ("3A;9;2026-03-23;A;B;2;10002;10005;1-0;101;201", "this match has another date in an earlier line."),
        (
            "3A;9;2026-03-22;B;A;2;10005;10002;1-0;201;101",
            "home and away are swapped in an earlier line of this match.",
        ),
        ("3A;9;2026-03-22;A;C;1;10002;10008;1-0;101;301", "A has another match in this round: A – B."),
    ],
)
def test_a_line_that_does_not_fit_with_an_earlier_one_is_named(season: Scene, second: str, said: str):
    first = "3A;9;2026-03-22;A;B;1;10001;10004;1-0;101;201"
    (problem,) = takeover.plan(season.season, table(first, second)).problems
    number, board = second.split(";")[1], second.split(";")[5]
    assert problem == f"Line 3 (round {number}, board {board}): {said}"
    with pytest.raises(Refused, match="correct them first"):
        storing.store(season.season, table(first, second), season.officer)
    assert not Team.objects.filter(name="A").exists()


@pytest.mark.parametrize(
    ("columns", "values", "said"),
    [
        ("white", "left", "White is “home” or “away”, not “left”."),
        ("home_strength", "strong", "the strength “strong” is not a number."),
        ("ruled_home;ruled_away", "2;0", "a ruled result is 0, 0.5 or 1 for each side, not “2 – 0”."),
        ("ruled_home;ruled_away", "1;", "a ruled result is 0, 0.5 or 1 for each side, not “1 – ”."),
    ],
)
def test_a_value_of_a_further_column_that_cannot_be_read_is_named(season: Scene, columns: str, values: str, said: str):
    line = f"3A;9;2026-03-22;A;B;1;10001;10004;1-0;101;201;{values}"
    data = f"{HEADER};{columns}\n{line}".encode()
    assert takeover.plan(season.season, data).problems == [f"Line 2 (round 9, board 1): {said}"]


def test_lines_that_end_early_are_named_and_not_taken_for_a_fault_of_the_site(season: Scene):
    (problem,) = takeover.plan(season.season, table("3A;1")).problems
    assert problem == "Line 2: round and board have to be numbers from 1 to 999."
    short = b"series,place,team,match_points,board_points\n3A,1\n"
    assert ("3A", "", "team") in {
        (each.series, each.team, each.what) for each in comparison.compare(season.season, short).differences
    }


def test_a_team_that_has_another_match_on_this_site_is_named(season: Scene):
    match = season.match(101, 201)
    free = next(team for team in season.series.teams.all() if team.pk not in {match.home_id, match.away_id})
    line = f"3A;{match.round};{match.day};{match.home};{free};1;10001;10008;1-0;;"
    (problem,) = takeover.plan(season.season, table(line)).problems
    assert f"{match.home} has another match in this round: " in problem


def test_home_and_away_of_a_planned_match_may_have_been_swapped(season: Scene):
    match = season.match(101, 201)
    line = f"3A;{match.round};{match.day};{match.away};{match.home};1;10004;10001;1-0;;"
    storing.store(season.season, table(line), season.officer)
    after = Match.objects.get(pk=match.pk)
    assert (after.home_id, after.away_id, after.state) == (match.away_id, match.home_id, Match.State.CLOSED)
    assert Match.objects.count() == 3


def test_only_who_runs_the_season_takes_it_over(season: Scene):
    with pytest.raises(Refused, match="may not act"):
        storing.store(season.season, table(), season.captains[101])


@pytest.mark.long
def test_tables_are_compared_to_the_half_point_and_the_place(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    home, away = match.home.name, match.away.name
    other = next(team.name for team in season.series.teams.all() if team.name not in {home, away})
    places = {row.team: row.place for row in table_of(season.series).rows}
    place = {team.name: places[team.pk] for team in season.series.teams.all()}
    rows = [f"3A,{place[home]},{home},2,1.5", f"3A,{place[away]},{away},0,½", f"3A,{place[other]},{other},0,0"]
    same = "\n".join(["series,place,team,match_points,board_points", *rows])
    assert comparison.compare(season.season, same.encode()).differences == []
    wrong = same.replace(f"{home},2,1.5", f"{home},2,2").replace(other, "Unknown")
    found = comparison.compare(season.season, wrong.encode()).differences
    assert {(each.team, each.what, each.theirs) for each in found} == {
        (home, "board_points", "2"),
        ("Unknown", "team", "Unknown"),
        (other, "team", "–"),
    }


@pytest.mark.long
def test_a_season_is_taken_over_and_compared_on_the_pages(client: Client, season: Scene):
    client.force_login(season.officer)
    office = "/en/league-office/interclubs-2025-26/"
    match = season.match(101, 201)
    line = f"3A;{match.round};{match.day};{match.home.name};{match.away.name};1;10001;10004;1-0;;"
    line = line.replace(";10001;", ";;")
    page = client.post(f"{office}take-over/", {"file": SimpleUploadedFile("a.csv", table(line))})
    assert "1 matches with 1 boards; 0 teams are new." in page.content.decode()
    said = f"Line 2 (round {match.round}, board 1): the member number in the column home_number is missing."
    assert page.context["plan"].never_rated([]) == [said]
    confirm = {"token": page.context["token"], "confirm": "yes"}
    answer = client.post(f"{office}take-over/", confirm)
    assert "1 games would never be rated: add the member numbers" in answer.content.decode()
    assert said in answer.content.decode()
    assert not Board.objects.exists()
    confirm["rated"] = str(match.round)
    answer = client.post(f"{office}take-over/", confirm, follow=True)
    assert "Matches imported: 1." in answer.content.decode()
    sent = {"file": SimpleUploadedFile("b.csv", b"series,place,team,match_points,board_points\n3A,1,Nobody,0,0\n")}
    assert "4 differences in 1 teams of 1 series" in client.post(f"{office}compare/", sent).content.decode()
    client.force_login(cast.stranger())
    assert client.get(f"{office}take-over/").status_code == 404
