"""Files of one event that wait side by side, or replace each other."""

import pytest

from tests.tournaments import events
from tests.tournaments.updates.updates import TWO_ROUNDS, accepted, letters, letters_of_three_rounds
from tournaments.duplicates.same_event import similar_events
from tournaments.intake import receive
from tournaments.models import Tournament
from tournaments.updates.apply import recall

pytestmark = pytest.mark.django_db


def sent_again(*, pairings):
    """What a worker makes of a later file."""
    upload = events.received(events.csv_file(events.report(pairings=pairings)))
    receive.read(upload, then=recall)
    return upload


def test_of_several_files_that_wait_to_update_a_tournament_the_last_one_stays():
    stored = accepted(pairings=TWO_ROUNDS, rounds=2)
    first = sent_again(pairings=events.three_rounds()[:5]).tournaments.get()
    last = sent_again(pairings=events.three_rounds())
    assert set(Tournament.objects.all()) == {stored, first}
    assert letters(first) == letters_of_three_rounds()
    assert [each.pk for each in last.all_tournaments()] == [first.pk]
    assert [similar.id for similar in similar_events([first])[first.pk]] == [stored.pk]


def test_files_of_an_event_that_nobody_submitted_wait_side_by_side():
    events.tournament(pairings=TWO_ROUNDS, rounds=2)
    sent_again(pairings=events.three_rounds())
    assert Tournament.objects.count() == 2
