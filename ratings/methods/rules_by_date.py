"""The rules that a federation has used, by date, compared with those of the document."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from federation.regulations.articles import Article, articles
from ratings.errors import RatingError
from ratings.methods.rule_numbers import NUMBERS
from ratings.models import PoolRules, RatingPool
from ratings.pools.rules import parameters_of
from ratings.systems import SYSTEMS
from ratings.wording import WORDING
from ratings.wording.parameter import Parameter, names_of


@dataclass(frozen=True)
class Row:
    """A rule: its number, its name, its value in the document and that of today, in words."""

    number: str
    parameter: Parameter
    official: str
    today: str  # "" where the federation does not use the method

    @property
    def differs(self) -> bool:
        return bool(self.today) and self.today != self.official


@dataclass(frozen=True)
class Group:
    title: Any
    rows: list[Row]


@dataclass(frozen=True)
class Difference:
    """A rule that became another one."""

    number: str
    name: Any
    before: str
    after: str


@dataclass(frozen=True)
class Step:
    """What a day, or a profile, changed: nothing where its rules are those of the document."""

    label: Any
    day: dt.date | None
    differences: list[Difference]


@dataclass(frozen=True)
class InUse:
    """A rating type of the federation that is calculated by the method."""

    pool: RatingPool
    groups: list[Group]
    steps: list[Step]  # the earliest first
    since: dt.date | None  # None without rules for today
    rules: Any  # of today, in the system's form; None without any


def in_use(system: str, today: dt.date) -> list[InUse]:
    """Return the public rating types of the system with their rules by date. Two queries."""
    pools = RatingPool.objects.filter(system=system, public=True).prefetch_related("rules")
    return [_in_use(pool, today) for pool in pools]


def groups(system: str, today: Any = None) -> list[Group]:
    """Return the rules of the document in words, beside those of ``today`` (in the system's form), by groups."""
    official = SYSTEMS[system].rules().as_dict()
    current = today.as_dict() if today else {}
    return [
        Group(
            title,
            [
                Row(
                    NUMBERS[system][name],
                    parameter,
                    parameter.shown(official[name]),
                    parameter.shown(current[name]) if current else "",
                )
                for name, parameter in named.items()
            ],
        )
        for title, named in WORDING[system].RULES.items()
    ]


def profile_steps(system: str) -> list[Step]:
    """Return what each profile of the system changed, from one to the next; the first one is the document."""
    found, before = [], SYSTEMS[system].rules().as_dict()
    for name, rules in SYSTEMS[system].PROFILES.items():
        if name != "seed":
            found.append(Step(WORDING[system].PROFILES[name], None, _differences(system, before, rules.as_dict())))
            before = rules.as_dict()
    return found


def articles_of(system: str) -> list[Article]:
    """Return the articles of the federation's rules that name a rating type of the system."""
    return [
        article
        for article in articles()
        if any(section == "pools" and getattr(row, "system", "") == system for section, row in article.rows)
    ]


def _in_use(pool: RatingPool, today: dt.date) -> InUse:
    system, steps = pool.system, []
    before = SYSTEMS[system].rules().as_dict()
    for rules in sorted(pool.rules.all(), key=lambda each: each.valid_from):
        if (values := _valid(rules, system)) is not None:
            after = values.as_dict()
            label = WORDING[system].PROFILES.get(rules.profile, rules.profile)
            steps.append(Step(label, rules.valid_from, _differences(system, before, after)))
            before = after
    since, rules = _rules_on(pool, today)
    return InUse(pool, groups(system, rules), steps, since, rules)


def _rules_on(pool: RatingPool, day: dt.date) -> tuple[dt.date | None, Any]:
    past = [rules for rules in pool.rules.all() if rules.valid_from <= day]
    if not past:
        return None, None
    rules = max(past, key=lambda each: each.valid_from)
    return rules.valid_from, _valid(rules, pool.system)


def _valid(rules: PoolRules, system: str) -> Any:
    """Return the rules in the system's form; None if they are invalid."""
    try:
        return parameters_of(rules, SYSTEMS[system])
    except RatingError:
        return None


def _differences(system: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    return [
        Difference(NUMBERS[system][name], parameter.name, parameter.shown(before[name]), parameter.shown(after[name]))
        for name, parameter in names_of(WORDING[system].RULES).items()
        if before[name] != after[name]
    ]
