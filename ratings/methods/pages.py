"""What the page of each method shows besides its text: tables, curve, calculator."""

from collections.abc import Callable, Mapping, Sequence
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from federation.web.tables import MINUS
from ratings.methods.comparison import comparison
from ratings.methods.conversion_tables import bands, differences, in_columns
from ratings.methods.curves import Curve, Mark, Spot, svg
from ratings.methods.examples import EXAMPLES, OPPONENTS_OF_1760, OPPONENTS_OF_DANIEL, Example
from ratings.methods.forms import TournamentForm
from ratings.methods.game_forms import GlickoForm, GoForm, MeanForm
from ratings.methods.glicko_figures import DEVIATIONS, expected, growth
from ratings.methods.glicko_figures import weights as glicko_weights
from ratings.methods.go_figures import grade_rows, handicaps, variations
from ratings.methods.go_figures import weights as go_weights
from ratings.systems.ffg.levels import normal_handicap
from ratings.systems.fics import formulas as fics
from ratings.systems.fqe import formulas as fqe
from ratings.systems.fqe.norms import categories, category_of
from ratings.systems.frbe import formulas as frbe
from ratings.wording.numbers import rounded

FARTHEST: Final = 800  # how far the curves of expected scores go
FARTHEST_LEVEL: Final = 600
PRINTED_NORMS: Final = (9, 15)  # the categories that the document of Quebec takes as examples


def _written(rating: int, games: int, played: Sequence[tuple[int, int]]) -> dict[str, str]:
    """Return a tournament as a reader would type it."""
    results = ", ".join(f"{opponent} {'0½1'[half_points]}" for opponent, half_points in played)
    return {"rating": str(rating), "games": str(games), "played": results}


PRINTED_TOURNAMENT: Final = _written(1760, 50, OPPONENTS_OF_1760)
TOURNAMENT_OF_DANIEL: Final = _written(1876, 100, OPPONENTS_OF_DANIEL)
GAME_OF_GO: Final = {
    "own": "5k",
    "other": "3k",
    "result": "2",
    "colour": "b",
    "stones": "2",
    "board": "19",
    "time": "0",
}
GAME_OF_GLICKO: Final = {
    "rating": "1700",
    "deviation": "200",
    "days": "0",
    "other": "1700",
    "other_deviation": "40",
    "result": "2",
}


class Weight(NamedTuple):
    """A class of games or ratings, its K, and the number of the rule."""

    text: str
    k: int
    number: str


def _frbe(query: Mapping[str, str], rules: Any, official: Any) -> dict[str, Any]:
    away = np.arange(-FARTHEST, FARTHEST + 1, 5)

    def expected(of: Any) -> list[tuple[float, float]]:
        percents = frbe.expected_percents(away, np.zeros_like(away), of)
        return list(zip(away.tolist(), (percents / 100).tolist(), strict=True))

    cap = official.difference_cap
    highest = frbe.expected_percent(cap, 0, official)
    own, opponent = 1150, 1305
    percent = frbe.expected_percent(own, opponent, official)
    label = _("Expected score by difference of the ratings: %(middle)s at 0, %(high)s from +%(cap)s on.") % {
        "middle": rounded(0.5, 2),
        "high": rounded(highest / 100, 2),
        "cap": cap,
    }
    spot = Spot(own - opponent, percent / 100, f"{_signed(own - opponent)} → {rounded(percent / 100, 2)}")
    return {
        "curve": svg([Curve("", expected(official))], _across((-cap, 0, cap)), _up(), label, spot),
        "table_one": in_columns(differences(), 5),
        "table_two": in_columns(bands("frbe")),
        "highest_expected": rounded(highest / 100, 2),
        "lowest_expected": rounded(1 - highest / 100, 2),
        "k_rows": _k_rows(official),
        "comparison": comparison,
        **_tournament("frbe", query, rules, PRINTED_TOURNAMENT),
    }


def _k_rows(rules: Any) -> list[Weight]:
    """Return K by games, and after them by rating (B14 to B16)."""
    found, first = [], rules.games_for_rating + 1
    for number, (last, k) in zip(("B14", "B15"), rules.k_by_games, strict=True):
        found.append(Weight(_("game %(first)s to %(last)s") % {"first": first, "last": last}, k, number))
        first = last + 1
    low = 0
    for end, k in rules.k_by_rating:
        facts = {"low": low + 1, "end": end}
        text = _("later, rating %(low)s to %(end)s") if low else _("later, rating up to %(end)s")
        found.append(Weight(text % facts, k, "B16"))
        low = end
    return [*found, Weight(_("later, rating above %(end)s") % {"end": low}, rules.k_above, "B16")]


