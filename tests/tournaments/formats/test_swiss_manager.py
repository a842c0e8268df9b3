"""Swiss-Manager files: sections found by their marks, games round by round, no points."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.real_samples import counted, samples
from tests.tournaments.formats.swiss_manager_files import BYE, NOT_PAIRED, tunx
from tournaments.formats import swiss_manager
from tournaments.formats.report import FormatError, Place, ReportedPlayer, TournamentReport

MARCH_1, MARCH_8 = dt.date(2025, 3, 1), dt.date(2025, 3, 8)


def read(data: bytes) -> TournamentReport:
    assert swiss_manager.matches("", data)
    (report,) = swiss_manager.read(data)
    return report


def games(report: TournamentReport) -> list[tuple[int, int | None, int, int | None, str]]:
    return [(game.round, game.board, game.white, game.black, game.letters) for game in report.pairings]


def test_the_event_is_read() -> None:
    report = read(tunx())
    assert (report.format, report.name, report.city) == ("swiss_manager", "Winter in Nergens", "Nergens")
    assert (report.start, report.end, report.round_dates) == (MARCH_1, MARCH_8, (MARCH_1, MARCH_8))
    assert (report.rounds, report.kind, report.pace, report.time_control) == (2, "swiss", "standard", "90 min + 30 s")
    assert report.arbiters == ("IA Wit, Willem", "FA Zwart, Zita 99200009", "AS Rood, Ria")
    assert report.problems == ()


def test_players_are_numbered_by_their_place() -> None:
    anna, bob, _cis = read(tunx()).players
    assert anna == ReportedPlayer(
        number=1,
        last_name="Aerts",
        first_name="Anna",
        matricule="10001",
        birth_date=dt.date(1980, 5, 17),
        federation="BEL",
        fide_id=99200001,
        rating=1700,
        fide_rating=1800,
        club="Nergens",
        title="WFM",
        sex="F",
    )
    assert (bob.birth_date, bob.birth_year, bob.rating, bob.sex) == (None, 1962, 1800, "M")


def test_the_number_of_the_event_at_chess_results_is_its_own() -> None:
    data = tunx()
    assert read(data).guid == ""
    assert read(data[:0x20] + (380806).to_bytes(4, "little") + data[0x24:]).guid == "tnr380806"


def test_games_and_byes_are_read_round_by_round() -> None:
    assert games(read(tunx())) == [
        (1, None, 3, None, "U"),
        (1, 1, 1, 2, "10"),
        (2, None, 2, None, "Z"),
        (2, 1, 3, 1, "=="),
    ]


def test_every_result_is_known() -> None:
    codes = {0: "**", 1: "10", 2: "==", 3: "01", 4: "+-", 5: "-+", 6: "--", 10: "00"}
    report = read(tunx([[(1, 2, code)] for code in codes]))
    assert [pairing.letters for pairing in report.pairings] == list(codes.values())


def test_every_bye_is_known() -> None:
    codes = {(BYE, 9): "U", (NOT_PAIRED, 3): "Z", (NOT_PAIRED, 2): "H", (NOT_PAIRED, 1): "F"}
    report = read(tunx([[(1, black, code)] for black, code in codes]))
    assert [pairing.letters for pairing in report.pairings] == list(codes.values())


def test_who_is_not_paired_yet_has_no_pairing() -> None:
    assert games(read(tunx([[(1, 2, 1), (3, NOT_PAIRED, 0)]]))) == [(1, 1, 1, 2, "10")]


def test_a_code_that_nobody_knows_leaves_the_game_open_and_asks() -> None:
    report = read(tunx([[(1, 2, 15)]]))
    assert games(report) == [(1, 1, 1, 2, "**")]
    assert [(problem.code, problem.place) for problem in report.problems] == [
        ("result_unknown", Place(round=1, board=1)),
        ("round_unfinished", Place(round=1)),
    ]


def test_a_game_against_nobody_is_left_out_with_a_problem() -> None:
    report = read(tunx([[(1, 9, 1), (0, 2, 1)]]))
    assert report.pairings == ()
    assert [problem.code for problem in report.problems] == ["opponent_unknown", "opponent_unknown", "no_games"]


def test_a_board_that_a_team_left_empty_is_worth_its_points_without_an_opponent() -> None:
    rounds = [[(1, 0, 4), (0, 2, 5), (0, 0, 0)], [(3, 0, 6), (0, 1, 0), (0, 0, 6)]]
    report = read(tunx(rounds, kind=2, teams=("Tower", "Bridge")))
    assert games(report) == [(1, None, 1, None, "F"), (1, None, 2, None, "F"), (2, None, 3, None, "Z")]
    assert [problem.code for problem in report.problems] == ["no_games", "team_event"]


def test_sections_are_found_by_their_mark_wherever_the_directory_names_them() -> None:
    assert read(tunx(extra=True)) == read(tunx())


@pytest.mark.parametrize(("kind", "name"), [(0, "swiss"), (1, "round_robin"), (2, "team"), (3, "team")])
def test_the_kind_of_the_event_is_reported(kind: int, name: str) -> None:
    report = read(tunx(kind=kind))
    assert report.kind == name
    assert [problem.code for problem in report.problems] == (["team_event"] if name == "team" else [])


@pytest.mark.parametrize(
    ("tie_breaks", "expected"),
    [
        ([], ()),
        ([(84, 1), (84, 0), (85, 0), (11, 0)], ("BH/C1", "BH", "SB", "DE")),
        ([(5, 0), (37, 2), (52, 1), (68, 1)], ("BH/C2", "SB/C1", "WIN")),  # by hand: nobody knows but the organiser
        ([(81, 0), (11, 0), (45, 0), (86, 0)], ("DE", "KS", "PS")),
    ],
)
def test_the_tie_breaks_of_the_event_are_reported(tie_breaks: list[tuple[int, int]], expected: tuple[str, ...]) -> None:
    assert read(tunx(tie_breaks=tie_breaks)).tie_breaks == expected


def test_players_of_a_team_event_have_a_team() -> None:
    report = read(tunx(kind=3, teams=("Tower", "Bridge")))
    assert [player.team for player in report.players] == ["Tower", "Bridge", "Tower"]
    assert {player.team for player in read(tunx(kind=0)).players} == {""}


def test_a_team_event_without_its_teams_is_damaged() -> None:
    data = tunx(kind=3, teams=("Tower", "Bridge")).replace(b"\xb5\xff\x89\x44", b"\xb6\xff\x89\x44")
    with pytest.raises(FormatError, match="cut off or damaged"):
        swiss_manager.read(data)


def test_a_file_that_is_cut_off_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^The file is cut off or damaged; copy it again from the original\.$"):
        swiss_manager.read(tunx()[:-10])


@pytest.mark.long
def test_damaged_files_give_a_report_or_one_error() -> None:
    data = tunx(kind=3, teams=("Tower", "Bridge"), tie_breaks=[(84, 1)])
    for damaged in (*mutations(data, 400, seed=55), *truncations(data, 100)):
        try:
            assert len(swiss_manager.read(damaged)) == 1
        except FormatError as error:
            assert str(error)


@pytest.mark.parametrize(("path", "facts"), [*samples("swiss_manager", ".tunx"), *samples("swiss_manager", ".turx")])
def test_real_files_hold_what_another_reader_counted(path: Path, facts: dict[str, Any]) -> None:
    report = read(path.read_bytes())
    found = counted(report)
    found |= {"zero_or_absent": found["absences"], "points_without_unknown_codes": found["points"]}
    del facts["type"]
    unknown = sum(facts.pop(name, 0) for name in ("code_15", "code_17"))
    assert {name: found[name] for name in facts} == facts
    assert sum(problem.code == "result_unknown" for problem in report.problems) == unknown
