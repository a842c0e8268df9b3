"""The pages about people's data: who may open them, what they show, what the reading log keeps of it."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.models import Erasure, Looked, PersonalDetail
from federation.privacy import looks
from federation.privacy.kept_pages import sections
from tests import cast
from tests.forms import logged_in

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_two_officers_erase_a_person_with_two_clicks_each() -> None:
    anna = cast.member(10001)
    first, second = logged_in(cast.membership_officer()), logged_in(cast.administrator())
    page = first.get(reverse("admin:federation_member_change", args=[anna.pk]))
    assert f'href="{reverse("erase_member", args=[anna.pk])}"' in page.text
    page = first.get(reverse("erase_member", args=[anna.pk]))
    assert "Former member 10001" in page.text
    page = first.post(reverse("erase_member", args=[anna.pk]), {"reason": "Letter of 1 June"}, follow=True)
    assert "can be approved from" in page.text
    assert "Erase Aerts, Anna for good" not in page.text
    Erasure.objects.update(asked_at=timezone.now() - dt.timedelta(days=14))
    assert "waits for another officer" in first.get(reverse("erasures")).text
    assert "1 erasure of a person waits for your approval." in second.get(reverse("admin:index")).text
    assert "Erase Aerts, Anna for good" in second.get(reverse("erasures")).text
    page = second.post(reverse("decide_erasure", args=[Erasure.objects.get().pk]), {"verb": "approve"}, follow=True)
    assert "being erased" in page.text


def test_columns_with_several_values_are_written_out() -> None:
    [shown] = sections({"audit": [{"what": {"email": ["a@example.org", "b@example.org"], "hidden": True}}]})
    assert shown.rows == [[("What", "email: a@example.org, b@example.org; hidden: yes")]]


def test_the_page_of_erasures_makes_four_queries(django_assert_num_queries) -> None:
    officer, client = cast.membership_officer(), logged_in(cast.administrator())
    for number, queries in ((10001, 4), (10002, 4), (10003, 4)):
        Erasure.objects.create(member=cast.member(number), reason="Letter", asked_by=officer)
        with django_assert_num_queries(queries):
            client.get(reverse("erasures"))


@pytest.mark.long
def test_everything_kept_of_a_person_is_a_page_and_a_file_and_looking_is_logged() -> None:
    anna, officer = cast.member(10001), logged_in(cast.membership_officer())
    PersonalDetail.objects.create(member=anna, what="street", value="Lane 1")
    page = officer.get(reverse("kept_of_member", args=[anna.pk])).text
    assert "1 January 1990" in page
    assert "Lane 1" in page
    assert "Search name" not in page  # a column of the site's own
    kept = json.loads(officer.get(reverse("kept_file", args=[anna.pk])).content)
    assert kept["member"][0]["birth_date"] == "1990-01-01"
    assert kept["looked"] == [{"day": str(timezone.localdate()), "role": "membership officer"}]
    rows = Looked.objects.order_by("pk").values_list("page", "member", "count", "role")
    assert list(rows) == [
        ("kept_of_member", anna.pk, 1, "membership officer"),
        ("kept_file", anna.pk, 1, "membership officer"),
    ]


def test_a_list_of_members_is_one_row_of_the_log_and_a_page_of_years_is_none() -> None:
    cast.everybody()
    officer = logged_in(cast.membership_officer())
    officer.get(reverse("admin:federation_member_changelist"), {"q": "a"})
    officer.get(reverse("player", args=[10001]))
    officer.get(reverse("admin:federation_club_changelist"))
    [row] = Looked.objects.all()
    assert (row.page, row.member, row.chosen) == ("admin:federation_member_changelist", None, "q=a")


def test_the_privacy_officer_sees_who_looked_at_more_than_two_hundred_people_a_day(django_assert_num_queries) -> None:
    registrar = cast.membership_officer()
    watcher = cast.privacy_officer()
    Looked.objects.create(account=registrar, role="membership officer", page="export", count=201)
    Looked.objects.create(account=cast.secretary(), role="club secretary", page="members", count=200)
    assert [(each.account, each.is_outlier) for each in looks.days()] == [("registrar", True), ("secretary101", False)]
    client = logged_in(watcher)
    with django_assert_num_queries(5):
        page = client.get(reverse("looks")).text
    assert page.count("more than 200") == 1
    assert logged_in(registrar).get(reverse("looks")).status_code == 403
