"""Direct confrontation in go: the order of players who are equal in all criteria before it.

That is what OpenGotha means by two of its criteria. SDC, the simple one: where all of them have met and no two are
even, the games won against each other; else nothing. DC: who won stands before who lost, as far as the games tell, and
wins in a circle (A beat B, B beat C, C beat A) tell nothing of those in it. From the last place up, of those who beat
nobody who is left the one stands lowest whom the criteria after DC put lowest.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush

from tournaments.formats.report import ReportedPairing

Beaten = Mapping[int, Collection[int]]  # who won against whom, more often than they lost


def beaten_in(games: Iterable[ReportedPairing]) -> Beaten:
    """Return whom everybody beat over all their games; forfeits and byes do not count."""
    balance: dict[tuple[int, int], int] = defaultdict(int)
    for game in games:
        if game.black is not None and game.black_result is not None and game.white_result.is_played:
            ahead = game.white_result.half_points - game.black_result.half_points
            balance[game.white, game.black] += ahead
            balance[game.black, game.white] -= ahead
    found: dict[int, set[int]] = defaultdict(set)
    for (mine, other), ahead in balance.items():
        if ahead > 0:
            found[mine].add(other)
    return found


def simple(equal: Collection[int], beaten: Beaten) -> dict[int, int]:
    """Return SDC of each of these players."""
    won = {mine: sum(other in beaten.get(mine, ()) for other in equal) for mine in equal}
    have_met = sum(won.values()) == len(equal) * (len(equal) - 1) // 2
    return won if have_met else dict.fromkeys(equal, 0)


def direct(equal: Collection[int], beaten: Beaten, later: Callable[[int], tuple[int, ...]]) -> dict[int, int]:
    """Return DC of each of these players: how many of them are below.

    ``later``: the values of the criteria after DC.
    """
    members = {*equal}
    among = {mine: [other for other in beaten.get(mine, ()) if other in members] for mine in equal}
    circle = _circles(among)
    inside: dict[int, list[int]] = defaultdict(list)
    for mine, its in circle.items():
        inside[its].append(mine)
    below: dict[int, set[int]] = {its: set() for its in inside}
    above: dict[int, set[int]] = {its: set() for its in inside}
    for mine, others in among.items():
        for other in others:
            if circle[mine] != circle[other]:
                below[circle[mine]].add(circle[other])
                above[circle[other]].add(circle[mine])
    left = Counter({its: sum(len(inside[one]) for one in lower) for its, lower in below.items()})
    free = [(later(mine), mine) for mine in equal if not left[circle[mine]]]
    heapify(free)
    places: dict[int, int] = {}
    while free:
        last = [mine for _key, mine in _lowest(free)]
        places |= dict.fromkeys(last, len(places))
        for mine in last:
            for its in above[circle[mine]]:
                left[its] -= 1
                if not left[its]:
                    for each in inside[its]:
                        heappush(free, (later(each), each))
    return places


def _lowest(free: list[tuple[tuple[int, ...], int]]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Take out those with the lowest key."""
    key = free[0][0]
    while free and free[0][0] == key:
        yield heappop(free)


def _circles(among: Beaten) -> dict[int, int]:
    """Return a number for each player, the same for all in a circle of wins: strongly connected components."""
    done: list[int] = []
    seen: set[int] = set()
    for start in among:
        done += _finished(start, among, seen)
    losses: dict[int, list[int]] = defaultdict(list)
    for mine, others in among.items():
        for other in others:
            losses[other].append(mine)
    found: dict[int, int] = {}
    seen = set()
    for start in reversed(done):
        found |= dict.fromkeys(_finished(start, losses, seen), start)
    return found


def _finished(start: int, graph: Beaten, seen: set[int]) -> list[int]:
    """Return who can be reached and was not visited before, each after all to whom they lead."""
    if start in seen:
        return []
    seen.add(start)
    found, way = [], [(start, iter(graph.get(start, ())))]
    while way:
        following = next((each for each in way[-1][1] if each not in seen), None)
        if following is None:
            found.append(way.pop()[0])
        else:
            seen.add(following)
            way.append((following, iter(graph.get(following, ()))))
    return found
