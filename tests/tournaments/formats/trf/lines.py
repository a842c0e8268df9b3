"""TRF files of invented people, column by column as the format has them; every part can be made wrong."""

from __future__ import annotations

from tournaments.formats.report import ReportedPairing, TournamentReport
from tournaments.formats.trf import reader as trf

NAMES = {"1": "Aerts, Anna", "2": "Baeten, Bram", "3": "Claes, Chloé", "4": "Dubois, Didier"}


def cell(text: str) -> str:
    """Return one round: "12 w 1", "12 w" (no result yet), "0000 - U", "- U" (nobody named), "" (blank)."""
    opponent, _blank, rest = text.partition(" ") if text[:1] not in "-wb" else ("", "", text)
    colour, _blank, letter = rest.partition(" ")
    return f"  {opponent:>4} {colour:1} {letter:1}"


def player(number: int | str, *rounds: str, points: str = "", **fields: str) -> str:
    """Return a record 001. Fields: sex, title, name, rating, federation, fide, birth, rank."""
    name = NAMES.get(str(number), f"Player{number}, Piet")
    head = (
        f"001 {number:>4} {fields.get('sex', 'm'):1}{fields.get('title', ''):>3} {fields.get('name', name):33}"
        f" {fields.get('rating', ''):>4}"
        f" {fields.get('federation', 'BEL'):3} {fields.get('fide', ''):>11} {fields.get('birth', ''):10}"
        f" {points:>4} {fields.get('rank', ''):>4}"
    )
    return (head + "".join(cell(text) for text in rounds)).rstrip()


def four_players() -> list[str]:
    """Return four players, three rounds, everything in order."""
    return [
        player(1, "3 w 1", "2 b =", "4 w 1", points="2.5", rank="1", rating="2000"),
        player(2, "4 b 1", "1 w =", "3 b 0", points="1.5", rank="3", rating="1900"),
        player(3, "1 b 0", "4 w 1", "2 w 1", points="2.0", rank="2", rating="1800"),
        player(4, "2 w 0", "3 b 0", "1 b 0", points="0.0", rank="4", rating="1700"),
    ]


def file(*lines: str, end: str = "\n", encoding: str = "utf-8") -> bytes:
    """Return the lines as a file."""
    return "".join(line + end for line in lines).encode(encoding)


def read(*lines: str) -> TournamentReport:
    """Return what the reader says of the lines, behind a name of the event."""
    (report,) = trf.read(file("012 Tour Blanche Open", *lines))
    return report


def games(report: TournamentReport) -> list[tuple[int, int, int | None, str]]:
    """Return round, White, Black and both letters of every pairing."""
    return [_game(pairing) for pairing in report.pairings]


def _game(pairing: ReportedPairing) -> tuple[int, int, int | None, str]:
    return pairing.round, pairing.white, pairing.black, pairing.letters


def codes(report: TournamentReport) -> list[str]:
    """Return the codes of the problems."""
    return [problem.code for problem in report.problems]


def texts(report: TournamentReport) -> list[str]:
    """Return the problems as a person reads them: sentence and place."""
    return [f"{problem.text} ({problem.place})" if str(problem.place) else problem.text for problem in report.problems]
