"""Belgian Elo in words: We from table II, K, formulas I and II. The numbers in the comments are those of the rules."""

from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from ratings.systems.period import Kind, Reason
from ratings.wording import common
from ratings.wording.numbers import added, bracketed, parts, plain, rounded, short, signed
from ratings.wording.parameter import GAMES, PERCENT, POINTS, Parameter
from ratings.wording.step import Step, sum_of_opponents

HAS_EXPECTED_SCORE = True
BY_TOURNAMENT = False
OPENS: frozenset[Kind] = frozenset()

SENTENCES = {
    Kind.COLLECTED: lazy("Game %(number)s of the first %(games_for_rating)s: it counts towards the performance."),
    Kind.FIRST_RATING: lazy("First rating: the performance over the first %(number)s games."),
    Kind.PROVISIONAL: lazy("Provisional rating: the performance over %(number)s games."),
    Kind.FLOOR: lazy("Raised to %(floor)s, the lowest published rating."),
    Kind.FOREIGN: lazy("The FIDE rating %(after)s replaces the calculated one."),
    Kind.TRANSITION: lazy("Transition at %(rating)s: beyond it K = %(k)s."),
    Kind.ROUNDING: common.ROUNDING,
}
K_BY_GAMES = lazy("Game no. %(number)s (%(first)s–%(last)s): K = %(k)s.")
K_BY_RATING = lazy("Game no. %(number)s, rating %(own)s: K = %(k)s.")
CAPPED = lazy("A difference of more than %(difference_cap)s counts as %(difference_cap)s.")
NO_LONGER_PROVISIONAL = lazy("Fewer than %(games_for_provisional)s games: the provisional rating is no longer shown.")
ACTED_25_150 = lazy(
    "Rule 25/150: %(number)s games and a change of more than %(big_change)s points; the performance is closer "
    "to the previous rating, so it is used."
)
REJECTED_25_150 = lazy(
    "Rule 25/150: %(number)s games and a change of more than %(big_change)s points; the performance is no "
    "closer to the previous rating, so the sum of the changes is used."
)
HOW = lazy(
    "The points of a game are K × (W − We): the result W minus the expected score We, times K, the weight of "
    "the game. We follows from the difference D between the two ratings, by the table in the rules. Both "
    "ratings are those at the start of the period. A performance is the opponents' mean Rc plus the value D(p) "
    "of the percentage score p. The sum is rounded once, at the end."
)
REASONS = {
    **common.REASONS,
    Reason.IRREGULAR: lazy("Does not count: a player was not affiliated or not entitled to be rated (0F-0F)."),
    Reason.OPPONENT_UNRATED: lazy(
        "Does not count: the opponent had no rating (fewer than %(games_for_rating)s games)."
    ),
}

PROFILES = {
    "seed": lazy("The official rules"),
    "1996": lazy("As published since 1996"),
    "2006": lazy("As published since July 2006"),
    "2007": lazy("As published since July 2007"),
    "2009": lazy("As published since July 2009"),
    "2015": lazy("As published since April 2015"),
}
RULES = {
    lazy("Expected score and performance"): {
        "difference_cap": Parameter(lazy("Largest rating difference that counts"), POINTS),
        "lowest_percent": Parameter(lazy("Minimum percentage of a performance"), PERCENT),
        "highest_percent": Parameter(lazy("Maximum percentage of a performance"), PERCENT),
        "truncate_percent": Parameter(lazy("The percentage of a performance is truncated, not rounded")),
    },
    lazy("Number of games"): {
        "games_for_provisional": Parameter(lazy("Games needed for a provisional rating"), GAMES),
        "games_for_rating": Parameter(lazy("Games needed for an established rating"), GAMES),
        "games_without_sums_count": Parameter(
            lazy("Games of a starting list without opponents and rating keep counting")
        ),
        "pooled_games_count": Parameter(lazy("A game that goes into a first rating counts for the rated opponent")),
    },
    lazy("K-factor"): {
        "k_by_games": Parameter(lazy("K-factor by the number of games"), pair=lazy("last game of the class: K-factor")),
        "k_by_rating": Parameter(
            lazy("K-factor by rating, after these games"), pair=lazy("end of the class in points: K-factor")
        ),
        "k_above": Parameter(lazy("K-factor above the last class"), POINTS),
        "k_band_includes_its_end": Parameter(lazy("A rating at the end of a class belongs to it")),
        "k10_regardless_of_games": Parameter(
            lazy("The K-factor above the last class applies whatever the number of games")
        ),
    },
    lazy("Special rules"): {
        "floor": Parameter(lazy("Lowest published rating"), POINTS),
        "many_games": Parameter(lazy("Rule 25/150: number of games from which it applies"), GAMES),
        "big_change": Parameter(lazy("Rule 25/150: change above which it applies"), POINTS),
        "transition_limits": Parameter(lazy("Ratings around which the transition rule applies"), pair=lazy("points")),
        "transition_by_games": Parameter(
            lazy("The transition rule also applies where only the number of games changes K")
        ),
        "transition_from_rounded": Parameter(lazy("The transition rule starts from the rounded rating")),
    },
}


def first_rating(rules: dict[str, Any]) -> int:
    """B05: return how many rated games are needed for a first rating."""
    return int(rules["games_for_provisional"])


