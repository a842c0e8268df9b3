"""Files of a season: TRF that the site reads again, results, the whole season, player lists out of tables."""

from __future__ import annotations

import csv
import datetime as dt
import hashlib
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from federation.files.xlsx_writer import write
from leagues.errors import Refused
from leagues.files import player_list_file, season_files, series_report
from leagues.models import ListEntry, Season, Window
from leagues.rules.consequences import Effect
from leagues.rulings.rule import rule
from tests import cast
from tests.leagues import scene
from tests.leagues.scene import Scene
from tournaments.formats.trf import reader

pytestmark = pytest.mark.django_db
SEASON = "/en/interclubs/interclubs-2025-26/"
OCTOBER = dt.date(2025, 10, 1)


@pytest.fixture
def season() -> Scene:
    return scene.started()


@pytest.mark.long
@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_a_series_is_a_round_robin_of_teams_in_trf(season: Scene, edition: str):
    match = scene.closed(season, season.match(101, 201), "10", "+-")
    data = series_report.write(season.series, edition)
    assert b"Team: Round-Robin" in data
    (found,) = reader.read(data)
    assert (found.kind, len(found.players)) == ("team", 4)
    assert {player.team for player in found.players} == {match.home.name, match.away.name}
    letters = sorted(pairing.letters for pairing in found.pairings if pairing.black)
    assert letters in (["+-", "10"], ["-+", "10"])


@pytest.mark.long
def test_a_hidden_member_has_no_name_in_any_file(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    member = match.boards.get(number=1).home
    member.hidden = True
    member.save()
    for file in ("files/results.csv", "files/season.json", "3A/files/trf16.trf", "3A/files/trf26.trf"):
        answer = client.get(SEASON + file)
        assert answer.status_code == 200
        assert member.last_name not in answer.content.decode()
    assert client.get(f"{SEASON}files/other.txt").status_code == 404
    assert client.get(f"{SEASON}3A/files/other.txt").status_code == 404


@pytest.mark.long
def test_results_show_what_was_played_and_what_is_ruled(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    rule(match.pk, [Effect("board", "home", 1)], season.officer, "Sat too low")
    rows = list(csv.DictReader(io.StringIO(season_files.results(season.season).decode("utf-8-sig"))))
    assert [(row["played"], row["ruled_home"], row["ruled_away"]) for row in rows] == [("10", "0", "1"), ("10", "", "")]


@pytest.mark.long
def test_the_whole_season_has_a_checksum_over_all_the_rest(season: Scene, django_assert_num_queries: object):
    scene.closed(season, season.match(101, 201), "10", "10")
    scene.revealed(season, season.match(101, 301))
    with django_assert_num_queries(6):
        whole = json.loads(season_files.bundle(season.season))
    digest = whole.pop("sha256")
    text = json.dumps(whole, ensure_ascii=False, sort_keys=True, indent=1)
    assert digest == hashlib.sha256(text.encode()).hexdigest()
    assert (len(whole["teams"]), len(whole["matches"])) == (3, 3)
    assert [len(match["boards"]) for match in whole["matches"]].count(2) == 2


# ------------------------------------------------------------------------------------------------- player lists


def table(*rows: tuple[object, ...]) -> bytes:
    lines = ["number,strength,team,kind", *(",".join(map(str, row)) for row in rows)]
    return "\n".join(lines).encode()


def strengths(club: int, day: dt.date = OCTOBER) -> list[tuple[int, int | None]]:
    rows = ListEntry.objects.on(day).filter(club__key=club).order_by("position")
    return [(row.member.key, row.strength) for row in rows.select_related("member")]


def test_a_table_makes_the_list_and_leaves_what_was_before_with_its_last_day(season: Scene):
    team = season.series.teams.get(club__key=101)
    data = table((10003, 1500, team.name, ""), (10001, 1800, "", "own"), (10004, "", "", "guest"))
    season.season.stage = Season.Stage.ENTRIES
    found = player_list_file.store(season.season, cast.club(101), data, cast.secretary(101), OCTOBER)
    assert (len(found.added), len(found.changed), len(found.left)) == (1, 2, 1)
    assert strengths(101) == [(10003, 1500), (10001, 1800), (10004, None)]
    assert [member for member, _strength in strengths(101, dt.date(2025, 9, 30))] == [10001, 10002, 10003]
    again = player_list_file.plan(
        season.season, cast.club(101), player_list_file.as_table(season.season, cast.club(101))
    )
    assert again.is_empty


def test_a_workbook_is_read_like_a_table(season: Scene):
    data = write("List", ("Matricule", "Force"), [(10002, 10001), (1650, 1800)])
    found = player_list_file.plan(season.season, cast.club(101), data)
    assert [(row.member.key, row.strength) for row in found.rows] == [(10002, 1650), (10001, 1800)]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("9" * 40, 1500, "", ""), f"nobody has the member number {'9' * 40}."),
        ((10003, 1500, "", ""), "10003 is in the table twice."),
        ((99999, 1500, "", ""), "nobody has the member number 99999."),
        ((10001, "strong", "", ""), "the strength “strong” is not a number."),
        ((10001, 1500, "Elsewhere 9", ""), "the club has no team “Elsewhere 9” in this season."),
        ((10001, 1500, "", "friend"), "the kind is “own”, “loan” or “guest”, not “friend”."),
    ],
)
def test_a_line_that_cannot_be_understood_is_named_and_nothing_is_stored(season: Scene, row: tuple, said: str):
    data, before = table((10003, 1500, "", ""), row), strengths(101)
    found = player_list_file.plan(season.season, cast.club(101), data)
    assert found.problems == [f"Line 3: {said}"]
    with pytest.raises(Refused, match="correct them first"):
        player_list_file.store(season.season, cast.club(101), data, season.officer)
    assert strengths(101) == before


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "No file was chosen: choose one."),
        ({"file": SimpleUploadedFile("list.csv", b"\n")}, "The file is empty. Send a table with a line of headings"),
        ({"file": SimpleUploadedFile("list.csv", b"number\n")}, "a header but no rows. Add rows below it"),
        ({"file": SimpleUploadedFile("list.xlsx", b"PK\x03\x04")}, "This is not a readable spreadsheet."),
        ({"file": SimpleUploadedFile("list.csv", b"name,strength\nA,1500")}, "needs a column with member numbers"),
        ({"token": "gone", "confirm": "yes"}, "Choose the file again"),
    ],
)
def test_a_file_that_holds_no_list_is_refused(client: Client, season: Scene, sent: dict, said: str):
    client.force_login(season.officer)
    before = strengths(101)
    answer = client.post("/en/captain/clubs/interclubs-2025-26/101/import/", sent)
    assert said in answer.content.decode()
    assert strengths(101) == before


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"teams": 0}, "Ensure this value is greater than or equal to 1."),
        ({"teams": "two"}, "Enter a whole number."),
        ({"division": 9**20}, "Select a valid choice."),
        ({"wishes": "x" * 301}, "at most 300 characters"),
    ],
)
def test_a_wrong_entry_is_shown_again_and_not_stored(client: Client, season: Scene, changes: dict, said: str):
    client.force_login(season.officer)
    sent = {"division": season.series.division_id, "teams": 2, "wishes": ""} | changes
    answer = client.post("/en/captain/clubs/interclubs-2025-26/101/enter/", sent)
    assert said in answer.content.decode()
    assert not season.season.entries.exists()


