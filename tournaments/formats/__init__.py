"""Tournament files of all programs: which format is it, and what does it say?

Every module has ``NAME``, ``matches(filename, data)`` and ``read(data)``; it knows neither Django, database, files nor
clock. What a file is shows in its content: people rename files, mails cut their endings.
"""

from typing import Protocol

from tournaments.formats import chess_event, swiss_manager
from tournaments.formats.belgium import checklist, chess_manager, elo_report, pair_two, sending
from tournaments.formats.crosstable import reader as crosstable
from tournaments.formats.games_csv import reader as games_csv
from tournaments.formats.go import egd, ffg
from tournaments.formats.open_gotha import reader as open_gotha
from tournaments.formats.pairgoth import reader as pairgoth
from tournaments.formats.papi import reader as papi
from tournaments.formats.pgn import reader as pgn
from tournaments.formats.report import FormatError, TournamentReport, noop
from tournaments.formats.sharly_chess import reader as sharly_chess
from tournaments.formats.swar import binary as swar_binary
from tournaments.formats.swar import elo_report as swar
from tournaments.formats.swar import html as swar_html
from tournaments.formats.swar import json as swar_json
from tournaments.formats.swiss_chess import dsb, player_list
from tournaments.formats.swiss_chess import html as swiss_chess_html
from tournaments.formats.swiss_chess import reader as swiss_chess
from tournaments.formats.trf import reader as trf
from tournaments.formats.unknown_files import hint


class Format(Protocol):
    """What every format module offers."""

    NAME: str

    def matches(self, filename: str, data: bytes) -> bool:
        """Return whether the bytes look like this format; never raise."""

    def read(self, data: bytes) -> list[TournamentReport]:
        """Return the tournaments of the file. Raise `FormatError` and nothing else."""


FORMATS: dict[str, Format] = {
    "papi": papi,
    "sharly_chess": sharly_chess,
    "swiss_chess": swiss_chess,
    "swiss_chess_dsb": dsb,
    "swiss_chess_lst": player_list,
    "swiss_chess_html": swiss_chess_html,
    "swiss_manager": swiss_manager,
    "crosstable": crosstable,
    "swar": swar,
    "swar_binary": swar_binary,
    "swar_html": swar_html,
    "swar_json": swar_json,
    "trf": trf,
    "pair_two": pair_two,
    "elo_report": elo_report,
    "sending": sending,
    "checklist": checklist,
    "chess_manager": chess_manager,
    "open_gotha": open_gotha,
    "pairgoth": pairgoth,
    "egd_h9": egd,
    "ffg_tou": ffg,
    "pgn": pgn,
    "chess_event": chess_event,
    "games_csv": games_csv,
}

# The usual endings of names. They break a tie where a content fits several formats, and decide nothing else.
ENDINGS = {
    "papi": (".papi", ".mdb"),
    "sharly_chess": (".sce",),
    "swiss_chess": (".swt", ".swk", ".bak"),
    "swiss_chess_dsb": (".swi",),
    "swiss_chess_lst": (".lst",),
    "swiss_chess_html": (".html", ".htm"),
    "swiss_manager": (".tunx", ".turx", ".tumx", ".tutx"),
    "crosstable": (".xlsx", ".xls"),
    "swar": (),  # the ending is the number of the club
    "swar_binary": (".swar",),
    "swar_html": (".html", ".htm"),
    "swar_json": (".json",),
    "trf": (".trf", ".trfx", ".tab", ".txt"),
    "pair_two": (".sws",),
    "elo_report": (),
    "sending": (".dbf",),
    "checklist": (".dbf",),
    "chess_manager": (".dbf",),
    "open_gotha": (".xml",),
    "pairgoth": (".tour",),
    "egd_h9": (".h9",),
    "ffg_tou": (".tou",),
    "pgn": (".pgn", ".bpgn"),
    "chess_event": (".json",),
    "games_csv": (".csv",),
}

EMPTY = noop("The file is empty.")


def detect(filename: str, data: bytes) -> str:
    """Return the key of the format. Raise a `FormatError` that says what can be read instead."""
    if not data:
        raise FormatError(EMPTY)
    fitting = [key for key, form in FORMATS.items() if form.matches(filename, data)]
    if not fitting:
        raise FormatError(hint(filename, data))
    named = [key for key in fitting if filename.lower().endswith(ENDINGS[key])]
    return (named or fitting)[0]


def read(filename: str, data: bytes) -> list[TournamentReport]:
    """Return the tournaments of a file of any format. Raise `FormatError` and nothing else."""
    return FORMATS[detect(filename, data)].read(data)
