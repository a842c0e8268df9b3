"""Sharly-Chess event files: several tournaments in a database, and nothing private."""

from __future__ import annotations

import datetime as dt
import hashlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.mutations import mutations, truncations
from tests.tournaments.formats.real_samples import samples
from tests.tournaments.formats.sharly_chess.files import PLAYERS, PRIVATE, SCHEMA, event
from tournaments.formats.report import FormatError, PointSystem, ReportedPlayer, TournamentReport
from tournaments.formats.sharly_chess import reader, tables


def read(data: bytes) -> TournamentReport:
    assert reader.matches("", data)
    (report,) = reader.read(data)
    return report


def refusal(data: bytes) -> str:
    with pytest.raises(FormatError) as found:
        reader.read(data)
    return str(found.value)


def games(report: TournamentReport) -> list[tuple[int, int, int | None, str]]:
    return [(game.round, game.white, game.black, game.letters) for game in report.pairings]


def test_the_tournament_is_read() -> None:
    report = read(event())
    assert (report.format, report.name, report.city) == ("sharly_chess", "Winter Open", "Nulle-Part")
    assert (report.start, report.end) == (dt.date(2026, 3, 7), dt.date(2026, 3, 8))
    assert (report.rounds, report.kind, report.pace, report.time_control) == (3, "swiss", "standard", "90 min + 30 s")
    assert (report.program, report.guid, report.arbiters) == ("Sharly-Chess 4.0.5", "ffe-12345", ("Zwart", "Wit"))
    assert report.problems == ()


def test_players_keep_both_ratings_and_no_estimate() -> None:
    baert, aerts, cis = read(event()).players
    assert aerts == ReportedPlayer(
        number=2,
        last_name="AERTS",
        first_name="Anna",
        birth_date=dt.date(1980, 5, 17),
        federation="FRA",
        fide_id=99200001,
        licence="Z90001",
        rating=1790,
        fide_rating=1812,
        club="Nulle-Part",
        title="WFM",
        sex="F",
    )
    assert (baert.birth_year, baert.rating, baert.fide_rating, baert.sex) == (2012, 1650, None, "M")
    assert (cis.rating, cis.fide_rating) == (None, None)


def test_older_files_give_a_rating_its_type_and_a_title_its_number() -> None:
    ratings = [{"1": {"value": 1700 + kind, "type": kind}} for kind in (1, 2, 3)]
    players = [each | {"ratings": said, "title": 6} for each, said in zip(PLAYERS, ratings, strict=True)]
    schema = SCHEMA.replace("title TEXT", "title INTEGER")
    found = read(event(players=players, numbers=(1, 2, 3), schema=schema)).players
    assert [(each.rating, each.fide_rating) for each in found] == [(None, None), (1702, None), (1703, 1703)]
    assert {each.title for each in found} == {"IM"}


def test_games_and_byes_are_read_and_later_absences_are_ignored() -> None:
    assert games(read(event())) == [(1, 2, 1, "10"), (1, 3, None, "U"), (2, 3, 2, "=="), (2, 1, None, "Z")]


@pytest.mark.parametrize(
    ("code", "answer", "letters"),
    [
        *((0, 0, "**"), (1, 3, "01"), (2, 2, "=="), (3, 1, "10"), (4, 6, "-+"), (5, 5, "--"), (6, 4, "+-")),
        *((11, 13, "LW"), (12, 12, "DD"), (13, 11, "WL"), (18, 18, "LL"), (19, 20, "DL"), (20, 19, "LD")),
    ],
)
def test_every_result_is_known(code: int, answer: int, letters: str) -> None:
    report = read(event([(1, 1, 2, code, answer)]))
    assert games(report) == [(1, 2, 1, letters)]
    assert {problem.code for problem in report.problems} <= {"round_unfinished"}


@pytest.mark.parametrize(("code", "answer", "letters"), [(15, 15, "00"), (16, 17, "=0"), (17, 16, "0=")])
def test_a_game_after_a_penalty_keeps_both_sides_and_is_reported(code: int, answer: int, letters: str) -> None:
    report = read(event([(1, 1, 2, code, answer)]))
    assert games(report) == [(1, 2, 1, letters)]
    assert [problem.code for problem in report.problems] == ["both_penalised"]


@pytest.mark.parametrize(("code", "letter"), [(7, "Z"), (8, "H"), (9, "U"), (10, "F")])
def test_every_bye_is_known(code: int, letter: str) -> None:
    assert games(read(event([(1, 1, 2, 3, 1), (1, 3, None, code, None)])))[1] == (1, 3, None, letter)


def test_a_rest_of_a_round_robin_is_no_bye_and_an_empty_seat_is_worth_its_point() -> None:
    report = read(event([(1, 1, 2, 3, 1), (1, 3, None, 14, None), (2, None, 3, 0, 6)]))
    assert games(report) == [(1, 2, 1, "10"), (2, 3, None, "F")]


def test_sides_that_disagree_leave_the_game_open() -> None:
    report = read(event([(1, 1, 2, 3, 3)]))
    assert games(report) == [(1, 2, 1, "**")]
    assert [problem.code for problem in report.problems] == ["result_differs", "round_unfinished"]


