"""./run, for real, in the environment of the tests with its own folder."""

from __future__ import annotations

import http.client
import os
import re
import runpy
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from federation.background import broker
from tests.services import wait_until

ROOT = Path(__file__).resolve().parent.parent


class Site:
    """A running ./run and its output."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.left = left_behind(folder)
        environment = folder / "virtual environment"
        environment.symlink_to(sys.prefix)
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}},
            "VENV": str(environment),
            "VAR_DIR": str(folder),
            "STATIC_ROOT": str(folder / "static"),
            "TMPDIR": str(self.temporary),
            "DJANGO_SETTINGS_MODULE": "tests.settings",  # whose jobs are made for tests
        }
        self.output = folder / "output.txt"
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(self.command(), env=self.environment, stdout=output, stderr=output)

    def command(self) -> list[str]:
        return [sys.executable, str(ROOT / "run"), "--no-demo", "--port", "0"]

    def said(self, pattern: str) -> re.Match[str] | None:
        return re.search(pattern, self.output.read_text())

    def page(self, path: str) -> int:
        """Return the status of the page."""
        port = self.said(r"http://127.0.0.1:(\d+)/")[1]
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def submit(self, key: str) -> None:
        code = f"from federation.background import jobs; jobs.submit('sleep', {key!r}, {{'seconds': 0}})"
        manage = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", code]
        subprocess.run(manage, cwd=ROOT, env={**self.environment, "REDIS_URL": f"unix://{self.socket()}"}, check=True)

    def state(self, key: str) -> str:
        with sqlite3.connect(self.folder / "classement.sqlite3") as database:
            return database.execute("SELECT state FROM federation_job WHERE key = ?", [key]).fetchone()[0]

    def processes(self) -> dict[int, str]:
        """Return the processes that descend from ./run, with their commands."""
        listing = subprocess.run(
            ["ps", "-eww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        ).stdout
        rows = [
            (int(pid), int(parent), args) for pid, parent, args in (row.split(None, 2) for row in listing.splitlines())
        ]
        family = {self.process.pid: "run"}
        for pid, parent, args in sorted(rows):
            if parent in family:
                family[pid] = args
        return {pid: args for pid, args in family.items() if args != "run"}

    def socket(self) -> Path:
        """Return the socket of the broker."""
        return next(
            Path(args.partition("unixsocket:")[2]) for args in self.processes().values() if "unixsocket:" in args
        )

    def kill(self, word: str) -> int:
        """Kill -9 the service whose command has the word, and return its process number."""
        pid = min(pid for pid, args in self.processes().items() if word in args)
        os.kill(pid, signal.SIGKILL)
        return pid


def left_behind(folder: Path) -> list[Path]:
    """Return what a start that was killed with its services left behind."""
    of_worker, of_broker = folder / "tmp" / "pymp-of-a-worker", folder / "broker"
    of_worker.mkdir(parents=True)
    of_broker.mkdir()
    return [of_worker, broker.socket_path(of_broker).parent]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("é name that makes the path too long for a unix socket " + "x" * 40)
    running = Site(folder)
    try:
        wait_until(lambda: running.said("stops it") or running.process.poll() is not None, "everything runs", 60)
        assert running.said("is served at"), running.output.read_text()
        yield running
    finally:
        running.process.terminate()
        running.process.wait(30)


def test_it_says_how_to_get_into_an_empty_site(site: Site):
    assert site.said(r"`'/.*/virtual environment/bin/python' manage.py createsuperuser` makes the first administrator")


@pytest.mark.parametrize(
    ("host", "names", "told"),
    [
        ("127.0.0.1", "", "http://127.0.0.1:8000/"),
        ("::", "", "http://[::1]:8000/"),
        ("::", "192.168.1.20, localhost", "http://192.168.1.20:8000/"),
        ("::", "192.168.1.20,[::1]", "http://[::1]:8000/"),
        ("127.0.0.1", "*", "http://127.0.0.1:8000/"),
        ("127.0.0.1", "elo.be", "http://127.0.0.1:8000/, but answers to elo.be alone (ALLOWED_HOSTS)."),
        (
            "192.168.1.20",
            "",
            "http://192.168.1.20:8000/, but answers to localhost, 127.0.0.1, [::1] alone (ALLOWED_HOSTS).",
        ),
    ],
)
def test_it_says_an_address_to_which_it_answers(
    monkeypatch: pytest.MonkeyPatch, host: str, names: str, told: str
) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", names)
    assert runpy.run_path(str(ROOT / "run"))["_address"](host, 8000) == told


def test_a_start_removes_what_a_killed_run_left(site: Site):
    assert [path for path in site.left if path.exists()] == []


def test_it_serves_pages_and_static_files(site: Site):
    assert site.page("/static/admin/css/base.css") == 200
    assert site.page("/") < 500


def test_a_second_start_says_that_the_first_runs(site: Site):
    second = subprocess.run(site.command(), env=site.environment, capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert second.stderr == (
        f"./run: Classement runs here already (process {site.process.pid}). Stop it first, or set another VAR_DIR.\n"
    )


def test_its_worker_does_jobs(site: Site):
    site.submit("first")
    wait_until(lambda: site.state("first") == "done", "the worker has done the job")


def test_services_that_die_are_restarted(site: Site):
    dead = {site.kill(word) for word in ("valkey-server", "celery", "granian")}
    for name in ("broker", "worker", "web"):
        wait_until(lambda name=name: site.said(f"The {name} ended"), f"the {name} is missed")
    wait_until(lambda: any("unixsocket:" in args for args in site.processes().values()), "the new broker listens")
    site.submit("second")
    wait_until(lambda: site.state("second") == "done", "the new worker has done the job")
    wait_until(lambda: _status(site) == 200, "the new web server answers")
    assert dead.isdisjoint(site.processes())


def _status(site: Site) -> int:
    try:
        return site.page("/static/admin/css/base.css")
    except OSError:
        return 0


def test_sigterm_ends_it_and_leaves_no_process_and_nothing_temporary(site: Site):
    family, socket = site.processes(), site.socket()
    assert {"valkey-server", "sweep_jobs"} <= {
        word for args in family.values() for word in args.replace("/", " ").split()
    }
    site.process.terminate()
    assert site.process.wait(30) == 0
    assert [args for pid, args in family.items() if Path(f"/proc/{pid}").exists()] == []
    assert not socket.parent.exists()
    assert list(site.temporary.iterdir()) == []
    assert {"broker", "tmp"}.isdisjoint(path.name for path in site.folder.iterdir())


def start(folder: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a start that fails, in its own folder: a start empties what a killed one left."""
    return subprocess.run(
        [sys.executable, str(ROOT / "run"), *options],
        env={**os.environ, "VENV": sys.prefix, "VAR_DIR": str(folder), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


@pytest.mark.parametrize(
    ("options", "variables", "sentence"),
    [
        (["--port", "65536"], {}, "run: error: argument --port: '65536' is no port: say a number from 0"),
        ([], {"PORT": "-5"}, "run: error: argument --port: '-5' is no port: say a number from 0"),
        ([], {"WORKERS": "0"}, "run: error: WORKERS='0': say how many processes, 1 or more."),
        ([], {"WEB_WORKERS": "all"}, "run: error: WEB_WORKERS='all': say how many processes, 1 or more."),
        ([], {"VAR_DIR": "/dev/null"}, "./run: /dev/null/log: Not a directory."),
        ([], {"VENV": "/no/such"}, "./run: VENV names no virtual environment: there is no /no/such/bin/python."),
    ],
)
def test_a_failed_start_prints_one_sentence(
    tmp_path: Path, options: list[str], variables: dict[str, str], sentence: str
) -> None:
    done = start(tmp_path, *options, **variables)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].startswith(sentence)
    assert "Traceback" not in done.stderr


def test_nobody_else_reads_the_folder_that_it_makes(tmp_path: Path) -> None:
    start(tmp_path / "var", VENV="/no/such")
    assert (tmp_path / "var" / "log").is_dir()
    assert (tmp_path / "var").stat().st_mode & 0o777 == 0o700
