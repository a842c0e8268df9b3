"""The public page and the feed of corrections."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate, revise
from ratings.models import RatingList, RatingPool
from tests import cast, pages
from tests.ratings import published, scene
from tests.ratings.public.test_feeds import entries
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import Correction, Pairing, Tournament

pytestmark = pytest.mark.django_db

PAGE, FEED = "/en/corrections/", "/en/corrections.atom"
REVISED = "Elo, 1 July 2026, revision 1"


def officer() -> User:
    return User.objects.filter(username="officer").first() or cast.rating_officer()


def corrected(round_: int = 1, reason: str = "Both say draw.") -> Correction:
    game = Pairing.objects.get(tournament__name="Spring Open", round=round_)
    [made] = correct.correct_result(game, Result.DRAW, Result.DRAW, officer(), reason)
    return made


def revision() -> RatingList:
    """Return the spring list, revised after a correction of its first game."""
    pool = published.spring_list().pool
    corrected()
    return publish(rate(pool, scene.LIST, reason="Both say draw."))


@pytest.mark.long
def test_the_page_says_what_was_corrected_why_and_which_lists_were_revised(client: Client) -> None:
    made = revision()
    day, tournament, what, lists = pages.rows(client.get(PAGE))[0]
    assert day in tournament
    assert "Spring Open" in tournament
    assert what.startswith("result · round 1: Aerts, Anna – Baeten, Bram · 1–0 → ½–½ Both say draw.")
    assert lists == REVISED
    assert f'href="/en/lists/elo/2026-07/?revision={made.revision}"' in client.get(PAGE).text


def test_the_page_has_the_latest_correction_first_and_filters_by_tournament_and_year(client: Client) -> None:
    published.spring_list()
    corrected(1)
    correct.correct_event(scene.tournament(["10001 10002 1-0"], name="Autumn Open"), {"city": "Gent"}, None, "A slip.")
    Correction.objects.filter(tournament__name="Autumn Open").update(made_at="2020-05-01T12:00:00Z")
    names = [row[1] for row in pages.rows(client.get(PAGE))]
    assert [name.split(" Open")[0] for name in names] == ["Spring", "Autumn"]
    for query in ("?name=autumn", "?year=2020"):
        [only] = pages.rows(client.get(PAGE + query))
        assert "Autumn Open" in only[1]


def test_a_hidden_member_is_named_neither_on_the_page_nor_in_the_feed(client: Client) -> None:
    published.spring_list()
    seat = scene.tournament(["10001 10002 1-0"], name="Autumn Open").participants.get(member__key=10001)
    correct.correct_member(seat, cast.member(10009), None, "Somebody else played.")
    corrected(1)
    Member.objects.filter(key__in=[10001, 10009]).update(hidden=True)
    for address in (PAGE, FEED):
        text = client.get(address).text
        assert "Member 10001 → Member 10009" in text.replace("<del>", "").replace("</del>", "").replace("<ins>", "")
        assert "round 1: Member 10001 – Baeten, Bram" in text
        assert not {"Aerts", "Iserbyt"} & set(text.replace(",", " ").split())


def test_of_a_withdrawn_tournament_only_the_withdrawal_is_shown(client: Client) -> None:
    published.spring_list()
    corrected(1)
    correct.withdraw(Tournament.objects.get(), None, "It was never played.")
    [only] = pages.rows(client.get(PAGE))
    assert only[1].startswith("withdrawn tournament")
    assert "It was never played." in only[2]
    [entry] = entries(client, FEED)
    assert (entry[0], "Spring Open" in client.get(FEED).text) == ("withdrawn tournament: stage", False)


@pytest.mark.long
def test_the_feed_has_the_reason_and_the_revised_lists(client: Client) -> None:
    revision()
    made = Correction.objects.get()
    [entry] = entries(client, FEED)
    assert entry == (
        "Spring Open: result",
        f"round 1: Aerts, Anna – Baeten, Bram · 1–0 → ½–½ · Both say draw. · Revised: {REVISED}",
        f"http://testserver/en/tournaments/{made.tournament_id}/#correction-{made.pk}",
    )


@pytest.mark.long
def test_home_footer_tournament_and_revised_list_lead_to_the_corrections(client: Client) -> None:
    made = revision()
    for address in ("/en/", "/en/verify/"):
        assert f'href="{PAGE}"' in client.get(address).text
    tournament = client.get(f"/en/tournaments/{Tournament.objects.get().pk}/").text
    assert f'href="{PAGE}?name=Spring%20Open"' in tournament
    assert f'href="{PAGE}?list={made.pk}"' in client.get("/en/lists/elo/2026-07/").text
    assert len(pages.rows(client.get(f"{PAGE}?list={made.pk}"))) == 1


@pytest.mark.parametrize("number", ["999999", "x", "9" * 30])
def test_a_list_that_does_not_exist_has_no_corrections(client: Client, number: str) -> None:
    assert client.get(f"{PAGE}?list={number}").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_page_and_feed_ask_a_constant_number_of_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    published.spring_list()
    for round_ in range(1, count + 1):
        Pairing.objects.filter(round=round_).update(white_result="1", black_result="0")
        corrected(round_)
    for address, queries in ((PAGE, 4), (FEED, 2)):
        with django_assert_num_queries(queries):
            client.get(address)


@pytest.mark.long
def test_a_list_that_follows_takes_in_the_corrections_of_the_list_before() -> None:
    pool = published.spring_list().pool
    scene.tournament(["10001 10002 1-0"], name="Autumn Open", start=dt.date(2026, 10, 1))
    scene.published(pool, scene.NEXT)
    made = corrected()
    correct.correct_event(Tournament.objects.get(name="Spring Open"), {"city": "Aalst"}, None, "A slip.")
    for draft in revise(RatingPool.objects.get(), scene.NEXT, reason="Both say draw."):
        assert list(publish(draft).corrections.all()) == [made]


@pytest.mark.long
def test_a_second_revision_takes_in_only_what_was_corrected_since_the_first(client: Client) -> None:
    first = revision()
    since = corrected(4)
    second = publish(rate(first.pool, scene.LIST, reason="Another draw."))
    assert list(second.corrections.all()) == [since]
    assert [row[3] for row in pages.rows(client.get(PAGE))] == ["Elo, 1 July 2026, revision 2", REVISED]
