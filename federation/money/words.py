"""What charges are called."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.profiles.words import name_of as name_in_profile
from federation.profiles.words import words

WHOLE = 100
# By the words of tariffs. The profile's own words come first; a word that neither has is shown as it is.
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


def name_of(what: str, fee_class: str = "") -> str:
    """Return the profile's name of what a tariff row is for, and of its fee class: "licence, under 12"."""
    name = words().tariff.get(what) or str(NAMES.get(what, what))
    return f"{name}, {name_in_profile('fee_classes', fee_class)}" if fee_class else name


def name_of_charge(line: Mapping[str, Any]) -> str:
    """Return what a line of a statement is for: "affiliation, junior, 50 %, credit note"."""
    parts = [name_of(line["what"], line["class"])]
    if line["part"] != WHOLE:
        parts.append(_("%(part)s %%") % {"part": line["part"]})
    if line["credit"]:
        parts.append(_("credit note"))
    return ", ".join(parts)
