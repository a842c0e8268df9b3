"""`./run` on a bare clone, installing with it: how long until the first page answers, and until the demo is there.

The clone is of what is committed. Packages come from where pip finds them, so a slow network is measured too. The first
page says how far the installation is, the first one of the site how far the demo is. All waits are compared with fixed
limits for two cores, 25 s and two minutes: there the machine counts.
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
        first, site, loaded = _waits(clone)
    wanted = f"{FIRST_SECONDS} s"
    return [
        Row("./run on a bare clone until a page says how far it is", wanted, first / FIRST_SECONDS, at_most=1),
        Row("until the site answers", wanted, site / FIRST_SECONDS, at_most=1),
        Row("until the demo is loaded", f"{DEMO_SECONDS} s", loaded / DEMO_SECONDS, at_most=1),
    ]


def _waits(clone: Path) -> tuple[float, float, float]:
    """Return the seconds until any page answers, until the site does, and until its home page is there."""
    environment = {name: value for name, value in os.environ.items() if name not in OF_BENCHMARKS}
    command = [sys.executable, clone / "run", "--port", "0"]
    start, first, served = time.perf_counter(), 0.0, 0.0
    output = Path(clone.parent, "output.txt")
    with output.open("wb") as said:
        site = subprocess.Popen(command, env=environment, stdout=said, stderr=said)
    try:
        while site.poll() is None:
            text = output.read_text(encoding="utf-8")
            status, passed = _status(text), time.perf_counter() - start
            first = first or (passed if status else 0.0)
            served = served or (passed if status and "served at" in text else 0.0)
            if served and status == http.HTTPStatus.OK:
                return first, served, passed
            time.sleep(0.1)
        raise RuntimeError(f"./run ended: {output.read_text(encoding='utf-8')}")
    finally:
        site.send_signal(signal.SIGTERM)
        site.wait()


def _status(said: str) -> int:
    """Return the status of the English home page, 0 where nothing answers yet, or not while the site takes over."""
    found = re.search(r"http://([\d.]+):(\d+)/", said)
    if not found:
        return 0
    connection = http.client.HTTPConnection(found[1], int(found[2]), timeout=20)
    try:
        connection.request("GET", "/en/")
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()
