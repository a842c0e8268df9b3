"""What a bundle holds, and whom it names."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from pathlib import Path

import pytest

from federation.members.merging import merge
from federation.models import Member
from ratings.bundle import package
from ratings.models import RatingList, RenderedFile
from ratings.public import rendering
from tests import cast
from tests.made_once import made_once
from tests.ratings import scene
from tests.ratings.bundle.unpacked import rows, unpacked, verify

pytestmark = pytest.mark.django_db

FILES = ["README.txt", "verify.py", "digests.py", "frbe.py", "rules.json"]
FILES += ["players.csv", "games.csv", "previous.csv", "list.csv", "entries.csv", "manifest.json"]


@pytest.fixture
@made_once
def published() -> RatingList:
    pool = scene.spring_pool()
    return scene.published(pool)


def test_the_files(published: RatingList) -> None:
    archive = zipfile.ZipFile(io.BytesIO(package.write(published)))
    assert archive.namelist() == FILES
    assert archive.comment.decode() == published.digest
    assert {entry.date_time for entry in archive.infolist()} == {(2026, 7, 1, 0, 0, 0)}


def test_the_same_list_gives_the_same_bytes(published: RatingList) -> None:
    assert package.write(published) == package.write(RatingList.objects.get(pk=published.pk))


@pytest.mark.parametrize("more", [0, 3])
def test_a_constant_number_of_queries(published: RatingList, more: int, django_assert_num_queries) -> None:
    games = ["10001 10004 1-0", "10002 10005 0-1", "10009 10010 1/2"]
    for number in range(more):
        scene.tournament(games, name=f"Late {number}")
    following = scene.published(published.pool, reason="late") if more else published
    with django_assert_num_queries(15):
        package.write(following)


def test_minors_have_no_name(published: RatingList, tmp_path: Path) -> None:
    for matricule, birthday in ((10002, dt.date(2008, 7, 1)), (10003, dt.date(2008, 7, 2))):
        Member.objects.filter(key=matricule).update(birth_date=birthday)
    folder = unpacked(published, tmp_path)
    names = {row["player"]: row["name"] for row in rows(folder, "players.csv")}
    assert (names["10001"], names["10009"]) == ("Aerts, Anna", "")  # 10009 is thirteen
    assert (names["10002"], names["10003"]) == ("Baeten, Bram", "")  # of age on the day, and the day after
    everything = "".join((folder / name).read_text(encoding="utf-8") for name in FILES)
    assert ("Iserbyt" in everything, "2012" in everything) == (False, False)


def test_hidden_members_have_a_pseudonym_and_no_name(published: RatingList, tmp_path: Path) -> None:
    Member.objects.filter(key=10004).update(hidden=True)
    folder = unpacked(published, tmp_path)
    everything = "".join((folder / name).read_text(encoding="utf-8") for name in FILES)
    assert ("10004" in everything, "Dubois" in everything) == (False, False)
    assert verify(folder)[0] == 0


def test_who_has_a_pseudonym_stands_after_the_others(published: RatingList, tmp_path: Path) -> None:
    Member.objects.filter(key__in=[10001, 10002, 10004, 10006, 10007]).update(hidden=True)
    folder = unpacked(published, tmp_path)
    for name in ("players.csv", "list.csv", "entries.csv", "previous.csv"):
        players = [row["player"] for row in rows(folder, name)]
        assert players == sorted(players, key=lambda player: (not player.isdecimal(), player)), name


@pytest.mark.long
def test_a_pseudonym_stays_from_list_to_list_and_belongs_to_its_pool(published: RatingList, tmp_path: Path) -> None:
    Member.objects.filter(key=10009).update(hidden=True)
    scene.tournament(["10009 10001 1-0"], name="Autumn", start=scene.LIST.replace(month=9))
    following = scene.published(published.pool, scene.NEXT)
    other_pool = scene.pool("other")
    other = scene.published(other_pool)
    found = [pseudonyms(unpacked(each, tmp_path / str(each.pk))) for each in (published, following, other)]
    assert found[0] == found[1] != found[2]


def test_a_birth_date_is_in_no_file(published: RatingList, tmp_path: Path) -> None:
    folder = unpacked(published, tmp_path)
    for born in Member.objects.values_list("birth_date", flat=True):
        assert not [name for name in FILES if born.isoformat() in (folder / name).read_text(encoding="utf-8")]


@pytest.mark.long
def test_records_that_were_merged_begin_with_the_games_of_both(tmp_path: Path) -> None:
    pool = scene.started()
    merge(cast.member(10006), cast.member(10003))
    scene.tournament(["10003 10001 1-0"])
    folder = unpacked(scene.published(pool), tmp_path)
    assert {row["player"]: row["now"] for row in rows(folder, "previous.csv")}["10006"] == "10003"
    assert {row["player"]: row["games"] for row in rows(folder, "players.csv")}["10003"] == "47"
    code, report = verify(folder)
    assert code == 0, report


@pytest.mark.long
def test_a_record_that_was_merged_into_a_hidden_member_is_not_named_by_its_matricule(tmp_path: Path) -> None:
    pool = scene.started()
    Member.objects.filter(key=10003).update(hidden=True)
    merge(cast.member(10006), cast.member(10003))
    folder = unpacked(scene.published(pool), tmp_path)
    called = {row[name] for row in rows(folder, "previous.csv") for name in ("player", "now")}
    assert called & {"10003", "10006"} == set()


def test_a_starting_list_has_none(published: RatingList) -> None:
    with pytest.raises(package.NoBundle, match="starting list: there is nothing to recalculate"):
        package.write(published.previous)


def test_a_list_whose_games_were_corrected_has_none(published: RatingList) -> None:
    scene.tournament(["10001 10004 1-0"], name="Late")
    with pytest.raises(package.NoBundle, match="have changed since: revise it first"):
        package.write(published)


@pytest.mark.long
def test_it_is_among_the_files_of_a_list_while_its_games_stand(published: RatingList, settings, tmp_path: Path) -> None:
    settings.PUBLISHED_ROOT = tmp_path
    rendering.render(published)
    assert RenderedFile.objects.get(path="bundle.zip").content_type == "application/zip"
    scene.tournament(["10001 10004 1-0"], name="Late")
    rendering.render(published)
    assert not RenderedFile.objects.filter(path="bundle.zip").exists()


def pseudonyms(folder: Path) -> set[str]:
    return {row["player"] for row in rows(folder, "players.csv") if not row["player"].isdecimal()}
