"""Publishing freezes a list."""

from __future__ import annotations

import pytest

from federation.models import Job
from ratings.calculation.manifest import digest, lines_part
from ratings.calculation.store import read_ledger, read_ratings
from ratings.errors import RatingError
from ratings.lists.publication import publish, withdraw
from ratings.lists.rating_run import rate, revise
from ratings.models import RatingList
from tests import cast
from tests.ratings import scene

pytestmark = pytest.mark.django_db


def drafted() -> RatingList:
    pool = scene.spring_pool()
    return rate(pool, scene.LIST)


def test_a_published_list_says_when_and_by_whom() -> None:
    officer = cast.rating_officer()
    made = publish(drafted(), officer)
    assert (made.state, made.published_by) == (RatingList.State.PUBLISHED, officer)
    assert made.published_at is not None
    assert list(RatingList.objects.published().filter(imported=False)) == [made]


def test_its_manifest_holds_the_digests_of_what_is_stored() -> None:
    made = publish(drafted())
    assert made.digest == digest(made.manifest)
    assert made.manifest["ratings"] == lines_part(read_ratings(made))
    assert made.manifest["ledger"] == lines_part(read_ledger(made))
    assert made.manifest["previous"]["digest"] == made.previous.digest


def test_its_rendering_is_queued() -> None:
    made = publish(drafted())
    job = Job.objects.get(kind="render")
    assert job.arguments == {"list": made.pk}


def test_it_is_published_once() -> None:
    draft = drafted()
    publish(draft)
    with pytest.raises(RatingError, match="is already published"):
        publish(draft)


def test_a_draft_that_no_longer_fits_is_not_published() -> None:
    draft = drafted()
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    with pytest.raises(RatingError, match=r"is out of date: recalculate it. Tournament changed or added: Late Open."):
        publish(draft)
    draft.refresh_from_db()
    assert draft.state == RatingList.State.DRAFT


def test_a_draft_of_other_rules_is_not_published() -> None:
    draft = drafted()
    draft.pool.rules.update(profile="2015")
    with pytest.raises(RatingError, match="The rules were changed"):
        publish(draft)


def test_a_draft_that_is_gone_is_not_published() -> None:
    draft = drafted()
    withdraw(draft)
    with pytest.raises(RatingError, match="has meanwhile been discarded"):
        publish(draft)


@pytest.mark.long
def test_a_revision_replaces_and_keeps_the_list_before_it() -> None:
    draft = drafted()
    first = publish(draft)
    ratings = read_ratings(first)
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    revision = publish(rate(first.pool, scene.LIST, reason="Late Open came late."))
    first.refresh_from_db()
    assert (first.state, revision.state) == (RatingList.State.REVISED, RatingList.State.PUBLISHED)
    assert lines_part(read_ratings(first)) == lines_part(ratings) == first.manifest["ratings"]


def chain() -> list[RatingList]:
    """Return a revision and the next list, calculated from it."""
    pool = publish(drafted()).pool
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    return revise(pool, scene.NEXT, reason="Late Open came late.")


@pytest.mark.long
def test_drafts_of_a_chain_are_published_in_their_order() -> None:
    drafts = chain()
    with pytest.raises(RatingError, match="Publish the draft of 2026-07-01 before that of 2027-01-01"):
        publish(drafts[1])
    for draft in drafts:
        assert publish(draft).state == RatingList.State.PUBLISHED


@pytest.mark.long
def test_a_draft_is_discarded_with_those_calculated_from_it() -> None:
    withdraw(chain()[0])
    assert not RatingList.objects.filter(state=RatingList.State.DRAFT).exists()
    assert RatingList.objects.published().filter(imported=False).count() == 1


def test_a_draft_that_is_discarded_twice_is_discarded_once() -> None:
    draft = drafted()
    for _ in range(2):
        withdraw(draft)
    assert not RatingList.objects.filter(pk=draft.pk).exists()


def test_the_first_list_of_a_pool_follows_none() -> None:
    pool = scene.pool()
    scene.spring()
    draft = rate(pool, scene.LIST)
    assert draft.previous is None
    assert publish(draft).manifest["previous"] is None


def test_a_published_list_is_not_discarded() -> None:
    made = publish(drafted())
    with pytest.raises(RatingError, match="2026-07-01 is published and cannot be discarded"):
        withdraw(made)
    assert len(read_ratings(made)) == 9
