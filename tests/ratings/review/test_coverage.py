"""What a draft leaves out, and the page of the draft that says so."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from federation.models import Affiliation
from ratings.lists.rating_run import rate
from ratings.models import RatingList
from ratings.review.coverage import Coverage, coverage
from tests import cast, pages
from tests.forms import logged_in
from tests.ratings import scene

pytestmark = pytest.mark.django_db


def first_list(games: list[str]) -> RatingList:
    """Return the draft of a pool whose members have all just begun."""
    scene.tournament(games, name="First Open", start=dt.date(2026, 5, 1))
    return rate(scene.started(), scene.LIST)


def text_of(draft: RatingList, reader: User | None = None) -> str:
    officer = logged_in(reader or cast.rating_officer())
    return pages.text(officer.get(reverse("admin:ratings_ratinglist_change", args=[draft.pk])))


def test_a_list_that_lacks_nothing_has_nothing_to_say() -> None:
    found = coverage(first_list(["10001 10002 1-0", "10003 10004 0-1"]))
    assert found == Coverage(
        rated=8, ranked=8, unaffiliated=0, ranked_before=8, counted=2, unknown=0, in_tournaments=[], waiting=0
    )
    assert not found.is_worth_a_look


@pytest.mark.long
def test_nobody_is_ranked_who_is_not_affiliated_on_the_day_of_the_list() -> None:
    pool = scene.started()
    Affiliation.objects.all().delete()
    draft = rate(pool, scene.LIST)
    found = coverage(draft)
    assert (found.ranked, found.rated, found.unaffiliated, found.lacks_ranks) == (0, 8, 8, True)
    sentence = "Ranked: 0 of 8 members with a rating. 8 of them are not affiliated on 1 July 2026."
    assert f"{sentence} A membership officer can import their affiliations." in text_of(draft)
    assert f"{sentence} Import affiliations" in text_of(draft, cast.membership_officer())


@pytest.mark.long
def test_games_of_unknown_people_do_not_count() -> None:
    draft = first_list(["10001 10002 1-0", "10001 ? 1-0", "? 10004 0-1", "?a ?b 1-0", "?a ~1800 1-0", "10003 ? +-"])
    found = coverage(draft)
    assert (found.counted, found.unknown, found.lacks_games) == (1, 4, True)
    assert [(each.name, count) for each, count in found.in_tournaments] == [("First Open", 4)]
    assert (
        "1 of 5 games counts; in the others, a player is not a member and has no known rating. "
        "Identify the players of First Open (4)"
    ) in text_of(draft)


@pytest.mark.long
def test_a_tournament_that_waits_for_a_decision_is_named_before_the_list_is_published() -> None:
    scene.submitted("Late Open", ["10001 10002 1-0"], start=dt.date(2026, 6, 1))
    scene.submitted("Next Open", ["10001 10002 1-0"], start=dt.date(2026, 8, 1))
    draft = first_list(["10001 10002 1-0"])
    assert coverage(draft).waiting == 1
    assert (
        "1 tournament of this period waits for a decision: its games do not count yet. Review tournaments"
        in text_of(draft)
    )


@pytest.mark.parametrize("games", [1, 3])
def test_coverage_costs_the_same_however_many_games(games: int, django_assert_num_queries) -> None:
    draft = first_list(["10001 ? 1-0"] * games)
    draft = RatingList.objects.select_related("pool", "previous").get(pk=draft.pk)
    with django_assert_num_queries(8):
        coverage(draft)
