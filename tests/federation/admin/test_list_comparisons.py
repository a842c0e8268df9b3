"""The pages of comparisons with the lists of other federations."""

from __future__ import annotations

import csv
import datetime as dt
import io

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from federation.background import worker
from federation.files.limits import TOO_LARGE
from federation.foreign_lists import compare
from federation.models import ComparedPlayer, ListComparison, Member
from tests import cast
from tests.federation.foreign_lists.list_files import line, text

pytestmark = pytest.mark.django_db

ANNA, BRAM = line(990001, "Aerts, Anna", born="1990"), line(77, "Baeten, Bram", born="1985")


@pytest.fixture(autouse=True)
def own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def officer(client) -> Client:
    """Return the browser of a membership officer; Bram has no FIDE id."""
    cast.everybody()
    Member.objects.filter(key=10002).update(fide_id=None)
    client.force_login(cast.membership_officer())
    return client


def upload(client, data=None):
    file = SimpleUploadedFile("players_list.txt", text(ANNA, BRAM) if data is None else data)
    return client.post(reverse("admin:federation_listcomparison_add"), {"file": file})


def compared(client, *lines):
    upload(client, text(*lines or (ANNA, BRAM)))
    comparison = ListComparison.objects.latest("pk")
    worker.run(comparison.job_id)
    return comparison


def page(comparison):
    return reverse("admin:federation_listcomparison_change", args=[comparison.pk])


def choose(client, action, *chosen, **more):
    facts = {"action": action, "_selected_action": [row.pk for row in chosen], **more}
    return client.post(rows_page(), facts, follow=True)


def rows_page(query=""):
    return reverse("admin:federation_comparedplayer_changelist") + query


def row(number):
    return ComparedPlayer.objects.get(number=number)


def test_a_list_is_sent_and_its_page_shows_how_far_it_is(officer):
    response = upload(officer)
    comparison = ListComparison.objects.get()
    assert response.headers["Location"] == page(comparison)
    waiting = officer.get(page(comparison)).text
    assert 'http-equiv="refresh"' in waiting
    assert "<progress" in waiting
    worker.run(comparison.job_id)
    done = officer.get(page(comparison))
    assert 'http-equiv="refresh"' not in done.text
    assert [kind[:2] for kind in done.context["kinds"]] == [
        *[("Matched", 1), ("Suggestion", 1), ("Not in the list", 2), ("Differences", 1)]
    ]


def test_a_file_that_is_not_a_list_says_so_on_its_page(officer):
    upload(officer, b"hello")
    comparison = ListComparison.objects.get()
    worker.run(comparison.job_id)
    assert "This list cannot be compared" in officer.get(page(comparison)).text


def test_a_file_above_the_limit_is_refused_before_it_is_kept(officer, monkeypatch):
    monkeypatch.setattr(compare, "MAX_BYTES", 10)
    assert TOO_LARGE % {"limit": "10\xa0bytes"} in upload(officer).text
    assert not ListComparison.objects.exists()


@pytest.mark.long
def test_each_kind_leads_to_its_rows(officer):
    comparison = compared(officer)
    for _label, count, query in officer.get(page(comparison)).context["kinds"]:
        assert officer.get(rows_page(f"?{query}")).context["cl"].result_count == count


def test_the_rows_show_differences_from_the_list(officer):
    compared(officer)
    assert "FIDE rating: – → 1812, title: – → WFM" in officer.get(rows_page("?news=1")).text


def test_a_confirmation_shows_what_would_be_written(officer):
    compared(officer)
    response = choose(officer, "take_numbers", row("77"), row("990001"))
    assert response.templates[0].name == "admin/federation/comparedplayer/take.html"
    assert "1 member would be changed." in response.text
    assert "1 selected row changes nothing." in response.text
    assert Member.objects.get(key=10002).fide_id is None


def test_a_confirmed_number_is_filled_in_and_the_members_history_says_so(officer):
    compared(officer)
    response = choose(officer, "take_numbers", row("77"), confirmed="yes")
    assert "1 member was changed." in response.text
    bram = Member.objects.get(key=10002)
    assert bram.fide_id == 77
    entry = LogEntry.objects.get(object_id=str(bram.pk))
    assert entry.user.username == "registrar"
    assert entry.change_message == "Copied from the list FIDE · players_list.txt: FIDE ID: – → 77"


def test_only_the_chosen_rows_are_copied(officer):
    compared(officer, ANNA, line(990004, "Dubois, Didier", born="1970"))
    choose(officer, "take_news", row("990004"), confirmed="yes")
    ratings = dict(Member.objects.filter(fide_id__in=[990001, 990004]).values_list("fide_id", "fide_rating"))
    assert ratings == {990001: None, 990004: 1812}


