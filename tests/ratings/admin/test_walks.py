"""What an officer does with lists, from page to page: only what a page shows is filled in and sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from federation.background import worker
from federation.models import Job
from ratings.lists.rating_run import rate
from ratings.lists.stale_lists import staleness
from ratings.models import PoolRules, RatingList, RatingPool
from ratings.verification.verify import verify
from tests import cast, pages
from tests.forms import forms, logged_in, send
from tests.ratings import scene
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> RatingPool:
    return scene.spring_pool(months=[1, 7])


@pytest.fixture
def officer() -> Client:
    return logged_in(cast.rating_officer())


@pytest.fixture
def colleague() -> Client:
    return logged_in(cast.administrator())


def of_list(client: Client, name: str, rating_list: RatingList) -> HttpResponse:
    return client.get(reverse(f"admin:ratings_ratinglist_{name}", args=[rating_list.pk]))


def asked(client: Client, pool: RatingPool, changes: dict[str, Any], day: str = "2026-07-01") -> HttpResponse:
    """Return the page of a run that was asked for, or the form with what is wrong."""
    page = client.get(reverse("admin:ratings_ratingpool_rate", args=[pool.pk]), {"date": day})
    return send(client, page, changes)


def run_asked(client: Client, pool: RatingPool, changes: dict[str, Any], day: str = "2026-07-01") -> list[RatingList]:
    """Return the drafts of a run that was asked for and is over."""
    address, _status = asked(client, pool, changes, day).redirect_chain[-1]
    job = worker.run(address.strip("/").rpartition("/")[2])
    assert job.error == ""
    return list(RatingList.objects.filter(pk__in=job.result["lists"]).order_by("date"))


def messages(page: HttpResponse) -> list[str]:
    return [str(message) for message in page.context["messages"]]


@pytest.mark.long
@pytest.mark.parametrize(
    ("system", "discipline"), [("frbe", "chess"), ("fqe", "chess"), ("fics", "bughouse"), ("ffg", "go")]
)
def test_a_pool_of_each_system_is_made_gets_its_first_list_and_other_rules(
    officer: Client, system: str, discipline: str
) -> None:
    new = {"name": "Ours", "slug": "ours", "system": system, "discipline": discipline, "months": ["1", "7"]}
    page = officer.get(reverse("admin:ratings_ratingpool_add"))
    page = send(officer, page, new | {"rules-0-valid_from": "2020-01-01"}, button="_continue")
    made = RatingPool.objects.get(slug="ours")
    assert (made.system, made.discipline, made.rules.get().profile) == (system, discipline, "seed")
    page = send(officer, page, {"rules-1-valid_from": "2026-07-01"}, button="_continue")
    [draft] = run_asked(officer, made, {"date": "2026-07-01"})
    assert messages(send(officer, of_list(officer, "publish", draft), {})) == [
        "The list of 1 July 2026 is published; its pages are being written."
    ]
    page = officer.get(reverse("admin:ratings_ratingpool_change", args=[made.pk]))
    send(officer, page, {"rules-2-valid_from": "2027-01-01", "position": "7"})
    made.refresh_from_db()
    assert [made.position, *(str(rules.valid_from) for rules in PoolRules.objects.filter(pool=made))] == [
        *(7, "2020-01-01", "2026-07-01", "2027-01-01"),
    ]
    assert verify(RatingList.objects.get()).passed


@pytest.mark.long
def test_two_lists_that_no_longer_fit_are_revised_and_published_in_their_order(
    officer: Client, pool: RatingPool
) -> None:
    scene.published(pool)
    scene.published(pool, scene.NEXT)
    late = scene.tournament(["10001 10004 1-0"], name="Late Open")
    first, second = run_asked(officer, pool, {"reason": "The Late Open came late."}, day="2027-01-01")
    waits = "It was calculated from the draft of 1 July 2026: publish that one first."
    for page in (of_list(officer, "change", second), of_list(officer, "publish", second)):
        assert waits in pages.text(page)
        assert "was revised" not in pages.text(page)
    refused = send(officer, of_list(officer, "publish", second), {})
    assert messages(refused) == ["Publish the draft of 1 July 2026 before that of 1 January 2027."]
    for draft in (first, second):
        assert waits not in pages.text(send(officer, of_list(officer, "publish", draft), {}))
    published = RatingList.objects.published().filter(imported=False)
    assert [(each.revision, staleness(each), verify(each).passed) for each in published] == [(1, None, True)] * 2
    assert late.rated_in.count() == 1


@pytest.mark.long
def test_a_tournament_that_was_withdrawn_is_called_so(officer: Client, pool: RatingPool) -> None:
    published = scene.published(pool)
    Tournament.objects.update(stage=Stage.SUBMITTED)
    assert "Tournament withdrawn: Spring Open." in pages.text(of_list(officer, "change", published))


@pytest.mark.long
def test_a_request_with_other_options_than_the_current_run_has_to_wait(
    officer: Client, colleague: Client, pool: RatingPool
) -> None:
    scene.published(pool)
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    asked(officer, pool, {"reason": "It came late."})
    refused = asked(colleague, pool, {"reason": "A result was wrong."})
    sentence = "The list of 1 July 2026 is already being calculated with other options: wait until that is done."
    assert refused.context["form"].errors == {"date": [sentence]}
    same = asked(colleague, pool, {"reason": "It came late."})
    assert same.redirect_chain[-1][0] == reverse("admin:ratings_run", args=[Job.objects.get(kind="rate").pk])


@pytest.mark.long
def test_a_draft_that_a_colleague_discarded_is_reported_as_discarded(
    officer: Client, colleague: Client, pool: RatingPool
) -> None:
    draft = rate(pool, scene.LIST)
    open_pages = [of_list(officer, name, draft) for name in ("publish", "withdraw")]
    taken_back = send(colleague, of_list(colleague, "withdraw", draft), {})
    assert messages(taken_back) == ["The draft of 1 July 2026 was discarded."]
    gone = "This list no longer exists: its draft was discarded or recalculated."
    for page in open_pages:
        answer = send(officer, page, {})
        assert (messages(answer), answer.redirect_chain[-1][0]) == ([gone], taken_back.redirect_chain[-1][0])
    check = officer.get(reverse("admin:ratings_ratinglist_verify", args=[draft.pk]), follow=True)
    assert messages(check) == [gone]


@pytest.mark.long
def test_the_second_of_two_who_publish_is_refused(officer: Client, colleague: Client, pool: RatingPool) -> None:
    draft = rate(pool, scene.LIST)
    open_pages = [(each, of_list(each, "publish", draft)) for each in (officer, colleague)]
    told = [messages(send(client, page, {})) for client, page in open_pages]
    assert told == [
        ["The list of 1 July 2026 is published; its pages are being written."],
        ["The list of 1 July 2026 is already published."],
    ]


@pytest.mark.long
def test_a_revision_that_is_recalculated_keeps_its_reason(officer: Client, pool: RatingPool) -> None:
    scene.published(pool)
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    run_asked(officer, pool, {"reason": "The Late Open came late."})
    scene.tournament(["10002 10005 1-0"], name="Later Open")
    [draft] = run_asked(officer, pool, {})
    assert (draft.reason, draft.game_count) == ("The Late Open came late.", 10)


@pytest.mark.parametrize("day", ["", "tomorrow", "2027-01-01"])
def test_the_form_of_a_run_opens_for_any_day(officer: Client, pool: RatingPool, day: str) -> None:
    page = officer.get(reverse("admin:ratings_ratingpool_rate", args=[pool.pk]), {"date": day})
    [form] = [form for form in forms(page) if "reason" in form.fields]
    assert form.fields["reason"].sent == [""]


@pytest.mark.long
def test_a_reason_that_is_missing_is_asked_for_once(officer: Client, pool: RatingPool) -> None:
    scene.published(pool)
    scene.published(pool, scene.NEXT)
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    refused = asked(officer, pool, {}, day="2027-01-01")
    sentence = "The list of 1 January 2027 is published: give the reason for the revision."
    assert refused.context["form"].errors == {"reason": [sentence]}


@pytest.mark.long
def test_a_pool_is_deleted_as_long_as_it_has_no_list(colleague: Client, pool: RatingPool) -> None:
    unused = scene.pool("unused")
    pages_of = {
        each: colleague.get(reverse("admin:ratings_ratingpool_change", args=[each.pk])).text for each in (pool, unused)
    }
    assert ["deletelink" in page for page in pages_of.values()] == [False, True]
    delete = {each: reverse("admin:ratings_ratingpool_delete", args=[each.pk]) for each in pages_of}
    assert colleague.get(delete[pool]).status_code == 403
    assert messages(send(colleague, colleague.get(delete[unused]), {})) == [
        "The rating type “Unused” was deleted successfully."
    ]
    assert RatingPool.objects.get() == pool
