"""A session of tests leaves nothing in the temporary folder, or the next one takes it away."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services import wait_until

ROOT = Path(__file__).resolve().parent.parent
TESTS = """
import os, tempfile, time
from pathlib import Path
from tests.services import Worker, wait_until

def test_with_a_killed_worker(tmp_path):
    tempfile.mkdtemp()
    worker = Worker(os.environ["DATABASE_URL"])
    worker.start()
    wait_until(lambda: list(Path(tempfile.gettempdir()).glob("pymp-*")), "the worker has a temporary folder")
    worker.kill()

def test_that_hangs(tmp_path):
    time.sleep(60)
"""


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """Return the temporary folder of the sessions."""
    (tmp_path / "test_two.py").write_text(TESTS)
    folder = tmp_path / ("a-name-that-makes-the-path-too-long-for-a-unix-socket-" + "x" * 40)
    folder.mkdir()
    return folder


def session(temporary: Path, test: str) -> subprocess.Popen[bytes]:
    """Run a session with one test."""
    command = [sys.executable, "-m", "pytest", "-q", "-c", ROOT / "pyproject.toml", temporary.parent / "test_two.py"]
    environment = {**os.environ, "TMPDIR": str(temporary), "TEST_DB": "sqlite"}
    return subprocess.Popen([*command, "-k", test], cwd=ROOT, env=environment)


def test_a_session_leaves_nothing_and_removes_what_a_killed_one_left(temporary: Path):
    killed = session(temporary, "hangs")
    wait_until(lambda: list(temporary.glob("*/tmp/pytest-of-*/*/*")), "the test hangs")
    assert session(temporary, "killed_worker").wait(60) == 0
    assert len(list(temporary.iterdir())) == 1, "that of a session that runs stays"
    folder_of_socket = next(temporary.glob("*/broker/elsewhere")).readlink()
    killed.kill()
    killed.wait()
    wait_until(lambda: not list(folder_of_socket.iterdir()), "its broker has ended")
    assert session(temporary, "no_such_test").wait(60) == pytest.ExitCode.NO_TESTS_COLLECTED
    assert list(temporary.iterdir()) == []
    assert not folder_of_socket.exists()
