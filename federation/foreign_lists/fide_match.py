"""Match FIDE's rating list with the members and find what differs. Nothing is written."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from federation.foreign_lists.fide import FidePlayer
from federation.identity.names import PersonName, matching_key, same_person
from federation.models import ComparedPlayer, ListComparison, Member
from federation.models.list_comparisons import FIDE, MISSING, Verdict
from federation.profiles.reading import profile

Match = tuple[FidePlayer, Verdict, Sequence[Member]]


def compare(comparison: ListComparison, players: Iterable[FidePlayer]) -> list[ComparedPlayer]:
    """Return a row for each pair of a player and the member who is or may be the same person; not saved. One query.

    They are found by id, or by name and year of birth. Only players of the federation itself are suggested: a namesake
    abroad is not a member. Members whose FIDE id is not in the list come last.
    """
    members = list(Member.objects.current().order_by("key"))
    holders = {member.fide_id: member for member in members if member.fide_id}
    named: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        named[matching_key(member.last_name, member.first_name)].append(member)
    found: list[Match] = []
    suggested: list[tuple[FidePlayer, list[Member]]] = []
    comparison.issuer, comparison.players = FIDE, 0
    for player in players:
        comparison.players += 1
        if holder := holders.get(player.fide_id):
            found.append((player, _verdict_on(player, holder), [holder]))
        elif player.federation == profile().federation.country:
            likely = [each for each in named.get(matching_key(*player.name), []) if _born_alike(player, each)]
            suggested += [(player, likely)] if likely else []
    listed = {player.fide_id for player, _verdict, _members in found}
    found += _suggestions(suggested)
    rows = [
        ComparedPlayer(
            comparison=comparison,
            verdict=verdict,
            number=str(player.fide_id),
            member=member,
            **{**vars(player), "name": str(player.name)},
        )
        for player, verdict, likely in sorted(found, key=lambda match: match[0].line)
        for member in likely
    ]
    missing = [member for number, member in holders.items() if number not in listed]
    facts = {"comparison": comparison, "verdict": MISSING}
    return rows + [ComparedPlayer(**facts, number=str(member.fide_id), member=member) for member in missing]


def _verdict_on(player: FidePlayer, member: Member) -> Verdict:
    """Return whether the holder of the id may be the player."""
    agrees = same_person(player.name, PersonName(member.last_name, member.first_name)) and _born_alike(player, member)
    return Verdict.MATCHED if agrees else Verdict.MISMATCH


def _suggestions(suggested: Sequence[tuple[FidePlayer, list[Member]]]) -> Iterator[Match]:
    """Suggest a player if nobody else has the name and year, and the member has no id; the rest are for a person."""
    times = Counter(member.pk for _player, members in suggested for member in members)
    for player, members in suggested:
        verdict = Verdict.DUPLICATE
        if len(members) == 1 and times[members[0].pk] == 1:
            verdict = Verdict.MISMATCH if members[0].fide_id else Verdict.SUGGESTION  # the member may have another id
        yield player, verdict, members


def _born_alike(player: FidePlayer, member: Member) -> bool:
    return player.birth_year is None or member.birth_date is None or player.birth_year == member.birth_date.year
