"""Readers of tournament files v reading the bytes, and v other readers where they are installed.

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

from benchmarks.events import tournament
from benchmarks.measure import NOT_INSTALLED, Row, medians
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
TRF_SIZES = {(56, 9): 300, (250, 11): 60}  # players and rounds of a tournament -> files
FEDERATIONS, TITLES = ("BEL", "BEL", "FRA", "NED"), ("", "", "", "FM", "", "IM")
BORN = dt.date(1950, 1, 1)
Reader = Callable[[Path], object]


def measure(quick: bool) -> list[Row]:
    """The rows of this subject."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = []
        for (players, rounds), count in TRF_SIZES.items():
            reports = [_for_fide(number, players, rounds) for number in range(3 if quick else count)]
            for edition in trf_writer.EDITIONS:
                texts = [
                    _written(folder / f"{i}-{players}.{edition}", trf_writer.write(each, edition=edition))
                    for i, each in enumerate(reports)
                ]
                rows += _trf(f"{edition.upper()}: {len(texts)} files of {players} players, {rounds} rounds", texts)
        bases = [
            _written(folder / f"{i}.papi", papi_writer.write(tournament(i, GAMES, 4000)))
            for i in range(3 if quick else 20)
        ]
        return rows + _papi(bases)


def _for_fide(number: int, players: int, rounds: int) -> TournamentReport:
    """A tournament as FIDE gets it: of each player federation, FIDE id, birth and title."""
    report = tournament(number, players * rounds // 2, 4000, rounds)
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


def _trf(what: str, files: list[Path]) -> list[Row]:
    peers = {"trf": _trf_peer if other_trf else None}
    seconds = _seconds(_trf_ours, files, peers)
    return [
        Row(what, "reading their bytes", seconds["ours"] / seconds["bytes"], at_most=50),
        _peer(what, "PyPI `trf`", "trf", seconds, 3),
    ]


def _papi(files: list[Path]) -> list[Row]:
    what = f"Papi: {len(files)} files of {PLAYERS} players"
    peers = {
        "access_parser": _access_parser_peer if AccessParser else None,
        "mdb_export": _mdb_export_peer if shutil.which("mdb-export") else None,
    }
    seconds = _seconds(_papi_ours, files, peers)
    return [
        Row(what, "reading their bytes", seconds["ours"] / seconds["bytes"], at_most=100),
        _peer(what, "PyPI `access-parser`", "access_parser", seconds, 8),
        _peer(what, "`mdb-export` of one table", "mdb_export", seconds, 1),
    ]


def _seconds(ours: Reader, files: list[Path], peers: dict[str, Reader | None]) -> dict[str, float]:
    readers = {"bytes": Path.read_bytes, "ours": ours} | {name: peer for name, peer in peers.items() if peer}
    return medians({name: partial(_all, reader, files) for name, reader in readers.items()}, 11)


def _all(reader: Reader, files: list[Path]) -> None:
    for file in files:
        reader(file)


def _peer(what: str, against: str, name: str, seconds: dict[str, float], goal: float) -> Row:
    if name not in seconds:
        return Row(what, against, None, at_least=goal, note=NOT_INSTALLED)
    return Row(what, against, seconds[name] / seconds["ours"], at_least=goal)


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
