"""A federation that collects by direct debit."""

import shutil
from pathlib import Path

import pytest

from federation.profiles.reading import FOLDER

ACCOUNT = 'iban = "BE68539007547034"\ncreditor_id = "BE69ZZZ0123456789"\ndebit = true\n'


@pytest.fixture
def collecting(tmp_path, settings) -> Path:
    """Let the federation collect by direct debit."""
    own = Path(shutil.copytree(FOLDER / "be-frbe", tmp_path / "own"))
    text = (own / "profile.toml").read_text(encoding="utf-8")
    (own / "profile.toml").write_text(text.replace("[[billing]]\n", f"[[billing]]\n{ACCOUNT}"), encoding="utf-8")
    settings.FEDERATION_PROFILE = str(own)
    return own
