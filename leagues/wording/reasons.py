"""Why a team stands above the next one, in a sentence."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.rules.table import WITHDRAWN, Reason
from leagues.wording.points import of_criterion, points

CRITERIA = {
    "MP": gettext_lazy("match points"),
    "BP": gettext_lazy("board points"),
    "DIRECT": gettext_lazy("direct match"),
    "BD": gettext_lazy("board point difference"),
    "SB": gettext_lazy("Sonneborn-Berger"),
    "BERLIN": gettext_lazy("Berlin tie-break"),
    "BC": gettext_lazy("board count"),
    "BP-1": gettext_lazy("board points without the last board"),
    "BP-2": gettext_lazy("board points without the last two boards"),
    "WINS": gettext_lazy("matches won"),
    "GW": gettext_lazy("games won"),
    "PLAY_OFF": gettext_lazy("play-off"),
}


def why(reason: Reason | None, above: str, below: str) -> str:
    """Return why a team stands above the one below; "" if match points say it, or if there is no team below."""
    if reason is None or reason.code == "MP":
        return ""
    if reason.code == WITHDRAWN:
        return _("%(team)s has withdrawn") % {"team": below}
    if not reason.code:
        if reason.pending:
            return _("equal to %(team)s until %(criterion)s is decided") % {
                "team": below,
                "criterion": CRITERIA[reason.pending],
            }
        return _("equal to %(team)s") % {"team": below}
    if reason.code == "DIRECT":
        mine, theirs = reason.above, reason.below
        values = (points(mine[0]), points(theirs[0])) if mine[0] != theirs[0] else (points(mine[1]), points(theirs[1]))
        return _("above %(team)s: %(first)s to %(second)s in the direct match") % {
            "team": below,
            "first": values[0],
            "second": values[1],
        }
    return _("above %(team)s: %(first)s to %(second)s (%(criterion)s)") % {
        "team": below,
        "first": of_criterion(reason.code, abs(reason.above[0])),
        "second": of_criterion(reason.code, abs(reason.below[0])),
        "criterion": CRITERIA[reason.code],
    }


def order_of(criteria: tuple[str, ...]) -> str:
    """Return the criteria of a table in their order."""
    return ", ".join(str(CRITERIA[code]) for code in criteria)
