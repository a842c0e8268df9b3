"""The French go scale in words: variation, coefficients, weight. The numbers in the comments are those of the rules."""

from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from federation.web.tables import MINUS
from ratings.games.archive import TEMPO
from ratings.systems.ffg.levels import grade_of_level
from ratings.systems.period import Kind, Reason
from ratings.wording import common
from ratings.wording.numbers import parts, plain, rounded, short, signed
from ratings.wording.parameter import BOARD_STONES, PASSES, PERCENT, POINTS, Parameter
from ratings.wording.step import Step
from tournaments.models import Pace

HAS_EXPECTED_SCORE = False
BY_TOURNAMENT = True
OPENS = frozenset({Kind.ENTRY, Kind.ADJUSTED_START})
FULL_BOARD = 19

SENTENCES = {
    Kind.ENTRY: lazy("No level yet: the start is the registration level %(after_grade)s, %(after)s."),
    Kind.ADJUSTED_START: lazy(
        "Adjusted start: the tournament moved the level by %(moved)s, but no more than %(threshold)s is accepted."
    ),
    Kind.FLOOR: lazy("Raised to the floor of the scale: %(floor_grade)s, %(floor)s."),
    Kind.ROUNDING: common.ROUNDING,
}
GAME = lazy("Level %(own)s: weight %(weight)s.")
NO_COEFFICIENTS = lazy("Below %(beginner_level)s every coefficient is 1.")
STONES = lazy("Handicap %(stones)s: Black's level counts %(points)s points more, coefficient %(coefficient)s.")
BOARD = lazy("Board of %(lines)s lines: coefficient %(coefficient)s.")
PACES = {
    Pace.RAPID: lazy("Rapid game: coefficient %(coefficient)s."),
    Pace.BLITZ: lazy("Fast game: coefficient %(coefficient)s."),
}
AGAINST_BEGINNER = lazy("Against a player below %(beginner_level)s no more than %(most_against_beginner)s counts.")
STRONG = lazy("Above %(strong_level)s a winner may gain nothing.")
BEGINNER_LOSES = lazy("Below %(beginner_level)s a loser loses at most %(beginner_most_loss)s.")
WINNER = lazy("A winner gains from %(least_gain)s to %(most_gain)s, and so never drops.")
LOSER = lazy("A loser loses from %(least_loss)s to %(most_loss)s.")
HOW = lazy(
    "Round by round: the variation is v = %(base_gain)s + (NFP − NFG) / %(points_for_one_more)s from the "
    "levels of winner (NFG) and loser (NFP), handicap included. For each player it is multiplied by their "
    "weight 1 − N / %(weight_scale)s and by the coefficients of handicap, board and time control. The level is "
    "rounded after each tournament."
)
REASONS = {
    **common.REASONS,
    Reason.RESULT: lazy("Does not count: a draw (jigo), or contradictory results."),
    Reason.HANDICAP: lazy("Does not count: more than %(most_handicap)s handicap stones."),
}
first_rating = common.one_game

STONES_ON_SMALL = lazy("stones on that board: stones on 19×19")
PROFILES = {"seed": lazy("The official rules")}
RULES = {
    lazy("Variation"): {
        "base_gain": Parameter(lazy("Winner's gain in an even game"), POINTS),
        "points_for_one_more": Parameter(lazy("Difference in level worth one more point"), POINTS),
        "least_gain": Parameter(lazy("Minimum gain"), POINTS),
        "most_gain": Parameter(lazy("Maximum gain"), POINTS),
        "least_loss": Parameter(lazy("Minimum loss"), POINTS),
        "most_loss": Parameter(lazy("Maximum loss"), POINTS),
        "strong_level": Parameter(lazy("Level above which a winner may gain nothing"), POINTS),
    },
    lazy("Beginners"): {
        "beginner_level": Parameter(lazy("Level below which a player is a beginner"), POINTS),
        "beginner_most_loss": Parameter(lazy("Maximum loss of a beginner"), POINTS),
        "most_against_beginner": Parameter(lazy("Maximum gain or loss against a beginner"), POINTS),
    },
    lazy("Handicap"): {
        "handicap_points": Parameter(lazy("Value of a stone"), POINTS),
        "most_handicap": Parameter(lazy("Maximum number of stones in a game that counts"), BOARD_STONES),
        "handicap_percent": Parameter(lazy("Reduction of the coefficient per stone"), PERCENT),
        "high_handicap_counts_below": Parameter(lazy("A beginner's game with more stones counts")),
        "handicaps_on_9": Parameter(lazy("Stones on 9×9"), pair=STONES_ON_SMALL),
        "handicaps_on_13": Parameter(lazy("Stones on 13×13"), pair=STONES_ON_SMALL),
    },
    lazy("Board and time control"): {
        "board_percents": Parameter(lazy("Board coefficient"), pair=lazy("lines: per cent")),
        "tempo_percents": Parameter(lazy("Time control coefficient"), pair=lazy("standard, rapid, faster; per cent")),
    },
    lazy("Weight"): {
        "weight_scale": Parameter(lazy("Weight scale"), POINTS),
        "least_weight_percent": Parameter(lazy("Minimum weight"), PERCENT),
        "most_weight_percent": Parameter(lazy("Maximum weight"), PERCENT),
    },
    lazy("Start and floor"): {
        "floor": Parameter(lazy("Floor of the scale"), POINTS),
        "default_entry_level": Parameter(lazy("Starting level of players without one"), POINTS),
        "unknown_threshold": Parameter(lazy("Largest accepted change from a registration level"), POINTS),
        "known_threshold": Parameter(lazy("Largest accepted change from a known level"), POINTS),
        "convergence": Parameter(lazy("Change at which the adjustment stops"), POINTS),
        "most_passes": Parameter(lazy("Maximum number of adjustment passes"), PASSES),
    },
}


