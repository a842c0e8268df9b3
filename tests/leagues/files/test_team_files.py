"""Files of pairing programs for a season: the report of a round to the rating office, and series taken over."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from leagues.errors import Refused
from leagues.files import belgian_report, comparison, series_report, storing, takeover, team_files
from leagues.models import Match, Team
from leagues.standings.series_standings import table_of
from tests.leagues import scene
from tests.leagues.files.test_takeover import forget, points
from tests.leagues.scene import Scene
from tournaments.formats.swar import elo_report

pytestmark = pytest.mark.django_db
OFFICE = "/en/league-office/interclubs-2025-26/"


@pytest.fixture
def season() -> Scene:
    return scene.started()


@pytest.mark.long
def test_a_round_is_reported_with_its_games_and_a_checksum(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "+-")
    data = belgian_report.write(season.season, match.round)
    (found,) = elo_report.read(data)
    assert [problem.code for problem in found.problems] == []
    assert [len(player.matricule) for player in found.players] == [5] * 4
    games = [pairing for pairing in found.pairings if pairing.black]
    assert ([each.letters for each in games], found.start, found.rounds) == (["10"], match.day, 1)
    client.force_login(season.officer)
    answer = client.get(f"{OFFICE}rounds/{match.round}/report/")
    assert answer.content == data
    name = f"{match.day.month}{match.day.day:02}INT0{match.round}a.998"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert client.get(f"{OFFICE}rounds/9/report/").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_a_series_in_trf_is_taken_over_with_the_same_table(season: Scene, edition: str):
    scene.closed(season, season.match(101, 201), "10", "==")
    scene.closed(season, season.match(101, 301), "01", "+-")
    before, data = points(season), series_report.write(season.series, edition)
    boards = seats(season)
    forget(season)
    table = team_files.as_table(season.series, "3A.trf", data)
    found = storing.store(season.season, table, season.officer)
    assert (len(found.matches), found.boards, found.new_teams) == (2, 4, [])
    assert (points(season), seats(season)) == (before, boards)
    assert table_of(season.series).rounds_played == max(match.round for match in Match.objects.filter(state="closed"))


def seats(season: Scene) -> list[tuple[object, ...]]:
    rows = season.series.matches.exclude(revealed_at=None).order_by("pk", "boards__number")
    return list(rows.values_list("pk", "day", "boards__number", "boards__home", "boards__away", "boards__played"))


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"nothing that a program writes", "This file cannot be read"), (b"012 Open\n001    1      A\n", "no team")],
)
def test_a_file_without_teams_is_refused(client: Client, season: Scene, data: bytes, said: str):
    with pytest.raises(Refused, match=said):
        team_files.as_table(season.series, "a.trf", data)


@pytest.mark.long
def test_a_series_out_of_a_pairing_program_is_shown_before_it_is_taken_over(client: Client, season: Scene):
    scene.closed(season, season.match(101, 201), "10", "==")
    file = SimpleUploadedFile("3A.trf", series_report.write(season.series, "trf26"))
    forget(season)
    client.force_login(season.officer)
    page = client.post(f"{OFFICE}take-over/", {"file": file, "series": season.series.pk})
    assert "1 matches with 2 boards; 0 teams are new." in page.content.decode()
    sent = {"token": page.context["token"], "series": page.context["chosen"], "name": "3A.trf", "confirm": "yes"}
    assert "Matches imported: 1." in client.post(f"{OFFICE}take-over/", sent, follow=True).content.decode()


@pytest.mark.long
@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_tables_are_compared_with_the_file_of_a_pairing_program(client: Client, season: Scene, edition: str):
    scene.closed(season, season.match(101, 201), "10", "==")
    match = scene.closed(season, season.match(101, 301), "01", "+-")
    Team.objects.filter(pk=match.home_id).update(name="A team with a name that is longer than thirty-two letters")
    data = series_report.write(season.series, edition)
    table = team_files.as_standings(season.series, "3A.trf", data)
    assert comparison.compare(season.season, table).differences == []
    match.boards.filter(number=1).update(played="10")
    found = comparison.compare(season.season, table).differences
    now = table_of(season.series)
    assert {(each.team, each.what) for each in found if each.what != "place"} == {
        (now.teams[team].name, what)
        for team in (match.home_id, match.away_id)
        for what in ("match_points", "board_points")
    }
    assert {each.what for each in found} == {"match_points", "board_points", *(["place"] if edition == "trf26" else [])}
    client.force_login(season.officer)
    sent = {"file": SimpleUploadedFile("3A.trf", data), "series": season.series.pk}
    page = client.post(f"{OFFICE}compare/", sent)
    assert page.context["found"].differences == found


@pytest.mark.long
def test_a_series_is_taken_over_whatever_the_file_keeps_of_the_names_of_its_teams(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    Team.objects.filter(pk=match.home_id).update(name="A team with a name that is longer than thirty-two letters")
    data = series_report.write(season.series, "trf26")
    forget(season)
    found = takeover.plan(season.season, team_files.as_table(season.series, "3A.trf", data))
    assert (found.problems, found.new_teams, len(found.matches)) == ([], [], 1)
