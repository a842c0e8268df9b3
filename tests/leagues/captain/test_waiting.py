"""What "My club" tells captains to do, until it is done."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db.models import Q
from django.utils import timezone

from leagues.captain.waiting import matches
from leagues.models import LineUp, Match, MoveRequest
from tests.leagues import scene

pytestmark = pytest.mark.django_db


def titles(user: object) -> list[str]:
    return [each.title for each in matches(user, [])]


@pytest.mark.long
def test_a_captain_reads_which_line_up_result_and_confirmation_is_due(django_assert_num_queries: object) -> None:
    season = scene.started()
    match = season.match(101, 201)
    home, away = season.captain(match, "home"), season.captain(match, "away")
    Match.objects.update(day=timezone.localdate() + dt.timedelta(days=30))
    assert titles(home) == [f"Choose the line-up against {match.away}"]
    Match.objects.filter(pk=match.pk).update(day=timezone.localdate())
    with django_assert_num_queries(1):
        assert titles(home) == [f"Choose the line-up against {match.away}"]
    LineUp.objects.update_or_create(match=match, side="home", defaults={"locked_at": timezone.now()})
    assert titles(home) == []
    assert titles(away) == [f"Choose the line-up against {match.home}"]
    asked = MoveRequest.objects.create(match=match, side="away", swap=True)
    assert titles(home) == [f"{match.away} proposes another day"]
    assert titles(away) == [f"Choose the line-up against {match.home}"]
    asked.delete()
    Match.objects.filter(pk=match.pk).update(state=Match.State.ENTERED, home_confirmed_at=timezone.now())
    assert titles(home) == []
    assert titles(away) == [f"Confirm the result against {match.home}"]


def test_a_captain_reads_about_the_next_match_alone_but_about_every_proposal() -> None:
    season = scene.started()
    match = season.match(101, 201)
    home = season.captain(match, "home")
    later = Match.objects.filter(Q(home=match.home) | Q(away=match.home)).exclude(pk=match.pk).first()
    Match.objects.update(day=timezone.localdate() + dt.timedelta(days=40))
    Match.objects.filter(pk=match.pk).update(day=timezone.localdate() + dt.timedelta(days=30))
    assert titles(home) == [f"Choose the line-up against {match.away}"]
    side, other = ("home", later.away) if later.home == match.home else ("away", later.home)
    MoveRequest.objects.create(match=later, side="away" if side == "home" else "home", swap=True)
    assert titles(home) == [f"Choose the line-up against {match.away}", f"{other} proposes another day"]
