"""Stored pages belong to the edition of the site that wrote them."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from federation.models import Job
from federation.web.site_version import edition
from ratings.models import RatingList
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


def test_the_edition_is_a_digest_that_stays() -> None:
    assert len(edition()) == 64
    assert edition() == edition()


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
