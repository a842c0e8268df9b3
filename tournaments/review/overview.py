"""What the page of a tournament shows: findings with suggestions, and what people decided."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import User

from tournaments import access
from tournaments.deadlines.statement import statement
from tournaments.intake.evidence import Suggestion
from tournaments.intake.suggestions import suggestions
from tournaments.models import MatchedBy, Pairing, Participant, Tournament
from tournaments.review import decisions
from tournaments.review.findings import Finding, Fix
from tournaments.review.problems import findings, review_data
from tournaments.review.rateable_games import rateable

SHOWN = 50  # findings of a group; the others appear when these are fixed
SUGGESTED = 3  # suggested members for a finding
FEW = 10  # decisions that are shown unfolded


@dataclass(frozen=True)
class Line:
    """A finding, and the members who may be meant."""

    finding: Finding
    suggested: list[Suggestion] = field(default_factory=list)


@dataclass(frozen=True)
class Group:
    title: str
    blocks: bool
    lines: list[Line]
    count: int

    @property
    def hidden(self) -> int:
        return self.count - len(self.lines)


@dataclass(frozen=True)
class Decisions:
    """What people changed of what the file says; each change can be undone."""

    participants: list[Participant]
    leavers: list[Participant]  # their games do not count for the standings
    pairings: list[Pairing]

    @property
    def count(self) -> int:
        return len(self.participants) + len(self.leavers) + len(self.pairings)

    @property
    def outsiders(self) -> int:
        """Return how many participants were marked as no members."""
        return sum(person.outsider for person in self.participants)

    @property
    def few(self) -> bool:
        """Return whether they are few enough to be unfolded."""
        return self.count <= FEW


def overview(tournament: Tournament, user: User) -> dict[str, object]:
    """Return the context of the templates with findings and decisions, for the club's page and the admin's."""
    data = review_data([tournament])[0] if tournament.stage in decisions.OPEN else None
    found = findings(data) if data else []
    blocking, blocking_club = sum(each.blocks for each in found), sum(each.blocks_club for each in found)
    may_decide = access.may_decide(user)
    return {
        "tournament": tournament,
        "seen": data.digest if data else "",
        "rateable": rateable(data) if data and not tournament.unrated_history else None,
        "groups": grouped(tournament, found),
        "visible": access.visible_to(user, [finding.other_id for finding in found if finding.other_id]),
        "unmatched": any(finding.code == "unmatched" for finding in found),
        "unidentified": any(finding.code in {"unmatched", "name_differs"} for finding in found),
        "blocking": blocking,
        "blocking_club": blocking_club,
        "to_fix": blocking if may_decide else blocking_club,
        "decisions": decisions_of(tournament),
        "is_open": data is not None,
        "statement": statement(tournament),
        "may_fix": access.may_fix(user, tournament),
        "may_decide": may_decide,
        "may_forward": access.may_forward(user, tournament),
    }


def grouped(tournament: Tournament, findings: Iterable[Finding]) -> list[Group]:
    """Group the findings under their headings, with suggestions for unmatched participants. Four queries at most."""
    by_heading: dict[tuple[str, bool], list[Finding]] = {}
    for finding in findings:
        by_heading.setdefault((finding.title, finding.blocks), []).append(finding)
    shown = {heading: found[:SHOWN] for heading, found in by_heading.items()}
    likely = _likely(tournament, (finding for found in shown.values() for finding in found))
    groups = []
    for (title, blocks), found in by_heading.items():
        lines = [Line(each, likely.get(each.participant_id or 0, [])[:SUGGESTED]) for each in shown[title, blocks]]
        groups.append(Group(title, blocks, lines, len(found)))
    return groups


def decisions_of(tournament: Tournament) -> Decisions:
    """Return who was chosen by hand or set aside, and which results were entered. Two queries."""
    people = list(tournament.participants.select_related("member").order_by("number"))
    games = tournament.pairings.exclude(file_result="").select_related("white__member", "black__member")
    return Decisions(
        [person for person in people if person.irregular or person.matched_by == MatchedBy.PERSON],
        [person for person in people if person.annulled and not tournament.is_paired_here],
        list(games.order_by("round", "board", "pk")),
    )


def _likely(tournament: Tournament, findings: Iterable[Finding]) -> dict[int, list[Suggestion]]:
    ids = {finding.participant_id for finding in findings if Fix.CREATE in finding.fixes}
    return suggestions(Participant.objects.filter(pk__in=ids), tournament) if ids else {}
