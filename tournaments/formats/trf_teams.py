"""The teams of a TRF file and the tie-breaks that it names (formats/trf, sections 2.3 and 2.4).

Record 013 (TRF16): columns 5-36 the name, then start numbers of four digits every five columns from 37 on. Record 310
(TRF26): columns 9-40 the name, start numbers every five columns from 74 on.
"""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.formats.values import clean_text

_NAMES = {"013": (4, 36, 36), "310": (8, 40, 73)}  # where the name begins and ends, and the numbers begin; 0-based
_STEP = 5
MAX_TIE_BREAKS, LONGEST_CODE = 20, 12


def teams_of(lines: Iterable[str]) -> dict[int, str]:
    """The name of the team by start number; whoever is named twice belongs to the first."""
    teams: dict[int, str] = {}
    for line in lines:
        begin, end, numbers = _NAMES[line[:3]]
        name = clean_text(line[begin:end])
        for column in range(numbers, len(line), _STEP):
            cell = line[column : column + _STEP].strip()
            if name and cell.isascii() and cell.isdigit():
                teams.setdefault(int(cell), name)
    return teams


def tie_breaks_of(*texts: str) -> tuple[str, ...]:
    """The codes of the first text (of record 212, 202) that says something; the points stand before them anyway."""
    for text in texts:
        codes = [code for code in text.replace(",", " ").split() if code != "PTS" and len(code) <= LONGEST_CODE]
        if codes:
            return tuple(codes[:MAX_TIE_BREAKS])
    return ()
