"""Swiss-Chess files: heading, players, sizes, refusals; the rounds have their own module."""

from __future__ import annotations

import datetime as dt
import itertools
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.mutations import mutations, truncations
from tests.tournaments.formats.binary_event import DAYS
from tests.tournaments.formats.real_samples import counted, samples
from tests.tournaments.formats.swiss_chess.files import (
    DATA,
    EVENT,
    field,
    patched,
    problems,
    read,
    with_card,
    with_cards,
    with_header,
    word,
)
from tournaments.formats.report import FormatError, Place, Problem
from tournaments.formats.swiss_chess import layout as at
from tournaments.formats.swiss_chess import reader as swiss_chess
from tournaments.formats.swiss_chess.writer import write


def refusal(data: bytes) -> str:
    """Return the sentence with which a file is refused."""
    with pytest.raises(FormatError) as error:
        swiss_chess.read(data)
    return str(error.value)


def test_the_heading_is_read() -> None:
    report = read(DATA)
    assert (report.format, report.name, report.city) == ("swiss_chess", "Open de Nulle-Part", "Nulle-Part")
    assert (report.start, report.end, report.rounds) == (dt.date(2025, 9, 6), dt.date(2025, 9, 8), 4)
    assert (report.kind, report.pace, report.time_control) == ("swiss", "standard", "90 min + 30 s")
    assert (report.program, report.round_dates) == ("Swiss-Chess 8.83", DAYS)


def test_the_short_name_stands_in_for_a_missing_headline() -> None:
    report = with_header(field(at.HEADLINE, "") | field(at.TOURNAMENT_NAME, "Coupe de Nulle-Part"))
    assert report.name == "Coupe de Nulle-Part"


def test_arbiters_are_read_in_their_order() -> None:
    chief, deputy = at.ARBITERS
    names = field(chief, "Wit,Willem") | field(deputy, "Zwart,Zita") | field(at.MORE_ARBITERS[1], "Rood,Ria")
    assert with_header(names).arbiters == ("Wit,Willem", "Zwart,Zita", "Rood,Ria")


def test_the_periods_of_the_time_control_are_joined() -> None:
    first, second, _ = at.TIME_CONTROLS
    report = with_header(field(first, "40/90 min") | field(second, "rest 30 min"))
    assert report.time_control == "40/90 min, rest 30 min"


def test_a_player_is_read_as_the_file_has_him() -> None:
    assert with_card({}) == EVENT.players[0]


def test_a_name_without_a_comma_is_a_last_name() -> None:
    assert with_card(field(at.CARD_NAME, "Nguyen Thi")).last_name == "Nguyen Thi"


def test_a_name_may_have_a_blank_behind_the_comma() -> None:
    player = with_card(field(at.CARD_NAME, "Groß, Jörg, Dr."))
    assert (player.last_name, player.first_name) == ("Groß", "Jörg, Dr.")


def test_what_stands_behind_the_end_of_a_text_is_never_read() -> None:
    texts = (at.CARD_NAME, at.CARD_CLUB, at.CARD_TITLE, at.CARD_BIRTH, at.NEW.fide_id, at.NEW.pkz)
    report = with_cards({0: {place[0]: b"\0" + b"Z" * (place[1] - 1) for place in texts if place}})
    assert "Z" not in repr(report.players[0])


def test_a_cleared_fide_id_is_not_rescued_from_its_rest() -> None:
    assert with_card({at.NEW.fide_id[0]: b"\x009200001"}).fide_id is None


@pytest.mark.parametrize(
    ("national", "elo", "ratings"),
    [
        ("1987", "2010", (1987, 2010)),
        ("", "2010", (2010, 2010)),
        ("0", "2010", (2010, 2010)),
        (" 987", "", (987, None)),
        ("", "", (None, None)),
    ],
)
def test_both_ratings_are_kept(national: str, elo: str, ratings: tuple[int | None, int | None]) -> None:
    player = with_card(field(at.CARD_NATIONAL, national) | field(at.CARD_ELO, elo))
    assert (player.rating, player.fide_rating) == ratings


