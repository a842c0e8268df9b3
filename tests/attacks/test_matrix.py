"""Every address of the site, as its resolver has it, opened by every role and sent every form that it takes."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.template.backends.django import Template

from tests.attacks import addresses, expected
from tests.attacks.site import ROLES, Site
from tests.attacks.visitors import Reading, Sending, SentForm, Visitor, kind

pytestmark = pytest.mark.django_db

READING, FORMS = expected.rows(expected.READING), expected.rows(expected.FORMS)


@pytest.mark.parametrize("role", ROLES)
def test_every_address_answers_as_the_table_says(whole_site: Site, role: str, read_by: dict[str, Reading]) -> None:
    wrong = {}
    for route, address in addresses.of(whole_site).items():
        wanted = expected.fitting(READING, route)
        if role in wanted and (answered := kind(read_by[role][address].answer)) != wanted[role]:
            wrong[route] = f"{answered}, not {wanted[role]}"
    assert wrong == {}


def test_every_form_changes_something_for_who_may_and_nothing_for_others(
    known_forms: list[SentForm], sent_by: dict[str, Sending]
) -> None:
    wrong = {}
    for route, address, form in known_forms:
        for role, wanted in expected.fitting(FORMS, route).items():
            answered, written = sent_by[role].outcome(address, form)
            if written:
                answered = "done" if answered in {"ok", "to"} else f"{answered}, but it wrote {written}"
            elif answered in {"ok", "to"}:
                answered = "kept"
            if answered != wanted:
                wrong[role, route, str(form)[:60]] = f"{answered}, not {wanted}"
    assert wrong == {}


def test_a_password_without_the_second_factor_opens_no_address(
    whole_site: Site, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.SECOND_FACTOR_EXEMPT = []
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    registrar, wrong = Visitor("registrar", whole_site), {}
    for route, address in addresses.of(whole_site).items():
        wanted = expected.fitting(READING, route)["nobody"]
        if route.startswith("account/second-factor/"):  # where they set it up
            continue
        if (answered := kind(registrar.ask("GET", address))) != wanted:
            wrong[route] = f"{answered}, not {wanted}"
    assert wrong == {}


def test_no_form_is_taken_without_its_token(whole_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    admin = Visitor("admin", whole_site, enforce_csrf_checks=True)
    taking, known = addresses.forms(whole_site), addresses.of(whole_site)
    for route in [each for each in known if each in taking or addresses.usual_form(each)]:
        for headers in ({}, {"HX-Request": "true"}):
            refused = admin.ask("POST", known[route], {}, **headers)
            assert (route, refused.status_code, admin.written) == (route, 403, [])


def test_a_secretary_reaches_nothing_of_another_club_from_their_own_pages(
    whole_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    neighbour = Visitor("neighbour", whole_site)
    for address, fields in addresses.foreign_forms(whole_site):
        answered = kind(neighbour.ask("POST", address, addresses.sent(fields)))
        assert (address, fields, answered in {"ok", "to", "403", "404"}, neighbour.written) == (
            address,
            fields,
            True,
            [],
        )
