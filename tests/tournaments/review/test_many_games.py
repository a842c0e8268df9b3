"""More standard games on one day than can be played."""

from __future__ import annotations

import pytest

from tests.tournaments import events
from tournaments.review.problems import problems

pytestmark = pytest.mark.django_db

SENTENCE = (
    "Aerts, Anna plays 7 standard games on 14 March 2026: that is hardly possible. Check the time control category and "
    "the dates."
)


@pytest.mark.parametrize(
    ("games", "changes", "doubted"),
    [
        (7, {}, True),
        (7, {"pace": "rapid", "time_control": "15+10"}, False),
        (6, {}, False),
        (7, {"end": events.NEXT_DAY}, False),  # nothing says on which of the two days
    ],
)
def test_seven_standard_games_on_one_day_raise_a_doubt(games, changes, doubted):
    rounds = [events.game(number, 1, 2) for number in range(1, games + 1)]
    details = {"end": events.DAY, "time_control": "90+30", **changes}
    tournament = events.tournament(events.player(1, 10001), events.player(2, 10002), pairings=rounds, **details)
    found = [finding.sentence for finding in problems(tournament) if finding.code == "many_games"]
    assert found == [SENTENCE] * doubted
