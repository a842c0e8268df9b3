"""Invented members for the benchmarks: as rows, as a list that a federation would import, and stored."""

from __future__ import annotations

import csv
import datetime as dt
import io

from benchmarks.invented import raw
from benchmarks.invented.events import FIRST_MATRICULE
from federation.models import Affiliation, Club, Member

CLUBS = range(101, 301)
SEASON = ("2025-09-01", "2026-08-31")
PERSON = ("matricule", "last_name", "first_name", "sex", "birth_date", "nationality", "fide_federation", "fide_id")
HEADER = (*PERSON, "club", "affiliated_from", "affiliated_to")
SYLLABLES = ("ban", "del", "for", "gui", "hal", "kor", "lam", "mer", "nou", "pel", "ros", "tan", "ver", "wil")
MEMBER_COLUMNS = (
    *("number", "key", "last_name", "first_name", "search_name", "sex", "birth_date", "nationality"),
    "fide_federation",
    *("fide_id", "title", "resides_abroad", "keeps_national_rating", "deceased", "hidden"),
)
AFFILIATION_COLUMNS = ("member_id", "club_id", "kind", "start", "end", "end_cause", "ex_officio", "note")


def members_csv(count: int) -> bytes:
    """Return a list of so many members, each affiliated for the season."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(HEADER)
    for number in range(count):
        born = dt.date(1940, 1, 1) + dt.timedelta(days=number * 7919 % 25_000)
        name = (_word(number).capitalize(), _word(number * 31 + 7).capitalize())
        sex, fide_id = "MF"[number % 4 == 0], 900_000 + number if number % 3 else ""
        facts = (FIRST_MATRICULE + number, *name, sex, born, "BEL", "BEL", fide_id)
        writer.writerow((*facts, CLUBS[number % len(CLUBS)], *SEASON))
    return file.getvalue().encode()


def store_clubs() -> None:
    """Store the clubs of the lists."""
    Club.objects.bulk_create(Club(number=str(number), name=f"Club {number}") for number in CLUBS)


def store_raw(data: bytes) -> None:
    """Store the rows of a list as they are: read by ``csv``, written by ``executemany``, without any checks."""
    clubs = dict(Club.objects.values_list("key", "pk"))
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    raw.insert(Member, MEMBER_COLUMNS, (_member(row) for row in rows))
    ids = dict(Member.objects.order_by().values_list("key", "pk"))
    rest = ("", False, "")
    raw.insert(
        Affiliation,
        AFFILIATION_COLUMNS,
        (
            (ids[int(row["matricule"])], clubs[int(row["club"])], "full", *(row[name] for name in HEADER[-2:]), *rest)
            for row in rows
        ),
    )


def _member(row: dict[str, str]) -> tuple[object, ...]:
    search = f"{row['last_name']} {row['first_name']}".lower()
    facts = (row["sex"], row["birth_date"], row["nationality"], row["fide_federation"], row["fide_id"] or None)
    number = row["matricule"]
    return (number, number, row["last_name"], row["first_name"], search, *facts, "", False, False, False, False)


def _word(number: int) -> str:
    syllables = len(SYLLABLES)
    return "".join(SYLLABLES[number // syllables**place % syllables] for place in range(3))
