"""dBase tables of games: SENDING, CHCKLIST and Chess Manager."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from federation.files.dbase import Field
from tests import dbase_tables
from tests.mutations import mutations, truncations
from tests.tournaments.formats.belgium.files import GAME_FIELDS, checklist, part24l, sending
from tests.tournaments.formats.real_samples import samples
from tournaments import formats
from tournaments.formats.report import FormatError, Place, TournamentReport

MARCH_1, MARCH_8 = dt.date(2025, 3, 1), dt.date(2025, 3, 8)


def read(data: bytes) -> list[TournamentReport]:
    return formats.read("games.DBF", data)


def games(report: TournamentReport) -> list[tuple[int, int, int | None, str]]:
    return [(game.round, game.white, game.black, game.letters) for game in report.pairings]


def test_a_sending_becomes_one_event_for_each_file_that_was_sent() -> None:
    first, second = read(
        sending({}, {"MATRI1_S": 10002, "MATRI2_S": 10003, "RESULT_S": 5, "DATE_S": MARCH_8}, {"FILE": "302GRI1a.601"})
    )
    assert (first.format, first.name, first.start, first.end) == ("sending", "301OPE1a.601", MARCH_1, MARCH_8)
    assert [player.matricule for player in first.players] == ["10001", "10002", "10003"]
    assert games(first) == [(1, 1, 2, "10"), (2, 2, 3, "==")]
    assert (second.name, games(second)) == ("302GRI1a.601", [(1, 1, 2, "10")])


def test_an_opponent_who_is_not_a_member_is_shown_with_a_rating() -> None:
    (report,) = read(sending({"CODE_N_S": "S", "MATRI2_S": 2104, "RESULT_S": 0}, {"CODE_N_S": "S", "MATRI2_S": 0}))
    assert [(player.matricule, player.rating) for player in report.players] == [("10001", None), ("", 2104), ("", None)]
    assert games(report) == [(1, 1, 2, "01"), (2, 1, 3, "10")]


def test_lines_that_were_undone_do_not_count() -> None:
    (report,) = read(sending({}, {"SUPPRIME_S": "T", "MATRI1_S": 10003}))
    assert len(report.pairings) == 1


def test_games_without_rounds_fill_the_first_rounds_that_are_free() -> None:
    """A round robin told player by player on one day: three rounds of four players, not six."""
    pairs = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    (report,) = read(sending(*({"MATRI1_S": 10000 + a, "MATRI2_S": 10000 + b} for a, b in pairs)))
    assert report.rounds == 3
    assert Counter(game.round for game in report.pairings) == {1: 2, 2: 2, 3: 2}


def test_the_two_rows_of_a_game_become_one_game() -> None:
    (report,) = read(checklist({}, {"JOUEUR": 10002, "ADVERS": 10001, "RESULTAT": 0, "VAL_ADVERS": 1812, "WH_BL": "B"}))
    assert (report.format, report.name, report.problems) == ("checklist", "S_SWAR_S1_Open.601", ())
    assert games(report) == [(1, 1, 2, "10")]


def test_two_games_of_the_same_players_on_one_day_stay_two() -> None:
    mirror = {"JOUEUR": 10002, "ADVERS": 10001, "RESULTAT": 0, "WH_BL": "B"}
    (report,) = read(checklist({}, {}, mirror, mirror))
    assert games(report) == [(1, 1, 2, "10"), (2, 1, 2, "10")]


def test_a_game_that_several_runs_print_is_one_game() -> None:
    mirror = {"JOUEUR": 10002, "ADVERS": 10001, "RESULTAT": 0, "WH_BL": "B"}
    abroad = [{"ADVERS": 0, "VAL_ADVERS": rating, "NO_RUN": run} for run, rating in ((1, 2104), (3, 2104), (3, 1900))]
    first, third = (
        [{"NO_RUN": run}, {**mirror, "VAL_ADVERS": rating, "NO_RUN": run}] for run, rating in ((1, 0), (3, 1812))
    )
    (report,) = read(checklist(*first, *third, *third, *abroad))
    assert games(report) == [(1, 1, 2, "10"), (2, 1, 2, "10"), (3, 1, 3, "10"), (4, 1, 4, "10")]
    assert report.problems == ()


def test_a_row_that_nobody_answers_is_a_game_with_a_problem() -> None:
    (report,) = read(checklist({"WH_BL": "B"}))
    assert games(report) == [(1, 2, 1, "01")]
    (problem,) = report.problems
    assert (problem.code, problem.place) == ("opponent_differs", Place(line=1))


def test_an_opponent_abroad_has_a_name_and_the_rating_that_was_used() -> None:
    (report,) = read(checklist({"ADVERS": 0, "VAL_ADVERS": 2104, "ETRANGER": "Nowhere, Ann"}))
    anna, ann = report.players
    assert (ann.last_name, ann.first_name, ann.rating, ann.matricule) == ("Nowhere", "Ann", 2104, "")
    assert ann.outsider
    assert not anna.outsider
    assert report.problems == ()


def test_chess_manager_gives_rounds_boards_and_all_its_results() -> None:
    tokens = {"1-0": "10", "0-1": "01", "?-?": "==", "1F-0F": "+-", "0F-1F": "-+", "0F-0F": "--", "-": "**"}
    (report,) = read(part24l(*({"RES": token, "RONDE": at} for at, token in enumerate(tokens, start=1))))
    assert (report.format, report.name, report.kind) == ("chess_manager", "25INT1A", "team")
    assert [pairing.letters for pairing in report.pairings] == list(tokens.values())
    assert [(pairing.round, pairing.board) for pairing in report.pairings[:2]] == [(1, 1), (2, 1)]
    anna, bob = report.players
    assert (anna.last_name, anna.matricule, anna.club, anna.rating) == ("AERTS ANNA", "10001", "601", 1812)
    assert bob.matricule == "10002"


def test_players_without_a_matricule_are_known_by_name_club_and_rating() -> None:
    (report,) = read(part24l({"MAT_B": 0}, {"MAT_B": 0, "RONDE": 2}, {"MAT_B": 0, "CLUB_B": 602, "RONDE": 3}))
    assert [player.club for player in report.players if not player.matricule] == ["601", "602"]


def test_the_table_of_titles_is_refused_with_what_to_send_instead() -> None:
    fields = [Field("ID", "C", 8), Field("INTITULE", "C", 50), Field("DEBUT", "D", 8), Field("FIN", "D", 8)]
    titles = dbase_tables.write([*fields, Field("NBRJOU", "N", 2)], [{"ID": "25INT1A"}], MARCH_1)
    with pytest.raises(FormatError, match=r"contains the titles of tournaments: send the games \(Part24L\.DBF\)\.$"):
        read(titles)


@pytest.mark.parametrize("data", [sending(), checklist(), part24l()])
def test_a_table_without_games_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"^The table contains no games\.$"):
        read(data)


@pytest.mark.parametrize(
    ("data", "column"),
    [
        (sending({"RESULT_S": 7}), "RESULT_S"),
        (checklist({"RESULTAT": 7}, {}), "RESULTAT"),
        (part24l({"RES": "2-0"}), ""),
    ],
)
def test_an_unknown_result_is_reported_with_its_line(data: bytes, column: str) -> None:
    (report,) = read(data)
    assert ("result_unknown", 1) in [(problem.code, problem.place.line) for problem in report.problems]


def test_a_table_that_is_cut_off_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^The table is cut off: it has 1 of 2 records\.$"):
        read(sending({}, {})[:-40])


def test_an_endless_table_is_refused() -> None:
    data = bytearray(part24l({}))
    data[10:12] = bytes(2)  # the length of a record
    with pytest.raises(FormatError, match=r"^The records are shorter \(0 bytes\) than their fields\.$"):
        read(bytes(data))


def test_a_table_of_other_fields_is_not_a_tournament() -> None:
    other = dbase_tables.write(GAME_FIELDS[:3], [], MARCH_1)
    with pytest.raises(FormatError, match="This dBase table has no games"):
        read(other)


@pytest.mark.long
@pytest.mark.parametrize(
    "data", [sending({}, {"RESULT_S": 5}), checklist({}, {"ADVERS": 0}), part24l({}, {"RES": "-"})]
)
def test_damaged_files_give_a_report_or_one_error(data: bytes) -> None:
    for damaged in (*mutations(data, 300, seed=54), *truncations(data, 60)):
        try:
            assert read(damaged)
        except FormatError as error:
            assert str(error)


@pytest.mark.parametrize(("path", "facts"), samples("belgium/sending", ".dbf"))
def test_real_sendings_hold_what_another_reader_counted(path: Path, facts: dict[str, Any]) -> None:
    letters = Counter(pairing.letters for report in read(path.read_bytes()) for pairing in report.pairings)
    assert letters.total() == facts["records"]
    assert (letters["10"], letters["01"], letters["=="]) == tuple(facts["results"][key] for key in "105")


@pytest.mark.parametrize(("path", "facts"), samples("belgium/chessmanager", "24l.dbf"))
def test_real_games_of_chess_manager_hold_what_another_reader_counted(path: Path, facts: dict[str, Any]) -> None:
    letters = Counter(pairing.letters for report in read(path.read_bytes()) for pairing in report.pairings)
    tokens = facts["results"]
    assert (letters["10"], letters["01"], letters["=="]) == (tokens["1-0"], tokens["0-1"], tokens["½-½"])
    assert (letters["+-"], letters["-+"], letters["--"]) == (tokens["1F-0F"], tokens["0F-1F"], tokens["0F-0F"])


@pytest.mark.parametrize(("path", "facts"), samples("belgium/period_202107", "202107.dbf"))
def test_a_real_checklist_is_paired_completely(path: Path, facts: dict[str, Any]) -> None:
    reports = read(path.read_bytes())
    rows = sum(
        bool(report.players[side - 1].matricule)
        for report in reports
        for pairing in report.pairings
        for side in (pairing.white, pairing.black)
        if side
    )
    unanswered = sum(problem.code == "opponent_differs" for report in reports for problem in report.problems)
    assert rows - unanswered == facts["records"]
