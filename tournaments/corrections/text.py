"""The corrections of a tournament as anyone may read them. Names of hidden members do not appear."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.i18n.dates import long_date
from federation.identity.member_numbers import key_of
from federation.models import Member
from tournaments.duplicates.differences import TERMS
from tournaments.formats.report import Result
from tournaments.formats.results import score
from tournaments.labels import kind_name, points_of_team
from tournaments.models import Correction, Pace, Pairing, Stage, Tournament

WHAT = {
    "result": gettext_lazy("result"),
    "colours": gettext_lazy("colours swapped"),
    "opponents": gettext_lazy("players, by their numbers"),
    "date": gettext_lazy("date"),
    **{name: Pairing._meta.get_field(name).verbose_name for name in TERMS},
    "member": gettext_lazy("who played"),
    "rating": gettext_lazy("rating in the file"),
    "team": gettext_lazy("team"),
    "stage": gettext_lazy("stage"),
    "game": gettext_lazy("game added"),
    "game_gone": gettext_lazy("game that was not played"),
    "participant": gettext_lazy("participant added"),
    "name": gettext_lazy("name"),
    "city": gettext_lazy("town"),
    "start": gettext_lazy("from"),
    "end": gettext_lazy("to"),
    "rounds": gettext_lazy("rounds"),
    "pace": gettext_lazy("time control"),
    "time_control": gettext_lazy("rate of play"),
    "kind": gettext_lazy("kind"),
    "arbiters": gettext_lazy("arbiters"),
    "unrated_history": gettext_lazy("for history only"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "team_bye": gettext_lazy("team bye"),
}


PEOPLE = {"member", "participant"}
NAMED = ("pairing__white__member", "pairing__black__member", "participant__member", "made_by")
SAID_ELSEWHERE = {"colours", "arbiters"}


@dataclass(frozen=True)
class CorrectionLine:
    """A correction in the reader's language."""

    pk: int
    made_at: dt.datetime
    what: str
    where: str  # the game or the participant
    before: str
    after: str
    reason: str
    by: str
    decision: int | None  # its id


def what_name(field: str) -> str:
    return str(WHAT.get(field, field))


def correction_lines(tournament: Tournament) -> list[CorrectionLine]:
    """Return all corrections, the latest first. Two queries."""
    return lines_of(tournament.corrections.order_by("-made_at", "-pk"))


def lines_of(found: QuerySet[Correction]) -> list[CorrectionLine]:
    """Return these corrections, in their order. Two queries."""
    return lines_for(found.select_related(*NAMED))


def lines_for(found: Iterable[Correction]) -> list[CorrectionLine]:
    """Return the lines of corrections selected with `NAMED`, in their order. One query if they name people."""
    corrections = list(found)
    texts = [text for each in corrections if each.field in PEOPLE for text in (each.before, each.after)]
    people = Member.objects.filter(key__in={_key(text) for text in texts}) if texts else ()
    names = {member.key: member.public_name for member in people}
    return [_line(each, names) for each in corrections]


def _line(correction: Correction, names: dict[int, str]) -> CorrectionLine:
    before, after = (_in_public(correction.field, text, names) for text in (correction.before, correction.after))
    return CorrectionLine(
        pk=correction.pk,
        made_at=correction.made_at,
        what=what_name(correction.field),
        where=where(correction),
        before=before,
        after=after,
        reason=correction.reason,
        by=correction.made_by.get_full_name() if correction.made_by else "",  # never the name of a login
        decision=correction.decision_id,
    )


def _in_public(field: str, text: str, names: dict[int, str]) -> str:
    """Return the value for anyone: hidden members have no name, and an arbiter who was removed is not named again.

    The game itself says who played, and the page of the tournament who its arbiters are.
    """
    if field in PEOPLE:
        return names.get(_key(text), "–")
    return "" if field in SAID_ELSEWHERE else in_words(field, text)


def in_words(field: str, text: str) -> str:
    """Return a stored value as text for staff, with the names of members."""
    shown = text
    match field:
        case "result" | "game" | "game_gone":
            shown = score(*map(Result, text.split())) if text else ""
        case "date" | "start" | "end":
            shown = long_date(dt.date.fromisoformat(text)) if text else ""
        case "stage":
            shown = str(Stage(text).label)
        case "kind":
            shown = kind_name(text)
        case "pace":
            shown = str(Pace(text).label)
        case "team_bye":
            shown = points_of_team(*map(int, text.split())) if text else _("as in the file, otherwise half of a match")
        case "unrated_history":
            shown = _("yes") if text == "True" else _("no")
        case "arbiters":
            shown = " · ".join(text.splitlines())
        case "tie_breaks":
            shown = text or _("those of the file or the usual ones")
    return shown


def where(correction: Correction) -> str:
    """Return the corrected game or participant, as anyone may read it; "" for the event itself."""
    pairing = correction.pairing
    if pairing:
        players = f"{pairing.white.public_name} – {pairing.black.public_name if pairing.black else ''}"
        return _("round %(round)s: %(players)s") % {"round": pairing.round, "players": players}
    return correction.participant.public_name if correction.participant else ""


def _key(text: str) -> int:
    """Return the key of the member number with which the text begins; 0 if there is none."""
    return key_of(text.split(" ", 1)[0])
