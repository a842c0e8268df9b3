"""The table: printed, and kept in README.md, where a run replaces the lines of the subjects that it measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from benchmarks.measure import Row

README = Path(__file__).with_name("README.md")
HEADER = "| subject | what | compared with | ratio | PostgreSQL | goal | met |\n|---|---|---|---|---|---|---|"


def lines(subject: str, rows: Iterable[Row], postgresql: Iterable[Row] = ()) -> list[str]:
    """Return the lines of a subject. ``postgresql``: the same rows measured there, if they were."""
    others = {row.what: row for row in postgresql}
    return [_line(subject, row, others.get(row.what)) for row in rows]


def table(subjects: Iterable[str], found: Mapping[str, list[str]]) -> str:
    """Return the table of README.md with the new lines in place of the earlier ones of these subjects."""
    kept = {name: [line for line in _table_lines() if line.startswith(f"| {name} |")] for name in subjects}
    body = [line for name in subjects for line in found.get(name, kept[name])]
    return "\n".join([HEADER, *body])


def write(text: str) -> None:
    """Put the table into README.md."""
    before, _, rest = README.read_text(encoding="utf-8").partition("| subject |")
    after = rest[rest.index("\n\n") :] if "\n\n" in rest else "\n"
    README.write_text(before + text + after, encoding="utf-8")


def _table_lines() -> list[str]:
    return README.read_text(encoding="utf-8").splitlines() if README.exists() else []


def _line(subject: str, row: Row, other: Row | None) -> str:
    ratio = row.note or "-" if row.ratio is None else _number(row.ratio)
    met = "not measured" if row.ratio is None else _yes(row.met and (other is None or other.met))
    elsewhere = "" if other is None or other.ratio is None else _number(other.ratio)
    goal = row.goal if other is None or other.goal == row.goal else f"{row.goal}; {other.goal}"
    return f"| {subject} | {row.what} | {row.against} | {ratio} | {elsewhere} | {goal} | {met} |"


def _yes(met: bool) -> str:
    return "yes" if met else "**no**"


def _number(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}"
