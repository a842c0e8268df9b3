"""Papi files: heading, players, privacy, refusals; the rounds have their own module."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.mutations import mutations, truncations
from tests.tournaments.formats.binary_event import REPORT
from tests.tournaments.formats.papi.files import INFO, ROWS, problems, read, with_cells, with_info, with_player
from tests.tournaments.formats.real_samples import counted, samples
from tournaments.formats.papi import jet4_writer
from tournaments.formats.papi import reader as papi
from tournaments.formats.papi.jet4_reader import INT, LONG, TEXT
from tournaments.formats.papi.jet4_writer import Field, Table
from tournaments.formats.papi.writer import database, tables, write
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, Result


def refusal(data: bytes) -> str:
    """Return the sentence with which a file is refused."""
    with pytest.raises(FormatError) as error:
        papi.read(data)
    return str(error.value)


def test_the_heading_is_read() -> None:
    report = read(write(REPORT))
    assert (report.format, report.name, report.city) == ("papi", "Open de Nulle-Part", "Nulle-Part")
    assert (report.start, report.end, report.rounds) == (dt.date(2025, 9, 6), dt.date(2025, 9, 8), 4)
    assert (report.kind, report.pace, report.time_control) == ("swiss", "standard", "90 min + 30 s")
    assert (report.program, report.discipline) == ("Papi 3.3.8", "chess")


def test_the_arbiter_is_read() -> None:
    assert read(database(INFO | {"Arbitre": "Personne Anne, AF3"}, list(ROWS.values()))).arbiters == (
        "Personne Anne, AF3",
    )


def test_a_player_is_read_as_the_file_has_him() -> None:
    assert with_player(2) == replace(REPORT.players[0], points=None, rank=None)


def test_names_may_be_missing_or_have_any_letters() -> None:
    player = with_player(2, Nom="ŁUKASIEWICZ-D'HAESE Ø", Prenom=None)
    assert (player.last_name, player.first_name) == ("ŁUKASIEWICZ-D'HAESE", "")


@pytest.mark.parametrize(
    ("written", "fide_id"),
    [
        ("34179178", 34179178),
        ("200001    ", 200001),
        ("'34179178'", 34179178),
        ("'533047308", 533047308),
        ("00825820", 825820),
        ("0", None),
        ("          ", None),
        ("", None),
        (None, None),
    ],
)
def test_fide_codes_are_cleaned(written: str | None, fide_id: int | None) -> None:
    report = with_cells({2: {"FideCode": written}})
    assert report.players[0].fide_id == fide_id
    assert problems(report) == [("round_unfinished", Place(round=4))]


@pytest.mark.parametrize("written", ["Z56538", "11/01/1987", "CM1", "9999999999", "12 34", "١٢٣"])
def test_a_fide_code_that_is_none_is_left_out_and_reported(written: str) -> None:
    report = with_cells({2: {"FideCode": written}})
    assert report.players[0].fide_id is None
    assert report.problems[0] == Problem("fide_id_unknown", Place(table="JOUEUR", player=2), {"value": written})


@pytest.mark.parametrize(
    ("pace", "column", "rating"), [("standard", "Elo", 2001), ("rapid", "Rapide", 2002), ("blitz", "Blitz", 2003)]
)
def test_the_pace_names_the_rating(pace: str, column: str, rating: int) -> None:
    rows = [row | {"Elo": 2001, "Rapide": 2002, "Blitz": 2003} for row in ROWS.values()]
    report = read(database(INFO | {"ClassElo": column}, rows))
    assert report.pace == pace
    assert {player.rating for player in report.players} == {rating}


def test_an_unknown_pace_is_none_and_leaves_the_elo() -> None:
    report = with_info(ClassElo="Éclair")
    assert (report.pace, report.players[0].rating) == ("", 2310)


@pytest.mark.parametrize("kind", ["F", "N", "E", "A", "R", None])
def test_the_kind_of_a_rating_changes_nothing(kind: str | None) -> None:
    assert with_player(2, Fide=kind, RapideFide=kind).rating == 2310


@pytest.mark.parametrize("rating", [-1, 4001])
def test_an_impossible_rating_is_left_out_and_reported(rating: int) -> None:
    report = with_cells({2: {"Elo": rating}})
    assert report.players[0].rating is None
    assert report.problems[0] == Problem("rating_unknown", Place(table="JOUEUR", player=2), {"value": rating})


def test_a_rating_of_nothing_is_none() -> None:
    assert with_player(2, Elo=0).rating is None


@pytest.mark.parametrize(
    ("licence", "matricule"), [("B24001", ""), ("10203", "10203"), ("1020", ""), ("102034", ""), (None, "")]
)
def test_a_licence_of_five_digits_is_a_matricule(licence: str | None, matricule: str) -> None:
    player = with_player(2, NrFFE=licence, AffType="N")
    assert (player.licence, player.matricule) == (licence or "", matricule)


@pytest.mark.parametrize(
    ("written", "title"),
    [("g ", "GM"), ("gf", "WGM"), ("m", "IM"), ("mf", "WIM"), ("f ", "FM"), ("ff", "WFM"), ("c", "CM"), ("cf", "WCM")],
)
def test_titles_are_those_of_fide(written: str, title: str) -> None:
    assert with_player(2, FideTitre=written).title == title


@pytest.mark.parametrize("written", ["  ", "", None])
def test_no_title_may_be_written_in_three_ways(written: str | None) -> None:
    assert with_player(2, FideTitre=written).title == ""


@pytest.mark.parametrize(("written", "sex"), [("M", "M"), ("f", "F"), ("", ""), (None, ""), ("X", "")])
def test_the_sex_may_be_missing(written: str | None, sex: str) -> None:
    assert with_player(2, Sexe=written).sex == sex


@pytest.mark.parametrize("born", [None, dt.datetime(1899, 12, 30)])
def test_a_birth_date_may_be_missing(born: dt.datetime | None) -> None:
    report = with_cells({2: {"NeLe": born, "Cat": "SenM"}})
    assert (report.players[0].birth_date, len(report.problems)) == (None, 1)


def test_a_birth_date_before_anybody_was_born_is_reported() -> None:
    report = with_cells({2: {"NeLe": dt.datetime(198, 6, 15)}})
    facts = {"field": "NeLe", "value": "0198-06-15"}
    assert report.players[0].birth_date is None
    assert report.problems[0] == Problem("field_unknown", Place(table="JOUEUR", player=2), facts)


def test_days_may_have_an_hour_behind_them() -> None:
    report = with_info(DateDebut="06/09/2025  09:30", DateFin="08/09/2025  17:00")
    assert (report.start, report.end) == (dt.date(2025, 9, 6), dt.date(2025, 9, 8))


def test_round_dates_are_those_of_the_pairings() -> None:
    report = read(write(REPORT))
    assert report.round_dates == REPORT.round_dates
    assert {(pairing.round, pairing.date) for pairing in report.pairings} == set(enumerate(REPORT.round_dates, 1))


def test_a_file_without_round_dates_has_none() -> None:
    report = with_info(**{f"DateRd{number}": "" for number in range(1, 25)})
    assert report.round_dates == ()
    assert {pairing.date for pairing in report.pairings} == {None}


def test_a_date_that_is_none_is_reported() -> None:
    report = with_info(DateDebut="31/09/2025", DateRd2="samedi")
    assert report.start is None
    assert report.problems[:2] == (
        Problem("date_unknown", Place(table="INFO"), {"value": "31/09/2025"}),
        Problem("date_unknown", Place(table="INFO", round=2), {"value": "samedi"}),
    )


def test_dates_that_contradict_each_other_are_reported() -> None:
    assert problems(with_info(DateFin="05/09/2025"))[0] == ("dates_reversed", Place())
    assert problems(with_info(DateFin="08/09/2027"))[0] == ("dates_far_apart", Place())
    assert problems(with_info(DateRd1="05/09/2025"))[0] == ("round_date_outside", Place(round=1))


def test_a_round_robin_is_recognised_by_the_file() -> None:
    assert with_info(Genre="ToutesRondes").kind == "round_robin"
    assert with_info(Genre="Coupe").kind == ""


def test_a_win_may_be_three_points() -> None:
    assert with_info(DecomptePoints="OUI").point_system == (3, 1, 0, 0, 3)
    assert with_info(DecomptePoints="NON").point_system == (1, 0.5, 0, 0, 1)


def test_a_template_without_players_is_read() -> None:
    report = read(database(INFO, [ROWS[1]]))
    assert (report.players, report.pairings, problems(report)) == ((), (), [("no_players", Place())])


def test_fees_fixed_boards_and_stored_points_change_nothing() -> None:
    changes = {"Fixe": 1007, "InscriptionRegle": -5, "Pts": 9, "Nr": 3, "Flotteur": "XX", "Place": 1}
    assert with_cells({2: changes}) == read(write(REPORT))


def test_two_rows_of_one_number_are_reported() -> None:
    report = read(database(INFO, [*ROWS.values(), ROWS[8] | {"Nom": "TWICE"}]))
    assert [player.last_name for player in report.players if player.number == 8] == ["JANSSENS"]
    assert report.problems[0] == Problem("number_twice", Place(table="JOUEUR", player=8), {"number": 8})


@pytest.mark.parametrize("number", [None, 0, -4])
def test_a_row_without_a_number_is_reported(number: int | None) -> None:
    report = read(database(INFO, [*ROWS.values(), {"Ref": number, "Nom": "LOST"}]))
    assert len(report.players) == len(REPORT.players)
    facts = {"field": "Ref", "value": number or 0}
    assert report.problems[0] == Problem("field_unknown", Place(table="JOUEUR"), facts)


def test_letters_that_cannot_be_read_are_reported() -> None:
    data = write(REPORT)
    name = data.index("DELVAUX".encode("utf-16-le"))
    report = read(data[:name] + b"\x00\xd8" + data[name + 2 :])
    assert report.players[0].last_name == "\N{REPLACEMENT CHARACTER}ELVAUX"
    assert ("text_unreadable", Place()) in problems(report)


def test_control_characters_never_leave_the_file() -> None:
    player = with_player(2, Nom="DEL\tVAUX\0rest", Prenom="\x85Inès\r\n")
    assert (player.last_name, player.first_name) == ("DEL VAUX", "Inès")


def test_moved_deleted_and_stale_rows_are_not_players() -> None:
    info, players, results = tables(INFO, list(ROWS.values()))
    old = [{"Variable": "Nom", "Value": "Old name"}, {"Variable": "NbrRondes", "Value": "9"}]
    hard = [
        dataclasses.replace(info, stale=old, moved=[0, 2]),
        dataclasses.replace(players, deleted=[ROWS[3] | {"Ref": 30, "Nom": "GONE"}], moved=[1, 4], map_pages=True),
        results,
    ]
    assert read(jet4_writer.write(hard)) == read(write(REPORT))


def test_rows_may_come_in_any_order() -> None:
    assert read(database(INFO, list(reversed(ROWS.values())))) == read(write(REPORT))


def test_no_address_and_no_password_leaves_the_file() -> None:
    secrets = {
        "Adresse": "SECRET-1",
        "CP": "SECRET-2",
        "Tel": "SECRET-3",
        "EMail": "SECRET-4",
        "Commentaire": "SECRET-5",
    }
    passwords = dict.fromkeys(("FTPURL", "FTPLogin", "FTPPassword", "InscriptionDefaut"), "SECRET-6")
    data = database(INFO | passwords, [row | secrets for row in ROWS.values()])
    assert "SECRET-6".encode("utf-16-le") in data
    assert "SECRET" not in repr(papi.read(data))


def test_columns_of_other_types_are_left_out() -> None:
    fields = [Field("Ref", LONG), Field("Nom", LONG), Field("NeLe", TEXT, 10), Field("Rd01Cl", INT)]
    fields += [Field("Rd01Adv", TEXT, 5), Field("Rd01Res", TEXT, 5), Field("Elo", TEXT, 5)]
    row = {"Ref": 2, "Nom": 5, "NeLe": "1990", "Rd01Cl": 1, "Rd01Adv": "3", "Rd01Res": "3", "Elo": "2000"}
    info = tables({"NbrRondes": "1"}, [])[0]
    report = read(jet4_writer.write([info, Table("JOUEUR", fields, [row])]))
    assert report.players == (ReportedPlayer(number=2, last_name=""),)


def test_any_access_database_is_taken_for_papi() -> None:
    assert papi.matches("no ending", write(REPORT))
    assert papi.matches("x.papi", b"\0\1\0\0Standard ACE DB\0" + bytes(100))
    assert not papi.matches("tournament.papi", b"012 Tower Cup")
    assert not papi.matches("tournament.papi", b"")


def test_other_databases_are_refused() -> None:
    assert refusal(jet4_writer.write([])) == ("This Access database is not a Papi tournament: it has no table INFO.")
    info = tables(INFO, [])[0]
    assert refusal(jet4_writer.write([info])) == (
        "This Access database is not a Papi tournament: it has no table JOUEUR."
    )
    players = Table("JOUEUR", [Field("Ref", LONG), Field("Nom", TEXT, 20)], [{"Ref": 2, "Nom": "MAES"}])
    assert refusal(jet4_writer.write([info, players])) == (
        "This Access database is not a Papi tournament: the table JOUEUR has no column Rd01Cl."
    )


def test_every_truncation_is_refused_or_changes_nothing() -> None:
    data = write(REPORT)
    whole = papi.read(data)
    refused = 0
    for copy in truncations(data, 120):
        try:
            assert papi.read(copy) == whole
        except FormatError:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("seed", range(3))
def test_damaged_files_give_a_report_or_one_error(seed: int) -> None:
    read_at_all = 0
    for copy in mutations(write(REPORT), 100, seed):
        try:
            (report,) = papi.read(copy)
        except FormatError:
            continue
        read_at_all += 1
        assert all(problem.text and json.dumps(problem.facts) for problem in report.problems)
    assert read_at_all > 20


@pytest.mark.parametrize(("path", "facts"), samples("papi", ".papi"))
def test_real_files_hold_what_is_known_of_them(path: Path, facts: dict[str, object]) -> None:
    report = read(path.read_bytes())
    found = counted(report)
    games = {pairing.round for pairing in report.pairings if pairing.black}
    if games != set(range(1, report.rounds + 1)):
        del found["absences"]  # the known facts count absences of rounds that are not drawn yet
    assert found == {key: facts[key] for key in found}
    assert report.pace == {"Elo": "standard", "Rapide": "rapid", "Blitz": "blitz"}[str(facts["rating_column"])]
    assert {problem.code for problem in report.problems} <= {"round_unfinished", "no_games", "dates_far_apart"}
    assert (Result.PENDING in {pairing.white_result for pairing in report.pairings}) == bool(facts["unfinished"])
