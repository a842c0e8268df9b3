"""Warnings about a round that was paired by hand."""

from __future__ import annotations

import pytest

from tests.tournaments import played
from tournaments.on_site import manual_pairing, tournament
from tournaments.on_site.pages import paired_round

pytestmark = pytest.mark.django_db

ANNA, BRAM, CHLOE, DIDIER = range(1, 5)
ROUNDS = {  # White, Black and their results
    1: [(ANNA, BRAM, played.WIN), (DIDIER, CHLOE, tournament.FORFEITED)],
    2: [(ANNA, DIDIER, played.WIN), (CHLOE, None, tournament.OPEN)],
    3: [(ANNA, CHLOE, played.WIN), (BRAM, DIDIER, played.DRAW)],
    4: [(ANNA, BRAM, played.DRAW), (CHLOE, DIDIER, played.WIN)],
}


def test_pairings_against_the_rules_give_warnings_and_forfeits_do_not() -> None:
    made = played.tournament(4, rounds=4)
    ids = dict(made.participants.values_list("number", "pk"))
    for number, boards in ROUNDS.items():
        for white, black, results in boards:
            manual_pairing.add_board(made, number, ids[white], ids[black] if black else None, results)
    assert {number: found.doubts for number in ROUNDS if (found := paired_round(made, number))} == {
        1: [],
        2: ["Claes, Chloé has had a bye or a win by forfeit in round 1 already."],
        3: ["Aerts, Anna has White for the third time in a row."],
        4: [
            "Aerts, Anna and Baeten, Bram have met in round 1 already.",
            "Aerts, Anna has White for the third time in a row.",
            "Dubois, Didier has Black for the third time in a row.",
        ],
    }
