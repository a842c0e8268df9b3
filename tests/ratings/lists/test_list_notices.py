"""A published list is told to those who asked, a revision to those whose rating it changes."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from federation.models import Holder, Notice
from federation.own_data import notices
from ratings.lists import list_notices
from tests import cast
from tests.ratings import scene

pytestmark = pytest.mark.django_db


def test_a_list_is_reported_with_old_and_new_rating_and_the_calculation() -> None:
    pool = scene.spring_pool()
    user = User.objects.create_user("anna")
    Holder.objects.create(account=user, member=cast.member(10001))
    published = scene.published(pool)
    assert list_notices.tell(published) == 0
    notices.choose(user, ["list"], by_mail=False)
    assert list_notices.tell(published) == 1
    assert list_notices.tell(published) == 1
    notice = Notice.objects.get()
    row = published.ratings.get(member=cast.member(10001))
    assert notice.facts["rating"] == row.rating
    assert notice.path == f"/players/10001/{pool.slug}/{published.month_slug}/"


def test_an_old_list_causes_no_notices_when_its_pages_are_written_again() -> None:
    pool = scene.spring_pool()
    user = User.objects.create_user("anna")
    Holder.objects.create(account=user, member=cast.member(10001))
    notices.choose(user, ["list"], by_mail=False)
    published = scene.published(pool)
    published.published_at -= 2 * list_notices.RECENT
    assert list_notices.tell(published) == 0
