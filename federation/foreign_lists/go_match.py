"""Match a go player list with the members: a report for a person to decide on. Nothing is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from federation.foreign_lists.go import GoList, ListedPlayer
from federation.identity.names import PersonName, matching_key, same_person
from federation.models import Licence, Member
from federation.models.list_comparisons import Verdict


@dataclass(frozen=True)
class Mapped:
    """A listed player and the members who may be the same person."""

    player: ListedPlayer
    verdict: Verdict
    members: tuple[KnownMember, ...]


@dataclass(frozen=True)
class KnownMember:
    """What the comparison knows about a member; ``number`` is given by the list's issuer, "" if there is none."""

    matricule: int
    name: PersonName
    number: str = ""


def compare(listed: GoList) -> list[Mapped]:
    """Return the listed players who are or may be members, in the order of the list. Two queries."""
    members = Member.objects.current().order_by("matricule")
    numbers = dict(Licence.objects.filter(issuer=listed.issuer).order_by("pk").values_list("member", "number"))
    return mapping(
        listed.players,
        [
            KnownMember(matricule, PersonName(last, first), numbers.get(pk, ""))
            for pk, matricule, last, first in members.values_list("pk", "matricule", "last_name", "first_name")
        ],
    )


def mapping(players: Iterable[ListedPlayer], members: Iterable[KnownMember]) -> list[Mapped]:
    """Return the same for these members. Players who share neither number nor name with a member are left out."""
    players = list(players)
    by_number = {member.number: member for member in members if member.number}
    by_name: dict[str, list[KnownMember]] = defaultdict(list)
    for member in members:
        by_name[matching_key(*member.name)].append(member)
    namesakes: dict[str, int] = defaultdict(int)
    entries: dict[str, int] = defaultdict(int)
    for player in players:
        namesakes[matching_key(*player.name)] += 1
        entries[player.number] += bool(player.number)
    found = []
    for player in players:
        holder = by_number.get(player.number) if player.number else None
        named = by_name.get(matching_key(*player.name), [])
        if holder is not None:
            agrees = same_person(player.name, holder.name)
            verdict = Verdict.MATCHED if agrees else Verdict.MISMATCH
            verdict = Verdict.DUPLICATE if entries[player.number] > 1 else verdict
            found.append(Mapped(player, verdict, (holder,)))
        elif named and player.number:
            alone = len(named) == 1 and namesakes[matching_key(*player.name)] == 1
            verdict = Verdict.SUGGESTION if not named[0].number else Verdict.MISMATCH
            found.append(Mapped(player, verdict if alone else Verdict.DUPLICATE, tuple(named)))
    return found
