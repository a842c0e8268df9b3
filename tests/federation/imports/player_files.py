"""PLAYER lists of invented people in all the structures that the list has had since 1989."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path
from typing import Any

import pytest

from federation.files.dbase import Field, Value
from tests.dbase_tables import write

_OLDEST = (
    "MATRICULE N6,NOM_PRENOM C25,SEXE C1,CLUB N3,PTARECUPER N2,DATE_NAISS D8,ELO_PRECE N4,PART_PRECE N4,ADVERSAIRE N6"
)
_OLDEST += ",ELO_CALCUL N4,PART_CALCU N4,MODIFY_ELO N1,SUPPRESS L1,CLAS_R1_R2 L1,NOMBRE_R2 N1,TITRE C3,PERFORMAN N5.1"
_OLDEST += ",DER_JEUX D8,GAIN N4"
_LATER = ("FEDERATION C2", "CTR_RUN_1 L1", "NOUV_MOD C4,FIDE N8", "ARBITRE C4", "NATFIDE C3")


def _structure(text: str) -> list[Field]:
    fields = []
    for part in text.split(","):
        name, size = part.split(" ")
        length, _, decimals = size[1:].partition(".")
        fields.append(Field(name, size[0], int(length), int(decimals or 0)))
    return fields


def _structures() -> dict[int, list[Field]]:
    texts = [_OLDEST]
    for more in _LATER:
        texts.append(f"{texts[-1]},{more}")
    texts.append(texts[-1].replace("NOM_PRENOM C25", "NOM_PRENOM C32") + ",DECEDE L1")
    texts.append(texts[-1].replace("FIDE N8", "FIDE N10"))
    texts.append(texts[-1].replace("CLUB N3", "CLUB N6"))
    structures = [_structure(text) for text in texts]
    return {1 + sum(field.length for field in fields): fields for fields in structures}


# Length of a record -> fields.
STRUCTURES = _structures()

ANNA: dict[str, Value] = {
    "MATRICULE": 20001,
    "NOM_PRENOM": "Aerts, Anna",
    "SEXE": "F",
    "CLUB": 101,
    "DATE_NAISS": dt.date(1970, 1, 1),
    "ELO_CALCUL": 1900,
    "PART_CALCU": 100,
    "SUPPRESS": False,
    "TITRE": "WIM",
    "FEDERATION": "V",
    "NOUV_MOD": "BEL",
    "FIDE": 990001,
    "NATFIDE": "BEL",
    "DECEDE": False,
}


def player_list(*records: dict[str, Value], length: int = 127, day: dt.date = dt.date(2022, 4, 5)) -> bytes:
    """Return a list in the structure with that record length."""
    return write(STRUCTURES[length], records, day)


def real_lists() -> list[Any]:
    """Return parameters of a test: the paths of real lists if REAL_FILES has them, else a skip."""
    root = os.environ.get("REAL_FILES")
    if not root:
        return [
            pytest.param(None, id="none", marks=pytest.mark.skip(reason="REAL_FILES names no folder of real files"))
        ]
    paths = sorted(Path(root, "samples", "belgium").glob("p*/PLAYER*.DBF"))
    return [pytest.param(path, id=path.name) for path in paths]
