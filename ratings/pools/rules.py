"""The rules of a pool on a day, and its rating system."""

import datetime as dt
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from django.utils.translation import gettext_noop as noop

from ratings.errors import RatingError
from ratings.models import PoolRules, RatingList, RatingPool
from ratings.systems import SYSTEMS
from ratings.systems.parameters import RuleError, with_parameters

RulesOfDay = Callable[[dt.date], tuple[PoolRules, Any]]  # the rules of a day, and in the form of the pool's system


def rules_of(pool: RatingPool, date: dt.date) -> PoolRules:
    """Return the pool's rules in force on the day. Raise `RatingError` if there are none."""
    return require_rules(pool, date, pool.rules.filter(valid_from__lte=date).order_by("-valid_from").first())


def rules_by_day(pool: RatingPool) -> RulesOfDay:
    """Return a function giving `rules_of` and `parameters_of` any day, for many days: read once, each made once."""
    system, latest_first = system_of(pool), list(pool.rules.order_by("-valid_from"))
    parameters = cache(lambda rules: parameters_of(rules, system))

    def of_day(date: dt.date) -> tuple[PoolRules, Any]:
        rules = require_rules(pool, date, next((each for each in latest_first if each.valid_from <= date), None))
        return rules, parameters(rules)

    return of_day


def require_rules(pool: RatingPool, date: dt.date, found: PoolRules | None) -> PoolRules:
    if found is None:
        raise RatingError(noop("The rating type %(pool)s has no rules for %(date)s."), pool=pool.slug, date=date)
    return found


def system_of(pool: RatingPool) -> ModuleType:
    """Return the pool's rating system. Raise `RatingError` if it is unknown."""
    if pool.system not in SYSTEMS:
        facts = {"system": pool.system, "known": ", ".join(SYSTEMS)}
        raise RatingError(noop("Unknown system %(system)s. Known: %(known)s."), **facts)
    return SYSTEMS[pool.system]


def parameters_of(rules: PoolRules, system: ModuleType) -> Any:
    """Return the rules in the system's form. Raise `RatingError` with the system's sentence if they are invalid."""
    try:
        return system.rules(rules.profile, rules.parameters)
    except RuleError as problem:
        raise RatingError(problem.template, **problem.facts) from None


def rules_as_published(rating_list: RatingList) -> RulesOfDay:
    """Return a function giving the rules with the numbers in the manifest of a list, beside those in force on the day.

    Parameters that a system got later have their default, which is what it did before. Raise `RatingError` for numbers
    that it does not take.
    """
    pool = rating_list.pool
    try:
        parameters = with_parameters(system_of(pool).Rules(), rating_list.manifest["rules"]["values"])
    except RuleError as problem:
        raise RatingError(problem.template, **problem.facts) from None
    return lambda date: (rules_of(pool, date), parameters)
