"""Start numbers: the order of players by strength (C.04.2), and a report with other numbers."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from federation.identity.names import folded
from tournaments.formats.report import ReportedPlayer, TournamentReport

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")  # C.04.2, in descending order


def strength(rating: int | None, title: str, name: str) -> tuple[int, int, str]:
    """Return what sorts players: the rating, the highest first, then the FIDE title, then the name (C.04.2)."""
    rank = TITLES.index(title.upper()) if title.upper() in TITLES else len(TITLES)
    return -(rating or 0), rank, folded(name)


def by_strength(players: Iterable[ReportedPlayer]) -> list[ReportedPlayer]:
    """Return the players, the strongest first; the number decides between namesakes."""
    return sorted(
        players,
        key=lambda each: (*strength(each.rating, each.title, f"{each.last_name} {each.first_name}"), each.number),
    )


def renumbered(report: TournamentReport, order: Sequence[ReportedPlayer]) -> TournamentReport:
    """Return the report with its players numbered from 1 on in this order."""
    numbers = {player.number: number for number, player in enumerate(order, start=1)}
    return replace(
        report,
        players=tuple(replace(player, number=numbers[player.number]) for player in order),
        pairings=tuple(
            replace(each, white=numbers[each.white], black=each.black and numbers[each.black])
            for each in report.pairings
        ),
    )
