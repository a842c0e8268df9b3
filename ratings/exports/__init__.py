"""A list as a file: one module a format, all from the same rows, all with the digest of the list."""

from __future__ import annotations

from collections.abc import Callable

from ratings.bundle import package
from ratings.exports import csv, dbf, json, xlsx
from ratings.models import RatingList, RatingPool

Write = Callable[[RatingList], bytes]

# What ``export_list --format`` offers.
WRITERS: dict[str, Write] = {
    "csv": csv.write,
    "xlsx": xlsx.write,
    "json": json.write,
    "dbf": dbf.write,
    "bundle": package.write,
}
# What a published list offers for download: path of the file -> (writer, content type).
DOWNLOADS: dict[str, tuple[Write, str]] = {
    "list.csv": (csv.write, csv.CONTENT_TYPE),
    "list.xlsx": (xlsx.write, xlsx.CONTENT_TYPE),
    "list.json": (json.write, json.CONTENT_TYPE),
    "list.zip": (dbf.write_zip, dbf.ZIP_TYPE),
}
FOR_CHESS = {"list.zip"}  # the PLAYER table holds no level below 0, and no program of go reads it


def downloads_of(pool: RatingPool) -> dict[str, tuple[Write, str]]:
    """Those of `DOWNLOADS` that the lists of the pool have."""
    return {path: offer for path, offer in DOWNLOADS.items() if not (pool.has_grades and path in FOR_CHESS)}
