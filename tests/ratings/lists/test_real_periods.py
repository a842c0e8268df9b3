"""Real periods of a federation, through the commands that its staff would use: every published rating comes out.

- 2021-04: all of it; the one player of another federation shows the FIDE rating.
- 2019-07: two Belgians are unexplained (10198, 12878). Only the month of a game is known there, so for players whose
  K-factor changes in the period the order of play is not that of the federation (10314, 10459, 11305).
- 1999-07 is replayed in tests/ratings/systems only: its rows are of one player and not of one game.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import zipfile
from pathlib import Path

import pytest
from django.core.management import call_command

from federation.files import dbase
from ratings.models import Rating
from tests.ratings import real_periods
from tournaments.models import Tournament
from tournaments.review import edits
from tournaments.review.problems import problems

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        real_periods.REAL_FILES is None,
        reason="REAL_FILES names no folder of real periods; the synthetic ones have run",
    ),
]


def run(*words: object) -> None:
    """Run a command."""
    call_command(*map(str, words), stdout=io.StringIO())


def replay(period: str, before: dt.date, day: dt.date, folder: Path) -> dict[str, dict[str, str]]:
    """Return the exported list, by matricule."""
    files = real_periods.write(period, day, folder)
    run("import_members", files.members)
    run("create_pool", "elo", "--system", "frbe", "--rules", "2015")
    run("import_ratings", "elo", files.ratings, "--date", before)
    run("import_tournament", files.games, "--accept", "--time-control", "standard")
    run("rate", "elo", "--date", day)
    run("verify_list", "elo", "--date", day)
    exported = folder / "list.csv"
    run("export_list", "elo", "--date", day, "--format", "csv", "-o", exported)
    with exported.open(encoding="utf-8", newline="") as file:
        return {line["matricule"]: line for line in csv.DictReader(file)}


def wrong(period: str, exported: dict[str, dict[str, str]], *classes: str) -> tuple[int, list[str]]:
    """Return how many players of these classes there are, and whose rating is not the published one."""
    asked = [row for row in real_periods.rows(period, "expected") if row["class"] in classes]
    ratings = {matricule: line["rating"] or "0" for matricule, line in exported.items()}
    return len(asked), [
        row["matricule"] for row in asked if ratings.get(row["matricule"], "0") != (row["published"] or "0")
    ]


def test_2021_07(tmp_path: Path) -> None:
    exported = replay("202107", dt.date(2021, 4, 1), dt.date(2021, 7, 1), tmp_path)
    assert wrong("202107", exported, "rated", "newly_rated", "below_20") == (106, [])
    for row in real_periods.rows("202107", "players_after"):
        assert exported.get(row["matricule"], {"games": "0"})["games"] == row["games"]


def test_2021_04(tmp_path: Path) -> None:
    exported = replay("202104", dt.date(2021, 1, 1), dt.date(2021, 4, 1), tmp_path)
    assert wrong("202104", exported, "rated", "below_20", "foreign") == (79, [])
    assert exported["80030"]["status"] == "foreign"


@pytest.mark.parametrize(
    ("period", "before", "people"), [("202104", dt.date(2021, 1, 1), 79), ("202107", dt.date(2021, 4, 1), 106)]
)
def test_the_files_of_the_federation_give_its_list(period: str, before: dt.date, people: int, tmp_path: Path) -> None:
    """PLAYER and a zipped CHCKLIST; three games of 2021-07 are dated years after the list that counted them."""
    day = dt.date(int(period[:4]), int(period[4:]), 1)
    starts, ends = (real_periods.player_list(period, name) for name in (f"{before:%Y%m}_before", f"{period}_after"))
    packed = tmp_path / f"CHCKLIST_{period}.ZIP"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(starts.with_name(f"CHCKLIST_{period}.DBF"), "CHCKLIST.DBF")
    run("import_members", starts)
    run("create_pool", "elo", "--system", "frbe", "--rules", "2015")
    run("import_ratings", "elo", starts, "--date", before)
    run("import_tournament", packed)
    for tournament in Tournament.objects.all():
        if any(finding.code == "after_next_list" for finding in problems(tournament)):
            edits.count_earlier(tournament)
    run("import_tournament", packed, "--accept")
    run("rate", "elo", "--date", day)
    lines = Rating.objects.filter(list__date=day).values_list("member__key", "rating", "games")
    found = {matricule: (rating or 0, games) for matricule, rating, games in lines}
    published = {
        record["MATRICULE"]: (record["ELO_CALCUL"] or 0, record["PART_CALCU"] or 0)
        for record in dbase.read(ends.read_bytes()).records
    }
    assert {matricule: found.get(matricule, (0, 0)) for matricule in published} == published
    assert len(published) == people


def test_2019_07(tmp_path: Path) -> None:
    exported = replay("201907", dt.date(2019, 4, 1), dt.date(2019, 7, 1), tmp_path)
    assert wrong("201907", exported, "rated", "idle") == (1793, ["10198", "10314", "10459", "11305", "12878"])
