"""Change an accepted tournament and record who did it, when, what and why, for anyone to read.

Nothing else may change one. Ratings that were calculated before stay: a list that a correction makes stale is revised,
never overwritten.
"""

import datetime as dt
from collections.abc import Mapping

from django.contrib.admin.models import CHANGE
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.database import admin_log
from federation.hooks import functions
from federation.models import Member
from tournaments.corrections import mails as correction_mails
from tournaments.corrections.text import what_name
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.intake.matching import SURE
from tournaments.models import Correction, GamesDigest, MatchedBy, Pairing, Participant, Stage, Tournament
from tournaments.review import decisions, edits
from tournaments.standings import ranking
from tournaments.standings.teams import Points, chosen_bye

REASON_MISSING = noop("A correction needs a reason.")
NOT_ACCEPTED = noop("“%(name)s” is not accepted: it can be changed without a correction.")
NOTHING_NEW = noop("That is already the current value.")
MEMBER_THERE = noop("%(member)s is in this tournament already.")
CORRECTED = noop(
    "Someone else has meanwhile corrected the same thing: look at the corrections so far, and send yours again "
    "if it is still needed."
)
OUTSIDE = noop("The date %(date)s lies outside the tournament (%(start)s to %(end)s).")
MERGED = noop("%(member)s was merged into another member.")
WITHOUT_EFFECT = {"arbiters", "time_control"}  # no rating depends on these
OF_EVENT = ("name", "city", "start", "end", "pace", "time_control", "arbiters", "unrated_history")

Texts = Mapping[str, tuple[str, str]]  # by field: the value before and after


@transaction.atomic
def correct_result(pairing: Pairing, white: Result, black: Result, by: User | None, reason: str) -> list[Correction]:
    tournament = _held(pairing, reason)
    edits.require_fitting(pairing, white, black)
    news = _news({"result": (f"{pairing.white_result} {pairing.black_result}", f"{white} {black}")})
    pairing.overrule(white, black)
    pairing.save(update_fields=["white_result", "black_result", "file_result"])
    return _record(tournament, news, by, reason, pairing=pairing)


@transaction.atomic
def swap_colours(pairing: Pairing, by: User | None, reason: str) -> list[Correction]:
    """Exchange White and Black: see `Pairing.turn`."""
    tournament = _held(pairing, reason)
    edits.require_fitting(pairing, *map(Result, (pairing.white_result, pairing.black_result)))
    before = f"{pairing.white} - {pairing.black}"
    pairing.turn()
    seats = ["white", "black", "white_partner", "black_partner"]
    pairing.save(update_fields=[*seats, "white_result", "black_result", "file_result"])
    colours = (before, f"{pairing.white} - {pairing.black}")
    return _record(tournament, {"colours": colours}, by, reason, pairing=pairing)


@transaction.atomic
def correct_date(pairing: Pairing, date: dt.date, by: User | None, reason: str) -> list[Correction]:
    tournament = _held(pairing, reason)
    news = _news({"date": (_text(pairing.date), _text(date))})
    days = sorted(day for day in (tournament.start, tournament.end) if day)
    if days and not days[0] <= date <= days[-1]:  # it would still count on the first or last day
        raise Refused(OUTSIDE, date=date, start=days[0], end=days[-1])
    pairing.date = date
    pairing.save(update_fields=["date"])
    decisions.affiliate_missing(tournament)
    return _record(tournament, news, by, reason, pairing=pairing)


@transaction.atomic
def correct_member(participant: Participant, member: Member, by: User | None, reason: str) -> list[Correction]:
    """Set another member as the player of all games of this participant."""
    tournament = _held(participant, reason)
    news = _news({"member": (_text(participant.member), _text(member))})
    if member.merged_into_id is not None:
        raise Refused(MERGED, member=str(member))
    if tournament.participants.filter(member=member).exclude(pk=participant.pk).exists():
        raise Refused(MEMBER_THERE, member=str(member))
    participant.member = member
    participant.matched_by, participant.certainty, participant.outsider = MatchedBy.PERSON, SURE, False
    participant.save(update_fields=["member", "matched_by", "certainty", "outsider"])
    decisions.affiliate_missing(tournament)
    return _record(tournament, news, by, reason, participant=participant)


@transaction.atomic
def correct_tie_breaks(
    tournament: Tournament, codes: list[str], by: User | None, reason: str, team_bye: Points | None = None
) -> list[Correction]:
    """Change the tie-breaks, or what the bye of a team is worth: see `ranking.choose`."""
    tournament = _accepted(tournament.pk, reason)
    bye_before, bye_after = (" ".join(map(str, worth or ())) for worth in (chosen_bye(tournament), team_bye))
    orders = (", ".join(tournament.tie_break_order), ", ".join(codes))
    news = _news({"tie_breaks": orders, "team_bye": (bye_before, bye_after)})
    tournament.tie_break_order = codes
    tournament.team_bye_match_points, tournament.team_bye_board_points = team_bye or (None, None)
    tournament.save(update_fields=["tie_break_order", "team_bye_match_points", "team_bye_board_points"])
    return _record(tournament, news, by, reason)


