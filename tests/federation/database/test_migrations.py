"""A site that exists finds its members when it is updated."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from federation.models import Member

pytestmark = pytest.mark.django_db(transaction=True)


def update() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_names_are_found_by_the_plain_form_of_every_letter() -> None:
    MigrationExecutor(connection).migrate([("federation", "0006_merged_records_hidden_alike")])
    for matricule, last_name, as_before in ((10011, "Ħażżebbuġ", "azzebbug"), (10012, "Élie", "elie")):
        Member.objects.bulk_create([Member(matricule=matricule, last_name=last_name, search_name=as_before)])
    update()
    assert dict(Member.objects.values_list("matricule", "search_name")) == {10011: "hazzebbug", 10012: "elie"}
