"""Berger tables: who meets whom when everybody plays everybody (FIDE Handbook C.05, annex 1).

With an even number n of players round 1 is 1-n, 2-(n-1), 3-(n-2) ...; from round to round every number but n grows by
n/2, counted round a circle of n-1 numbers. Number n stays where it is, with Black and White in turn. With an odd number
of players the number after the last is nobody: who would meet it is free.

Where everybody meets everybody twice, the second half is the first with colours changed over, and the last two rounds
of the first half change places, so that nobody has the same colour three times in a row.
"""

Pair = tuple[int, int | None]  # the numbers of White and Black; None: White is free


def rounds(players: int, cycles: int = 1) -> list[list[Pair]]:
    """The pairs of each round, in the order of the boards; who is free comes last. ``cycles``: 2 for a double one.

    Raises `ValueError` with fewer than two players.
    """
    if players < 2:
        raise ValueError(f"{players} cannot play a round robin.")
    even = players + players % 2
    first = [_round(number, even, players) for number in range(even - 1)]
    if cycles == 1:
        return first
    second = [[(black, white) if black else (white, None) for white, black in pairs] for pairs in first]
    return [*first[:-2], *reversed(first[-2:]), *second]


def _round(number: int, even: int, players: int) -> list[Pair]:
    """The pairs of a round, counted from 0."""
    seats = [_moved(place, number, even) for place in range(1, even)]
    first: Pair = (even, seats[0]) if number % 2 else (seats[0], even)
    others: list[Pair] = [(seats[place], seats[even - 1 - place]) for place in range(1, even // 2)]
    if even > players:
        return [*others, (seats[0], None)]
    return [first, *others]


def _moved(place: int, number: int, even: int) -> int:
    return (place - 1 + number * (even // 2)) % (even - 1) + 1