def test_all_rows_of_a_filter_can_be_chosen_at_once(officer):
    compared(officer, ANNA, line(990004, "Dubois, Didier", born="1970"))
    facts = {"action": "take_news", "_selected_action": [row("990001").pk], "select_across": "1", "confirmed": "yes"}
    officer.post(rows_page("?news=1"), facts)
    assert Member.objects.filter(fide_rating=1812).count() == 2


def test_a_choice_without_effect_gives_a_message(officer):
    compared(officer)
    assert "Nothing can be copied from the selected rows." in choose(officer, "take_numbers", row("990001")).text


def test_the_rows_are_downloaded_as_they_are_filtered(officer):
    compared(officer)
    address = reverse("admin:federation_comparedplayer_csv")
    response = officer.get(address, {"verdict__exact": "suggestion"})
    [found] = csv.DictReader(io.StringIO(response.content.decode("utf-8-sig")))
    assert {name: found[name] for name in ("verdict", "number", "name", "matricule", "member", "member_number")} == {
        "verdict": "suggestion",
        "number": "77",
        "name": "Baeten, Bram",
        "matricule": "10002",
        "member": "Baeten, Bram",
        "member_number": "",
    }
    assert officer.get(address).content.count(b"\n") == 5


def test_the_download_has_the_local_day_on_which_a_row_was_copied(officer):
    compared(officer)
    ComparedPlayer.objects.filter(number="77").update(taken_at=dt.datetime(2026, 6, 30, 22, 30, tzinfo=dt.UTC))
    rows = officer.get(reverse("admin:federation_comparedplayer_csv")).content.decode("utf-8-sig")
    taken = {found["number"]: found["taken_over"] for found in csv.DictReader(io.StringIO(rows))}
    assert taken == {"990001": "", "77": "2026-07-01", "990004": "", "990008": ""}


@pytest.mark.long
def test_viewers_cannot_copy_rows(officer, client):
    comparison = compared(officer)
    client.force_login(cast.viewer())
    assert client.get(page(comparison)).status_code == 200
    assert "take_numbers" not in client.get(rows_page()).text
    choose(client, "take_numbers", row("77"), confirmed="yes")
    assert Member.objects.get(key=10002).fide_id is None
    assert upload(client).status_code == 403


def test_only_staff_see_comparisons(officer, client):
    comparison = compared(officer)
    client.force_login(cast.secretary())
    for address in (page(comparison), rows_page(), reverse("admin:federation_comparedplayer_csv")):
        assert client.get(address).status_code == 302


def test_a_comparison_is_deleted_with_its_rows(officer):
    comparison = compared(officer)
    address = reverse("admin:federation_listcomparison_delete", args=[comparison.pk])
    asked = officer.get(address)
    assert [count for _, count in asked.context["model_count"]] == [1, 4]
    assert "Aerts" not in asked.text  # they may be as many as the members
    officer.post(address, {"post": "yes"})
    assert (ListComparison.objects.count(), ComparedPlayer.objects.count()) == (0, 0)


@pytest.mark.long
def test_rows_are_found_by_the_listed_name_the_number_and_the_member(officer):
    compared(officer, line(990001, "Aerts, Annelies", born="1990"), BRAM)
    words = {"annelies": "990001", "ÄNNA": "990001", "77": "77", "10002": "77", "aerts 990001": "990001"}
    for query, found in words.items():
        rows = officer.get(rows_page(f"?q={query}")).context["cl"].result_list
        assert [row.number for row in rows] == [found], query
    assert not officer.get(rows_page("?q=baeten 990001")).context["cl"].result_list


@pytest.mark.parametrize("count", [1, 3])
def test_the_rows_take_the_same_queries_for_one_and_for_three(officer, count, django_assert_num_queries):
    lines = [ANNA, line(990004, "Dubois, Didier", born="1970"), line(990008, "Hermans, Hanne", born="1994")]
    compared(officer, *lines[:count])
    address = rows_page("?verdict__exact=matched")
    officer.get(address)
    with django_assert_num_queries(8):
        officer.get(address)


@pytest.mark.parametrize("count", [1, 3])
def test_the_comparisons_take_the_same_queries_for_one_and_for_three(officer, count, django_assert_num_queries):
    for _ in range(count):
        compared(officer)
    with django_assert_num_queries(7):
        officer.get(reverse("admin:federation_listcomparison_changelist"))


def test_copied_rows_can_be_filtered(officer):
    compared(officer)
    choose(officer, "take_numbers", row("77"), confirmed="yes")
    for value, expected in (("1", {"77"}), ("0", {"990001", "990004", "990008"})):
        assert {each.number for each in officer.get(rows_page(f"?taken={value}")).context["cl"].queryset} == expected
