"""Helpers of the tests of files that are sent again: the officer's reason, and what a page shows."""

from tests.tournaments import events
from tournaments.duplicates.differences import differences
from tournaments.review import decisions
from tournaments.updates.difference_text import difference_lines

WHY = "The file was sent again."
TWO_ROUNDS = events.three_rounds()[:4]
ROUND_2 = events.three_rounds()[2:4]


def letters(tournament):
    """Return round, matricules of White and Black, and both results of each pairing."""
    rows = tournament.pairings.order_by("round", "board", "pk").values_list(
        *("round", "white__member__key", "black__member__key", "white_result", "black_result")
    )
    return [(number, white, black, one + other) for number, white, black, one, other in rows]


def lines(stored, sent):
    """Return what the page shows: titles, and the values before and after."""
    return [
        (group.title, [(line.what, line.before, line.after) for line in group.lines])
        for group in difference_lines(differences(stored, sent))
    ]


def accepted(*players, **changes):
    """Return an accepted tournament."""
    tournament = events.tournament(*players, **changes)
    decisions.accept(tournament, None)
    return tournament


def letters_of_three_rounds():
    """Return what `letters` gives of the usual three rounds."""
    return [
        (game.round, 10000 + game.white, 10000 + game.black, game.letters)
        for game in sorted(events.three_rounds(), key=lambda game: (game.round, game.board))
    ]
