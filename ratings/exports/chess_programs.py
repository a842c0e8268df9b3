"""Player lists for Swiss-Manager, Vega, Sevilla, SWAR and Pair Two: one text a program.

Layouts: formats/belgium, 1.6 (the first three, as the Belgian federation gives them), F09 (into SWAR), F10 (into Pair
Two).
"""

from __future__ import annotations

from collections.abc import Sequence

from federation.distinct import each_once
from ratings.exports.cells import cell, days, joined, quoted, windows
from ratings.exports.columns import club_titles, federations, or_zero, titles
from ratings.exports.rows import Columns, Snapshot, chosen

UTF_8 = "text/csv; charset=utf-8"
SWISS_MANAGER = (
    *("ID_No", "Name", "Sex", "Fed", "Clubnumber", "ClubName", "Birthday", "Rtg_Nat", "Fide_No", "Rtg_Int", "Title"),
)
VEGA = f"{{}};{{}};{{}};{{}};{{}};{{}};{{}};  ;{{}};{{}};  ;{'':20};"
SEVILLA = (
    *("id", "lname", "fname", "mname", "gender", "federation", "club_id", "club_name", "birthyear", "rating"),
    *("fide_id", "fide_rating", "fide_title"),
)


def write_swiss_manager(snapshot: Snapshot) -> bytes:
    """PlayerSwissManager.csv: a head, every line with a semicolon at its end."""
    people = snapshot.for_pairing
    columns = (
        *(people["matricule"], people["name"], people["sex"], federations(people), or_zero(people["club"])),
        *(club_titles(people), days(people["birth_date"], "%d/%m/%Y"), or_zero(people["rating"])),
        *(or_zero(people["fide_id"]), or_zero(people["fide_rating"]), titles(people)),
    )
    return windows(f"{line};" for line in (*quoted(zip(SWISS_MANAGER, strict=True)), *quoted(columns)))


def write_vega(snapshot: Snapshot) -> bytes:
    """PlayerVega.csv: columns of fixed width, and semicolons between them."""
    people = snapshot.for_pairing
    columns = (
        _wide(32, each_once(lambda name: cell(name)[:32], people["name"])),
        *(_wide(3, federations(people)), _wide(8, days(people["birth_date"], "%d%m%Y")), _wide(1, people["sex"])),
        *(_wide(3, titles(people)), _wide(8, or_zero(people["fide_id"])), _wide(4, or_zero(people["fide_rating"]))),
        *(_wide(8, people["matricule"]), _wide(4, or_zero(people["rating"]))),
    )
    return windows(map(VEGA.format, *columns))


def write_sevilla(snapshot: Snapshot) -> bytes:
    """sevilla.csv: UTF-8 and LF; of the birth date the year, where it may be told."""
    people = snapshot.for_pairing
    years = each_once(lambda date: date.year if date else "", people["birth_date"])
    columns = (
        *(people["matricule"], people["last_name"], people["first_name"], _nothing(people)),
        *(each_once(str.lower, people["sex"]), federations(people), people["club"], people["club_name"], years),
        *(people["rating"], people["fide_id"], people["fide_rating"], titles(people)),
    )
    return "".join([f"{line}\n" for line in (";".join(SEVILLA), *joined(columns))]).encode()


def write_swar(snapshot: Snapshot) -> bytes:
    """The affiliated as players of a tournament of SWAR; the tournament bears the name and the day of the list."""
    people = _affiliated(snapshot)
    names = zip(people["last_name"], people["first_name"], strict=True)
    columns = (
        *(people["matricule"], [f"{last} {first}".strip() for last, first in names], people["sex"], people["club"]),
        *(days(people["birth_date"], "%Y-%m-%d"), or_zero(people["rating"]), titles(people), federations(people)),
        _nothing(people),
    )
    name = f"1;{cell(snapshot.list.pool.name)} {snapshot.list.date}"
    return windows(["[TOURNAMENT]", name, "[PLAYER]", *joined(columns)])


def write_pair_two(snapshot: Snapshot) -> bytes:
    """The affiliated, a line each, with a semicolon at its end."""
    people = _affiliated(snapshot)
    columns = (
        *(people["matricule"], people["fide_id"], people["last_name"], people["first_name"]),
        *(or_zero(people["rating"]), days(people["birth_date"], "%Y%m%d"), people["sex"], federations(people)),
        *(people["club"], _nothing(people)),
    )
    return windows(f"{line};" for line in joined(columns))


def _affiliated(snapshot: Snapshot) -> Columns:
    people = snapshot.for_pairing
    return chosen(people, people["affiliated"])


def _wide(width: int, column: Sequence[object]) -> list[str]:
    """Texts and numbers from the left of so many places."""
    return each_once(lambda value: f"{value:<{width}}", column)


def _nothing(people: Columns) -> list[str]:
    return [""] * len(people["matricule"])
