"""`manage.py move_in`: a whole federation comes in, and each refused row is said."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from federation.models import Affiliation, Club, Member
from ratings.models import Rating, RatingList
from ratings.pools.creation import create_pool

pytestmark = pytest.mark.django_db

CLUBS = "number,name\n306,Brugge\n601,Liège\nten,Nowhere\n"
MEMBERS = (
    "matricule,last_name,first_name,birth_date\n"
    "94,Aerts,Anna,1990-05-05\n"
    "94b,Bos,Bert,2010-02-02\n"
    "8359087,Cools,Carla,1975-01-01\n"
    "10004,Daems,Dirk,1975-13-01\n"
    "94,Twice,Tom,1980-01-01\n"
)
AFFILIATIONS = (
    "matricule,club,affiliated_from,affiliated_to\n"
    "94,306,2024-09-01,2025-08-31\n"
    "94,601,2025-09-01,2026-08-31\n"
    "94b,306,2024-09-01,2025-08-31\n"
    "94b,306,2025-01-01,2025-12-31\n"
    "10004,306,2024-09-01,2025-08-31\n"
)
OLD = "matricule,rating,games\n94,1800,50\n94b,1500,30\n10004,1600,20\n94,1801,50\n"
NEW = "matricule,rating,games\n94,1810,60\n94b,much,30\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    create_pool("elo", "frbe")
    texts = {"clubs": CLUBS, "members": MEMBERS, "affiliations": AFFILIATIONS, "old": OLD, "new": NEW}
    for name, text in texts.items():
        (tmp_path / f"{name}.csv").write_text(text)
    return {name: tmp_path / f"{name}.csv" for name in texts}


def moved(files: dict[str, Path], *more: str) -> list[dict]:
    out = StringIO()
    lists = ["--ratings", "elo", "2025-07-01", str(files["new"]), "--ratings", "elo", "2025-01-01", str(files["old"])]
    named = [word for name in ("clubs", "members", "affiliations") for word in (f"--{name}", str(files[name]))]
    call_command("move_in", *named, *lists, "--json", *more, stdout=out)
    return json.loads(out.getvalue())


def stored() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Club, Member, Affiliation, RatingList, Rating))


@pytest.mark.long
def test_every_row_is_stored_or_refused_with_its_line(files: dict[str, Path]) -> None:
    done = moved(files)
    assert [(each["rows"], each["stored"], len(each["refused"])) for each in done] == [
        (3, 2, 1), (5, 2, 3), (5, 3, 2), (4, 2, 2), (2, 1, 1),
    ]  # fmt: skip
    assert [sentence.partition(":")[0] for each in done for sentence in each["refused"]] == [
        "Line 4, column number",
        "Line 4, column matricule", "Line 5, column birth_date", "Line 6, column matricule",
        "Line 6, column last_name", "Line 5, column affiliated",
        "Line 4", "Line 5",
        "Line 3",
    ]  # fmt: skip
    assert stored() == (2, 2, 3, 2, 3)
    assert [member.number for member in Member.objects.order_by("key")] == ["94", "94b"]
    assert [each.club.number for each in Affiliation.objects.filter(member__number="94").order_by("start")] == [
        "306",
        "601",
    ]
    assert list(RatingList.objects.order_by("date").values_list("date__year", "player_count")) == [(2025, 2), (2025, 1)]


@pytest.mark.long
def test_the_preview_says_the_same_and_stores_nothing(files: dict[str, Path]) -> None:
    looked = moved(files, "--check")
    assert stored() == (0, 0, 0, 0, 0)
    assert moved(files) == looked


def test_a_file_that_cannot_be_read_stops_everything(files: dict[str, Path]) -> None:
    files["new"].write_text("name\nAnna\n")
    with pytest.raises(CommandError, match=r"Nothing was stored\. new\.csv: .*the column number is missing"):
        moved(files)
    assert stored() == (0, 0, 0, 0, 0)


def test_the_site_of_another_federation_is_refused(files: dict[str, Path]) -> None:
    with pytest.raises(CommandError, match="This site has the profile be-frbe: set FEDERATION_PROFILE=nl-knsb"):
        moved(files, "--profile", "nl-knsb")
