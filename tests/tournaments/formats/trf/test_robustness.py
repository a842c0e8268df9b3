"""Damaged, cut and hostile TRF files: a report or one `FormatError`, with little work, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import work
from tests.mutations import mutations, truncations
from tests.tournaments.formats.trf.lines import file, four_players, player
from tournaments.formats.report import FormatError, TournamentReport
from tournaments.formats.trf import reader as trf

WHOLE = file(
    "012 Tour Blanche Open",
    "042 2025/03/01",
    "052 09/03/2025",
    "132".ljust(91) + "25/03/01  25/03/02  25/03/09",
    "142 4",
    "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5",
    "222 5400+30",
    "240 H   1    5",
    "299          -0.5    1    5",
    *four_players(),
    player(5, "", "0000 - U", "0000 - Z", points="1.0", birth="1990/00/00", fide="990005"),
    "BEL    1 m    Aerts, Anna                       2263           10001 1990/01/01",
    "310   1 Tour Blanche                     TOB    1800    4      6.0   1     1    2",
)


def check(data: bytes) -> None:
    """Check the promise of a reader: what holds of any report."""
    try:
        reports = trf.read(data)
    except FormatError as error:
        assert str(error)
        return
    assert reports
    for report in reports:
        check_report(report)


def check_report(report: TournamentReport) -> None:
    numbers = [player.number for player in report.players]
    assert numbers == sorted(set(numbers))
    for pairing in report.pairings:
        assert pairing.white in numbers
        assert pairing.black is None or (pairing.black in numbers and pairing.black != pairing.white)
        assert (pairing.black is None) == pairing.white_result.is_bye
        assert 1 <= pairing.round <= report.rounds
    assert all(problem.text for problem in report.problems)
    assert "\0" not in repr(report)


def test_damaged_files() -> None:
    for data in mutations(WHOLE, 400, seed=1):
        check(data)


def test_cut_files() -> None:
    for data in truncations(WHOLE, 200):
        check(data)


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    trf.matches("x", data)
    check(data)


@given(
    st.lists(st.sampled_from(["001", "132", "162", "240", "299", "XXS", "BEL", "042", "001    1 "]), max_size=5),
    st.data(),
)
def test_records_with_any_text(starts: list[str], data: st.DataObject) -> None:
    check(file(*[start + data.draw(st.text(max_size=120)) for start in starts]))


def many(count: int, rounds: int, text: str) -> bytes:
    line = "".join(f"  {text}" for _round in range(rounds))
    return file(*[player(number).ljust(89) + line for number in range(1, count + 1)])


HOSTILE = {
    "crowd": lambda size: many(10 * size, 49, "   1 w 1"),
    "unknown results": lambda size: many(10 * size, 49, "   7 b x"),
    "misaligned": lambda size: many(55 * size, 9, "x  7 w 1"),
    "dates": lambda size: b"001    1 x\n132 " + b"1 " * 20_000 * size,
    "blanks": lambda size: b"042 " + b" " * 40_000 * size,
    "penalties": lambda size: b"001    1 x\n299 " + b"1 " * 20_000 * size,
    "rate of play": lambda size: b"012 x\n122 " + b"5'" * 20_000 * size,
    "byes": lambda size: b"001    1 x\n" + b"240 H 1 1\n" * 490 * size,
    "no text": lambda size: b"\xff" * 40_000 * size,
}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_of_twice_the_size_takes_twice_the_work(hostile: Callable[[int], bytes]) -> None:
    small, large = hostile(5), hostile(10)
    check(small)  # fills what is remembered from file to file
    assert work.calls(lambda: check(large)) < 2.2 * work.calls(lambda: check(small))


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_of_megabytes(hostile: Callable[[int], bytes]) -> None:
    check(hostile(100))


def test_a_large_open_is_read() -> None:
    rounds = "".join(f"  {number:4} w =" for number in range(2, 13))
    lines = [player(1).ljust(89) + rounds] + [player(number) for number in range(2, 1001)]
    (report,) = trf.read(file(*lines))
    assert isinstance(report, TournamentReport)
    assert len(report.players) == 1000


def test_a_line_longer_than_any_tournament_is_refused_where_all_lines_would_have_to_be_as_long() -> None:
    lines = [player(number) for number in range(1, 2000)]
    lines[1000] = player(1001, *["0000 - Z"] * 1000)
    with pytest.raises(FormatError, match="The line has more results than any tournament has rounds") as refusal:
        trf.read(file(*lines))
    assert refusal.value.place.line == 1001


def test_an_open_of_thousands_is_read() -> None:
    (report,) = trf.read(file(*[player(number, "0000 - Z", points="0.0") for number in range(1, 6001)]))
    assert (len(report.players), len(report.pairings), report.problems) == (6000, 6000, ())
