"""Damaged copies follow from their seeds, and those that once failed are answered."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from tests import fuzz
from tests.readers import READERS


@pytest.mark.parametrize("key", READERS)
def test_damaged_files_give_every_reader_a_report_or_one_error(key, capsys):
    assert list(fuzz.faults(key, range(1, 41))) == []
    assert capsys.readouterr().out.startswith(f"{key}: ")


def test_copies_that_once_failed_are_answered():
    answers = {fuzz.answer(key, fuzz.copy_of(key, seed)) for key, seed in (("trf", 1), *fuzz.KEPT)}
    assert answers <= {"report", "error"}


def test_a_seed_makes_the_same_copy_again():
    assert fuzz.copy_of("trf", 7) == fuzz.copy_of("trf", 7)
    assert len({fuzz.copy_of("trf", seed) for seed in range(30)}) > 25


def test_an_exception_is_reported_with_the_command_that_repeats_it(monkeypatch):
    def broken(_data):
        raise KeyError("x")

    monkeypatch.setitem(READERS, "trf", replace(READERS["trf"], read=broken))
    assert list(fuzz.faults("trf", range(3, 4))) == ["python -m tests.fuzz --seed 3 --count 1 trf: KeyError: 'x'"]


def test_the_command_prints_answers_and_memory():
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--count", "2", "trf"], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"trf: \d reports, \d errors, the slowest \d+\.\d+ s\npeak memory: \d+ MB\n", done.stdout)


def test_the_command_counts_what_is_wrong(monkeypatch):
    monkeypatch.setitem(READERS, "trf", replace(READERS["trf"], read=lambda _data: []))
    assert fuzz.main(["--count", "2", "trf"]) >= 2
