"""ratings/access.py"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from ratings.access import may_test, pools_for, what_ifs_for
from tests import cast
from tests.ratings import scene, trials

pytestmark = pytest.mark.django_db


def test_staff_see_all_pools_and_what_ifs_others_what_is_public_and_calculated() -> None:
    shown, kept = scene.pool("shown"), scene.pool("kept", public=False)
    for pool in (shown, kept):
        trials.what_if(pool, f"{pool.slug} draft", result={})
        trials.what_if(pool, f"{pool.slug} running", public=True)
        trials.what_if(pool, f"{pool.slug} done", public=True, result={})
    for user in (AnonymousUser(), cast.secretary()):
        assert list(pools_for(user)) == [shown]
        assert [found.title for found in what_ifs_for(user)] == ["shown done"]
    for user in (cast.viewer(), cast.rating_officer()):
        assert set(pools_for(user)) == {shown, kept}
        assert what_ifs_for(user).count() == 6


def test_who_rates_may_test() -> None:
    users = (AnonymousUser(), cast.secretary(), cast.viewer(), cast.membership_officer(), cast.rating_officer())
    assert [may_test(user) for user in users] == [False, False, False, False, True]
