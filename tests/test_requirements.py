"""The locks hold what the ranges ask for, exactly and with digests. `make lock` writes them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.version import Version

from tests import audit

ROOT = Path(__file__).resolve().parent.parent
NAMES = ["requirements", "requirements-fast", "requirements-parquet", "requirements-s3", "requirements-dev"]
PLACES = [
    {**default_environment(), "python_version": python, "python_full_version": f"{python}.9", "sys_platform": system}
    for python in ("3.11", "3.12", "3.13", "3.14")
    for system in ("linux", "darwin")
]


def ranges(name: str) -> list[Requirement]:
    """Return what the readable file asks for, with the files that it includes."""
    found = []
    for line in (ROOT / f"{name}.txt").read_text().splitlines():
        text = line.partition("#")[0].strip()
        if text.startswith("-r "):
            found += ranges(text[3:].removesuffix(".txt"))
        elif text:
            found.append(Requirement(text))
    return found


def locked(name: str) -> list[Requirement]:
    return [Requirement(entry.partition(" \\\n")[0]) for entry in entries(name)]


def entries(name: str) -> list[str]:
    return re.findall(r"^\S.*(?:\n    .*)*", (ROOT / f"{name}.lock").read_text(), re.MULTILINE)


def versions(name: str, place: dict[str, str]) -> dict[str, Version]:
    pins = [pin for pin in locked(name) if pin.marker is None or pin.marker.evaluate(place)]
    return {key(pin): Version(str(pin.specifier).removeprefix("==")) for pin in pins}


def key(requirement: Requirement) -> str:
    return re.sub(r"[-_.]+", "-", requirement.name).lower()


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place['python_version']}-{place['sys_platform']}")
@pytest.mark.parametrize("name", NAMES)
def test_a_lock_holds_a_version_in_every_range(name: str, place: dict[str, str]):
    pins = versions(name, place)
    asked = [each for each in ranges(name) if each.marker is None or each.marker.evaluate(place)]
    missing = [str(each) for each in asked if key(each) not in pins or pins[key(each)] not in each.specifier]
    assert missing == [], "run `make lock`"


@pytest.mark.parametrize("name", NAMES)
def test_every_locked_version_is_exact_and_has_digests(name: str):
    for entry in entries(name):
        assert re.fullmatch(r"[a-z0-9.-]+==\S+( ; [^\\]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+", entry), entry


@pytest.mark.parametrize("name", NAMES[:2])
def test_tests_run_on_what_sites_run_on(name: str):
    assert set(map(str, locked(name))) <= set(map(str, locked("requirements-dev")))


@pytest.mark.parametrize("name", NAMES)
def test_no_package_index_is_named(name: str):
    assert "://" not in (ROOT / f"{name}.lock").read_text() + (ROOT / f"{name}.txt").read_text()


def test_what_is_installed_is_what_the_site_is_locked_to():
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text()
    locks = ["requirements.lock", "requirements-s3.lock", "requirements-parquet.lock"]
    assert f"COPY {' '.join(locks)} ./" in dockerfile
    assert f"--require-hashes {' '.join(f'-r {lock}' for lock in locks)}" in dockerfile
    assert {f"!{lock}" for lock in locks} <= set((ROOT / ".dockerignore").read_text().splitlines())
    assert "--require-hashes" in (ROOT / "run").read_text()


@pytest.mark.parametrize(
    ("answer", "flaws", "unanswered"),
    [
        ('{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}', [], ""),
        (
            '{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "X-1", "fix_versions": ["2"]}]}]}',
            ["a 1: X-1, fixed in 2"],
            "",
        ),
        (
            '{"dependencies": [{"name": "a", "skip_reason": "not found"}]}',
            [],
            "nothing known about 1 of 1 packages",
        ),
        ("", [], "no answer"),
    ],
)
def test_an_audit_without_answers_says_what_was_not_answered(answer: str, flaws: list[str], unanswered: str):
    assert audit.verdict(answer) == (flaws, unanswered)
