"""The modifiers after the name of a tie-break in its code: BH/C1/P (C.07, articles 14 to 16; TRF26, record 202).

C1: cut the lowest; M1: cut the lowest and the highest; P: unplayed games count as paired; F: fore, the last round as
drawn; L+1, L60: the limit of Koya, in half points above one half or in per cent; U1400: the rating of the unrated; K4:
the factor of SSSC; R: reversed.
"""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from federation.web.tables import MINUS, points

_FORMS = {
    "C": "C[1-9]", "M": "M[1-9]", "L": "L([+-][1-9]|[1-9][0-9])", "U": "U[1-9][0-9]{2,3}", "K": "K[1-9]",
    "F": "F", "P": "P", "R": "R",
}  # fmt: skip
_WORDS = {
    "C": (
        gettext_lazy("cut %(value)s"),
        ngettext_lazy("The lowest is left out.", "The %(value)s lowest are left out.", "value"),
    ),
    "M": (
        gettext_lazy("median %(value)s"),
        ngettext_lazy(
            "The lowest and the highest are left out.",
            "The %(value)s lowest and the %(value)s highest are left out.",
            "value",
        ),
    ),
    "U": (gettext_lazy("unrated %(value)s"), gettext_lazy("Players without a rating count with %(value)s.")),
    "K": (gettext_lazy("factor %(value)s"), gettext_lazy("The factor is %(value)s.")),
    "F": (gettext_lazy("fore"), gettext_lazy("As if all games of the last round had been drawn.")),
    "R": (gettext_lazy("reversed"), gettext_lazy("Counted the other way round.")),
    "P": (gettext_lazy("as paired"), gettext_lazy("Games that were not played count as if they had been.")),
}


def in_order(modifiers: Sequence[str], allowed: str) -> list[str] | None:
    """Return the modifiers in one order, each once; None if one of them is not among the ``allowed`` letters."""
    found = {text[:1]: text for text in modifiers}
    known = all(letter in allowed and re.fullmatch(_FORMS[letter], text) for letter, text in found.items())
    return [found[letter] for letter in _FORMS if letter in found] if known and len(found) == len(modifiers) else None


def words(modifier: str) -> tuple[str, str]:
    """Return the name and the meaning of a modifier, in the reader's language."""
    letter, value = modifier[0], modifier[1:]
    if letter == "L":
        return _limit(value)
    name, meaning = _WORDS[letter]
    modifiers = {"value": int(value or 0)}
    return name % modifiers, meaning % modifiers


def _limit(value: str) -> tuple[str, str]:
    """Return the limit of Koya: per cent, or half points above or below the half."""
    if value[0] not in "+-":
        return _("limit %(value)s") % {"value": f"{value} %"}, _("The limit: %(share)s per cent.") % {"share": value}
    more, is_above = points(int(value[1:])), value[0] == "+"
    meaning = _("The limit: %(points)s above the half.") if is_above else _("The limit: %(points)s below the half.")
    return _("limit %(value)s") % {"value": f"{'+' if is_above else MINUS}{more}"}, meaning % {"points": more}
