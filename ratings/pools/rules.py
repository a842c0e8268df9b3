"""The rules of a pool on a day, and its rating system."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from django.utils.translation import gettext_noop as noop

from ratings.errors import RatingError
from ratings.models import PoolRules, RatingPool
from ratings.systems import SYSTEMS
from ratings.systems.parameters import RuleError

RulesOfDay = Callable[[dt.date], tuple[PoolRules, Any]]  # the rules of a day, and as the pool's system takes them


def rules_of(pool: RatingPool, date: dt.date) -> PoolRules:
    """The pool's rules that hold on the day. Raises `RatingError` where there are none."""
    return require_rules(pool, date, pool.rules.filter(valid_from__lte=date).order_by("-valid_from").first())


def rules_by_day(pool: RatingPool) -> RulesOfDay:
    """`rules_of` any day and their `parameters_of`, for who asks for many days: read at once, each made once."""
    system, latest_first = system_of(pool), list(pool.rules.order_by("-valid_from"))
    parameters = cache(lambda rules: parameters_of(rules, system))

    def of_day(date: dt.date) -> tuple[PoolRules, Any]:
        rules = require_rules(pool, date, next((each for each in latest_first if each.valid_from <= date), None))
        return rules, parameters(rules)

    return of_day


def require_rules(pool: RatingPool, date: dt.date, found: PoolRules | None) -> PoolRules:
    if found is None:
        raise RatingError(noop("The pool %(pool)s has no rules for %(date)s."), pool=pool.slug, date=date)
    return found


def system_of(pool: RatingPool) -> ModuleType:
    """The pool's rating system. Raises `RatingError` where it is not known."""
    if pool.system not in SYSTEMS:
        facts = {"system": pool.system, "known": ", ".join(SYSTEMS)}
        raise RatingError(noop("The system %(system)s is not known; known are: %(known)s."), **facts)
    return SYSTEMS[pool.system]


def parameters_of(rules: PoolRules, system: ModuleType) -> Any:
    """The rules as the system takes them. Raises `RatingError` with the system's sentence where they make no sense."""
    try:
        return system.rules(rules.profile, rules.parameters)
    except RuleError as problem:
        raise RatingError(problem.template, **problem.facts) from None
