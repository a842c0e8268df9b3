"""The tie-breaks and teams that files name, in every format that has a place for them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.tournaments.formats.binary_event import REPORT
from tests.tournaments.formats.trf import files as trf_files
from tournaments.formats.papi import reader as papi
from tournaments.formats.papi import writer as papi_writer
from tournaments.formats.report import ReportedPlayer
from tournaments.formats.swiss_chess import reader as swiss_chess
from tournaments.formats.swiss_chess import writer as swiss_chess_writer
from tournaments.formats.trf import reader as trf

HEAD = "012 Cup\n"


def players(count: int) -> str:
    return "".join(
        f"001 {number:4}      {f'Player{number}':33}                              0.0    0\n"
        for number in range(1, count + 1)
    )


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ("", ()),
        ("202 BH/C1,SB\n", ("BH/C1", "SB")),
        ("212 PTS,DE,BH\n202 BH\n", ("DE", "BH")),
        ("212 PTS\n202 KS WIN\n", ("KS", "WIN")),
    ],
)
def test_trf_names_tie_breaks_behind_the_points(records: str, expected: tuple[str, ...]) -> None:
    assert trf.read((HEAD + records + players(2)).encode())[0].tie_breaks == expected


def test_trf_names_teams_in_both_editions() -> None:
    old = f"013 {'Tower':32}    1    3\n"
    new = f"310   1 {'Bridge':32}{'':33}   2    4\n"
    (report,) = trf.read((HEAD + players(4) + old + new).encode())
    assert {player.number: player.team for player in report.players} == {
        1: "Tower",
        2: "Bridge",
        3: "Tower",
        4: "Bridge",
    }


def test_trf26_is_read_back_with_its_tie_breaks() -> None:
    report = replace(REPORT, tie_breaks=("BH/C1", "BH", "DE"))
    assert trf.read(trf_files.write(report))[0].tie_breaks == report.tie_breaks


def test_papi_has_three_names() -> None:
    report = replace(REPORT, tie_breaks=("BH/C1", "BH/M1", "SSSC", "TPR", "KS"))
    assert papi.read(papi_writer.write(report))[0].tie_breaks == ("BH/C1", "BH/M1", "TPR")


@pytest.mark.parametrize("tie_breaks", [(), ("BH", "SB"), ("BH/C1", "DE"), ("TPR", "BH/C2")])
def test_swiss_chess_has_two_numbers(tie_breaks: tuple[str, ...]) -> None:
    report = replace(REPORT, kind="swiss", tie_breaks=tie_breaks)
    assert swiss_chess.read(swiss_chess_writer.write(report))[0].tie_breaks == tie_breaks


def test_a_player_of_no_team_event_has_no_team() -> None:
    assert {player.team for player in swiss_chess.read(swiss_chess_writer.write(REPORT))[0].players} == {""}
    assert ReportedPlayer(1, "Aerts").team == ""
