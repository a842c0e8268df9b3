"""Whatever is changed in the database or on the disk behind the site's back is found, and named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import LazySettings
from django.db import connection

from ratings.models import RatingList, RenderedFile
from ratings.public import rendering
from ratings.verification.verify import verify
from tests import cast
from tests.ratings import scene
from tests.ratings.published import rendered_spring_list
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db

FIRST = "Spring Open, round 1, board 1, 10001 – 10002"  # won by White on 1 March


class Attack(NamedTuple):
    """A statement with places for the ids of `ids`, the comparison that finds it, and what it says."""

    name: str
    statement: str
    code: str
    sentence: str


GAME = "UPDATE tournaments_pairing SET {} WHERE id = %(game)s"
SEAT = "UPDATE tournaments_participant SET {} WHERE id = %(seat)s"
EVENT = "UPDATE tournaments_tournament SET {} WHERE id = %(event)s"
LIST = "UPDATE ratings_ratinglist SET {} WHERE id = %(list)s"
LINE = "UPDATE ratings_rating SET {} WHERE list_id = %(list)s AND member_key = 10001"
ENTRY = "UPDATE ratings_ledgerentry SET {} WHERE list_id = %(list)s AND member_key = 10001 AND number = 1"
MEMBER = "UPDATE federation_member SET {} WHERE key = 10001"

ATTACKS = [
    Attack("result", GAME.format("white_result = '0', black_result = '1'"), "games",
           f"{FIRST}: result 1-0 in the list, 0-1 now."),
    Attack("colours", GAME.format("white_id = black_id, black_id = white_id, white_result = '0', black_result = '1'"),
           "games", f"{FIRST}: white 10001 in the list, 10002 now."),
    Attack("no result", GAME.format("black_result = '*'"), "games", f"{FIRST}: result 1-0 in the list, 1-* now."),
    Attack("forfeit", GAME.format("white_result = '+', black_result = '-'"), "games",
           f"{FIRST}: result 1-0 in the list, +-- now."),
    Attack("round", GAME.format("round = 7"), "games", f"{FIRST}: round 1 in the list, 7 now."),
    Attack("board", GAME.format("board = 3"), "games", f"{FIRST}: board 1 in the list, 3 now."),
    Attack("date", GAME.format("date = '2026-03-02'"), "games",
           f"{FIRST}: date 2026-03-01 in the list, 2026-03-02 now."),
    Attack("deleted game", "DELETE FROM tournaments_pairing WHERE id = %(game)s", "games",
           f"{FIRST} (1-0): in the list, but no longer among the games."),
    Attack("added game",
           "INSERT INTO tournaments_pairing (tournament_id, round, board, white_id, black_id, white_result,"
           " black_result, file_result) SELECT tournament_id, 99, 1, white_id, black_id, '1', '0', ''"
           " FROM tournaments_pairing WHERE id = %(game)s",
           "games", "Spring Open, round 99, board 1, 10001 – 10002 (1-0): among the games, but not in the list."),
    Attack("another member", SEAT.format("member_id = %(other)s"), "games",
           f"{FIRST}: white 10001 in the list, 10010 now."),
    Attack("no member", SEAT.format("member_id = NULL, outsider = %(yes)s, file_rating = 1700"), "games",
           f"{FIRST}: white 10001 in the list, – now."),
    Attack("not entitled", SEAT.format("irregular = %(yes)s"), "games",
           f"{FIRST}: reason – in the list, irregular now."),
    Attack("start and end", EVENT.format("start = '2026-04-01', \"end\" = '2026-04-02'"), "games",
           f"{FIRST}: date 2026-03-01 in the list, 2026-04-01 now."),
    Attack("end after the list", EVENT.format("start = '2026-07-02', \"end\" = '2026-07-03'"), "tournaments",
           "Spring Open: the list has 8 of its games, now none of them belongs to the list."),
    Attack("counts from", EVENT.format("counts_from = '2027-01-01'"), "tournaments",
           "Spring Open: the list has 8 of its games, now none of them belongs to the list."),
    Attack("pace", EVENT.format("pace = 'blitz'"), "games", f"{FIRST}: time control standard in the list, blitz now."),
    Attack("no longer accepted", EVENT.format("stage = 'submitted'"), "tournaments",
           "Spring Open: the list has 8 of its games, now none of them belongs to the list."),
    Attack("rating", LINE.format("rating = 1900"), "recomputed_ratings",
           "Member 10001: rating 1900 in the list, 1799 when recalculated."),
    Attack("rank", LINE.format("rank = 1"), "ratings", "Member 10001: rank 1 in the list, 4 in the published file."),
    Attack("club of a line", LINE.format("club_id = %(club)s, club_key = 301"), "ratings",
           "Member 10001: club 301 in the list, 101 in the published file."),
    Attack("club linked to a line", LINE.format("club_id = %(club)s"), "people",
           "Member 10001: club 101 in the list, but the line is now linked to club 301."),
    Attack("affiliation of a line", LINE.format("affiliated = %(no)s"), "ratings",
           "Member 10001: affiliated 0 in the list, 1 in the published file."),
    Attack("member linked to a line", LINE.format("member_id = %(other)s"), "people",
           "Member 10001: the line is now linked to member 10010."),
    Attack("deleted line", "DELETE FROM ratings_rating WHERE list_id = %(list)s AND member_key = 10001",
           "recomputed_ratings", "Member 10001: missing from the list."),
    Attack("calculation line", ENTRY.format("change = change + 10000"), "recomputed_ledger",
           "Member 10001, calculation line 1: change 8.2 in the list, 7.2 when recalculated."),
    Attack("opponent of a calculation line", ENTRY.format("opponent_id = %(other)s"), "people",
           "Member 10002: the line is now linked to member 10010."),
    Attack("game of a calculation line", ENTRY.format("pairing_id = pairing_id + 1"), "recomputed_ledger",
           "Member 10001, calculation line 1: game"),
    Attack("deleted calculation line",
           "DELETE FROM ratings_ledgerentry WHERE list_id = %(list)s AND member_key = 10001 AND number = 1",
           "recomputed_ledger", "Member 10001, calculation line 1: missing from the list."),
    Attack("previous list",
           "UPDATE ratings_rating SET rating = 2300 WHERE list_id = %(previous)s AND member_key = 10008", "previous",
           "Member 10008: 2300 in the previous list; this list was calculated from 2210."),
    Attack("previous list of another day", "UPDATE ratings_ratinglist SET digest = 'x' WHERE id = %(previous)s",
           "previous",
           "The list of 1 January 2026, from which this one was calculated, no longer has the same checksum."),
    Attack("no previous list", LIST.format("previous_id = NULL"), "previous",
           "The previous list is no longer linked to this one."),
    Attack("rules", "UPDATE ratings_poolrules SET parameters = '{{\"floor\": 1100}}'", "rules",
           "Rule “Lowest published rating”: 1150 in the list, 1100 in the rules that hold now."),
    Attack("day of the list", LIST.format("date = '2026-06-30'"), "list",
           "date: 2026-06-30, in the manifest 2026-07-01."),
    Attack("number of players", LIST.format("player_count = 99"), "list", "players: 99, in the manifest 9."),
    Attack("marked as a starting list", LIST.format("imported = %(yes)s"), "list",
           "The list is marked as a starting list, but it was calculated from games."),
    Attack("merged member", "UPDATE federation_member SET merged_into_id = %(other)s WHERE key = 10001",
           "games", f"{FIRST}: white 10001 in the list, 10010 now."),
    Attack("member number", MEMBER.format("key = 77777"), "people",
           "Member 10001: the line is now linked to member 77777."),
    Attack("number of a club", "UPDATE ratings_rating SET club_key = 301 WHERE list_id = %(list)s"
           " AND member_key = 10001", "people",
           "Member 10001: club 301 in the list, but the line is now linked to club 101."),
    Attack("birth date", MEMBER.format("birth_date = '2015-01-01'"), "privacy",
           "bundle.zip names member 10001, whose name is not public there."),
    Attack("hidden", MEMBER.format("hidden = %(yes)s"), "privacy",
           "list.csv names member 10001, whose name is not public there."),
    Attack("replaced by no revision", LIST.format("state = 'revised'"), "list",
           "The list of 1 July 2026 was published, but no list of that day is published now."),
    Attack("a draft again", LIST.format("state = 'draft'"), "list",
           "The list of 1 July 2026 was published, but no list of that day is published now."),
    Attack("another file for a page",
           "UPDATE ratings_renderedfile SET sha256 = 'abc' WHERE list_id = %(list)s AND path = 'fr/page-1.html'",
           "files", "fr/page-1.html: the stored file is missing."),
]  # fmt: skip


@pytest.fixture
def published(tmp_path: Path, settings: LazySettings) -> RatingList:
    settings.PUBLISHED_ROOT = tmp_path
    return rendered_spring_list()


def ids(rating_list: RatingList) -> dict[str, object]:
    game = Pairing.objects.select_related("white").get(round=1)
    return {
        "game": game.pk,
        "seat": game.white_id,
        "event": game.tournament_id,
        "list": rating_list.pk,
        "previous": rating_list.previous_id,
        "other": cast.member(10010).pk,
        "club": cast.club(301).pk,
        "yes": True,
        "no": False,
    }


@pytest.mark.parametrize("attack", ATTACKS, ids=[attack.name for attack in ATTACKS])
def test_a_change_by_sql_is_found_and_named(published: RatingList, attack: Attack) -> None:
    with connection.cursor() as cursor:
        cursor.execute(attack.statement.replace("{{", "{").replace("}}", "}"), ids(published))
    found = verify(RatingList.objects.get(pk=published.pk))
    said = {check.code: check.sentences for check in found.failed}
    assert any(attack.sentence in each for each in said[attack.code]), said


@pytest.mark.parametrize(
    ("path", "change", "sentence"),
    [
        ("fr/page-1.html", lambda file: file.write_bytes(b"<p>"), "the stored file is not the one that was generated"),
        ("list.csv", lambda file: file.write_bytes(file.read_bytes() + b" "), "is not the one that was generated"),
        ("list.csv", lambda file: file.with_name("list.csv.gz").write_bytes(b"\x1f\x8b"), "is not the one that was"),
        ("bundle.zip", lambda file: file.unlink(), "the stored file is missing"),
    ],
)
def test_a_changed_file_is_found_and_named(
    published: RatingList, path: str, change: Callable[[Path], object], sentence: str
) -> None:
    change(RenderedFile.objects.get(list=published, path=path).place)
    [failed] = verify(published).failed
    assert failed.code == "files"
    assert failed.sentences[0].startswith(f"{path}: ")
    assert sentence in failed.sentences[0]


WITHOUT_PACKAGE = [
    ("UPDATE {} SET white_result = '=', black_result = '=' WHERE id = %(game)s",
     f"{FIRST}: result 10001: 1, 10002: 0 in the list, 10001: ½, 10002: ½ now."),
    ("DELETE FROM {} WHERE id = %(game)s",
     "Spring Open, round –, board –, 10001 – 10002 (10001: 1, 10002: 0): in the list, but no longer among the games."),
    ("UPDATE {} SET round = 5 WHERE id = %(game)s", "Spring Open: the games in the list are no longer the same."),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "sentence"), WITHOUT_PACKAGE)
def test_games_are_named_without_the_verification_package(statement: str, sentence: str) -> None:
    published = scene.published(scene.spring_pool())
    with connection.cursor() as cursor:
        cursor.execute(statement.format("tournaments_pairing"), ids(published))
    failed = verify(published).failed
    assert sentence in [each for check in failed for each in check.sentences]


def test_a_rating_of_a_starting_list_is_named_by_its_published_file(tmp_path: Path, settings: LazySettings) -> None:
    settings.PUBLISHED_ROOT = tmp_path
    start = scene.starting_list(scene.pool())
    rendering.render(start)
    start.ratings.filter(member_key=10001).update(rating=2700)
    [failed] = verify(start).failed
    assert failed.sentences == ["Member 10001: rating 2700 in the list, 1800 in the published file."]


def test_twenty_differences_are_named_and_the_others_counted(published: RatingList) -> None:
    published.entries.update(k=0, expected=0, game_number=99)
    found = {check.code: check for check in verify(published).failed}["recomputed_ledger"]
    assert (len(found.differences), found.sentences[-1]) == (20, f"and {found.further} more differences")
