"""SWAR reports: the rows of TRF with matricules, a check sum, and byes that only the points explain."""

from __future__ import annotations

import datetime as dt
import zlib
from pathlib import Path
from typing import Any

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.belgium.files import SWAR_ROWS, swar_report, swar_row
from tests.tournaments.formats.real_samples import counted, samples
from tournaments.formats.report import FormatError, Place, Problem, TournamentReport
from tournaments.formats.swar import elo_report


def read(data: bytes) -> TournamentReport:
    (report,) = elo_report.read(data)
    return report


def letters(report: TournamentReport) -> list[tuple[int, int, int | None, str]]:
    return [(pairing.round, pairing.white, pairing.black, pairing.letters) for pairing in report.pairings]


def test_the_interclubs_of_the_federation_are_not_written_by_swar() -> None:
    report = read(swar_report().replace(b"00A Swar Version : (c)FRBE-KBSB-v4.05 2018/12/02", b"00A ### Interclubs"))
    assert (report.program, len(report.players)) == ("Interclubs", 3)


def test_the_event_and_its_players_are_read() -> None:
    report = read(swar_report())
    assert (report.format, report.name, report.city) == ("swar", "Hiver à Nulle-Part", "Nulle-Part")
    assert (report.start, report.end) == (dt.date(2025, 3, 1), dt.date(2025, 3, 15))
    assert (report.rounds, report.pace, report.kind) == (3, "standard", "swiss")
    assert report.program == "SWAR (c)FRBE-KBSB-v4.05 2018/12/02"
    assert report.round_dates == (dt.date(2025, 3, 1), dt.date(2025, 3, 8), dt.date(2025, 3, 15))
    assert report.problems == ()
    anna, _bob, cis = report.players
    assert (anna.matricule, anna.fide_id, anna.rating, anna.last_name) == ("10001", None, 1812, "Aerts")
    assert cis.rating is None


def test_an_empty_letter_is_the_bye_that_the_points_leave() -> None:
    """Anna has 2.5 points of two wins: half a point for round 3. Bob has 1 of no win: a whole one for round 2."""
    assert letters(read(swar_report())) == [
        (1, 1, 2, "10"),
        (1, 3, None, "F"),
        (2, 2, None, "U"),
        (2, 3, 1, "01"),
        (3, 1, None, "H"),
        (3, 2, 3, "01"),
    ]


def test_an_empty_letter_without_points_left_is_worth_nothing() -> None:
    row = swar_row(1, "Aerts, Anna", "2.0", "2w1 3b1 0000-_", 1812)
    assert (3, 1, None, "Z") in letters(read(swar_report(row, *SWAR_ROWS[1:])))


def test_a_changed_head_is_detected_by_the_check_sum() -> None:
    data = swar_report()
    assert data.index(b"00Z") == data.rindex(b"00Z")
    changed = data.replace(b"Club 601", b"Club 602")
    assert read(changed).problems == (Problem("checksum_differs", Place(line=6)),)


def test_a_report_without_a_check_sum_is_still_read() -> None:
    data = b"\r\n".join(line for line in swar_report().split(b"\r\n") if not line.startswith(b"00Z"))
    assert [problem.code for problem in read(data).problems] == ["checksum_missing"]


def test_the_check_sum_is_over_lines_that_end_in_lf() -> None:
    head = swar_report().partition(b"00Z")[0]
    assert f"CRC=0x{zlib.crc32(head.replace(bytes([13, 10]), bytes([10]))):08X}".encode() in swar_report()
    assert read(swar_report().replace(b"\r\n", b"\n")).problems == ()


def test_counts_that_the_rows_do_not_hold_are_reported() -> None:
    (problem,) = read(swar_report(counts="P=004 R=03 S=01.03.2025 E=15.03.2025 +3 =0 -3")).problems
    assert (problem.code, problem.place.line) == ("totals_differ", 5)
    assert problem.facts == {"stored": "4: +3 =0 -3", "computed": "3: +3 =0 -3"}


def test_the_places_of_problems_are_those_of_the_file() -> None:
    row = swar_row(1, "Aerts, Anna", "2.5", "2w= 3b1 0000-_", 1812)
    data = swar_report(row, *SWAR_ROWS[1:], counts="P=003 R=03 S=01.03.2025 E=15.03.2025 +2 =1 -3")
    line = data.decode("latin-1").split("\r\n").index(row) + 1
    problems = {problem.code: problem.place.line for problem in read(data).problems}
    assert problems["result_differs"] == line


def test_a_report_without_players_is_refused() -> None:
    head = swar_report().partition(b"001 ")[0]
    assert elo_report.matches("", head)
    with pytest.raises(FormatError, match=r"^The report has no players \(001 lines\)\.$"):
        elo_report.read(head)


@pytest.mark.long
def test_damaged_files_give_a_report_or_one_error() -> None:
    data = swar_report()
    for damaged in (*mutations(data, 300, seed=51), *truncations(data, 100)):
        try:
            assert len(elo_report.read(damaged)) == 1
        except FormatError as error:
            assert str(error)


@pytest.mark.parametrize(("path", "facts"), samples("belgium/swar", ".541"))
def test_real_reports_hold_what_another_reader_counted(path: Path, facts: dict[str, Any]) -> None:
    found = counted(read(path.read_bytes()))
    assert (found["players"], found["rounds"], found["played"]) == (facts["players"], facts["rounds"], facts["played"])
    assert found["points"] == facts["points"]
    assert read(path.read_bytes()).problems == ()
