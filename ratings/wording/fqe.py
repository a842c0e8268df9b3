"""The Quebec cote in words: R − Rp, 400 (V − D) / n, bonus. The numbers in the comments are those of the rules."""

from decimal import Decimal

from django.utils.translation import gettext_lazy as lazy

from ratings.systems.period import Kind
from ratings.wording import common
from ratings.wording.numbers import added, parts, plain, rounded, short, signed
from ratings.wording.parameter import GAMES, POINTS, ROUNDS, Parameter
from ratings.wording.step import Step, sum_of_opponents

HAS_EXPECTED_SCORE = True
BY_TOURNAMENT = True
OPENS: frozenset[Kind] = frozenset()

SENTENCES = {
    Kind.GAME: lazy("Game %(number)s, with a permanent rating."),
    Kind.COLLECTED: lazy("Game %(number)s: it counts towards the tournament performance."),
    Kind.FIRST_RATING: lazy("First rating: the tournament performance."),
    Kind.PROVISIONAL: lazy(
        "Provisional rating (%(provisional_games)s games or fewer before the tournament): the previous rating "
        "and the performance, each weighted by its number of games."
    ),
    Kind.ADJUSTED_START: lazy("First rating below %(adjusted_below)s: half of the shortfall is added."),
    Kind.BONUS: lazy("Bonus: a point for each point of gain above %(limit)s."),
    Kind.MATCH_CAP: lazy("A match gives at most %(match_cap)s points."),
    Kind.ROUNDING: common.ROUNDING,
}
HALVED_WHOLE = lazy("Above %(halved_above)s before the tournament: half of the change counts.")
HALVED_PART = lazy("The part above %(halved_above)s counts half.")
HOW = lazy(
    "Tournament by tournament: the points of a game are %(k)s × (R − Rp), where R is the result and Rp the "
    "expected one from the table in the rules. The performance for a first or provisional rating is the "
    "opponents' mean Cm plus %(performance_spread)s × (V − D) / n, with V wins, D losses and n games. The "
    "rating is rounded after each tournament."
)
REASONS = common.REASONS
first_rating = common.one_game

PROFILES = {"seed": lazy("The official rules")}
RULES = {
    lazy("First and provisional ratings"): {
        "performance_spread": Parameter(lazy("Value of wins minus losses, divided by the number of games"), POINTS),
        "unrated_opponent": Parameter(lazy("Rating of unrated players for one another"), POINTS),
        "adjusted_below": Parameter(lazy("First rating below which half of the shortfall is added"), POINTS),
        "provisional_games": Parameter(lazy("Maximum number of games for a provisional rating"), GAMES),
    },
    lazy("K-factor"): {"k": Parameter(lazy("K-factor"), POINTS)},
    lazy("Bonus"): {
        "bonus_limit": Parameter(lazy("Gain without bonus in a short tournament"), POINTS),
        "bonus_rounds": Parameter(lazy("Maximum number of rounds of a short tournament"), ROUNDS),
        "bonus_limit_per_round": Parameter(lazy("Additional gain without bonus for each further round"), POINTS),
        "bonus_on_rounded_gain": Parameter(lazy("The gain is rounded before the bonus")),
    },
    lazy("Limits"): {
        "halved_above": Parameter(lazy("Rating above which changes are halved"), POINTS),
        "halving": Parameter(
            lazy("What is halved"),
            choices={
                "split": lazy("the part above that rating, even within a tournament"),
                "pre_event": lazy("the whole change of a player who was above it before the tournament"),
            },
        ),
        "halved_bonus": Parameter(lazy("The bonus is halved too")),
        "match_cap": Parameter(lazy("Maximum gain from a two-player match"), POINTS),
    },
    lazy("Order"): {
        "updated_opponents": Parameter(
            lazy("Opponents who count with their new rating"),
            choices={
                "order": lazy("those rated before, in the order of the rules"),
                "unrated_only": lazy("only those who had no rating before"),
                "none": lazy("no opponent"),
            },
        )
    },
}