@transaction.atomic
def correct_event(
    tournament: Tournament, facts: Mapping[str, object], by: User | None, reason: str
) -> list[Correction]:
    """Change name, town, pace, time control, days or arbiters, or whether the tournament is unrated history.

    ``facts``: values of fields of `OF_EVENT`; arbiters one a line. Members who were not affiliated on the new days are
    affiliated ex officio, as at the acceptance.
    """
    tournament = _accepted(tournament.pk, reason)
    before = {name: _text(getattr(tournament, name)) for name in facts}
    for name, value in facts.items():
        setattr(tournament, name, value)
    tournament.arbiters = "\n".join(tournament.arbiter_names)
    news = _news({name: (before[name], _text(getattr(tournament, name))) for name in facts})
    if tournament.start and tournament.end and tournament.end < tournament.start:
        raise Refused(edits.ENDS_EARLY)
    tournament.save(update_fields=list(news))
    if not news.keys().isdisjoint({"start", "end", "unrated_history"}):
        decisions.affiliate_missing(tournament)
    return _record(tournament, news, by, reason)


@transaction.atomic
def withdraw(tournament: Tournament, by: User | None, reason: str) -> list[Correction]:
    """Withdraw the whole tournament: none of its games count any more, and nobody pays because of it."""
    decisions.hold_with_others(tournament.pk)
    tournament = _accepted(tournament.pk, reason)
    stages = {"stage": (Stage.ACCEPTED.value, Stage.REJECTED.value)}
    made = _store(tournament, stages, by, reason)
    decisions.withdraw(tournament, by, reason)
    return made


def require_seen(row: Pairing | Participant, last: int) -> None:
    """Raise `Refused` if the row was corrected after ``seen``, the id of the last correction that the user saw."""
    list(Tournament.objects.select_for_update(of=("self",)).filter(pk=row.tournament_id).values_list("pk"))
    of_row = {"pairing": row} if isinstance(row, Pairing) else {"participant": row}
    if Correction.objects.filter(**of_row, pk__gt=last).exists():
        raise Refused(CORRECTED)


def _accepted(tournament_id: int, reason: str) -> Tournament:
    """Return the tournament, locked. Raise `Refused` if it is not accepted or no reason is given."""
    if not reason.strip():
        raise Refused(REASON_MISSING)
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament_id)
    if tournament.stage != Stage.ACCEPTED:
        raise Refused(NOT_ACCEPTED, name=tournament.name)
    return tournament


def _held(row: Pairing | Participant, reason: str) -> Tournament:
    """Return the tournament of the row as `_accepted` does, and read the row again: somebody may have corrected it."""
    tournament = _accepted(row.tournament_id, reason)
    row.refresh_from_db()
    return tournament


def _text(value: object) -> str:
    """Return the value as corrections store it: days in ISO form."""
    return "" if value is None else str(value)


def _news(values: Texts) -> Texts:
    """Return the values that differ from the previous ones. Raise `Refused` if there are none."""
    news = {field: texts for field, texts in values.items() if texts[0] != texts[1]}
    if not news:
        raise Refused(NOTHING_NEW)
    return news


def _record(
    tournament: Tournament, news: Texts, by: User | None, reason: str, **of: Pairing | Participant
) -> list[Correction]:
    """Store the corrections, queue the mails, and update what is computed from the tournament."""
    if not news.keys() <= WITHOUT_EFFECT:
        GamesDigest.renew([tournament.pk])
        ranking.later([tournament.pk], by)
    made = _store(tournament, news, by, reason, **of)
    if by:
        names = ", ".join(map(what_name, news))
        values = _("%(what)s: %(said)s") % {"what": capfirst(names), "said": reason.strip()}
        admin_log.write(by, Tournament, [(tournament, CHANGE, values)])
    correction_mails.later(tournament, made, by)
    for tell in functions("CORRECTION_MADE"):
        tell(tournament)
    return made


def _store(
    tournament: Tournament, news: Texts, by: User | None, reason: str, **of: Pairing | Participant
) -> list[Correction]:
    """Store the corrections and return them. ``of``: the pairing or the participant."""
    return [
        Correction.objects.create(
            tournament=tournament,
            field=field,
            before=before[: Correction.LONGEST],
            after=after[: Correction.LONGEST],
            reason=reason.strip()[:300],
            made_by=by,
            **of,
        )
        for field, (before, after) in news.items()
    ]
