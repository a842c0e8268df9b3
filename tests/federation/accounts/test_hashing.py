"""Hashing of passwords: few threads at once, and old hashes are replaced."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation import settings as site
from federation.accounts import hashing
from tests import cast, pages

PASSWORD = "correct horse battery"
WHO = {"username": "secretary101", "password": PASSWORD}


@pytest.fixture(autouse=True)
def as_on_the_site(settings: LazySettings) -> None:
    """Hash as the site does: the other tests are in a hurry."""
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS


def test_of_forty_logins_one_hashes_one_waits_and_the_others_are_refused_at_once():
    done = threading.Event()
    order: list[str] = []

    def log_in(_number: int) -> bool:
        try:
            with hashing.turn():
                order.append("in")
                done.wait(30)
                order.append("out")
        except hashing.TooManyLogins:
            return False
        return True

    with ThreadPoolExecutor(40) as threads:
        answers = [threads.submit(log_in, number) for number in range(40)]
        while sum(answer.done() for answer in answers) < 38:
            wait([answer for answer in answers if not answer.done()], timeout=0.1)
        assert order == ["in"]
        done.set()
        assert sorted(answer.result() for answer in answers) == [False] * 38 + [True] * 2
    assert order == ["in", "out"] * 2


@pytest.mark.django_db
def test_who_logs_in_while_others_do_is_asked_to_come_back_and_not_counted(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
):
    cast.secretary()
    with monkeypatch.context() as patch:
        patch.setattr(hashing, "_places", threading.BoundedSemaphore(1))
        with hashing.turn(), django_assert_num_queries(0):
            said = [client.post("/en/login/", {**WHO, "password": "wrong"}) for _ in range(6)]
    assert {(answer.status_code, answer["Retry-After"]) for answer in said} == {(503, "2")}
    assert "The site is too busy to answer" in pages.text(said[0])
    assert client.post("/en/login/", WHO).status_code == 302


@pytest.mark.django_db
def test_a_password_is_hashed_with_argon2id_and_an_older_hash_is_replaced_at_the_next_login(client: Client):
    secretary = cast.secretary()
    User.objects.filter(pk=secretary.pk).update(password=PBKDF2PasswordHasher().encode(PASSWORD, "salt", 1000))
    assert client.post("/en/login/", WHO).status_code == 302
    assert User.objects.get(pk=secretary.pk).password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
