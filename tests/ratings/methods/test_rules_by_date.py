"""The rules of a federation beside those of the document."""

from __future__ import annotations

import datetime as dt

import pytest

from ratings.methods.rule_numbers import NUMBERS
from ratings.methods.rules_by_date import in_use, profile_steps
from ratings.models import PoolRules
from ratings.systems import SYSTEMS
from ratings.wording import WORDING
from ratings.wording.parameter import names_of
from tests.ratings import scene
from tests.ratings.systems.numbered import RULES

TODAY = dt.date(2026, 11, 24)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_parameter_has_the_number_of_its_rule(system: str) -> None:
    assert set(NUMBERS[system]) == set(names_of(WORDING[system].RULES))
    named = {
        number.replace("0", "", number[1] == "0") for each in NUMBERS[system].values() for number in each.split(", ")
    }
    assert named <= set(RULES[system])


@pytest.mark.django_db
def test_what_a_federation_changed_stands_beside_the_document_with_its_day() -> None:
    pool = scene.pool()
    PoolRules.objects.create(pool=pool, valid_from=dt.date(2020, 1, 1), profile="seed", parameters={"floor": 1100})
    PoolRules.objects.create(pool=pool, valid_from=dt.date(2030, 1, 1), profile="seed")
    (used,) = in_use("frbe", TODAY)
    changed = {row.number: (row.official, row.today) for group in used.groups for row in group.rows if row.differs}
    assert used.since == dt.date(2020, 1, 1) and used.rules.floor == 1100
    assert changed == {"B18": ("1150 points", "1100 points")}
    steps = [(step.day, [(each.number, each.after) for each in step.differences]) for step in used.steps]
    assert steps == [
        (dt.date(1990, 1, 1), []),
        (dt.date(2020, 1, 1), [("B18", "1100 points")]),
        (dt.date(2030, 1, 1), [("B18", "1150 points")]),
    ]


def test_profiles_say_what_each_changed_from_the_one_before() -> None:
    changed = {str(step.label): [each.number for each in step.differences] for step in profile_steps("frbe")}
    assert list(changed.values())[-2:] == [["B06, P6", "B06, P6"], ["B12, B13", "B06, P6", "B06, P6"]]
