"""The regulations that are shipped, and rules that change from a day on."""

from __future__ import annotations

import datetime as dt

import pytest

from leagues.rulebooks.reading import regulation, shipped
from leagues.rules.regulation import Amendment, WrongRules, read

DAY = dt.date(2026, 9, 27)


@pytest.mark.parametrize("code", shipped())
def test_every_regulation_can_be_read_for_every_division(code: str):
    found = regulation(code)
    assert found.name
    assert found.source
    for level in range(1, 7):
        assert found.on(DAY, level).boards.count > 0


def test_ten_and_more_regulations_are_shipped():
    assert len(shipped()) >= 10


def test_a_division_has_its_own_values_and_those_of_all():
    kbsb = regulation("be-kbsb")
    assert [kbsb.on(DAY, level).boards.count for level in range(1, 7)] == [8, 8, 6, 4, 4, 4]
    assert [kbsb.on(DAY, level).selection.reserve_cap for level in range(1, 7)] == [2350, 2200, 2050, 1950, 1800, 1600]
    assert [kbsb.on(DAY, level).entry_fee for level in range(1, 7)] == [305, 80, 55, 30, 30, 30]
    assert kbsb.on(DAY, 3).order.criteria == ("MP", "BP", "DIRECT")


def test_rules_change_from_a_day_on_and_older_matches_keep_the_older_ones():
    french = regulation("fr-ffe")
    season = [Amendment(dt.date(2026, 11, 1), {"strength": {"tolerance": 200}}, reason="Decision of the board")]
    assert french.on(dt.date(2026, 10, 31), more=season).strength.tolerance == 100
    assert french.on(dt.date(2026, 11, 1), more=season).strength.tolerance == 200
    assert french.on(dt.date(2026, 11, 1), more=season).strength.family == "tolerance"


@pytest.mark.parametrize(
    ("rules", "parameter"),
    [
        ({"boards": {"count": 0}}, "$.boards.count"),
        ({"boards": {"seats": 8}}, "seats"),
        ({"deadlines": {"enter": "25:00"}}, "$.deadlines.enter"),
        ({"order": {"criteria": ["LUCK"]}}, "$.order.criteria"),
        ({"withdrawal": {"then": "forget"}}, "$.withdrawal.then"),
    ],
)
def test_wrong_rules_are_refused_with_the_parameter(rules: dict, parameter: str):
    with pytest.raises(WrongRules) as refused:
        read({"name": "x", "rules": [rules]})
    assert parameter in str(refused.value)


def test_a_regulation_without_rules_is_none():
    with pytest.raises(WrongRules):
        read({"name": "x"})


def test_what_no_federation_has_decided_has_no_default():
    assert regulation("be-kbsb").on(DAY).fixtures.after_last_round is None
