"""The first steps of a new site on the first page of the admin."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from federation.dashboard import first_steps
from tests import cast
from tests.forms import logged_in
from tests.ratings import scene

pytestmark = pytest.mark.django_db

CLUBS = "Import the clubs, or add them one by one."
MEMBERS = "Import the members with their clubs: from a spreadsheet, or from a PLAYER list."
ACCOUNTS = "Create accounts: officers get a group and staff status, secretaries get their club."
POOL = "Add a rating type: a system, its rules, and the games that count."
START = "Import the ratings that members already have into Elo, or calculate its first list."


def steps(user: User) -> list[str]:
    return [step.text for step in first_steps(user)]


def test_an_empty_site_says_what_to_do_in_the_order_in_which_to_do_it() -> None:
    admin = cast.administrator()
    assert steps(admin) == [CLUBS, MEMBERS, POOL, ACCOUNTS]
    cast.member(10001)
    assert steps(admin) == [POOL, ACCOUNTS]
    pool = scene.pool()
    cast.stranger()
    assert steps(admin) == [START]
    scene.starting_list(pool)
    assert steps(admin) == []


def test_a_sole_administrator_is_not_reminded_of_accounts_later() -> None:
    admin = cast.administrator()
    scene.started()
    assert steps(admin) == []


def test_everybody_sees_their_own_steps() -> None:
    scene.pool()
    assert steps(cast.membership_officer()) == [CLUBS, MEMBERS]
    assert steps(cast.rating_officer()) == [START]
    assert steps(cast.viewer()) == []


@pytest.mark.long
def test_the_first_page_leads_to_each_step_and_says_nothing_of_a_site_that_runs() -> None:
    admin = cast.administrator()
    client = logged_in(admin)
    first_page = client.get(reverse("admin:index")).text
    for step in first_steps(admin):
        assert f'<a href="{step.address}">' in first_page
        assert client.get(step.address).status_code == 200
    assert 'id="waiting"' not in first_page
    scene.started()
    later = client.get(reverse("admin:index")).text
    assert 'id="first-steps"' not in later
    assert 'id="waiting"' in later


@pytest.mark.parametrize("count", [1, 3])
def test_each_step_is_one_question(django_assert_num_queries, count) -> None:
    admin = cast.administrator()
    for number in range(count):
        scene.pool(f"elo-{number}")
    with django_assert_num_queries(5):  # clubs, members, pools, those without a list, accounts
        assert len(first_steps(admin)) == 3 + count
