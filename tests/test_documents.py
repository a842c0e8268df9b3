"""Files, sections and commands named in the documents exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

import federation

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "deploy/README.md"]
OURS = {"federation", "tournaments", "ratings", "leagues"}
NOT_FOR_OPERATORS = {"makemessages"}


def read(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def test_contributing_names_files_and_folders_that_exist():
    named = set(re.findall(rf"`((?:{'|'.join(OURS)}|tests|templates|deploy)/[\w/.]*)`", read("CONTRIBUTING.md")))
    assert len(named) > 40
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_to_files_and_sections_that_exist(document: str):
    for target in re.findall(r"\]\((?!https?://)([^)]+)\)", read(document)):
        path, _, section = target.partition("#")
        file = (ROOT / document).parent / path if path else ROOT / document
        assert file.exists(), target
        if section:
            titles = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert section in {re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in titles}, target


def test_the_table_of_commands_is_complete():
    table = read("deploy/README.md").partition("| command | what it does |")[2]
    named = {
        name for line in re.findall(r"^\| (.+?) \|", table, re.MULTILINE) for name in re.findall(r"`([a-z_]+)\b", line)
    }
    ours = {name for name, app in get_commands().items() if app in OURS}
    assert named == ours - NOT_FOR_OPERATORS


def test_the_newest_version_in_the_changelog_is_that_of_the_project():
    newest = re.search(r"^## ([\d.]+) - \d{4}-\d\d-\d\d$", read("CHANGELOG.md"), re.MULTILINE)
    assert newest
    assert newest[1] == federation.__version__


def test_each_of_the_25_goals_of_security_is_shown_by_tests_that_exist():
    goals = re.findall(r"^\| (\d+) \| (.+?) \| (`(.+)`)? ?\|$", read("SECURITY.md"), re.MULTILINE)
    assert [int(number) for number, *_ in goals] == list(range(1, 26))
    assert [number for number, goal, _, paths in goals if not paths or "Not yet" in goal] == []


def test_every_test_that_the_page_on_security_names_exists():
    named = [path for paths in re.findall(r"`(tests/.+?)`", read("SECURITY.md")) for path in paths.split()]
    assert len(named) > 25
    assert [path for path in named if not found_in(path)] == []


def found_in(path: str) -> list[str]:
    """Return the tests of a file or folder, or the one that the path names after ``::``."""
    place, _, name = path.partition("::")
    files = [ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("test_*.py")
    found = [
        test
        for file in files
        if file.exists()
        for test in re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE)
    ]
    return [test for test in found if name in {"", test}]
