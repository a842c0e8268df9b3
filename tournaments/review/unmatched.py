"""All unmatched players of a tournament in one table: who is proposed, why, and how sure."""

import hashlib
from collections import Counter
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import filled
from federation.identity.names import matching_key
from federation.models import Member
from tournaments.intake.evidence import Fact, Suggestion
from tournaments.intake.matching import BELIEVED_FROM
from tournaments.intake.suggestions import suggestions
from tournaments.models import MatchedBy, Participant, Tournament
from tournaments.review import new_members

MOST_LINES = 200  # of one page; further ones follow once these are decided
OUTSIDER, NEW, AS_OTHERS = "outsider", "new", ""  # choices of a line; any other is the id of a member
SAME_FROM = 90  # of a comparison of names: from here on it may be the same person
SIMILAR = noop("There is already a similar member: %(member)s.")
NAMESAKES = noop("Several players of the file have this name.")


@dataclass
class Line:
    """A player without a match, or one about whom a user decided."""

    participant: Participant
    suggested: list[Suggestion]
    lacking: str = ""  # why no member can be made of them, as a sentence
    chosen: str = AS_OTHERS
    is_decided: bool = False  # by a person, earlier
    current: Member | None = None  # the member found so far, if not among the suggestions

    @property
    def current_value(self) -> str:
        return str(self.current.pk) if self.current else ""


@dataclass
class Table:
    tournament: Tournament
    lines: list[Line] = field(default_factory=list)
    hidden: int = 0  # further players
    taken: dict[int, Participant] = field(default_factory=dict)  # who has each member already, by id
    digest: str = ""  # of what people see before they decide

    @property
    def undecided(self) -> list[Line]:
        return [line for line in self.lines if not line.is_decided]

    @property
    def decided(self) -> list[Line]:
        return [line for line in self.lines if line.is_decided]


def unmatched(tournament: Tournament) -> Table:
    """Return the table of a tournament: the unmatched first, then those about whom a user decided. Four queries."""
    people = list(tournament.participants.select_related("member").order_by("number"))
    for person in people:
        person.tournament = tournament
    regular = [person for person in people if not person.irregular]
    wanted = [person for person in regular if _is_unmatched(person)]
    wanted += [person for person in regular if not _is_unmatched(person) and person.matched_by == MatchedBy.PERSON]
    shown = wanted[:MOST_LINES]
    found = suggestions(shown, tournament) if shown else {}
    matched = {person.member_id: person for person in regular if person.member_id and not _is_unmatched(person)}
    table = Table(tournament, hidden=len(wanted) - len(shown), taken=matched, digest=_digest(tournament, people))
    names = Counter(_key(person) for person in shown)
    table.lines = [_line(person, found[person.pk], is_single=names[_key(person)] == 1) for person in shown]
    _choose(table)
    return table


def _is_unmatched(person: Participant) -> bool:
    return not person.outsider and (person.member_id is None or person.certainty < BELIEVED_FROM)


def _digest(tournament: Tournament, people: list[Participant]) -> str:
    rows = [(each.pk, each.member_id, each.outsider, each.irregular, each.matched_by) for each in people]
    return hashlib.sha256(repr((tournament.stage, tournament.club_id, rows)).encode()).hexdigest()[:16]


def _key(person: Participant) -> str:
    return matching_key(person.file_last_name, person.file_first_name)


def _line(person: Participant, suggested: list[Suggestion], *, is_single: bool) -> Line:
    is_listed = any(each.member.pk == person.member_id for each in suggested)
    line = Line(person, suggested, is_decided=not _is_unmatched(person), current=None if is_listed else person.member)
    if line.is_decided:
        line.chosen = OUTSIDER if person.outsider else str(person.member_id)
    same = next((each.member for each in suggested if _may_be_the_same(each)), None)
    line.lacking = filled(SIMILAR, {"member": same}) if same else new_members.lacking(person)
    if not line.lacking and not is_single:
        line.lacking = filled(NAMESAKES, {})
    return line


def _may_be_the_same(suggestion: Suggestion) -> bool:
    """Return whether a new member could be this one: the same FIDE ID, or a similar name and no other birth year."""
    is_alike = suggestion.name.score >= SAME_FROM and Fact.OTHER_YEAR not in suggestion.facts
    return is_alike or Fact.FIDE_ID in suggestion.facts


def _choose(table: Table) -> None:
    """Choose for each unmatched player the best suggestion if it is likely enough; no member twice."""
    taken = set(table.taken)
    best = [(line.suggested[0], line) for line in table.undecided if line.suggested and line.suggested[0].is_chosen]
    for suggestion, line in sorted(best, key=lambda pair: -pair[0].score):
        if suggestion.member.pk not in taken:
            line.chosen = str(suggestion.member.pk)
            taken.add(suggestion.member.pk)
