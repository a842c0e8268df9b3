"""The script of a bundle: it agrees with every true list and finds every forged number."""

from __future__ import annotations

import datetime as dt
import io
import json
import random
import zipfile
from pathlib import Path

import pytest
from django.core.management import call_command

from federation.models import Member
from ratings.models import RatingPool
from ratings.systems import SYSTEMS
from tests import cast
from tests.cases import long_after
from tests.ratings import published, scene
from tests.ratings.bundle.unpacked import forge, of_first_version, rewrite, rows, unpacked, verify
from tests.ratings.wild import events, random_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

OPENING = {"ffg": {10001: (-150, 30), 10002: (0, 12), 10003: (-2100, 5)}}  # of the others that of the scene


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the bundle of a Belgian list."""
    return unpacked(published.spring_list(), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("system", long_after(1, SYSTEMS))
def test_the_whole_road_of_every_system(system: str, tmp_path: Path) -> None:
    def run(*words: str) -> None:
        call_command(*words, stdout=io.StringIO())

    cast.everybody()
    run("create_pool", "league", "--system", system)
    pool = RatingPool.objects.get()
    scene.starting_list(pool, OPENING.get(system))
    for number, day in enumerate((scene.LIST, scene.NEXT)):
        events(pool.discipline, day - dt.timedelta(days=100), seed=number)
        run("rate", "league", "--date", day.isoformat())
        run("publish", "league", "--date", day.isoformat())
        path = tmp_path / f"{day}.zip"
        run("export_list", "league", "--date", day.isoformat(), "--format", "bundle", "-o", str(path))
        zipfile.ZipFile(path).extractall(tmp_path / str(day))
        code, report = verify(tmp_path / str(day))
        assert (code, "WRONG" in report) == (0, False), report
        assert "The list agrees: " in report


@pytest.mark.long
@pytest.mark.parametrize(
    ("system", "discipline"),
    long_after(2, [("frbe", "chess"), ("ffg", "go"), ("fqe", "chess"), ("fics", "chess"), ("fics", "bughouse")]),
)
@pytest.mark.parametrize("are_all_named", long_after(1, [False, True]))
def test_lists_of_the_wildest_tournaments_agree(
    system: str, discipline: str, are_all_named: bool, tmp_path: Path
) -> None:
    cast.everybody()
    Member.objects.filter(key=10007).update(fide_rating=2100, fide_federation="NED")
    if are_all_named:
        Member.objects.update(birth_date=None)
    else:
        Member.objects.filter(key__in=[10001, 10005]).update(hidden=True)
    chance = random.Random(int(are_all_named))
    for number in range(4):
        random_tournament(chance, discipline, name=f"Cup {number // 2}")
    pool = scene.pool("league", system=system, discipline=discipline)
    scene.starting_list(pool, OPENING.get(system))
    for day in (scene.LIST, scene.NEXT):
        code, report = verify(unpacked(scene.published(pool, day), tmp_path / str(day)))
        assert (code, "open " in report) == (0, not are_all_named), report


@pytest.mark.long
def test_it_says_what_it_looked_at(folder: Path) -> None:
    code, report = verify(folder)
    assert code == 0
    assert (report.count("ok   "), report.count("open "), report.count("WRONG")) == (13, 0, 0)
    assert report.splitlines()[-1] == "The list agrees: 9 players and 8 games were recalculated."


@pytest.mark.long
def test_it_says_which_digests_it_cannot_make_and_why(tmp_path: Path) -> None:
    pool = scene.spring_pool()
    Member.objects.filter(key=10004).update(hidden=True)
    code, report = verify(unpacked(scene.published(pool), tmp_path))
    assert code == 0
    assert report.splitlines()[-1] == "4 of 13 checks could not be made from this bundle: see above."
    assert "open  The digest of games.csv is that of the manifest." in report
    assert "It is made of keys, and 1 of 10 players have a pseudonym here." in report


@pytest.mark.long
def test_a_forged_rating_is_found(folder: Path) -> None:
    line = rows(folder, "list.csv")[0]
    forge(folder, "list.csv", line, rating=1805)
    code, report = verify(folder)
    assert code == 1
    assert "WRONG Recomputed from the games, every line of the list is the published one." in report
    assert "10001 Aerts, Anna: rating 1805 in the list, 1799 recomputed" in report
    assert "10001 Aerts, Anna: entries of -1.0 points, a change of 5" in report


@pytest.mark.long
@pytest.mark.parametrize(
    ("column", "forged", "sentence"),
    [
        ("games", 99, "games 99 in the list, 152 recomputed"),
        ("last_day", "2026-02-01", "last_day 739648 in the list, 739676 recomputed"),
        ("rank", 99, "rank 99, not 4"),
    ],
)
def test_a_forged_number_of_a_line_is_found(folder: Path, column: str, forged: object, sentence: str) -> None:
    forge(folder, "list.csv", rows(folder, "list.csv")[0], **{column: forged})
    code, report = verify(folder)
    assert (code, f"10001 Aerts, Anna: {sentence}" in report) == (1, True), report


@pytest.mark.long
def test_a_line_too_many_or_too_few_is_found(folder: Path) -> None:
    first, *lines = rows(folder, "list.csv")
    (absent,) = {row["player"] for row in rows(folder, "players.csv")} - {row["player"] for row in (first, *lines)}
    rewrite(folder, "list.csv", [*lines, {**first, "player": absent}, {**first, "player": "77777"}])
    code, report = verify(folder)
    assert code == 1
    assert "10001 Aerts, Anna: missing in the list" in report
    assert f"      {absent} Janssens, Jef: does not belong into the list" in report
    assert "      77777: in the list, but not in players.csv" in report


@pytest.mark.long
def test_of_many_faults_some_are_shown_and_all_are_counted(folder: Path) -> None:
    rewrite(folder, "entries.csv", [{**row, "game": "99"} for row in rows(folder, "entries.csv")])
    report = verify(folder)[1]
    assert "10001 Aerts, Anna, entry 1, game 99: there is no such entry" in report
    assert "      and 33 more" in report


@pytest.mark.long
def test_a_forged_status_is_found(folder: Path) -> None:
    forge(folder, "list.csv", rows(folder, "list.csv")[0], status="provisional")
    assert "10001 Aerts, Anna: status provisional in the list, established recomputed" in verify(folder)[1]


def test_a_forged_result_is_found(folder: Path) -> None:
    forge(folder, "games.csv", rows(folder, "games.csv")[0], white_letter="0", black_letter="1")
    code, report = verify(folder)
    assert code == 1
    assert "10001 Aerts, Anna: rating 1799 in the list" in report


@pytest.mark.long
@pytest.mark.parametrize(("column", "forged"), long_after(1, [("rounds", 4), ("participants", 2)]))
def test_forged_facts_of_a_tournament_are_found(column: str, forged: int, tmp_path: Path) -> None:
    pool = scene.started(system="fqe")
    made = scene.tournament([*["10001 ~2100 1-0"] * 4, "10002 ~1500 1-0"])
    Tournament.objects.filter(pk=made.pk).update(rounds=9)
    folder = unpacked(scene.published(pool), tmp_path)
    assert verify(folder)[0] == 0
    for game in rows(folder, "games.csv"):
        forge(folder, "games.csv", game, **{column: forged})
    code, report = verify(folder)
    assert code == 1
    assert "WRONG The digest of games.csv is that of the manifest." in report
    assert "10001 Aerts, Anna: rating " in report


def test_other_systems_have_no_facts_of_tournaments(folder: Path) -> None:
    assert {"rounds", "participants"}.isdisjoint(rows(folder, "games.csv")[0])


@pytest.mark.long
def test_a_game_that_was_left_out_is_found(folder: Path) -> None:
    forge(folder, "games.csv", rows(folder, "games.csv")[0], reason="forfeit")
    code, report = verify(folder)
    assert code == 1
    assert "game 1: it says 'forfeit', not 'it counts'" in report
    assert "games.csv, games that count: 7 rows, not 8" in report


@pytest.mark.long
@pytest.mark.parametrize("column", long_after(2, ["change", "expected", "k", "opponent_rating", "game_number"]))
def test_a_forged_entry_is_found(folder: Path, column: str) -> None:
    entry = rows(folder, "entries.csv")[0]
    forge(folder, "entries.csv", entry, **{column: int(entry[column]) + 100})
    code, report = verify(folder)
    assert code == 1
    assert f"10001 Aerts, Anna, entry 1, game 1: {column} " in report


@pytest.mark.long
def test_an_entry_that_was_left_out_is_found(folder: Path) -> None:
    rewrite(folder, "entries.csv", rows(folder, "entries.csv")[1:])
    report = verify(folder)[1]
    assert "10001 Aerts, Anna, game 1: the entry 'game' is missing" in report


@pytest.mark.long
def test_another_start_than_the_list_before_is_found(folder: Path) -> None:
    forge(folder, "players.csv", rows(folder, "players.csv")[0], rating=1810)
    assert "10001 Aerts, Anna: rating 1810, not 1800 as before" in verify(folder)[1]


def test_other_rules_are_found(folder: Path) -> None:
    rules = json.loads((folder / "rules.json").read_text(encoding="utf-8"))
    rules["values"]["k_above"] = 40
    (folder / "rules.json").write_text(json.dumps(rules), encoding="utf-8")
    code, report = verify(folder)
    assert code == 1
    assert "rules.json has the digest" in report
    assert "rules.json holds other rules than the manifest" in report


def test_a_spoilt_bundle_is_said_in_one_sentence(folder: Path) -> None:
    (folder / "games.csv").unlink()
    code, report = verify(folder)
    assert (code, report.startswith("The bundle cannot be read: FileNotFoundError")) == (1, True)


@pytest.mark.long
def test_digests_of_the_first_version_agree_too_and_find_what_was_forged(tmp_path: Path) -> None:
    folder = unpacked(of_first_version(scene.published(scene.spring_pool())), tmp_path)
    code, report = verify(folder)
    assert (code, "WRONG" in report, "open " in report) == (0, False, False), report
    forge(folder, "games.csv", rows(folder, "games.csv")[0], board=7)
    assert "WRONG The digest of games.csv is that of the manifest." in verify(folder)[1]


@pytest.mark.long
def test_codes_are_under_the_digest_of_the_list(folder: Path) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["codes"]["status"]["foreign"] = 4
    path.write_text(json.dumps(manifest), encoding="utf-8")
    assert "      the codes: " in verify(folder)[1]
    manifest["manifest"]["codes"] = manifest["codes"]
    path.write_text(json.dumps(manifest), encoding="utf-8")
    assert "      the list: " in verify(folder)[1]