@pytest.mark.parametrize("numbers", [(None, None, None), (1, 1, 2)])
def test_without_starting_ranks_players_are_numbered_by_rating(numbers: tuple[int | None, ...]) -> None:
    assert [player.last_name for player in read(event(numbers=numbers)).players] == ["AERTS", "BAERT", "CIS"]


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({"three_points_for_a_win": 1, "pab_value": 2}, PointSystem(3, 1, 0, 0, 1)),
        ({"three_points_for_a_win": 0, "pab_value": 1}, PointSystem(1, 0.5, 0, 0, 0)),
        ({"game_points": {"1": 0.0, "2": 1.0, "3": 3.0, "9": 1.0}}, PointSystem(3, 1, 0, 0, 1)),
    ],
)
def test_points_are_those_of_the_tournament(settings: dict[str, Any], points: PointSystem) -> None:
    assert read(event(**settings)).point_system == points


def test_days_in_seconds_are_those_of_the_organiser() -> None:
    seconds = {"start_date": None, "stop_date": None, "start": 1729288800.0, "stop": 1729375140.0}
    report = read(event(info=seconds))
    assert (report.start, report.end) == (dt.date(2024, 10, 19), dt.date(2024, 10, 19))


@pytest.mark.parametrize(
    ("coded", "words"),
    [("720+3", "12 min + 3 s"), ("5400", "90 min"), ("12+3", "12 min + 3 s"), ("90+30 per move", "90+30 per move")],
)
def test_the_time_control_is_reported_in_words(coded: str, words: str) -> None:
    assert read(event(time_control_trf25=coded)).time_control == words


def test_of_several_tournaments_those_without_a_player_are_left_out() -> None:
    (report,) = reader.read(event(empty=["Enrolment"], name="U16"))
    assert report.name == "Winter – U16"
    assert [problem.facts for problem in report.problems] == [{"names": "Winter – Enrolment"}]


def test_a_file_without_players_says_where_the_games_are() -> None:
    assert refusal(event(players=(), numbers=(), rounds=())) == reader.NO_GAMES_HERE


def test_nothing_private_is_in_the_extract_and_it_reads_the_same() -> None:
    data = event()
    kept = tables.extract(data)
    assert PRIVATE.encode() in data
    assert PRIVATE.encode() not in kept
    assert reader.read(kept) == reader.read(data)
    assert tables.extract(kept) == kept


def test_the_marks_of_a_write_ahead_log_do_no_harm() -> None:
    data = event()
    assert read(data[:18] + b"\2\2" + data[20:]) == read(data)


@pytest.mark.parametrize(
    "attack",
    [
        "DROP TABLE player; CREATE VIEW player AS WITH RECURSIVE n AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT 1",
        "DROP TABLE metadata",
        "ALTER TABLE player DROP COLUMN last_name; ALTER TABLE player ADD COLUMN last_name AS (hex(zeroblob(9)))",
    ],
)
def test_a_hostile_schema_is_not_run(attack: str) -> None:
    database = sqlite3.connect(":memory:")
    database.deserialize(event())
    database.executescript(attack)
    try:
        assert {player.last_name for player in read(database.serialize()).players} == {""}
    except FormatError as error:
        assert error.template in {reader.NO_GAMES_HERE, tables.OTHER_PROGRAM}


def test_values_of_any_type_do_no_harm() -> None:
    odd: tuple[Any, ...] = (b"\0\xff", float("inf"), 2**62, "[" * 5_000, "\0x", -1, None)
    for value in odd:
        players = [dict.fromkeys(PLAYERS[0], value), *PLAYERS[1:]]
        report = read(event(players=players))
        assert len(report.players) == 3


@pytest.mark.long
@pytest.mark.parametrize("data", [event(), tables.extract(event())])
def test_damaged_copies_give_a_report_or_one_error(data: bytes) -> None:
    for copy in (*mutations(data, 300, 16), *truncations(data, 60)):
        try:
            reports = reader.read(copy)
        except FormatError as error:
            assert str(error).endswith(".")
        else:
            assert reports


@pytest.mark.parametrize(("path", "facts"), samples("sharly_chess", ".sce"))
def test_real_files_have_the_expected_games(path: Path, facts: dict[str, Any]) -> None:
    data = path.read_bytes()
    if not any(told["players"] for told in facts["tournaments"]):
        assert refusal(data) == reader.NO_GAMES_HERE
        return
    reports = reader.read(data)
    expected = [told for told in facts["tournaments"] if told["players"]]
    assert [len(report.players) for report in reports] == [told["players"] for told in expected]
    for report, told in zip(reports, expected, strict=True):
        assert _digest(report) == told["digest"]
        assert (str(report.start), str(report.end)) == (told["start"], told["end"])
    assert b"SECRET" not in tables.extract(data)
    assert replace(reports[0], program="") == replace(reader.read(tables.extract(data))[0], program="")


CODES = {
    "**": "0 0", "01": "1 3", "==": "2 2", "10": "3 1", "-+": "4 6", "--": "5 5", "+-": "6 4", "LW": "11 13",
    "DD": "12 12", "WL": "13 11", "00": "15 15", "=0": "16 17", "0=": "17 16", "LL": "18 18", "DL": "19 20",
    "LD": "20 19",
}  # fmt: skip


def _digest(report: TournamentReport) -> str:
    names = {player.number: f"{player.last_name}, {player.first_name}" for player in report.players}
    lines = sorted(
        "\t".join([str(game.round), names[game.white], names[game.black], *CODES[game.letters].split()])
        for game in report.pairings
        if game.black
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
