"""Erasing a person: nothing says any more who it was, and every list still verifies."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.audit.verification import verify as verify_audit
from federation.background import backups, worker
from federation.erasure import erasing, erasures
from federation.erasure.registry import PERSONAL
from federation.models import Erasure, Job, Member, Office
from ratings.models import LedgerEntry, Rating
from ratings.verification.verify import verify
from tests import cast
from tests.federation.erasure import canary

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def site(tmp_path: Path, settings: LazySettings) -> Path:
    """Return the folder of everything that the site stores beside its database."""
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    settings.PUBLISHED_ROOT, settings.SPOOL_ROOT = tmp_path / "media/published", tmp_path / "media/spool"
    settings.DEMO_ROOT, settings.ERASED_NUMBERS = tmp_path / "demo", tmp_path / "erased_numbers.txt"
    return tmp_path


def run_jobs() -> None:
    while waiting := Job.objects.filter(state=Job.State.QUEUED).order_by("created_at").first():
        worker.run(waiting.pk)


def figures() -> list[tuple[object, ...]]:
    ratings = Rating.objects.order_by("pk").values_list("list", "member_key", "rating", "games", "rank", "change")
    entries = LedgerEntry.objects.order_by("pk").values_list("list", "member_key", "number", "change", "opponent_key")
    return [*ratings, *entries]


def test_an_erasure_leaves_no_trace_and_every_list_verifies(site: Path) -> None:
    lists = canary.lists()
    assert len(lists) == 9
    made = backups.make(site.parent / "backups")
    before, digests = figures(), [each.digest for each in lists]
    assert len(canary.traces(site)) > 20
    erasing.erase_rows(erasing.remove_files(Member.objects.get(number=canary.NUMBER)))
    run_jobs()
    assert canary.traces(site) == []
    assert (site / "log/web.log").read_text() == "GET /players/\n"
    assert figures() == before
    for each, digest in zip(lists, digests, strict=True):
        each.refresh_from_db()
        assert (each.digest, verify(each).failed) == (digest, [])
    assert verify_audit().problems == []
    assert "Former member 10077" in Client().get(reverse("ledger", args=[10001, "elo", "2026-07"])).text
    if connection.vendor == "sqlite":  # the tests share one database of PostgreSQL; test_restoring has another
        call_command("restore", str(made), "--replace")
        run_jobs()
        assert canary.traces(site) == []


def test_a_person_who_was_erased_is_asked_for_by_one_officer_and_approved_by_another_after_two_weeks() -> None:
    first, second = cast.membership_officer(), cast.administrator()
    anna = cast.member(10001)
    erasure = erasures.ask(anna, "Letter of 1 June", first)
    with pytest.raises(erasures.ErasureRefused, match="requested on 2"):
        erasures.ask(anna, "Again", second)
    with pytest.raises(erasures.ErasureRefused, match="Another officer"):
        erasures.approve(erasure, first)
    with pytest.raises(erasures.ErasureRefused, match="can be approved from"):
        erasures.approve(erasure, second)
    Erasure.objects.update(asked_at=timezone.now() - dt.timedelta(days=14))
    office = Office.objects.create(member=anna, club=cast.club(), role="president", start=cast.SEASON[0])
    with pytest.raises(erasures.ErasureRefused, match="They hold an office: president, 101 Tour Blanche"):
        erasures.approve(erasure, second)
    office.delete()
    worker.run(erasures.approve(erasure, second).pk)
    anna.refresh_from_db()
    assert (anna.name, anna.public_name, anna.birth_date) == ("Former member 10001", "Former member 10001", None)
    done = Erasure.objects.get()
    assert (done.reason, done.done_at is None) == ("", False)
    with pytest.raises(erasures.ErasureRefused, match="erased already"):
        erasures.ask(anna, "Again", first)


def test_a_namesake_keeps_their_name_and_texts_about_other_events(site: Path) -> None:
    anna = cast.member(10001)
    other = Member.objects.create(number="10078", last_name="Aerts", first_name="Anneke")
    texts = ["Aerts, Anna was ill", "Mrs Aerts was ill", "Aerts, Anneke was ill"]
    jobs = [Job.objects.create(kind="hide", key=text, state=Job.State.DONE) for text in texts]
    erasing.erase_rows(erasing.remove_files(anna))
    other.refresh_from_db()
    assert other.name == "Aerts, Anneke"
    assert [Job.objects.get(pk=each.pk).key for each in jobs] == ["Former member 10001 was ill", *texts[1:]]


def test_every_table_about_members_says_what_an_erasure_does() -> None:
    about = {field.related_model for field in Member._meta.get_fields(include_hidden=True) if field.one_to_many}
    assert {each.__name__ for each in about - {Member} - set(PERSONAL)} == set()
