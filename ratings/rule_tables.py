"""The rules that a what-if changes, in words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from federation.tables import PublicTable, TextColumn, text_cell
from ratings.models import WhatIf
from ratings.wording import WORDING
from ratings.wording.parameter import Parameter, names_of


class Changed(NamedTuple):
    """A parameter, and its value as JSON has it: as it is (None while nothing is reckoned), and with the changes."""

    parameter: Parameter
    real: Any
    copy: Any


class RuleTable(PublicTable):
    """The parameters that differ."""

    name = TextColumn(_("Rule"))
    real = TextColumn(_("As it is"))
    copy = TextColumn(_("What if"))

    def __init__(self, rows: Sequence[Changed], caption: str) -> None:
        super().__init__(rows, caption)
        if any(row.real is None for row in rows):
            self.columns.hide("real")

    def cell_name(self, row: Changed) -> str:
        sub = " · ".join(str(part) for part in (row.parameter.rules, row.parameter.pair) if part)
        return f'<th scope="row">{escape(str(row.parameter.name))}<span class="sub">{escape(sub)}</span></th>'

    def cell_real(self, row: Changed) -> str:
        return text_cell(row.parameter.shown(row.real))

    def cell_copy(self, row: Changed) -> str:
        return text_cell(row.parameter.shown(row.copy), "strong")


def changed(what_if: WhatIf) -> list[Changed]:
    """What was asked, and all that differs from the rules of the last list once it is reckoned."""
    both = (what_if.result or {}).get("rules")
    names = names_of(WORDING[what_if.pool.system].RULES)
    if not both:
        return [Changed(names[name], None, value) for name, value in what_if.parameters.items()]
    rows = {name: Changed(names[name], real, both["copy"][name]) for name, real in both["real"].items()}
    return [row for name, row in rows.items() if name in what_if.parameters or row.real != row.copy]


def profile_name(what_if: WhatIf) -> str:
    """The profile in words."""
    return str(WORDING[what_if.pool.system].PROFILES.get(what_if.profile, what_if.profile))
