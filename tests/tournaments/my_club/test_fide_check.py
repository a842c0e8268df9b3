"""The page with what FIDE would refuse in the report of a tournament."""

import pytest
from django.test import Client
from django.utils import timezone

from federation.models import Member
from tests import cast, pages
from tests.forms import logged_in
from tests.tournaments import events
from tournaments.models import Participant, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    """Return a tournament of club 101 that is to be FIDE rated."""
    made = events.tournament()
    Tournament.objects.filter(pk=made.pk).update(
        fide_rated=True, time_control="90 min + 30 s", arbiters="IA Smith, John 1234567"
    )
    return made


def lines(browser: Client, cup: Tournament) -> list[tuple[bool, str]]:
    context = browser.get(f"/en/my-club/tournaments/{cup.pk}/fide/check/").context
    return [line[:2] for _title, group in context["groups"] for line in group]


def test_the_club_reads_what_to_correct_and_what_only_to_check(cup):
    browser = logged_in(cast.secretary())
    found = lines(browser, cup)
    assert found[0] == (True, "The tournament has no FIDE event number: register it with FIDE first.")
    assert (True, "Claes, Chloé has no FIDE ID: apply for one, or enter it.") in found
    text = pages.text(browser.get(f"/en/my-club/tournaments/{cup.pk}/"))
    assert "Check the report for FIDE" in text


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_as_many_queries_for_many_players_as_for_one(cup, count, django_assert_num_queries):
    cup.pairings.all().delete()
    Participant.objects.exclude(pk__in=cup.participants.values("pk")[:count]).delete()
    browser = logged_in(cast.secretary())
    lines(browser, cup)
    with django_assert_num_queries(11):
        lines(browser, cup)


def test_another_club_and_a_tournament_of_go_have_no_such_page(cup):
    address = f"/en/my-club/tournaments/{cup.pk}/fide/check/"
    assert logged_in(cast.secretary(201)).get(address).status_code == 404
    Tournament.objects.filter(pk=cup.pk).update(discipline="go")
    assert logged_in(cast.secretary()).get(address).status_code == 404


def test_a_report_to_which_fide_can_object_nothing_says_so(cup):
    today = timezone.localdate()
    facts = {"start": today, "end": today, "fide_registered_on": today, "fide_event": "412345"}
    Tournament.objects.filter(pk=cup.pk).update(**facts)
    cup.pairings.update(date=today)
    Member.objects.update(fide_federation="BEL")
    Member.objects.filter(key=10003).update(fide_id=990003)
    page = logged_in(cast.secretary()).get(f"/en/my-club/tournaments/{cup.pk}/fide/check/")
    assert page.context["groups"] == [("FIDE would refuse this", []), ("To be checked", [])]
    assert "The report can be sent: nothing in it is wrong." in pages.text(page)
