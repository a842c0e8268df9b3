"""What the page of each method shows besides its text: tables, curve, calculator."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from django.utils.translation import gettext as _

from federation.web.tables import MINUS
from ratings.methods.comparison import comparison
from ratings.methods.conversion_tables import bands, differences, in_columns
from ratings.methods.curves import Curve, Mark, Spot, svg
from ratings.methods.examples import OPPONENTS_OF_1760, Example
from ratings.methods.forms import TournamentForm
from ratings.methods.performance import performance
from ratings.systems.frbe import formulas as frbe
from ratings.wording.numbers import rounded

FARTHEST: Final = 800  # how far the curves of expected scores go
PRINTED_TOURNAMENT: Final = {
    "rating": "1760",
    "games": "50",
    "played": ", ".join(f"{rating} {'0½1'[half_points]}" for rating, half_points in OPPONENTS_OF_1760),
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
    spot = Spot(own - opponent, percent / 100, f"{_signed(own - opponent)}: {rounded(percent / 100, 2)}")
    return {
        "curve": svg([Curve("", expected(official))], _across((-cap, 0, cap)), _up(), label, spot),
        "table_one": in_columns(differences(), 5),
        "table_two": in_columns(bands("frbe")),
        "highest_expected": rounded(highest / 100, 2),
        "lowest_expected": rounded(1 - highest / 100, 2),
        "k_rows": _weights(official),
        "comparison": comparison,
        **_tournament("frbe", query, rules, PRINTED_TOURNAMENT),
    }


def _weights(rules: Any) -> list[Weight]:
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


def _tournament(system: str, query: Mapping[str, str], rules: Any, example: Mapping[str, str]) -> dict[str, Any]:
    """Return the calculator of a tournament with its answer; the printed example until a reader enters their own."""
    own = {name: query[name] for name in example if name in query}
    form = TournamentForm(own or example, system=system, rules=rules)
    if not form.is_valid():
        return {"form": form}
    scene = form.scene()
    return {"form": form, "answer": Example(scene), "performance": performance(system, rules, scene.games)}


def _across(between: tuple[int, ...]) -> list[Mark]:
    return [Mark(at, _signed(at)) for at in (-FARTHEST, *between, FARTHEST)]


def _up() -> list[Mark]:
    return [Mark(quarter / 4, rounded(quarter / 4, 2)) for quarter in range(5)]


def _signed(number: int) -> str:
    return f"{MINUS}{-number}" if number < 0 else f"+{number}" if number else "0"


PAGES: Final[dict[str, Callable[[Mapping[str, str], Any, Any], dict[str, Any]]]] = {"frbe": _frbe}
