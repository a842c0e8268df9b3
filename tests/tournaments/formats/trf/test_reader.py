"""TRF16 and TRF26 as the format prescribes them."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.tournaments.formats.trf.lines import codes, file, four_players, games, player, read, texts
from tournaments.formats.report import FormatError, ReportedPlayer, Result
from tournaments.formats.trf import reader as trf

ROUND_DATES = "132".ljust(91) + "25/03/01  25/03/02  25/03/09"


def test_the_heading_is_read() -> None:
    report = read(
        "022 Gent",
        "042 2025/03/01",
        "052 2025/03/09",
        "062 4",
        "092 Individual: Swiss-System",
        "122 90 min + 30 s",
        ROUND_DATES,
        "182 Pairing Pro 3.1",
        *four_players(),
    )
    days = (dt.date(2025, 3, 1), dt.date(2025, 3, 2), dt.date(2025, 3, 9))
    assert (report.format, report.name, report.city) == ("trf", "Tour Blanche Open", "Gent")
    assert (report.start, report.end, report.round_dates) == (days[0], days[2], days)
    assert (report.rounds, report.pace, report.kind) == (3, "standard", "swiss")
    assert (report.time_control, report.program, report.discipline) == ("90 min + 30 s", "Pairing Pro 3.1", "chess")
    assert report.problems == ()


def test_a_player_line_is_read_column_by_column() -> None:
    line = player(
        1,
        points="11.5",
        rank="12",
        sex="w",
        title="WGM",
        name="Van den Aerts, Anna-Maria",
        rating="2345",
        federation="NED",
        fide="12345678901",
        birth="1990/01/31",
    )
    assert read(line).players == (
        ReportedPlayer(
            number=1,
            last_name="Van den Aerts",
            first_name="Anna-Maria",
            birth_date=dt.date(1990, 1, 31),
            federation="NED",
            fide_id=12345678901,
            rating=2345,
            title="WGM",
            sex="F",
            points=11.5,
            rank=12,
        ),
    )


def test_both_rows_of_a_game_make_one_pairing() -> None:
    report = read(*four_players())
    assert games(report) == [
        (1, 1, 3, "10"),
        (1, 4, 2, "01"),
        (2, 2, 1, "=="),
        (2, 3, 4, "10"),
        (3, 1, 4, "10"),
        (3, 3, 2, "10"),
    ]


def test_pairings_carry_the_day_of_their_round() -> None:
    report = read("042 2025/03/01", "052 2025/03/09", ROUND_DATES, *four_players())
    assert [pairing.date for pairing in report.pairings][::2] == list(report.round_dates)


def test_every_result_letter_is_read() -> None:
    report = read(
        player(1, "2 w 1", "2 b =", "2 w +", "2 w W", "2 b D", "2 w -", "0000 - U", "0000 - F"),
        player(2, "1 b 0", "1 w =", "1 b -", "1 b L", "1 w D", "1 b -", "0000 - H", "0000 - Z"),
    )
    assert [letters for _round, _white, _black, letters in games(report)] == [
        *("10", "==", "+-", "WL", "DD", "--"),
        *("U", "H", "F", "Z"),
    ]
    assert codes(report) == []


def test_only_1_and_0_and_draws_are_games_to_rate() -> None:
    report = read(
        player(1, "2 w 1", "2 w W", "2 w +"),
        player(2, "1 b 0", "1 b L", "1 b -"),
    )
    assert [pairing.white_result.is_rated for pairing in report.pairings] == [True, False, False]


def test_a_game_that_both_players_lost_is_accepted() -> None:
    report = read(player(1, "2 w 0"), player(2, "1 b 0"))
    assert games(report) == [(1, 1, 2, "00")]
    assert codes(report) == []


def test_an_empty_result_is_a_game_not_played_yet() -> None:
    report = read(player(1, "2 w 1", "3 w"), player(2, "1 b 0", "0000 - U"), player(3, "", "1 b"))
    assert (2, 1, 3, "**") in games(report)
    assert texts(report) == ["Games of the round without a result yet: 1. (round 2)"]


def test_matricules_come_from_the_national_records() -> None:
    report = read(
        "032 BEL",
        player(1, "2 w 1", fide="990001"),
        player(2, "1 b 0"),
        "BEL    1 m    Aerts, Anna                       2263           10001 1990/01/01",
        "BEL    2 m    Baeten, Bram                      2210           10002 1985/00/00",
    )
    first, second = report.players
    assert (first.matricule, first.fide_id, first.birth_date) == ("10001", 990001, dt.date(1990, 1, 1))
    assert (second.matricule, second.birth_date, second.birth_year) == ("10002", None, 1985)
    assert codes(report) == []


def test_of_two_national_records_the_one_of_the_event_is_the_matricule() -> None:
    report = read(
        "032 FRA",
        player(1),
        "BEL    1 m    Aerts, Anna                       2263           10001 1990/01/01",
        "FRA    1 m    Aerts, Anna                       2250          A55555 1990/01/01",
    )
    assert (report.players[0].matricule, report.players[0].licence) == ("A55555", "10001")


def test_a_national_record_without_a_player_changes_nothing() -> None:
    report = read(player(1), "BEL    7 m    Nobody                            1000           10007 1990/01/01")
    assert [(one.number, one.matricule) for one in report.players] == [(1, "")]


def test_requested_byes_fill_empty_rounds_only() -> None:
    report = read(
        "240 H   1    2    3",
        "240 F   2    1",
        "240 Z   3    1",  # the file has not reached round 3: a wish, not a fact
        player(1, "3 w 1", ""),
        player(2, "", "3 w 1"),
        player(3, "1 b 0", "2 b 0"),
    )
    assert games(report) == [(1, 1, 3, "10"), (1, 2, None, "H"), (2, 1, None, "F"), (2, 2, 3, "10")]


def test_in_a_team_event_requested_byes_name_teams() -> None:
    report = read("310   1 Tour Blanche", "240 H   1    2", player(1, "3 w 1"), player(2, ""), player(3, "1 b 0"))
    assert games(report) == [(1, 1, 3, "10")]


@pytest.mark.parametrize(
    "record",
    [
        "013 Tour Blanche                       1    2",
        "310   1 Tour Blanche                     TOB    1800    4      6.0   1     1    2",
        "320   1    2.0           3",
        "330 +-   4  23  33",
        "300   1  16   4    1    2",
    ],
)
def test_team_records_are_reported_and_the_boards_are_read(record: str) -> None:
    report = read(*four_players(), record)
    assert report.kind == "team"
    assert len(report.pairings) == 6
    assert texts(report) == ["The file is from a team event; the games of its boards were read. (line 6)"]


@pytest.mark.parametrize(
    "record",
    [
        *("062 163 (73)", "072 0", "082 0", "102 Referee, Rita", "112 A, B", "152 W", "172 BEL FIDON"),
        *("202 BH/C1,SB", "212 PTS,BH", "250  1 1   1    2", "260   1   3    1    2", "801 anything", "802 anything"),
        *("XXC white1", "XXZ 3", "XXA    1  1.0", "XXP 1 2", "XCA 3", "XCR    1 1800", "DAT 1 x", "ACC x", "TSE x"),
        *("### a comment", "DDD SSSS sTTT NNNN", "12345678901234567890", "    ", ""),
    ],
)
def test_other_known_records_and_extensions_are_passed_over(record: str) -> None:
    assert codes(read(*four_players(), record)) == []


def test_an_unknown_line_is_reported() -> None:
    report = read(*four_players(), "101    5      Fontaine, Félix")
    assert texts(report) == ["The line was not understood and was skipped. (line 6)"]


def test_more_rounds_than_announced_are_reported() -> None:
    assert texts(read("142 2", *four_players())) == [
        "There are results for 3 rounds, the file declares 2. (line 2)",
    ]
    assert codes(read("XXR 2", *four_players())) == ["rounds_more"]
    assert codes(read("XXR 9", *four_players())) == []


def test_players_without_pairings_are_reported() -> None:
    report = read(player(1), player(2))
    assert len(report.players) == 2
    assert texts(report) == ["The file has players but no pairings."]


def test_a_heading_without_players_is_a_tournament_without_players() -> None:
    (report,) = trf.read(file("012 Tour Blanche Open", "022 Gent"))
    assert (report.name, report.players, codes(report)) == ("Tour Blanche Open", (), ["no_players"])


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["092 Individual: Swiss-System (JaVaFo)"], "swiss"),
        (["092 Individual: Round-Robin"], "round_robin"),
        (["092 Team Swiss"], "team"),
        (["192 FIDE_DUTCH_2025"], "swiss"),
        (["192 BERGER_DOUBLEROUNDROBIN"], "round_robin"),
        (["192 CUSTOM_KNOCKOUT"], "cup"),
        (["092 K.O."], "cup"),
        (["192 FIDE_TEAM_BAKU"], "team"),
        (["092 Tournament"], ""),
    ],
)
def test_the_kind_of_tournament(lines: list[str], kind: str) -> None:
    assert read(*lines).kind == kind


@pytest.mark.parametrize(
    ("lines", "pace"),
    [
        (["222 5400+30"], "standard"),
        (["222 900+10"], "rapid"),
        (["222 180+2"], "blitz"),
        (["092 Individual: Swiss-System (Rapid)", "122 90 min"], "rapid"),
        (["122 25' + 10\""], "rapid"),
        (["122 moves/time, increment"], ""),
    ],
)
def test_the_pace(lines: list[str], pace: str) -> None:
    assert read(*lines).pace == pace


def test_the_name_tells_the_pace_where_nothing_else_does() -> None:
    (report,) = trf.read(file("012 Blitz of the Tour Blanche", *four_players()))
    assert report.pace == "blitz"


def test_a_text_without_any_record_is_refused() -> None:
    with pytest.raises(FormatError, match="no TRF records"):
        trf.read(b"hello\nworld\n")


def test_more_players_than_start_numbers_are_refused() -> None:
    lines = [player(number % 9999 + 1) for number in range(10_000)]
    with pytest.raises(FormatError, match="more than 9999 players") as refusal:
        trf.read(file(*lines))
    assert refusal.value.place.line == 10_000


def test_more_results_than_any_event_has_are_refused() -> None:
    with pytest.raises(FormatError, match="more than 50000 results"):
        trf.read(file(player(1) + "x" * 700_000))


def test_more_lines_than_any_event_has_are_refused() -> None:
    with pytest.raises(FormatError, match="more than 50000 lines"):
        trf.read(b"012 x\n" * 110_000)


def test_a_file_of_5_mb_is_read() -> None:
    [report] = trf.read(file(player(1)) + b" " * (5 << 20))
    assert len(report.players) == 1


def test_only_the_first_500_problems_are_listed() -> None:
    report = read(*four_players(), *["what is this"] * 600)
    assert len(report.problems) == 501
    assert texts(report)[-1] == "Problems of the file that are not listed: 100."


def test_the_letters_of_a_report_are_those_of_trf() -> None:
    assert {result.value for result in Result} == set("1=0+-WDLHFUZ*")


@pytest.mark.parametrize(
    "data",
    [
        file(*four_players()),
        file("012 Tour Blanche Open", "022 Gent"),
        file("### comment first", "", "012 Open", *four_players(), end="\r"),
        b"\xef\xbb\xbf" + file(*four_players()),
        file("012 Open", *four_players(), encoding="utf-16"),
    ],
)
def test_it_is_known_by_its_lines(data: bytes) -> None:
    assert trf.matches("anything.bin", data)


@pytest.mark.parametrize(
    "data",
    [b"", b"hello", b"\0" * 100, b"event,white,black,result\n001    1 x,10001,10002,1-0\n", b"<html>\n012 x"],
)
def test_other_content_is_not_trf(data: bytes) -> None:
    assert not trf.matches("report.trf", data)
