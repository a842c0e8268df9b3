"""The rules of a pool as an officer changes them in the admin: by fields, from a day on."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from ratings.lists.rating_run import rate
from ratings.models import PoolRules, RatingPool
from tests import cast, pages
from tests.forms import forms, send
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db

# In an order of its own, to see that it stays.
OWN = {"many_games": 20, "floor": 1300, "k_by_games": [[50, 40], [300, 20]], "truncate_percent": False}


@pytest.fixture
def officer() -> Client:
    client = Client()
    client.force_login(cast.rating_officer())
    return client


@pytest.fixture
def pool() -> RatingPool:
    return _pool(OWN)


def _pool(parameters: object, system: str = "frbe") -> RatingPool:
    made = scene.pool(system=system, months=[1, 7])
    made.rules.update(parameters=parameters)
    return made


def address(pool: RatingPool) -> str:
    return reverse("admin:ratings_ratingpool_change", args=[pool.pk])


def rows(page: HttpResponse) -> list[Any]:
    """Return the forms of the rules; the last one is for a later day."""
    return page.context["inline_admin_formsets"][0].formset.forms


def is_saved(page: HttpResponse) -> bool:
    """It led to the list of pools."""
    return page.redirect_chain == [(reverse("admin:ratings_ratingpool_changelist"), 302)]


def refused(page: HttpResponse) -> list[str]:
    """Return what is said above the rules."""
    return page.context["inline_admin_formsets"][0].formset.non_form_errors()


def stored() -> list[tuple[str, str]]:
    """Return day and parameters of all rules, as the database has them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT valid_from, CAST(parameters AS TEXT) FROM ratings_poolrules ORDER BY valid_from")
        return [(str(day), text) for day, text in cursor.fetchall()]


@pytest.mark.long
def test_an_officer_changes_a_constant_from_a_day_on(officer: Client, pool: RatingPool) -> None:
    before = stored()
    changed = {"rules-1-valid_from": "2027-01-01", "rules-1-rule_floor": "1250", "rules-1-rule_big_change": "120"}
    assert is_saved(send(officer, officer.get(address(pool)), changed))
    made = pool.rules.get(valid_from=dt.date(2027, 1, 1))
    assert (made.profile, made.parameters) == ("seed", OWN | {"floor": 1250, "big_change": 120})
    assert stored()[:1] == before


@pytest.mark.long
def test_an_officer_enters_what_stones_on_small_boards_are_worth(officer: Client) -> None:
    go = _pool({}, "ffg")
    tables = {"rules-1-rule_handicaps_on_13": "2: 5, 3: 7", "rules-1-rule_handicaps_on_9": "1: 4"}
    assert is_saved(send(officer, officer.get(address(go)), {"rules-1-valid_from": "2027-01-01", **tables}))
    assert go.rules.get(valid_from=dt.date(2027, 1, 1)).parameters == {
        "handicaps_on_13": [[2, 5], [3, 7]], "handicaps_on_9": [[1, 4]],
    }  # fmt: skip


@pytest.mark.long
def test_so_he_does_once_there_is_a_list_and_the_system_is_fixed(officer: Client, pool: RatingPool) -> None:
    pool.lists.create(date=dt.date(2026, 1, 1), manifest={})
    changed = {"rules-1-valid_from": "2027-01-01", "rules-1-rule_floor": "1250"}
    assert is_saved(send(officer, officer.get(address(pool)), changed))
    assert pool.rules.get(valid_from=dt.date(2027, 1, 1)).parameters == OWN | {"floor": 1250}


@pytest.mark.long
def test_nobody_changes_the_short_name_of_a_pool_that_has_a_list(officer: Client, pool: RatingPool) -> None:
    pool.lists.create(date=dt.date(2026, 1, 1), manifest={})
    [form] = [form for form in forms(officer.get(address(pool))) if "months" in form.fields]
    officer.post(form.address, form.filled({}) | {"slug": "other", "system": "fqe"})
    assert RatingPool.objects.values_list("system", "slug").get() == ("frbe", pool.slug)


@pytest.mark.long
def test_a_page_that_nobody_touches_changes_nothing(officer: Client, pool: RatingPool) -> None:
    before = stored()
    assert is_saved(send(officer, officer.get(address(pool)), {}))
    assert stored() == before