@pytest.mark.parametrize("written", ["ABCD", "9999"])
def test_a_rating_that_is_none_is_reported(written: str) -> None:
    report = with_cards({0: field(at.CARD_NATIONAL, written) | field(at.CARD_ELO, "2010")})
    assert report.players[0].rating == 2010
    assert report.problems[0] == Problem("rating_unknown", Place(player=2), {"value": written})


@pytest.mark.parametrize(
    ("written", "day", "year"),
    [
        ("19860615", dt.date(1986, 6, 15), None),
        ("1986      ", None, 1986),
        ("19860000", None, 1986),
        ("15.06.1986", dt.date(1986, 6, 15), None),
        ("1986/06/15", dt.date(1986, 6, 15), None),
        ("1986 ?", None, 1986),
        ("", None, None),
        ("0", None, None),
        ("00000000", None, None),
    ],
)
def test_a_birth_date_may_be_a_year_or_a_day(written: str, day: dt.date | None, year: int | None) -> None:
    report = with_cards({0: field(at.CARD_BIRTH, written)})
    assert (report.players[0].birth_date, report.players[0].birth_year) == (day, year)
    assert problems(report) == [("round_unfinished", Place(round=4))]


@pytest.mark.parametrize("written", ["unknown", "15.6.", "1786", "99999999"])
def test_a_birth_date_that_is_none_is_reported(written: str) -> None:
    report = with_cards({0: field(at.CARD_BIRTH, written)})
    assert (report.players[0].birth_date, report.players[0].birth_year) == (None, None)
    assert report.problems[0] == Problem("date_unknown", Place(player=2), {"value": written})


@pytest.mark.parametrize(
    ("letter", "sex"), [("m", "M"), ("M", "M"), ("w", "F"), ("W", "F"), ("f", "F"), ("F", "F"), ("\0", ""), ("?", "")]
)
def test_the_sex_is_a_letter_of_three_languages(letter: str, sex: str) -> None:
    assert with_card({at.CARD_ATTRIBUTE: letter.encode()}).sex == sex


def test_a_player_who_withdrew_is_reported() -> None:
    report = with_cards({0: {at.CARD_ATTRIBUTE: b"*"}})
    assert report.players[0].sex == ""
    assert report.problems[0] == Problem("player_withdrawn", Place(player=2), {"player": "2 DELVAUX, Inès"})


@pytest.mark.parametrize(("number", "matricule"), [("10203", "10203"), ("10128", "10128"), ("10295467", ""), ("", "")])
def test_a_personal_number_of_five_digits_is_a_matricule(number: str, matricule: str) -> None:
    assert at.NEW.pkz is not None
    player = with_card(field(at.NEW.pkz, number))
    assert (player.licence, player.matricule) == (number, matricule)


def test_the_dummy_is_no_player_by_flag_or_by_name() -> None:
    for mark in (
        {at.CARD_DUMMY: b"f"},
        field(at.CARD_NAME, "Spielfrei"),
        field(at.CARD_NAME, "bye"),
        field(at.CARD_NAME, ""),
    ):
        report = with_cards({0: mark})
        assert [player.number for player in report.players] == [3, 4, 5, 6, 7, 8]
        assert 2 not in {pairing.white for pairing in report.pairings} | {pairing.black for pairing in report.pairings}


def test_two_cards_of_one_number_are_reported() -> None:
    report = with_cards({1: {at.CARD_ID: word(2)}})
    assert [player.last_name for player in report.players if player.number == 2] == ["DELVAUX"]
    assert report.problems[0] == Problem("number_twice", Place(player=2), {"number": 2})


