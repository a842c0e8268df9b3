"""The order of a tournament of go: McMahon, where everybody starts with the score of their rank, or plain wins.

Source: formats/go, "OpenGotha XML" (genMM*, smmsCorrection, PlacementCriterion); checked against the scores and the
order that OpenGotha writes into EGD files. Scores count in half points. SOS is the sum of the opponents' scores, White
adding the stones given and Black subtracting those received; a player without opponent meets their own start.
SOSOS is the sum of their SOS, SODOS that of the scores of the opponents who were beaten and of half of those who drew,
CUSS that of one's own score after each round. EXT is the sum of the opponents' wins, each times one where the handicap
made up for the difference of ranks, more where it was less, nothing where it was more; EXR of those who were beaten.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from tournaments.formats.go import direct_confrontation
from tournaments.formats.go.values import LOWEST_KYU, RANK, level_of_grade
from tournaments.formats.report import ReportedPairing, ReportedPlayer

HARDEST = 3  # times the wins of an opponent
HIGHEST, LOWEST = 9, -LOWEST_KYU  # rank groups: 1D is 0, 1K is -1

DIRECT, SIMPLE = "DC", "SDC"
BY_SCORE = ("MMS", "SOS", "SOSOS")
BY_WINS = ("NBW", "SOS", "SOSOS")


@dataclass(frozen=True)
class McMahon:
    """The groups between which everybody starts: the bar above, the floor below; and the group that starts with 0."""

    bar: str = ""
    floor: str = ""
    zero: str = ""


@dataclass
class GoScore:
    """What a player reached. All values are in half points."""

    start: int  # of the rank, 0 if everybody starts alike
    wins: int = 0  # without the start; also of byes and absences
    met: list[int] = field(default_factory=list)  # for each round the score of the opponent, with the stones
    sosos: int = 0
    sodos: int = 0  # scores of the beaten, twice, and of those who drew
    cuss: int = 0
    tried: int = 0  # EXT
    achieved: int = 0  # EXR
    direct: int = 0  # against those who were equal before: see `confrontation`
    simple: int = 0

    @property
    def score(self) -> int:
        return self.start + self.wins

    @property
    def sos(self) -> int:
        return sum(self.met)

    def sos_without(self, lowest: int) -> int:
        """Return SOS without so many of the lowest."""
        return sum(sorted(self.met)[lowest:])


CRITERIA: Mapping[str, Callable[[GoScore], int]] = {
    "MMS": lambda each: each.score,
    "NBW": lambda each: each.wins,
    "SOS": lambda each: each.sos,
    "SOS-1": lambda each: each.sos_without(1),
    "SOS-2": lambda each: each.sos_without(2),
    "SOSOS": lambda each: each.sosos,
    "SODOS": lambda each: each.sodos,
    "CUSS": lambda each: each.cuss,
    "EXT": lambda each: each.tried,
    "EXR": lambda each: each.achieved,
    DIRECT: lambda each: each.direct,
    SIMPLE: lambda each: each.simple,
}


def starts(players: Sequence[ReportedPlayer], corrections: Mapping[int, int], by: McMahon) -> dict[int, int]:
    """Return the scores before the first round, in half points, by number.

    ``corrections``: whole points added to the start of a player.
    """
    highest, lowest, zero = _group(by.bar, HIGHEST), _group(by.floor, LOWEST), _group(by.zero, LOWEST)
    groups = {player.number: min(max(_group(player.grade, lowest), lowest), highest) for player in players}
    return {number: 2 * (group - zero + corrections.get(number, 0)) for number, group in groups.items()}


def groups_of(players: Iterable[ReportedPlayer]) -> dict[int, int]:
    """Return the rank groups of all who have a grade, by number."""
    return {each.number: _group(each.grade, 0) for each in players if level_of_grade(each.grade) is not None}


def scores(
    starts: Mapping[int, int],
    pairings: Sequence[ReportedPairing],
    *,
    rounds_down: bool,
    with_stones: bool = True,
    groups: Mapping[int, int] | None = None,
) -> dict[int, GoScore]:
    """Return the scores of everybody who has a start.

    ``rounds_down``: half points of byes and absences count in pairs. ``with_stones``: in sums over opponents.
    ``groups``: see `groups_of`; without them EXT and EXR are 0.
    """
    found = {number: GoScore(start) for number, start in starts.items()}
    won = _won(found, pairings, 2 if rounds_down else 1)
    rounds = sorted({each.round for each in pairings if each.black is not None})
    for number, each in found.items():
        each.wins = sum(won[number].values())
        each.cuss = sum(each.start + so_far for so_far in accumulate(won[number][past] for past in rounds))
    _add_opponents(found, pairings, rounds, 2 * with_stones)
    _add_exploits(found, pairings, groups or {})
    return found


def order(
    found: Mapping[int, GoScore],
    games: Sequence[ReportedPairing] = (),
    by: Sequence[str] = BY_SCORE,
    categories: Mapping[int, int] | None = None,
) -> dict[int, int]:
    """Return the ranks by some criteria; equal players share them. ``categories``: a lower one stands above all others.

    The direct confrontation separates those who are equal before the first of DC and SDC: see `direct_confrontation`.
    """
    keys = {number: [-(categories or {}).get(number, 0)] for number in found}
    confronted = False
    for place, code in enumerate(by):
        if code in {DIRECT, SIMPLE} and not confronted:
            _confront(found, keys, games, by[place + 1 :])
            confronted = True
        for number, each in found.items():
            keys[number].append(CRITERIA[code](each))
    ordered = sorted(keys.values(), reverse=True)
    first = {tuple(key): place for place, key in reversed(list(enumerate(ordered, start=1)))}
    return {number: first[tuple(key)] for number, key in keys.items()}


def category(grade: str, limits: Sequence[str]) -> int:
    """Return the category of a grade, 0 the highest; ``limits``: the lowest grade of each category but the last."""
    group = _group(grade, LOWEST)
    return next((place for place, limit in enumerate(limits) if group >= _group(limit, LOWEST)), len(limits))


def _group(grade: str, otherwise: int) -> int:
    level = level_of_grade(grade)
    return otherwise if level is None else level // RANK


def _won(numbers: Iterable[int], pairings: Iterable[ReportedPairing], step: int) -> dict[int, dict[int, int]]:
    """Return the half points of each player in each round; those of byes together are a multiple of ``step``."""
    won: dict[int, dict[int, int]] = {number: defaultdict(int) for number in numbers}
    byes: dict[int, int] = defaultdict(int)
    for pairing in pairings:
        white, black = pairing.white, pairing.black
        if black is None or pairing.black_result is None:
            before = byes[white]
            byes[white] += pairing.white_result.half_points
            won[white][pairing.round] += (byes[white] // step - before // step) * step
        else:
            won[white][pairing.round] += pairing.white_result.half_points
            won[black][pairing.round] += pairing.black_result.half_points
    return won


def _add_opponents(
    found: Mapping[int, GoScore], pairings: Iterable[ReportedPairing], rounds: Collection[int], of_stone: int
) -> None:
    """Add the sums over opponents, of the rounds with games; ``of_stone``: half points of each stone."""
    met: dict[tuple[int, int], tuple[int, int, int]] = {}  # (round, player) -> opponent, stones given, half points
    for game in pairings:
        if game.black is not None and game.black_result is not None:
            stones = game.handicap or 0
            met[game.round, game.white] = (game.black, stones, game.white_result.half_points)
            met[game.round, game.black] = (game.white, -stones, game.black_result.half_points)
    for number, player in found.items():
        for round_ in rounds:
            opponent, stones, half_points = met.get((round_, number), (None, 0, 0))
            player.met.append(player.start if opponent is None else found[opponent].score + of_stone * stones)
            player.sodos += player.met[-1] * half_points
    for number, player in found.items():
        for round_ in rounds:
            opponent = met[round_, number][0] if (round_, number) in met else None
            player.sosos += player.start * len(rounds) if opponent is None else found[opponent].sos


def _add_exploits(found: Mapping[int, GoScore], pairings: Iterable[ReportedPairing], groups: Mapping[int, int]) -> None:
    """Add EXT and EXR: opponents stronger than the handicap made up for."""
    for game in pairings:
        if game.black is None or game.black_result is None or not {game.white, game.black} <= groups.keys():
            continue
        given = (game.handicap or 0) - (groups[game.white] - groups[game.black])
        sides = (
            (game.white, game.black, game.white_result, given),
            (game.black, game.white, game.black_result, -given),
        )
        for mine, other, result, harder in sides:
            worth = found[other].wins * min(max(harder + 1, 0), HARDEST)
            found[mine].tried += worth
            found[mine].achieved += worth * (result.half_points == 2)


def _confront(
    found: Mapping[int, GoScore],
    keys: Mapping[int, Sequence[int]],
    games: Iterable[ReportedPairing],
    after: Sequence[str],
) -> None:
    """Return DC and SDC of those with the same key; ``after``: the criteria that come later."""
    later = [CRITERIA[code] for code in after if code not in {DIRECT, SIMPLE}]
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, key in keys.items():
        groups[tuple(key)].append(number)
    beaten = direct_confrontation.beaten_in(games)
    for group in groups.values():
        simple = direct_confrontation.simple(group, beaten)
        direct = direct_confrontation.direct(group, beaten, lambda each: tuple(value(found[each]) for value in later))
        for number in group:
            found[number].simple, found[number].direct = simple[number], direct[number]
