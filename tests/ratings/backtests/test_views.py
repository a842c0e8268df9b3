"""The pages of back-tests and what-ifs: who sees what, and what it costs."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.background import worker
from federation.models import Job, Member
from ratings.backtests import backtest, what_if
from ratings.models import Backtest, RatingPool, WhatIf
from tests import cast, pages
from tests.made_once import made_once
from tests.ratings import scene, trials

pytestmark = pytest.mark.django_db

INDEX, POOL, ASK = "/en/backtest/", "/en/backtest/elo/", "/en/backtest/elo/what-if/"
WISH = {"title": "Higher floor", "since": "2026-07-01", "profile": "", "rule_floor": "1400"}


@pytest.fixture
@made_once
def pool() -> RatingPool:
    made = trials.of_two_lists()
    backtest.compute(made)
    return made


def asked(rating_pool: RatingPool, **fields: object) -> WhatIf:
    """Return a calculated what-if."""
    return what_if.compute(trials.what_if(rating_pool, **{"parameters": {"floor": 1400}, **fields}))


def page_of(found: WhatIf) -> str:
    return f"/en/what-if/{found.pk}/"


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# A pool


def test_the_page_of_a_pool_shows_its_scores(client: Client, pool: RatingPool) -> None:
    page = client.get(POOL)
    rows = pages.rows(page)
    assert rows[0][:2] == ["The system", "10"]
    assert rows[1] == ["Always one half", "10", "0.6931", "0.1750", "50.0 %", "45.0 %"]
    assert "10 games predicted before they were played." in pages.text(page)
    assert "3 more games have no prediction" in pages.text(page)


def test_every_chart_has_its_title_and_its_table(client: Client, pool: RatingPool) -> None:
    source = client.get(POOL).content.decode()
    charts, tables = source.count('<figure class="chart">'), source.count("<table")
    assert (charts, tables) == (5, 6)
    assert source.count("The table below has all the numbers.</title>") == charts
    assert source.count('role="img"') == charts


def test_the_tables_say_what_the_charts_draw(client: Client, pool: RatingPool) -> None:
    rows = {row[0]: row for row in pages.rows(client.get(POOL))}
    assert rows["2026"][1] == "10"
    assert rows["1600–1799"][1] == "3"
    assert rows["1 January 2027"][1] == "5"  # of the table of inflation, which comes last


def test_a_pool_that_was_not_tested_says_so(client: Client) -> None:
    scene.pool()
    assert "The back-test of this rating has not been calculated yet." in pages.text(client.get(POOL))


def test_a_test_of_other_lists_is_marked(client: Client, pool: RatingPool) -> None:
    warning = "Lists have been published or revised since"
    assert warning not in pages.text(client.get(POOL))
    scene.published(pool, dt.date(2027, 7, 1))
    assert warning in pages.text(client.get(POOL))


@pytest.mark.parametrize("language", ["", "/nl", "/de"])
def test_it_speaks_the_languages_of_the_site(client: Client, pool: RatingPool, language: str) -> None:
    page = pages.text(client.get(f"{language}/backtest/elo/"))
    assert "games predicted" not in page
    assert "0,6931" in page


def test_a_pool_of_go_names_its_bands_by_grades(client: Client, pool: RatingPool) -> None:
    RatingPool.objects.filter(pk=pool.pk).update(system="ffg", discipline="go")
    test = Backtest.objects.get()
    test.result["bands"] = [{**test.result["bands"][0], "low": -500, "high": 0}]
    test.save()
    assert "5k–1k" in [row[0] for row in pages.rows(client.get(POOL))]


# All pools


@pytest.mark.long
def test_pools_stand_side_by_side(client: Client, pool: RatingPool) -> None:
    backtest.compute(trials.of_two_lists("cote", "fqe"))
    rows = pages.rows(client.get(INDEX))
    assert [row[:2] for row in rows[:2]] == [["Cote being calculated", "11"], ["Elo being calculated", "10"]]
    assert sorted(row[0] for row in rows[2:]) == ["Cote", "Elo"]
    assert rows[2][4] == ""
    assert rows[3][4].startswith("+0.")
    assert "On the 10 games that all of them predicted." in pages.text(client.get(INDEX))


def test_pools_that_are_not_public_are_for_staff(client: Client, pool: RatingPool) -> None:
    RatingPool.objects.update(public=False)
    assert client.get(POOL).status_code == 404
    assert pages.rows(client.get(INDEX)) == []
    staff = as_user(cast.viewer())
    assert staff.get(POOL).status_code == 200
    assert pages.column(staff.get(INDEX), 0)[0] == "Elo being calculated"


@pytest.mark.long
def test_staff_hold_a_pool_that_is_not_public_beside_the_others(client: Client, pool: RatingPool) -> None:
    backtest.compute(trials.of_two_lists("trial", public=False))
    note = "For staff only: not all of them are public."
    assert "all of them predicted" not in pages.text(client.get(INDEX))
    page = as_user(cast.viewer()).get(INDEX)
    assert note in pages.text(page)
    assert sorted(row[0] for row in pages.rows(page)[2:]) == ["Elo", "Trial"]


@pytest.mark.long
def test_a_test_that_waits_or_is_older_than_the_lists_says_so(client: Client, pool: RatingPool) -> None:
    worker.run(Job.objects.get(kind="backtest").pk)
    assert pages.column(client.get(INDEX), 0) == ["Elo"]
    scene.published(pool, dt.date(2027, 7, 1))
    assert pages.column(client.get(INDEX), 0) == ["Elo being calculated"]
    Job.objects.all().delete()
    assert pages.column(client.get(INDEX), 0) == ["Elo older than the latest list"]


@pytest.mark.long
def test_a_comparison_with_a_pool_that_went_out_of_sight_is_not_shown(client: Client, pool: RatingPool) -> None:
    backtest.compute(trials.of_two_lists("cote", "fqe"))
    RatingPool.objects.filter(slug="cote").update(public=False)
    assert "all of them predicted" not in pages.text(client.get(INDEX))


def test_the_page_of_lists_leads_there(client: Client, pool: RatingPool) -> None:
    assert f'href="{POOL}"' in client.get("/en/lists/").content.decode()


# Starting a back-test


def test_an_officer_starts_it_and_sees_how_far_it_is(pool: RatingPool) -> None:
    officer = as_user(cast.rating_officer())
    assert officer.post(f"{POOL}compute/").url == POOL
    job = Job.objects.get(kind="backtest")
    assert "Waiting for a worker." in pages.text(officer.get(POOL))
    worker.run(job.pk)
    assert "Waiting for a worker." not in pages.text(officer.get(POOL))


def test_a_failure_is_shown_to_who_may_start_it(client: Client) -> None:
    scene.pool()
    officer = as_user(cast.rating_officer())
    officer.post(f"{POOL}compute/")
    worker.run(Job.objects.get(kind="backtest").pk)
    sentence = "The rating type elo has not predicted any games yet."
    assert sentence in pages.text(officer.get(POOL))
    assert sentence not in pages.text(client.get(POOL))


@pytest.mark.long
@pytest.mark.parametrize("address", [f"{POOL}compute/", "/en/what-if/1/change/"])
def test_others_start_and_change_nothing(client: Client, pool: RatingPool, address: str) -> None:
    trials.what_if(pool)
    Job.objects.all().delete()
    for visitor in (client, as_user(cast.viewer()), as_user(cast.stranger()), as_user(cast.membership_officer())):
        assert visitor.post(address).status_code == 403
        assert visitor.get(ASK).status_code == 403
        assert visitor.post(ASK, WISH).status_code == 403
    assert not Job.objects.filter(kind__in=["backtest", "what_if"]).exists()
    assert "Calculate" not in pages.text(as_user(User.objects.get(username="viewer")).get(POOL)).replace(
        "Calculated", ""
    )


# What if


@pytest.mark.long
def test_an_officer_asks_what_if(pool: RatingPool) -> None:
    officer = as_user(cast.rating_officer())
    answer = officer.post(ASK, WISH)
    made = WhatIf.objects.get()
    assert answer.url == page_of(made)
    assert (made.title, made.since, made.parameters) == ("Higher floor", scene.LIST, {"floor": 1400})
    assert (made.created_by.username, made.public) == ("officer", False)
    worker.run(made.job.pk)
    rows = pages.rows(officer.get(answer.url))
    assert rows[0] == ["Lowest published rating", "1150 points", "1400 points"]
    assert rows[1] == ["Games predicted", "10", "10", ""]
    assert rows[2][:2] == ["Log-loss", rows[2][1]]


def test_the_form_says_of_each_rule_its_unit_and_what_holds_today(pool: RatingPool) -> None:
    form = as_user(cast.rating_officer()).get(ASK).context["form"]
    fields = {field.name: field for _title, group in form.groups for field in group}
    said = {name: (field.label, field.help_text) for name, field in fields.items()}
    cap, classes = said["rule_difference_cap"], said["rule_k_by_games"]
    assert cap == ("Largest rating difference that counts", "currently 350 points")
    assert classes[1] == "last game of the class: K-factor · currently 100: 32, 300: 24"
    assert said["rule_truncate_percent"][1] == "currently no"
    assert said["rule_transition_limits"][1] == "points · currently –"
    assert len(said) == 19
    assert form["since"].value() == scene.LIST


def test_profiles_have_names_that_people_read(pool: RatingPool) -> None:
    form = as_user(cast.rating_officer()).get(ASK).context["form"]
    assert dict(form.fields["profile"].choices)["2015"] == "As published since April 2015"


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"rule_floor": "0"}, "“Lowest published rating” must be at least 1, not 0."),
        ({"rule_floor": "high"}, "Enter a whole number."),
        ({"rule_floor": "1000001"}, "Ensure this value is less than or equal to 1000000."),
        ({"rule_k_by_games": "100"}, "Write pairs of whole numbers separated by commas: 100: 32, 300: 24."),
        ({"rule_k_by_games": "300: 24, 100: 32"}, "“K-factor by the number of games” must ascend from 1."),
        ({"rule_transition_limits": "many"}, "Write whole numbers separated by commas: 2000, 2200."),
        (
            {"rule_lowest_percent": "60", "rule_highest_percent": "40"},
            "“Minimum percentage of a performance” 60 is more than “Maximum percentage of a performance” 40.",
        ),
        ({"since": "2031-01-01"}, "The rating type elo has no list of 1 January 2031 or later."),
        ({"since": "soon"}, "Enter a valid date."),
        ({"title": ""}, "This field is required."),
        ({"profile": "1887"}, "Select a valid choice."),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(pool: RatingPool, wish: dict[str, str], sentence: str) -> None:
    page = as_user(cast.rating_officer()).post(ASK, WISH | wish)
    assert page.status_code == 200
    assert sentence in pages.text(page)
    assert not WhatIf.objects.exists()


def test_the_sentence_stands_at_the_field_that_it_speaks_of(pool: RatingPool) -> None:
    form = as_user(cast.rating_officer()).post(ASK, WISH | {"rule_floor": "0"}).context["form"]
    assert list(form.errors) == ["rule_floor"]


@pytest.mark.parametrize(
    ("system", "wish", "kept"),
    [
        ("fqe", {"rule_halving": "pre_event", "rule_bonus_on_rounded_gain": "True"},
         {"halving": "pre_event", "bonus_on_rounded_gain": True}),
        ("frbe", {"rule_k_by_games": "50: 40, 300: 20", "rule_transition_limits": "2000, 2200"},
         {"k_by_games": [[50, 40], [300, 20]], "transition_limits": [2000, 2200]}),
        ("frbe", {"rule_k_by_rating": "–", "rule_truncate_percent": "False"},
         {"k_by_rating": [], "truncate_percent": False}),
        ("fics", {"rule_reform": "2000-01-01", "rule_least_k": "20"}, {"reform": "2000-01-01", "least_k": 20}),
    ],
)  # fmt: skip
def test_every_kind_of_rule_can_be_changed(system: str, wish: dict[str, str], kept: dict[str, object]) -> None:
    trials.of_two_lists("elo", system)
    as_user(cast.rating_officer()).post(ASK, {"title": "x", "since": "2026-07-01", "profile": ""} | wish)
    assert WhatIf.objects.get().parameters == kept


def test_a_profile_shows_every_rule_that_it_changes(pool: RatingPool) -> None:
    found = asked(pool, profile="2009", parameters={})
    page = as_user(cast.rating_officer()).get(page_of(found))
    rows = [row for row in pages.rows(page) if len(row) == 3]
    assert rows[:2] == [
        ["Minimum percentage of a performance", "1 %", "11 %"],
        ["Maximum percentage of a performance", "99 %", "89 %"],
    ]
    assert "As published since July 2009" in pages.text(page)


def test_a_what_if_shows_who_would_gain(pool: RatingPool) -> None:
    page = as_user(cast.rating_officer()).get(page_of(asked(pool)))
    text = pages.text(page)
    assert ["Evrard, Élodie", "1150", "1400", "+250"] in pages.rows(page)
    assert "In the last list 1 of 8 ratings would differ" in text
    assert "Lowest published rating 1150 points 1400 points" in text


@pytest.mark.long
def test_its_charts_have_their_tables_too(pool: RatingPool) -> None:
    page = as_user(cast.rating_officer()).get(page_of(asked(pool, parameters={"floor": 1800})))
    source, rows = page.content.decode(), pages.rows(page)
    assert source.count('<figure class="chart">') == source.count("The table below has all the numbers.</title>") == 3
    level, inflation = (row for row in rows if row[0] == "1 January 2027")
    assert (level[4], level[7]) == ("1810", "1726")
    assert (inflation[3], inflation[4]) == ("+188.0", "+0.8")


def test_a_hidden_member_is_shown_without_a_name(pool: RatingPool) -> None:
    found = asked(pool, public=True)
    Member.objects.filter(key=10005).update(hidden=True)
    page = Client().get(page_of(found))
    assert "Evrard" not in pages.text(page)
    assert "Member 10005" in pages.text(page)


@pytest.mark.long
def test_it_is_for_staff_until_it_is_published(client: Client, pool: RatingPool) -> None:
    found = asked(pool, title="Secret plan")
    address, officer = page_of(found), as_user(cast.rating_officer())
    assert client.get(address).status_code == 404
    assert "Secret plan" not in pages.text(client.get(POOL)) + pages.text(client.get(INDEX))
    officer.post(f"{address}change/", {"publish": ""})
    assert client.get(address).status_code == 200
    assert "Secret plan" in pages.text(client.get(POOL))
    assert "Secret plan" in pages.text(client.get(INDEX))
    officer.post(f"{address}change/", {"hide": ""})
    assert client.get(address).status_code == 404


def test_it_can_be_deleted(pool: RatingPool) -> None:
    officer = as_user(cast.rating_officer())
    answer = officer.post(f"{page_of(asked(pool))}change/", {"delete": ""}, follow=True)
    assert not WhatIf.objects.exists()
    assert "The scenario “Scenario” was deleted." in pages.text(answer)


def test_one_that_is_not_calculated_yet_shows_how_far_it_is(pool: RatingPool) -> None:
    officer = as_user(cast.rating_officer())
    where = officer.post(ASK, WISH).url
    assert "Waiting for a worker." in pages.text(officer.get(where))
    WhatIf.objects.update(public=True)
    assert Client().get(where).status_code == 404


@pytest.mark.long
def test_one_of_other_lists_is_marked(client: Client, pool: RatingPool) -> None:
    found = asked(pool, public=True)
    scene.published(pool, dt.date(2027, 7, 1))
    assert "Lists have been published or revised since" in pages.text(client.get(page_of(found)))


@pytest.mark.long
def test_the_admin_lists_them_and_lets_one_go(pool: RatingPool) -> None:
    found = asked(pool, title="Old plan")
    officer = as_user(cast.rating_officer())
    assert "Old plan" in pages.text(officer.get("/en/admin/ratings/whatif/"))
    page = officer.get(f"/en/admin/ratings/whatif/{found.pk}/change/")
    assert page_of(found) in page.content.decode()
    assert "Lowest published rating: 1400 points" in pages.text(page)
    assert f'href="{ASK}"' in officer.get(f"/en/admin/ratings/ratingpool/{pool.pk}/change/").content.decode()
    officer.post(f"/en/admin/ratings/whatif/{found.pk}/delete/", {"post": "yes"})
    assert not WhatIf.objects.exists()


# What pages cost


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_all_pools_cost_six_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for number in range(count):
        made = trials.of_two_lists(f"pool{number}")
        backtest.compute(made)
        asked(made, public=True)
    with django_assert_num_queries(6):
        assert len(pages.rows(client.get(INDEX))) == {1: 1, 3: 6}[count]


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_a_pool_costs_four_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, pool: RatingPool, count: int
) -> None:
    for _ in range(count):
        asked(pool, public=True)
    with django_assert_num_queries(4):
        assert client.get(POOL).status_code == 200


@pytest.mark.parametrize("floor", [1151, 2100])
def test_a_what_if_costs_three_queries_however_many_gain(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, pool: RatingPool, floor: int
) -> None:
    found = asked(pool, public=True, parameters={"floor": floor})
    with django_assert_num_queries(3):
        assert client.get(page_of(found)).status_code == 200
