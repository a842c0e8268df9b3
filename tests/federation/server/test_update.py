"""`./run server update` with two versions side by side: readers read while it happens, and a bad version goes back."""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.federation.server.machines import Stage
from tests.services import broker, wait_until

READERS = 2
MIGRATION = '''"""A column more, as expand and contract wants it."""

import time

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("federation", "{last}")]
    operations = [
        migrations.AddField("club", "{field}", models.CharField(max_length=9, null=True)),
        migrations.RunPython(lambda apps, editor: time.sleep(1)),
    ]
'''
BREAKING = '        migrations.RenameField("club", "name", "title"),\n    ]\n'


class Readers:
    """People who read without a pause, from whichever web server takes their connection, as nginx does for them."""

    def __init__(self, ports: list[int]) -> None:
        self.ports, self.answers, self.done = ports, [], threading.Event()
        self.threads = [threading.Thread(target=self._read, args=[number]) for number in range(READERS)]

    def __enter__(self) -> Readers:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.done.set()
        for thread in self.threads:
            thread.join()

    def _read(self, number: int) -> None:
        while not self.done.is_set():
            self.answers.append(self._answer(number))
            time.sleep(0.03)

    def _answer(self, number: int) -> int | str:
        said: int | str = "no server"
        for port in self.ports[number % 2 :] + self.ports[: number % 2]:
            try:
                return status(port)
            except ConnectionRefusedError:
                continue
            except (OSError, http.client.HTTPException) as problem:
                said = repr(problem)
        return said


def status(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", "/clubs/", headers={"Host": "elo.example.org", "X-Forwarded-Proto": "https"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stage, list[int]]]:
    """A machine on which version 1.0.0 serves."""
    folder = tmp_path_factory.mktemp("update")
    stage = Stage(folder)
    with broker(folder / "broker") as running_broker:
        stage.redis = running_broker.url
        done = stage.install()
        assert done.returncode == 0, done.stderr
        for arguments in (["migrate", "--verbosity", "0"], ["collectstatic", "--no-input", "--verbosity", "0"]):
            command = [sys.executable, "manage.py", *arguments]
            here = stage.root / "opt/classement/current"
            subprocess.run(command, cwd=here, env=stage.variables(), check=True)
        ports = stage.start_services()
        try:
            for name in ("classement-web", "classement-web-second"):
                subprocess.run([stage.root / "usr/bin/systemctl", "restart", name], check=True)
            wait_until(lambda: all(map(answers, ports)), "both web servers answer")
            yield stage, ports
        finally:
            stage.stop_services()


def answers(port: int) -> bool:
    try:
        return status(port) == 200
    except OSError:
        return False


def new_version(stage: Stage, tag: str, field: str, breaking: bool = False) -> None:
    folder = stage.source / "federation" / "migrations"
    last = max(path.stem for path in folder.glob("0*.py"))
    text = MIGRATION.format(last=last, field=field)
    (folder / f"{int(last[:4]) + 1:04}_{field}.py").write_text(text.replace("    ]\n", BREAKING) if breaking else text)
    stage.version(tag)


def test_no_reader_notices_an_update(running: tuple[Stage, list[int]]):
    stage, ports = running
    new_version(stage, "v1.1.0", "motto")
    with Readers(ports) as readers:
        done = stage.server("update")
    assert done.returncode == 0, done.stdout + done.stderr
    assert stage.current() == "1.1.0"
    assert "Version 1.1.0 runs; it was 1.0.0." in done.stdout
    assert set(readers.answers) == {200}
    assert len(readers.answers) > 20
    assert stage.column("motto")
    log = stage.read("systemctl.log").splitlines()
    assert [line for line in log if line.startswith(("stop", "start"))] == ["start classement-backup"]


def test_a_version_that_does_not_start_goes_back(running: tuple[Stage, list[int]]):
    stage, ports = running
    before = stage.current()
    wsgi = stage.source / "federation" / "wsgi.py"
    good = wsgi.read_text()
    wsgi.write_text("raise RuntimeError\n")
    stage.version("v1.2.0")
    with Readers(ports) as readers:
        done = stage.server("update", "--patience", "4")
    assert done.returncode == 1
    assert "Version 1.2.0 does not work: classement-web says: no answer." in done.stderr
    assert f"Version {before} runs again." in done.stderr
    assert stage.current() == before
    assert set(readers.answers) == {200}
    assert [status(port) for port in ports] == [200, 200]
    wsgi.write_text(good)


def test_a_migration_that_breaks_the_running_version_is_told_and_nothing_is_done(running: tuple[Stage, list[int]]):
    stage, ports = running
    before = stage.current()
    new_version(stage, "v1.3.0", "anthem", breaking=True)
    done = stage.server("update")
    assert done.returncode == 1
    assert "Rename field name on club to title" in done.stderr
    assert "Run the update again with --stop" in done.stderr
    assert stage.current() == before
    assert not stage.column("anthem")
    assert [status(port) for port in ports] == [200, 200]


def test_an_update_to_what_runs_changes_nothing(running: tuple[Stage, list[int]]):
    stage, _ports = running
    done = stage.server("update", "--to", f"v{stage.current()}")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, f"Version {stage.current()} is installed already.")


def test_doctor_says_that_there_is_a_newer_version(running: tuple[Stage, list[int]]):
    stage, _ports = running
    stage.version("v2.0.0")
    said = stage.server("doctor").stdout
    assert f"warning  version: {stage.current()}; 2.0.0 is there: run `./run server update`" in said


def test_nothing_is_updated_where_nothing_is_installed(tmp_path: Path):
    done = Stage(tmp_path).server("update")
    assert done.stderr == "./run server: Nothing is installed here yet: run `./run server install` first.\n"
