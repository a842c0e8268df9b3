"""The DSB text, the pages and the lists of Swiss-Chess, and the page of SWAR."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.real_samples import samples
from tests.tournaments.formats.swiss_chess.exports import (
    DSB_LINES,
    PAIRING_COLUMNS,
    dsb,
    dsb_line,
    form,
    forms_page,
    lst,
    page,
    pairing,
    pairings_page,
    participants_page,
    swar_page,
)
from tournaments import formats
from tournaments.formats.report import FormatError, Place, ReportedPlayer, TournamentReport

MARCH_1, MARCH_8 = dt.date(2025, 3, 1), dt.date(2025, 3, 8)


def read(data: bytes, name: str = "open.lst") -> TournamentReport:
    (report,) = formats.read(name, data)
    return report


def games(report: TournamentReport) -> list[tuple[int, int | None, int, int | None, str]]:
    return [(game.round, game.board, game.white, game.black, game.letters) for game in report.pairings]


def test_the_event_of_the_dsb_text_is_read() -> None:
    report = read(dsb())
    assert (report.format, report.name, report.city) == ("swiss_chess_dsb", "Winter in Nergens", "Nergens")
    assert (report.start, report.end, report.rounds, report.kind) == (MARCH_1, MARCH_8, 2, "swiss")
    assert (report.pace, report.time_control) == ("standard", "40 Züge in 90 min, 30 min")
    assert report.arbiters == ("Willem Wit", "Zita Zwart")
    assert report.problems == ()


def test_players_and_games_of_the_dsb_text_are_read() -> None:
    report = read(dsb())
    assert report.players[0] == ReportedPlayer(
        number=1,
        last_name="Aerts",
        first_name="Anna",
        birth_date=dt.date(1980, 5, 17),
        federation="BEL",
        fide_id=99200001,
        rating=1500,
        club="Nergens",
        rank=1,
        fide_rating=1800,
    )
    assert report.players[2].rating == 1800  # no national one
    numbered = read(dsb(DSB_LINES[0].replace(f"{99200001:10} {'':10}", f"{99200001:10} {'10001':>10}")))
    assert (numbered.players[0].matricule, numbered.players[0].licence) == ("10001", "10001")
    assert games(report) == [
        (1, None, 1, 2, "10"),
        (1, None, 3, None, "U"),
        (2, None, 2, None, "U"),
        (2, None, 3, 1, "=="),
    ]


def test_teams_are_read_by_their_games() -> None:
    report = read(dsb(kind="MR   3  2  1"))
    assert (report.kind, [problem.code for problem in report.problems]) == ("team", ["team_event"])


def test_sides_of_the_dsb_text_that_differ_are_reported() -> None:
    report = read(dsb(dsb_line(1, "Aerts,Anna", "RW2 RB3"), *DSB_LINES[1:]))
    (problem,) = report.problems
    assert (problem.code, problem.place.line, problem.place.round) == ("result_differs", 5, 1)


def test_a_number_that_is_given_twice_goes_to_the_first() -> None:
    report = read(dsb(*DSB_LINES, dsb_line(1, "Dierickx,Dora", ": :")))
    assert [player.last_name for player in report.players] == ["Aerts", "Baert", "Claes"]
    assert [problem.code for problem in report.problems] == ["number_twice"]


def test_a_dsb_text_without_its_third_line_has_the_rounds_of_its_players() -> None:
    report = read(dsb(kind=""))
    assert (report.kind, report.rounds, len(report.pairings)) == ("", 2, 4)


def test_the_second_leg_stands_behind_the_rounds_that_a_dsb_text_tells() -> None:
    lines = dsb_line(1, "Aerts,Anna", "1W2 0B2 ."), dsb_line(2, "Baert,Bob", "0B1 1W1 +:0")
    report = read(dsb(*lines, kind="ER   2  1  2 #910#"))
    assert (report.kind, report.rounds) == ("round_robin", 3)
    assert games(report) == [(1, None, 1, 2, "10"), (2, None, 2, 1, "10"), (3, None, 2, None, "U")]


def test_forfeits_of_a_dsb_text_have_no_colours() -> None:
    lines = dsb_line(1, "Aerts,Anna", "+:2 ::2 :W2"), dsb_line(2, "Baert,Bob", "-:1 ::1 :B1")
    report = read(dsb(*lines))
    assert games(report) == [(1, None, 1, 2, "+-"), (2, None, 1, 2, "--"), (3, None, 1, 2, "**")]
    assert [problem.code for problem in report.problems] == ["round_unfinished"]


def test_a_dsb_text_with_one_blank_before_the_rounds_is_read() -> None:
    lines = [line[:132] + line[133:] for line in DSB_LINES]
    assert games(read(dsb(*lines))) == games(read(dsb()))


def test_columns_that_nobody_knows_are_passed_over() -> None:
    assert read(dsb().replace(b"zzzzz", b"qqqqq")) == read(dsb())


@pytest.mark.parametrize("encoding", ["cp850", "latin-1", "utf-8"])
def test_a_dsb_text_is_read_in_the_letters_of_any_program(encoding: str) -> None:
    report = read(dsb(dsb_line(1, "Böhm,Jürgen", "1W2"), dsb_line(2, "Großmann,Käthe", "0B1"), encoding=encoding))
    assert [(player.last_name, player.first_name) for player in report.players] == [
        ("Böhm", "Jürgen"),
        ("Großmann", "Käthe"),
    ]
    assert (report.time_control, report.problems) == ("40 Züge in 90 min, 30 min", ())


@pytest.mark.parametrize("born", ["19800517", "17051980", "170580"])
def test_births_of_a_dsb_text_are_read_in_every_order(born: str) -> None:
    report = read(dsb(dsb_line(1, "Aerts,Anna", ".", born=born)))
    assert report.players[0].birth_date == dt.date(1980, 5, 17)


def test_a_page_of_pairings_is_one_round() -> None:
    report = read(pairings_page())
    assert (report.format, report.name, report.rounds) == ("swiss_chess_html", "Winter in Nergens", 2)
    assert games(report) == [(2, 1, 1, 2, "10"), (2, 2, 3, 4, "=="), (2, None, 5, None, "U")]
    assert (report.players[0].last_name, report.players[0].first_name) == ("Aerts", "Anna")
    assert report.problems == ()


def test_open_and_unknown_results_of_a_page_are_reported() -> None:
    rows = [pairing(1, "1 Anna Aerts", "2 Bob Baert", "-"), pairing(2, "3 Cis Claes", "4 Dora Dierickx", "2 - 0")]
    report = read(pairings_page(*rows))
    assert [game[-1] for game in games(report)] == ["**", "**"]
    assert [(problem.code, problem.place) for problem in report.problems] == [
        ("result_unknown", Place(round=2, board=2)),
        ("round_unfinished", Place(round=2)),
    ]


def test_a_page_of_participants_has_no_games() -> None:
    report = read(participants_page())
    anna, bob = report.players
    assert (anna.title, anna.rating, anna.club, anna.federation, anna.birth_year) == (
        *("WFM", 1812, "SK Nergens", "BEL", 1980),
    )
    assert (bob.rating, bob.birth_year) == (None, None)
    assert [problem.code for problem in report.problems] == ["no_games"]


def test_a_page_has_nobody_without_a_number() -> None:
    rows = (
        pairing(1, "1 Anna Aerts", "2 Bob Baert", "1 - 0"),
        pairing(2, "3 Cis Claes", "100000 Dora Dierickx", "1 - 0"),
    )
    report = read(pairings_page(*rows))
    assert [player.last_name for player in report.players] == ["Aerts", "Baert", "Claes"]
    assert games(report) == [(2, 1, 1, 2, "10")]
    assert [problem.text for problem in report.problems] == ["The opponent Dora Dierickx is not in the file."]
    page = participants_page().replace(b">2<", b">100000<")
    assert [player.last_name for player in read(page).players] == ["Aerts"]


@pytest.mark.parametrize("number", [0, 100])
def test_a_page_of_no_round_is_refused(number: int) -> None:
    with pytest.raises(FormatError, match="has no results"):
        read(pairings_page(number=number))


def test_a_page_in_the_order_of_the_alphabet_has_no_results() -> None:
    columns = ["TNr", "Teilnehmer", "Farbe", "Tisch", "", "TNr", "Teilnehmer", "Titel", "TWZ", "At"]
    row = ["1", "Anna Aerts", "Weiß", "1", "gegen", "2", "Bob Baert", "", "1700", ""]
    with pytest.raises(FormatError, match="has no results"):
        read(page(columns, [row], "Paarungsliste der 2. Runde (nach Alphabet)"))


def test_a_page_may_have_a_second_headline_and_last_names_first() -> None:
    rows = [pairing(1, "1 Aerts,Anna", "2 Van den Baert,Bo", "1 - 0"), pairing(2, "3 Claes", " spielfrei", "+ - -")]
    report = read(page(PAIRING_COLUMNS, rows, "Paarungsliste der 2. Runde", second="SK&nbsp;Nergens"))
    assert (report.name, [(player.last_name, player.first_name) for player in report.players]) == (
        "Winter in Nergens",
        [("Aerts", "Anna"), ("Van den Baert", "Bo"), ("Claes", "")],
    )
    assert games(report) == [(2, 1, 1, 2, "10"), (2, None, 3, None, "U")]
    assert read(participants_page().replace(b"BEL", b"-")).players[0].federation == ""


def test_a_page_of_forms_holds_all_rounds() -> None:
    report = read(forms_page())
    assert (report.format, report.name, report.rounds) == ("swiss_chess_html", "Winter in Nergens", 2)
    assert report.players[0] == ReportedPlayer(
        number=1,
        last_name="Aerts",
        first_name="Anna",
        birth_year=1980,
        federation="BEL",
        fide_id=99200001,
        rating=1650,
        club="SK Nergens",
        title="WFM",
        sex="F",
        points=1.5,
        rank=1,
        fide_rating=1700,
    )
    assert games(report) == [
        (1, None, 1, 2, "10"),
        (1, None, 3, None, "H"),
        (2, None, 2, None, "U"),
        (2, None, 3, 1, "=="),
    ]
    assert report.problems == ()


def test_namesakes_in_forms_are_distinguished_by_their_opponents() -> None:
    report = read(
        forms_page(
            form(1, "Anna Aerts", "1 W Bob Baer: 1 - 0"),  # names are cut in tables
            form(2, "Bob Baert", "1 S Anna Aerts: 0 - 1"),
            form(3, "Bob Baert", "1 W Dora Dierickx: 1 - 0"),
            form(4, "Dora Dierickx", "1 S Bob Baert: 0 - 1", "2 W Evers,Els: 1 - 0"),
            form(5, "Evers,Els", "2 S Dora Dierickx: 0 - 1"),
        )
    )
    assert games(report) == [(1, None, 1, 2, "10"), (1, None, 3, 4, "10"), (2, None, 4, 5, "10")]
    assert report.problems == ()


def test_what_does_not_fit_in_forms_is_reported() -> None:
    report = read(
        forms_page(
            form(
                *(1, "Anna Aerts", "1 W Bob Baert: 1 - 0", "2 W Nobody: 1 - 0", "100 W Bob Baert: 1 - 0"),
                points="2 - 0",
            ),
            form(2, "Bob Baert", "1 S Anna Aerts: 2 - 0", born="yesterday"),
            form(2, "Cis Claes"),
            form(100_000, "Dora Dierickx"),
        )
    )
    assert games(report) == [(1, None, 1, 2, "**")]
    assert [(problem.code, problem.place) for problem in report.problems] == [
        ("field_unknown", Place(player=1)),
        ("date_unknown", Place(player=2)),
        ("result_unknown", Place(round=1, player=2)),
        ("number_twice", Place()),
        ("field_unknown", Place()),
        ("opponent_unknown", Place(round=2, player=1)),
        ("result_differs", Place(round=1, player=1)),
        ("points_differ", Place(player=1)),
    ]


def test_forms_before_the_first_round_have_players_alone() -> None:
    report = read(forms_page(form(1, "Anna Aerts"), form(2, "Bob Baert")))
    assert [player.last_name for player in report.players] == ["Aerts", "Baert"]
    assert [problem.code for problem in report.problems] == ["no_games"]


def test_a_list_has_players_and_no_games() -> None:
    report = read(lst() + b"\r\n;;\r\n\r\n")
    anna, bob = report.players
    assert report.format == "swiss_chess_lst"
    assert (anna.last_name, anna.first_name, anna.birth_date, anna.fide_id) == (
        *("Aerts", "Anna", dt.date(1980, 5, 17), 99200001),
    )
    assert (anna.rating, anna.fide_rating, anna.sex, anna.licence, anna.title) == (1812, 1800, "F", "D-1", "WFM")
    assert (bob.rating, bob.sex, bob.fide_id) == (None, "M", None)


@pytest.mark.parametrize("behind", [";" * 4, ";" * 10])
def test_lists_have_fewer_or_more_columns_behind_the_sex(behind: str) -> None:
    report = read(lst(f'"Aerts, Anna";"601-Nergens";"BEL";"";"1812";"";"17.05.1980";"10001";"0";"";"F"{behind}'))
    assert [(player.last_name, player.rating, player.matricule, player.sex) for player in report.players] == [
        ("Aerts", 1812, "10001", "F")
    ]


def test_a_line_of_a_list_with_fewer_columns_is_refused_with_its_place() -> None:
    with pytest.raises(FormatError, match=r"^The line does not have the 11 columns") as caught:
        read(lst() + b"\r\nClaes,Cis;")
    assert caught.value.place == Place(line=3)


def test_the_page_of_swar_names_the_event_and_has_no_players() -> None:
    report = read(swar_page())
    assert (report.format, report.name, report.start, report.end) == (
        "swar_html",
        "Winter in Nergens",
        MARCH_1,
        MARCH_8,
    )
    assert (report.pace, report.program) == ("rapid", "SWAR v4.10 2019/03/02")
    assert [problem.code for problem in report.problems] == ["no_players"]


def test_newer_pages_of_swar_call_the_version_so() -> None:
    assert read(swar_page().replace(b"'Generator'", b"'Version'")).program == "SWAR v4.10 2019/03/02"


def test_a_page_of_swar_without_an_event_is_refused() -> None:
    with pytest.raises(FormatError, match="names no tournament"):
        read(swar_page(name=""))


@pytest.mark.long
@pytest.mark.parametrize("data", [dsb(), pairings_page(), participants_page(), forms_page(), lst(), swar_page()])
def test_damaged_files_give_a_report_or_one_error(data: bytes) -> None:
    key = formats.detect("open.lst", data)
    for damaged in (*mutations(data, 300, seed=58), *truncations(data, 60)):
        try:
            assert len(formats.FORMATS[key].read(damaged)) == 1
        except FormatError as error:
            assert str(error)


@pytest.mark.parametrize(("path", "facts"), samples("swiss_chess/html", ".html"))
def test_saved_pages_are_read_or_refused_with_what_to_send(path: Path, facts: dict[str, Any]) -> None:
    if "paar" not in path.name and not path.name.endswith("teil.html"):
        with pytest.raises(FormatError, match="has no results"):
            read(path.read_bytes())
        return
    assert len(read(path.read_bytes()).players) == 9


@pytest.mark.parametrize(("path", "facts"), samples("belgium/swar", ".html"))
def test_the_saved_head_of_a_page_of_swar_is_read(path: Path, facts: dict[str, Any]) -> None:
    report = read(path.read_bytes())
    assert (report.start, report.end, report.pace) == (dt.date(2019, 4, 5), dt.date(2019, 6, 21), "standard")