def _fqe(query: Mapping[str, str], rules: Any, _official: Any) -> dict[str, Any]:
    away = np.arange(-FARTHEST, FARTHEST + 1, 5)
    points = list(zip(away.tolist(), (fqe.expected_percents(away) / 100).tolist(), strict=True))
    own, opponent = 1876, 2024  # the first game of Daniel
    percent = fqe.expected_percent(own, opponent)
    label = _("Expected score by difference of the ratings: %(middle)s at 0, 1 from +735 on.") % {
        "middle": rounded(0.5, 2)
    }
    spot = Spot(own - opponent, percent / 100, f"{_signed(own - opponent)} → {rounded(percent / 100, 2)}")
    norm_form = MeanForm({"mean": query["mean"]}) if "mean" in query else MeanForm()
    examples = EXAMPLES["fqe"]()
    return {
        "curve": svg([Curve("", points)], _across((-400, 0, 400)), _up(), label, spot),
        "table_two": in_columns(bands("fqe")),
        "categories": categories(),
        "norms": [category for category in categories() if category.number in PRINTED_NORMS],
        "norm_form": norm_form,
        "category": category_of(norm_form.cleaned_data["mean"]) if norm_form.is_valid() else None,
        "below": [examples["below"], examples["near"]],
        "comparison": comparison,
        **_tournament("fqe", query, rules, TOURNAMENT_OF_DANIEL),
    }


def _ffg(query: Mapping[str, str], rules: Any, official: Any) -> dict[str, Any]:
    own = {name: query[name] for name in GAME_OF_GO if name in query}
    form = GoForm(own or GAME_OF_GO)
    answer = {}
    if form.is_valid():
        levels = form.cleaned_data["own"], form.cleaned_data["other"]
        answer = {"answer": form.scene(rules).explanations(), "handicaps": handicaps(*levels, rules)}
    return {
        "grades": grade_rows((100, 0, -100, -200, -500)),
        "curve": lambda: _curve_of_go(official),
        "variations": lambda: variations(official, range(-300, 601, 75)),
        "weights": lambda: go_weights(official),
        "normal_handicap": normal_handicap(120, 0),
        "form": form,
        **answer,
    }


def _curve_of_go(official: Any) -> SafeString:
    found = variations(official, range(-FARTHEST_LEVEL, FARTHEST_LEVEL + 1, 15))
    curves = [
        Curve(_("winner"), [(row.difference, row.gain) for row in found]),
        Curve(_("loser"), [(row.difference, row.loss) for row in found]),
    ]
    across = [Mark(at, _signed(at)) for at in (-FARTHEST_LEVEL, -225, 0, 375, FARTHEST_LEVEL)]
    up = [Mark(at, _signed(at)) for at in (-20, 0, 20, 40)]
    return svg(curves, across, up, _("Raw variation of winner and loser by the difference of their levels"))


def _fics(query: Mapping[str, str], rules: Any, official: Any) -> dict[str, Any]:
    own = {name: query[name] for name in GAME_OF_GLICKO if name in query}
    form = GlickoForm(own or GAME_OF_GLICKO)
    answer: dict[str, Any] = {}
    if form.is_valid():
        cleaned = form.cleaned_data
        both = (cleaned["rating"], cleaned["deviation"], cleaned["other"], cleaned["other_deviation"])
        answer = {"answer": form.scene(rules).explanations(), "better": 100 * fics.probability_better(*both)}
    away = range(-FARTHEST, FARTHEST + 1, 20)
    curves = [
        Curve(_("RD of the opponent: %(deviation)s") % {"deviation": deviation}, expected(official, deviation, away))
        for deviation in (30, 350)
    ]
    label = _("Expected score by difference of the ratings, against a reliable and an unreliable rating")
    return {
        "c": rounded(official.growth_millionths / 1_000_000, 6),
        "curve": svg(curves, _across((-400, 0, 400)), _up(), label),
        "deviations": DEVIATIONS,
        "k_weights": glicko_weights(official),
        "growth": growth(official),
        "cdf": rounded(NormalDist(1600, 50).cdf(1550), 3),
        "intervals": fics.intervals(1600, 50),
        "comparison": comparison,
        "form": form,
        **answer,
    }


def _tournament(system: str, query: Mapping[str, str], rules: Any, example: Mapping[str, str]) -> dict[str, Any]:
    """Return the calculator of a tournament with its answer; the printed example until a reader enters their own."""
    own = {name: query[name] for name in example if name in query}
    form = TournamentForm(own or example, system=system, rules=rules)
    if not form.is_valid():
        return {"form": form}
    return {"form": form, "answer": Example(form.scene())}


def _across(between: tuple[int, ...]) -> list[Mark]:
    return [Mark(at, _signed(at)) for at in (-FARTHEST, *between, FARTHEST)]


def _up() -> list[Mark]:
    return [Mark(quarter / 4, rounded(quarter / 4, 2)) for quarter in range(5)]


def _signed(number: int) -> str:
    return f"{MINUS}{-number}" if number < 0 else f"+{number}" if number else "0"


PAGES: Final[dict[str, Callable[[Mapping[str, str], Any, Any], dict[str, Any]]]] = {
    "frbe": _frbe,
    "fqe": _fqe,
    "ffg": _ffg,
    "fics": _fics,
}
