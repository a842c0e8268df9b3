"""Decide about all unmatched players of a tournament at once: matched, not a member, or a new member."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from federation.models import Member
from federation.web import dry_run
from tournaments.errors import Refused
from tournaments.intake import matching
from tournaments.models import Participant, Tournament
from tournaments.review import edits, new_members
from tournaments.review.problems import findings, label, review_data
from tournaments.review.rateable_games import rateable
from tournaments.review.unmatched import AS_OTHERS, NEW, OUTSIDER, Line, Table, unmatched

CHANGED = noop("Someone else has meanwhile decided about players of “%(name)s”. Check the list again.")
NO_MEMBER = noop("%(player)s: this member does not exist any more; choose another.")
TWICE = noop("%(member)s is chosen twice: for %(player)s and for %(other)s.")
NOT_NEW = noop("%(player)s cannot become a member here. %(reason)s")

LONGEST_ID = 18  # digits


class Others(StrEnum):
    """What becomes of all players for whom nothing is chosen."""

    OPEN = "open"
    OUTSIDERS = "outsiders"
    NEW = "new"  # where the file knows enough; the rest stays open
    NEW_OR_OUTSIDERS = "new_or_outsiders"


@dataclass
class Plan:
    """What the choices mean: lists of participants."""

    matched: list[tuple[Participant, Member]] = field(default_factory=list)
    outsiders: list[Participant] = field(default_factory=list)
    new: list[Participant] = field(default_factory=list)
    undone: list[Participant] = field(default_factory=list)  # of which an earlier decision is undone first
    open: list[Participant] = field(default_factory=list)


@dataclass(frozen=True)
class Effect:
    """What a plan does to a tournament: numbers of players, of games that can be rated, and of errors left."""

    matched: int
    outsiders: int
    new: int
    undone: int
    open: int
    games_before: int
    games_after: int
    errors_after: int


@transaction.atomic
def decide_all(tournament: Tournament, choices: Mapping[int, str], others: Others, seen: str, by: User | None) -> Plan:
    """Decide about the players (ids of participants with a choice each), and remember confirmed spellings.

    ``seen`` is the digest of the table that the choices were made in. A constant number of queries. Each line can be
    changed again. Raise `Refused` if another user decided meanwhile, or a choice cannot be carried out.
    """
    table = unmatched(edits.locked(tournament.pk))
    if seen != table.digest:
        raise Refused(CHANGED, name=table.tournament.name)
    plan = planned(table, choices, others)
    matching.forget_all(plan.undone)
    made = new_members.create_all(plan.new)
    matching.confirm_all([*plan.matched, *zip(plan.new, made, strict=True)], by)
    if plan.outsiders:
        edits.mark_outsiders(table.tournament, [participant.pk for participant in plan.outsiders])
    return plan


def effect(tournament: Tournament, choices: Mapping[int, str], others: Others, seen: str, by: User) -> Effect:
    """Return what `decide_all` would do. Raise what it raises."""
    before = _games(tournament)
    found: list[Plan] = []
    with dry_run.rolled_back(lambda: found.append(decide_all(tournament, choices, others, seen, by))):
        [data] = review_data([tournament])
        plan, errors = found[0], sum(each.blocks for each in findings(data))
        counts = (len(rows) for rows in (plan.matched, plan.outsiders, plan.new, plan.undone, plan.open))
        return Effect(*counts, before, rateable(data).count, errors)


def planned(table: Table, choices: Mapping[int, str], others: Others) -> Plan:
    """Return what the choices mean. Raise `Refused` if one cannot be carried out."""
    members = _members(choices)
    plan = Plan()
    for line in table.lines:
        choice = choices.get(line.participant.pk)
        if choice is None or (line.is_decided and choice == line.chosen):
            continue
        if line.is_decided:
            plan.undone.append(line.participant)
        _add(plan, line, choice, others, members)
    _require_single(table, plan)
    return plan


def _add(plan: Plan, line: Line, choice: str, others: Others, members: Mapping[str, Member]) -> None:
    person = line.participant
    if choice == OUTSIDER:
        plan.outsiders.append(person)
    elif choice == NEW:
        if line.lacking:
            raise Refused(NOT_NEW, player=label(person), reason=line.lacking)
        plan.new.append(person)
    elif choice != AS_OTHERS:
        if choice not in members:
            raise Refused(NO_MEMBER, player=label(person))
        plan.matched.append((person, members[choice]))
    elif others in {Others.NEW, Others.NEW_OR_OUTSIDERS} and not line.lacking:
        plan.new.append(person)
    elif others in {Others.OUTSIDERS, Others.NEW_OR_OUTSIDERS}:
        plan.outsiders.append(person)
    else:
        plan.open.append(person)


def _members(choices: Mapping[int, str]) -> dict[str, Member]:
    """Return the members that were chosen, by id as text. One query."""
    ids = {choice for choice in choices.values() if choice.isdecimal() and len(choice) <= LONGEST_ID}
    rows = Member.objects.current().filter(pk__in=ids)
    return {str(member.pk): member for member in rows}


def _require_single(table: Table, plan: Plan) -> None:
    """Raise `Refused` if a member would be two players of the tournament."""
    freed = {participant.pk for participant in plan.undone}
    taken = {member: person for member, person in table.taken.items() if person.pk not in freed}
    for person, member in plan.matched:
        other = taken.setdefault(member.pk, person)
        if other is not person:
            raise Refused(TWICE, member=str(member), player=label(other), other=label(person))


def _games(tournament: Tournament) -> int:
    [data] = review_data([tournament])
    return rateable(data).count
