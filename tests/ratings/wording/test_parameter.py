"""The parameters of the rules in words."""

from __future__ import annotations

from typing import get_type_hints

import pytest

from ratings.systems import SYSTEMS
from ratings.wording import WORDING
from ratings.wording.parameter import GAMES, PERCENT, POINTS, Parameter, names_of


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_parameter_and_every_profile_has_a_name(system: str) -> None:
    rules, wording = SYSTEMS[system], WORDING[system]
    names = names_of(wording.RULES)
    assert sorted(names) == sorted(rules.rules().as_dict())
    assert list(wording.PROFILES) == list(rules.PROFILES)
    assert len({str(parameter.name) for parameter in names.values()}) == len(names)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_value_of_every_profile_can_be_shown(system: str) -> None:
    names = names_of(WORDING[system].RULES)
    for rules in SYSTEMS[system].PROFILES.values():
        shown = {name: names[name].shown(value) for name, value in rules.as_dict().items()}
        words = [name for name, kind in get_type_hints(type(rules)).items() if kind is str]
        assert all(shown.values())
        assert [name for name in words if shown[name] == getattr(rules, name)] == []  # a word of ours is not shown


@pytest.mark.parametrize(
    ("unit", "value", "shown"),
    [
        (POINTS, 1, "1 point"),
        (POINTS, 350, "350 points"),
        (POINTS, -2950, "−2950 points"),
        (GAMES, 20, "20 games"),
        (PERCENT, 99, "99\N{NO-BREAK SPACE}%"),
        (None, 34_969, "34969"),
        (None, True, "yes"),
        (None, [], "–"),
        (None, [2000, 2200], "2000, 2200"),
        (None, [[100, 32], [300, 24]], "100: 32, 300: 24"),
        (None, "1997-04-28", "28 April 1997"),
    ],
)
def test_a_value_has_its_unit(unit: object, value: object, shown: str) -> None:
    assert Parameter("A rule", unit).shown(value) == shown


def test_a_word_is_shown_by_what_it_means() -> None:
    assert Parameter("A rule", choices={"split": "by parts"}).shown("split") == "by parts"
