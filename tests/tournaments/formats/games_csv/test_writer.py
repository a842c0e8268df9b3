"""Games CSV files that we write are read back as the games they were."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.tournaments.formats.reports import tournaments
from tournaments.formats.games_csv import reader
from tournaments.formats.games_csv import writer as games_csv
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport

DAY = dt.date(2025, 3, 1)
REPORT = TournamentReport(
    format="games_csv",
    name="=Open, autumn",
    city="Gent",
    start=DAY,
    end=DAY,
    rounds=1,
    pace="standard",
    players=(
        ReportedPlayer(1, "Aerts", matricule="10001"),
        ReportedPlayer(2, "X", rating=1800),
        ReportedPlayer(3, "Y"),
    ),
    pairings=(
        ReportedPairing(1, 1, 1, 2, Result.FORFEIT_WIN, Result.FORFEIT_LOSS, DAY),
        ReportedPairing(1, 2, 3, 1, Result.DRAW, Result.DRAW, None, 2, 13, 6.5),
        ReportedPairing(1, None, 1, None, Result.HALF_BYE, None),
    ),
)


def test_the_lines() -> None:
    assert games_csv.write([REPORT]).decode() == (
        "event,city,start,end,pace,round,date,board,white,black,result,"
        "white_rating,black_rating,handicap,board_size,komi\r\n"
        '"\'=Open, autumn",Gent,2025-03-01,2025-03-01,standard,1,2025-03-01,1,10001,,1F-0F,,1800,,,\r\n'
        '"\'=Open, autumn",Gent,2025-03-01,2025-03-01,standard,1,,2,,10001,1/2-1/2,0,,2,13,6.5\r\n'
        '"\'=Open, autumn",Gent,2025-03-01,2025-03-01,standard,1,,,10001,,H,,,,,\r\n'
    )


def test_results_that_do_not_fit_cannot_be_written() -> None:
    pairing = ReportedPairing(1, 1, 1, 2, Result.WIN, Result.WIN)
    with pytest.raises(ValueError, match="11 of round 1 contradict each other"):
        games_csv.write([replace(REPORT, pairings=(pairing,))])


def said(report: TournamentReport) -> list[tuple[object, ...]]:
    """Return what games CSV says of the games: no names, no numbers of our own."""
    people = {player.number: player.matricule or f"outsider of {player.rating or 0}" for player in report.players} | {
        None: ""
    }
    games = [
        (pairing.round, pairing.date, people[pairing.white], people[pairing.black], pairing.letters)
        for pairing in report.pairings
    ]
    return sorted(games, key=str)


@pytest.mark.long
@given(st.lists(tournaments(), min_size=1, max_size=3, unique_by=lambda report: report.name))
def test_the_games_are_read_back_as_they_were(reports: list[TournamentReport]) -> None:
    members = [_with_matricules(report) for report in reports]
    back = reader.read(games_csv.write(members))
    assert [said(report) for report in back] == [said(report) for report in members]
    facts = [(report.name, report.city, report.start, report.end, report.pace, report.rounds) for report in members]
    assert [(one.name, one.city, one.start, one.end, one.pace, one.rounds) for one in back] == facts


def _with_matricules(report: TournamentReport) -> TournamentReport:
    """Keep every matricule once: two players of one matricule would be one."""
    players = [
        replace(player, matricule=str(10_000 + player.number) if player.matricule else "") for player in report.players
    ]
    return replace(report, players=tuple(players))
