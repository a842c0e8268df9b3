"""Hiding a member rewrites the public files."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from federation.imports import member_files
from federation.imports.members import MemberPlan, take_over
from federation.members import guardians
from federation.members.merging import merge
from federation.models import Consent, Job, Member
from tests import cast
from tests.forms import forms, logged_in, send

pytestmark = pytest.mark.django_db


def hidings() -> int:
    return Job.objects.filter(kind="hide").count()


def imported(text: str) -> MemberPlan:
    return take_over(*member_files.read("members.csv", text.encode(), dt.date(2026, 1, 1)))


def save(client: Client, member: Member, **changes: object) -> None:
    """Send the form of the admin with these changes."""
    assert send(client, page_of(client, member), changes, button="_save").redirect_chain


def page_of(client: Client, member: Member) -> HttpResponse:
    return client.get(reverse("admin:federation_member_change", args=[member.pk]))


@pytest.mark.long
def test_hiding_in_the_admin_rewrites_public_files_and_other_changes_do_not() -> None:
    member, client = cast.member(10001, affiliated=False), Client()
    client.force_login(cast.membership_officer())
    save(client, member, title="WFM")
    assert hidings() == 0
    save(client, member, hidden="on")
    assert hidings() == 1
    save(client, member, hidden=[])
    assert hidings() == 2


@pytest.mark.parametrize(
    ("lines", "count"),
    [("10001,yes,", 1), ("10001,yes,\n10002,,WFM", 1), ("10001,no,", 0), ("10002,,WFM", 0)],
)
def test_hiding_by_an_import_rewrites_public_files(lines: str, count: int) -> None:
    cast.member(10001)
    cast.member(10002)
    assert imported(f"matricule,hidden,title\n{lines}\n").problems == []
    assert hidings() == count


@pytest.mark.long
def test_merged_records_are_hidden_and_shown_with_the_member() -> None:
    member, old, client = cast.member(10001), cast.member(10002), Client()
    merge(old, member)
    client.force_login(cast.membership_officer())
    save(client, member, hidden="on")
    assert list(Member.objects.filter(hidden=True)) == [member, old]
    assert imported("matricule,hidden\n10001,no\n").problems == []
    assert not Member.objects.filter(hidden=True).exists()


@pytest.mark.long
def test_a_merged_record_is_not_hidden_or_shown_by_itself() -> None:
    member, old, client = cast.member(10001), cast.member(10002, affiliated=False), Client()
    Member.objects.update(hidden=True)
    merge(old, member)
    old.refresh_from_db()
    client.force_login(cast.membership_officer())
    assert [form.address for form in forms(page_of(client, member)) if "hidden" in form.fields] != []
    assert [form.address for form in forms(page_of(client, old)) if "hidden" in form.fields] == []
    save(client, old, title="WFM")
    assert list(Member.objects.filter(hidden=True)) == [member, old]


@pytest.mark.long
def test_a_new_hidden_member_rewrites_no_files() -> None:
    imported("matricule,last_name,hidden\n20001,Zeno,yes\n")
    officer = logged_in(cast.membership_officer())
    page = officer.get(reverse("admin:federation_member_add"))
    send(officer, page, {"number": "20002", "last_name": "Zita", "hidden": "on"}, button="_save")
    assert list(Member.objects.filter(hidden=True).values_list("key", flat=True)) == [20001, 20002]
    assert hidings() == 0


def answers(*given: bool) -> list[bool]:
    """Record these answers about the public name of member 10001, and return whether each left them hidden."""
    member, officer, found = cast.member(10001), cast.membership_officer(), []
    for each in given:
        guardians.record(member, officer, Consent.Purpose.PUBLIC_NAME, given=each)
        found.append(Member.objects.get(key=10001).hidden)
    return found


def test_who_refuses_the_name_in_public_is_hidden_everywhere_until_they_consent(client: Client) -> None:
    assert answers(True, False, False) == [False, True, True]
    assert hidings() == 1
    for page in (reverse("player", args=["10001"]), reverse("players") + "?q=aerts"):
        assert "Aerts" not in client.get(page).text
    officer = User.objects.get(username="registrar")
    guardians.record(cast.member(10001), officer, Consent.Purpose.PUBLIC_NAME, given=True)
    assert not Member.objects.get(key=10001).hidden
    assert hidings() == 2


def test_a_consent_does_not_show_a_member_whom_an_officer_hid() -> None:
    Member.objects.filter(pk=cast.member(10001).pk).update(hidden=True)
    assert answers(True) == [True]
