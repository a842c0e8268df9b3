"""What the writers of EGD (.h9) and FFG (.tou) files share: everybody's rows, and the side of each in each round."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.formats.common.unwritable import DoesNotFit
from tournaments.formats.go.values import grade_of, level_of_grade
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport, noop

NOBODY = 0
PROFESSIONAL = re.compile(r"[1-9]P")
MEANING = ";|"  # begin a comment, and a PIN
# FIDE's three letters of countries where go is played in clubs, and the two of go's lists.
COUNTRIES = {
    "AUT": "AT", "BEL": "BE", "BUL": "BG", "CAN": "CA", "CHN": "CN", "CRO": "HR", "CZE": "CZ", "DEN": "DK",
    "ESP": "ES", "EST": "EE", "FIN": "FI", "FRA": "FR", "GER": "DE", "GRE": "GR", "HUN": "HU", "IRL": "IE",
    "ISR": "IL", "ITA": "IT", "JPN": "JP", "KOR": "KR", "LAT": "LV", "LTU": "LT", "LUX": "LU", "NED": "NL",
    "NOR": "NO", "POL": "PL", "POR": "PT", "ROU": "RO", "RUS": "RU", "SLO": "SI", "SRB": "RS", "SUI": "CH",
    "SVK": "SK", "SWE": "SE", "TUR": "TR", "UKR": "UA", "ENG": "UK", "GBR": "UK", "USA": "US",
}  # fmt: skip
TWO_GAMES = noop("Player %(player)s has two games in round %(round)s; the format allows only one.")
NO_GRADE = noop("Player %(player)s has neither a grade nor a level; the format requires one.")
SEVERAL_SIZES = noop("The games have boards of several sizes: %(sizes)s.")


class WrittenSide(NamedTuple):
    """What a cell says: the opponent's row (0: none), the result, "w" or "b", the stones."""

    opponent: int
    result: Result
    colour: str = ""
    stones: int = 0


ABSENT = WrittenSide(NOBODY, Result.ZERO_BYE)


def in_order(report: TournamentReport) -> list[tuple[ReportedPlayer, str]]:
    """Return the players in order of rank, each with the place to write: blank if shared with the one above.

    Opponents are written as rows, which some programs take for places.
    """
    ordered = sorted(report.players, key=lambda player: (player.rank is None, player.rank or 0))
    ranks = [None, *(player.rank for player in ordered)]
    return [
        (player, "" if player.rank in {None, above} else f"{player.rank}")
        for player, above in zip(ordered, ranks, strict=False)
    ]


def rows_of(report: TournamentReport) -> dict[int, int]:
    """Return the row of each player by number: opponents are written as rows."""
    return {player.number: row for row, (player, _place) in enumerate(in_order(report), start=1)}


def board_of_cells(pairings: Sequence[ReportedPairing]) -> int | None:
    """Return the board size. Raise `DoesNotFit` for several sizes, and for two games of a player in a round.

    A cell holds one game.
    """
    seen: set[tuple[int, int]] = set()
    for pairing in pairings:
        for player in [number for number in (pairing.white, pairing.black) if number is not None]:
            if (pairing.round, player) in seen:
                raise DoesNotFit(TWO_GAMES, player=player, round=pairing.round)
            seen.add((pairing.round, player))
    return board_of(pairings)


def sides_of(report: TournamentReport) -> dict[tuple[int, int], WrittenSide]:
    """Return the sides by round and player's number; one game each in a round: see `board_of_cells`."""
    rows = rows_of(report)
    return {(pairing.round, player): side for pairing in report.pairings for player, side in _both(pairing, rows)}


def _both(pairing: ReportedPairing, rows: dict[int, int]) -> Iterable[tuple[int, WrittenSide]]:
    if pairing.black is None or pairing.black_result is None:
        yield pairing.white, WrittenSide(NOBODY, pairing.white_result)
        return
    stones = pairing.handicap or 0
    yield pairing.white, WrittenSide(rows[pairing.black], pairing.white_result, "w", stones)
    yield pairing.black, WrittenSide(rows[pairing.white], pairing.black_result, "b", stones)


def written_name(player: ReportedPlayer, letters: int) -> str:
    """Return last and first name with one blank between.

    Blanks inside a last name become underscores, as in the lists.
    """
    last = "_".join(plain(last_name_of(player), MEANING).split())
    return " ".join(filter(None, [last, *plain(player.first_name, MEANING).split()]))[:letters]


def last_name_of(player: ReportedPlayer) -> str:
    """Return the last name; the number if there is no name: a row without a name is no row."""
    return player.last_name if plain(f"{player.last_name}{player.first_name}") else f"#{player.number}"


def require_grades(players: Iterable[ReportedPlayer]) -> None:
    """Raise `DoesNotFit` for a player without a grade: a line without one is no player's."""
    for player in players:
        written_grade(player)


def written_grade(player: ReportedPlayer) -> str:
    """Return the grade in capitals, else that of the level. Raise `DoesNotFit` if there is neither."""
    grade = plain(player.grade).upper()
    if PROFESSIONAL.fullmatch(grade):
        return grade
    level = level_of_grade(grade)
    written = grade_of(player.rating if level is None else level)
    if not written:
        raise DoesNotFit(NO_GRADE, player=player.number)
    return written


def country_of(code: str) -> str:
    """Return the two letters of a country given in two or in FIDE's three; "" for any other."""
    bare = code.strip().upper()
    return bare if len(bare) == len("FR") else COUNTRIES.get(bare, "")


def komi_of(report: TournamentReport) -> float | None:
    """Return the komi of even games, which is the tournament's."""
    return next((each.komi for each in report.pairings if each.komi is not None and not each.handicap), None)


def board_of(pairings: Iterable[ReportedPairing]) -> int | None:
    """Return the board size. Raise `DoesNotFit` for several sizes: the formats hold one."""
    sizes = {each.board_size for each in pairings if each.board_size is not None}
    if len(sizes) > 1:
        raise DoesNotFit(SEVERAL_SIZES, sizes=", ".join(map(str, sorted(sizes))))
    return next(iter(sizes), None)


def plain(text: str, forbidden: str = "") -> str:
    """Return the text on one line, without the letters that the format gives a meaning."""
    return " ".join("".join(" " if letter in forbidden else letter for letter in text).split())
