"""`./run` on a bare clone, installing with it: how long until the first page answers, and until the demo is there.

The clone is of what is committed. Packages come from where pip finds them, so a slow network is measured too. The first
page says how far the installation is. Both waits are compared with fixed limits for two cores, 25 s and two minutes:
there the machine counts.
"""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Row

ROOT = Path(__file__).resolve().parent.parent
FIRST_SECONDS, DEMO_SECONDS = 25, 120
OF_BENCHMARKS = {"VENV", "VAR_DIR", "MEDIA_ROOT", "STATIC_ROOT", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    with tempfile.TemporaryDirectory() as name:
        clone = Path(name, "clone")
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        first, loaded = _waits(clone)
    return [
        Row(
            "./run on a bare clone until the first page answers", f"{FIRST_SECONDS} s", first / FIRST_SECONDS, at_most=1
        ),
        Row("until the demo is loaded", f"{DEMO_SECONDS} s", loaded / DEMO_SECONDS, at_most=1),
    ]


def _waits(clone: Path) -> tuple[float, float]:
    """Return the seconds until any page answers and until the home page is there."""
    environment = {name: value for name, value in os.environ.items() if name not in OF_BENCHMARKS}
    command = [sys.executable, clone / "run", "--port", "0"]
    start, first = time.perf_counter(), 0.0
    output = Path(clone.parent, "output.txt")
    with output.open("wb") as said:
        site = subprocess.Popen(command, env=environment, stdout=said, stderr=said)
    try:
        while site.poll() is None:
            status = _status(output.read_text(encoding="utf-8"))
            first = first or (time.perf_counter() - start if status else 0.0)
            if status == http.HTTPStatus.OK:
                return first, time.perf_counter() - start
            time.sleep(0.1)
        raise RuntimeError(f"./run ended: {output.read_text(encoding='utf-8')}")
    finally:
        site.send_signal(signal.SIGTERM)
        site.wait()


def _status(said: str) -> int:
    """Return the status of the English home page, 0 where nothing answers yet."""
    served = re.search(r"served at http://([\d.]+):(\d+)/", said)
    if not served:
        return 0
    connection = http.client.HTTPConnection(served[1], int(served[2]), timeout=20)
    try:
        connection.request("GET", "/en/")
        return connection.getresponse().status
    finally:
        connection.close()
