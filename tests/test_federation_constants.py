"""What is of one federation stands in its profile: no code, no template and no sentence has it."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
# Rules of ratings and files of programs have names and numbers of their own.
ELSEWHERE = re.compile(
    r"federation/profiles/|tournaments/formats/|tournaments/demo/|ratings/(systems|wording|methods|bundle/plain|exports/programs)/"
    r"|migrations/"
)
NAMES = re.compile(r"\b(BEL|CAN|NED|IRL|FRBE|KBSB|VSF|FEFB|SVDB|KNSB|FQE|ICU)\b")
WINDOWS = re.compile(r"\.month\s*(?:==|in|[<>]=?)\s*[1-9({](?! and)")
AGES = re.compile(r"\bage\w*\s*[<>]=?\s*\d{1,2}\b")
LEAP_DAYS = "if day.month == 2 else"


def lines(*suffixes: str) -> Iterator[tuple[str, str]]:
    for app in ("federation", "tournaments", "ratings", "leagues", "templates"):
        for path in sorted((ROOT / app).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in suffixes and not ELSEWHERE.search(name):
                yield from ((name, line.strip()) for line in path.read_text(encoding="utf-8").splitlines())


def test_no_code_names_a_federation_or_the_country_of_one() -> None:
    assert [(name, line) for name, line in lines(".py", ".html", ".txt") if NAMES.search(line)] == []


def test_no_code_has_the_month_of_a_window_or_the_limit_of_an_age() -> None:
    found = [(name, line) for name, line in lines(".py") if WINDOWS.search(line) or AGES.search(line)]
    assert [each for each in found if LEAP_DAYS not in each[1]] == []


def test_no_sentence_says_matricule() -> None:
    """Other words of federations are exchanged in the catalogues; in English this one would be French."""
    catalogue = polib.pofile(str(ROOT / "federation/locale/fr/LC_MESSAGES/django.po"))
    sentences = (re.sub(r"%\(\w+\)s", "", f"{entry.msgid} {entry.msgid_plural}") for entry in catalogue)
    assert [sentence for sentence in sentences if "matricule" in sentence] == []
