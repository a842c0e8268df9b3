"""Tournaments of go written in their three formats and read back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from defusedxml import ElementTree
from hypothesis import given
from msgspec.structs import replace

from tests.tournaments.formats.go.event import OPEN_GOTHA, PLAYERS, REPORT, by_white, bye, game, some_pairings
from tournaments.formats.go import egd, egd_writer, ffg, ffg_writer
from tournaments.formats.open_gotha import reader as open_gotha
from tournaments.formats.open_gotha import writer as xml_writer
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport

WRITERS = {"open_gotha": xml_writer.write, "egd_h9": egd_writer.write, "ffg_tou": ffg_writer.write}
READERS = {"open_gotha": open_gotha.read, "egd_h9": egd.read, "ffg_tou": ffg.read}


def back(key: str, report: TournamentReport) -> TournamentReport:
    """Return what a reader makes of the written report."""
    (read,) = READERS[key](WRITERS[key](report))
    return read


def with_free_win(pairing: ReportedPairing) -> ReportedPairing:
    """EGD and FFG files do not say why somebody has a free win."""
    return replace(pairing, white_result=Result.FULL_BYE) if pairing.white_result is Result.PAIRING_BYE else pairing


def test_open_gotha_keeps_a_whole_tournament() -> None:
    assert back("open_gotha", REPORT) == OPEN_GOTHA


@pytest.mark.parametrize(
    "criteria", [("MMS", "SOS", "SOS-1", "SODOS"), ("NBW", "SOS-2", "CUSS", "EXT", "EXR", "DC", "SDC", "SOSOS")]
)
def test_open_gotha_keeps_what_ranks_the_players(criteria: tuple[str, ...]) -> None:
    assert back("open_gotha", replace(REPORT, tie_breaks=criteria)).tie_breaks == criteria


@pytest.mark.parametrize("starts", [(31.0, 30.0, 28.0, 28.0, 25.0, 25.0), (33.0, 30.0, 29.0, 28.0, 20.0, 0.0)])
def test_open_gotha_keeps_where_everybody_starts(starts: tuple[float, ...]) -> None:
    players = tuple(replace(each, start_score=start) for each, start in zip(PLAYERS, starts, strict=True))
    assert [each.start_score for each in back("open_gotha", replace(REPORT, players=players)).players] == [*starts]


def test_open_gotha_keeps_who_led_the_tournament() -> None:
    assert back("open_gotha", replace(REPORT, arbiters=("Dubois, Ève", "Maes, Tom"))).arbiters == ("Dubois, Ève",)


@pytest.mark.parametrize("rounds_down", [True, False])
def test_open_gotha_keeps_whether_halves_are_rounded_down(rounds_down: bool) -> None:
    assert back("open_gotha", replace(REPORT, rounds_down=rounds_down)).rounds_down is rounds_down


# A chess federation's members have FIDE's letters, and a .tou that came in names no country.
FIDE_LETTERS = (("GER", "DE"), ("FRA", "FR"), ("SUI", "CH"), ("be", "BE"), ("XYZ", ""), ("", ""))


@pytest.mark.parametrize("key", ["egd_h9", "open_gotha"])
def test_countries_are_written_with_the_two_letters_of_lists_of_go(key: str) -> None:
    players = tuple(replace(each, federation=code) for each, (code, _) in zip(PLAYERS, FIDE_LETTERS, strict=True))
    read = back(key, replace(REPORT, players=players))
    assert [each.federation for each in read.players] == [letters for _, letters in FIDE_LETTERS]


def test_open_gotha_gets_all_without_which_it_opens_no_file() -> None:
    bare = ReportedPlayer(7, "Incognito", "", federation="FRA", club="Nulle-Part")  # neither grade nor level
    report = replace(REPORT, players=(*PLAYERS, bare))
    root = ElementTree.fromstring(xml_writer.write(report))
    for name in ("General", "Handicap", "Placement", "Pairing"):
        assert len(root.findall(f".//{name}ParameterSet")) == 1
    said = [each.attrib for each in root.iter("Player")]
    assert all(each["name"] and each["firstName"] and len(each["club"]) <= 4 for each in said)
    assert {len(each["country"]) for each in said} == {0, 2}
    assert all(int(each["rating"]) for each in said[:-1])
    assert not {"rank", "rating"} & said[-1].keys()
    read = back("open_gotha", report).players[-1]
    assert (read.last_name, read.first_name, read.federation, read.club) == ("Incognito", "", "FR", "Null")
    assert (read.grade, read.rating) == ("", None)


@pytest.mark.parametrize(
    ("kind", "criterion", "worth", "stones"), [("mcmahon", "MMS", "0", "9"), ("swiss", "NBW", "1", "0")]
)
def test_pairgoth_gets_the_parameters_that_it_asks_for(kind: str, criterion: str, worth: str, stones: str) -> None:
    """It stops at the first one that misses, and at wins for an absence: McMahon ranks by another score."""
    players = PLAYERS if kind == "mcmahon" else tuple(replace(each, start_score=None) for each in PLAYERS)
    even = tuple(replace(each, handicap=0) for each in REPORT.pairings)
    report = replace(REPORT, kind=kind, tie_breaks=(criterion,), players=players, pairings=even)
    root = ElementTree.fromstring(xml_writer.write(report))
    said = {name: root.find(f".//{name}ParameterSet").attrib for name in ("General", "Handicap", "Pairing")}
    assert (said["General"]["genMMS2ValueAbsent"], said["General"]["genNBW2ValueAbsent"]) == ("1", worth)
    assert (said["Handicap"].pop("hdCeiling"), *said["Handicap"].values()) == (stones, "true", "1", "1D")
    assert len(said["Pairing"]) == 26
    assert all(said["Pairing"].values())
    assert [each.letters for each in back("open_gotha", report).pairings] == [each.letters for each in even]


def test_an_egd_file_keeps_what_it_has_a_place_for() -> None:
    read = back("egd_h9", replace(REPORT, players=tuple(replace(each, rank=7) for each in PLAYERS)))
    levels = (250, 50, -150, -150, -950, -2950)  # of the grades
    assert read.players == tuple(
        replace(player, licence="", rating=level, rank=7) for player, level in zip(PLAYERS, levels, strict=True)
    )
    assert read.pairings == tuple(map(with_free_win, by_white(REPORT.pairings)))
    assert (read.name, read.city, read.start, read.end) == (REPORT.name, REPORT.city, REPORT.start, REPORT.end)
    assert (read.pace, read.time_control, read.rounds, read.discipline) == ("standard", "A · 80 min", 4, "go")


def test_an_egd_file_keeps_mcmahon_scores() -> None:
    read = back("egd_h9", REPORT)
    assert (read.kind, read.tie_breaks, read.rounds_down) == ("mcmahon", ("MMS", "SOS", "SOSOS"), True)
    assert [player.start_score for player in read.players] == [player.start_score for player in REPORT.players]


def test_an_ffg_file_keeps_what_it_has_a_place_for() -> None:
    read = back("ffg_tou", REPORT)
    levels = (250, 50, -150, -150, -950, -2950)
    assert read.players == tuple(
        replace(player, federation="", pin="", rating=level, rank=number)
        for number, (player, level) in enumerate(zip(PLAYERS, levels, strict=True), start=1)
    )
    assert (read.name, read.city, read.start, read.end) == (REPORT.name, REPORT.city, REPORT.start, None)
    assert (read.pace, read.time_control, read.rounds, read.program) == ("standard", "60+b", 4, "OpenGotha")


def test_letters_that_an_ffg_file_lacks_become_plain_ones_in_their_columns() -> None:
    players = (replace(PLAYERS[0], last_name="Kovačević", first_name="Łucja"), *PLAYERS[1:])
    read = back("ffg_tou", replace(REPORT, players=players))
    assert read.players[0] == replace(back("ffg_tou", REPORT).players[0], last_name="Kovacevic", first_name="Lucja")


SHORT = replace(
    REPORT,
    rounds=3,
    players=tuple(replace(each, club="BE", rank=min(each.rank or 0, 3)) for each in REPORT.players[:4]),
    pairings=(
        *(game(1, 1, 1, 2, "10"), game(1, 2, 4, 3, "01"), bye(2, 1, "U"), bye(2, 2, "H"), bye(2, 3, "Z")),
        *(game(3, 1, 1, 3, "01", stones=4), game(3, 2, 2, 4, "**")),
    ),
)


def test_an_ffg_file_is_written_to_the_column() -> None:
    """As OpenGotha writes it: clubs at the right, free rounds with their blanks, all rounds of a row."""
    assert ffg_tou_text(SHORT) == (
        ";name=Coupe des neuf pierres\n;date=01/05/2010\n;vill=Nulle-Part\n;comm=Coupe des neuf pierres\n"
        ";prog=OpenGotha\n;size=19\n;time=60+b\n;ta=80\n;komi=7.5\n; Generated by OpenGotha\n"
        ";Num Nom Prenom               Niv Licence Club\n"
        "   1 Rivière Lou               3D 1854001   BE    2+w0   0+       3-w4\n"
        "   2 Šimek Žofie               1D           BE    1-b0   0=       4?w0\n"
        "   3 De_Loor Fien Marie        2K 99A0007   BE    4+b0   0-       1+b4\n"
        "     Okada Mika                2K           BE    3-w0   0-       2?b0\n"
    )
    assert ";komi=7.5\n;Num Nom" in ffg_tou_text(replace(SHORT, program=""))


def test_an_egd_file_is_written_to_the_column() -> None:
    """As OpenGotha writes it: columns of five, and a fourth criterion that is none."""
    rows = egd_writer.write(replace(SHORT, rounds_down=False)).decode().splitlines()[-5:]
    assert rows == [
        "; Pl Name                            Rk Co Club  MMS  SOSSOSOS",
        "   1 Rivière Lou                     3D FR   BE   34 64.5  120 0    2+/w0    0+       3-/w4",
        "   2 Šimek Žofie                     1D CZ   BE 30.5   62  125 0    1-/b0    0=       4?/w0 |14500123",
        "   3 De_Loor Fien Marie              2K BE   BE   30   58  125 0    4+/b0    0-       1+/b4",
        "     Okada Mika                      2K XX   BE   28 60.5  120 0    3-/w0    0-       2?/b0",
    ]


def test_columns_of_an_egd_file_grow_with_their_values() -> None:
    players = tuple(replace(each, start_score=4000.5) for each in SHORT.players)
    head, first, *_ = egd_writer.write(replace(SHORT, players=players)).decode().splitlines()[-5:]
    assert head.endswith(" Rk Co Club    MMS    SOS  SOSOS")
    assert first.endswith(" 3D FR   BE 4002.5   8007  16002 0    2+/w0    0+       3-/w4")


def ffg_tou_text(report: TournamentReport) -> str:
    return ffg_writer.write(report).decode("iso-8859-15")


def test_an_ffg_file_has_free_rounds_for_forfeits() -> None:
    pairings = {(each.round, each.white): each for each in back("ffg_tou", REPORT).pairings}
    assert [pairings[2, number].letters for number in (5, 2)] == ["F", "Z"]
    assert (pairings[1, 5].letters, pairings[1, 5].handicap) == ("10", 9)


@pytest.mark.parametrize("key", ["egd_h9", "ffg_tou"])
def test_rows_are_in_the_order_of_the_ranks_and_shared_places_are_blank(key: str) -> None:
    ranks = (3, 1, 5, 3, None, 2)
    players = tuple(replace(player, rank=rank) for player, rank in zip(PLAYERS, ranks, strict=True))
    data = WRITERS[key](replace(REPORT, players=players))
    rows = [line for line in data.decode("latin-1").splitlines() if not line.startswith(";")]
    assert [(line[:4].strip(), line[5:8]) for line in rows] == [
        ("1", rows[0][5:8]), ("2", "O'H"), ("3", "Riv"), ("", "Oka"), ("5", "De_"), ("", "Wey"),
    ]  # fmt: skip
    (read,) = READERS[key](data)
    before, after = (
        sorted((each.round, report.players[each.white - 1].grade, report.players[each.black - 1].grade, each.letters)
               for each in report.pairings if each.black)
        for report in (back(key, REPORT), read)
    )  # fmt: skip
    assert before == after


@pytest.mark.parametrize("key", WRITERS)
def test_the_same_tournament_gives_the_same_bytes(key: str) -> None:
    assert WRITERS[key](REPORT) == WRITERS[key](replace(REPORT))


@pytest.mark.parametrize("key", WRITERS)
@pytest.mark.parametrize("pace", ["standard", "rapid", "blitz"])
def test_the_pace_is_kept(key: str, pace: str) -> None:
    assert back(key, replace(REPORT, pace=pace)).pace == pace


@pytest.mark.parametrize("key", ["open_gotha", "ffg_tou"])
@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_board_is_kept(key: str, size: int) -> None:
    pairings = tuple(replace(each, board_size=size if each.black else None) for each in REPORT.pairings)
    read = back(key, replace(REPORT, pairings=pairings))
    assert {each.board_size for each in read.pairings if each.black} == {size}


def test_an_egd_file_is_for_19_lines() -> None:
    with pytest.raises(ValueError, match=r"^The EGD accepts games on 19 lines only, not on 13\.$"):
        egd_writer.write(replace(REPORT, pairings=(replace(game(1, 1, 1, 2, "10"), board_size=13),)))


@pytest.mark.parametrize("key", WRITERS)
def test_boards_of_several_sizes_have_no_place(key: str) -> None:
    pairings = (game(1, 1, 1, 2, "10"), replace(game(2, 1, 1, 2, "10"), board_size=9))
    with pytest.raises(ValueError, match=r"^The games have boards of several sizes: 9, 19\.$"):
        WRITERS[key](replace(REPORT, pairings=pairings))


@pytest.mark.parametrize("key", ["egd_h9", "ffg_tou"])
def test_two_games_of_a_player_in_a_round_have_no_place(key: str) -> None:
    with pytest.raises(ValueError, match=r"^Player 1 has two games in round 1; the format allows only one\.$"):
        WRITERS[key](replace(REPORT, pairings=(game(1, 1, 1, 2, "10"), game(1, 2, 3, 1, "10"))))


def test_open_gotha_knows_one_player_of_a_name() -> None:
    similar_events = (PLAYERS[0], replace(PLAYERS[1], last_name="RIVI", first_name="ère Lou"))
    with pytest.raises(ValueError, match=r"^Two players are called RIVI ère Lou; OpenGotha allows only one\.$"):
        xml_writer.write(replace(REPORT, players=similar_events, pairings=()))


def test_open_gotha_knows_one_worth_of_absences() -> None:
    with pytest.raises(ValueError, match="Absences are worth different points"):
        xml_writer.write(replace(REPORT, pairings=(bye(1, 1, "H"), bye(1, 2, "Z"))))


def test_open_gotha_has_no_game_that_counts_for_one() -> None:
    with pytest.raises(ValueError, match=r"^The results WL of round 1 cannot be expressed in OpenGotha\.$"):
        xml_writer.write(replace(REPORT, pairings=(game(1, 1, 1, 2, "WL"),)))


@pytest.mark.parametrize("key", ["egd_h9", "ffg_tou"])
def test_a_player_without_a_grade_gets_that_of_his_level(key: str) -> None:
    read = back(key, replace(REPORT, players=tuple(replace(player, grade="") for player in PLAYERS)))
    assert [player.grade for player in read.players] == ["3D", "1D", "2K", "2K", "10K", "30K"]


@pytest.mark.parametrize("key", ["egd_h9", "ffg_tou"])
@pytest.mark.parametrize("grade", ["", "beginner"])
def test_a_player_with_neither_grade_nor_level_has_no_line(key: str, grade: str) -> None:
    players = (*PLAYERS[:4], replace(PLAYERS[4], grade=grade, rating=None), PLAYERS[5])
    with pytest.raises(ValueError, match=r"^Player 5 has neither a grade nor a level; the format requires one"):
        WRITERS[key](replace(REPORT, players=players))


@pytest.mark.parametrize("key", ["egd_h9", "ffg_tou"])
def test_a_grade_in_words_is_written_short(key: str) -> None:
    players = (*PLAYERS[:4], replace(PLAYERS[4], grade="10 kyu"), PLAYERS[5])
    assert back(key, replace(REPORT, players=players)) == back(key, replace(REPORT, players=PLAYERS))


@pytest.mark.parametrize("key", list(WRITERS))
def test_a_player_without_a_name_is_called_by_their_number(key: str) -> None:
    nameless = {"last_name": "", "first_name": ""}
    players = tuple(replace(each, **nameless) if each.number in {4, 5} else each for each in PLAYERS)
    read = back(key, replace(REPORT, players=players))
    assert [each.last_name for each in read.players][3:5] == ["#4", "#5"]
    named = back(key, REPORT)
    assert (read.pairings, len(read.problems)) == (named.pairings, len(named.problems))


@pytest.mark.parametrize("key", ["egd_h9", "ffg_tou"])
def test_a_grade_without_a_letter_is_kyu_and_professionals_have_grades_too(key: str) -> None:
    grades = ("5P", "1D", "2", "12", "10K", "30K")
    players = tuple(replace(player, grade=grade) for player, grade in zip(PLAYERS, grades, strict=True))
    assert [each.grade for each in back(key, replace(REPORT, players=players)).players] == [
        "5P", "1D", "2K", "12K", "10K", "30K",
    ]  # fmt: skip


@pytest.mark.parametrize(("key", "letters"), [("egd_h9", 30), ("ffg_tou", 25)])
def test_long_names_are_cut_and_do_not_move_the_columns(key: str, letters: int) -> None:
    long = replace(PLAYERS[4], last_name="Vandenbroucke-Desmedt-Van der Straeten")
    read = back(key, replace(REPORT, players=(*PLAYERS[:4], long, PLAYERS[5])))
    assert read.players[4].last_name == "Vandenbroucke-Desmedt-Van_der_Straeten"[:letters]
    assert read.pairings == back(key, REPORT).pairings


@pytest.mark.parametrize("key", WRITERS)
def test_letters_with_a_meaning_do_no_harm(key: str) -> None:
    report = back(key, replace(REPORT, name='A "B" <C> & D; [E]', city="X\nY"))
    assert (report.name.replace("[E]", "E"), report.city) == ('A "B" <C> & D; E', "X Y")
    assert len(report.players) == 6


@pytest.mark.parametrize("key", ["egd_h9", "ffg_tou"])
def test_names_and_clubs_with_such_letters_do_not_end_a_row(key: str) -> None:
    odd = replace(PLAYERS[0], last_name="Doe; Jr.", first_name="A|B", club="7;5|")
    read = back(key, replace(REPORT, players=(odd, *PLAYERS[1:])))
    assert (read.players[0].last_name.replace("_", " "), read.players[0].first_name) == ("Doe Jr.", "A B")
    assert by_white(read.pairings) == by_white(back(key, REPORT).pairings)


XML_LETTERS = ("10", "01", "==", "WW", "LL", "DD", "+-", "-+", "--", "++", "**")
H9_LETTERS = ("10", "01", "==", "LL", "DD", "+-", "-+", "--", "**")
TOU_LETTERS = ("10", "01", "==", "LL", "**")


def comes_back(key: str, pairings: tuple[ReportedPairing, ...]) -> None:
    """Check that these pairings are read as they were written."""
    report = back(key, replace(REPORT, rounds=3, pairings=pairings))
    assert by_white(report.pairings) == by_white(pairings)


@given(some_pairings(XML_LETTERS, "UH"))
def test_any_pairings_come_back_from_open_gotha(pairings: tuple[ReportedPairing, ...]) -> None:
    comes_back("open_gotha", tuple(replace(each, board=number) for number, each in enumerate(pairings, start=1)))


@given(some_pairings(H9_LETTERS, "FHZ"))
def test_any_pairings_come_back_from_an_egd_file(pairings: tuple[ReportedPairing, ...]) -> None:
    comes_back("egd_h9", pairings)


@given(some_pairings(TOU_LETTERS, "FHZ"))
def test_any_pairings_come_back_from_an_ffg_file(pairings: tuple[ReportedPairing, ...]) -> None:
    comes_back("ffg_tou", pairings)


def full_bye(write: Callable[[TournamentReport], bytes]) -> bytes:
    """Return a bye that the player asked for and that is worth a point."""
    return write(replace(REPORT, rounds=1, pairings=(game(1, 1, 1, 2, "10"), bye(1, 3, "F"))))


@pytest.mark.parametrize(("key", "letter"), [("open_gotha", Result.FULL_BYE), ("egd_h9", Result.FULL_BYE)])
def test_a_point_without_a_game_is_kept(key: str, letter: Result) -> None:
    (read,) = READERS[key](full_bye(WRITERS[key]))
    assert [each.white_result for each in read.pairings if each.white == 3] == [letter]
