"""Berger tables: the pairings of a round robin (FIDE Handbook C.05, annex 1).

With an even number n of players round 1 is 1-n, 2-(n-1), 3-(n-2) ... From round to round every number except n grows by
n/2, counted in a circle of n-1 numbers. Number n stays in its place, with Black and White in turn. With an odd number
of players the last number is nobody, and the opponent of nobody has a bye.

In a double round robin the second half repeats the first with colours reversed, and the last two rounds of the first
half are exchanged: otherwise players would have the same colour three times in a row.
"""

Pair = tuple[int, int | None]  # the numbers of White and Black; None: White is free


def rounds(players: int, cycles: int = 1) -> list[list[Pair]]:
    """Return the pairs of each round in the order of the boards, the bye last. ``cycles``: 2 for a double round robin.

    Raise `ValueError` with fewer than two players.
    """
    if players < 2:
        raise ValueError(f"{players} cannot play a round robin.")
    even = players + players % 2
    first = [_round(number, even, players) for number in range(even - 1)]
    if cycles == 1:
        return first
    second: list[list[Pair]] = [
        [(black, white) if black else (white, None) for white, black in pairs] for pairs in first
    ]
    return [*first[:-2], *reversed(first[-2:]), *second]


def _round(number: int, even: int, players: int) -> list[Pair]:
    """Return the pairs of a round, counted from 0."""
    seats = [_moved(place, number, even) for place in range(1, even)]
    first: Pair = (even, seats[0]) if number % 2 else (seats[0], even)
    others: list[Pair] = [(seats[place], seats[even - 1 - place]) for place in range(1, even // 2)]
    if even > players:
        return [*others, (seats[0], None)]
    return [first, *others]


def _moved(place: int, number: int, even: int) -> int:
    return (place - 1 + number * (even // 2)) % (even - 1) + 1
