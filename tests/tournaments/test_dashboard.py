"""What waits for the staff among the tournaments."""

from __future__ import annotations

import pytest

from tests import cast, pages
from tests.ratings import scene
from tournaments.dashboard import tournaments
from tournaments.models import OnSiteVisibility, Stage

pytestmark = pytest.mark.django_db


def test_submitted_tournaments_wait_for_a_decision_and_read_ones_to_be_submitted():
    cast.everybody()
    for stage in (Stage.SUBMITTED, Stage.READ, Stage.READ, Stage.ACCEPTED, Stage.REJECTED):
        scene.tournament(["10001 10002 1-0"], stage=stage)
    decided, submitted = tournaments(cast.rating_officer())
    assert decided.text == "1 submitted tournament is waiting for a decision."
    assert decided.address.endswith("/admin/tournaments/tournament/?stage=submitted")
    assert submitted.text == "2 tournaments were read but not submitted yet."
    assert submitted.address.endswith("/admin/tournaments/tournament/?stage=read")


def test_a_tournament_that_is_paired_here_has_nothing_to_do():
    cast.everybody()
    scene.tournament(["10001 10002 1-0"], stage=Stage.READ, on_site_visibility=OnSiteVisibility.CLUB)
    assert list(tournaments(cast.rating_officer())) == []


@pytest.mark.long
def test_the_line_leads_to_the_very_tournaments_that_it_counts(client):
    cast.everybody()
    scene.tournament(["10001 10002 1-0"], name="From a file", stage=Stage.READ)
    scene.tournament(
        ["10001 10002 1-0"], name="Paired here", stage=Stage.READ, on_site_visibility=OnSiteVisibility.CLUB
    )
    officer = cast.rating_officer()
    client.force_login(officer)
    (line,) = tournaments(officer)
    page = client.get(line.address)
    assert [found.name for found in page.context["cl"].result_list] == ["From a file"]
    page = client.get(line.address.replace("=read", "=played"))
    assert [(row[1], row[2]) for row in pages.rows(page)] == [("Paired here", "being played")]


def test_users_who_may_not_decide_see_no_lines():
    cast.everybody()
    scene.tournament(["10001 10002 1-0"], stage=Stage.SUBMITTED)
    assert list(tournaments(cast.membership_officer())) == []
