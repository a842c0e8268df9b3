"""A reader's own browser recalculates lists of every system, and finds what was forged."""

from __future__ import annotations

import datetime as dt
import random
import zipfile
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from federation.models import Member
from ratings.bundle import package
from ratings.models import RatingList, RatingPool
from ratings.public import rendering
from ratings.systems import SYSTEMS
from tests import cast
from tests.browser.conftest import PHONE, Visitor
from tests.ratings import scene
from tests.ratings.bundle.unpacked import forge, of_first_version, rows, unpacked
from tests.ratings.wild import events, random_tournament
from tests.tournaments import events as tournament
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/en/lists/elo/2026-07/recalculate/"
FORGED: list[tuple[str, dict[str, object], set[str]]] = [  # table, cells of its first row, the checks that fail
    ("list.csv", {"rating": 1805}, {"list", "lines", "sums"}),
    ("list.csv", {"rank": 9}, {"list", "ranks"}),
    ("entries.csv", {"change": 5}, {"entries", "changes", "sums"}),
    ("games.csv", {"white_letter": "0"}, {"games", "reasons", "lines", "changes"}),
    ("players.csv", {"games": 77}, {"standings", "lines", "changes"}),
    ("previous.csv", {"rating": 1234}, {"previous", "standings"}),
]


def recalculated(visitor: Visitor, file: Path) -> str:
    """Return which of the outcomes the page shows for a package."""
    visitor.page.set_input_files("#package", file)
    shown = visitor.page.locator("[data-outcome]:visible")
    shown.wait_for()
    return str(shown.get_attribute("data-outcome"))


def states(visitor: Visitor) -> dict[str, str]:
    """Return the state of each check that the page shows."""
    lines = visitor.page.locator("[data-check]:visible")
    return {
        str(line.get_attribute("data-check")): str(line.locator("[data-state]:visible").get_attribute("data-state"))
        for line in lines.all()
    }


def open_page(visitor: Visitor) -> RatingList:
    """Publish a list and open its page; packages come from files."""
    made = scene.published(scene.spring_pool())
    RatingList.objects.filter(pk=made.pk).update(rendered_at=timezone.now(), rendering={"has_bundle": True})
    visitor.open(PAGE)
    return made


def repacked(folder: Path) -> Path:
    file = folder.with_suffix(".zip")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in folder.iterdir():
            archive.write(each, each.name)
    return file


def test_the_list_of_the_page_is_right_on_a_phone(visitor: Visitor) -> None:
    rendering.render(scene.published(scene.spring_pool()))
    visitor.page.set_viewport_size(PHONE)
    visitor.open(PAGE)
    visitor.page.click("[data-start]")
    visitor.page.locator('[data-outcome="right"]:visible').wait_for()
    assert set(states(visitor).values()) == {"right"}
    assert len(states(visitor)) == 14
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS)
def test_lists_by_every_profile_of_a_system_are_right(visitor: Visitor, tmp_path: Path, system: str) -> None:
    open_page(visitor)
    Member.objects.filter(key=10007).update(fide_rating=2100, fide_federation="NED")
    Member.objects.update(birth_date=None)
    opening = {10001: (-150, 30), 10002: (0, 12), 10003: (-2100, 5)} if system == "ffg" else None
    for profile in SYSTEMS[system].PROFILES:
        scene.starting_list(scene.pool(f"league-{profile}", system=system, profile=profile), opening)
    for number, day in enumerate((scene.LIST, scene.NEXT)):
        events(SYSTEMS[system].DISCIPLINE, day - dt.timedelta(days=100), seed=number)
        for profile in SYSTEMS[system].PROFILES:
            file = tmp_path / f"{profile} {day}.zip"
            file.write_bytes(package.write(scene.published(RatingPool.objects.get(slug=f"league-{profile}"), day)))
            assert recalculated(visitor, file) == "other"  # it agrees with itself, but is not the list of the page
            assert set(states(visitor).values()) == {"right"}, (profile, day)


