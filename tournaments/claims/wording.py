"""A claim in words: the game as anyone may read it, what would be right, and where the claim stands."""

import datetime as dt

from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from tournaments.formats.report import Result
from tournaments.formats.results import score
from tournaments.models import Claim, Pairing


def game(pairing: Pairing) -> str:
    """Return the game with the names that public pages show."""
    black = pairing.black.public_name if pairing.black else ""
    players = f"{pairing.white.public_name} – {black}"
    facts = {"round": pairing.round, "players": players, "score": pairing.score}
    return _("round %(round)s: %(players)s, %(score)s") % facts


def wanted(claim: Claim) -> str:
    """Return what the claim says is right; "" if it names nothing."""
    if not claim.wanted:
        return ""
    match claim.kind:
        case Claim.Kind.RESULT:
            return score(*map(Result, claim.wanted))
        case Claim.Kind.DATE:
            return long_date(dt.date.fromisoformat(claim.wanted))
        case Claim.Kind.OPPONENT:
            seat = claim.tournament.participants.filter(number=int(claim.wanted)).select_related("member").first()
            return f"{seat.number}. {seat.public_name}" if seat else claim.wanted
    return claim.wanted


def standing(claim: Claim) -> str:
    """Return where the claim stands: its outcome once it is closed, else who has it."""
    return str(claim.get_state_display() if claim.is_open else claim.get_outcome_display())
