"""The checks of one line-up: the same on a draft, when it is locked, on entry, and over a whole season."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from leagues.rules.facts import LineUp, Player
from leagues.rules.findings import Finding, finding
from leagues.rules.parameters import Rules


def check(line_up: LineUp, rules: Rules) -> list[Finding]:
    """Return what is against the rules in a line-up, in order of its boards."""
    found = [each for rule in CHECKS for each in rule(line_up, rules)]
    return sorted(found, key=lambda each: each.place)


def who_may_play(line_up: LineUp, rules: Rules) -> Iterator[Finding]:
    for board, player in line_up.manned:
        if not player.is_listed:
            yield finding("not_listed", line_up, board, player.key)
        if not player.is_affiliated:
            yield finding("not_affiliated", line_up, board, player.key)
        days = rules.selection.affiliated_days_before
        if player.is_affiliated and player.affiliated_days is not None and player.affiliated_days < days:
            yield finding("licence_missing", line_up, board, player.key, days=days)
        if not player.may_play:
            yield finding("not_yet_eligible", line_up, board, player.key)
        if line_up.is_fide_rated and not player.has_fide_id:
            yield finding("fide_id_missing", line_up, board, player.key)
        if player.is_suspended:
            yield finding("suspended", line_up, board, player.key)
        cap = rules.selection.reserve_cap
        if cap is not None and (player.fide_rating or 0) > cap and player.titular_of != line_up.team:
            yield finding("rating_cap", line_up, board, player.key, rating=player.fide_rating, cap=cap)


def places_of_teams(line_up: LineUp, rules: Rules) -> Iterator[Finding]:
    """Find players whose place on the list is that of a higher team, where no regular players are named."""
    each_team = rules.selection.places
    if not each_team:
        return
    for board, player in line_up.manned:
        if player.place is not None and line_up.rank > (lowest := 1 + (player.place - 1) // each_team):
            yield finding("below_place", line_up, board, player.key, place=player.place, team=lowest)


def twice_in_match(line_up: LineUp, rules: Rules) -> Iterator[Finding]:
    seen: set[int] = set()
    for board, player in line_up.manned:
        if player.key in seen:
            yield finding("twice_in_match", line_up, board, player.key)
        seen.add(player.key)


def strength_order(line_up: LineUp, rules: Rules) -> Iterator[Finding]:
    """Find stronger players who sit too low; only they are at fault. An empty board changes nothing."""
    if rules.strength.family != "tolerance":
        return
    rated = [(board, player, player.strength) for board, player in line_up.manned if player.strength is not None]
    limit = rules.strength.tolerance + (rules.strength.at_tolerance == "allowed")
    for place, (board, player, strength) in enumerate(rated):
        weaker = {above: strength - other for above, _player, other in rated[:place] if strength - other >= limit}
        if weaker:
            yield finding(
                "strength_order", line_up, board, player.key, above=weaker, tolerance=rules.strength.tolerance
            )


def displacement(line_up: LineUp, rules: Rules) -> Iterator[Finding]:
    """Find players who sit too far from their rank in the line-up."""
    if rules.strength.family != "displacement":
        return
    allowed = rules.strength.displacement
    allowed = len(line_up.seats) // 2 if allowed is None else allowed
    rated = [player for _board, player in line_up.manned if player.strength is not None]
    ranks = _ranks(rated, lambda player: -(player.strength or 0))
    for board, player in line_up.manned:
        if player.key in ranks and abs(ranks[player.key] - board) > allowed:
            facts = {"rank": ranks[player.key], "allowed": allowed}
            yield finding("strength_order", line_up, board, player.key, **facts)


def list_order(line_up: LineUp, rules: Rules) -> Iterator[Finding]:
    """Find players who do not sit in the order of their list. Some rules let neighbours change places."""
    if rules.strength.family not in {"list", "strict_list"}:
        return
    allowed = 1 if rules.strength.family == "list" else 0
    listed = [(board, player) for board, player in line_up.manned if player.place is not None]
    ranks = _ranks([player for _board, player in listed], lambda player: player.place or 0)
    for seat, (board, player) in enumerate(listed, start=1):
        if abs(ranks[player.key] - seat) > allowed:
            yield finding("list_order", line_up, board, player.key, rank=ranks[player.key])


def _ranks(players: list[Player], key: Callable[[Player], int]) -> dict[int, int]:
    """Return the rank of each player; of equal ones, the first in the line-up is first."""
    return {player.key: rank for rank, player in enumerate(sorted(players, key=key), start=1)}


def manning(line_up: LineUp, rules: Rules) -> Iterator[Finding]:
    manned = [board for board, _player in line_up.manned]
    empty = [board for board, player in enumerate(line_up.seats, start=1) if player is None]
    if len(manned) < rules.boards.least:
        yield finding("too_few", line_up, manned=len(manned), least=rules.boards.least)
    for board in empty:
        below = [number for number in manned if number > board]
        if below and rules.boards.gap == "fault":
            yield finding("gap", line_up, board, below=below)
        elif rules.boards.empty == "fault":
            yield finding("incomplete", line_up, board)
        if below and board in line_up.defaults and rules.boards.unnamed == "fault":
            yield finding("unnamed_default", line_up, board, below=below)
    for board, player in line_up.manned:
        if board in line_up.absent:
            yield finding("named_absent", line_up, board, player.key)


def quotas(line_up: LineUp, rules: Rules) -> Iterator[Finding]:
    players = [player for _board, player in line_up.manned]
    limits = rules.quotas
    for code, most, kind in (
        ("transfers_over", limits.transfers, "is_transferred"),
        ("foreigners_over", limits.foreigners, "is_foreign"),
        ("guest_over", limits.guests, "is_guest"),
    ):
        those = [(board, player) for board, player in line_up.manned if getattr(player, kind)]
        if most is not None and len(those) > most:
            yield from _surplus(code, line_up, those, most, limits.surplus)
    for code, least, count in (
        ("nationals_under", limits.nationals, sum(not player.is_foreign for player in players)),
        ("women_under", limits.women, sum(player.is_woman for player in players)),
        ("youth_under", limits.youth, sum(player.is_youth for player in players)),
    ):
        if count < least:
            yield finding(code, line_up, least=least, count=count)
    for board, player in line_up.manned:
        if player.is_guest and board < limits.guests_from_board:
            yield finding("guest_board", line_up, board, player.key, first=limits.guests_from_board)


def _surplus(
    code: str, line_up: LineUp, those: list[tuple[int, Player]], most: int, who: str | None
) -> Iterator[Finding]:
    """Find the players beyond a number: the weakest or the last ones, else all of them without a board."""
    if who is None:
        yield finding(code, line_up, 0, *(player.key for _board, player in those), most=most)
        return
    if who == "weakest":
        those = sorted(those, key=lambda each: (-(each[1].strength or 0), each[0]))
    for board, player in those[most:]:
        yield finding(code, line_up, board, player.key, most=most)


def averages(line_up: LineUp, rules: Rules) -> Iterator[Finding]:
    limits = rules.quotas
    rated = counted(line_up, rules)
    if not rated:
        return
    if limits.rating_sum is not None and sum(rated) > limits.rating_sum:
        yield finding("average_cap", line_up, sum=sum(rated), cap=limits.rating_sum)
    if limits.rating_average is not None and sum(rated) > limits.rating_average * len(rated):
        yield finding("average_cap", line_up, average=sum(rated) / len(rated), cap=limits.rating_average)


def counted(line_up: LineUp, rules: Rules) -> list[int]:
    """Return the strengths as averages count them."""
    most = rules.quotas.counted_at_most
    found = [player.strength for _board, player in line_up.manned if player.strength is not None]
    return found if most is None else [min(each, most) for each in found]


CHECKS: tuple[Callable[[LineUp, Rules], Iterator[Finding]], ...] = (
    who_may_play,
    places_of_teams,
    twice_in_match,
    strength_order,
    displacement,
    list_order,
    manning,
    quotas,
    averages,
)
