"""Three workers on three machines that share a database, a broker and a bucket, but no folder; one is killed.

The machines are network namespaces of this one, joined by a bridge, on which the services listen.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import boto3
import psycopg
import pytest
from moto.server import ThreadedMotoServer

from tests import services
from tests.federation.server.machines import ROOT
from tests.services import wait_until

NUMBER = os.getpid() % 250
SUBNET = f"10.213.{NUMBER}"
BRIDGE, HERE = f"clbr{NUMBER}", f"{SUBNET}.1"
FILES, NAPS = 12, 9
SEND = f"""
from django.core.files.base import ContentFile
from federation.background import jobs
from tests import cast
from tests.tournaments import events
from tournaments.intake import receive
club, secretary = cast.club(), cast.secretary()
for number in range({FILES}):
    file = ContentFile(events.csv_file(events.report(name=f"Cup {{number}}")))
    upload, _new = receive.receive(file, f"{{number}}.csv", club, secretary)
    receive.read_later(upload, secretary)
for number in range({NAPS}):
    jobs.submit("sleep", f"nap {{number}}", {{"seconds": 1.5}})
"""


def ip(*arguments: str) -> None:
    done = subprocess.run([services.program("ip"), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"NO NAMESPACES of the network on this machine: ip {' '.join(arguments)}: {done.stderr.strip()}")


@contextmanager
def machines(count: int) -> Iterator[list[str]]:
    """Make so many network namespaces on a bridge. Yield their names."""
    names = [f"cl{NUMBER}-{number}" for number in range(2, count + 2)]
    with ExitStack() as made:
        ip("link", "add", BRIDGE, "type", "bridge")
        made.callback(ip, "link", "delete", BRIDGE)
        ip("address", "add", f"{HERE}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        for number, name in enumerate(names, 2):
            ip("netns", "add", name)
            made.callback(ip, "netns", "delete", name)
            ip("link", "add", f"clv{NUMBER}-{number}", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"clv{NUMBER}-{number}", "master", BRIDGE, "up")
            ip("-netns", name, "address", "add", f"{SUBNET}.{number}/24", "dev", "eth0")
            ip("-netns", name, "link", "set", "eth0", "up")
        yield names


@contextmanager
def bucket() -> Iterator[str]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address=HERE, port=0, verbose=False)
    server.start()
    try:
        address = f"http://{HERE}:{server.get_host_and_port()[1]}"
        keys = {"aws_access_key_id": "of-the-tests", "aws_secret_access_key": "secret"}
        boto3.client("s3", endpoint_url=address, region_name="us-east-1", **keys).create_bucket(Bucket="files")
        yield f"s3://of-the-tests:secret@files?endpoint={address}&region=us-east-1"
    finally:
        server.stop()


class Worker(services.Worker):
    """A worker on its own machine, with its own folder."""

    def __init__(self, machine: str, environment: dict[str, str], folder: Path) -> None:
        super().__init__(environment["DATABASE_URL"], processes=1)
        self.before = [services.program("ip"), "netns", "exec", machine]
        own = {"VAR_DIR": str(folder / machine), "MEDIA_ROOT": str(folder / machine / "media")}
        self.environment = environment | own
        self.log = folder / f"{machine}.log"


def test_three_workers_on_separate_machines_lose_nothing_and_do_nothing_twice_when_one_is_killed(tmp_path: Path):
    if os.geteuid() or services.program("ip") is None:
        pytest.skip("NO NAMESPACES of the network: only root makes them, with ip of iproute2")
    folder = Path(tempfile.mkdtemp())  # a short path, for the sockets of PostgreSQL
    folder.chmod(0o755)  # which runs as another user
    with ExitStack() as running:
        names = running.enter_context(machines(3))
        local = running.enter_context(services.postgresql(folder, HERE)).url
        running.enter_context(services.broker(tmp_path / "broker", HERE))
        environment = {
            **os.environ,
            "DATABASE_URL": f"postgres://postgres@{HERE}/postgres",
            "REDIS_URL": f"redis://{HERE}:6379/0",
            "MEDIA_BUCKET": running.enter_context(bucket()),
            "VAR_DIR": str(tmp_path / "here"),
            "MEDIA_ROOT": str(tmp_path / "here" / "media"),
            "DJANGO_SETTINGS_MODULE": "tests.settings",
        }
        manage(environment, "migrate", "--verbosity", "0")
        workers = [Worker(name, environment, tmp_path) for name in names]
        for worker in workers:
            worker.start()
            running.callback(worker.kill)
        manage(environment, "shell", "--verbosity", "0", "-c", SEND)
        url = local.replace("postgres://", "postgresql://")
        database = running.enter_context(psycopg.connect(url, autocommit=True))
        working = "SELECT count(*) = 3 FROM federation_job WHERE state = 'running'"
        wait_until(lambda: one(database, working), "all three work")
        workers[0].kill()
        sweeper = [sys.executable, "manage.py", "sweep_jobs", "--every", "1"]
        sweeping = subprocess.Popen(sweeper, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        running.callback(sweeping.wait)
        running.callback(sweeping.kill)
        over = "SELECT bool_and(finished_at IS NOT NULL) FROM federation_job"
        wait_until(lambda: one(database, over), "all is done", 90)
        others = "SELECT attempts FROM federation_job WHERE state <> 'done' OR attempts <> 1"
        assert database.execute(others).fetchall() == [(2,)]  # what the worker that was killed had begun
        stored = database.execute("SELECT name FROM tournaments_tournament").fetchall()
        assert sorted(stored) == sorted((f"Cup {number}",) for number in range(FILES))
        assert [worker.runs for worker in workers] == [False, True, True]
        assert not list((tmp_path / "here").rglob("*.csv"))  # the workers had them from the bucket


def one(database: psycopg.Connection, question: str) -> object:
    return database.execute(question).fetchone()[0]


def manage(environment: dict[str, str], *arguments: str) -> None:
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment, check=True)
