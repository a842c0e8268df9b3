"""All revisions at once: planned, calculated by one job, published by another."""

from __future__ import annotations

import datetime as dt

import pytest

from federation.background import worker
from federation.models import Job
from ratings.errors import RatingError
from ratings.lists import publication, revise_all
from ratings.lists.publication import withdraw
from ratings.lists.revise_all import queue_publication, queue_revisions
from ratings.lists.revision_plan import plans
from ratings.models import RatingList
from ratings.verification.verify import verify
from tests import cast
from tests.made_once import made_once
from tests.ratings import scene
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import Correction, Pairing

pytestmark = pytest.mark.django_db

POOLS = ("elo", "blitz", "rapid")
WHY = dict.fromkeys(POOLS, "Spring Open: Both say draw.")


def corrected(round_: int, reason: str) -> Correction:
    game = Pairing.objects.get(tournament__name="Spring Open", round=round_)
    return correct.correct_result(game, Result.DRAW, Result.DRAW, None, reason)[0]


@made_once
def three_pools_and_a_correction() -> Correction:
    """Return three pools with two published lists each, of which a correction of a result makes the first one stale."""
    pools = [scene.started(slug, position=number) for number, slug in enumerate(POOLS)]
    scene.spring()
    scene.tournament(["10001 10002 1-0"], name="Autumn Open", start=dt.date(2026, 10, 1))
    for pool in pools:
        for day in (scene.LIST, scene.NEXT):
            scene.published(pool, day)
    return corrected(1, "Both say draw.")


def run(job: Job) -> Job:
    worker.run(job.pk)
    job.refresh_from_db()
    return job


def drafts() -> list[int]:
    found = RatingList.objects.filter(state=RatingList.State.DRAFT).order_by("pool__position", "date")
    return list(found.values_list("pk", flat=True))


def published() -> list[tuple[str, int, str]]:
    """Return pool, revision and reason of the lists that hold."""
    found = RatingList.objects.published().filter(imported=False).order_by("pool__position", "date")
    return list(found.values_list("pool__slug", "revision", "reason"))


NOTHING_PUBLISHED = [(slug, 0, "") for slug in POOLS for _day in range(2)]


def test_the_plan_has_every_pool_its_stale_lists_and_the_reason_of_the_correction() -> None:
    three_pools_and_a_correction()
    found = [(plan.pool.slug, len(plan.stale), plan.following, plan.is_ready, plan.reason) for plan in plans()]
    assert found == [(slug, 1, 1, False, WHY[slug]) for slug in POOLS]


@pytest.mark.long
def test_all_lists_of_all_pools_are_calculated_and_published_with_the_reason() -> None:
    made, officer = three_pools_and_a_correction(), cast.rating_officer()
    job = run(queue_revisions(WHY, officer))
    assert job.state == Job.State.DONE, job.error
    assert all(plan.is_ready for plan in plans())
    assert [(up + down > 0, new, gone) for _rated, up, down, new, gone, _most in job.result["moves"].values()] == [
        (True, 0, 0)
    ] * 6
    job = run(queue_publication(drafts(), officer))
    assert job.state == Job.State.DONE, job.error
    assert published() == [(slug, 1, WHY[slug]) for slug in POOLS for _day in range(2)]
    assert plans() == []
    revised = made.revised_lists.all()
    assert [(each.published_by, verify(each).passed) for each in revised] == [(officer, True)] * 6


@pytest.mark.long
def test_a_calculation_that_was_killed_continues_with_its_drafts() -> None:
    three_pools_and_a_correction()

    def killed(percent: int, _step: str) -> None:
        if percent >= 50:
            raise SystemExit

    with pytest.raises(SystemExit):
        revise_all.revise_all(WHY, report=killed)
    before = drafts()
    assert 0 < len(before) < 6
    assert len(revise_all.revise_all(WHY)) == 6
    assert drafts()[: len(before)] == before


@pytest.mark.long
def test_a_publication_that_was_killed_leaves_whole_pools_and_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    three_pools_and_a_correction()
    revise_all.revise_all(WHY)
    ids, freeze, frozen = drafts(), publication.freeze, []

    def killed(draft: RatingList, by: object, **options: bool) -> Job:
        if len(frozen) == 3:
            raise SystemExit
        frozen.append(draft)
        return freeze(draft, by, **options)

    monkeypatch.setattr(publication, "freeze", killed)
    with pytest.raises(SystemExit):
        revise_all.publish_all(ids, None)
    assert [slug for slug, revision, _reason in published() if revision] == ["elo", "elo"]
    monkeypatch.undo()
    assert revise_all.publish_all(ids, None) == sorted(ids)
    assert {revision for _slug, revision, _reason in published()} == {1}


@pytest.mark.long
def test_two_officers_at_once_are_refused_with_a_sentence() -> None:
    three_pools_and_a_correction()
    officer, other = cast.rating_officer(), cast.administrator()
    job = queue_revisions(WHY, officer)
    assert queue_revisions(WHY, officer) == job  # a second click
    with pytest.raises(RatingError, match="Another officer is calculating or publishing revisions"):
        queue_revisions(WHY, other)
    run(job)
    queue_publication(drafts(), officer)
    for again in (lambda: queue_publication(drafts(), other), lambda: queue_revisions(WHY, other)):
        with pytest.raises(RatingError, match="Another officer"):
            again()


@pytest.mark.long
def test_drafts_that_a_further_correction_made_stale_are_not_published() -> None:
    three_pools_and_a_correction()
    revise_all.revise_all(WHY)
    corrected(4, "A draw, too.")
    assert {(plan.is_ready, plan.reason) for plan in plans()} == {
        (False, "Spring Open: Both say draw. A draw, too."),
    }
    with pytest.raises(RatingError, match="out of date"):
        revise_all.publish_all(drafts(), None)
    assert published() == NOTHING_PUBLISHED


@pytest.mark.long
def test_a_draft_that_was_discarded_is_not_published_and_neither_are_the_others() -> None:
    three_pools_and_a_correction()
    revise_all.revise_all(WHY)
    ids = drafts()
    withdraw(RatingList.objects.get(pk=ids[-1]))
    with pytest.raises(RatingError, match="A draft has meanwhile been discarded"):
        revise_all.publish_all(ids, None)
    assert published() == NOTHING_PUBLISHED


def test_each_pool_needs_a_reason_and_something_to_revise() -> None:
    three_pools_and_a_correction()
    officer = cast.rating_officer()
    with pytest.raises(RatingError, match=r"Give the reason for the revision of Rapid\."):
        queue_revisions({**WHY, "rapid": " "}, officer)
    for nothing in (lambda: queue_revisions({}, officer), lambda: queue_publication([], officer)):
        with pytest.raises(RatingError, match="there is nothing to revise"):
            nothing()
