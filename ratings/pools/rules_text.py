"""Rules in words: those of a pool, and those that a scenario changes."""

import datetime as dt
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.web.tables import PublicTable, TextColumn, text_cell
from ratings.models import RatingPool, WhatIf
from ratings.pools.rules import parameters_of, rules_of, system_of
from ratings.wording import WORDING
from ratings.wording.parameter import Parameter, names_of


class Changed(NamedTuple):
    """A parameter and its values as in JSON: the actual one (None before the calculation), and the changed one."""

    parameter: Parameter
    real: Any
    copy: Any


class Line(NamedTuple):
    """A rule in force: its name among the parameters of a pool, its name for people, its value in words."""

    name: str
    parameter: Parameter
    value: str


class Group(NamedTuple):
    title: str
    lines: list[Line]


class RuleTable(PublicTable):
    name = TextColumn(lazy("Rule"))
    real = TextColumn(lazy("Actual"), shows=lambda row: row.parameter.shown(row.real))
    copy = TextColumn(lazy("Scenario"))

    def __init__(self, rows: Sequence[Changed], caption: str) -> None:
        super().__init__(rows, caption)
        if any(row.real is None for row in rows):
            self.columns.hide("real")

    def cell_name(self, row: Changed) -> str:
        pair = f'<span class="sub">{escape(str(row.parameter.pair))}</span>' if row.parameter.pair else ""
        return f'<th scope="row">{escape(str(row.parameter.name))}{pair}</th>'

    def cell_copy(self, row: Changed) -> str:
        return text_cell(row.parameter.shown(row.copy), "strong")


def wished(what_if: WhatIf) -> list[Changed]:
    """Return the changes of rules that were requested."""
    names = names_of(WORDING[what_if.pool.system].RULES)
    return [Changed(names[name], None, value) for name, value in what_if.parameters.items()]


def changed(what_if: WhatIf) -> list[Changed]:
    """Return the requested changes and, once calculated, everything that differs from the rules of the last list."""
    both = (what_if.result or {}).get("rules")
    if not both:
        return wished(what_if)
    names = names_of(WORDING[what_if.pool.system].RULES)
    rows = {name: Changed(names[name], real, both["copy"][name]) for name, real in both["real"].items()}
    return [row for name, row in rows.items() if name in what_if.parameters or row.real != row.copy]


def in_force(pool: RatingPool, day: dt.date) -> list[Group]:
    """Return all rules of the pool on the day, by groups. Raise `RatingError` if there are none."""
    return in_words(pool.system, parameters_of(rules_of(pool, day), system_of(pool)).as_dict())


def in_words(system: str, values: Mapping[str, Any]) -> list[Group]:
    """Return these values of a system's rules, by groups; an old list may have fewer rules than there are today."""
    return [
        Group(title, [Line(name, rule, rule.shown(values[name])) for name, rule in group.items() if name in values])
        for title, group in WORDING[system].RULES.items()
    ]


def profile_name(what_if: WhatIf) -> str:
    """Return the name of the profile for people."""
    if not what_if.profile:
        return _("The one in force on each day")
    return str(WORDING[what_if.pool.system].PROFILES.get(what_if.profile, what_if.profile))
