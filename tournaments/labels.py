"""What people call the formats and the kinds of tournaments, where rows hold their codes."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS

KINDS = {
    "swiss": _("Swiss system"),
    "round_robin": _("round robin"),
    "team": _("team event"),
    "mcmahon": "McMahon",
    "american": _("American system"),
    "keizer": "Keizer",
    "cup": _("knockout"),
}


def format_name(code: str) -> str:
    """The name of a format; a code that is none of ours stays as it is."""
    return FORMATS[code].NAME if code in FORMATS else code


def kind_name(code: str) -> str:
    """The name of a kind of tournament (`TournamentReport.kind`); a word of a file stays as it is."""
    return str(KINDS.get(code, code))