def test_stale_points_are_reported_and_change_nothing() -> None:
    report = with_cards({0: {at.NEW.points: word(7)}})
    facts = {"player": "2 DELVAUX, Inès", "stored": "3.5", "computed": "2"}
    assert Problem("points_differ", Place(player=2), facts) in report.problems
    assert report.pairings == read(DATA).pairings


def test_totals_that_were_never_computed_claim_nothing() -> None:
    report = with_cards({index: {at.NEW.points: word(0)} for index in range(7)})
    assert {player.points for player in report.players} == {None}
    assert problems(report) == [("round_unfinished", Place(round=4))]


@pytest.mark.parametrize(("code", "scoring"), [(1, "3/1/0"), (2, "3/1½/1/0"), (3, "5/2/1")])
def test_another_scoring_is_reported_instead_of_its_points(code: int, scoring: str) -> None:
    own = dict(zip(at.OWN_SCORES, (b"\5", b"\2", b"\1"), strict=True))
    report = with_header({at.SCORING: bytes([code])} | own)
    assert Problem("scoring_unusual", Place(), {"scoring": scoring}) in report.problems
    assert "points_differ" not in {problem.code for problem in report.problems}


def test_letters_that_cannot_be_read_are_reported() -> None:
    report = with_cards({0: {0: b"\x81"}})
    assert report.players[0].last_name == "\N{REPLACEMENT CHARACTER}ELVAUX"
    assert ("text_unreadable", Place()) in problems(report)


def test_a_date_that_is_none_is_reported() -> None:
    report = with_header(field(at.START, "Ostern 2025"))
    assert report.start is None
    assert report.problems[0] == Problem("date_unknown", Place(), {"value": "Ostern 2025"})


def test_a_year_of_two_digits_is_read_and_reported() -> None:
    report = with_header(field(at.START, "06.09.25"))
    assert report.start == dt.date(2025, 9, 6)
    facts = {"value": "06.09.25", "date": "2025-09-06"}
    assert report.problems[0] == Problem("date_ambiguous", Place(), facts)


def test_dates_that_contradict_each_other_are_reported() -> None:
    assert problems(with_header(field(at.END, "05.09.2025")))[0] == ("dates_reversed", Place())
    assert problems(with_header({at.ROUND_DATES: word(1)}))[0] == ("round_date_outside", Place(round=1))


@pytest.mark.parametrize(
    ("version", "mode", "kind"),
    [
        (883, 0, "swiss"),
        (883, 1, "round_robin"),
        (883, 2, "knockout"),
        (930, 3, "scheveningen"),
        (883, 255, ""),
        (724, 0, "swiss"),
        (650, 255, "round_robin"),
        (0, 0, "swiss"),
    ],
)
def test_the_kind_is_recognised_by_the_mode(version: int, mode: int, kind: str) -> None:
    assert read(patched(write(EVENT, version=version), {at.MODE: bytes([mode])})).kind == kind


@pytest.mark.parametrize(
    ("version", "program"), [(0, "Swiss-Chess"), (724, "Swiss-Chess 7.24"), (911, "Swiss-Chess 9.11")]
)
def test_the_version_is_reported(version: int, program: str) -> None:
    assert read(write(EVENT, version=version)).program == program


def test_the_size_decides_where_the_version_is_wrong() -> None:
    assert read(patched(DATA, {at.VERSION: word(720)})).pairings == read(DATA).pairings
    old = write(EVENT, version=720)
    assert read(patched(old, {at.VERSION: word(900)})).pairings == read(old).pairings


def test_a_tournament_before_the_first_draw_has_its_players() -> None:
    report = read(write(replace(EVENT, pairings=(), players=tuple(replace(p, points=None) for p in EVENT.players))))
    assert [player.number for player in report.players] == [2, 3, 4, 5, 6, 7, 8]
    assert (report.rounds, problems(report)) == (4, [("no_games", Place())])


