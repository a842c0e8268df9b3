"""Player lists for Swiss-Manager, Vega, Sevilla, SWAR and Pair Two: one text a program.

Layouts: formats/belgium, 1.6 (the first three, as the Belgian federation gives them), F09 (into SWAR), F10 (into Pair
Two).
"""

from __future__ import annotations

from collections.abc import Iterable

from ratings.exports.cells import cell, day, joined, quoted, windows
from ratings.exports.rows import Row, Snapshot, club_title

UTF_8 = "text/csv; charset=utf-8"
SWISS_MANAGER = (
    *("ID_No", "Name", "Sex", "Fed", "Clubnumber", "ClubName", "Birthday", "Rtg_Nat", "Fide_No", "Rtg_Int", "Title"),
)
SEVILLA = (
    *("id", "lname", "fname", "mname", "gender", "federation", "club_id", "club_name", "birthyear", "rating"),
    *("fide_id", "fide_rating", "fide_title"),
)


def write_swiss_manager(snapshot: Snapshot) -> bytes:
    """PlayerSwissManager.csv: a head, every line with a semicolon at its end."""
    return windows(f"{quoted(cells)};" for cells in (SWISS_MANAGER, *map(_swiss_manager, snapshot.for_pairing)))


def write_vega(snapshot: Snapshot) -> bytes:
    """PlayerVega.csv: columns of fixed width, and semicolons between them."""
    return windows(map(_vega, snapshot.for_pairing))


def write_sevilla(snapshot: Snapshot) -> bytes:
    """sevilla.csv: UTF-8 and LF; of the birth date the year, where it may be told."""
    lines = (joined(cells) for cells in (SEVILLA, *map(_sevilla, snapshot.for_pairing)))
    return "".join(f"{line}\n" for line in lines).encode()


def write_swar(snapshot: Snapshot) -> bytes:
    """The affiliated as players of a tournament of SWAR; the tournament bears the name and the day of the list."""
    name = f"1;{cell(snapshot.list.pool.name)} {snapshot.list.date}"
    return windows(["[TOURNAMENT]", name, "[PLAYER]", *map(joined, map(_swar, _affiliated(snapshot)))])


def write_pair_two(snapshot: Snapshot) -> bytes:
    """The affiliated, a line each, with a semicolon at its end."""
    return windows(f"{joined(_pair_two(row))};" for row in _affiliated(snapshot))


def _affiliated(snapshot: Snapshot) -> Iterable[Row]:
    return (row for row in snapshot.for_pairing if row.affiliated)


def _swiss_manager(row: Row) -> tuple[object, ...]:
    return (
        *(row.matricule, row.name, row.sex, row.fide_federation or row.nationality, row.club or 0, club_title(row)),
        *(day(row.birth_date, "%d/%m/%Y"), row.rating or 0, row.fide_id or 0, row.fide_rating or 0, row.title.upper()),
    )


def _vega(row: Row) -> str:
    name, federation = cell(row.name)[:32], row.fide_federation or row.nationality
    return (
        f"{name:32};{federation:3};{day(row.birth_date, '%d%m%Y'):8};{row.sex:1};{row.title.upper():3};"
        f"{row.fide_id or 0:<8};{row.fide_rating or 0:<4};  ;{row.matricule:<8};{row.rating or 0:<4};  ;{'':20};"
    )


def _sevilla(row: Row) -> tuple[object, ...]:
    return (
        *(row.matricule, row.last_name, row.first_name, "", row.sex.lower(), row.fide_federation or row.nationality),
        *(row.club, row.club_name, row.birth_date.year if row.birth_date else "", row.rating, row.fide_id),
        *(row.fide_rating, row.title.upper()),
    )


def _swar(row: Row) -> tuple[object, ...]:
    return (
        *(
            row.matricule,
            f"{row.last_name} {row.first_name}".strip(),
            row.sex,
            row.club,
            day(row.birth_date, "%Y-%m-%d"),
        ),
        *(row.rating or 0, row.title.upper(), row.fide_federation or row.nationality, ""),
    )


def _pair_two(row: Row) -> tuple[object, ...]:
    return (
        *(row.matricule, row.fide_id, row.last_name, row.first_name, row.rating or 0, day(row.birth_date, "%Y%m%d")),
        *(row.sex, row.fide_federation or row.nationality, row.club, ""),
    )
