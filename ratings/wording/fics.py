"""Glicko as on FICS in words: RD, f, E, K. The numbers in the comments are those of the rules."""

from decimal import Decimal
from functools import lru_cache
from math import sqrt
from typing import Any

from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from ratings.models import LedgerEntry
from ratings.systems.fics.formulas import Limits, limits_of, update
from ratings.systems.fics.rules import rules as rules_of
from ratings.systems.period import MINUTES_A_DAY, Kind
from ratings.wording import common
from ratings.wording.numbers import bracketed, parts, plain, rounded, short, signed
from ratings.wording.parameter import GAMES, POINTS, Parameter
from ratings.wording.step import Step

HAS_EXPECTED_SCORE = True
BY_TOURNAMENT = False
OPENS: frozenset[Kind] = frozenset()

ENTRY = lazy("No rating yet: the start is %(initial_rating)s, with an RD of %(initial_deviation)s.")
ROUNDING = lazy("The rating is rounded to a whole point after each game; this is the sum of the roundings.")
NO_TIME = lazy("No time has passed since the last rated game: the RD stays %(now)s.")
FIRST_GAME = lazy("First rated game: the RD is %(now)s.")
GAME = lazy("RD %(own)s, the opponent's %(other)s; after the game it is %(after)s.")
BUGHOUSE_GAME = lazy(
    "RD %(own)s, that of the three other players together %(other)s; the mean ratings of the two teams differ "
    "by %(difference)s; after the game the RD is %(after)s."
)
GAME_WITHOUT_RD = lazy("Rated game.")
HOW = lazy(
    "Before each game the RD grows with the time since the last one: RD′ = √(RD² + c t), at most "
    "%(most_deviation)s. The points of a game are K × (w − E): the result w (1, ½ or 0) minus the expected "
    "score E, times K, the weight of the game, at least %(least_k)s. The opponent's RD enters through f = 1 / "
    "√(1 + p RD²), where q = ln 10 / %(scale)s (in bughouse: %(bughouse_scale)s) and p = 3 q² / π². The new RD "
    "is 1 / √(1 / RD′² + q² f² E (1 − E)). After each game the rating is rounded."
)
REASONS = common.REASONS
first_rating = common.one_game

PROFILES = {"seed": lazy("The rules of the server"), "1995": lazy("The server in 1995")}
RULES = {
    lazy("First ratings"): {
        "initial_rating": Parameter(lazy("Starting rating"), POINTS),
        "initial_deviation": Parameter(lazy("Starting RD"), POINTS),
        "transfer_deviation": Parameter(lazy("RD of an imported rating"), POINTS),
    },
    lazy("RD"): {
        "most_deviation": Parameter(lazy("Maximum RD"), POINTS),
        "growth_millionths": Parameter(lazy("Added to the square of the RD per minute without a game, in millionths")),
    },
    lazy("Expected score and K-factor"): {
        "scale": Parameter(lazy("Scale of the expected score"), POINTS),
        "bughouse_scale": Parameter(lazy("The same for bughouse"), POINTS),
        "least_k": Parameter(lazy("Minimum K-factor"), POINTS),
    },
    lazy("Ranking"): {
        "active_deviation": Parameter(lazy("Maximum RD to be ranked"), POINTS),
        "active_games": Parameter(lazy("Before the reform: games needed to be ranked"), GAMES),
        "reform": Parameter(lazy("Date of the reform: minimum K-factor, ranking by RD")),
    },
}


def sentence(step: Step) -> str:
    if step.kind == Kind.TIME:
        return _time(step)
    if step.kind == Kind.GAME:
        return _game(step)
    return (ENTRY if step.kind == Kind.ENTRY else ROUNDING) % step.rules


def formula(step: Step) -> str:
    if step.kind == Kind.TIME:
        return _growth(step)
    if step.kind == Kind.GAME:
        return _glicko(step)
    return "" if step.kind == Kind.ENTRY else step.difference_made


@lru_cache(maxsize=8)
def _limits(parameters: tuple[tuple[str, Any], ...], is_bughouse: bool) -> Limits:
    """Return the rules as formulas need them: thousands of games may share them."""
    return limits_of(rules_of(parameters=dict(parameters)), is_bughouse)


def _is_bughouse(step: Step) -> bool:
    pairing = step.entry.pairing
    return pairing is not None and pairing.white_partner_id is not None


def _clock(step: Step) -> LedgerEntry | None:
    """Return the entry of the time before a game: it has both RDs."""
    before = step.entries[step.place - 1] if step.place else None
    return before if before and before.kind == Kind.TIME else None


