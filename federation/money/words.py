"""What charges are called."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

WHOLE = 100
# By the words of tariffs; those of a federation's own making stand as they are.
NAMES = {
    "affiliation": gettext_lazy("affiliation"),
    "ex_officio": gettext_lazy("automatic affiliation"),
    "rating_member": gettext_lazy("rating member"),
    "fine_late": gettext_lazy("fine for late results"),
    "fine_forfeit": gettext_lazy("fine for a forfeit"),
    "fine_league": gettext_lazy("fine of a league competition"),
    "entry_team": gettext_lazy("entry of a team"),
    "surcharge": gettext_lazy("surcharge"),
    "foreign_event": gettext_lazy("tournament abroad"),
    "affiliated_body": gettext_lazy("affiliated organisation"),
    "other": gettext_lazy("other"),
}


def name_of(what: str) -> str:
    """Return the name of what a tariff row is for."""
    return str(NAMES.get(what, what))


def name_of_charge(line: Mapping[str, Any]) -> str:
    """Return what a line of a statement is for: "affiliation J, 50 %, credit note"."""
    parts = [f"{name_of(line['what'])} {line['class']}".strip()]
    if line["part"] != WHOLE:
        parts.append(_("%(part)s %%") % {"part": line["part"]})
    if line["credit"]:
        parts.append(_("credit note"))
    return ", ".join(parts)
