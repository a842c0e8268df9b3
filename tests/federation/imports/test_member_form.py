"""The form of a member: what is cleaned, refused and warned of."""

from __future__ import annotations

import datetime as dt

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from federation.members.season_renewal import renew_all
from federation.models import Affiliation, Member
from tests import cast
from tests.forms import send

pytestmark = pytest.mark.django_db


def saved(officer: Client, changes: dict[str, object], member: Member | None = None) -> HttpResponse:
    """Return the page after these values were saved on the page of the member, or of a new one."""
    name, arguments = ("change", [member.pk]) if member else ("add", [])
    page = officer.get(reverse(f"admin:federation_member_{name}", args=arguments), headers={"accept-language": "en"})
    return send(officer, page, changes)


def told(page: HttpResponse) -> list[str]:
    return [str(message) for message in page.context["messages"] if message.level_tag == "warning"]


def test_typed_values_are_cleaned_as_in_an_import(officer: Client) -> None:
    typed = {"last_name": "  VAN  DEN BERG ", "nationality": "ned", "fide_federation": "ned", "title": "wim"}
    saved(officer, typed)
    made = Member.objects.get()
    assert (made.last_name, made.nationality, made.fide_federation, made.title) == ("VAN DEN BERG", "NED", "NED", "WIM")


@pytest.mark.long
@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("fide_federation", "B1", "“B1” is not a three-letter country code."),
        ("fide_rating", "15280", "“15280” is not a whole number from 0 to 4000."),
        ("birth_date", "12/05/0206", "The birth date 12 May 0206 cannot be right: check the year."),
        ("birth_date", "2206-05-12", "The birth date is in the future."),
    ],
)
def test_impossible_values_are_errors_of_their_field(officer: Client, field: str, typed: str, sentence: str) -> None:
    page = saved(officer, {"last_name": "Peeters", field: typed})
    assert page.context["adminform"].form.errors == {field: [sentence]}
    assert not Member.objects.exists()


@pytest.mark.long
def test_untouched_fields_keep_what_is_stored(officer: Client) -> None:
    old = Member.objects.create(number="10004", last_name="Dubois", nationality="B", title="gm")
    saved(officer, {"first_name": "Didier"}, old)
    old.refresh_from_db()
    assert (old.first_name, old.nationality, old.title) == ("Didier", "B", "gm")


@pytest.mark.long
@pytest.mark.parametrize(("born", "may_be_he"), [("", True), ("1970-04-04", True), ("1999-04-04", False)])
def test_a_namesake_gives_a_warning_with_a_link_to_merge(officer: Client, born: str, may_be_he: bool) -> None:
    known = cast.member(10004)
    page = saved(officer, {"last_name": "DUBOIS", "first_name": "Didier", "birth_date": born})
    address = reverse("admin:federation_member_merge", args=[Member.objects.latest("pk").pk, known.pk])
    sentence = "10004 Dubois, Didier has the same name. If they are the same person, merge the two records."
    assert told(page) == ([f'<a href="{address}">{sentence}</a>'] if may_be_he else [])


@pytest.mark.long
def test_open_and_future_affiliations_of_the_deceased_give_a_warning(officer: Client) -> None:
    member = cast.member(10001)
    Affiliation.objects.update(end=dt.date(2098, 8, 31))
    renew_all(member.affiliations.all(), 2099)
    lines = [
        f'<a href="{reverse("admin:federation_affiliation_change", args=[row.pk])}">'
        f"This affiliation is still open; end it first: 101 Tour Blanche, {days}.</a>"
        for row, days in zip(
            member.affiliations.order_by("start"),
            ("01/09/2025 – 31/08/2098", "01/09/2098 – 31/08/2099"),
            strict=True,
        )
    ]
    assert told(saved(officer, {"deceased": "on"}, member)) == lines
    assert told(saved(officer, {"title": "WFM"}, member)) == []
