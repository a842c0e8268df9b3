"""manage.py import_tournament"""

import datetime as dt
import json
import zipfile

import pytest
from django.core.management import CommandError, call_command

from tests import cast
from tests.tournaments import events
from tests.tournaments.formats.belgium.files import checklist
from tests.tournaments.formats.sharly_chess.files import event as sharly_event
from tournaments import formats
from tournaments.management.commands import import_tournament
from tournaments.models import Pairing, Tournament, Upload
from tournaments.review.findings import KINDS

pytestmark = pytest.mark.django_db

UNMATCHED = KINDS["unmatched"].template % {"player": "77777"}


@pytest.fixture
def folder(tmp_path):
    """Return a folder with a good file, one that is blocked and one that is no tournament."""
    cast.everybody()
    (tmp_path / "good.csv").write_bytes(events.csv_file(events.report()))
    unknown = events.report(
        [events.player(1, 10001), events.player(2, 10002, matricule="77777")], [events.game(1, 1, 2)]
    )
    (tmp_path / "blocked.csv").write_bytes(events.csv_file(unknown))
    (tmp_path / "bad.csv").write_bytes(b"event,white,black,result\nCup,10001,10002,7-3\n")
    return tmp_path


def run(*arguments, capsys):
    """Return what the command prints."""
    capsys.readouterr()
    call_command("import_tournament", *map(str, arguments))
    return capsys.readouterr().out


def test_a_file_is_read_and_reported(folder, capsys):
    assert run(folder / "good.csv", "--club", "101", capsys=capsys) == (
        f"{folder}/good.csv (games_csv)\n"
        "  Tower Cup, 2026-03-14 - 2026-03-15: 4 participants (4 by matricule), 6 games, read\n"
    )
    assert Tournament.objects.get().club == cast.club()


def test_a_tournament_without_a_day_is_reported(folder, capsys):
    (folder / "undated.csv").write_bytes(b"event,white,black,result\nTower Cup,10001,10002,1-0\n")
    assert "  Tower Cup, no day: 2 participants" in run(folder / "undated.csv", capsys=capsys)


def test_a_day_that_is_years_ahead_is_refused_before_anything_is_read(folder, capsys):
    with pytest.raises(CommandError, match="is more than a year ahead: the games cannot count from then on."):
        run(folder / "good.csv", "--counts-from", "2226-07-01", capsys=capsys)
    assert not Upload.objects.exists()


def test_unblocked_tournaments_are_accepted(folder, capsys):
    assert ", accepted\n" in run(folder / "good.csv", "--accept", capsys=capsys)
    assert Tournament.objects.get().stage == "accepted"


def test_the_same_file_again_is_not_read_and_changes_nothing(folder, capsys, monkeypatch):
    run(folder / "good.csv", "--accept", capsys=capsys)
    before = list(Tournament.objects.values()), list(Pairing.objects.values())
    monkeypatch.setattr(formats, "read", pytest.fail)
    assert "received before" in run(folder / "good.csv", "--accept", capsys=capsys)
    assert before == (list(Tournament.objects.values()), list(Pairing.objects.values()))


def test_a_file_that_was_read_can_be_accepted_later(folder, capsys):
    run(folder / "good.csv", capsys=capsys)
    run(folder / "good.csv", "--accept", capsys=capsys)
    assert Tournament.objects.get().stage == "accepted"


def test_one_bad_file_does_not_stop_the_others(folder, capsys):
    files = [folder / name for name in ("bad.csv", "missing.csv", "blocked.csv", "good.csv")]
    with pytest.raises(CommandError) as error:
        run(*files, "--accept", capsys=capsys)
    assert str(error.value).splitlines() == [
        f"{folder}/bad.csv: The result 7-3 is not known. Wrong lines: 1. (line 2)",
        f"{folder}/missing.csv: No such file or directory",
        f"{folder}/blocked.csv: 1 of 1 tournaments were not accepted: Tower Cup",
    ]
    assert sorted(Tournament.objects.values_list("stage", flat=True)) == ["accepted", "read"]
    assert f"    blocks: {UNMATCHED}\n" in capsys.readouterr().out


@pytest.mark.parametrize("limit", ["TOGETHER", "BYTES_TOGETHER"])
def test_files_of_a_folder_are_taken_in_some_at_a_time(folder, capsys, monkeypatch, limit):
    monkeypatch.setattr(import_tournament, limit, 1)
    with pytest.raises(CommandError, match=r"bad\.csv: The result 7-3 is not known"):
        run(*(folder / name for name in ("good.csv", "bad.csv", "blocked.csv")), capsys=capsys)
    assert list(Upload.objects.order_by("pk").values_list("name", "state")) == [
        ("good.csv", "read"),
        ("bad.csv", "failed"),
        ("blocked.csv", "read"),
    ]


