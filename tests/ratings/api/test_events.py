"""The messages that programs of clubs and of the federation get when something happens."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from federation.models import Job, Webhook
from federation.webhooks import webhooks
from tests import cast, forms
from tests.ratings import scene
from tournaments.corrections.correct import correct_result
from tournaments.formats.report import Result
from tournaments.models import Tournament
from tournaments.review.decisions import accept

pytestmark = pytest.mark.django_db


def test_clubs_and_the_federation_learn_of_lists_tournaments_and_corrections(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "resolve", lambda _host: "93.184.216.34")
    webhooks.add(cast.club(), cast.secretary(), "https://club.example.org/", Webhook.Event.values)
    client.force_login(cast.rating_officer())
    added = {"address": "https://federation.example.org/", "events": Webhook.Event.values}
    assert "whsec_" in forms.send(client, client.get("/en/office/webhooks/"), added).text
    pool = scene.spring_pool()
    accept(scene.submitted("Late Open", ["10001 10003 1-0"], start=dt.date(2026, 7, 4)), None)
    game = Tournament.objects.get(name="Spring Open").pairings.get(round=1)
    correct_result(game, Result.DRAW, Result.DRAW, None, "Both said so")
    scene.published(pool)
    told = [(job.arguments["webhook"], job.arguments["body"]["type"]) for job in Job.objects.filter(kind="webhook")]
    assert sorted(told) == [(one.pk, event) for one in Webhook.objects.order_by("pk") for event in sorted(one.events)]
