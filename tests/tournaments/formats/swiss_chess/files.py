"""Swiss-Chess files for tests: tournaments of our own writer, and the same with single bytes changed."""

from __future__ import annotations

import struct

from msgspec.structs import replace

from tests.tournaments.formats.binary_event import REPORT
from tournaments.formats.report import Place, ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.formats.swiss_chess import layout as at
from tournaments.formats.swiss_chess import reader as swiss_chess
from tournaments.formats.swiss_chess.writer import write

EVENT = replace(REPORT, format="swiss_chess", program="Swiss-Chess 8.83", arbiters=("Wit, Willem", "Zwart, Zita"))
DATA = write(EVENT)


def read(data: bytes) -> TournamentReport:
    """Return the one report of a file."""
    (report,) = swiss_chess.read(data)
    return report


def patched(data: bytes, changes: dict[int, bytes]) -> bytes:
    """Return the bytes with those at some offsets replaced."""
    copy = bytearray(data)
    for offset, value in changes.items():
        copy[offset : offset + len(value)] = value
    return bytes(copy)


def with_header(changes: dict[int, bytes]) -> TournamentReport:
    """Return the tournament with other bytes in the header."""
    return read(patched(DATA, changes))


def with_card(changes: dict[int, bytes], index: int = 0) -> ReportedPlayer:
    """Return the first player, or another, as read with other bytes in the card."""
    return with_cards({index: changes}).players[index]


def with_cards(changes: dict[int, dict[int, bytes]]) -> TournamentReport:
    """Return the tournament with other bytes in the cards of some players."""
    swt = at.fit(DATA)
    places = {swt.card(index) + at: raw for index, card in changes.items() for at, raw in card.items()}
    return read(patched(DATA, places))


def field(place: tuple[int, int], text: str) -> dict[int, bytes]:
    """Return a text for its field, the rest of which is blanked with NUL."""
    return {place[0]: text.encode("cp1252").ljust(place[1], b"\0")}


def one_round(
    records: dict[int, tuple[int, ...]], version: int = 883, dummy: int = 0, **header: int
) -> TournamentReport:
    """Return a tournament of one round; records: player -> colour, opponent, result, status (and table, board).

    ``header``: bytes of the header by the name of their offset, in small letters.
    """
    players = tuple(ReportedPlayer(number=number, last_name=f"Player{number}") for number in records)
    # one game, so that there are records to overwrite
    pairing = ReportedPairing(1, None, players[0].number, players[-1].number, Result.WIN, Result.LOSS)
    data = write(replace(EVENT, rounds=1, players=players, pairings=(pairing,), round_dates=()))
    swt = at.fit(data)
    changes = {getattr(at, name.upper()): bytes([value]) for name, value in header.items()}
    for index, (number, (colour, opponent, result, status, *rest)) in enumerate(records.items()):
        table, board = rest or (0, 0)
        start = swt.layout.header + index * at.RECORD.size
        changes[start] = at.RECORD.pack(colour, opponent, result, table, status, board)
        if number == dummy:
            changes[swt.card(index) + at.CARD_DUMMY] = bytes([at.DUMMY_FLAG])
    return read(patched(data, changes))


def word(value: int) -> bytes:
    """Return two bytes, little-endian."""
    return struct.pack("<H", value)


def letters(report: TournamentReport) -> list[tuple[int, int | None, str]]:
    """Return White, Black and letters of all pairings."""
    return [(pairing.white, pairing.black, pairing.letters) for pairing in report.pairings]


def problems(report: TournamentReport) -> list[tuple[str, Place]]:
    """Return code and place of all problems."""
    return [(problem.code, problem.place) for problem in report.problems]
