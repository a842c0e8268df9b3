"""A web server and a worker as a site has them, asked by many at once: how long people wait under work.

150 readers open pages, each about every five seconds: lists, members, ledgers, clubs. At first nothing else happens;
then 50 tournament files are sent, a list is calculated, and all pages and downloads of a list are written. The 95th
percentiles of both are divided. After that 40 clients try logins, 20 a minute each, as deploy/nginx.conf lets them.
Every try has another address and another name, so that no lock stops it: the median of a stored page then and before.
"""

from __future__ import annotations

import datetime as dt
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from http import HTTPStatus

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.utils import timezone

from benchmarks.clients import Answer, Crowd, ask, send_file
from benchmarks.invented.careers import DAYS, START, careers
from benchmarks.invented.decades import founders_csv, store
from benchmarks.invented.events import tournament
from benchmarks.measure import Row
from benchmarks.site import ROOT
from federation.logins import second_factor
from federation.models import Club, Job, Office
from ratings.lists.job_queue import queue_rating, queue_rendering_again
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import LedgerEntry, RatingList
from ratings.pools.creation import create_pool
from ratings.public import rendering
from ratings.starting_lists.create import import_ratings
from tests.services import Worker, wait_until
from tests.tournaments.formats.trf import files as trf_files

READERS, PAUSE, FILES = 150, 5.0, 50
IDLE_SECONDS, LONGEST = 20, 600
STORED = "/en/lists/elo/"
GRANIAN = ("--interface", "wsgi", "--no-ws", "--workers", "1", "--blocking-threads", "4", "--backpressure", "128")


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    players = 500 if quick else 10_000
    _collect_static_files()
    rating_list, second = _lists(players)
    addresses = _addresses(rating_list)
    with _web_server() as port:
        for address in addresses:
            assert ask(port, address)[0] == HTTPStatus.OK, address
        reading = partial(_read, port, addresses)
        with Crowd(READERS, reading, PAUSE) as idle:
            time.sleep(IDLE_SECONDS / (4 if quick else 1))
        with _worker(), Crowd(READERS, reading, PAUSE) as busy:
            _work(port, rating_list, second)
        alone = [_after(0.05, port) for _ in range(100)]
        with _logins(port):
            time.sleep(3)
            attacked = [_after(0.05, port) for _ in range(100)]
    for name, answers in {"idle": idle.answers, "busy": busy.answers, "alone": alone, "attacked": attacked}.items():
        found = [round(1000 * figure(answers), 1) for figure in (_median, _p95)]
        print(f"{name}: {len(answers)} pages, median and p95 in ms: {found}", file=sys.stderr)
    assert {status for status, _seconds in idle.answers + busy.answers + alone + attacked} == {HTTPStatus.OK}
    return [
        Row(
            f"p95 of pages for {READERS} readers, while {FILES} files are sent, a list of {players:,} players is "
            "calculated and all its files are written",
            f"the same {READERS} readers alone",
            _p95(busy.answers) / _p95(idle.answers),
            at_most=3,
        ),
        Row(
            "stored page while 40 clients try logins",
            "the same page alone",
            _median(attacked) / _median(alone),
            at_most=3,
        ),
    ]


def _lists(players: int) -> tuple[RatingList, dt.date]:
    """Return a published list with its files, and the day of the next one."""
    found = replace(careers(2 * players, players, 2), known=[players] * 2)
    store(found)
    pool = create_pool("elo", "frbe", months=(1, 7))
    import_ratings(pool, START - dt.timedelta(days=1), founders_csv(found))
    first, second = (START + dt.timedelta(days=DAYS * period - 1) for period in (1, 2))
    rating_list = publish(rate(pool, first))
    rendering.render(rating_list)
    Job.objects.all().delete()
    return rating_list, second


def _addresses(rating_list: RatingList) -> list[str]:
    """Return pages of all kinds, of which each reader opens any."""
    month = f"{rating_list.pool.slug}/{rating_list.month_slug}/"
    games = LedgerEntry.objects.filter(list=rating_list).order_by("pk").select_related("member")
    members = list(dict.fromkeys(games.values_list("member__number", flat=True)[:200]))[:20]
    return [
        *["/en/", STORED, f"{STORED}?page=2", f"{STORED}?sort=name", "/en/lists/", "/en/tournaments/", "/en/clubs/"],
        *[f"/en/players/{number}/" for number in members],
        *[f"/en/players/{number}/{month}" for number in members],
        *[f"/en/clubs/{club.number}/" for club in Club.objects.all()[:10]],
    ]


def _read(port: int, addresses: list[str]) -> Answer:
    return ask(port, random.choice(addresses))


def _after(seconds: float, port: int) -> Answer:
    time.sleep(seconds)
    return ask(port, STORED)


def _work(port: int, rating_list: RatingList, second: dt.date) -> None:
    """Send the files, have the next list calculated and all files of the first one written. Return when all is done."""
    club = Club.objects.all()[0]
    session = _secretary(club)
    rendering.withdraw(rating_list)
    queue_rendering_again(rating_list)
    queue_rating(rating_list.pool, second)
    for number in range(FILES):
        file = trf_files.write(tournament(number, 60, 400))
        status, _seconds = send_file(port, session, club.pk, f"{number}.trf", file)
        assert status == HTTPStatus.FOUND, status
    waiting = Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING])
    wait_until(lambda: not waiting.exists(), "all work is done", LONGEST)
    assert not Job.objects.filter(state=Job.State.FAILED).exists()


def _secretary(club: Club) -> str:
    """Return the session of a secretary of the club, with a second factor."""
    user = User.objects.create_user("secretary")
    Office.objects.create(account=user, club=club, start=timezone.localdate())
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = "127.0.0.1"
    request.session = SessionStore()
    login(request, user, settings.AUTHENTICATION_BACKENDS[-1])
    factor = Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={})
    second_factor.note_shown(request, user, factor)
    request.session.save()
    return str(request.session.session_key)


def _collect_static_files() -> None:
    """Do it before pages are stored: those stored before belong to another edition, and would not be served."""
    manage = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(manage, cwd=ROOT, env=_settings_of_a_site(), check=True)


def _settings_of_a_site() -> dict[str, str]:
    return {**os.environ, "DJANGO_SETTINGS_MODULE": "federation.settings", "LOG_LEVEL": "CRITICAL"}


@contextmanager
def _web_server() -> Iterator[int]:
    """Run the web server of deploy/systemd with the settings of a site. Yield its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "granian", *GRANIAN, "--host", "127.0.0.1", "--port", str(port)]
    with _process([*command, "federation.wsgi:application"], _settings_of_a_site()):
        wait_until(lambda: _answers(port), "the web server answers")
        yield port


def _answers(port: int) -> bool:
    with suppress(OSError):
        return ask(port, "/en/")[0] == HTTPStatus.OK
    return False


@contextmanager
def _worker() -> Iterator[None]:
    worker = Worker(os.environ["DATABASE_URL"])
    worker.start()
    try:
        yield
    finally:
        worker.kill()


@contextmanager
def _logins(port: int) -> Iterator[None]:
    with _process([sys.executable, "-m", "benchmarks.clients", str(port)], dict(os.environ)):
        yield


@contextmanager
def _process(command: list[str], environment: dict[str, str]) -> Iterator[None]:
    running = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=sys.stderr, start_new_session=True)
    try:
        yield
    finally:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def _p95(answers: list[Answer]) -> float:
    return statistics.quantiles((seconds for _status, seconds in answers), n=20)[-1]


def _median(answers: list[Answer]) -> float:
    return statistics.median(seconds for _status, seconds in answers)
