"""The buttons of games that would change a published list or miss the next one."""

import datetime as dt

import pytest
from django.urls import reverse

from tests import cast
from tests.tournaments import events
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def page(client, tournament):
    return client.get(reverse("my_club_tournament", args=[tournament.pk])).text


def press(client, tournament, verb):
    return client.post(reverse("fix", args=[tournament.pk]), {"verb": verb})


def lists():
    """Let a list of 31 March 2026 be published, and the next one be due on 1 July."""
    return [("chess", [], dt.date(2026, 3, 31), dt.date(2026, 7, 1))]


@pytest.mark.long
def test_only_who_decides_lets_games_count_in_a_later_list(secretary, client, settings):
    settings.LIST_DAYS = [f"{__name__}.lists"]
    tournament = events.tournament()
    assert "the day of a list that is already published: 6." in page(secretary, tournament)
    assert "Count the games" not in page(secretary, tournament)
    assert press(secretary, tournament, "count_later").status_code == 403
    client.force_login(cast.rating_officer())
    assert "Count the games from 1 July 2026" in page(client, tournament)
    press(client, tournament, "count_later")
    assert Tournament.objects.get().counts_from == dt.date(2026, 7, 1)
    assert "already published" not in page(client, tournament)
    assert "Its games count from 1 July 2026 on." in page(client, tournament)


@pytest.mark.long
def test_only_who_decides_lets_games_that_are_dated_too_late_count_in_the_next_list(secretary, client, settings):
    settings.LIST_DAYS = [f"{__name__}.lists"]
    games = [events.game(1, 1, 2, date=dt.date(2026, 4, 14)), events.game(2, 2, 1, date=dt.date(2026, 9, 14))]
    tournament = events.tournament(
        *events.four()[:2], pairings=games, start=dt.date(2026, 4, 14), end=dt.date(2026, 9, 14)
    )
    assert "Count the games" not in page(secretary, tournament)
    assert press(secretary, tournament, "count_earlier").status_code == 403
    client.force_login(cast.rating_officer())
    assert "Count the games in the list of 1 July 2026" in page(client, tournament)
    press(client, tournament, "count_earlier")
    assert Tournament.objects.get().end == dt.date(2026, 7, 1)
    assert "Count the games" not in page(client, tournament)
