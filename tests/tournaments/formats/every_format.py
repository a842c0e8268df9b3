"""A whole file of every format, made by the writers of this project, and the name of the event in it."""

from __future__ import annotations

from tests.tournaments.formats import swiss_manager_files
from tests.tournaments.formats.belgium import files as belgian_files
from tests.tournaments.formats.binary_event import REPORT
from tests.tournaments.formats.crosstable import files as crosstable_files
from tests.tournaments.formats.go import event as go_event
from tests.tournaments.formats.pairgoth import files as pairgoth_files
from tests.tournaments.formats.sharly_chess import files as sharly_files
from tests.tournaments.formats.swar import files as swar_files
from tests.tournaments.formats.swiss_chess import exports as swiss_chess_exports
from tests.tournaments.formats.trf import files as trf_files
from tournaments.formats.games_csv import writer as games_csv
from tournaments.formats.go import egd_writer, ffg_writer
from tournaments.formats.open_gotha import writer as open_gotha
from tournaments.formats.papi import writer as papi
from tournaments.formats.swiss_chess import writer as swiss_chess

FILES = {
    "papi": papi.write(REPORT),
    "sharly_chess": sharly_files.event(),
    "swiss_chess": swiss_chess.write(REPORT),
    "swiss_chess_dsb": swiss_chess_exports.dsb(),
    "swiss_chess_lst": swiss_chess_exports.lst(),
    "swiss_chess_html": swiss_chess_exports.pairings_page(),
    "swiss_manager": swiss_manager_files.tunx(),
    "crosstable": crosstable_files.text(),
    "swar": belgian_files.swar_report(),
    "swar_binary": swar_files.swar(*swar_files.three()),
    "swar_html": swiss_chess_exports.swar_page(),
    "swar_json": belgian_files.swar_json(),
    "trf": trf_files.write(REPORT),
    "pair_two": belgian_files.sws(),
    "elo_report": belgian_files.elo_report(),
    "sending": belgian_files.sending({}),
    "checklist": belgian_files.checklist({}),
    "chess_manager": belgian_files.part24l({}),
    "open_gotha": open_gotha.write(go_event.REPORT),
    "pairgoth": pairgoth_files.tour(),
    "egd_h9": egd_writer.write(go_event.REPORT),
    "ffg_tou": ffg_writer.write(go_event.REPORT),
    "pgn": b'[Event "Winter"]\n[White "anna"]\n[Black "bob"]\n[Result "1-0"]\n\n1. e4 1-0\n',
    "chess_event": b'{"name": "Winter", "players": [{"last_name": "AERTS"}]}',
    "games_csv": games_csv.write([REPORT]),
}
EVENTS = dict.fromkeys(("swar", "swar_binary", "swar_json", "pair_two", "elo_report"), "Hiver à Nulle-Part") | {
    **dict.fromkeys(
        ("swiss_chess_dsb", "swiss_chess_html", "swiss_manager", "crosstable", "swar_html"), "Winter in Nergens"
    ),
    "sending": "301OPE1a.601",
    "checklist": "S_SWAR_S1_Open.601",
    "chess_manager": "25INT1A",
    "sharly_chess": "Winter Open",
    "pairgoth": "Coupe des neuf pierres",
    **dict.fromkeys(("pgn", "chess_event"), "Winter"),
    **dict.fromkeys(("open_gotha", "egd_h9", "ffg_tou"), go_event.REPORT.name),
}
