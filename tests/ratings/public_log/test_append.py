"""What becomes an entry of the public log."""

from __future__ import annotations

import json

import pytest
from django.db import transaction

from federation.models import Job
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate, revise
from ratings.models import LogEntry, PoolRules, RatingList, RatingPool
from ratings.public_log import keys
from ratings.public_log.append import append_key, append_news, commitment
from tests import cast
from tests.at_once import at_once
from tests.ratings import scene
from tournaments.corrections.correct import correct_result
from tournaments.formats.report import Result
from tournaments.models import Correction, Pairing

pytestmark = pytest.mark.django_db


def published() -> RatingList:
    return publish(rate(scene.spring_pool(), scene.LIST))


def facts() -> list[dict[str, object]]:
    return [json.loads(entry.content) for entry in LogEntry.objects.order_by("number")]


def corrected() -> Correction:
    pairing = Pairing.objects.filter(white_result=Result.WIN).order_by("pk")[0]
    return correct_result(pairing, Result.DRAW, Result.DRAW, cast.rating_officer(), "Scoresheet seen")[0]


def test_lists_and_rules_are_entered_once() -> None:
    made = published()
    assert append_news() == 3
    assert append_news() == 0
    assert [(each["kind"], each.get("date")) for each in facts()] == [
        ("rules", None),
        ("list", "2026-01-01"),
        ("list", "2026-07-01"),
    ]
    assert facts()[2]["digest"] == made.digest


def test_drafts_and_lists_of_private_pools_are_not_entered() -> None:
    rate(scene.spring_pool(), scene.LIST)
    RatingPool.objects.update(public=False)
    assert append_news() == 0


@pytest.mark.long
def test_a_revision_is_an_entry_of_its_own() -> None:
    made = published()
    append_news()
    corrected()
    publish(revise(made.pool, made.date, reason="Scoresheet seen")[0])
    append_news()
    assert [(each["kind"], each.get("revision")) for each in facts()[3:]] == [("correction", None), ("list", 1)]


@pytest.mark.long
def test_a_correction_is_a_commitment_that_names_nobody() -> None:
    published()
    append_news()
    correction = corrected()
    append_news()
    entry = LogEntry.objects.get(kind="correction")
    assert json.loads(entry.content) == {
        "kind": "correction",
        "time": f"{correction.made_at:%Y-%m-%dT%H:%M:%SZ}",
        "number": correction.pk,
        "tournament": correction.tournament_id,
        "commitment": commitment(entry.salt, correction),
    }


def test_a_changed_correction_no_longer_fits_its_commitment() -> None:
    published()
    correction = corrected()
    append_news()
    entry = LogEntry.objects.get(kind="correction")
    correction.reason = "Other reason"
    assert commitment(entry.salt, correction) != json.loads(entry.content)["commitment"]


def test_changed_and_deleted_rules_are_entered() -> None:
    pool = scene.started()
    append_news()
    PoolRules.objects.update(parameters={"k": 20})
    append_news()
    PoolRules.objects.all().delete()
    append_news()
    assert [(each["profile"], each["parameters"]) for each in facts() if each["kind"] == "rules"] == [
        ("seed", {}),
        ("seed", {"k": 20}),
        (None, {}),
    ]
    assert pool.slug == facts()[1]["list"]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_new_key_and_a_publication_are_appended_at_the_same_time() -> None:
    published()
    old, new = keys.any_key(), keys.next_key()
    told = at_once(RatingPool.objects.all(), transaction.atomic(append_news), lambda: append_key(old, new))
    assert told == [3, None]
    assert [each["kind"] for each in facts()] == ["rules", "list", "list", "key"]


@pytest.mark.long
def test_publication_and_correction_queue_the_update() -> None:
    published()
    assert Job.objects.filter(kind="public_log").count() == 1
    Job.objects.all().delete()
    corrected()
    assert Job.objects.filter(kind="public_log").count() == 1