def sentence(step: Step) -> str:
    if step.kind == Kind.GAME:
        return _game(step)
    is_new = bool(step.of_kind(Kind.ENTRY))
    facts = {
        **step.rules,
        "after": plain(step.after),
        "after_grade": grade_of_level(float(step.after)),
        "floor": plain(step.rules["floor"]),
        "floor_grade": grade_of_level(step.rules["floor"]),
        "moved": signed(Decimal(step.entry.difference), 0),
        "threshold": step.rules["unknown_threshold" if is_new else "known_threshold"],
    }
    return SENTENCES[step.kind] % facts


def formula(step: Step) -> str:
    if step.kind == Kind.ENTRY:
        return ""
    return _product(step) if step.kind == Kind.GAME else step.difference_made


def _level(step: Step) -> Decimal:
    """F14: return the level before the round."""
    change = Decimal(0)
    for entry in reversed(step.entries[: step.place]):
        if entry.kind != Kind.GAME or _round(entry) != _round(step.entry):
            break
        change += parts(entry.change)
    return step.before - change


def _round(entry: Any) -> tuple[int, int] | None:
    return (entry.pairing.tournament_id, entry.pairing.round) if entry.pairing else None


def _coefficients(step: Step) -> list[tuple[Decimal, str]]:
    """F9 to F12: return the coefficients that are not 1, with their sentences."""
    pairing, rules = step.entry.pairing, step.rules
    if _level(step) < rules["beginner_level"] or pairing is None:
        return []
    lines = pairing.board_size or FULL_BOARD
    stones = dict(rules.get(f"handicaps_on_{lines}", ())).get(pairing.handicap or 0, pairing.handicap or 0)
    found = []
    if stones:
        coefficient = 1 - Decimal(rules["handicap_percent"] * stones) / 100
        facts = {"stones": stones, "points": short(rules["handicap_points"] * (stones - Decimal("0.5")))}
        found.append((coefficient, STONES % {**facts, "coefficient": short(coefficient)}))
    if lines != FULL_BOARD:
        coefficient = Decimal(dict(rules["board_percents"])[lines]) / 100
        found.append((coefficient, BOARD % {"lines": lines, "coefficient": short(coefficient)}))
    pace = Pace(pairing.tournament.pace)
    if pace in PACES:
        coefficient = Decimal(rules["tempo_percents"][TEMPO[pace]]) / 100
        found.append((coefficient, PACES[pace] % {"coefficient": short(coefficient)}))
    return found


def _weight(step: Step) -> Decimal:
    """F13: return the weight of the level."""
    rules = step.rules
    weight = 1 - _level(step) / rules["weight_scale"]
    least, most = (Decimal(rules[name]) / 100 for name in ("least_weight_percent", "most_weight_percent"))
    return min(max(weight, least), most)


def _game(step: Step) -> str:
    level = _level(step)
    sentences = [GAME % {"own": plain(level), "weight": short(_weight(step))}]
    sentences += [words for _, words in _coefficients(step)]
    facts = {**step.rules, "beginner_level": plain(step.rules["beginner_level"])}
    if level < step.rules["beginner_level"]:
        sentences.append(NO_COEFFICIENTS % facts)
    if _raw(step)[1]:
        sentences.append(_limit(step, level) % facts)
    return " ".join(sentences)


def _limit(step: Step, level: Decimal) -> Any:
    """F5 to F8: return which limit the variation reached."""
    rules = step.rules
    if level >= rules["beginner_level"] > step.opponent:
        return AGAINST_BEGINNER
    if step.points:
        return STRONG if level > rules["strong_level"] and parts(step.entry.expected) < rules["least_gain"] else WINNER
    return BEGINNER_LOSES if level < rules["beginner_level"] else LOSER


def _raw(step: Step) -> tuple[str, bool]:
    """F5: return v = 15 + (NFP − NFG) / 15, and whether it was limited.

    The ledger has the difference of the levels rounded to a point; unless it was limited, the variation gives it
    exactly.
    """
    rules, entry = step.rules, step.entry
    base, points = rules["base_gain"], rules["points_for_one_more"]
    ahead = Decimal(-entry.difference if step.points else entry.difference)
    variation, raw = base + ahead / points, abs(parts(entry.expected))
    was_cut = abs(variation - raw) > Decimal("0.51") / points
    if not was_cut:
        ahead, variation = (raw - base) * points, raw
    sign = MINUS if ahead < 0 else "+"
    text = f"v = {base} + (NFP − NFG) / {points} = {base} {sign} {short(round(abs(ahead), 3))} / {points} = "
    return text + (f"{rounded(variation, 2)} → {short(raw)}" if was_cut else short(raw)), was_cut


def _product(step: Step) -> str:
    """F13: return the variation times the weight times the coefficients."""
    factors = [short(parts(step.entry.expected)), short(_weight(step))]
    coefficients = [coefficient for coefficient, _ in _coefficients(step)]
    if step.entry.pairing is None:  # a game of the calculator has no board size and no time control
        coefficients = [parts(step.entry.k) / _weight(step)]
    factors += [short(coefficient) for coefficient in coefficients if coefficient != 1]
    return f"{_raw(step)[0]}; {' × '.join(factors)} = {signed(step.change)}"