@pytest.mark.long
def test_a_list_of_numbers_with_letters_is_right(visitor: Visitor, tmp_path: Path, settings: LazySettings) -> None:
    open_page(visitor)
    settings.FEDERATION_PROFILE = "fr-ffg"
    numbers = {"97250B2", "1800014"}
    Member.objects.bulk_create([Member(number=number, last_name="Aerts") for number in numbers])
    seats = [tournament.unknown(seat, "Aerts", "", matricule=number) for seat, number in enumerate(numbers, 1)]
    report = tournament.report(seats, [tournament.game(1, 1, 2)])
    Tournament.objects.update(stage=Stage.READ)  # those of the page
    tournament.stored(report, everybody=False)
    Tournament.objects.filter(name=report.name).update(stage=Stage.ACCEPTED)
    folder = unpacked(scene.published(scene.pool("letters", system="fics")), tmp_path / "package")
    assert {row["member_number"] for row in rows(folder, "players.csv")} == numbers
    assert recalculated(visitor, repacked(folder)) == "other"  # it agrees with itself, but is not the list of the page
    assert set(states(visitor).values()) == {"right"}


@pytest.mark.long
def test_bughouse_with_strangers_and_hidden_members_is_right(visitor: Visitor, tmp_path: Path) -> None:
    open_page(visitor)
    cast.everybody()
    Member.objects.filter(key=10001).update(hidden=True)
    for number in range(4):
        random_tournament(random.Random(number), "bughouse", name=f"Cup {number}")
    pool = scene.pool("pairs", system="fics", discipline="bughouse")
    scene.starting_list(pool)
    file = tmp_path / "package.zip"
    file.write_bytes(package.write(scene.published(pool, scene.NEXT)))
    assert recalculated(visitor, file) == "other"
    assert {code for code, state in states(visitor).items() if state == "open"} == {
        "games",
        "list",
        "previous",
        "entries",
    }


@pytest.mark.long
def test_every_forged_number_is_found(visitor: Visitor, tmp_path: Path) -> None:
    made = open_page(visitor)
    for number, (table, cells, wrong) in enumerate(FORGED):
        folder = unpacked(made, tmp_path / str(number))
        forge(folder, table, rows(folder, table)[0], **cells)
        assert recalculated(visitor, repacked(folder)) == "wrong", cells
        assert {code for code, state in states(visitor).items() if state == "wrong"} >= wrong, cells


def test_a_changed_file_is_found(visitor: Visitor, tmp_path: Path) -> None:
    folder = unpacked(open_page(visitor), tmp_path / "package")
    (folder / "README.txt").write_text("Trust us.")
    assert recalculated(visitor, repacked(folder)) == "wrong"
    assert {code for code, state in states(visitor).items() if state == "wrong"} == {"files"}


@pytest.mark.long
def test_a_changed_rule_is_found(visitor: Visitor, tmp_path: Path) -> None:
    folder = unpacked(open_page(visitor), tmp_path / "package")
    rules = folder / "rules.json"
    rules.write_text(rules.read_text().replace('"floor": 1150', '"floor": 1000'))
    assert recalculated(visitor, repacked(folder)) == "wrong"
    assert "digests" in {code for code, state in states(visitor).items() if state == "wrong"}


@pytest.mark.long
def test_a_file_that_is_not_a_package_is_refused(visitor: Visitor, tmp_path: Path) -> None:
    open_page(visitor)
    for number, content in enumerate([b"", b"no archive", b"PK\x05\x06" + bytes(18)]):
        file = tmp_path / f"{number}.zip"
        file.write_bytes(content)
        assert recalculated(visitor, file) == "problem", content


def test_without_javascript_the_package_is_offered(reader_without_javascript: Visitor) -> None:
    made = scene.published(scene.spring_pool())
    RatingList.objects.filter(pk=made.pk).update(rendered_at=timezone.now(), rendering={"has_bundle": True})
    page = reader_without_javascript.open(PAGE)
    assert page.locator("noscript a[download]").count() == 1


@pytest.mark.long
def test_a_list_of_the_first_version_is_right(visitor: Visitor) -> None:
    made = of_first_version(scene.published(scene.spring_pool()))
    rendering.render(made)
    visitor.open(PAGE)
    visitor.page.click("[data-start]")
    visitor.page.locator('[data-outcome="right"]:visible').wait_for()
    assert set(states(visitor).values()) == {"right"}
