"""Changes get a number and a hash; what belongs together stays together."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from federation.audit import sealing
from federation.database.acts import ADMIN, Act, acting
from federation.models import AuditEntry, Club, UnsealedChange
from tests import cast
from tests.forms import forms

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("audit")]


def test_a_batch_stands_before_what_it_changed():
    with acting(Act(ADMIN, "renewal", "membres", "membership officer", "192.0.2.7")):
        cast.members([10001, 10002])
    sealing.seal()
    batch, *rest = AuditEntry.objects.order_by("n")
    assert (batch.act, batch.values.after, batch.batch) == ("batch", "renewal", None)
    assert {entry.batch for entry in rest} == {batch.n}
    who = {(entry.account, entry.hat, entry.via, entry.ip) for entry in [batch, *rest]}
    assert who == {("membres", "membership officer", "admin", "192.0.2.7")}


def test_a_batch_that_is_sealed_in_several_turns_stays_one():
    with acting(Act(ADMIN, "renewal")):
        cast.members([10001, 10002])
    sealing.seal(at_once=2)
    assert AuditEntry.objects.filter(act="batch").count() == 1
    assert AuditEntry.objects.filter(act="create", batch=None).count() == 0


def test_one_record_is_not_a_batch_and_numbers_continue():
    for name in ("A", "B"):
        with acting(Act(ADMIN)):
            Club.objects.update_or_create(number="7", defaults={"name": name})
        sealing.seal()
    assert list(AuditEntry.objects.order_by("n").values_list("n", "act", "batch")) == [
        (1, "create", None),
        (2, "change", None),
    ]
    assert AuditEntry.objects.get(n=2).previous == AuditEntry.objects.get(n=1).hash


def test_an_affiliation_is_on_the_history_of_its_member_and_club():
    member = cast.member(10001)
    sealing.seal()
    entry = AuditEntry.objects.get(kind="affiliation")
    club = Club.objects.get()
    assert (entry.owner, entry.partner) == (f"member:{member.pk}", f"club:{club.pk}")


def test_sealing_takes_no_query_for_each_change(django_assert_max_num_queries):
    cast.everybody()
    with django_assert_max_num_queries(20):
        sealing.seal()


def test_a_page_signs_with_the_account_and_the_address(client: Client):
    User.objects.create_superuser("chief", password="a-long-password")
    league = cast.league("400")
    UnsealedChange.objects.all().delete()
    client.force_login(User.objects.get())
    address = f"/en/admin/federation/unit/{league.pk}/change/"
    [shown] = [form for form in forms(client.get(address)) if "code" in form.fields]
    client.post(address, shown.filled({"name": "Other"}), REMOTE_ADDR="192.0.2.9")
    sealing.seal()
    entry = AuditEntry.objects.get(kind="league")
    assert (entry.account, entry.via, entry.ip, entry.field) == ("chief", "admin", "192.0.2.9", "name")


def test_a_command_signs_with_the_user_of_the_machine():
    cast.club()
    sealing.seal()
    entry = AuditEntry.objects.get(kind="club")
    assert entry.via == "command"
    assert entry.account
