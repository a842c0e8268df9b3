"""Any tournament that a file can hold, for the round trips of the writers."""

from __future__ import annotations

import datetime as dt

from hypothesis import strategies as st
from msgspec.structs import replace

from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport

PAIRS = ("10", "01", "==", "00", "+-", "-+", "--", "WL", "LW", "DD", "LL", "**")
BYES = "HFUZ"
WORD = st.text(alphabet="ABCÉÑŁabcéñł'-", min_size=1, max_size=12)
DAYS = st.dates(min_value=dt.date(2000, 1, 1), max_value=dt.date(2060, 12, 31))


@st.composite
def players(draw: st.DrawFn, number: int) -> ReportedPlayer:
    born = draw(st.none() | st.dates(min_value=dt.date(1920, 1, 1), max_value=dt.date(2020, 12, 31)))
    return ReportedPlayer(
        number=number,
        last_name=draw(WORD),
        first_name=draw(st.just("") | WORD),
        matricule=draw(st.just("") | st.integers(1, 99_999).map(str)),
        birth_date=born,
        birth_year=draw(st.none() | st.integers(1920, 2020)) if born is None else None,
        federation=draw(st.sampled_from(["", "BEL", "NED"])),
        fide_id=draw(st.none() | st.integers(100_000, 99_999_999_999)),
        rating=draw(st.none() | st.integers(1, 3000)),
        title=draw(st.sampled_from(["", "GM", "WGM", "FM", "1N"])),
        sex=draw(st.sampled_from(["", "M", "F"])),
        points=draw(st.integers(0, 30)) / 2,
        rank=draw(st.none() | st.integers(1, 9999)),
    )


@st.composite
def tournaments(draw: st.DrawFn) -> TournamentReport:
    """Return a tournament in which everybody has a game or a bye in every round."""
    numbers = sorted(draw(st.sets(st.integers(1, 9999), min_size=1, max_size=7)))
    rounds = draw(st.integers(1, 4))
    pairings: list[ReportedPairing] = []
    first = draw(DAYS)
    later = draw(st.lists(st.integers(0, 300), min_size=rounds, max_size=rounds))
    dates = sorted(first + dt.timedelta(days=days) for days in later)
    for number in range(1, rounds + 1):
        order = draw(st.permutations(numbers))
        while order:
            both = len(order) > 1 and draw(st.booleans())
            letters = draw(st.sampled_from(PAIRS if both else BYES))
            white, black = order.pop(), order.pop() if both else None
            results = Result(letters[0]), Result(letters[1]) if both else None
            pairings.append(ReportedPairing(number, None, white, black, *results, dates[number - 1]))
    pairings.sort(key=lambda pairing: (pairing.round, pairing.white))
    return TournamentReport(
        format="trf",
        name=draw(WORD),
        city=draw(st.just("") | WORD),
        start=dates[0],
        end=dates[-1],
        rounds=rounds,
        pace=draw(st.sampled_from(["standard", "rapid", "blitz"])),
        time_control=draw(st.sampled_from(["", "90 min + 30 s"])),
        kind=draw(st.sampled_from(["swiss", "round_robin", "team"])),
        program="Classement",
        players=tuple(draw(players(number)) for number in numbers),
        pairings=tuple(pairings),
        round_dates=tuple(dates),
    )


def without_matricules(report: TournamentReport) -> TournamentReport:
    """Return what TRF16 can say of it."""
    return replace(report, players=tuple(replace(player, matricule="") for player in report.players), program="")
