"""The games that can be rated, and why the others cannot."""

from __future__ import annotations

import pytest

from tests.tournaments import events
from tournaments.models import Discipline, Participant, Tournament
from tournaments.review.problems import review_data
from tournaments.review.rateable_games import Rateable, rateable

pytestmark = pytest.mark.django_db


def test_each_game_that_cannot_be_rated_is_counted_under_one_reason():
    members = [events.player(number, 10000 + number) for number in range(1, 6)]
    guests = [events.unknown(6, "Gast", rating=1500), events.unknown(7, "Gosse"), events.unknown(8, "Guest", rating=0)]
    pairs = [
        *(events.game(1, 1, 2), events.game(1, 3, 6)),  # these two can
        *(events.game(2, 1, 5), events.game(2, 6, 5, "+-")),  # 5 is not rated, whatever the result
        *(events.game(3, 1, 2, "**"), events.game(4, 1, 2, "-+"), events.game(4, 3, 4, "--"), events.bye(4, 5)),
        *(events.game(5, 1, 2, "WL"), events.game(5, 6, 7), events.game(5, 3, 8)),
        *(events.game(6, 1, 7), events.game(6, 8, 2), events.game(7, 6, 8)),
    ]
    tournament = events.tournament(*members, *guests, pairings=pairs)
    Participant.objects.filter(number=5).update(irregular=True)
    Participant.objects.filter(number__in=[6, 8]).update(outsider=True)  # 7 was not found
    assert rateable(review_data([tournament])[0]) == Rateable(
        2,
        [
            "with a player marked as not rated: 2",
            "without a result: 1",
            "won or lost by forfeit: 2",
            "played, but marked as not rated: 1",
            "with an unmatched player: 2",
            "between two non-members: 1",
            "against a non-member without a rating: 2",
        ],
    )
    Tournament.objects.update(discipline=Discipline.GO)  # where 0 is a level
    assert rateable(review_data([Tournament.objects.get()])[0]).count == 4