@pytest.mark.long
def test_what_a_colleague_changed_meanwhile_stays_or_is_reported(officer: Client, pool: RatingPool) -> None:
    shown = officer.get(address(pool))
    assert is_saved(send(officer, shown, {"rules-0-rule_floor": "1250", "paces": ["blitz"]}))
    before = stored()
    assert is_saved(send(officer, shown, {"position": "3"}))
    refused = send(officer, shown, {"rules-0-rule_big_change": "120", "paces": ["rapid"]})
    pool.refresh_from_db()
    assert (stored(), pool.paces, pool.position) == (before, ["blitz"], 3)
    assert rows(refused)[0].non_field_errors() == [
        "Someone else has meanwhile changed these rules. Open the page again to see them."
    ]
    sentence = "Someone else has meanwhile entered “blitz” here. Save again to replace it."
    assert refused.context["adminform"].form.errors == {"paces": [sentence]}


@pytest.mark.long
def test_another_day_leaves_the_parameters_as_they_are_written(officer: Client, pool: RatingPool) -> None:
    ((_, before),) = stored()
    assert is_saved(send(officer, officer.get(address(pool)), {"rules-0-valid_from": "1991-01-01"}))
    assert stored() == [("1991-01-01", before)]


@pytest.mark.long
def test_an_empty_field_leaves_it_to_the_profile_and_a_dash_empties_a_list(officer: Client, pool: RatingPool) -> None:
    changed = {"rules-0-rule_floor": "", "rules-0-rule_truncate_percent": "", "rules-0-rule_k_by_games": "–"}
    assert is_saved(send(officer, officer.get(address(pool)), changed))
    assert pool.rules.get().parameters == {"many_games": 20, "k_by_games": []}


def test_each_field_says_what_the_profile_has_and_the_row_what_is_not_so(officer: Client, pool: RatingPool) -> None:
    row = rows(officer.get(address(pool)))[0]
    floor, flag = row["rule_floor"], row["rule_truncate_percent"]
    assert (floor.label, floor.help_text) == ("Lowest published rating", "profile: 1150 points")
    assert (floor.value(), floor.field.widget.attrs["placeholder"]) == (1300, 1150)
    assert '<option value="">as in the profile</option>' in str(flag)
    assert '<option value="False" selected>no</option>' in str(flag)
    assert row["rule_k_by_games"].value() == "50: 40, 300: 20"
    assert row["profile"].help_text == (
        "Changed from the profile: The percentage of a performance is truncated, not rounded (no), K-factor by "
        "the number of games (50: 40, 300: 20), Lowest published rating (1300 points), Rule 25/150: number of "
        "games from which it applies (20 games)."
    )


@pytest.mark.long
def test_the_last_row_is_for_a_change_and_begins_as_the_rules_before(officer: Client, pool: RatingPool) -> None:
    row, new = rows(officer.get(address(pool)))
    assert row["valid_from"].help_text == "Lists from this day on use these rules."
    assert new["valid_from"].help_text == "To change a rule, enter the date of the first list it applies to."
    assert (new["valid_from"].value(), new["profile"].value(), new["rule_floor"].value()) == (None, "seed", 1300)


@pytest.mark.long
def test_a_wrong_value_gets_its_sentence_at_its_field(officer: Client, pool: RatingPool) -> None:
    wrong = [
        ("rule_floor", "0", "“Lowest published rating” must be at least 1, not 0."),
        ("rule_floor", "high", "Enter a whole number."),
        ("rule_k_by_games", "300: 24, 100: 32", "“K-factor by the number of games” must ascend from 1."),
        ("rule_k_by_games", "100", "Write pairs of whole numbers separated by commas: 100: 32, 300: 24."),
        ("parameters", "[1]", 'Write names and values in braces: {"floor": 1300}.'),
        ("parameters", "floor: 1300", 'Write names and values in braces: {"floor": 1300}.'),
        ("parameters", '{"floor": 1}', "“Lowest published rating” has its own field: remove it here."),
    ]
    before, page = stored(), officer.get(address(pool))
    for field, value, sentence in wrong:
        answer = send(officer, page, {"rules-1-valid_from": "2027-01-01", f"rules-1-{field}": value})
        assert [row.errors for row in rows(answer)] == [{}, {field: [sentence]}]
    assert stored() == before


