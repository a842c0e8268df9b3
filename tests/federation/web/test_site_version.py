"""Stored pages belong to the edition of the site that wrote them."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from federation.appearance import choose
from federation.models import Appearance, Job
from federation.web.site_version import edition
from ratings.models import RatingList
from ratings.public import rendering
from tests.ratings import published

pytestmark = pytest.mark.django_db


@pytest.fixture
def rendered(settings, tmp_path) -> RatingList:
    settings.PUBLISHED_ROOT = tmp_path
    made = published.rendered_spring_list()
    Job.objects.all().delete()
    return made


def page(client, rating_list: RatingList):
    return client.get(reverse("list", args=[rating_list.pool.slug, rating_list.month_slug]))


def queued() -> set[int]:
    return {job.arguments["list"] for job in Job.objects.all()}


def test_the_edition_is_a_digest_that_stays() -> None:
    assert len(edition()) == 64
    assert edition() == edition()


def test_stored_pages_are_written_again_with_the_first_colours(client, rendered: RatingList) -> None:
    before = edition()
    choose.use(Appearance.objects.create(light="#00509d", dark="#7fbfff"))
    assert edition() != before
    assert queued() == {each.pk for each in RatingList.objects.published()}
    live = page(client, rendered)
    assert "ETag" not in live and "colours.css" in live.text
    rendering.render(rendered)
    stored = page(client, rendered)
    assert "ETag" in stored and "colours.css" in stored.text
    Job.objects.all().delete()
    choose.use(Appearance.objects.create(light="#8a0f2e", dark="#ff9db0"))
    assert rendered.pk not in queued()  # it loads the same style sheet


@pytest.mark.long
def test_a_page_of_this_edition_is_served_as_it_was_written(client, rendered: RatingList) -> None:
    assert "ETag" in page(client, rendered)


def test_a_page_of_another_edition_is_rendered_again(client, rendered: RatingList) -> None:
    RatingList.objects.update(rendered_edition="another")
    response = page(client, rendered)
    assert response.status_code == 200
    assert "ETag" not in response


def test_only_lists_of_another_edition_are_queued(rendered: RatingList) -> None:
    RatingList.objects.filter(imported=True).update(rendered_edition=edition())
    call_command("render_lists", verbosity=0)
    assert not Job.objects.exists()
    RatingList.objects.filter(pk=rendered.pk).update(rendered_edition="another")
    call_command("render_lists", verbosity=0)
    assert [job.arguments for job in Job.objects.all()] == [{"list": rendered.pk}]


def test_all_lists_are_queued_on_demand(rendered: RatingList) -> None:
    call_command("render_lists", all=True, verbosity=0)
    assert Job.objects.count() == RatingList.objects.published().count() == 2
