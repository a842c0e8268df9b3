"""A bundle as somebody outside has it: in a folder, with Python and nothing else."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

from ratings.bundle import package
from ratings.calculation.compute import compute_list
from ratings.calculation.manifest import digest
from ratings.models import RatingList


def unpacked(rating_list: RatingList, folder: Path) -> Path:
    """Return the folder, with the files of the list's bundle."""
    zipfile.ZipFile(io.BytesIO(package.write(rating_list))).extractall(folder)
    return folder


def of_first_version(rating_list: RatingList) -> RatingList:
    """Give a published list the manifest with which the first version of the site would have published it."""
    computed = compute_list(
        rating_list.pool, rating_list.date, rating_list.previous, once_more=rating_list, settled=True
    )
    rating_list.manifest = {"version": 1}
    rating_list.manifest = computed.manifest_as(rating_list)
    rating_list.digest = digest(rating_list.manifest)
    rating_list.save()
    return rating_list


def verify(folder: Path) -> tuple[int, str]:
    """Exit code and report of the bundle's script: isolated, without any installed package, far from the project."""
    script = [sys.executable, "-I", "-S", "-B", str(folder / "verify.py")]
    done = subprocess.run(script, capture_output=True, text=True, cwd=folder, timeout=60, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def forge(folder: Path, name: str, row: dict[str, str], **cells: object) -> None:
    """Change cells of one row as a careful forger would: the manifest names the digest of the changed file."""
    table = rows(folder, name)
    table[table.index(row)].update({column: str(cell) for column, cell in cells.items()})
    rewrite(folder, name, table)


def rewrite(folder: Path, name: str, table: list[dict[str, str]]) -> None:
    """Write a table again, and its digest into the manifest."""
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(table[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    manifest["files"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
