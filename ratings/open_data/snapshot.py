"""All published lists and all accepted games as one archive of CSV or Parquet files with their description.

Members are numbers: no name, age, sex or club of a person is in it, so nobody's wish to be hidden changes it. The
description follows Frictionless Data Package (https://specs.frictionlessdata.io/data-package/).
"""

import datetime as dt
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import QuerySet

from federation.files import zip_writer
from federation.files.spreadsheets import csv_text, safe_cell
from federation.profiles.reading import profile
from ratings.find_lists import public_lists
from ratings.models import Rating, RatingList
from tournaments.models import Pairing, Stage, Tournament

ROWS = 2_000  # read and written at once
README = """Rating lists and games of {name}, as of {day}.

datapackage.json describes each file and column (Frictionless Data Package). {form}
Members are numbers; the programming interface of the site says who shows a name.
{licence}
"""
LICENSED = "Licence: {licence.title} ({licence.url}). Name the source: {name}."
UNLICENSED = "{name} names no licence: ask the federation before you publish the data again."


class Form(NamedTuple):
    """What the files of an archive are."""

    ending: str
    text: str
    described: dict[str, str]  # in the description of each file


CSV = Form("csv", "Files are UTF-8, with commas.", {"profile": "tabular-data-resource", "encoding": "utf-8"})
PARQUET = Form("parquet", "Files are Apache Parquet.", {"profile": "data-resource", "format": "parquet"})


class Column(NamedTuple):
    """A column of a file: its name, its type in the description, what it says, and where it is in the rows."""

    name: str
    kind: str
    text: str
    field: str


class Table(NamedTuple):
    """A file of the archive. ``keys`` are the columns that no two lines share."""

    name: str
    title: str
    keys: list[str]
    columns: list[Column]
    rows: QuerySet[Any, Any]

    def read(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows, as many values each as there are columns."""
        return self.rows.values_list(*(column.field for column in self.columns)).iterator(ROWS)


def archive(day: dt.date) -> bytes:
    """Return the archive of CSV files, with the same bytes for the same facts and day. Four queries."""
    return packed(day, CSV, _lines)


def packed(day: dt.date, form: Form, content: Callable[[Table], Iterable[bytes]]) -> bytes:
    """Return an archive whose files have this form."""
    tables = _tables()
    name, licence = settings.FEDERATION_NAME, profile().federation.data_licence
    words = (LICENSED if licence else UNLICENSED).format(name=name, licence=licence)
    files: list[tuple[str, Iterable[bytes]]] = [
        ("README.txt", [README.format(name=name, day=day, licence=words, form=form.text).encode()]),
        ("datapackage.json", [_described(tables, day, form)]),
        *((f"{table.name}.{form.ending}", content(table)) for table in tables),
    ]
    return zip_writer.zipped(files, day)


def _tables() -> list[Table]:
    lists = public_lists().filter(state=RatingList.State.PUBLISHED)
    ratings = Rating.objects.filter(list__in=lists.order_by().values("pk")).order_by("list_id", "member_key")
    events = Tournament.objects.filter(stage=Stage.ACCEPTED).order_by("pk")
    games = (
        Pairing.objects.filter(tournament__stage=Stage.ACCEPTED)
        .exclude(black=None)
        .order_by("tournament_id", "round", "pk")
    )
    return [
        Table(
            "lists",
            "Published rating lists, each in its latest revision",
            ["list"],
            [
                Column("list", "integer", "number of the list in this archive", "pk"),
                Column("pool", "string", "rating type", "pool__slug"),
                Column("system", "string", "rating system", "pool__system"),
                Column("date", "date", "day of the list", "date"),
                Column("revision", "integer", "0 for the first edition", "revision"),
                Column("digest", "string", "SHA-256 of what the list was calculated from and to", "digest"),
            ],
            lists.order_by("pk"),
        ),
        Table(
            "ratings",
            "The ratings of each list",
            ["list", "member"],
            [
                Column("list", "integer", "number of the list", "list_id"),
                Column("member", "string", "member number", "member__number"),
                Column("rating", "integer", "rating; empty for members without one", "rating"),
                Column("status", "integer", "0 unrated, 1 provisional, 2 established, 3 foreign", "status"),
                Column("games", "integer", "rated games in all", "games"),
                Column("period_games", "integer", "rated games since the list before", "period_games"),
                Column("previous_rating", "integer", "rating of the list before", "previous_rating"),
            ],
            ratings,
        ),
        Table(
            "tournaments",
            "Accepted tournaments",
            ["tournament"],
            [
                Column("tournament", "integer", "number of the tournament on the site", "pk"),
                Column("name", "string", "name", "name"),
                Column("town", "string", "town", "city"),
                Column("start", "date", "first day", "start"),
                Column("end", "date", "last day", "end"),
                Column("discipline", "string", "chess, go or bughouse", "discipline"),
                Column("pace", "string", "time control category", "pace"),
                Column("rounds", "integer", "rounds", "rounds"),
                Column("club", "string", "number of the organising club", "club__number"),
            ],
            events,
        ),
        Table(
            "games",
            "The games of accepted tournaments",
            ["game"],
            [
                Column("game", "integer", "number of the game in this archive", "pk"),
                Column("tournament", "integer", "number of the tournament", "tournament_id"),
                Column("round", "integer", "round", "round"),
                Column("board", "integer", "board", "board"),
                Column("date", "date", "day of the game, where it is known", "date"),
                Column("white", "string", "member number; empty for others", "white__member__number"),
                Column("black", "string", "member number; empty for others", "black__member__number"),
                Column("white_result", "string", "1, = or 0; other letters: not played", "white_result"),
                Column("black_result", "string", "likewise", "black_result"),
                Column("handicap", "integer", "stones, of go", "handicap"),
            ],
            games,
        ),
    ]


def _lines(table: Table) -> Iterator[bytes]:
    """Yield the lines of a file, many at once."""
    yield (",".join(column.name for column in table.columns) + "\r\n").encode()
    made: list[str] = []
    for row in table.read():
        made.append(",".join(csv_text(str(safe_cell("" if value is None else value))) for value in row))
        if len(made) == ROWS:
            yield ("\r\n".join(made) + "\r\n").encode()
            made = []
    if made:
        yield ("\r\n".join(made) + "\r\n").encode()


def _described(tables: list[Table], day: dt.date, form: Form) -> bytes:
    links = {"list": "lists", "tournament": "tournaments"}
    resources = [
        {
            "name": table.name,
            "path": f"{table.name}.{form.ending}",
            "title": table.title,
            **form.described,
            "schema": {
                "fields": [{"name": each.name, "type": each.kind, "description": each.text} for each in table.columns],
                "primaryKey": table.keys,
                "foreignKeys": [
                    {"fields": each.name, "reference": {"resource": links[each.name], "fields": each.name}}
                    for each in table.columns
                    if links.get(each.name, table.name) != table.name
                ],
            },
        }
        for table in tables
    ]
    licence = profile().federation.data_licence
    package = {
        "profile": "tabular-data-package",
        "name": "ratings-and-games",
        "title": f"Rating lists and games of {settings.FEDERATION_NAME}",
        "created": f"{day.isoformat()}T00:00:00Z",
        "licenses": [{"name": licence.name, "title": licence.title, "path": licence.url}] if licence else [],
        "resources": resources,
    }
    return json.dumps(package, ensure_ascii=False, indent=1).encode()
