"""The tables of the archive as Parquet files, whose columns have types. Only where pyarrow is installed."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterable, Iterator
from itertools import islice

import pyarrow as pa
from pyarrow import parquet

from ratings.open_data import snapshot

ROWS = 50_000  # of a group
TYPES = {"integer": pa.int64(), "string": pa.string(), "date": pa.date32()}


def archive(day: dt.date) -> bytes:
    """Return the archive, with the same bytes for the same facts and day. Four queries."""
    return snapshot.packed(day, snapshot.PARQUET, _file)


def _file(table: snapshot.Table) -> Iterable[bytes]:
    """Yield a table as one file; what has no value is null."""
    columns = [pa.field(each.name, TYPES[each.kind], metadata={"description": each.text}) for each in table.columns]
    schema, made = pa.schema(columns), io.BytesIO()
    with parquet.ParquetWriter(made, schema, compression="zstd") as writer:
        rows = table.read()
        while batch := list(islice(rows, ROWS)):
            writer.write_batch(_batch(batch, schema))
    yield made.getvalue()


def _batch(rows: list[tuple[object, ...]], schema: pa.Schema) -> pa.RecordBatch:
    columns: Iterator[tuple[object, ...]] = zip(*rows, strict=True)
    return pa.record_batch(
        [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)], schema=schema
    )
