"""Odd input in search fields, filters and addresses of the admin causes no server error."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode

from federation.models import Unit
from tests import cast, pages
from tests.at_once import IN_QUEUE, alone
from tests.forms import forms

pytestmark = pytest.mark.django_db

ODD = ["a\0b", "9" * 23, "\U0001f642" * 1000, "ab " * 1000]
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)


def parameters(client: Client, address: str) -> list[str]:
    """Return the filters that the list offers, and the parameters of its address."""
    shown = client.get(address).context["cl"]
    filters = [name for spec in shown.filter_specs for name in spec.expected_parameters()]
    day = shown.model_admin.date_hierarchy
    return list(dict.fromkeys(["q", "p", "o", *filters, *([f"{day}__year"] if day else [])]))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.model_name)
def test_odd_parameters_cause_no_server_error(client: Client, model: type) -> None:
    client.force_login(cast.administrator())
    client.raise_request_exception = False
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    addresses = [f"{address}?{urlencode({name: odd})}" for name in parameters(client, address) for odd in ODD]
    addresses += [f"{address}{quote(odd)}/change/" for odd in ODD]
    answers = {each: client.get(each).status_code for each in addresses}
    assert {each: status for each, status in answers.items() if status not in {200, 302, 404}} == {}


@pytest.mark.parametrize(("year", "status"), [("-1", 404), ("0", 404), ("10000", 404), ("abc", 404), ("2026", 200)])
def test_only_real_years_are_accepted(client: Client, year: str, status: int) -> None:
    client.force_login(cast.administrator())
    assert client.get(f"{reverse('admin:federation_job_changelist')}?created_at__year={year}").status_code == status


@pytest.mark.parametrize(("odd", "status"), [("a\0b", 404), ("Aerts", 200), ("ab " * 1000, 404)])
def test_odd_searches_in_a_form_cause_no_server_error(client: Client, odd: str, status: int) -> None:
    client.force_login(cast.administrator())
    field = {"app_label": "federation", "model_name": "affiliation", "field_name": "member"}
    assert client.get(reverse("admin:autocomplete"), {"term": odd, **field}).status_code == status


@pytest.mark.parametrize(("query", "status"), [("id__in=1.5", 404), ("start__gte=x", 404), ("sex__exact=F", 200)])
def test_odd_filters_of_an_export_cause_no_server_error(client: Client, query: str, status: int) -> None:
    client.force_login(cast.administrator())
    assert client.get(f"{reverse('admin:federation_member_export')}?{query}").status_code == status


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.model_name)
def test_odd_rows_of_an_action_are_not_found(client: Client, model: type) -> None:
    client.force_login(cast.administrator())
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    for odd in ("abc", "-1", "²", "9" * 23, "a\0b"):
        chosen = {"action": "delete_selected", "_selected_action": odd, "index": "0", "post": "yes"}
        assert (odd, client.post(address, chosen).status_code) == (odd, 404)


@pytest.mark.parametrize("make", [cast.club, lambda: cast.member(10001)], ids=["club", "member"])
@pytest.mark.parametrize("number", ["-1", "=1+1", "../2"])
def test_a_number_that_cannot_be_is_an_error_of_the_form(client: Client, make: Callable, number: str) -> None:
    client.force_login(cast.administrator())
    row = make()
    address = reverse(f"admin:federation_{row._meta.model_name}_change", args=[row.pk])
    shown = next(form for form in forms(client.get(address)) if "number" in form.fields)
    answer = client.post(address, shown.filled({"number": number}))
    assert answer.status_code == 200
    assert "number" in answer.context["adminform"].form.errors


@pytest.mark.django_db(transaction=True)
def test_of_two_users_who_add_the_same_at_once_one_is_refused(client: Client) -> None:
    client.force_login(cast.administrator())
    address = reverse("admin:federation_unit_add")
    shown = next(form for form in forms(client.get(address)) if "code" in form.fields)
    fields = shown.filled({"code": "500", "name": "New League"})
    if connection.vendor == "sqlite":  # one writer after the other: the form finds it taken
        Unit.objects.create(code="500", name="New League")
        assert client.post(address, fields).context["adminform"].form.errors.keys() == {"code"}
        return
    with ThreadPoolExecutor(1) as person:
        with transaction.atomic():
            Unit.objects.create(code="500", name="New League")
            clicked = person.submit(alone, lambda: client.post(address, fields))
            time.sleep(IN_QUEUE)
        answer = clicked.result()
    assert (answer.status_code, answer["Location"]) == (302, reverse("admin:federation_unit_changelist"))
    assert "Not added: the same was added a moment ago" in pages.text(client.get("/en" + answer["Location"]))
