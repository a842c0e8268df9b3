"""The stages of a tournament: read -> (with the league ->) submitted -> accepted or rejected.

Only this module changes them.

A page sends back what its user has ``seen``: the digest of `ReviewData` (for several tournaments, by id). A tournament
that changed since is not decided. Commands, which show no page, send none.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.admin.models import CHANGE
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.database import admin_log
from federation.hooks import rated_facts_changed
from federation.members import affiliations
from federation.models import Affiliation, Club, Webhook
from federation.money.charges import charged_for, credit_fines
from federation.webhooks import webhooks
from tournaments import access
from tournaments.addresses import give_addresses
from tournaments.deadlines import fines
from tournaments.errors import Refused
from tournaments.intake.rows import text
from tournaments.models import GamesDigest, Stage, Tournament
from tournaments.review import decision_mails, forwarding
from tournaments.review.decision_mails import Decided
from tournaments.review.findings import Finding
from tournaments.review.forwarding import Moment
from tournaments.review.problems import (
    ReviewData,
    findings,
    is_charged,
    missed_deadlines,
    review_data,
    unaffiliated,
)
from tournaments.standings import ranking

OPEN = Stage.open()

NOT_IN_STAGE = noop("“%(name)s” has meanwhile changed; look at it again.")
BLOCKED = noop("“%(name)s” is not ready yet. Problems to fix first: %(count)s.")
REASON_MISSING = noop("Give the reason.")
LONGEST_REASON = 500  # letters of a rejection

UNSEEN: Mapping[int, str] = {}


@dataclass
class Decision:
    """What became of several tournaments that were to change their stage."""

    changed: list[Tournament] = field(default_factory=list)
    blocked: list[Tournament] = field(default_factory=list)
    blocking: dict[int, int] = field(
        default_factory=dict
    )  # number of blocking findings of each blocked tournament, by id
    findings: dict[int, list[Finding]] = field(default_factory=dict)  # of changed and blocked tournaments, by id
    skipped: list[Tournament] = field(default_factory=list)  # in another stage, or changed since the page was shown


def submit(tournament: Tournament, by: User | None) -> None:
    """Submit the tournament to the federation, or to its league.

    Raise `Refused` if something blocks it or it is not in stage READ.
    """
    _single(tournament, submit_many([tournament.pk], by))


def accept(tournament: Tournament, by: User | None, seen: str | None = None) -> None:
    """Accept the tournament: its games will be rated.

    Raise `Refused` if something blocks it or it was decided already.
    """
    _single(tournament, accept_many([tournament.pk], by, _of(tournament, seen)))


@transaction.atomic
def submit_many(ids: Iterable[int], by: User | None) -> Decision:
    """Submit the tournaments that nothing blocks. Those of a club that sends through its league go there first (B37).

    A constant number of queries, and one for each league.
    """
    decision, _cases = _free_to_change(ids, (Stage.READ,), lambda finding: finding.blocks_club)
    facts = {"submitted_at": timezone.now(), "submitted_by": by, "rejection": ""}
    facts |= {"forwarded_at": None, "forwarded_by": None}
    for unit, those in forwarding.routes(decision.changed, by).items():
        if unit is None:
            _set_stage(those, Stage.SUBMITTED, by, **facts, forwarder=None, forward_until=None)
        else:
            _set_stage(those, Stage.WITH_LEAGUE, by, **facts, forwarder=unit, forward_until=forwarding.end_of_clock())
            forwarding.mail_later([each.pk for each in those], Moment.WAITS)
    return decision


@transaction.atomic
def forward(tournament: Tournament, by: User) -> None:
    """Pass the tournament on to the federation, for its league. Raise `Refused` if it is not with the league."""
    fields = {"forwarded_at": timezone.now(), "forwarded_by": by}
    _move_from(tournament, (Stage.WITH_LEAGUE,), Stage.SUBMITTED, by, **fields)


@transaction.atomic
def forward_overdue(now: dt.datetime | None = None) -> int:
    """Pass on the tournaments whose league missed its deadline. Return how many. Two queries if there are any."""
    now = now or timezone.now()
    late = list(forwarding.overdue(now).select_for_update(of=("self",), no_key=True).order_by("pk"))
    if late:
        _set_stage(late, Stage.SUBMITTED, None, forwarded_at=now, forwarded_by=None)
        forwarding.mail_later([each.pk for each in late], Moment.WENT_ON)
    return len(late)


@transaction.atomic
def return_to_club(tournament: Tournament, by: User, reason: str) -> None:
    """Return the tournament from its league to the club, which gets a mail. Raise `Refused` without a reason."""
    words = _reason(reason)
    _move_from(tournament, (Stage.WITH_LEAGUE,), Stage.READ, by, rejection=words)
    decision_mails.later([tournament.pk], Decided.RETURNED, by)


@transaction.atomic
def accept_many(ids: Iterable[int], by: User | None, seen: Mapping[int, str] = UNSEEN) -> Decision:
    """Accept the tournaments that nothing blocks; those in stage READ are submitted on the way.

    Members who played without being affiliated are affiliated ex officio and charged to the organising club (B44). A
    constant number of queries for any number of tournaments, and a few more for each day of such games.
    """
    decision, moving = _free_to_change(ids, OPEN, lambda finding: finding.blocks, seen)
    now = timezone.now()
    unsubmitted = [tournament for tournament in decision.changed if tournament.stage == Stage.READ]
    _set_stage(unsubmitted, Stage.SUBMITTED, None, submitted_at=now, submitted_by=by)
    _affiliate(moving)
    for data in moving:
        fines.raise_for(data.tournament, missed_deadlines(data), data.overrides, by)
    _set_stage(decision.changed, Stage.ACCEPTED, by, decided_at=now, decided_by=by, rejection="")
    give_addresses(decision.changed)
    GamesDigest.renew(tournament.pk for tournament in decision.changed)
    if decision.changed:
        rated_facts_changed({(each.discipline, each.pace) for each in decision.changed})
    ranking.later([tournament.pk for tournament in decision.changed], by)
    decision_mails.later([tournament.pk for tournament in decision.changed], Decided.ACCEPTED, by)
    if decision.changed:
        accepted = [{"id": tournament.pk, "name": tournament.name} for tournament in decision.changed]
        webhooks.tell(Webhook.Event.ACCEPTED, {"tournaments": accepted})
    return decision


def reject(tournament: Tournament, by: User | None, reason: str, seen: str | None = None) -> None:
    """Reject the tournament; the club sees the reason. Raise `Refused` if there is none or it was decided already."""
    _single(tournament, reject_many([tournament.pk], by, reason, _of(tournament, seen)))


@transaction.atomic
def reject_many(ids: Iterable[int], by: User | None, reason: str, seen: Mapping[int, str] = UNSEEN) -> Decision:
    """Reject the tournaments that are not decided yet, all for one reason. Raise `Refused` without a reason."""
    fields = _rejected(by, reason)
    decision, _cases = _free_to_change(ids, OPEN, lambda _finding: False, seen)
    _set_stage(decision.changed, Stage.REJECTED, by, **fields)
    decision_mails.later([tournament.pk for tournament in decision.changed], Decided.REJECTED, by)
    return decision


@transaction.atomic
def reopen(tournament: Tournament, by: User | None) -> None:
    """Return a submitted or rejected tournament to the club to be fixed. Raise `Refused` in any other stage.

    If the federation returns it, the club gets a mail.
    """
    stages = (Stage.WITH_LEAGUE, Stage.SUBMITTED, Stage.REJECTED)
    _move_from(tournament, stages, Stage.READ, by, decided_at=None, decided_by=None)
    if by is not None and access.may_decide(by):
        decision_mails.later([tournament.pk], Decided.RETURNED, by)


def affiliate_missing(tournament: Tournament) -> None:
    """Affiliate ex officio members who came into an accepted tournament later, or played on other days."""
    _affiliate(review_data([tournament]))


def withdraw(tournament: Tournament, by: User | None, reason: str) -> None:
    """Withdraw an accepted tournament. Only `corrections.withdraw` calls this: it also publishes the correction."""
    decided = {"decided_at": timezone.now(), "decided_by": by, "rejection": reason}
    _move_from(tournament, (Stage.ACCEPTED,), Stage.REJECTED, by, **decided)
    why = _("%(tournament)s was withdrawn.") % {"tournament": tournament.name}
    credit_fines(tournament.pk, why, by)
    if members := affiliations.undo_ex_officio(tournament.pk, why):
        _affiliate(review_data(list(_accepted_with(members))), among=members)
    rated_facts_changed({(tournament.discipline, tournament.pace)})
    decision_mails.later([tournament.pk], Decided.WITHDRAWN, by)


def hold_with_others(tournament: int) -> None:
    """Lock a tournament (id) and the accepted ones that may have to pay if it is withdrawn, in the usual order."""
    members = Affiliation.objects.filter(pk__in=charged_for(tournament)).values("member")
    held = Q(pk=tournament) | Q(pk__in=_accepted_with(members).values("pk"))
    list(Tournament.objects.select_for_update(of=("self",)).filter(held).order_by("pk").values_list("pk"))


def _accepted_with(members: object) -> QuerySet[Tournament]:
    """Return the accepted tournaments in which one of the members took part."""
    found = Tournament.objects.filter(stage=Stage.ACCEPTED, participants__member__in=members)
    return found.select_related("club").distinct().order_by("pk")


def _of(tournament: Tournament, seen: str | None) -> Mapping[int, str]:
    return UNSEEN if seen is None else {tournament.pk: seen}


def _rejected(by: User | None, reason: str) -> dict[str, object]:
    return {"decided_at": timezone.now(), "decided_by": by, "rejection": _reason(reason)}


def _reason(said: str) -> str:
    words = text(said, LONGEST_REASON).strip()
    if not words:
        raise Refused(REASON_MISSING)
    return words


def _single(tournament: Tournament, decision: Decision) -> None:
    if decision.blocked:
        raise Refused(BLOCKED, name=tournament.name, count=decision.blocking[tournament.pk])
    if not decision.changed:
        raise Refused(NOT_IN_STAGE, name=tournament.name)
    tournament.refresh_from_db()


def _free_to_change(
    ids: Iterable[int],
    stages: Sequence[Stage],
    blocks: Callable[[Finding], bool],
    seen: Mapping[int, str] = UNSEEN,
) -> tuple[Decision, list[ReviewData]]:
    """Lock the tournaments and sort them: those that may change, those that are blocked, those that are skipped."""
    # Always locked in this order, to prevent deadlocks.
    rows = (
        Tournament.objects.select_for_update(of=("self",))
        .select_related("club")
        .filter(pk__in=list(ids))
        .order_by("pk")
    )
    decision = Decision()
    standing = []
    for tournament in rows:
        (standing if tournament.stage in stages else decision.skipped).append(tournament)
    moving = []
    for data in review_data(standing):
        if seen.get(data.tournament.pk, data.digest) != data.digest:
            decision.skipped.append(data.tournament)
            continue
        found = decision.findings[data.tournament.pk] = findings(data)
        if count := sum(map(blocks, found)):
            decision.blocked.append(data.tournament)
            decision.blocking[data.tournament.pk] = count
        else:
            decision.changed.append(data.tournament)
            moving.append(data)
    return decision, moving


def _affiliate(moving: Iterable[ReviewData], among: Collection[int] | None = None) -> None:
    """Affiliate ex officio where such games are charged (B44), the earliest day first: it may cover later days.

    ``among``: only these members (ids).
    """
    played: dict[tuple[dt.date, int], dict[int, int]] = defaultdict(dict)  # tournaments by member
    names: dict[tuple[dt.date, int], list[str]] = defaultdict(list)
    clubs: dict[int, Club | None] = {}
    for data in moving:
        club = data.tournament.club_id or 0
        clubs[club] = data.tournament.club
        owed = [
            (participant, day)
            for participant, day in unaffiliated(data)
            if is_charged(day) and (among is None or data.participants[participant].member_id in among)
        ]
        for participant, day in owed:
            played[day, club].setdefault(data.participants[participant].member_id, data.tournament.pk)
        for day in {day for _participant, day in owed}:
            names[day, club].append(data.tournament.name)
    for day, club in sorted(played):
        note = ", ".join(names[day, club])[:200]
        affiliations.ex_officio(played[day, club], clubs[club], day, note=note, tournaments=played[day, club])


def _move_from(tournament: Tournament, stages: Sequence[Stage], to: Stage, by: User | None, **fields: object) -> None:
    locked = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    if locked.stage not in stages:
        raise Refused(NOT_IN_STAGE, name=locked.name)
    _set_stage([locked], to, by, **fields)
    tournament.refresh_from_db()


def _set_stage(tournaments: Sequence[Tournament], to: Stage, by: User | None, **fields: object) -> None:
    """Change the stage of locked tournaments. The admin's log keeps what later stages overwrite."""
    Tournament.objects.filter(pk__in=[tournament.pk for tournament in tournaments]).update(stage=to, **fields)
    for tournament in tournaments:
        tournament.stage = to
    if by and tournaments:
        words = capfirst(str(to.label))
        if fields.get("rejection"):
            words = _("%(what)s: %(said)s") % {"what": words, "said": fields["rejection"]}
        admin_log.write(by, Tournament, ((each, CHANGE, words) for each in tournaments))
