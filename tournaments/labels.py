"""The names of formats, kinds of tournaments and numbers, which rows store as codes."""

from math import ceil

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from federation.web.tables import points
from tournaments.formats import FORMATS
from tournaments.models import Tournament

KINDS = {
    "swiss": _("Swiss system"),
    "round_robin": _("round robin"),
    "team": _("team event"),
    "mcmahon": "McMahon",
    "american": _("American system"),
    "keizer": "Keizer",
    "cup": _("knockout"),
}

NUMBERS = {"matricule": _("member number"), "fide": _("FIDE ID"), "licence": _("licence"), "born": _("birth date")}


def format_name(code: str) -> str:
    """Return the name of a format; an unknown code stays as it is."""
    return FORMATS[code].NAME if code in FORMATS else code


def points_of_team(match_points: float, board_points: int) -> str:
    """Return the points of a team from a match or a bye, in words; board points are in halves."""
    count = points(round(2 * match_points))
    won = ngettext("%(count)s match point", "%(count)s match points", ceil(match_points)) % {"count": count}
    return gettext("%(match_points)s, board points: %(points)s") % {"match_points": won, "points": points(board_points)}


def kind_name(code: str) -> str:
    """Return the name of a kind of tournament (`TournamentReport.kind`); a word of a file stays as it is."""
    return str(KINDS.get(code, code))


def number_name(key: str) -> str:
    """Return the number of a confirmed spelling (`ConfirmedSpelling.number_key`): ``FIDE id 990001``."""
    kind, _blank, number = key.partition(" ")
    return f"{NUMBERS.get(kind, kind)} {number}".strip()


def submitted(tournament: Tournament) -> str:
    """Return what the sender reads after submitting: who checks the tournament now. One query."""
    tournament.refresh_from_db(fields=["forwarder"])
    if tournament.forwarder is None:
        return gettext("Submitted. The federation will check it; the receipt shows its status.")
    sentence = gettext(
        "Submitted. %(unit)s will check it and pass it on to the federation; the receipt shows its status."
    )
    return sentence % {"unit": tournament.forwarder}