def test_clubs_change_their_lists_in_a_window_and_the_officer_at_any_time(season: Scene):
    Window.objects.create(season=season.season, start=dt.date(2025, 11, 1), end=dt.date(2025, 11, 15))
    data, club = table((10001, 1800, "", "")), cast.club(101)
    secretary = cast.secretary(101)
    with pytest.raises(Refused, match="no window for changes is open"):
        player_list_file.store(season.season, club, data, secretary, OCTOBER)
    player_list_file.store(season.season, club, data, secretary, dt.date(2025, 11, 2))
    player_list_file.store(season.season, club, data, season.officer, dt.date(2026, 1, 2))
    with pytest.raises(Refused, match="may not change"):
        player_list_file.store(season.season, club, data, cast.secretary(201), dt.date(2025, 11, 2))


@pytest.mark.long
def test_a_secretary_enters_teams_and_sends_a_list_on_the_page_of_the_club(client: Client, season: Scene):
    Season.objects.update(stage=Season.Stage.ENTRIES)
    client.force_login(cast.secretary(101))
    address = "/en/captain/clubs/interclubs-2025-26/101/"
    assert "Entries and player list of" in client.get("/en/captain/").content.decode()
    sent = {"division": season.series.division_id, "teams": 2, "wishes": "One series"}
    assert "The entry was sent." in client.post(f"{address}enter/", sent, follow=True).content.decode()
    file = SimpleUploadedFile("list.csv", table((10002, 1650, "", ""), (10001, 1800, "", "")))
    page = client.post(f"{address}import/", {"file": file})
    assert "Players in the table: 2. New: 0, changed: 2, leaving the list: 1." in page.content.decode()
    confirm = {"token": page.context["token"], "confirm": "yes"}
    assert "The player list was imported." in client.post(f"{address}import/", confirm, follow=True).content.decode()
    assert [member for member, _strength in strengths(101, dt.date(2026, 12, 1))] == [10002, 10001]
    assert "Players added to the list: 0." in client.post(f"{address}propose/", follow=True).content.decode()
    client.force_login(cast.secretary(201))
    assert client.get(address).status_code == 404


def test_the_page_of_a_club_takes_the_same_queries_for_one_player_and_for_three(
    client: Client, season: Scene, django_assert_max_num_queries: object
):
    client.force_login(cast.secretary(101))
    counts = []
    for _time in range(2):
        with django_assert_max_num_queries(18) as asked:
            client.get("/en/captain/clubs/interclubs-2025-26/101/")
        counts.append(len(asked))
        ListEntry.objects.filter(club__key=101).exclude(member__key=10001).delete()
    assert len(set(counts)) == 1
