"""The table of a series a second time, independently: plain loops, points as fractions, one key for each criterion."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

HALF = Fraction(1, 2)


def table(teams: list[Any], matches: list[Any], rules: Any) -> list[tuple[int, int, int, int]]:
    """Return team, place, match points and board points (both in halves) from the first row to the last."""
    left = {team.key: team.withdrawn_after for team in teams if team.withdrawn_after is not None}
    games = []  # round, home, away, [points of home], [points of away], match points of both, letters
    for match in matches:
        if match.is_annulled or annulled(match, left, matches, rules):
            continue
        boards = [points(board, rules) for board in match.boards]
        letters = [board.played for board in match.boards]
        ruled = [board.ruled for board in match.boards]
        losers = [team for team in (match.home, match.away) if team in left and match.round > left[team]]
        if losers and rules.withdrawal.then:
            won = Fraction(rules.board_points.win, 2)
            both = len(losers) == 2
            pair = (
                (Fraction(0), Fraction(0))
                if both
                else (Fraction(0), won)
                if losers == [match.home]
                else (won, Fraction(0))
            )
            boards, ruled = [pair] * rules.boards.count, [None] * rules.boards.count
            letters = ["--" if both else "-+" if losers == [match.home] else "+-"] * rules.boards.count
            over, fixed = True, None
        else:
            over = bool(boards) and all(b.ruled is not None or b.played != "**" for b in match.boards)
            fixed = match.ruled_match_points
            losers = []
        if fixed is None and all(b == "**" for b in letters) and not any(r is not None for r in ruled):
            continue
        mine, theirs = sum(b[0] for b in boards), sum(b[1] for b in boards)
        if fixed is not None:
            earned = (Fraction(fixed[0], 2), Fraction(fixed[1], 2))
        elif over:
            earned = (
                worth(mine, theirs, boards, letters, match.home in losers, rules),
                worth(theirs, mine, boards, letters, match.away in losers, rules),
            )
        else:
            earned = (Fraction(0), Fraction(0))
        games.append((match, boards, letters, ruled, earned, over, fixed is not None))
    total = {team.key: sum_of(games, team.key, lambda g, s: g[4][s]) - Fraction(team.off, 2) for team in teams}
    board = {team.key: sum_of(games, team.key, lambda g, s: sum(b[s] for b in g[1])) for team in teams}
    rows: list[tuple[int, int, int, int]] = []
    stay = sorted((t for t in teams if t.key not in left), key=lambda t: (t.number, t.key))
    gone = sorted((t for t in teams if t.key in left), key=lambda t: (t.number, t.key))
    for part in (stay, gone):
        for group in split([[t.key for t in part]], list(rules.order.criteria), games, total):
            place = len(rows) + 1
            rows += [(team, place, int(2 * total[team]), int(2 * board[team])) for team in group]
    return rows


def annulled(match: Any, left: dict[int, int], matches: list[Any], rules: Any) -> bool:
    for team in (match.home, match.away):
        if team in left:
            if rules.withdrawal.then == "annul":
                return True
            if rules.withdrawal.then == "annul_before_half":
                all_of_it = [m for m in matches if team in (m.home, m.away) and not m.is_annulled]
                if len([m for m in all_of_it if m.round <= left[team]]) < len(all_of_it) / 2:
                    return True
    return False


def points(board: Any, rules: Any) -> tuple[Fraction, Fraction]:
    if board.ruled is not None:
        return Fraction(board.ruled[0], 2), Fraction(board.ruled[1], 2)
    win, draw, loss = (
        Fraction(n, 2) for n in (rules.board_points.win, rules.board_points.draw, rules.board_points.loss)
    )
    return {
        "10": (win, loss),
        "01": (loss, win),
        "==": (draw, draw),
        "+-": (win, Fraction(0)),
        "-+": (Fraction(0), win),
    }.get(board.played, (Fraction(0), Fraction(0)))


def worth(  # noqa: PLR0917
    mine: Fraction, theirs: Fraction, boards: list[Any], letters: list[str], forfeited: bool, rules: Any
) -> Fraction:
    scale = rules.match_points
    limit = len(boards) * Fraction(rules.board_points.win, 4) if scale.won_by == "half" else -1
    if forfeited:
        return Fraction(scale.loss_by_decision)
    if mine > theirs and mine > limit:
        return Fraction(scale.win)
    if theirs > mine and theirs > limit:
        return Fraction(scale.loss)
    if mine or theirs or any(each in ("10", "01", "==") for each in letters):
        return Fraction(scale.draw)
    return Fraction(scale.loss)


def sum_of(games: list[Any], team: int, what: Any) -> Fraction:
    return sum((what(g, 0 if g[0].home == team else 1) for g in games if team in (g[0].home, g[0].away)), Fraction(0))


def split(
    groups: list[list[int]], criteria: list[str], games: list[Any], total: dict[int, Fraction]
) -> list[list[int]]:
    """Return the teams in groups of equal ones, the best first."""
    for code in criteria:
        finer: list[list[int]] = []
        for group in groups:
            keys = {team: key(code, team, group, games, total) for team in group}
            if None in keys.values():
                finer.append(group)
                continue
            levels = sorted(set(keys.values()), reverse=True)
            finer += [[team for team in group if keys[team] == level] for level in levels]
        groups = finer
    return [group for group in groups if group]


def key(code: str, team: int, group: list[int], games: list[Any], total: dict[int, Fraction]) -> Any:  # noqa: C901, PLR0911
    mine = [(g, 0 if g[0].home == team else 1) for g in games if team in (g[0].home, g[0].away)]
    if code == "MP":
        return total[team]
    if code == "DIRECT":
        if len(group) < 2:
            return 0
        for one in group:
            for two in group:
                met = [g for g in games if {g[0].home, g[0].away} == {one, two}]
                if one != two and (not met or not all(g[5] for g in met)):
                    return None
        among = [(g, s) for g, s in mine if (g[0].away if s == 0 else g[0].home) in group]
        return sum(g[4][s] for g, s in among), sum(b[s] for g, s in among for b in g[1])
    if code == "SB":
        return sum(total[g[0].away if s == 0 else g[0].home] * sum(b[s] for b in g[1]) for g, s in mine)
    if code == "WINS":
        wins = 0
        for g, s in mine:
            one = g[4] if g[6] else (sum(b[0] for b in g[1]), sum(b[1] for b in g[1]))
            wins += g[5] and one[s] > one[1 - s]
        return wins
    if code == "GW":
        return sum(
            (r[s] > r[1 - s]) if r is not None else letters[s] in "1+"
            for g, s in mine
            for r, letters in zip(g[3], g[2], strict=True)
        )
    weights = {
        "BP": lambda _n, _size: 1,
        "BC": lambda n, _size: -n,
        "BERLIN": lambda n, size: size + 1 - n,
        "BP-1": lambda n, size: n <= size - 1,
        "BP-2": lambda n, size: n <= size - 2,
    }
    if code == "BD":
        return sum(b[s] - b[1 - s] for g, s in mine for b in g[1])
    return sum(weights[code](n, len(g[1])) * b[s] for g, s in mine for n, b in enumerate(g[1], start=1))