@pytest.mark.long
def test_parameters_that_no_field_can_show_are_fixed_as_json(officer: Client) -> None:
    pool = _pool({"luck": "<1>", "floor": "high", "many_games": 20})
    page = officer.get(address(pool))
    row = rows(page)[0]
    assert (row["parameters"].value(), row["rule_floor"].value()) == ('{"luck": "<1>", "floor": "high"}', None)
    assert "luck (&quot;&lt;1&gt;&quot;), floor (&quot;high&quot;)." in row["profile"].help_text
    assert is_saved(send(officer, page, {"rules-0-rule_floor": "1300", "rules-0-parameters": "{}"}))
    assert pool.rules.get().parameters == {"floor": 1300, "many_games": 20}


@pytest.mark.long
def test_a_json_text_that_is_emptied_is_no_parameter(officer: Client) -> None:
    pool = _pool({"luck": 1})
    assert is_saved(send(officer, officer.get(address(pool)), {"rules-0-parameters": ""}))
    assert pool.rules.get().parameters == {}


@pytest.mark.long
@pytest.mark.parametrize(
    ("system", "parameters"),
    [
        ("fqe", {"halving": "pre_event", "bonus_on_rounded_gain": True}),
        ("fics", {"reform": "2000-01-01", "least_k": 20}),
        ("ffg", {}),
    ],
)
def test_words_days_and_flags_stay_as_they_are(officer: Client, system: str, parameters: dict[str, Any]) -> None:
    pool = _pool(parameters, system)
    page = officer.get(address(pool))
    assert rows(page)[0]["parameters"].value() == "{}"
    assert is_saved(send(officer, page, {"rules-1-valid_from": "2027-01-01"}))
    assert [rules.parameters for rules in PoolRules.objects.all()] == [parameters, parameters]


def test_who_may_only_look_reads_the_parameters(pool: RatingPool) -> None:
    client = Client()
    client.force_login(cast.viewer())
    page = client.get(address(pool))
    assert "The official rules" in pages.text(page) and '"floor": 1300' in pages.text(page)
    assert "rule_floor" not in page.content.decode()


@pytest.mark.long
def test_no_list_loses_the_rules_of_its_day(officer: Client) -> None:
    pool = published.spring_list().pool
    losing = [
        ({"rules-0-valid_from": "2026-07-02"}, "The list of 1 July 2026 would have no rules."),
        (
            {"rules-0-DELETE": "on", "rules-1-valid_from": "2026-08-01"},
            "The list of 1 July 2026 would have no rules.",
        ),
        ({"rules-0-DELETE": "on"}, "Keep at least one set of rules: without any, no list can be calculated."),
        ({"rules-1-valid_from": "1990-01-01"}, "Two sets of rules start on the same day."),
    ]
    before, page = stored(), officer.get(address(pool))
    for changed, sentence in losing:
        assert refused(send(officer, page, changed)) == [sentence]
    assert stored() == before


@pytest.mark.long
def test_rules_from_the_day_of_the_first_list_on_are_enough(officer: Client) -> None:
    pool = published.spring_list().pool
    changed = {"rules-0-DELETE": "on", "rules-1-valid_from": scene.LIST.isoformat()}
    assert is_saved(send(officer, officer.get(address(pool)), changed))
    assert stored() == [("2026-07-01", "{}")]


@pytest.mark.long
def test_a_list_whose_rules_were_lost_says_so_and_stays_readable(officer: Client) -> None:
    pool = scene.spring_pool(months=[1, 7])
    draft = rate(pool, scene.LIST)
    pool.rules.all().delete()
    list_page, publication, check = (
        officer.get(reverse(f"admin:ratings_ratinglist_{name}", args=[draft.pk]), follow=True)
        for name in ("change", "publish", "verify")
    )
    assert "The rules were changed." in pages.text(list_page)
    assert "is out of date: recalculate it. The rules were changed." in pages.text(send(officer, publication, {}))
    assert "The rating type elo has no rules for 1 July 2026." in pages.text(check)
