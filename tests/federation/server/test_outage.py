"""PostgreSQL stops under web servers, a worker and a sweeper, and starts again: what readers and senders see of it."""

from __future__ import annotations

import logging
import re
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

from tests.federation.server.machines import Stage, ask, serving, status
from tests.federation.server.senders import SECRETARY, Sender
from tests.services import postgresql, wait_until

PUBLISHED = """
from ratings.public.rendering import render
from tests.ratings import published
render(published.spring_list())
"""
LIST, LATEST, SEND = "/en/lists/elo/2026-07/", "/de/lists/elo/", "/en/my-club/upload/"
FILES = 6
SERVICES = {
    "worker": ["-m", "celery", "-A", "federation.celery", "worker", "--concurrency", "1", "--loglevel", "warning"],
    "sweeper": ["manage.py", "sweep_jobs", "--every", "1"],
}


@contextmanager
def bucket() -> Iterator[str]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        address = "http://127.0.0.1:{1}".format(*server.get_host_and_port())
        keys = {"aws_access_key_id": "of-the-tests", "aws_secret_access_key": "secret"}
        boto3.client("s3", endpoint_url=address, region_name="us-east-1", **keys).create_bucket(Bucket="files")
        yield f"s3://of-the-tests:secret@files?endpoint={address}&region=us-east-1"
    finally:
        server.stop()


@contextmanager
def services(stage: Stage) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run a worker and a sweeper of the machine."""
    here, running = stage.root / "opt/classement/current", []
    try:
        for name, command in SERVICES.items():
            with (stage.folder / f"{name}.log").open("wb") as log:
                started = subprocess.Popen(
                    [sys.executable, *command], cwd=here, env=stage.variables(), stdout=log, stderr=log
                )
                running.append(started)
        yield running
    finally:
        for process in running:
            process.terminate()
            process.wait()


@pytest.mark.parametrize("with_bucket", [False, True], ids=["disk", "bucket"])
def test_stored_pages_go_on_and_files_wait_while_postgresql_is_stopped(with_bucket: bool, tmp_path: Path):
    stage, folder = Stage(tmp_path), Path(tempfile.mkdtemp())
    folder.chmod(0o755)  # PostgreSQL runs as another user
    with ExitStack() as running:
        database = running.enter_context(postgresql(folder))
        if with_bucket:
            stage.more["MEDIA_BUCKET"] = running.enter_context(bucket())
        _stage, ports = running.enter_context(serving(stage, database.url))
        stage.manage("shell", "--verbosity", "0", "-c", PUBLISHED)
        session, club = stage.manage("shell", "--verbosity", "0", "-c", SECRETARY).split()
        processes = running.enter_context(services(stage))
        stored = [ask(ports[0], address)[1] for address in (LIST, LATEST)]
        form, page = ask(ports[0], SEND, headers={"Cookie": f"sessionid={session}"})
        assert form.status == 200
        sender = Sender(session, club, re.search(r'name="sender" value="([^"]+)"', page)[1])

        database.stop()
        for port in ports:
            assert [ask(port, address)[1] for address in (LIST, LATEST)] == stored
            away, _page = ask(port, "/en/clubs/")
            assert (away.status, away.headers["Retry-After"]) == (503, "30")
            assert "database" in ask(port, "/health/")[1]
        sent = [sender.send(port, 0) for port in ports * (FILES // len(ports))]
        assert sent == [202] * FILES
        spool = stage.root / "srv/classement/media/spool"
        assert len(list(spool.glob("*.json"))) == FILES

        database.start()
        url = database.url.replace("postgres://", "postgresql://")
        reader = running.enter_context(psycopg.connect(url, autocommit=True))
        read = "SELECT count(*) FROM tournaments_tournament WHERE name LIKE 'Cup %'"
        wait_until(lambda: reader.execute(read).fetchone() == (FILES,), "all files are taken in and read", 90)
        assert list(spool.iterdir()) == []
        assert reader.execute("SELECT count(*) FROM tournaments_upload").fetchone() == (FILES,)
        wait_until(lambda: [status(port, path="/en/clubs/") for port in ports] == [200, 200], "pages are back")
        assert ask(ports[0], LIST)[1] == stored[0]
        assert [process.poll() for process in processes] == [None, None]
