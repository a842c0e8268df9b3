"""`./run server update` with two versions side by side: readers read while it happens, and a bad version goes back."""

from __future__ import annotations

import http.client
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.federation.server.machines import Stage, serving, status
from tests.federation.server.senders import SECRETARY, Sender
from tests.services import postgresql

READERS = 2
CROWD, SENDERS = 200, 5
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


class People:
    """People who ask without a pause, from whichever web server takes their connection, as nginx does for them."""

    def __init__(self, ports: list[int], ask: Callable[[int, int], int], count: int, pause: float = 0.03) -> None:
        self.ports, self.ask, self.pause = ports, ask, pause
        self.answers: list[int | str] = []
        self.done = threading.Event()
        self.threads = [threading.Thread(target=self._ask_again, args=[number]) for number in range(count)]

    def __enter__(self) -> People:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.done.set()
        for thread in self.threads:
            thread.join()

    def _ask_again(self, number: int) -> None:
        while not self.done.is_set():
            self.answers.append(self._answer(number))
            self.done.wait(self.pause)

    def _answer(self, number: int) -> int | str:
        said: int | str = "no server"
        for port in self.ports[number % 2 :] + self.ports[: number % 2]:
            try:
                return self.ask(port, number)
            except ConnectionRefusedError:
                continue
            except (OSError, http.client.HTTPException) as problem:
                said = repr(problem)
        return said


def readers(ports: list[int]) -> People:
    return People(ports, lambda port, _number: status(port), READERS)


def new_version(stage: Stage, tag: str, field: str, breaking: bool = False) -> None:
    folder = stage.source / "federation" / "migrations"
    last = max(path.stem for path in folder.glob("0*.py"))
    text = MIGRATION.format(last=last, field=field)
    (folder / f"{int(last[:4]) + 1:04}_{field}.py").write_text(text.replace("    ]\n", BREAKING) if breaking else text)
    stage.version(tag)


def test_no_reader_notices_an_update(running: tuple[Stage, list[int]]):
    stage, ports = running
    new_version(stage, "v1.1.0", "motto")
    with readers(ports) as reading:
        done = stage.server("update")
    assert done.returncode == 0, done.stdout + done.stderr
    assert stage.current() == "1.1.0"
    assert "Version 1.1.0 runs; it was 1.0.0." in done.stdout
    assert set(reading.answers) == {200}
    assert len(reading.answers) > 20
    assert stage.column("motto")
    log = stage.read("systemctl.log").splitlines()
    assert [line for line in log if line.startswith(("stop", "start"))] == ["start classement-backup"]


COUNT = "from tournaments.models import Upload; print(Upload.objects.count())"


def test_two_hundred_readers_and_five_senders_notice_no_update_on_postgresql(tmp_path: Path):
    stage, folder = Stage(tmp_path), Path(tempfile.mkdtemp())
    folder.chmod(0o755)  # PostgreSQL runs as another user
    with postgresql(folder) as database, serving(stage, database.url) as (_stage, ports):
        sender = Sender(*stage.manage("shell", "--verbosity", "0", "-c", SECRETARY).split())
        new_version(stage, "v1.1.0", "motto")
        crowd = People(ports, lambda port, _number: status(port), CROWD, pause=1)
        with crowd, People(ports, sender.send, SENDERS, pause=0.5) as sending:
            done = stage.server("update")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Version 1.1.0 runs; it was 1.0.0." in done.stdout
        assert Counter(crowd.answers).keys() == {200}
        assert Counter(sending.answers).keys() == {302}
        kept = stage.manage("shell", "--verbosity", "0", "-c", COUNT)
        assert int(kept) == len(sending.answers) > SENDERS
        assert len(crowd.answers) > 2 * CROWD


def test_a_version_that_does_not_start_goes_back(running: tuple[Stage, list[int]]):
    stage, ports = running
    before = stage.current()
    wsgi = stage.source / "federation" / "wsgi.py"
    good = wsgi.read_text()
    wsgi.write_text("raise RuntimeError\n")
    stage.version("v1.2.0")
    with readers(ports) as reading:
        done = stage.server("update", "--patience", "4")
    assert done.returncode == 1
    assert "Version 1.2.0 does not work: classement-web says: no answer." in done.stderr
    assert f"Version {before} runs again." in done.stderr
    assert stage.current() == before
    assert set(reading.answers) == {200}
    assert [status(port) for port in ports] == [200, 200]
    wsgi.write_text(good)


def test_a_migration_that_breaks_the_running_version_is_reported_and_nothing_is_done(running: tuple[Stage, list[int]]):
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