def sentence(step: Step) -> str:
    entry = step.entry
    facts = {
        **step.rules,
        "number": entry.game_number,
        "rating": step.opponent,
        "after": plain(step.after),
        "k": short(parts(entry.k)),
    }
    if step.kind == Kind.GAME:
        return _game(step, facts)
    if step.kind == Kind.PROVISIONAL and not entry.game_number:
        return NO_LONGER_PROVISIONAL % facts
    if step.kind == Kind.PERFORMANCE_25_150:
        return (ACTED_25_150 if entry.change else REJECTED_25_150) % facts
    return SENTENCES[step.kind] % facts


def formula(step: Step) -> str:
    if step.kind == Kind.GAME:
        return _formula_two(step)
    if step.kind == Kind.TRANSITION:
        return _transition(step)
    if step.kind == Kind.PERFORMANCE_25_150:
        return _nearer(step)
    if step.kind in {Kind.FIRST_RATING, Kind.PROVISIONAL} and step.entry.game_number:
        made = f"; {step.difference_made}" if step.before else ""
        return _formula_one(step, _pooled(step), plain(step.after)) + made
    return "" if step.kind == Kind.COLLECTED else step.difference_made


def _own(step: Step) -> Decimal:
    """Return Ro: the rating of the previous list, or a new player's first rating (P2, P8)."""
    return step.until(Kind.FIRST_RATING)


def _game(step: Step, facts: dict[str, object]) -> str:
    """B14 to B17: say where K is from. B13: say whether the difference was capped."""
    number, bands = step.entry.game_number, step.rules["k_by_games"]
    first = 1
    for last, k in bands:
        if number <= last and k == parts(step.entry.k):
            text = K_BY_GAMES % {**facts, "first": first, "last": last}
            break
        first = last + 1
    else:
        text = K_BY_RATING % {**facts, "own": plain(_own(step))}
    return f"{text} {CAPPED % facts}" if _own(step) - step.opponent != step.entry.difference else text


def _formula_two(step: Step) -> str:
    """B09, B10: D, We, and K (W − We)."""
    entry, own = step.entry, _own(step)
    real = own - step.opponent
    cut = "" if real == entry.difference else f" → {signed(Decimal(entry.difference), 0)}"
    expected = rounded(parts(entry.expected), 2)
    difference = f"D = {plain(own)} − {step.opponent} = {signed(real, 0)}{cut}, We = {expected}"
    k = short(parts(entry.k))
    return f"{difference}; K (W − We) = {k} × ({step.score} − {expected}) = {signed(step.change)}"


def _formula_one(step: Step, opponents_sum: int, result: str) -> str:
    """B01 to B03: Rc, p, D(p), R."""
    entry = step.entry
    games, percent = entry.game_number, parts(entry.expected)
    mean = str(step.opponent)
    if (2 * opponents_sum + games) // (2 * games) == step.opponent:
        mean = f"{opponents_sum} / {games} = {mean}"
    score = rounded(step.points / games, 2)
    cut = "" if score == rounded(percent, 2) else f" → {rounded(percent, 2)}"
    return (
        f"Rc = {mean}, p = {step.score} / {games} = {score}{cut}, D(p) = {signed(Decimal(entry.difference), 0)}; "
        f"R = {step.opponent} {added(entry.difference)} = {result}"
    )


def _pooled(step: Step) -> int:
    """Return the sum of opponents of the performance: the sum carried over, without those of formula II (B07)."""
    if step.rating is None:
        return 0
    return step.rating.opponents_sum - sum_of_opponents(step.of_kind(Kind.GAME))


def _nearer(step: Step) -> str:
    """B22, B23: formula I over the games of the period, and how far both results are from the previous rating."""
    games, own = step.of_kind(Kind.GAME), _own(step)
    exact = own + parts(sum(game.change for game in games))
    usual = _whole(exact)
    performance = max(step.opponent + step.entry.difference, 1)
    text = _formula_one(step, sum_of_opponents(games), str(performance))
    far, usual_far = abs(performance - own), abs(usual - own)
    sign = "<" if far < usual_far else "≥"
    distances = f"|{performance} − {plain(own)}| = {plain(far)} {sign} |{usual} − {plain(own)}| = {plain(usual_far)}"
    return f"{text}; {distances}" + (f"; {step.difference_made}" if step.entry.change else "")


def _whole(rating: Decimal) -> int:
    """P1: a half upwards."""
    return (rating + Decimal("0.5")).__floor__()


def _transition(step: Step) -> str:
    """P11: Rn = T + ((W − We) + (Ri − T) / Ki) Kf. BA23: Rn = T + (Ru − T) Kf / Ki, Ru being rounded."""
    games, own, limit = step.of_kind(Kind.GAME), _own(step), step.opponent
    if step.rules.get("transition_from_rounded"):
        usual = _whole(own + parts(sum(game.change for game in games)))
        factors = f"{short(parts(step.entry.k))} / {short(parts(games[0].k))}"
        return f"{limit} + ({usual} − {limit}) × {factors} = {plain(step.after)}; {step.difference_made}"
    surplus = sum((Decimal(game.half_points or 0) / 2 - parts(game.expected) for game in games), Decimal(0))
    first_k, last_k = short(parts(games[0].k)), short(parts(step.entry.k))
    inner = f"{bracketed(surplus)} + ({plain(own)} − {limit}) / {first_k}"
    return f"{limit} + ({inner}) × {last_k} = {plain(step.after)}; {step.difference_made}"
