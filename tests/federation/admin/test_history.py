"""The history of a record in the admin: what the audit says of it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from federation.audit import sealing
from federation.database.acts import ADMIN, Act, acting
from federation.models import Affiliation, AuditEntry, AuditValue, Club, Member, UnsealedChange
from tests import cast
from tests.forms import logged_in

pytestmark = pytest.mark.django_db
BY_OFFICER = Act(ADMIN, "change", "membres", "membership officer", "192.0.2.7")


def page(browser: Client, record: Member, **query: str):
    return browser.get(reverse("admin:federation_member_history", args=[record.pk]), query)


@pytest.fixture
def anna() -> Member:
    """Return a member whose last name an officer changed."""
    member = cast.member(10001)
    with acting(BY_OFFICER):
        Member.objects.filter(pk=member.pk).update(last_name="Peeters", sex="M")
    sealing.seal()
    return member


def test_who_changed_what_is_shown_before_and_after(officer: Client, anna: Member) -> None:
    steps = page(officer, anna).context["steps"]
    changed = {value.label: (value.before, value.after) for step in steps[:2] for value in step.values}
    assert changed == {"Last name": ("Aerts", "Peeters"), "Sex": ("female", "male")}
    assert {(step.entry.account, step.entry.hat, step.of) for step in steps[:2]} == {
        ("membres", "membership officer", "Member 10001")
    }


def test_what_belongs_to_a_member_is_on_their_history(officer: Client, anna: Member) -> None:
    assert "Affiliation" in {step.of.split()[0] for step in page(officer, anna).context["steps"]}


def test_a_change_in_bulk_is_there_and_leads_to_the_whole_act(anna: Member) -> None:
    other = cast.member(10002)
    with acting(Act(ADMIN, "import", "membres")):
        Member.objects.filter(pk__in=[anna.pk, other.pk]).update(title="WFM")
    sealing.seal()
    administrator = logged_in(cast.administrator())
    entry = page(administrator, anna).context["steps"][0].entry
    whole = administrator.get(reverse("admin:federation_auditentry_changelist"), {"batch": entry.batch})
    assert sorted(each.object for each in whole.context["cl"].result_list) == ["10001", "10002"]


def test_one_field_is_chosen(officer: Client, anna: Member) -> None:
    steps = page(officer, anna, field="member.sex").context["steps"]
    assert [(step.entry.act, step.entry.field) for step in steps] == [("change", "sex"), ("create", "")]


@pytest.mark.parametrize("query", [{"field": "member.password"}, {"file": "exe"}])
def test_what_there_is_not_is_not_found(officer: Client, anna: Member, query: dict[str, str]) -> None:
    assert page(officer, anna, **query).status_code == 404


def test_changes_that_wait_for_their_seal_are_counted(officer: Client, anna: Member) -> None:
    Member.objects.filter(pk=anna.pk).update(first_name="Ann")
    assert page(officer, anna).context["waiting"] == 1


def test_erased_values_leave_their_entry(officer: Client, anna: Member) -> None:
    AuditValue.objects.filter(entry__kind="member").delete()
    step = page(officer, anna).context["steps"][0]
    assert (step.values, step.erased) == ([], True)


def test_the_history_is_a_file(officer: Client, anna: Member) -> None:
    entries = json.loads(page(officer, anna, file="json").content)
    read = list(csv.DictReader(io.StringIO(page(officer, anna, file="csv").content.decode("utf-8-sig"))))
    assert [entry["n"] for entry in entries] == [int(row["n"]) for row in read]
    newest = AuditEntry.objects.get(n=entries[0]["n"])
    assert (entries[0]["of"], entries[0]["hash"]) == ("member 10001", bytes(newest.hash).hex())


def test_a_password_is_never_shown(anna: Member) -> None:
    account = User.objects.create_user("pat", password="first")
    account.set_password("second")
    account.save()
    sealing.seal()
    answer = logged_in(cast.administrator()).get(reverse("admin:auth_user_history", args=[account.pk]))
    values = {value.label: value.after for value in answer.context["steps"][0].values}
    assert values == {"Password": "(not kept)"}


def test_a_club_and_an_account_have_theirs_too() -> None:
    cast.member(10001)
    account = cast.administrator()
    sealing.seal()
    administrator = logged_in(account)
    for name, record in (("federation_club", cast.club()), ("auth_user", account)):
        assert administrator.get(reverse(f"admin:{name}_history", args=[record.pk])).context["steps"], name


@pytest.mark.parametrize("changes", [1, 3])
def test_the_page_takes_as_many_queries_for_one_change_as_for_three(
    officer: Client, changes: int, django_assert_num_queries: Callable
) -> None:
    member = cast.member(10001)
    for number in range(changes):
        Affiliation.objects.filter(member=member).update(start=f"2025-01-0{number + 1}")
    sealing.seal()
    page(officer, member)
    with django_assert_num_queries(12):
        page(officer, member)


@pytest.mark.parametrize("entries", [1, 3])
def test_the_whole_audit_takes_as_many_queries_for_one_entry_as_for_three(
    entries: int, django_assert_num_queries: Callable
) -> None:
    administrator = logged_in(cast.administrator())
    UnsealedChange.objects.all().delete()
    for number in range(entries):
        Club.objects.create(number=str(number + 1), key=number + 1, name="Tour")
    sealing.seal()
    address = reverse("admin:federation_auditentry_changelist")
    with django_assert_num_queries(5):
        assert administrator.get(address).status_code == 200
