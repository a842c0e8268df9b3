"""FFG files (.tou): columns, deviations from them, and damaged copies."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.mutations import mutations, truncations
from tests.tournaments.formats.go.event import REPORT
from tests.tournaments.formats.real_samples import samples
from tournaments.formats.go import egd, ffg
from tournaments.formats.go.ffg_writer import write
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, TournamentReport

HEAD = (
    ";name=Neuf pierres",
    ";date=01/05/2010",
    ";vill=Nulle-Part",
    ";prog=OpenGotha 3.49.03",
    ";size=13",
    ";time=60+b",
    ";ta=80",
    ";komi=7.5",
    ";Num Nom Prenom               Niv Licence Club",
)


def row(number: int, name: str, *cells: str, grade: str = "2K", licence: str = "1854001", club: str = "75Nu") -> str:
    """Return a line in the columns of the format."""
    return f"{number:>4} {name:25}{grade:>3} {licence:7} {club:4}" + "".join(f"{cell:>8}" for cell in cells)


def read(*rows: str, head: tuple[str, ...] = HEAD) -> TournamentReport:
    """Return the report of a file of these lines."""
    (report,) = ffg.read("\n".join([*head, *rows]).encode("iso-8859-15"))
    return report


TWO = (row(1, "Rivière Lou", "2+w0", grade="3D"), row(2, "Šimek Žofie", "1-b0", licence="", club=""))


def test_the_head_is_read() -> None:
    report = read(*TWO)
    assert (report.format, report.name, report.city) == ("ffg_tou", "Neuf pierres", "Nulle-Part")
    assert (report.start, report.end, report.rounds) == (dt.date(2010, 5, 1), None, 1)
    assert (report.pace, report.time_control, report.program) == ("standard", "60+b", "OpenGotha 3.49.03")
    assert (report.discipline, report.problems) == ("go", ())


@pytest.mark.parametrize(
    ("program", "comment", "name"),
    [
        ("Pairgoth 0.21", "Coupe des neuf pierres", "Coupe des neuf pierres"),
        ("OpenGotha 3.52.00", "Coupe des neuf pierres", "Coupe des neuf pierres"),
        ("OpenGotha 3.52.00", "", "100501-nulle-part"),
        ("Hanami 1.0", "Sans coupe", "100501-nulle-part"),
    ],
)
def test_programs_with_a_short_name_write_the_full_one_behind_it(program: str, comment: str, name: str) -> None:
    report = read(*TWO, head=(";name=100501-nulle-part", ";date=01/05/2010", f";comm={comment}", f";prog={program}"))
    assert report.name == name


def test_players_are_read_in_latin_9() -> None:
    assert read(*TWO).players == (
        ReportedPlayer(1, "Rivière", "Lou", licence="1854001", rating=250, club="75Nu", rank=1, grade="3D"),
        ReportedPlayer(2, "Šimek", "Žofie", rating=-150, rank=2, grade="2K"),
    )


def test_a_blank_place_is_that_of_the_row_above() -> None:
    report = read(*(line.replace("   2 ", "     ") for line in TWO))
    assert [player.rank for player in report.players] == [1, 1]


@pytest.mark.parametrize(
    ("time", "adjusted", "pace"),
    [
        ("60", "82", "standard"),
        ("60", "60", "rapid"),
        ("60", "", "rapid"),
        ("45", "67", "rapid"),
        ("20", "42", "blitz"),
    ],
)
def test_adjusted_minutes_tell_of_byo_yomi(time: str, adjusted: str, pace: str) -> None:
    report = read(*TWO, head=(";name=Neuf pierres", ";date=01/05/2010", f";time={time}", f";ta={adjusted}"))
    assert (report.pace, report.problems) == (pace, ())


def test_a_game_has_board_and_komi_of_the_tournament() -> None:
    (game,) = read(*TWO).pairings
    assert (game.white, game.black, game.letters, game.handicap) == (1, 2, "10", 0)
    assert (game.board_size, game.komi) == (13, 7.5)


@pytest.mark.parametrize(("cell", "letter"), [("0=  ", "H"), ("0-  ", "Z"), ("0+  ", "F")])
def test_free_rounds_are_padded(cell: str, letter: str) -> None:
    assert [pairing.letters for pairing in read(row(1, "Rivière Lou", cell)).pairings] == [letter]


def test_a_blank_cell_is_a_round_without_anything() -> None:
    report = read(row(1, "Rivière Lou", "", "2+w0"), row(2, "Šimek Žofie", "0=  ", "1-b0"))
    assert [(each.round, each.letters) for each in report.pairings] == [(1, "H"), (2, "10")]


def test_a_name_may_fill_its_column() -> None:
    player = read(row(1, "Vandenbroucke Marie-Josée", grade="10K")).players[0]
    assert (player.last_name, player.first_name, player.grade) == ("Vandenbroucke", "Marie-Josée", "10K")


@pytest.mark.parametrize(
    "line",
    [
        "1 Rivière Lou 3D 1854001 75Nu 2+w0",
        "  1  Rivière   Lou            3D    1854001  75Nu     2+w0",
        "1\tRivière Lou\t3d\t1854001\t75Nu\t2+w0",
    ],
)
def test_other_columns_are_read_by_their_words(line: str) -> None:
    report = read(line, TWO[1])
    assert report.players[0] == replace(read(*TWO).players[0], grade=report.players[0].grade)
    assert report.pairings == read(*TWO).pairings


def test_licence_and_club_may_be_missing_in_other_columns() -> None:
    report = read("1 Rivière Lou 3D 2+w0", "2 Šimek Žofie 2K 75Nu 1-b0")
    assert [(player.licence, player.club) for player in report.players] == [("", ""), ("", "75Nu")]
    assert len(report.pairings) == 1


def test_a_licence_may_have_a_letter_and_leading_zeros() -> None:
    report = read(row(1, "Rivière Lou", licence="0089890"), row(2, "Šimek Žofie", licence="99A0007"))
    assert [player.licence for player in report.players] == ["0089890", "99A0007"]


def test_signs_for_nothing_are_nothing() -> None:
    player = read(row(1, "Rivière Lou", licence="-------", club="xxxx")).players[0]
    assert (player.licence, player.club) == ("", "")


def test_an_opponent_who_does_not_play_back_leaves_the_game_open() -> None:
    report = read(row(1, "Rivière Lou", "2+w0"), row(2, "Šimek Žofie", "0=  "))
    assert [each.letters for each in report.pairings] == ["**", "H"]
    assert [(problem.code, problem.place) for problem in report.problems] == [
        ("opponent_differs", Place(line=10, round=1, player=1))
    ]


@pytest.mark.parametrize(
    ("clock", "pace"),
    [("60+b", "standard"), ("90", "rapid"), ("45+b", "rapid"), ("30", "rapid"), ("20+b", "blitz"), ("", ""),
     ("60 min + 20 s", "standard")],
)  # fmt: skip
def test_the_clock_gives_the_pace(clock: str, pace: str) -> None:
    report = read(*TWO, head=(*HEAD[:5], f";time={clock}", *HEAD[6:]))
    assert (report.pace, report.time_control) == (pace, clock)


def test_what_cannot_be_read_of_the_head_is_reported() -> None:
    report = read(*TWO, head=(";name=X", ";date=32/05/2010", ";size=200", ";time=long", ";komi=six"))
    assert report.problems == (
        Problem("date_unknown", Place(), {"value": "32/05/2010"}),
        *(
            Problem("field_unknown", Place(), {"field": key, "value": value})
            for key, value in (("size", "200"), ("komi", "six"), ("time", "long"))
        ),
    )
    assert (report.pairings[0].board_size, report.pairings[0].komi, report.pace) == (None, None, "")


def test_a_line_that_is_not_a_player_is_still_a_row() -> None:
    report = read(row(1, "Rivière Lou", "3+w0"), "???", row(3, "Šimek Žofie", "1-b0"))
    assert [(game.white, game.black) for game in report.pairings] == [(1, 3)]
    assert report.problems == (Problem("line_unknown", Place(line=11)),)


def test_a_player_with_fewer_rounds_than_others_is_reported() -> None:
    report = read(row(1, "Rivière Lou", "2+w0", "0=  "), row(2, "Šimek Žofie", "1-b0"))
    assert (report.rounds, report.problems) == (2, (Problem("line_short", Place(line=11, player=2)),))


def test_only_a_file_with_a_player_is_one() -> None:
    with pytest.raises(FormatError, match=r"^The file has no player lines\.$"):
        ffg.read("\n".join(HEAD).encode())


def test_its_head_distinguishes_it_from_an_egd_file() -> None:
    data = "\n".join([*HEAD, *TWO]).encode()
    assert (ffg.matches("", data), egd.matches("", data)) == (True, False)


@pytest.mark.long
def test_damaged_copies_give_a_report_or_one_sentence() -> None:
    data = write(REPORT)
    for damaged in (*mutations(data, 200, seed=5), *truncations(data, 60)):
        try:
            (report,) = ffg.read(damaged)
        except FormatError as error:
            assert str(error)
        else:
            assert len({player.number for player in report.players}) == len(report.players)


@pytest.mark.parametrize(("path", "facts"), samples("go", ".tou"))
def test_real_files_hold_what_they_should(path: Path, facts: dict[str, object]) -> None:
    (report,) = ffg.read(path.read_bytes())
    free = sum(pairing.black is None for pairing in report.pairings)
    found = {"players": len(report.players), "rounds": report.rounds, "games": len(report.pairings) - free}
    assert found | {"free_rounds": free} == facts
    assert report.problems == ()