def test_an_empty_tournament_is_read() -> None:
    report = read(write(replace(EVENT, rounds=1, players=(), pairings=(), round_dates=())))
    assert (report.rounds, report.players, problems(report)) == (0, (), [("no_players", Place())])


def test_team_cards_without_team_pairings_do_not_disturb() -> None:
    """An individual tournament may carry teams behind its players."""
    report = read(patched(DATA, {at.TEAMS: word(2)}) + bytes(2 * at.NEW.card))
    assert report == read(DATA)


def test_more_than_255_players_are_no_accident() -> None:
    players = tuple(replace(EVENT.players[0], number=number) for number in range(1, 301))
    report = read(write(replace(EVENT, players=players, pairings=())))
    assert [player.number for player in report.players] == list(range(1, 301))


def test_a_file_is_recognised_by_its_size() -> None:
    assert swiss_chess.matches("no ending", DATA)
    assert swiss_chess.matches("OLD.SWT", write(EVENT, version=650))
    assert not swiss_chess.matches("tournament", DATA[:-1])
    assert swiss_chess.matches("tournament.SWT", DATA[:-1])
    assert not swiss_chess.matches("tournament.swt", b"012 Tower Cup\r\n" * 1000)
    assert not swiss_chess.matches("tournament.swt", b"")


def test_a_file_cut_off_is_refused_with_its_counts() -> None:
    assert refusal(DATA[:-1]) == (
        "The file is cut off or damaged: its size does not match its 8 players, 0 teams and 4 rounds; copy it "
        "again from the original."
    )


def test_a_file_that_is_not_a_tournament_is_refused() -> None:
    assert refusal(b"") == ("The file is too short for a Swiss-Chess tournament; copy it again from the original.")
    assert refusal(b"012 Tower Cup\r\n" * 1000) == "This is not a Swiss-Chess tournament."


def test_more_pairings_than_a_tournament_has_are_refused() -> None:
    head = patched(DATA[: at.NEW.header], {at.PLAYERS: word(1000), at.ROUNDS: word(100)})
    size = 1000 * (100 * at.RECORD.size + at.NEW.card)
    assert refusal(head + bytes(size)) == "The file has more pairings than a tournament can have."


@pytest.mark.parametrize("version", [710, 883])
def test_every_truncation_is_refused(version: int) -> None:
    """Also where the size happens to fit fewer rounds or the other layout."""
    data = write(EVENT, version=version)
    shorter = (data[:-lost] for lost in range(19, 3000, 19))
    for copy in itertools.chain(truncations(data, 3000), shorter):
        assert refusal(copy)


@pytest.mark.parametrize(("version", "seed"), [(710, 1), (883, 2), (883, 3)])
def test_damaged_files_give_a_report_or_one_error(version: int, seed: int) -> None:
    read_at_all = 0
    for copy in mutations(write(EVENT, version=version), 150, seed):
        try:
            (report,) = swiss_chess.read(copy)
        except FormatError:
            continue
        read_at_all += 1
        assert all(problem.text and json.dumps(problem.facts) for problem in report.problems)
    assert read_at_all > 20


@pytest.mark.parametrize(("path", "facts"), samples("swiss_chess", ".swt"))
def test_real_files_hold_what_is_known_of_them(path: Path, facts: dict[str, object]) -> None:
    report = read(path.read_bytes())
    found = counted(report)
    del found["absences"]  # the known facts do not count them
    assert found == {key: facts[key] for key in found}
    kind = "team" if "team" in path.name else str(facts["mode"]).lower().replace(" ", "_")
    assert (report.kind, report.program) == (kind, f"Swiss-Chess {int(str(facts['version'])) / 100:.2f}")
    codes = [problem.code for problem in report.problems]
    assert codes.count("player_withdrawn") == facts["inactive"]
    assert sum(player.points or 0 for player in report.players) == facts["stored_points"]
    assert set(codes) <= {"player_withdrawn", "team_event", "points_differ", "round_unfinished", "no_players"}
