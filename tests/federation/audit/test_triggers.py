"""Every way of writing an audited row leaves an entry; the database sees to it."""

import json

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.db import connection, transaction

from federation.audit import registry, triggers
from federation.database import bulk
from federation.models import Club, Licence, UnsealedChange
from tests import cast
from tests.federation.audit.entries import changes, entries

pytestmark = pytest.mark.django_db

WRITERS = {
    "save": lambda club, name: (setattr(club, "name", name), club.save()),
    "save(update_fields)": lambda club, name: (setattr(club, "name", name), club.save(update_fields=["name"])),
    "update": lambda _club, name: Club.objects.update(name=name),
    "update_or_create": lambda club, name: Club.objects.update_or_create(pk=club.pk, defaults={"name": name}),
    "bulk_update": lambda club, name: (setattr(club, "name", name), Club.objects.bulk_update([club], ["name"])),
    "bulk.update": lambda club, name: (setattr(club, "name", name), bulk.update([club], ["name"])),
    "SQL": lambda _club, name: connection.cursor().execute("UPDATE federation_club SET name = %s", [name]),
}
MAKERS = {
    "create": lambda: Club.objects.create(number="7", name="New"),
    "bulk_create": lambda: Club.objects.bulk_create([Club(number="7", name="New")]),
    "bulk.insert": lambda: bulk.insert([Club(number="7", name="New")]),
    "bulk.insert_new": lambda: bulk.insert_new([Club(number="7", name="New")]),
    "bulk.write": lambda: bulk.write(Club, COLUMNS, [ROW]),
}
COLUMNS = ("number", "key", "name", "short_name", "city", "website", "email", "active")
ROW = ("7", 7, "New", "", "", "", "", True)
REMOVERS = {
    "delete": lambda: Club.objects.get().delete(),
    "delete of many": lambda: Club.objects.all().delete(),
    "_raw_delete": lambda: (rows := Club.objects.all())._raw_delete(rows.db),
    "SQL": lambda: connection.cursor().execute("DELETE FROM federation_club"),
}


def club() -> Club:
    made = Club.objects.create(number="7", name="Old")
    UnsealedChange.objects.all().delete()
    return made


@pytest.mark.parametrize("way", WRITERS)
def test_every_change_is_seen(audit: None, way: str):
    WRITERS[way](club(), "New")
    assert entries() == [("change", "club 7", "name", "Old", "New")]


@pytest.mark.parametrize("way", MAKERS)
def test_every_new_record_is_seen(audit: None, way: str):
    MAKERS[way]()
    [(act, of, field, before, after)] = entries()
    assert (act, of, field, before) == ("create", "club 7", "", None)
    known = {"number": "7", "name": "New", "active": "true"}
    assert json.loads(after) == known | dict.fromkeys(("short_name", "city", "website", "email"), "")


@pytest.mark.parametrize("way", REMOVERS)
def test_every_deletion_is_seen(audit: None, way: str):
    club()
    REMOVERS[way]()
    [(act, of, _field, before, after)] = entries()
    assert (act, of, json.loads(before)["name"], after) == ("delete", "club 7", "Old", None)


def test_what_is_rolled_back_leaves_nothing(audit: None):
    with transaction.atomic():
        club().save()
        transaction.set_rollback(True)
    assert entries() == []


def test_a_save_that_changes_nothing_leaves_nothing(audit: None):
    club().save()
    assert entries() == []


def test_references_are_numbers_and_secrets_are_not_shown(audit: None):
    member, user = cast.member(10001, affiliated=False), User.objects.create_user("anna", password="one")
    licence = Licence.objects.create(member=member, issuer="FFE", number="A1")
    UnsealedChange.objects.all().delete()
    user.set_password("another")
    user.save()
    licence.member = cast.member(10002, affiliated=False)
    licence.save()
    user.groups.add(Group.objects.get(name="viewer"))
    stored = "".join(UnsealedChange.objects.values_list("after", flat=True))
    assert "argon2" not in stored
    assert changes() == [
        ("change", "account anna", "password", None, "changed"),
        ("change", f"licence {licence.pk}", "member", "10001", "10002"),
    ]
    assert json.loads(entries()[-1][4]) == {"user": "anna", "group": "viewer"}


def test_each_model_is_audited_or_says_why_not():
    ours = [model for model in apps.get_models(include_auto_created=True) if model.__module__ != "__fake__"]
    audited = {each.model for each in registry.AUDITED.values()}
    assert [model.__name__ for model in ours if model not in audited and model not in registry.NOT_AUDITED] == []
    assert audited & set(registry.NOT_AUDITED) == set()


def test_a_trigger_that_is_missing_is_found_and_made_again():
    name = next(iter(dict(triggers._triggers(connection, registry.AUDITED["club"]))))
    with connection.cursor() as cursor:
        triggers._drop(cursor, connection, name, "federation_club")
    assert triggers.missing() == ["federation_club"]
    [warning] = triggers.check_triggers(databases=["default"])
    assert warning.msg == "Changes of federation_club are not audited."
    triggers.install()
    assert triggers.missing() == []
