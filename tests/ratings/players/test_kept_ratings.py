"""Members who stay because lists hold their ratings."""

from __future__ import annotations

import pytest
from django.urls import reverse

from federation.models import Member
from tests import cast, pages
from tests.forms import logged_in, send
from tests.ratings import scene

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_who_stands_in_a_list_without_having_played_here_is_not_deleted() -> None:
    scene.started()
    officer = logged_in(cast.membership_officer())
    listed, unlisted = (
        reverse("admin:federation_member_delete", args=[cast.member(matricule).pk]) for matricule in (10001, 10010)
    )
    page = officer.get(listed, headers={"accept-language": "en"})
    assert "10001 Aerts, Anna: Elo, 1 January 2026" in pages.text(page)
    assert "to hide a name, use the member's page" in pages.text(page)
    officer.post(listed, {"post": "yes"})
    send(officer, officer.get(unlisted), {})
    assert list(Member.objects.filter(key__in=[10001, 10010]).values_list("key", flat=True)) == [10001]


@pytest.mark.long
def test_several_are_not_deleted_at_once_either() -> None:
    scene.started()
    officer, chosen = logged_in(cast.membership_officer()), [cast.member(each).pk for each in (10001, 10010)]
    sent = {"action": "delete_selected", "_selected_action": chosen, "post": "yes"}
    page = officer.post(reverse("admin:federation_member_changelist"), sent)
    assert "10001 Aerts, Anna: Elo, 1 January 2026" in pages.text(page)
    assert Member.objects.filter(pk__in=chosen).count() == 2


def test_a_club_that_is_needed_is_no_question_of_permissions() -> None:
    club = cast.club(101)
    scene.tournament(["10001 10002 1-0"], club=club)
    address = reverse("admin:federation_club_delete", args=[club.pk])
    page = logged_in(cast.membership_officer()).get(address, headers={"accept-language": "en"})
    assert "would require deleting the following protected related objects" in pages.text(page)
