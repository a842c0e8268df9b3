"""What real TRF files do otherwise, and what the reader makes of it (formats/trf 2.6)."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.tournaments.formats.trf.lines import cell, codes, file, four_players, games, player, read, texts
from tournaments import formats
from tournaments.formats.report import FormatError, Place, Problem
from tournaments.formats.trf import reader as trf


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_any_line_ends(end: str) -> None:
    (report,) = trf.read(file("012 Open", *four_players(), end=end))
    assert len(report.pairings) == 6
    assert codes(report) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_any_encoding(encoding: str) -> None:
    (report,) = trf.read(file("012 Été", *four_players(), encoding=encoding))
    assert (report.name, report.players[2].first_name) == ("Été", "Chloé")


def test_columns_count_letters_not_bytes() -> None:
    report = read(player(1, "2 w 1", name="Ÿžéçàüöß, Ñandú", rating="2000"), player(2, "1 b 0"))
    assert (report.players[0].last_name, report.players[0].rating) == ("Ÿžéçàüöß", 2000)


def test_a_writer_that_counted_bytes_is_understood() -> None:
    line = player(1, "2 w 1", name="Ÿžéçàüöß, Ñandú", rating="2000", rank="1", points="1.0")
    by_bytes = line[:14] + line[14:47][:-10] + line[47:]  # ten letters of the name take two bytes each
    report = read(by_bytes, player(2, "1 b 0"))
    assert (report.players[0].last_name, report.players[0].first_name) == ("Ÿžéçàüöß", "Ñandú")
    assert (report.players[0].rating, games(report)) == (2000, [(1, 1, 2, "10")])
    assert texts(report) == ["The columns of the line are shifted by -10; it was read accordingly. (line 2)"]


@pytest.mark.parametrize("column", [47, 57, 69, 79, 84, 89, 91])
@pytest.mark.parametrize("shift", [-2, -1, 1, 2, 3])
def test_columns_shifted_by_hand_are_found_again(column: int, shift: int) -> None:
    whole = player(1, "2 w 1", name="Aerts, Anna", rating="2000", rank="1", points="1.0", birth="1990")
    shifted = whole[: column + min(shift, 0)] + " " * shift + whole[column:]
    report = read(shifted, player(2, "1 b 0"))
    first = report.players[0]
    assert (first.last_name, first.rating, first.points, first.birth_year) == ("Aerts", 2000, 1.0, 1990)
    assert games(report) == [(1, 1, 2, "10")]
    assert codes(report) == ["columns_shifted"]


@pytest.mark.parametrize("column", [57, 69])
@pytest.mark.parametrize("shift", [-1, 1, 2])
def test_numbers_of_fide_and_birth_dates_are_whole_where_columns_are_shifted(column: int, shift: int) -> None:
    facts = {"name": "Aerts, Anna", "rating": "2000", "fide": "24000022", "birth": "1990/01/02"}
    whole = player(1, "2 w 1", points="11.0", rank="1", **facts)
    report = read(whole[: column + min(shift, 0)] + " " * shift + whole[column:], player(2, "1 b 0"))
    first = report.players[0]
    assert (first.fide_id, first.birth_date, first.points) == (24000022, dt.date(1990, 1, 2), 11.0)
    assert codes(report) == ["columns_shifted", "points_differ"]


def test_a_result_beside_its_column_is_reported() -> None:
    line = player(1, "2 w 1", "3 b 0", points="1.0")
    report = read(line.replace("   2 w 1", "  2 w 1 "), player(2, "1 b 0"), player(3, "", "1 w 1", points="1.0"))
    assert Problem("result_unknown", Place(line=2, column=99, round=1, player=1), {"result": "w 1"}) in report.problems


def test_empty_records_of_three_letters_and_rulers() -> None:
    report = read("022", "032", "112", "132", "    ", "DDD SSSS sTTT", "123456789 123456789", *four_players())
    assert (report.city, codes(report)) == ("", [])


@pytest.mark.parametrize(
    ("written", "sex"), [("m", "M"), ("M", "M"), ("w", "F"), ("W", "F"), ("f", "F"), ("F", "F"), ("u", ""), (" ", "")]
)
def test_sex_letters(written: str, sex: str) -> None:
    assert read(player(1, sex=written)).players[0].sex == sex


@pytest.mark.parametrize(
    ("written", "title"),
    [
        *((" GM", "GM"), ("GM ", "GM"), ("  g", "GM"), ("  m", "IM"), ("  f", "FM"), ("  c", "CM"), ("M", "IM")),
        *((" wg", "WGM"), (" wm", "WIM"), (" wf", "WFM"), ("wc ", "WCM"), ("wim", "WIM"), (" 1N", "1N"), ("", "")),
    ],
)
def test_titles(written: str, title: str) -> None:
    assert read(player(1, title=written)).players[0].title == title


@pytest.mark.parametrize("written", ["0", "0000", ""])
def test_a_rating_of_nought_is_none(written: str) -> None:
    assert read(player(1, rating=written)).players[0].rating is None


@pytest.mark.parametrize("written", ["0", ""])
def test_a_fide_id_of_nought_is_none(written: str) -> None:
    assert read(player(1, fide=written)).players[0].fide_id is None


@pytest.mark.parametrize("federation", ["ST.", "C.C", "irl", ""])
def test_the_federation_is_kept_as_written(federation: str) -> None:
    assert read(player(1, federation=federation)).players[0].federation == federation


@pytest.mark.parametrize(("written", "rank"), [("", None), ("0", None), ("7", 7)])
def test_ranks_may_lack_or_repeat(written: str, rank: int | None) -> None:
    report = read(player(1, "2 w 1", rank=written), player(2, "1 b 0", rank=written))
    assert [one.rank for one in report.players] == [rank, rank]
    assert codes(report) == []


def test_rows_may_be_sorted_by_rank() -> None:
    one, two, three, four = four_players()
    assert read(one, three, two, four).players == read(one, two, three, four).players
    assert games(read(one, three, two, four)) == games(read(one, two, three, four))


def test_names_without_a_comma_or_a_blank_behind_it() -> None:
    report = read(player(1, name="Anna Aerts"), player(2, name="Baeten,Bram"))
    assert [(one.last_name, one.first_name) for one in report.players] == [("Anna Aerts", ""), ("Baeten", "Bram")]


@pytest.mark.parametrize(
    ("written", "date", "year"),
    [
        ("1978", None, 1978),
        ("1969.12.06", dt.date(1969, 12, 6), None),
        ("1997/00/00", None, 1997),
        ("0000/00/00", None, None),
        ("06.12.1969", dt.date(1969, 12, 6), None),
        (".  .", None, None),
        ("", None, None),
    ],
)
def test_births(written: str, date: dt.date | None, year: int | None) -> None:
    report = read(player(1, "2 w 1", birth=written), player(2, "1 b 0"))
    assert (report.players[0].birth_date, report.players[0].birth_year) == (date, year)
    assert codes(report) == []


def test_an_unreadable_birth_is_reported() -> None:
    report = read(player(1, "2 w 1", birth="unknown"), player(2, "1 b 0"))
    assert texts(report) == ["The date unknown cannot be read. (line 2, column 70)"]


def test_a_half_point_bye_as_a_draw_against_nobody() -> None:
    report = read(player(1, "0000 - =", points="0.5"))
    assert games(report) == [(1, 1, None, "H")]
    assert codes(report) == []


def test_byes_and_absences_as_forfeits_against_nobody() -> None:
    report = read(player(1, "0000 - +", "0000 - -", points="1.0"))
    assert games(report) == [(1, 1, None, "F"), (2, 1, None, "Z")]
    assert codes(report) == []


def test_a_bye_with_a_blank_opponent() -> None:
    report = read(player(1, "- U", points="1.0"))
    assert games(report) == [(1, 1, None, "U")]


def test_a_blank_round_between_others_is_an_absence_and_a_short_row_ends() -> None:
    report = read(player(1, "2 w 1", "", "2 w 1"), player(2, "1 b 0", "0000 - U", "1 b 0"), player(3, "0000 - Z"))
    assert [game for game in games(report) if game[0] == 2] == [(2, 1, None, "Z"), (2, 2, None, "U")]
    assert [game[0] for game in games(report) if game[1] == 3] == [1]


def test_a_superfluous_last_round_is_an_absence() -> None:
    report = read(player(1, "2 w 1", "0000 -"), player(2, "1 b 0"))
    assert games(report) == [(1, 1, 2, "10"), (2, 1, None, "Z")]


def test_blanc_and_noir_are_white_and_black() -> None:
    report = read(player(1, "2 B 1", "3 n 0"), player(2, "1 N 0", "0000 - U"), player(3, "", "1 b 1"))
    assert games(report) == [(1, 1, 2, "10"), (1, 3, None, "Z"), (2, 2, None, "U"), (2, 3, 1, "10")]
    assert "colour_differs" not in codes(report)


def test_b_is_black_where_others_have_w() -> None:
    report = read(player(1, "2 B 1", "2 N 1"), player(2, "1 W 0", "1 N 0"))
    assert games(report)[0] == (1, 2, 1, "01")


def test_a_forfeit_may_have_no_colour_on_both_sides() -> None:
    report = read(player(1, "2 - -", points="0.0"), player(2, "1 - +", points="1.0"))
    assert games(report) == [(1, 1, 2, "-+")]
    assert codes(report) == []


@pytest.mark.parametrize("letters", [("w", "l"), ("d", "d"), ("l", "w")])
def test_result_letters_in_lower_case(letters: tuple[str, str]) -> None:
    report = read(player(1, f"2 w {letters[0]}"), player(2, f"1 b {letters[1]}"))
    assert report.pairings[0].letters == "".join(letters).upper()


@pytest.mark.parametrize("letter", ["h", "f", "u", "z"])
def test_byes_in_lower_case(letter: str) -> None:
    assert read(player(1, f"0000 - {letter}")).pairings[0].letters == letter.upper()


def test_a_colour_in_upper_case_or_given_by_one_side_only() -> None:
    report = read(
        player(1, "2 B 1", "2 - 1", "2 b 1"),
        player(2, "1 W 0", "1 w 0", "1 - 0"),
    )
    assert games(report) == [(1, 2, 1, "01"), (2, 2, 1, "01"), (3, 2, 1, "01")]
    assert codes(report) == []


def test_an_absence_with_an_opponent_is_a_forfeit_where_he_plays_back() -> None:
    report = read(player(1, "2 b Z"), player(2, "1 w +"))
    assert games(report) == [(1, 2, 1, "+-")]


def test_an_absence_with_an_opponent_who_does_not_play_back_is_reported() -> None:
    report = read(player(1, "2 b Z"), player(2, "0000 - U"))
    assert games(report) == [(1, 1, None, "Z"), (1, 2, None, "U")]
    assert codes(report) == ["opponent_differs"]


def test_two_byes_given_by_the_pairing_in_one_round_are_reported() -> None:
    report = read(player(1, "0000 - U"), player(2, "0000 - U"))
    assert texts(report) == ["More than one player has the bye of this round. (round 1)"]


def test_points_that_the_rounds_do_not_show_are_kept_and_reported() -> None:
    report = read(player(1, "0000 -", points="0.5"), player(2, "0000 - U", points="1.0"))
    assert report.players[0].points == 0.5
    assert texts(report) == [
        "The file gives 1 Aerts, Anna 0.5 points; the results add up to 0. (line 2, player 1)",
    ]


def test_decimal_commas_in_points() -> None:
    assert read(player(1, points="0,5")).players[0].points == 0.5


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rating": "19x0"}, "The rating 19x0 is not a number and was left out. (line 2, column 49)"),
        ({"fide": "FIDE-1"}, "The FIDE ID FIDE-1 is not a number and was left out. (line 2, column 58)"),
        ({"rank": "1st"}, "rank: 1st cannot be read and was left out. (line 2, column 86)"),
        ({"points": "many"}, "points: many cannot be read and was left out. (line 2, column 81)"),
    ],
)
def test_fields_that_are_no_numbers_are_left_out_and_reported(fields: dict[str, str], sentence: str) -> None:
    report = read(player(1, "2 w 1", **fields), player(2, "1 b 0"))
    assert texts(report) == [sentence]


@pytest.mark.parametrize("written", ["1_0", "+1", "１", "1 0", "-1"])
def test_a_start_number_of_other_signs_than_digits_is_reported(written: str) -> None:
    report = read(player(written, "2 w 1", name="Aerts, Anna"), player(2, "- U"))
    assert codes(report)[:2] == ["field_unknown", "field_unknown"]
    assert [(one.number, one.last_name) for one in report.players] == [(2, "Baeten"), (3, "Aerts")]


@pytest.mark.parametrize("points", ["1_0", "1 .", ".", "1..5", "+1.5"])
def test_points_of_other_signs_than_a_number_are_reported(points: str) -> None:
    report = read(player(1, "- U", points=points))
    assert texts(report)[0] == f"points: {points} cannot be read and was left out. (line 2, column 81)"
    assert report.players[0].points is None


def test_a_result_that_only_one_side_knows() -> None:
    report = read(player(1, "2 w 1"), player(2, "1 b"), player(3, "4 w"), player(4, "3 b"))
    assert games(report) == [(1, 1, 2, "**"), (1, 3, 4, "**")]
    assert codes(report) == ["result_differs", "round_unfinished"]


def test_a_list_of_names_needs_no_points() -> None:
    assert codes(read("001    1      Aerts, Anna", "001    2      Baeten, Bram")) == ["no_games"]


def test_a_row_cut_short_keeps_what_it_has() -> None:
    report = read(player(1)[:30], player(2, "0000 - U"))
    assert (report.players[0].last_name, texts(report)[0]) == (
        "Aerts",
        "The line is shorter than its record requires; what is missing is treated as empty. (line 2)",
    )


def test_unreadable_letters_are_reported() -> None:
    (report,) = trf.read(file("012 Open\0", *four_players()))
    assert (report.name, codes(report)) == ("Open\ufffd", ["text_unreadable"])


def two_tournaments() -> list[str]:
    """Return a second tournament below a first one, each with its own heading and its own four players."""
    return ["012 Open A", *four_players(), "012 Open B", "022 Tour Blanche", *four_players()]


def test_several_tournaments_in_one_file_are_distinguished() -> None:
    first, second = trf.read(file(*two_tournaments()))
    assert [(one.name, one.city, len(one.players), len(one.pairings)) for one in (first, second)] == [
        ("Open A", "", 4, 6),
        ("Open B", "Tour Blanche", 4, 6),
    ]
    assert codes(first) == codes(second) == []


def test_problems_of_the_second_tournament_have_their_lines_in_the_file() -> None:
    lines = two_tournaments()
    lines[-1] = lines[-1].replace("   0.0 ", "   9.0 ")
    _first, second = trf.read(file(*lines))
    (problem,) = second.problems
    assert (problem.code, problem.place.line) == ("points_differ", len(lines))


def test_a_heading_after_all_players_belongs_to_their_tournament() -> None:
    report = read(*four_players(), "022 Tour Blanche", "012 Open B")
    assert (report.name, report.city, len(report.players)) == ("Tour Blanche Open", "Tour Blanche", 4)


def test_more_tournaments_than_anybody_pastes_together_are_refused() -> None:
    with pytest.raises(FormatError, match="The file has more than 100 tournaments."):
        trf.read(file(*["012 Open", player(1)] * 101))


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_half_is_a_draw(encoding: str) -> None:
    lines = player(1, "2 w ½", points="0.5", name="Élève, Zoé"), player(2, "1 b ½", points="0.5")
    (report,) = trf.read(file(*lines, encoding=encoding))
    assert (games(report), codes(report)) == ([(1, 1, 2, "==")], [])


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
@pytest.mark.parametrize("quote", [" ", "    ", "> ", ">> ", "\t"])
def test_lines_pasted_out_of_a_mail_are_read_without_what_stands_before_them(quote: str, end: str) -> None:
    lines = [f"{quote}{line}" for line in ("012 Open", *four_players())]
    data = file("Le fichier :", "", *lines, end=end)
    assert formats.detect("mail.txt", data) == "trf"
    (report,) = trf.read(data)
    assert (report.name, len(report.pairings)) == ("Open", 6)
    assert texts(report) == ["The line was not understood and was skipped. (line 1)"]


@pytest.mark.parametrize(
    "kind",
    [
        "All-Play-All",
        "Tous contre tous",
        "Jeder gegen jeden",
        "Alle tegen allen",
        "Todos contra todos",
        "Každý s každým",
    ],
)
def test_round_robins_in_other_words(kind: str) -> None:
    assert read(f"092 {kind}", *four_players()).kind == "round_robin"


@pytest.mark.parametrize(
    ("federation", "matricule", "licence"), [("", "12565", ""), ("IRL", "12565", ""), ("NED", "", "12565")]
)
def test_a_number_too_short_for_fide_is_a_national_one_too(federation: str, matricule: str, licence: str) -> None:
    (one,) = read("032 IRL", player(1, fide="12565", federation=federation)).players
    assert (one.fide_id, one.matricule, one.licence) == (12565, matricule, licence)


def test_a_national_record_comes_before_a_number_in_the_column_of_fide() -> None:
    national = "IRL    1 m    Aerts, Anna                                      10001"
    (one,) = read("032 IRL", player(1, fide="12565", federation="IRL"), national).players
    assert (one.fide_id, one.matricule, one.licence) == (12565, "10001", "12565")


def test_a_birth_that_alone_is_a_column_too_far_to_the_right_is_read_whole() -> None:
    line = player(1, "2 w 1", birth="1963/04/13", points="1.0")
    shifted = f"{line[:69]} {line[69:79]}{line[80:]}"
    assert read(shifted, player(2, "1 b 0")).players[0].birth_date == dt.date(1963, 4, 13)


@pytest.mark.parametrize("junk", ["x", "remark of the arbiter", "?"])
@pytest.mark.parametrize("announced", [(), ("XXR 3",), ("142 9",)])
def test_letters_far_behind_a_line_are_no_rounds(junk: str, announced: tuple[str, ...]) -> None:
    first, *others = four_players()
    report = read(*announced, first + " " * 307 + junk, *others)
    assert (report.rounds, games(report)) == (3, games(read(*four_players())))


def test_absences_after_the_announced_rounds_are_no_rounds() -> None:
    lines = [line + cell("0000 - Z") for line in four_players()]
    assert [read(*told, *lines).rounds for told in (("142 3",), ("XXR 4",), ())] == [3, 4, 4]
