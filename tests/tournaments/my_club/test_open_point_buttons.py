"""One button answers what the file of a tournament leaves open."""

import datetime as dt

import pytest

from tests.tournaments import events
from tests.tournaments.my_club.test_tournament_views import codes, page, press, with_unknown

pytestmark = pytest.mark.django_db


@pytest.mark.long
@pytest.mark.parametrize(
    ("verb", "found", "changes"),
    [
        ("pace_rapid", "pace_not_stated", {"pace": ""}),
        ("pace_blitz", "pace_contradicted", {"time_control": "3+2"}),
        ("last_day", "rounds_undated", {"start": dt.date(2026, 1, 10)}),
        ("spread", "rounds_undated", {"start": dt.date(2026, 1, 10)}),
    ],
)
def test_what_the_file_leaves_open_is_chosen_by_one_button(secretary, verb, found, changes):
    tournament = events.tournament(**changes)
    assert codes(tournament) == [found]
    assert f'value="{verb}"' in page(secretary, tournament).text
    press(secretary, tournament, verb)
    assert codes(tournament) == []


def test_which_of_two_ratings_of_guests_counts_is_chosen_by_one_button(secretary):
    tournament, _ = with_unknown(rating=1500, fide_rating=1700)
    press(secretary, tournament, "outsiders")
    assert codes(tournament) == ["two_ratings"]
    press(secretary, tournament, "national_ratings")
    assert codes(tournament) == []
