"""Readers of tournament files v other readers, where they are installed.

Other readers: `trf` (PyPI, GPL) and `access-parser` (PyPI), neither of which this project needs or installs, and
``mdb-export`` of mdbtools, a process for each file. They give less: a table of cells, no pairings and no problems.
"""

from __future__ import annotations

import datetime as dt
import io
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from benchmarks.invented.events import tournament
from benchmarks.measure import NOT_INSTALLED, Row, medians
from tests.tournaments.formats.trf import files as trf_files
from tournaments.formats.papi import reader as papi
from tournaments.formats.papi import writer as papi_writer
from tournaments.formats.report import ReportedPlayer, TournamentReport
from tournaments.formats.trf import reader as trf
from tournaments.formats.trf import writer as trf_writer

try:
    import trf as other_trf
except ImportError:
    other_trf = None
try:
    from access_parser import AccessParser
except ImportError:
    AccessParser = None

PLAYERS = 56
GAMES = 140  # of a Papi tournament: five rounds
TRF_FILES, ROUNDS = 300, 9
FEDERATIONS, TITLES = ("BEL", "BEL", "FRA", "NED"), ("", "", "", "FM", "", "IM")
BORN = dt.date(1950, 1, 1)
Reader = Callable[[Path], object]


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = []
        reports = [_for_fide(number) for number in range(3 if quick else TRF_FILES)]
        for edition in trf_writer.EDITIONS:
            texts = [
                _written(folder / f"{number}.{edition}", trf_files.write(report, edition=edition))
                for number, report in enumerate(reports)
            ]
            what = f"{edition.upper()}: {len(texts)} files of {PLAYERS} players, {ROUNDS} rounds"
            rows += _rows(what, _trf_ours, texts, {"PyPI `trf`": (_trf_peer if other_trf else None, 3)})
        bases = [
            _written(folder / f"{i}.papi", papi_writer.write(tournament(i, GAMES, 4000)))
            for i in range(3 if quick else 20)
        ]
        peers = {
            "PyPI `access-parser`": (_access_parser_peer if AccessParser else None, 8),
            "`mdb-export` of one table": (_mdb_export_peer if shutil.which("mdb-export") else None, 1),
        }
        return rows + _rows(f"Papi: {len(bases)} files of {PLAYERS} players", _papi_ours, bases, peers)


def _for_fide(number: int) -> TournamentReport:
    """Return a tournament as FIDE gets it: each player with federation, FIDE id, birth and title."""
    report = tournament(number, PLAYERS * ROUNDS // 2, 4000, ROUNDS)
    return replace(report, players=tuple(_known_to_fide(player) for player in report.players))


def _known_to_fide(player: ReportedPlayer) -> ReportedPlayer:
    matricule = int(player.matricule)
    return replace(
        player,
        federation=FEDERATIONS[matricule % len(FEDERATIONS)],
        fide_id=200_000 + matricule,
        birth_date=BORN + dt.timedelta(days=matricule * 7919 % 20_000),
        title=TITLES[matricule % len(TITLES)],
        sex="MF"[matricule % 7 == 0],
    )


def _rows(what: str, ours: Reader, files: list[Path], peers: dict[str, tuple[Reader | None, int]]) -> list[Row]:
    """Return a row for each other reader, with its goal."""
    readers = {"ours": ours} | {name: peer for name, (peer, _goal) in peers.items() if peer}
    seconds = medians({name: partial(_all, reader, files) for name, reader in readers.items()}, 11)
    return [
        Row(what, name, seconds[name] / seconds["ours"], at_least=goal)
        if peer
        else Row(what, name, None, at_least=goal, note=NOT_INSTALLED)
        for name, (peer, goal) in peers.items()
    ]


def _all(reader: Reader, files: list[Path]) -> None:
    for file in files:
        reader(file)


def _written(file: Path, data: bytes) -> Path:
    file.write_bytes(data)
    return file


def _trf_ours(file: Path) -> object:
    return trf.read(file.read_bytes())


def _trf_peer(file: Path) -> object:
    return other_trf.load(io.StringIO(file.read_text(encoding="utf-8")))


def _papi_ours(file: Path) -> object:
    return papi.read(file.read_bytes())


def _access_parser_peer(file: Path) -> object:
    return AccessParser(str(file)).parse_table("JOUEUR")


def _mdb_export_peer(file: Path) -> object:
    return subprocess.run(["mdb-export", str(file), "JOUEUR"], check=True, capture_output=True).stdout
