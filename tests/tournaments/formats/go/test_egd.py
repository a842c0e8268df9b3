"""EGD files (.h9): what the database and the programs write, what people make of it, and damaged copies."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.go.event import REPORT
from tests.tournaments.formats.real_samples import samples
from tournaments.formats.go import egd, mcmahon
from tournaments.formats.go.egd_writer import write
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, TournamentReport

HEAD = (
    "; CL[A]",
    "; EV[Neun Steine]",
    "; PC[BE, Nirgends]",
    "; DT[2010-05-01,2010-05-02]",
    "; HA[h2]",
    "; KM[6.5]",
    "; TM[75]",
    ";.",
)
ROWS = (
    "1 Aerts Anna     3d BE Nrgs  24  5  2+/w0  |10000001",
    "2 Baeten Bram    1k FR 75Nu  23  4  1-/b0  |10000002",
)


def read(*rows: str, head: tuple[str, ...] = HEAD) -> TournamentReport:
    """Return the report of a file of these lines."""
    (report,) = egd.read("\n".join([*head, *rows]).encode())
    return report


def cells(one: str, other: str, head: tuple[str, ...] = HEAD) -> TournamentReport:
    """Return a file of two players with one round."""
    return read(f"1 Aerts Anna 3d BE Nrgs 24 {one}", f"2 Baeten Bram 1k FR 75Nu 23 {other}", head=head)


def test_the_head_is_read() -> None:
    report = read(*ROWS)
    assert (report.format, report.name, report.city) == ("egd_h9", "Neun Steine", "Nirgends")
    assert (report.start, report.end, report.rounds) == (dt.date(2010, 5, 1), dt.date(2010, 5, 2), 1)
    assert (report.pace, report.time_control, report.discipline) == ("standard", "A · 75 min", "go")
    assert report.problems == ()


def test_a_player_is_read_with_his_number() -> None:
    assert read(*ROWS).players[0] == ReportedPlayer(
        1, "Aerts", "Anna", federation="BE", rating=250, club="Nrgs", rank=1, grade="3d", pin="10000001"
    )


def test_a_game_stands_twice_and_is_read_once() -> None:
    (game,) = read(*ROWS).pairings
    assert (game.white, game.black, game.letters) == (1, 2, "10")
    assert (game.handicap, game.board_size, game.komi) == (0, 19, 6.5)


def test_opponents_are_rows_where_places_are_blank_or_shared() -> None:
    report = read(
        "   1 Aerts Anna     3d BE Nrgs  24  3+/w0",
        "     Baeten Bram    1d BE Nrgs  24  4+/w1",
        "   3 Claes Cleo     1d BE Nrgs  23  1-/b0",
        "     Dubois Dirk    1k BE Nrgs  23  2-/b1",
    )
    assert [(game.white, game.black) for game in report.pairings] == [(1, 3), (2, 4)]
    assert [player.rank for player in report.players] == [1, 1, 3, 3]


def test_opponents_are_places_where_rows_would_not_answer() -> None:
    report = read(
        "3 Claes Cleo     1d BE Nrgs  23  1-/b0 2+/w0",
        "a title that somebody wrote between the lines",
        "1 Aerts Anna     3d BE Nrgs  24  3+/w0 0-",
        "2 Baeten Bram    1d BE Nrgs  24  0+    3-/b0",
    )
    assert [(game.white, game.black) for game in report.pairings if game.black] == [(1, 3), (3, 2)]
    assert [problem.code for problem in report.problems] == ["line_unknown"]
    assert {player.number: player.last_name for player in report.players} == {3: "Claes", 1: "Aerts", 2: "Baeten"}


def test_a_column_that_looks_like_a_free_round_is_none() -> None:
    usual = ("2 Baeten Bram 1k FR 75Nu 23 0  1-/b0 3+/w0", "3 Claes Cleo 1d BE Nrgs 23 0  0- 2-/b0")
    before, behind, between = (
        read(f"1 Aerts Anna 3d BE Nrgs 24 {cells} |10000001", *usual)
        for cells in ("0= 2+/w0 0=", "0  2+/w0 0= 0-", "0  2+/w0 0=")
    )
    assert before.pairings == behind.pairings == between.pairings
    assert (before.rounds, before.problems) == (2, ())


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("33 148= 2+/w0 3+/b0", "32 4= 1-/b0 0-", "31 150 0= 1-/w0"),  # half points before the cells, in some rows
        ("33 148= 0 2+/w0 3+/b0", "32 408? ? 1-/b0 0-", "31 1 0 0= 1-/w0"),
        ("2+/w0 3+/b0 33 148 0 1", "1-/b0 0- 32 147 1 0", "0= 1-/w0 31 146 0 0"),  # scores behind
        ("5 5 2+/w0\t3+/b0", "5\t5\t1-/b0\t0-", "4 4 ? 1-/w0"),
    ],
)
def test_rounds_are_the_last_run_of_cells_that_is_answered(first: str, second: str, third: str) -> None:
    rows = [
        f"1 Aerts Anna 3d BE Nrgs {first}",
        f"2 Baeten Bram 1k FR 75Nu {second}",
        f"3 Claes Cleo 1d BE Nrgs {third}",
    ]
    report = read(*rows)
    assert report.rounds == 2
    games = [(game.round, game.white, game.black, game.letters) for game in report.pairings if game.black]
    assert games == [(1, 1, 2, "10"), (2, 3, 1, "01")]


def test_more_games_than_others_have_are_kept() -> None:
    report = read("1 Aerts Anna 3d BE Nrgs 2+/w0 2-/b0", "2 Baeten Bram 1k FR 75Nu 1-/b0", "3 Claes Cleo 1d BE Nrgs 0-")
    assert (report.rounds, [game.round for game in report.pairings if game.black]) == (2, [1, 2])


@pytest.mark.parametrize(
    "head", [("CL[A]", "EV[Neun Steine]", "TM[75]"), ("; CL[A] of the EGF", "  ;EV [Neun Steine]", "; TA[75]")]
)
def test_tags_may_be_written_in_other_ways(head: tuple[str, ...]) -> None:
    report = read(*ROWS, head=head)
    assert (report.name, report.time_control, len(report.players)) == ("Neun Steine", "A · 75 min", 2)
    assert egd.matches("", "\n".join([*head, *ROWS]).encode())


@pytest.mark.parametrize(
    ("one", "other", "white", "letters"), [("3d", "1k", 1, "10"), ("1k", "3d", 2, "01"), ("1k", "1k", 1, "10")]
)
def test_of_two_without_colours_the_stronger_one_gave_the_stones(
    one: str, other: str, white: int, letters: str
) -> None:
    report = read(f"1 Aerts Anna {one} BE Nrgs 24 2+", f"2 Baeten Bram {other} FR 75Nu 23 1-")
    (game,) = report.pairings
    assert (game.white, game.letters, game.handicap) == (white, letters, 0 if one == other else 1)


MM_HEAD = (*HEAD[:4], *HEAD[5:], "; Pl Name             Rk Co Club  MMS  SOSSOSOS")
MM_ROWS = (
    "1 Aerts Anna     3d BE Nrgs  33   93   247  0=   2+/w0 3+/w0",
    "2 Baeten Bram    1k FR 75Nu  30   92   246  3+/w0  1-/b0 0-",
    "3 Claes Cleo     1k BE Nrgs  29   92   247  2-/b0  0+ 1-/b0",
)


def starts_and_scores(report: TournamentReport) -> list[tuple[float | None, float, float]]:
    """Of each player the start, and the score and the SOS that follow."""
    begun = {player.number: round(2 * (player.start_score or 0)) for player in report.players}
    found = mcmahon.scores(begun, report.pairings, rounds_down=report.rounds_down)
    return [(each.start_score, found[each.number].score / 2, found[each.number].sos / 2) for each in report.players]


def test_starts_follow_from_mcmahon_scores() -> None:
    report = read(*MM_ROWS, head=MM_HEAD)
    assert (report.kind, report.tie_breaks, report.rounds_down) == ("mcmahon", ("MMS", "SOS", "SOSOS"), True)
    assert starts_and_scores(report) == [(31.0, 33.0, 90.0), (29.0, 30.0, 91.0), (28.0, 29.0, 91.0)]


def test_columns_that_nobody_names_are_known_by_the_wins_behind_the_score() -> None:
    rows = (
        "1 Aerts Anna     3d BE Nrgs  32.5 2  90  0=   2+/w0 3+/w0",
        "2 Baeten Bram    1k FR 75Nu  29   1  91  3+/w0  1-/b0 0-",
        "3 Claes Cleo     1k BE Nrgs  28   1  91  2-/b0  0+ 1-/b0",
    )
    report = read(*rows)
    assert (report.kind, report.rounds_down) == ("mcmahon", False)
    assert [(start, score) for start, score, _sos in starts_and_scores(report)] == [(30, 32.5), (28, 29), (27, 28)]


@pytest.mark.parametrize(
    ("row", "head"),
    [
        ("3 Claes Cleo     1k BE Nrgs  29   4   92  2-/b0  0+ 1-/b0", HEAD),  # no wins
        ("3 Claes Cleo     1k BE Nrgs   -   1   92  2-/b0  0+ 1-/b0", MM_HEAD),  # no score
        ("3 Claes Cleo     1k BE Nrgs   0   1   92  2-/b0  0+ 1-/b0", MM_HEAD),  # less than the points
    ],
)
def test_other_columns_tell_no_starts(row: str, head: tuple[str, ...]) -> None:
    report = read(*MM_ROWS[:2], row, head=head)
    assert (report.kind, report.tie_breaks, {player.start_score for player in report.players}) == ("", (), {None})


@pytest.mark.parametrize(
    ("one", "other", "white", "letters", "stones"),
    [
        ("2+/w0", "1-/b0", 1, "10", 0),
        ("2+/b5", "1-/w5", 2, "01", 5),
        ("2+W0", "1-B0", 1, "10", 0),
        ("2+/wH3", "1-/bH3", 1, "10", 3),
        ("2+/wO", "1-/bO", 1, "10", 0),
        ("2=/w1", "1=/b1", 1, "==", 1),
        ("2?/w0", "1?/b0", 1, "**", 0),
        ("2+!w0", "1-!b0", 1, "+-", 0),
        ("2+/w0!", "1-/b0!", 1, "+-", 0),
        ("2-!w0", "1-!b0", 1, "--", 0),
        ("2=!w0", "1=!b0", 1, "DD", 0),
        ("2-/w0", "1-/b0", 1, "LL", 0),
    ],
)
def test_every_cell_has_its_game(one: str, other: str, white: int, letters: str, stones: int) -> None:
    (game,) = cells(one, other).pairings
    assert (game.white, game.letters, game.handicap) == (white, letters, stones)
    assert game.komi == (None if stones else 6.5)


@pytest.mark.parametrize(
    ("cell", "letter"), [("0+", "F"), ("0=", "H"), ("0-", "Z"), ("0=0", "H"), ("+", "F"), ("?", "Z")]
)
def test_every_free_round_has_its_letter(cell: str, letter: str) -> None:
    assert [pairing.letters for pairing in cells(cell, "0-").pairings] == [letter, "Z"]


def test_a_game_that_both_lost_is_not_rated_and_reported() -> None:
    report = cells("2-/w0", "1-/b0")
    facts = {"player": "1 Aerts, Anna", "opponent": "2 Baeten, Bram"}
    assert report.problems == (Problem("both_lost", Place(line=9, round=1), facts),)


def test_results_that_differ_leave_the_game_open() -> None:
    report = cells("2+/w0", "1+/b0")
    assert report.pairings[0].letters == "**"
    assert [(problem.code, problem.place) for problem in report.problems] == [
        ("result_differs", Place(line=9, round=1, player=1))
    ]


def test_handicaps_that_differ_leave_the_game_open_with_that_of_white() -> None:
    report = cells("2+/b3", "1-/w2")
    assert (report.pairings[0].letters, report.pairings[0].handicap) == ("**", 2)
    facts = {"player": "2 Baeten, Bram", "opponent": "1 Aerts, Anna", "handicap": 2, "answer": 3}
    assert report.problems == (Problem("handicap_differs", Place(line=10, round=1), facts),)


@pytest.mark.parametrize(("reduction", "stones"), [("h0", 3), ("h2", 1), ("2", 1), ("h9", 0)])
def test_a_handicap_that_is_not_stated_follows_from_the_grades(reduction: str, stones: int) -> None:
    report = cells("2+/w", "1-/b", head=(*HEAD[:4], f"; HA[{reduction}]", *HEAD[5:]))
    assert report.pairings[0].handicap == stones
    facts = {"count": 1, "reduction": int(reduction.lstrip("h"))}
    assert report.problems == (Problem("handicap_from_grades", Place(), facts),)


def test_pairgoth_leaves_out_the_stones_of_even_games_alone() -> None:
    report = cells("2+/w", "1-/b", head=(*HEAD, "; CM[Generated by Pairgoth 0.23]", "; CM[Fischer 60 minutes]"))
    assert (report.pairings[0].handicap, report.pairings[0].komi) == (0, 6.5)
    assert (report.program, report.problems) == ("Pairgoth 0.23", ())


def test_a_game_without_a_stated_handicap_counts_as_even() -> None:
    report = cells("2+/w", "1-/b", head=(*HEAD[:4], *HEAD[5:]))
    assert report.pairings[0].handicap is None
    assert report.problems == (Problem("handicap_unknown", Place(), {"count": 1}),)


def test_games_without_colours_are_reported_once() -> None:
    report = cells("2+0", "1-0")
    assert (report.pairings[0].white, report.pairings[0].letters) == (1, "10")
    assert report.problems == (Problem("colours_unknown", Place(), {"count": 1}),)


@pytest.mark.parametrize(
    ("written", "level"),
    [("3d", 250), ("1D", 50), ("1k", -50), ("20K", -1950), ("12", -1150), ("35k", -2950), ("5p", None)],
)
def test_grades_are_levels(written: str, level: int | None) -> None:
    player = read(f"1 Aerts Anna {written} BE Nrgs 24 0+").players[0]
    assert (player.grade, player.rating, player.last_name, player.first_name) == (written, level, "Aerts", "Anna")


def test_signs_for_nothing_are_nothing() -> None:
    player = read("1 Aerts Anna 3d XX xxxx 24 0+").players[0]
    assert (player.federation, player.club, player.pin) == ("", "", "")


@pytest.mark.parametrize("place", ["1.", "1)", "  1"])
def test_places_may_have_a_dot(place: str) -> None:
    player = read(f"{place} Aerts Anna 3d BE Nrgs 24 0+").players[0]
    assert (player.rank, player.last_name, player.first_name) == (1, "Aerts", "Anna")


def test_a_club_may_be_missing() -> None:
    report = read("1 Aerts Anna 3d BE 24 5 2+/w0", "2 Baeten Bram 1k 23 4 1-/b0")
    assert [(player.federation, player.club) for player in report.players] == [("BE", ""), ("", "")]
    assert len(report.pairings) == 1


def test_columns_behind_the_cells_are_passed_over() -> None:
    assert read(f"{ROWS[0][:40]} 99 x |10000001", ROWS[1]).pairings == read(*ROWS).pairings


def test_a_line_that_is_not_a_player_is_still_a_row() -> None:
    report = read("1 Aerts Anna 3d BE Nrgs 24 3+/w0", "2 ?????", "3 Claes Cleo 1d BE Nrgs 23 1-/b0")
    assert [(game.white, game.black, game.letters) for game in report.pairings] == [(1, 3, "10")]
    assert report.problems == (Problem("line_unknown", Place(line=10)),)


def test_a_word_between_cells_that_is_none_is_a_round_without_a_game() -> None:
    report = read("1 Aerts Anna 3d BE Nrgs 24 0+ 2*w 0-")
    assert [pairing.round for pairing in report.pairings] == [1, 3]
    assert report.problems[0] == Problem("result_unknown", Place(line=9, player=1, round=2), {"result": "2*w"})


def test_what_cannot_be_read_of_the_head_is_reported() -> None:
    report = read(*ROWS, head=("; CL[A]", "; EV[X]", "; DT[2010-05-01]", "; KM[six]", "; TM[long]", "; HA[all]"))
    assert (report.start, report.end, report.pairings[0].komi) == (dt.date(2010, 5, 1), dt.date(2010, 5, 1), None)
    assert report.problems == tuple(
        Problem("field_unknown", Place(), {"field": tag, "value": value})
        for tag, value in (("KM", "six"), ("TM", "long"), ("HA", "all"))
    )


@pytest.mark.parametrize(
    ("letter", "minutes", "pace"),
    [("A", "", "standard"), ("B", "90", "rapid"), ("C", "", "rapid"), ("D", "80", "standard"), ("D", "40", "rapid"),
     ("D", "20", "blitz"), ("", "82.5", "standard"), ("D", "", ""), ("X", "29", "blitz")],
)  # fmt: skip
def test_the_pace_is_that_of_the_class_else_of_the_minutes(letter: str, minutes: str, pace: str) -> None:
    assert read(*ROWS, head=(f"; CL[{letter}]", f"; TM[{minutes}]")).pace == pace


def test_letters_of_latin_9_are_read() -> None:
    (report,) = egd.read("\n".join([*HEAD, "1 Šimek Žofie 3d CZ Nic 24 0+"]).encode("iso-8859-15"))
    assert (report.players[0].last_name, report.players[0].first_name) == ("Šimek", "Žofie")


def test_only_a_file_with_a_player_is_one() -> None:
    with pytest.raises(FormatError, match=r"^The file has no player lines\.$"):
        egd.read("\n".join(HEAD).encode())


def test_lines_of_players_are_known_without_a_head() -> None:
    assert egd.matches("", "\n".join(ROWS).encode())
    assert not egd.matches("", b"1 Aerts Anna\n2 Baeten Bram\n")


@pytest.mark.long
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"; EV[X]\n" + b"x\n" * 50_001, "The file has more than 50000 lines, too many for a tournament."),
        (b"; EV[X]\n" + b"x" * 4_001, "The line is longer than 4000 characters."),
        (b"1 A B 3d BE Nr 0+\n" * 10_000, "The file has more than 9999 players."),
        ((b"1 A B 3d BE Nr" + b" 0+" * 60 + b"\n") * 900, "The file has more than 50000 results."),
    ],
)
def test_what_no_tournament_has_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        egd.read(data)
    assert str(caught.value) == sentence


@pytest.mark.long
def test_damaged_copies_give_a_report_or_one_sentence() -> None:
    data = write(REPORT)
    for damaged in (*mutations(data, 200, seed=9), *truncations(data, 60)):
        try:
            (report,) = egd.read(damaged)
        except FormatError as error:
            assert str(error)
        else:
            assert len({player.number for player in report.players}) == len(report.players)


ARCHIVE = [param for param in samples("go", ".txt") if "games" in (param.values[1] or {"games": 0})]


@pytest.mark.parametrize(("path", "facts"), [*samples("go", ".h9"), *ARCHIVE])
def test_real_files_hold_what_they_should(path: Path, facts: dict[str, object]) -> None:
    (report,) = egd.read(path.read_bytes())
    free = sum(pairing.black is None for pairing in report.pairings)
    found = {"players": len(report.players), "rounds": report.rounds, "games": len(report.pairings) - free}
    assert facts.items() >= (found | {"free_rounds": free}).items()
    assert {problem.code for problem in report.problems} <= {"handicap_from_grades", "colours_unknown"}
