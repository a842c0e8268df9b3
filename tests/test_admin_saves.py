"""Every page of the admin with a form can be saved as it is, and saving it changes nothing."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core import serializers
from django.db import models
from django.test import Client
from django.urls import reverse

from ratings.models import WhatIf
from tests import cast
from tests.forms import forms, send
from tests.leagues import scene as leagues
from tests.ratings import scene
from tournaments.models import Stage

pytestmark = pytest.mark.django_db

SAVED = {
    "affiliation", "club", "group", "member", "office", "ratingpool", "tournament", "unit", "unitmembership", "user",
    "whatif", "competition", "season", "division", "team", "venue", "listentry",
}  # fmt: skip


def test_a_page_that_nobody_touches_is_saved_and_changes_nothing(client: Client) -> None:
    pool = scene.spring_pool(months=[1, 7])
    scene.tournament(["10001 10002 1-0"], name="Read", stage=Stage.READ)
    WhatIf.objects.create(pool=pool, title="Other floor", since=dt.date(2026, 7, 1), parameters={"floor": 1300})
    cast.secretary()
    leagues.rows()
    Group.objects.create(name="auditors")  # of the federation's own making: nobody changes ours
    client.force_login(cast.administrator())
    saved = set()
    for model in admin.site._registry:
        for row in model._default_manager.all():
            page = client.get(_address(row), follow=True)
            if any(button.name == "_save" for form in forms(page) for button in form.buttons):
                before = _stored(row)
                answer = send(client, page, {}, button="_save")
                assert answer.redirect_chain, f"{_address(row)}: {answer.context['errors']}"
                assert _stored(row) == before
                saved.add(model._meta.model_name)
    assert saved == SAVED


def _address(row: models.Model) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def _stored(row: models.Model) -> str:
    """Return the row as the database has it; forms keep no fractions of a second."""
    return re.sub(r"\.\d+Z", "Z", serializers.serialize("json", type(row)._default_manager.filter(pk=row.pk)))
