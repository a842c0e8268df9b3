"""Floods of files and of logins, and clocks that are wrong: each within seconds.

What one login, one job and one lease do is in tests/federation/accounts and tests/federation/background.
"""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone

from federation.background import jobs, sweeper
from federation.models import Job
from ratings.public.rendering import render
from tests import cast, forks, services
from tests.ratings import published
from tests.services import Broker, wait_until
from tests.tournaments import events
from tournaments.models import Upload

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("without_site")]


def files(count: int) -> list[SimpleUploadedFile]:
    return [
        SimpleUploadedFile(f"{number}.csv", events.csv_file(events.report(name=f"Cup {number}")))
        for number in range(count)
    ]


def within(seconds: float, do: Callable[[], object]) -> object:
    """Return what it returns, if it takes no longer."""
    start = time.monotonic()
    answer = do()
    assert time.monotonic() - start <= seconds
    return answer


@pytest.fixture
def secretary(client: Client) -> Client:
    client.force_login(cast.secretary())
    return client


def test_thirty_files_are_taken_in_five_seconds_though_the_broker_is_frozen(secretary: Client, broker: Broker) -> None:
    secretary.get("/my-club/")  # compiles templates
    broker.freeze()
    rescue = threading.Timer(services.START_SECONDS, broker.thaw)
    rescue.start()
    form = {"club": cast.club().pk, "files": files(30)}
    answer = within(5, lambda: secretary.post("/my-club/upload/", form))
    rescue.cancel()
    assert not broker.answers()
    assert answer.status_code == 302
    assert Upload.objects.count() == Job.objects.filter(state=Job.State.QUEUED).count() == 30
    assert Job.objects.all()[0].is_late  # the page of each file says that nothing is lost


def test_a_hundred_files_from_five_people_at_once_are_each_kept_once() -> None:
    form = files(20)
    contents = [(file.name, file.read()) for file in form]
    people = [Client(raise_request_exception=False) for _ in range(5)]
    club, user = cast.club(), cast.secretary()
    for person in people:
        person.force_login(user)

    def send(person: Client) -> int:
        sent = [SimpleUploadedFile(name, content) for name, content in contents]
        try:
            return person.post("/my-club/upload/", {"club": club.pk, "files": sent}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(people)) as at_once:
        answers = within(20, lambda: list(at_once.map(send, people)))
    assert answers == [302] * 5
    assert sorted(Upload.objects.values_list("name", flat=True)) == sorted(name for name, _content in contents)


def test_a_stored_page_is_answered_at_once_while_forty_clients_try_logins(settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = ["federation.accounts.hashing.Argon2"]
    page = "/en/lists/elo/2026-07/"
    render(published.spring_list())
    ended = threading.Event()

    def try_logins(number: int) -> set[int]:
        client, answers = Client(raise_request_exception=False, REMOTE_ADDR=f"10.0.0.{number}"), set()
        while not ended.is_set():
            form = {"username": f"name{number}", "password": "wrong"}
            answers.add(client.post("/en/login/", form).status_code)
            ended.wait(1)
        connection.close()
        return answers

    with ThreadPoolExecutor(40) as clients:
        trying = [clients.submit(try_logins, number) for number in range(40)]
        try:
            for _ in range(10):
                assert within(3, lambda: Client().get(page)).status_code == 200
        finally:
            ended.set()
    assert set().union(*(each.result() for each in trying)) <= {200, 429, 503}


def test_no_healthy_job_is_taken_from_workers_whose_clock_is_a_minute_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, now, clock = forks.ForkedWorker(), timezone.now, time.time
    with monkeypatch.context() as ahead:
        ahead.setattr(timezone, "now", lambda: now() + dt.timedelta(seconds=60))
        ahead.setattr(time, "time", lambda: clock() + 60)
        worker.start()
    try:
        found = [jobs.submit("sleep", f"nap {number}", {"seconds": 0.5}) for number in range(22)]
        wait_until(lambda: (sweeper.sweep(), not Job.objects.exclude(state=Job.State.DONE).exists())[1], "all is done")
    finally:
        worker.kill()
    assert [job.result for job in Job.objects.filter(pk__in=[job.pk for job in found])] == [{"attempt": 1}] * 22
