"""manage.py import_members and import_clubs"""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from federation.models import Affiliation, Club, Member
from tests.federation.imports.player_files import ANNA, player_list

pytestmark = pytest.mark.django_db
MEMBERS = "id,nom,prenom,club,shoe size\n20001,Aerts,Anna,101,38\n20002,Baeten,Bram,101,44\n"


def run(command: str, *arguments: object) -> str:
    output = io.StringIO()
    call_command(command, *map(str, arguments), stdout=output)
    return output.getvalue()


@pytest.fixture
def members(tmp_path: Path) -> Path:
    path = tmp_path / "members.csv"
    path.write_text(MEMBERS)
    return path


def test_the_command_reports_what_it_did(members):
    assert run("import_members", members, "--date", "2026-03-01") == (
        "members.csv: 2 new, 0 changed, 0 unchanged.\nUnused columns: shoe size.\n"
    )
    assert Member.objects.count() == 2


def test_the_command_writes_english(members):
    with translation.override("fr"):
        assert run("import_members", members).startswith("members.csv: 2 new,")
        members.write_text("id\n20003\n")
        with pytest.raises(CommandError, match="A new member needs a name"):
            run("import_members", members)


def test_the_date_is_the_day_of_the_list(members):
    run("import_members", members, "--date", "2020-03-01")
    assert {str(end) for end in Affiliation.objects.values_list("end", flat=True)} == {"2020-08-31"}


def test_json_has_the_facts_for_programs(members):
    assert json.loads(run("import_members", members, "--date", "2026-03-01", "--json")) == {
        "file": "members.csv",
        "new": 2,
        "changed": 0,
        "unchanged": 0,
        "date": "2026-03-01",
        "added": {"clubs": 1, "affiliations": 2, "licences": 0},
        "unknown_columns": ["shoe size"],
        "remarks": [],
    }


def test_check_changes_nothing(members):
    assert "2 new" in run("import_members", members, "--check")
    assert not Member.objects.exists()


def test_a_player_list_brings_its_day_and_its_remarks(tmp_path):
    path = tmp_path / "PLAYER_202107.DBF"
    path.write_bytes(player_list(ANNA, ANNA | {"MATRICULE": 20002}))
    assert run("import_members", path) == (
        "PLAYER_202107.DBF: 2 new, 0 changed, 0 unchanged.\nRemarks: 1.\n  Line 2, column fide_id: 20001 already "
        "has the FIDE ID 990001.\n"
    )
    assert {str(start) for start in Affiliation.objects.values_list("start", flat=True)} == {"2020-09-01"}


def test_wrong_rows_are_one_sentence_with_the_first_of_them(members):
    members.write_text("id,nom,birth_date\n" + "".join(f"{20001 + number},A,never\n" for number in range(7)))
    with pytest.raises(CommandError) as refusal:
        run("import_members", members)
    assert str(refusal.value) == (
        "members.csv: nothing was imported, problems: 7. "
        + " ".join(
            f"Line {line}, column birth_date: “never” is not a date; write it as 2001-12-31." for line in range(2, 7)
        )
        + " …"
    )
    assert not Member.objects.exists()


def test_a_file_that_cannot_be_read_is_one_sentence(members, tmp_path):
    members.write_bytes(b"")
    with pytest.raises(CommandError, match=r"^members\.csv: "):
        run("import_members", members)
    with pytest.raises(CommandError, match=r"nowhere\.csv: No such file or directory$"):
        run("import_members", tmp_path / "nowhere.csv")
    with pytest.raises(CommandError, match="'x' is no day; write YYYY-MM-DD"):
        run("import_members", members, "--date", "x")


def test_clubs_are_imported(tmp_path):
    path = tmp_path / "clubs.csv"
    path.write_text("number,name,league\n101,Tour,400\n")
    assert json.loads(run("import_clubs", path, "--json"))["added"] == {"leagues": 1}
    assert run("import_clubs", path) == "clubs.csv: 0 new, 0 changed, 1 unchanged.\n"
    path.write_text("number,name\n102,Pion\n")
    assert run("import_clubs", path, "--check") == "clubs.csv: 1 new, 0 changed, 0 unchanged.\n"
    assert Club.objects.count() == 1
