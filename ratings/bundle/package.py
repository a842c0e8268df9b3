"""The open bundle of a list as a zip: the same facts give the same bytes, whatever the database."""

from __future__ import annotations

import csv
import datetime as dt
import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from ratings.bundle.contents import Contents, Table, codes, public_names
from ratings.bundle.identities import identities
from ratings.errors import RatingError
from ratings.gather import Gathered, gather
from ratings.manifest import games_part
from ratings.models import RatingList
from ratings.packed_lines import unpack_lines
from ratings.parts import read_ledger, read_ratings

PATH = "bundle.zip"  # among the files of a list
CONTENT_TYPE = "application/zip"
HERE = Path(__file__).parent


class Archive:
    """A zip that grows file by file, each with the day of the list, and keeps their digests."""

    def __init__(self, file: io.BytesIO, date: dt.date) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._time = (date.year, date.month, date.day, 0, 0, 0)
        self.digests: dict[str, str] = {}

    def close(self, comment: str) -> None:
        """Nothing comes after it."""
        self._zip.comment = comment.encode()
        self._zip.close()

    def add_text(self, name: str, text: str) -> None:
        """A file whose text is at hand."""
        self._add(name, lambda stream: stream.write(text))

    def add_json(self, name: str, facts: Any) -> None:
        """Plain data, as people like to read it."""
        self.add_text(name, json.dumps(facts, sort_keys=True, ensure_ascii=False, indent=1) + "\n")

    def add_table(self, name: str, table: Table) -> None:
        """A table as CSV, row by row: the text of a big one is never in memory as a whole."""

        def write(stream: io.TextIOWrapper) -> None:
            rows = csv.writer(stream, lineterminator="\n")
            rows.writerow(table.columns)
            rows.writerows(table.rows())

        self._add(name, write)

    def _add(self, name: str, write: Callable[[io.TextIOWrapper], object]) -> None:
        entry = zipfile.ZipInfo(name, self._time)
        entry.compress_type = zipfile.ZIP_DEFLATED
        with self._zip.open(entry, "w", force_zip64=False) as packed:
            counted = _Hashing(packed)
            with io.TextIOWrapper(counted, encoding="utf-8", newline="") as stream:
                write(stream)
        self.digests[name] = counted.digest.hexdigest()


class _Hashing(io.RawIOBase):
    """Bytes on their way, counted into a digest."""

    def __init__(self, to: Any) -> None:
        self.digest = hashlib.sha256()
        self._to = to

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.digest.update(data)
        return int(self._to.write(data))


class NoBundle(RatingError):
    """A list that cannot be recomputed from what is known today."""


def write(rating_list: RatingList) -> bytes:
    """The bundle. Raises `NoBundle` for a starting list, and where the games are no longer those of the list."""
    if rating_list.imported:
        facts = {"date": rating_list.date}
        raise NoBundle(_("The list of %(date)s is a starting list: there is nothing to recompute.") % facts)
    gathered = gather(rating_list.pool, rating_list.previous, rating_list.date, rating_list)
    if games_part(gathered.games) != rating_list.manifest["games"]:
        facts = {"date": rating_list.date, "pool": rating_list.pool.slug}
        raise NoBundle(
            _("The games of the list of %(date)s have changed since: revise it first (rate %(pool)s --date %(date)s).")
            % facts
        )
    file = io.BytesIO()
    archive = Archive(file, rating_list.date)
    _fill(archive, rating_list, gathered)
    archive.close(rating_list.digest)
    return file.getvalue()


def _fill(archive: Archive, rating_list: RatingList, gathered: Gathered) -> None:
    system, previous = rating_list.pool.system, rating_list.previous
    who = identities(rating_list, gathered.people)
    contents = Contents(gathered, who)
    names = public_names(gathered.people.ids[gathered.rows], who)
    for path in ("README.txt", "verify.py", "digests.py", f"plain/{system}.py"):
        archive.add_text(path.rpartition("/")[2], (HERE / path).read_text(encoding="utf-8"))
    archive.add_json("rules.json", {"system": system, **rating_list.manifest["rules"]})
    archive.add_table("players.csv", contents.players(names))
    archive.add_table("games.csv", contents.games())
    before = read_ratings(previous) if previous else unpack_lines([])
    archive.add_table("previous.csv", contents.previous(before))
    archive.add_table("list.csv", contents.ratings(read_ratings(rating_list)))
    archive.add_table("entries.csv", contents.entries(read_ledger(rating_list)))
    archive.add_json(
        "manifest.json",
        {
            "digest": rating_list.digest,
            "manifest": rating_list.manifest,
            "previous": previous.manifest if previous else None,
            "codes": codes(),
            "files": archive.digests,
        },
    )
