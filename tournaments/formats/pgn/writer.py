"""Writes the games of a tournament as PGN: the tags of each game and its result, no moves (formats/pgn).

UTF-8, LF. Games that were played for the ratings, and those that are open; PGN has no word for byes, forfeits and games
that nobody won, and would make games of them.
"""

from collections.abc import Iterator

from tournaments.formats.common.unwritable import DoesNotFit
from tournaments.formats.report import ReportedPairing, ReportedPlayer, TournamentReport, noop

RESULTS = {"10": "1-0", "01": "0-1", "==": "1/2-1/2", "**": "*"}
UNKNOWN = "?"
SAME_NAME = noop("Two players are called %(name)s; PGN identifies players by name.")


def check(report: TournamentReport) -> None:
    """Raise `DoesNotFit` for two players of one name: in PGN only the name tells them apart."""
    names: dict[str, int] = {}
    for player in report.players:
        if names.setdefault(_name(player), player.number) != player.number:
            raise DoesNotFit(SAME_NAME, name=_name(player))


def write(report: TournamentReport) -> bytes:
    """Return the file. Raise `DoesNotFit`: see `check`."""
    check(report)
    players = {player.number: player for player in report.players}
    games = [
        "".join(f'[{tag} "{_escaped(text)}"]\n' for tag, text in _tags(report, pairing, players) if text)
        + f"\n{RESULTS[pairing.letters]}\n"
        for pairing in report.pairings
        if pairing.black is not None and pairing.letters in RESULTS
    ]
    return "\n".join(games).encode()


def _tags(
    report: TournamentReport, pairing: ReportedPairing, players: dict[int, ReportedPlayer]
) -> Iterator[tuple[str, str]]:
    """Return the seven tags that every game has, then what else is known."""
    white, black = players[pairing.white], players[pairing.black or 0]
    day = pairing.date or report.start
    yield "Event", report.name or UNKNOWN
    yield "Site", report.city or UNKNOWN
    yield "Date", f"{day:%Y.%m.%d}" if day else "????.??.??"
    yield "Round", f"{pairing.round}.{pairing.board}" if pairing.board else f"{pairing.round}"
    yield "White", _name(white)
    yield "Black", _name(black)
    yield "Result", RESULTS[pairing.letters]
    for side, player in (("White", white), ("Black", black)):
        yield f"{side}Title", player.title
        yield f"{side}Elo", f"{player.rating or ''}"
        yield f"{side}FideId", f"{player.fide_id or ''}"
        yield f"{side}Team", player.team or player.club
    yield "TimeControl", report.time_control


def _name(player: ReportedPlayer) -> str:
    name = f"{player.last_name}, {player.first_name}" if player.first_name else player.last_name
    return " ".join(name.split()) or f"#{player.number}"


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
