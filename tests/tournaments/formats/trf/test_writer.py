"""TRF files that we write: exact to the column, and read back as they were."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.tournaments.formats.reports import tournaments, without_matricules
from tests.tournaments.formats.trf import files as trf_files
from tournaments.formats.report import PointSystem, ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.formats.trf import reader
from tournaments.formats.trf import writer as trf

REPORT = TournamentReport(
    format="trf",
    name="Tour Blanche\nOpen",
    city="Gent",
    start=dt.date(2025, 3, 1),
    end=dt.date(2025, 3, 2),
    rounds=2,
    pace="standard",
    time_control="90 min + 30 s",
    kind="swiss",
    players=(
        ReportedPlayer(
            1, "Aerts", "Anna", "10001", dt.date(1990, 1, 1), None, "BEL", 990001, "", 2003, "", "WGM", "F", 1.5, 1
        ),
        ReportedPlayer(2, "Baeten", "Bram", birth_year=1985, sex="M", points=0.0, rank=3),
        ReportedPlayer(3, "Claes"),
    ),
    pairings=(
        ReportedPairing(1, 1, 1, 2, Result.WIN, Result.LOSS),
        ReportedPairing(1, None, 3, None, Result.PAIRING_BYE, None),
        ReportedPairing(2, 1, 3, 1, Result.DRAW, Result.DRAW),
        ReportedPairing(2, None, 2, None, Result.ZERO_BYE, None),
    ),
    round_dates=(dt.date(2025, 3, 1), dt.date(2025, 3, 2)),
)
PLAYERS = """\
001    1 wWGM Aerts, Anna                       2003 BEL      990001 1990/01/01  1.5    1     2 w 1     3 b =
001    2 m    Baeten, Bram                                           1985/00/00  0.0    3     1 b 0  0000 - Z
001    3      Claes                                                              1.5       0000 - U     1 w =
"""
DATES = "132" + " " * 88 + "25/03/01  25/03/02\n"


def test_trf16_to_the_column() -> None:
    assert trf_files.write(REPORT, edition="trf16").decode() == (
        "012 Tour Blanche Open\n022 Gent\n032 BEL\n042 2025/03/01\n052 2025/03/02\n062 3\n072 1\n082 0\n"
        "092 Individual: Swiss-System (Standard)\n102\n122 90 min + 30 s\nXXR 2\n" + DATES + PLAYERS
    ).replace("\n", "\r\n")


def test_trf26_to_the_column() -> None:
    assert trf_files.write(REPORT, edition="trf26", federation="NED").decode() == (
        "012 Tour Blanche Open\n022 Gent\n032 NED\n042 2025/03/01\n052 2025/03/02\n062 3\n072 1\n082 0\n"
        "092 Individual: Swiss-System (Standard)\n102\n122 90 min + 30 s\n142 2\n182 Classement\n"
        + DATES
        + PLAYERS
        + "NED    1 w    Aerts, Anna                                      10001 1990/01/01\n"
    ).replace("\n", "\r\n")


TEAMS = replace(
    REPORT,
    kind="team",
    players=tuple(
        replace(each, team=team) for each, team in zip(REPORT.players, ("Tower", "Bridge", "Tower"), strict=True)
    ),
)


def records(text: bytes, *codes: str) -> list[str]:
    """Return the lines of these records."""
    return [line for line in text.decode().splitlines() if line[:3] in codes]


def test_teams_in_trf16_to_the_column() -> None:
    assert records(trf_files.write(TEAMS, edition="trf16"), "013", "082", "362") == [
        "082 2",
        "013 Tower                              1    3",
        "013 Bridge                             2",
    ]


def test_teams_in_trf26_to_the_column() -> None:
    """Bridge has no match in round 2, and no bye of the pairing either; in round 1 a player of Tower has one alone."""
    totals = {"Tower": trf.TeamTotals(2.0, 1.5, 1)}
    assert records(trf_files.write(TEAMS, totals=totals), "082", "310", "320", "362") == [
        "082 2",
        "310   1 Tower                                            2.0    1.5   1     1    3",
        "310   2 Bridge                                                              2",
    ]


def test_the_bye_of_a_team_is_worth_half_of_a_match() -> None:
    byes = tuple(ReportedPairing(2, None, number, None, Result.PAIRING_BYE, None) for number in (1, 3))
    report = replace(TEAMS, pairings=(*TEAMS.pairings[:1], *byes))
    assert records(trf_files.write(report), "320") == ["320  1.0  0.5   0   1"]


def test_other_events_have_no_teams() -> None:
    report = replace(TEAMS, kind="swiss")
    assert records(trf_files.write(report), "082", "310", "320", "362") == ["082 0"]


@pytest.mark.long
@given(tournaments(), st.sampled_from(trf.EDITIONS))
def test_teams_are_read_back_as_they_were(report: TournamentReport, edition: str) -> None:
    names = ("Tower", "L'Été à Gand", "")
    players = tuple(replace(player, team=names[player.number % 3]) for player in report.players)
    report = replace(report, kind="team", players=players)
    (back,) = reader.read(trf_files.write(report, edition=edition))
    back = replace(back, problems=(), team_bye=None)  # which the file says in full
    assert back == (report if edition == "trf26" else without_matricules(report))


def test_letters_outside_ascii_take_one_column() -> None:
    report = replace(REPORT, players=(ReportedPlayer(1, "Éléonore", "Chloé", rating=1800),), pairings=())
    assert "001    1      Éléonore, Chloé                   1800" in trf_files.write(report).decode()


def test_long_names_are_cut_at_33_letters() -> None:
    report = replace(REPORT, players=(ReportedPlayer(1, "x" * 50, rating=1800),), pairings=())
    assert f"001    1      {'x' * 33} 1800" in trf_files.write(report).decode()


def test_an_open_game_has_no_result() -> None:
    pairing = ReportedPairing(1, 1, 1, 2, Result.PENDING, Result.PENDING)
    text = trf_files.write(replace(REPORT, rounds=1, pairings=(pairing,))).decode()
    assert [line[91:] for line in text.splitlines() if line.startswith("001")] == ["   2 w  ", "   1 b  ", ""]


@pytest.mark.parametrize(("points", "told"), [(99.5, "99.5"), (100.0, " 100")])
def test_points_have_four_signs(points: float, told: str) -> None:
    report = replace(REPORT, players=(ReportedPlayer(1, "Aerts", points=points, rank=7),), pairings=())
    (line,) = [line for line in trf_files.write(report).decode().splitlines() if line.startswith("001")]
    assert line[79:] == f" {told}    7"


def test_more_signs_of_points_cannot_be_written() -> None:
    with pytest.raises(
        ValueError, match=r"^The 100\.5 points of player 1 do not fit in TRF, which has four characters\.$"
    ):
        trf_files.write(replace(REPORT, players=(ReportedPlayer(1, "Aerts", points=100.5),), pairings=()))


def test_two_games_in_a_round_cannot_be_written() -> None:
    pairings = (*REPORT.pairings, ReportedPairing(1, 2, 3, 1, Result.WIN, Result.LOSS))
    with pytest.raises(ValueError, match="Player 3 has two games in round 1"):
        trf_files.write(replace(REPORT, pairings=pairings))


def test_a_number_of_five_digits_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="10000 does not fit in TRF"):
        trf_files.write(replace(REPORT, players=(ReportedPlayer(10_000, "Aerts"),), pairings=()))


def test_there_are_two_editions() -> None:
    with pytest.raises(ValueError, match="trf06"):
        trf_files.write(REPORT, edition="trf06")


@pytest.mark.long
@given(tournaments())
def test_a_trf26_file_is_read_back_as_it_was(report: TournamentReport) -> None:
    (back,) = reader.read(trf_files.write(report))
    assert replace(back, problems=()) == report


@pytest.mark.long
@given(tournaments())
def test_a_trf16_file_is_read_back_without_matricules(report: TournamentReport) -> None:
    (back,) = reader.read(trf_files.write(report, edition="trf16"))
    told = replace(back, problems=(), point_system=report.point_system)  # points of any size may look like a scoring
    assert told == without_matricules(report)


@pytest.mark.parametrize("edition", trf.EDITIONS)
@pytest.mark.parametrize("points", [(3, 1, 0, 0, 3), (3, 2, 1, 0, 2), (2, 1, 0.5, 0, 1)])
def test_what_results_are_worth_is_read_back(edition: str, points: tuple[float, ...]) -> None:
    players = tuple(replace(player, points=None) for player in REPORT.players)
    report = replace(REPORT, players=players, point_system=PointSystem(*points))
    (back,) = reader.read(trf_files.write(report, edition=edition))
    assert (back.point_system, back.problems) == (points, ())
    win, draw, loss, absent, bye = points
    assert [player.points for player in back.players] == [win + draw, loss + absent, bye + draw]


@pytest.mark.parametrize("edition", trf.EDITIONS)
def test_points_for_who_is_away_do_not_count_in_standings_and_are_reported(edition: str) -> None:
    players = tuple(replace(player, points=None) for player in REPORT.players)
    report = replace(REPORT, players=players, point_system=PointSystem(1, 0.5, 0, absent=0.5))
    (back,) = reader.read(trf_files.write(report, edition=edition))
    assert (back.point_system, [each.code for each in back.problems]) == (PointSystem(), ["scoring_unusual"])


def test_what_results_are_worth_to_the_column() -> None:
    report = replace(REPORT, point_system=PointSystem(3, 1, 0, 0, 1))
    assert records(trf_files.write(report), "162") == ["162  W 3.0    D 1.0    P 1.0"]
    assert records(trf_files.write(report, edition="trf16"), "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU") == [
        "XXS W=3.0 D=1.0 WL=0.0 BL=0.0 ZPB=0.0 FL=0.0 PAB=1.0",
        *("BBW  3.0", "BBD  1.0", "BBL  0.0", "BBZ  0.0", "BBF  0.0", "BBU  1.0"),
    ]


def test_a_bye_worth_a_win_is_not_mentioned() -> None:
    assert records(trf_files.write(replace(REPORT, point_system=PointSystem(3, 1, 0, 0, 3))), "162") == [
        "162  W 3.0    D 1.0"
    ]


def test_what_a_match_is_worth_is_written_where_it_is_unusual() -> None:
    report = replace(TEAMS, match_scoring=(3, 1, 0))
    assert records(trf_files.write(report), "362") == ["362 TW 3.0"]


def test_the_colour_and_the_system_are_written_where_they_are_known() -> None:
    report = replace(REPORT, first_colour="B", system="FIDE_DUTCH_2026")
    assert records(trf_files.write(report), "152", "192") == ["152 B", "192 FIDE_DUTCH_2026"]
    assert records(trf_files.write(report, edition="trf16"), "XXC", "192") == ["XXC black1"]
    (back,) = reader.read(trf_files.write(report))
    assert (back.first_colour, back.system, back.problems) == ("B", "FIDE_DUTCH_2026", ())


@pytest.mark.parametrize("unsaid", [b"CUSTOM_SWISS", b"FIDE DUTCH", b"SWISS"])
def test_only_a_system_of_fide_is_read(unsaid: bytes) -> None:
    data = trf_files.write(replace(REPORT, first_colour="B", system="FIDE_DUTCH_2026"))
    (back,) = reader.read(data.replace(b"FIDE_DUTCH_2026", unsaid).replace(b"152 B", b"152 X"))
    assert (back.first_colour, back.system) == ("", "")


def test_a_tournament_without_rounds_has_no_number_of_them() -> None:
    report = replace(REPORT, rounds=0, pairings=())
    assert [records(trf_files.write(report, edition=edition), "142", "XXR") for edition in trf.EDITIONS] == [[], []]


def test_teams_that_all_met_play_a_round_robin() -> None:
    teams = {1: "Tower", 2: "Bridge", 3: "Gate", 4: "Tower"}
    players = tuple(ReportedPlayer(number, f"P{number}", team=team) for number, team in teams.items())
    games = [(1, 2), (2, 3), (4, 3)]
    pairings = tuple(
        ReportedPairing(number, None, *game, Result.WIN, Result.LOSS) for number, game in enumerate(games, start=1)
    )
    report = replace(TEAMS, players=players, rounds=3, pace="")
    kinds = [records(trf_files.write(replace(report, pairings=pairings[:count])), "092") for count in (2, 3)]
    assert kinds == [["092 Team"], ["092 Team: Round-Robin"]]


def test_national_ratings_are_read_back_where_fide_has_none() -> None:
    (anna, bram, claes), national = REPORT.players, {1: 1950, 2: 1500}
    report = replace(REPORT, players=(anna, bram, replace(claes, rating=2100)))
    data = trf_files.write(report, national_ratings=national)
    assert [line[:52] for line in records(data, "BEL")] == [
        "BEL    1 w    Aerts, Anna                       1950",
        "BEL    2 m    Baeten, Bram                      1500",
    ]
    (back,) = reader.read(data)
    assert [player.rating for player in back.players] == [2003, 1500, 2100]


@pytest.mark.long
@given(tournaments())
def test_what_we_write_fits_together(report: TournamentReport) -> None:
    (back,) = reader.read(trf_files.write(report))
    about_content = {"points_differ", "scoring_unusual", "bye_twice", "round_unfinished", "dates_far_apart"}
    assert {problem.code for problem in back.problems} <= about_content
