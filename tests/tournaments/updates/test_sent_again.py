"""Files of one event that wait side by side, or replace each other."""

import pytest
from msgspec.structs import replace

from tests.tournaments import events
from tests.tournaments.updates.updates import TWO_ROUNDS, WHY, accepted, letters, letters_of_three_rounds, lines
from tournaments.duplicates.same_event import similar_events
from tournaments.intake import receive
from tournaments.models import Correction, Pace, RememberedAnswer, Tournament
from tournaments.review import decisions, edits
from tournaments.updates.apply import apply_update, recall

pytestmark = pytest.mark.django_db


def sent_again(*, pairings):
    """Return what a worker makes of a later file."""
    upload = events.received(events.csv_file(events.report(pairings=pairings)))
    receive.read(upload, then=recall)
    return upload


@pytest.mark.long
def test_of_several_files_that_wait_to_update_a_tournament_the_last_one_stays():
    stored = accepted(pairings=TWO_ROUNDS, rounds=2)
    first = sent_again(pairings=events.three_rounds()[:5]).tournaments.get()
    last = sent_again(pairings=events.three_rounds())
    assert set(Tournament.objects.all()) == {stored, first}
    assert letters(first) == letters_of_three_rounds()
    assert [each.pk for each in last.all_tournaments()] == [first.pk]
    assert [similar.id for similar in similar_events([first])[first.pk]] == [stored.pk]


@pytest.mark.long
def test_what_was_answered_for_an_event_is_not_asked_again_for_its_next_file():
    stored = events.tournament(pairings=TWO_ROUNDS, rounds=2, pace="")
    edits.choose_pace(stored, Pace.RAPID, None)
    RememberedAnswer.objects.all().delete()
    decisions.accept(stored, None)
    upload = events.received(events.csv_file(events.report(pace="")))
    receive.read(upload, then=recall)
    sent = upload.tournaments.get()
    assert (sent.pace, sent.open_points) == ("rapid", None)


def test_files_of_an_event_that_nobody_submitted_wait_side_by_side():
    events.tournament(pairings=TWO_ROUNDS, rounds=2)
    sent_again(pairings=events.three_rounds())
    assert Tournament.objects.count() == 2


@pytest.mark.long
def test_another_fide_rating_of_a_guest_is_shown_and_corrected():
    guest = events.unknown(2, rating=1500, fide_rating=1700)
    before, after = (
        (
            events.player(1, 10001),
            guest,
        ),
        (events.player(1, 10001), replace(guest, fide_rating=1710)),
    )
    games = [events.game(1, 1, 2)]
    stored = events.tournament(*before, pairings=games)
    edits.mark_outsider(stored.participants.get(number=2))
    decisions.accept(stored, None)
    sent = events.tournament(*after, pairings=games)
    edits.mark_outsider(sent.participants.get(number=2))
    told = ("Zonderling, Zoë · FIDE rating in the file", "1700", "1710")
    assert lines(stored, sent) == [("Player details changed", [told])]
    apply_update(stored, sent, None, WHY)
    assert stored.participants.get(number=2).file_fide_rating == 1710
    assert [(each.field, each.before, each.after) for each in Correction.objects.all()] == [("rating", "1700", "1710")]