def test_files_that_cannot_be_stored_are_reported(folder, capsys, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "good.csv"  # no folder
    with pytest.raises(CommandError, match=r"^\S+/good\.csv: Not a directory\n\S+/blocked\.csv: Not a directory$"):
        run(folder / "good.csv", folder / "blocked.csv", capsys=capsys)
    assert not Upload.objects.exists()


def test_nothing_of_a_bad_file_is_left_but_its_sentence(folder, capsys):
    with pytest.raises(CommandError):
        run(folder / "bad.csv", capsys=capsys)
    assert (Upload.objects.get().state, Tournament.objects.count(), Pairing.objects.count()) == ("failed", 0, 0)


def test_an_unknown_club_is_an_error(folder, capsys):
    with pytest.raises(CommandError, match=r"^There is no club 999\.$"):
        run(folder / "good.csv", "--club", "999", capsys=capsys)
    assert not Upload.objects.exists()


PGN = """[Event "Tower Open"]
[Date "2026.03.14"]
[White "Aerts, Anna"]
[Black "Nowhere, Ann"]
[WhiteElo "1800"]
[BlackElo "2104"]
[Result "1-0"]

1-0
"""


def test_guests_of_a_pgn_file_are_not_members_if_the_operator_says_so(folder, capsys):
    (folder / "open.pgn").write_text(PGN)
    with pytest.raises(CommandError, match="1 of 1 tournaments were not accepted: Tower Open"):
        run(folder / "open.pgn", "--accept", capsys=capsys)
    run(folder / "open.pgn", "--guests", "--time-control", "standard", "--accept", capsys=capsys)
    tournament = Tournament.objects.get()
    assert tournament.stage == "accepted"
    assert [(each.file_name, each.outsider) for each in tournament.participants.order_by("number")] == [
        ("Aerts, Anna", True),
        ("Nowhere, Ann", True),
    ]


def test_the_time_control_is_said_of_files_that_state_none(folder, capsys):
    (folder / "silent.csv").write_bytes(events.csv_file(events.report(pace="")))
    with pytest.raises(CommandError, match="1 of 1 tournaments were not accepted: Tower Cup"):
        run(folder / "silent.csv", "--accept", capsys=capsys)
    run(folder / "silent.csv", folder / "good.csv", "--time-control", "blitz", capsys=capsys)
    paces = Tournament.objects.order_by("pk").values_list("pace", "open_points")
    assert list(paces) == [("blitz", None), ("standard", None)]


def test_a_damaged_event_of_sharly_chess_is_reported(folder, capsys):
    (folder / "cut.sce").write_bytes(sharly_event()[:5_000])
    with pytest.raises(CommandError, match="cut.sce: The file is cut off or damaged"):
        run(folder / "cut.sce", folder / "good.csv", capsys=capsys)
    assert Tournament.objects.count() == 1


def test_guests_are_only_those_without_a_number_in_the_file(folder, capsys):
    with pytest.raises(CommandError, match="1 of 1 tournaments were not accepted: Tower Cup"):
        run(folder / "blocked.csv", "--guests", "--accept", capsys=capsys)


def test_a_checklist_in_a_zip_is_accepted_with_its_guests(folder, capsys):
    with zipfile.ZipFile(folder / "CHCKLIST_202607.ZIP", "w", zipfile.ZIP_DEFLATED) as archive:
        guest = {"ADVERS": 0, "VAL_ADVERS": 2104, "ETRANGER": "Nowhere, Ann", "FILE_CH": "Open"}
        mirror = {"JOUEUR": 10002, "ADVERS": 10001, "RESULTAT": 0, "WH_BL": "B", "FILE_CH": "Cup"}
        archive.writestr("CHCKLIST.DBF", checklist(guest, {"FILE_CH": "Cup"}, mirror))
    told = run(folder / "CHCKLIST_202607.ZIP", "--accept", capsys=capsys)
    assert told.splitlines()[0] == f"{folder}/CHCKLIST_202607.ZIP/CHCKLIST.DBF (checklist)"
    assert Upload.objects.get().name == "CHCKLIST.DBF"
    assert [(each.name, each.stage) for each in Tournament.objects.order_by("position")] == [
        ("Open", "accepted"),
        ("Cup", "accepted"),
    ]


def test_a_damaged_zip_is_reported(folder, capsys):
    (folder / "cut.zip").write_bytes(b"PK\x03\x04" + bytes(40))
    with pytest.raises(CommandError, match=r"cut\.zip: The ZIP archive is damaged, or packed in an unusual way"):
        run(folder / "cut.zip", capsys=capsys)
    assert not Upload.objects.exists()


def test_old_games_count_from_a_day(folder, capsys):
    run(folder / "good.csv", "--accept", "--counts-from", "2026-07-01", capsys=capsys)
    assert Tournament.objects.get().counts_from == dt.date(2026, 7, 1)


def test_old_games_are_kept_as_history(folder, capsys):
    run(folder / "good.csv", "--accept", "--history", capsys=capsys)
    assert (Tournament.objects.get().unrated_history, Tournament.objects.get().stage) == (True, "accepted")


def test_json_holds_the_facts(folder, capsys):
    [facts] = json.loads(run(folder / "blocked.csv", "--json", capsys=capsys))
    [tournament] = facts.pop("tournaments")
    assert facts == {"file": f"{folder}/blocked.csv", "format": "games_csv", "new": True}
    assert tournament == {
        "id": Tournament.objects.get().pk,
        "name": "Tower Cup",
        "start": "2026-03-14",
        "end": "2026-03-15",
        "stage": "read",
        "participants": 2,
        "matched": {"matricule": 1, "not_found": 1},
        "games": 1,
        "findings": [{"code": "unmatched", "blocks": True, "text": UNMATCHED}],
    }


@pytest.mark.parametrize("count", [2, 60])
def test_the_number_of_queries_does_not_grow_with_the_file(tmp_path, capsys, count, django_assert_num_queries):
    cast.everybody()
    letters = ["10", "01", "==", "00"]
    reports = [
        events.report(
            pairings=[events.game(1 + number, 1, 2 + place, letters[number // 4**place % 4]) for place in range(3)],
            name=f"Cup {number}",
        )
        for number in range(count)
    ]
    (tmp_path / "many.csv").write_bytes(events.csv_file(*reports))
    with django_assert_num_queries(45):
        run(tmp_path / "many.csv", "--accept", capsys=capsys)
    assert Tournament.objects.accepted().count() == count
