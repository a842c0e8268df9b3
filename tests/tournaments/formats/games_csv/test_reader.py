"""Games CSV: the layout in the docstring of the module, and what refuses a file."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mutations import mutations, truncations
from tournaments.formats.games_csv import reader as games_csv
from tournaments.formats.games_csv.reader import COLUMNS
from tournaments.formats.report import FormatError, Place, ReportedPairing, ReportedPlayer, Result, TournamentReport

HEADER = ",".join(COLUMNS)
SHORT = "event,white,black,result"
WHOLE = (
    f"{HEADER}\n"
    "Tour Blanche Open,Gent,2025-03-01,2025-03-09,standard,1,2025-03-01,1,10001,10002,1-0,,,,,\n"
    "Tour Blanche Open,Gent,2025-03-01,2025-03-09,standard,1,2025-03-01,2,10003,,1/2-1/2,,1850,,,\n"
    "Tour Blanche Open,Gent,2025-03-01,2025-03-09,standard,2,2025-03-02,1,10002,,1-0,,,,,\n"
    "Go de Liège,Liège,,,rapid,1,2025-04-01,1,10004,10005,0-1,,,2,13,6.5\n"
).encode()


def read(*lines: str, header: str = SHORT) -> list[TournamentReport]:
    return games_csv.read("\n".join([header, *lines, ""]).encode())


def read_one(*lines: str, header: str = SHORT) -> TournamentReport:
    (report,) = read(*lines, header=header)
    return report


def refusal(*lines: str, header: str = SHORT) -> str:
    """Return sentence and place of the refusal."""
    with pytest.raises(FormatError) as caught:
        read(*lines, header=header)
    return f"{caught.value} ({caught.value.place})"


def test_a_whole_file() -> None:
    chess, go = games_csv.read(WHOLE)
    assert chess == TournamentReport(
        format="games_csv",
        name="Tour Blanche Open",
        city="Gent",
        start=dt.date(2025, 3, 1),
        end=dt.date(2025, 3, 9),
        rounds=2,
        pace="standard",
        players=(
            ReportedPlayer(1, "", matricule="10001"),
            ReportedPlayer(2, "", matricule="10002"),
            ReportedPlayer(3, "", matricule="10003"),
            ReportedPlayer(4, "", rating=1850),
        ),
        pairings=(
            ReportedPairing(1, 1, 1, 2, Result.WIN, Result.LOSS, dt.date(2025, 3, 1)),
            ReportedPairing(1, 2, 3, 4, Result.DRAW, Result.DRAW, dt.date(2025, 3, 1)),
            ReportedPairing(2, 1, 2, None, Result.PAIRING_BYE, None, dt.date(2025, 3, 2)),
        ),
        round_dates=(dt.date(2025, 3, 1), dt.date(2025, 3, 2)),
    )
    assert (go.name, go.discipline, go.pace) == ("Go de Liège", "go", "rapid")
    assert (go.start, go.end) == (dt.date(2025, 4, 1), dt.date(2025, 4, 1))
    assert (go.pairings[0].handicap, go.pairings[0].board_size, go.pairings[0].komi) == (2, 13, 6.5)


def test_columns_in_any_order_and_case() -> None:
    report = read_one("1-0,10002,10001,Open", header="Result, BLACK ,white,event")
    assert [player.matricule for player in report.players] == ["10001", "10002"]


def test_semicolons_quotes_and_blank_lines() -> None:
    data = b'event;white;black;result\r\n\r\n"Open; autumn";10001;10002;0,5-0,5\r\n;;;\r\n'
    (report,) = games_csv.read(data)
    assert (report.name, report.pairings[0].letters) == ("Open; autumn", "==")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_encodings(encoding: str) -> None:
    (report,) = games_csv.read(f"{SHORT}\nÉté,10001,10002,½-½\n".encode(encoding))
    assert (report.name, report.pairings[0].letters) == ("Été", "==")


@pytest.mark.parametrize(
    ("written", "letters"),
    [
        *(("1-0", "10"), ("0-1", "01"), ("1/2-1/2", "=="), ("½-½", "=="), ("0.5-0.5", "=="), ("0-0", "00")),
        *(("1/2-0", "=0"), ("½-0", "=0"), ("0-0.5", "0=")),
        *(("*", "**"), ("+-", "+-"), ("-+", "-+"), ("--", "--"), ("+--", "+-"), ("--+", "-+"), ("---", "--")),
        *(("1F-0F", "+-"), ("0F-1F", "-+"), ("0F-0F", "--"), ("0f-0f", "--"), (" 1 - 0 ", "10"), ("1–0", "10")),
        *(("W-L", "WL"), ("L-W", "LW"), ("D-D", "DD"), ("L-L", "LL")),
    ],
)
def test_results(written: str, letters: str) -> None:
    assert read_one(f"Open,10001,10002,{written}").pairings[0].letters == letters


@pytest.mark.parametrize(
    ("written", "letter"),
    [
        *(
            ("1-0", "U"),
            ("", "U"),
            ("+-", "U"),
            ("1/2-1/2", "H"),
            ("0-1", "Z"),
            ("--", "Z"),
            ("0F-0F", "Z"),
            ("*", "Z"),
        ),
        *(("U", "U"), ("F", "F"), ("H", "H"), ("Z", "Z")),
    ],
)
def test_a_bye_has_neither_black_nor_a_rating(written: str, letter: str) -> None:
    (pairing,) = read_one(f"Open,10001,,{written}").pairings
    assert (pairing.black, pairing.letters) == (None, letter)


def test_every_outsider_is_another_player() -> None:
    report = read_one(
        "Open,10001,,1-0,,1700",
        "Open,,10001,1-0,1700,",
        "Open,10002,,1-0,,0",
        header=f"{SHORT},white_rating,black_rating",
    )
    assert [(player.matricule, player.rating) for player in report.players] == [
        *(("10001", None), ("", 1700), ("", 1700), ("10002", None), ("", None)),
    ]
    assert [(pairing.white, pairing.black) for pairing in report.pairings] == [(1, 2), (4, 5), (3, 1)]


def test_events_come_in_the_order_of_their_first_lines() -> None:
    reports = read("B,10001,10002,1-0", "A,10001,10002,1-0", "B,10003,10001,1-0")
    assert [(report.name, len(report.pairings)) for report in reports] == [("B", 2), ("A", 1)]


@pytest.mark.parametrize("column", ["city", "pace", "start", "end"])
def test_another_city_pace_or_day_is_another_event(column: str) -> None:
    value = {"city": "Gent", "pace": "rapid", "start": "2025-03-01", "end": "2025-03-02"}[column]
    reports = read("A,10001,10002,1-0,", f"A,10001,10002,1-0,{value}", header=f"{SHORT},{column}")
    assert len(reports) == 2


def test_start_and_end_come_from_the_days_of_the_games() -> None:
    report = read_one("A,10001,10002,1-0,2025-03-09", "A,10001,10003,1-0,2025-03-01", header=f"{SHORT},date")
    assert (report.start, report.end) == (dt.date(2025, 3, 1), dt.date(2025, 3, 9))


def test_a_year_that_was_mistyped_moves_neither_start_nor_end() -> None:
    lines = ["A,10001,10002,1-0,2021-05-20", "A,10001,10003,1-0,2031-05-21", "A,10002,10003,1-0,2021-05-22"]
    report = read_one(*lines, header=f"{SHORT},date")
    assert (report.start, report.end) == (dt.date(2021, 5, 20), dt.date(2021, 5, 22))
    assert [(problem.code, problem.place.line) for problem in report.problems] == [("round_date_outside", 3)]
    assert report.pairings[1].date == dt.date(2031, 5, 21)


def test_a_stated_end_that_was_mistyped_gives_way_to_the_days_of_the_games() -> None:
    span = "2021-05-20,2031-05-21"
    lines = [f"A,10001,10002,1-0,2021-05-20,{span}", f"A,10001,10003,1-0,2031-05-21,{span}"]
    lines += [f"A,10002,10003,1-0,2021-05-22,{span}"]
    report = read_one(*lines, header=f"{SHORT},date,start,end")
    assert (report.start, report.end) == (dt.date(2021, 5, 20), dt.date(2021, 5, 22))
    assert [problem.code for problem in report.problems] == ["date_ambiguous", "round_date_outside"]


def test_a_sensible_stated_span_stands_whatever_the_games_say() -> None:
    report = read_one("A,10001,10002,1-0,2031-05-21,2021-05-20,2021-05-22", header=f"{SHORT},date,start,end")
    assert (report.start, report.end) == (dt.date(2021, 5, 20), dt.date(2021, 5, 22))
    assert [problem.code for problem in report.problems] == ["round_date_outside"]


def test_a_game_without_a_round_is_in_the_first_in_which_both_are_free() -> None:
    report = read_one("A,10001,10002,1-0", "A,10003,10004,1-0", "A,10001,10003,1-0", "A,10005,10001,1-0")
    assert [pairing.round for pairing in report.pairings] == [1, 1, 2, 3]


def test_a_round_has_a_day_where_all_its_games_were_on_one() -> None:
    report = read_one(
        "A,10001,10002,1-0,1,2025-03-01",
        "A,10003,10004,1-0,1,2025-03-01",
        "A,10001,10003,1-0,2,2025-03-02",
        "A,10002,10004,1-0,2,2025-03-03",
        header=f"{SHORT},round,date",
    )
    assert report.round_dates == (dt.date(2025, 3, 1), None)


def test_a_text_that_a_spreadsheet_would_calculate() -> None:
    assert read_one("'=1+1,10001,10002,1-0").name == "=1+1"
    assert read_one("'t Open,10001,10002,1-0").name == "'t Open"


# -- Problems: the file is read ---------------------------------------------------------------------------------------


def test_open_games_are_reported_by_round() -> None:
    report = read_one("A,10001,10002,*,3", header=f"{SHORT},round")
    assert [(problem.text, problem.place) for problem in report.problems] == [
        ("Games of the round without a result yet: 1.", Place(round=3))
    ]


def test_two_games_of_the_same_players_in_a_round_are_reported() -> None:
    report = read_one("A,10001,10002,1-0,1", "A,10002,10001,1-0,1", header=f"{SHORT},round")
    assert [(problem.text, problem.place) for problem in report.problems] == [
        ("10002 and 10001 have more than one game in this round.", Place(line=3, round=1))
    ]


def test_lines_that_only_a_round_would_distinguish_are_reported() -> None:
    once, other_day, other_colours = "A,10001,10002,1-0,2026-03-01", "A,10001,10002,1-0,2026-03-02", "A,10002,10001,1-0"
    again = read_one(once, other_day, f"{other_colours},2026-03-01", once, header=f"{SHORT},date")
    assert [(problem.code, problem.place.line, dict(problem.facts)) for problem in again.problems] == [
        ("game_again", 5, {"player": "10001", "opponent": "10002", "earlier": 2})
    ]
    assert read_one(f"{once},1", f"{once},2", header=f"{SHORT},date,round").problems == ()


def test_a_game_outside_the_days_of_its_event_is_reported() -> None:
    report = read_one("A,10001,10002,1-0,2025-03-01,2025-03-09,2025-04-01", header=f"{SHORT},start,end,date")
    assert [(problem.text, problem.place) for problem in report.problems] == [
        ("The date 2025-04-01 is outside the tournament (2025-03-01 to 2025-03-09).", Place(line=2, round=1))
    ]


def test_an_event_that_ends_before_it_starts_is_reported() -> None:
    report = read_one("A,10001,10002,1-0,2025-03-09,2025-03-01", header=f"{SHORT},start,end")
    assert [problem.code for problem in report.problems] == ["dates_reversed"]


# -- Refusals: nothing is read ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("date", "01/03/2025", "Column date: 01/03/2025 is not a date (YYYY-MM-DD)."),
        ("date", "2025-02-31", "Column date: 2025-02-31 is not a date (YYYY-MM-DD)."),
        ("start", "soon", "Column start: soon is not a date (YYYY-MM-DD)."),
        ("end", "0025-01-01", "Column end: 0025-01-01 is not a date (YYYY-MM-DD)."),
        ("pace", "fast", "The time control fast is not standard, rapid or blitz."),
        ("round", "0", "Column round: 0 is not a whole number in the allowed range."),
        ("round", "1st", "Column round: 1st is not a whole number in the allowed range."),
        ("board", "1.5", "Column board: 1.5 is not a whole number in the allowed range."),
        ("handicap", "-2", "Column handicap: -2 is not a whole number in the allowed range."),
        ("board_size", "1", "Column board_size: 1 is not a whole number in the allowed range."),
        ("komi", "six", "The komi six is not a number."),
        ("white_rating", "strong", "Column white_rating: strong is not a number."),
        ("black_rating", "1800.5", "Column black_rating: 1800.5 is not a number."),
        ("city", "x" * 101, f"Column city: {'x' * 60}... is too long."),
    ],
)
def test_a_wrong_cell_refuses_the_file(column: str, value: str, sentence: str) -> None:
    said = refusal("A,10001,10002,1-0,", f"A,10001,10002,1-0,{value}", header=f"{SHORT},{column}")
    assert said == f"{sentence} Wrong lines: 1. (line 3)"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("A,10001,10002,2-0", "The result 2-0 is not known."),
        ("A,10001,10002,", "The result  is not known."),
        ("A,10001,,X", "The result X is not known."),
        ("A,,10002,1-0", "White has neither a member number nor a rating."),
        ("A,10001,10001,1-0", "10001 is paired with themselves."),
        ("A,10001,Dubois D.,1-0", "Column black: Dubois D. is not a member number."),
        (",10001,10002,1-0", "The line does not name its event."),
        (f"{'x' * 201},10001,10002,1-0", f"Column event: {'x' * 60}... is too long."),
        ("A,10001,10002", "The line must have one cell per column."),
        ("A,10001,10002,1-0,,", "The line must have one cell per column."),
    ],
)
def test_a_wrong_line_refuses_the_file(line: str, sentence: str) -> None:
    assert refusal(line) == f"{sentence} Wrong lines: 1. (line 2)"


def test_the_first_wrong_line_is_reported_and_how_many_there_are() -> None:
    assert refusal("A,10001,10002,1-0", "A,1,1,1-0", "A,1,2,x", "A,1,2,y") == (
        "1 is paired with themselves. Wrong lines: 3. (line 3)"
    )


def test_unknown_columns_are_named() -> None:
    assert refusal(header=f"{SHORT},referee,colour").startswith(
        "Unknown columns: referee, colour. Known columns: event,"
    )


def test_a_missing_column_is_named() -> None:
    assert refusal(header="event,white,black,date") == "These columns are missing: result. (line 1)"


def test_a_column_that_stands_there_twice_is_named() -> None:
    assert refusal(header=f"{SHORT},white") == "The column white appears twice. (line 1)"


def test_a_header_alone_is_not_a_file_of_games() -> None:
    assert refusal().startswith("The file has a line of column names but no games.")


def test_broken_quotes_are_reported_with_their_line() -> None:
    assert refusal('A,10001,10002,"1-0"x').endswith("(line 2)")


def test_bytes_that_no_text_has_are_refused_with_their_line() -> None:
    with pytest.raises(FormatError, match="bytes that are not text") as refusal:
        games_csv.read(b"event,white,black,result\nA,10001,10002,1-0\nA,10001\0,10002,1-0\n")
    assert refusal.value.place.line == 3


def test_too_many_lines_are_refused() -> None:
    with pytest.raises(FormatError, match="more than 100000 lines"):
        games_csv.read(b"event,white,black,result\n" + b"A,10001,10002,1-0\n" * 100_000 + b"\n")


# -- Recognition, damage, speed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [WHOLE, b"\xef\xbb\xbfEvent;White;Black;Result\r", b"white,black,result\n"])
def test_it_is_known_by_its_columns(data: bytes) -> None:
    assert games_csv.matches("anything.bin", data)


@pytest.mark.parametrize("data", [b"", b"matricule,name\n1,2\n", b"a game of white against black, event of the year"])
def test_other_tables_are_not_a_games_csv(data: bytes) -> None:
    assert not games_csv.matches("games.csv", data)


def check(data: bytes) -> None:
    """A damaged file is refused, or read as it stands: never half, never with another exception."""
    try:
        reports = games_csv.read(data)
    except FormatError as error:
        assert str(error)
        return
    games = sum(len(report.pairings) for report in reports)
    lines = [line for line in data.replace(b"\r", b"\n").split(b"\n")[1:] if line.strip(b",; \t")]
    assert games <= len(lines)
    for report in reports:
        numbers = {player.number for player in report.players}
        assert all({pairing.white, pairing.black} - {None} <= numbers for pairing in report.pairings)


@pytest.mark.long
def test_damaged_files() -> None:
    for data in mutations(WHOLE, 500, seed=2):
        check(data)


def test_cut_files() -> None:
    for data in truncations(WHOLE, 400):
        check(data)


@given(st.lists(st.text(alphabet="10-=+*/½\"'\n\r,;U ", max_size=12), max_size=12))
def test_any_cells(cells: list[str]) -> None:
    check(f"{SHORT}\n{','.join(cells)}".encode())


@pytest.mark.long
def test_50000_games_are_read() -> None:
    lines = [
        f"Open {number // 100},Gent,2025-03-01,2025-03-09,standard,{number % 9 + 1},2025-03-0{number % 9 + 1},"
        f"{number % 50 + 1},{10_000 + number % 977},{20_000 + number % 983},1-0,,,,,"
        for number in range(50_000)
    ]
    data = "\n".join([HEADER, *lines]).encode()
    reports = games_csv.read(data)
    assert (len(reports), sum(len(report.pairings) for report in reports)) == (500, 50_000)


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_file_that_may_be_cut_off_says_so(end: str) -> None:
    data = "event,white,black,result,white_rating\nA,10001,10002,1-0,1850\nB,10001,10002,0-1,18"
    first, second = games_csv.read(f"{data}{end}".encode())
    assert "file_may_be_cut" not in {problem.code for problem in first.problems}
    doubts = [problem.facts for problem in second.problems if problem.code == "file_may_be_cut"]
    assert doubts == ([] if end else [{"count": 1}])


@pytest.mark.parametrize(
    "header",
    [
        "Tournoi;Blancs;Noirs;Résultat;ronde",
        "toernooi,wit,zwart,uitslag,ronde",
        "Turnier\tWeiß\tSchwarz\tErgebnis\tRunde",
    ],
)
def test_the_columns_may_have_french_dutch_or_german_names(header: str) -> None:
    between = next(sign for sign in ";,\t" if sign in header)
    data = f"{header}\n{between.join(('Cup', '10001', '10002', '1-0', '1'))}\n".encode()
    assert games_csv.matches("games.csv", data)
    [report] = games_csv.read(data)
    assert (report.name, report.rounds, len(report.pairings)) == ("Cup", 1, 1)
