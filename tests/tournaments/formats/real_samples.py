"""Real files, where the machine has them: the folder of the environment variable REAL_FILES.

They are not part of the project. Without the variable the tests over them are left out, which pytest reports.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tournaments.formats.report import TournamentReport


def samples(folder: str, ending: str) -> list[Any]:
    """Parameters of a test: (path, expected facts) of every sample of a folder."""
    root = os.environ.get("REAL_FILES")
    if not root:
        return [pytest.param(None, None, marks=pytest.mark.skip(reason="REAL_FILES names no folder of real files"))]
    expected = json.loads(Path(root, "samples", "expected.json").read_text(encoding="utf-8"))
    return [
        pytest.param(Path(root, "samples", name), entry["facts"], id=Path(name).name)
        for name, entry in sorted(expected.items())
        if name.startswith(f"{folder}/") and name.lower().endswith(ending)
    ]


def counted(report: TournamentReport) -> dict[str, float]:
    """Return what a report holds, in the words of the expected facts."""
    letters = Counter(pairing.letters for pairing in report.pairings)
    halves = sum(
        pairing.white_result.half_points + (pairing.black_result.half_points if pairing.black_result else 0)
        for pairing in report.pairings
    )
    return {
        "players": len(report.players),
        "rounds": report.rounds,
        "played": letters["10"] + letters["=="] + letters["01"],
        "forfeits": letters["+-"] + letters["-+"],
        "double_forfeits": letters["--"],
        "unfinished": letters["**"],
        "pairing_byes": letters["U"],
        "half_point_byes": letters["H"],
        "absences": letters["Z"],
        "points": halves / 2,
    }
