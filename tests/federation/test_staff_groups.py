"""federation/staff_groups.py"""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission

from federation.staff_groups import GROUPS, MEMBERSHIP_OFFICER, RATING_OFFICER, VIEWER, make_groups
from tests import cast

pytestmark = pytest.mark.django_db


def codes(group: str) -> set[tuple[str, str]]:
    return set(Group.objects.get(name=group).permissions.values_list("content_type__app_label", "codename"))


@pytest.mark.parametrize("group", [VIEWER, MEMBERSHIP_OFFICER, RATING_OFFICER])
def test_migrate_makes_the_group_with_all_its_permissions(group):
    assert codes(group) == GROUPS[group]


def test_the_permissions_follow_the_program_after_the_next_migrate():
    viewer = Group.objects.get(name=VIEWER)
    viewer.permissions.set(Permission.objects.filter(codename="delete_member"))
    make_groups(apps.get_app_config("auth"), using="default", apps=apps)
    assert codes(VIEWER) == GROUPS[VIEWER]


def test_a_viewer_changes_nothing():
    viewer = cast.viewer()
    assert viewer.has_perm("federation.view_member")
    assert viewer.has_perm("ratings.view_ratinglist")
    assert {code.partition("_")[0] for _, code in GROUPS[VIEWER]} == {"view"}


def test_membership_and_rating_officers_have_separate_permissions():
    registrar, officer = cast.membership_officer(), cast.rating_officer()
    assert registrar.has_perm("federation.change_member")
    assert not registrar.has_perm("ratings.change_ratinglist")
    assert officer.has_perm("ratings.change_ratinglist")
    assert not officer.has_perm("federation.change_member")
