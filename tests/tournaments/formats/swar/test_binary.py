"""The files that SWAR works with, of all its versions."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.swar import files
from tests.tournaments.formats.swar.files import Round, player, swar, three
from tests.tournaments.formats.trf.lines import codes, games, texts
from tournaments.formats import detect
from tournaments.formats.report import FormatError, ReportedPlayer, TournamentReport
from tournaments.formats.swar import binary as swar_binary

VERSIONS = ("v4.05", "v5.10", "v5.34", "v5.60", "v6.02", "v6.20", "v6.49", "v6.65", "v6.78", "v7.00", "v7.05")


def read(data: bytes) -> TournamentReport:
    (report,) = swar_binary.read(data)
    return report


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_says_the_same(version: str) -> None:
    data = swar(*three(version, 2 if version < "v6" else 4), version=version)
    assert detect("anything", data) == "swar_binary"
    report = read(data)
    assert report.guid == "0a"
    assert report.players == (
        ReportedPlayer(
            *(1, "Aerts", "Anna", "10001", dt.date(1980, 5, 17)),
            federation="BEL",
            fide_id=204_001,
            rating=1812,
            club="601",
            title="WFM",
            sex="F",
            points=2.5,
            rank=1,
            fide_rating=1790 if version < "v7" else None,
        ),
        ReportedPlayer(
            *(2, "Baert", "Bob", "10002"),
            federation="BEL",
            rating=1500,
            club="601",
            sex="M",
            points=0,
            rank=2,
        ),
        ReportedPlayer(
            *(3, "Claes", "Cis", "10003"),
            birth_year=1979,
            federation="BEL",
            club="Cercle d'Été",
            sex="M",
            points=2.5,
            rank=3,
        ),
    )
    assert games(report) == [
        *((1, 1, 2, "10"), (1, 3, None, "U"), (2, 3, 1, "=="), (2, 2, None, "Z")),
        *((3, 2, 3, "-+"), (3, 1, None, "U")),
    ]
    assert [each.board for each in report.pairings] == [1, None, 1, None, 2, None]
    assert (report.problems, report.program) == ((), f"SWAR {version}")


def test_the_event_is_reported() -> None:
    report = read(swar(*three(), pace=1, type=4))
    assert (report.name, report.city, report.rounds) == ("Hiver à Nulle-Part", "Nulle-Part", 3)
    assert (report.start, report.end) == (dt.date(2025, 3, 1), dt.date(2025, 3, 15))
    assert report.round_dates == (dt.date(2025, 3, 1), dt.date(2025, 3, 8), dt.date(2025, 3, 15))
    assert (report.pace, report.kind, report.time_control) == ("rapid", "round_robin", "90 min + 30 sec")
    assert report.tie_breaks == ("BH/C1", "BH", "SB")
    assert report.arbiters == ("IA Anne Personne",)
    assert report.pairings[0].date == dt.date(2025, 3, 1)


@pytest.mark.parametrize(
    ("numbers", "names"),
    [
        ((2, 3, 5, 9, 7), ("BH/M1", "BH/M2", "BH/C2", "KS", "PS")),
        ((11, 12, 13, 14, 15), ("TPR", "ARO", "ARO/C1", "BPG", "BWG")),
        ((10, 8, 16, 10, 0), ("WON", "DE")),
    ],
)
def test_no_tie_break_takes_the_place_of_another(numbers: tuple[int, ...], names: tuple[str, ...]) -> None:
    assert read(swar(*three(), tie_breaks=numbers)).tie_breaks == names


@pytest.mark.parametrize(
    ("white", "black", "letters"),
    [
        (files.WIN, files.LOSS, "10"),
        (files.LOSS, files.WIN, "01"),
        (files.DRAW, files.DRAW, "=="),
        (files.BOTH_LOST, files.BOTH_LOST, "00"),
        (files.WON_FORFEIT, files.LOST_FORFEIT, "+-"),
        (files.NOBODY_CAME, files.NOBODY_CAME, "--"),
        (files.DRAWN_FORFEIT, files.DRAWN_FORFEIT, "DD"),
        (0, 0, "**"),
        (files.DRAW_NOTHING, files.NOTHING_DRAW, "**"),
        (files.WIN, files.WIN, "**"),
    ],
)
def test_results_of_games(white: int, black: int, letters: str) -> None:
    report = read(swar(player(1, "A", Round(1, 1, 2, white, 1)), player(2, "B", Round(1, 1, 1, black, -1)), rounds=1))
    assert games(report) == [(1, 1, 2, letters)]


@pytest.mark.parametrize(
    ("table", "result", "bye", "letter"),
    [
        (files.BYE, files.WON_BYE, 0, "U"),
        (files.BYE, files.DRAWN_BYE, 0, "H"),
        (files.BYE, 0, 0, "U"),
        (files.BYE, 0, 1, "H"),
        (files.BYE, 0, 2, "Z"),
        (files.ABSENT, files.WON_BYE, 0, "F"),
        (0, files.DRAWN_BYE, 0, "H"),
        (files.ABSENT, files.LOST_BYE, 0, "Z"),
        (files.ABSENT, 0, 0, "Z"),
        (-1, 0, 0, "Z"),
    ],
)
def test_rounds_without_an_opponent(table: int, result: int, bye: int, letter: str) -> None:
    pair = (player(1, "A", Round(1, 1, 2, files.DRAW, 1)), player(2, "B", Round(1, 1, 1, files.DRAW, -1)))
    report = read(swar(*pair, player(3, "C", Round(1, table, -1, result)), rounds=1, bye=bye))
    assert games(report)[1] == (1, 3, None, letter)


def test_an_event_may_pay_the_first_absences() -> None:
    """Half a point for the first absence of everybody, until round 2."""
    drawn = [Round(number, 1, 2, files.DRAW, 1) for number in (1, 2, 3)]
    answers = [Round(number, 1, 1, files.DRAW, -1) for number in (1, 2, 3)]
    away = [Round(number, files.ABSENT, -1, 0) for number in (1, 2, 3)]
    late = [Round(number, files.ABSENT, -1, 0) for number in (3,)]
    players = [player(1, "A", *drawn), player(2, "B", *answers), player(3, "C", *away), player(4, "D", *late)]
    report = read(swar(*players, absences=(1, 1, 2)))
    assert [game for game in games(report) if game[2] is None] == [
        *((1, 3, None, "H"), (2, 3, None, "Z"), (3, 3, None, "Z"), (3, 4, None, "Z")),
    ]


def test_rounds_that_are_not_paired_yet_are_none() -> None:
    first, second = Round(1, 1, 2, files.WIN, 1), Round(1, 1, 1, files.LOSS, -1)
    later = [Round(number, -1, -1, 0) for number in (2, 3)]
    report = read(swar(player(1, "A", first, *later), player(2, "B", second, *later)))
    assert games(report) == [(1, 1, 2, "10")]
    assert report.rounds == 3


def test_points_that_the_results_do_not_give_are_reported() -> None:
    pair = (player(1, "A", Round(1, 1, 2, files.WIN, 1), points=4), player(2, "B", Round(1, 1, 1, files.LOSS, -1)))
    report = read(swar(*pair, player(3, "C", points=2), rounds=1))
    assert texts(report) == ["The file gives 3 C 0.5 points; the results add up to 0. (player 3)"]


def test_own_scoring_is_reported() -> None:
    report = read(swar(*three(), type=3, scoring=(12, 8, 4)))
    assert texts(report) == ["The file uses its own scoring (3, 2, 1); standings here use 1, ½, 0."]
    assert [each.points for each in report.players] == [None] * 3
    older = read(swar(*three("v5.34"), type=3, scoring=(12, 8, 4), version="v5.34"))
    assert texts(older) == texts(report)


def test_own_scoring_that_gives_everybody_his_points_is_that_of_the_standings() -> None:
    won, lost = Round(1, 1, 2, files.WIN, 1), Round(1, 1, 1, files.LOSS, -1)
    report = read(swar(player(1, "A", won, points=12), player(2, "B", lost, points=4), type=3, scoring=(12, 8, 4)))
    assert (report.point_system, texts(report)) == ((3, 2, 1, 0, 3), [])
    assert [each.points for each in report.players] == [3, 1]


def test_a_number_stands_for_one_player() -> None:
    assert "number_twice" in codes(read(swar(player(1, "A"), player(1, "B"))))
    wrong = read(swar(player(1, "A"), player(100_000, "B"), player(-2, "C")))
    assert [each.last_name for each in wrong.players] == ["A"]
    assert codes(wrong)[:2] == ["field_unknown", "field_unknown"]


def test_a_list_of_players_has_no_games() -> None:
    assert codes(read(swar(player(1, "A"), player(2, "B", Round(0, 0, 0, 0))))) == ["no_games"]


def test_what_stands_behind_the_players_does_not_matter() -> None:
    assert games(read(swar(*three(), behind=b"more"))) == games(read(swar(*three())))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\x05\0\0\0v6.78", "The SWAR file is cut off or damaged: it has no section TOURNOI."),
        (b"anything", "This is not a SWAR tournament."),
        (swar(*three())[:-1], "The SWAR file is cut off or damaged: it ends in the section JOUEURS."),
        (swar(*three())[:400], "The SWAR file is cut off or damaged: it has no section DATES."),
        (swar(rounds=0)[:-4], "The SWAR file is cut off or damaged: it ends in the section JOUEURS."),
        (swar(rounds=201), "The file is damaged: it declares 201 rounds."),
    ],
)
def test_what_is_cut_off_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        swar_binary.read(data)
    assert str(error.value) == sentence


def test_a_part_of_a_file_is_never_a_tournament() -> None:
    data = swar(*three())
    for part in truncations(data, 300):
        if part != data:
            with pytest.raises(FormatError):
                swar_binary.read(part)


def test_damaged_copies_give_a_report_or_one_sentence() -> None:
    data = swar(*three())
    for damaged in mutations(data, 300, seed=5):
        try:
            assert read(damaged).format == "swar_binary"
        except FormatError as error:
            assert str(error)