def _time(step: Step) -> str:
    """K3: say how the RD grew without games."""
    entry = step.entry
    stored, now = (rounded(parts(number), 2) for number in (entry.expected, entry.k))
    days = entry.difference // MINUTES_A_DAY
    facts = {"stored": stored, "now": now, "days": days, "minutes": entry.difference}
    if not entry.difference:
        is_first = step.place == 1 and step.entries[0].kind == Kind.ENTRY
        return (FIRST_GAME if is_first else NO_TIME) % facts
    if days:
        return (
            ngettext(
                "%(days)s day without a rated game: the RD grows from %(stored)s to %(now)s.",
                "%(days)s days without a rated game: the RD grows from %(stored)s to %(now)s.",
                days,
            )
            % facts
        )
    return (
        ngettext(
            "%(minutes)s minute without a rated game: the RD grows from %(stored)s to %(now)s.",
            "%(minutes)s minutes without a rated game: the RD grows from %(stored)s to %(now)s.",
            entry.difference,
        )
        % facts
    )


def _growth(step: Step) -> str:
    """K3: return RD' = √(RD² + c t), at most 350."""
    entry = step.entry
    if not entry.difference:
        return ""
    growth = rounded(Decimal(step.rules["growth_millionths"]) / 1_000_000, 6)
    grown = sqrt(float(parts(entry.expected)) ** 2 + step.rules["growth_millionths"] / 1e6 * entry.difference)
    cut = f" → {step.rules['most_deviation']}" if grown > step.rules["most_deviation"] else ""
    return (
        f"RD′ = √(RD² + c t) = √({rounded(parts(entry.expected), 2)}² + {growth} × {entry.difference})"
        f" = {rounded(grown, 2)}{cut}"
    )


def _game(step: Step) -> str:
    clock = _clock(step)
    if clock is None:
        return str(GAME_WITHOUT_RD)
    own, other, limits = _deviations(step, clock)
    difference = _difference(step, clock)
    after = sqrt(update(own**2, other**2, float(difference), limits)[2])  # K7
    facts = {"own": rounded(own, 2), "other": rounded(other, 2), "after": rounded(after, 2)}
    return BUGHOUSE_GAME % {**facts, "difference": short(abs(difference))} if _is_bughouse(step) else GAME % facts


def _deviations(step: Step, clock: LedgerEntry) -> tuple[float, float, Limits]:
    """Return the RDs of both when the game begins (K9: the root of the sum of squares of three), and the rules."""
    limits = _limits(tuple(step.rules.items()), _is_bughouse(step))
    return float(parts(clock.k)), float(parts(clock.opponent_rating or 0)), limits


def _difference(step: Step, clock: LedgerEntry) -> Decimal:
    """Return the difference of the ratings. K9: of the means in bughouse, whose possible half the change reveals."""
    difference = Decimal(step.entry.difference)
    if not _is_bughouse(step):
        return difference
    own, other, limits = _deviations(step, clock)
    expected = float(step.points - step.change / parts(step.entry.k))  # E, to more places than the ledger has
    halves = (difference, difference - Decimal("0.5"))
    return min(halves, key=lambda each: abs(update(own**2, other**2, float(each), limits)[0] - expected))


def _rating_before(step: Step) -> int:
    """Return the own rating when the game begins, which is whole after every game (B5)."""
    if not _is_bughouse(step):
        return step.opponent + step.entry.difference
    earlier = step.entries[: step.place]
    entry = sum(parts(each.change) for each in earlier if each.kind == Kind.ENTRY)
    return int(step.start + entry) + sum(_half_away(parts(each.change)) for each in earlier if each.kind == Kind.GAME)


def _glicko(step: Step) -> str:
    """K4 to K7: return f, E, K, and the rating rounded to a point."""
    entry, clock = step.entry, _clock(step)
    own = _rating_before(step)
    k = short(parts(entry.k))
    after = f"{own} {'−' if step.change < 0 else '+'} {plain(abs(step.change))} → {own + _half_away(step.change)}"
    if clock is None:
        expected = rounded(parts(entry.expected), 4)
        return f"K (w − E) = {k} × ({step.score} − {expected}) = {signed(step.change)}; {after}"
    deviation, other, limits = _deviations(step, clock)
    f = rounded(1 / sqrt(1 + limits.p * other**2), 6)
    # The ledger stores four decimals of E; with a K of 300 a reader with a calculator needs more.
    difference = _difference(step, clock)
    exact, raw_k, _ = update(deviation**2, other**2, float(difference), limits._replace(least_k=0.0))
    expected = rounded(exact, 6)
    cut = f"{rounded(raw_k, 4)} → {k}" if float(parts(entry.k)) - raw_k > 0.001 else k
    return (
        f"f = 1 / √(1 + p × {rounded(other, 2)}²) = {f}; "
        f"E = 1 / (1 + 10^(−{bracketed(difference)} × {f} / {step.rules['scale']})) = {expected}; "
        f"K = q f / (1 / {rounded(deviation, 2)}² + q² f² E (1 − E)) = {cut}; "
        f"K (w − E) = {k} × ({step.score} − {expected}) = {signed(step.change)}; {after}"
    )


def _half_away(change: Decimal) -> int:
    """B5: round halves away from zero."""
    return int(change + (Decimal("0.5") if change > 0 else Decimal("-0.5")))
