"""Lists are stored in packed parts instead of a row for each line and each entry of a ledger."""

import datetime as dt
from collections import defaultdict

import django.db.models.deletion
import numpy as np
from django.db import migrations, models

CHUNK = 10_000
MEMBERS_A_PART = 256
LINE = np.dtype(
    [
        *((name, "<i4") for name in ("member", "matricule", "club", "club_number", "rating", "games", "rank")),
        *((name, "<i4") for name in ("previous_rating", "previous_games", "period_games", "half_points", "last_day")),
        *((name, "<i8") for name in ("opponents_sum", "last_minute")),
        ("deviation", "<f8"),
        *((name, "i1") for name in ("status", "was_rated", "affiliated")),
    ]
)
ENTRY = np.dtype(
    [
        *((name, "<i4") for name in ("member", "matricule", "pairing", "opponent", "opponent_matricule")),
        *(
            (name, "<i4")
            for name in ("opponent_rating", "difference", "expected", "k", "change", "game_number", "half_points")
        ),
        *((name, "i1") for name in ("kind", "reason")),
    ]
)
LINE_FIELDS = (
    *("member", "member__matricule", "club", "club__number", "rating", "games", "rank", "previous_rating"),
    *("previous_games", "period_games", "half_points", "last_played", "opponents_sum", "last_minute", "deviation"),
    *("status", "previous_rating", "affiliated"),
)
ENTRY_FIELDS = (
    *("member", "member__matricule", "pairing", "opponent", "opponent__matricule", "opponent_rating", "difference"),
    *("expected", "k", "change", "game_number", "half_points", "kind", "reason"),
)
PLACE = {name: place for place, name in enumerate(LINE.names)}
HALF_POINTS = ENTRY.names.index("half_points")


def pack(apps, _schema_editor):
    """Each list on its own: the rows of one fit into memory."""
    rating_list, part = apps.get_model("ratings", "RatingList"), apps.get_model("ratings", "ListPart")
    rating, entry = apps.get_model("ratings", "Rating"), apps.get_model("ratings", "LedgerEntry")
    for pk in rating_list.objects.values_list("pk", flat=True):
        lines = rating.objects.filter(list=pk).order_by("member").values_list(*LINE_FIELDS)
        entries = entry.objects.filter(list=pk).order_by("member", "number").values_list(*ENTRY_FIELDS)
        packed = defaultdict(lambda: [b"", b""])
        for column, rows, layout, of_row in ((0, lines, LINE, _line), (1, entries, ENTRY, _entry)):
            found = np.fromiter((of_row(row) for row in rows.iterator(CHUNK)), layout)
            numbers = found["member"] // MEMBERS_A_PART
            for number in np.unique(numbers).tolist():
                packed[number][column] = found[numbers == number].tobytes()
        part.objects.bulk_create(
            [
                part(list_id=pk, number=number, lines=lines, entries=entries)
                for number, (lines, entries) in packed.items()
            ],
            batch_size=200,
        )


def _line(row):
    values = list(row)
    day = values[PLACE["last_day"]]
    values[PLACE["last_day"]] = day.toordinal() if isinstance(day, dt.date) else 0
    values[PLACE["was_rated"]] = values[PLACE["previous_rating"]] is not None
    if values[PLACE["deviation"]] is None:
        values[PLACE["deviation"]] = np.nan
    return tuple(value or 0 for value in values)


def _entry(row):
    values = [value or 0 for value in row]
    if row[HALF_POINTS] is None:
        values[HALF_POINTS] = -1
    return tuple(values)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0003_last_minute")]

    operations = [
        migrations.CreateModel(
            name="ListPart",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "list_id", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.IntegerField()),
                ("lines", models.BinaryField()),
                ("entries", models.BinaryField()),
                (
                    "list",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parts",
                        to="ratings.ratinglist",
                    ),
                ),
            ],
            options={"verbose_name": "part of a list", "verbose_name_plural": "parts of a list"},
        ),
        migrations.RunPython(pack, migrations.RunPython.noop, elidable=True),
        migrations.DeleteModel(name="Rating"),
        migrations.DeleteModel(name="LedgerEntry"),
    ]
