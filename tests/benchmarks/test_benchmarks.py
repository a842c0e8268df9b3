"""benchmarks/: the harness runs, and its table covers every subject. No test here measures time."""

from __future__ import annotations

import importlib
import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.__main__ import SUBJECTS
from benchmarks.measure import Row, medians

ROOT = Path(__file__).resolve().parents[2]
CELLS = 7


def table() -> list[list[str]]:
    """Return the cells of each line of the table in README.md, without its header."""
    found = [line for line in report.README.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[2:]]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_a_quick_look_prints_the_table_and_leaves_the_readme_alone() -> None:
    before = report.README.read_bytes()
    done = run("parsers", "--quick")
    assert done.returncode == 0, done.stderr
    header, _, *lines = done.stdout.splitlines()
    assert header == report.HEADER.splitlines()[0]
    assert lines
    assert all(line.startswith("| parsers |") and line.count("|") == CELLS + 1 for line in lines)
    assert report.README.read_bytes() == before


def test_an_unknown_subject_is_refused_with_a_sentence() -> None:
    done = run("chess")
    assert done.returncode == 2
    assert "no subject is called chess: there are run, pages" in done.stderr


def test_every_subject_is_a_module_and_stands_in_the_table() -> None:
    assert [name for name, _ in itertools.groupby(row[0] for row in table())] == list(SUBJECTS)
    assert all(callable(importlib.import_module(f"benchmarks.{name}").measure) for name in SUBJECTS)


def test_every_line_of_the_table_is_whole() -> None:
    for row in table():
        assert len(row) == CELLS, row
        assert row[-1] in {"yes", "**no**", "not measured"}


@pytest.mark.parametrize(
    ("ratio", "goal", "met"),
    [
        (0.5, {"at_most": 0.6}, True),
        (0.7, {"at_most": 0.6}, False),
        (5.0, {"at_least": 5}, True),
        (4.9, {"at_least": 5}, False),
        (None, {"at_least": 5}, False),
    ],
)
def test_a_goal_is_met_or_not(ratio: float | None, goal: dict[str, float], met: bool) -> None:
    assert Row("ours", "another", ratio, **goal).met is met


def test_a_line_says_no_where_one_of_the_databases_does_not_reach_the_goal() -> None:
    here, there = (Row("ours", "another", ratio, at_most=2) for ratio in (1.5, 2.5))
    assert report.lines("games", [here], [there]) == ["| games | ours | another | 1.5 | 2.5 | <= 2 | **no** |"]


def test_each_database_may_have_its_own_goal() -> None:
    here, there = (Row("ours", "another", ratio, at_most=ratio + 1) for ratio in (0.5, 2))
    assert report.lines("games", [here], [there]) == ["| games | ours | another | 0.5 | 2 | <= 1.5; <= 3 | yes |"]


def test_a_missing_program_is_reported() -> None:
    row = Row("ours", "another", None, at_least=3, note="NOT INSTALLED")
    assert report.lines("parsers", [row]) == ["| parsers | ours | another | NOT INSTALLED |  | >= 3 | not measured |"]


def test_lines_of_subjects_that_were_not_measured_stay() -> None:
    text = report.table(SUBJECTS, {"games": ["| games | new |"]})
    others = [line for line in report.README.read_text(encoding="utf-8").splitlines() if line.startswith("| members |")]
    assert "| games | new |" in text.splitlines()
    assert [line for line in text.splitlines() if line.startswith("| members |")] == others


def test_measured_variants_alternate() -> None:
    said: list[str] = []
    ways = {name: (lambda name=name: said.append(name)) for name in ("a", "b")}
    medians(ways, 2, lambda: said.append("-"))
    assert "".join(said) == "-a-b-a-b"