def sentence(step: Step) -> str:
    facts = {**step.rules, "number": step.entry.game_number, "limit": plain(_bonus_limit(step))}
    if step.kind == Kind.HALVING:
        return (HALVED_WHOLE if _starts_above(step) else HALVED_PART) % facts
    return SENTENCES[step.kind] % facts


def formula(step: Step) -> str:
    return _FORMULAS.get(step.kind, lambda step: step.difference_made)(step)


def _game(step: Step) -> str:
    """Q13, Q14."""
    entry = step.entry
    expected = rounded(parts(entry.expected), 2)
    difference = f"{plain(step.start)} − {step.opponent} = {signed(Decimal(entry.difference), 0)}, Rp = {expected}"
    k = short(parts(entry.k))
    return f"{difference}; {k} (R − Rp) = {k} × ({step.score} − {expected}) = {signed(step.change)}"


def _first_rating(step: Step) -> str:
    games = step.of_kind(Kind.COLLECTED)
    total = sum_of_opponents(games)
    return f"Cm = {total} / {len(games)} = {plain(Decimal(total) / len(games))}; {_performance(step)}"


def _performance(step: Step) -> str:
    """Q05, QA4: Cm + 400 (V − D) / n; a draw is neither won nor lost."""
    games = step.of_kind(Kind.COLLECTED)
    mean = Decimal(sum_of_opponents(games)) / len(games)
    won, lost = (sum(game.half_points == points for game in games) for points in (2, 0))
    spread = step.rules["performance_spread"]
    result = mean + Decimal(spread * (won - lost)) / len(games)
    return f"Cm + {spread} (V − D) / n = {plain(mean)} + {spread} × ({won} − {lost}) / {len(games)} = {plain(result)}"


def _provisional(step: Step) -> str:
    """Q10: return (n_old × old + n × performance) / (n_old + n)."""
    games = step.of_kind(Kind.COLLECTED)
    before, played = games[0].game_number - 1, len(games)
    surplus = sum((game.half_points or 0) - 1 for game in games)  # V − D
    performance = Decimal(sum_of_opponents(games) + step.rules["performance_spread"] * surplus) / played
    weighted = f"({before} × {plain(step.before)} + {played} × {plain(performance)}) / {before + played}"
    return f"{_first_rating(step)}; {weighted} = {plain(step.after)}; {step.difference_made}"


def _starts_above(step: Step) -> bool:
    return step.start > step.rules["halved_above"]


def _halving(step: Step) -> str:
    """Q18, QA7."""
    if _starts_above(step):
        gain = step.before - step.start
        return f"{plain(-gain)} / 2 = {signed(step.change)}"
    return f"−({plain(step.before)} − {step.rules['halved_above']}) / 2 = {signed(step.change)}"


def _bonus_limit(step: Step) -> Decimal:
    """Q16: return what the gain was compared with; with `bonus_on_rounded_gain` the gain is rounded (QA5)."""
    return _gain(step) - step.change


def _gain(step: Step) -> Decimal:
    gain = step.before - step.start
    return Decimal((gain + Decimal("0.5")).__floor__()) if step.rules["bonus_on_rounded_gain"] else gain


_FORMULAS = {
    Kind.GAME: _game,
    Kind.COLLECTED: lambda _step: "",
    Kind.FIRST_RATING: _first_rating,
    Kind.PROVISIONAL: _provisional,
    Kind.ADJUSTED_START: lambda step: (  # Q07
        f"({step.rules['adjusted_below']} − {plain(step.before)}) / 2 = {signed(step.change)}"
    ),
    Kind.HALVING: _halving,
    # Q17, Q19
    Kind.BONUS: lambda step: f"{plain(_gain(step))} − {plain(_bonus_limit(step))} = {signed(step.change)}",
    Kind.MATCH_CAP: lambda step: f"{step.rules['match_cap']} {added(step.start - step.before)} = {signed(step.change)}",
}
