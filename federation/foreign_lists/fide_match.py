"""Match FIDE's rating list with the members and find what differs. Nothing is written."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings

from federation.foreign_lists.fide import FidePlayer
from federation.identity.names import PersonName, matching_key, same_person
from federation.models import Member
from federation.models.list_comparisons import Verdict, otherwise


@dataclass(frozen=True)
class Mapped:
    """A player of the list and the members who may be the same person."""

    player: FidePlayer
    verdict: Verdict
    members: tuple[Member, ...]

    @property
    def news(self) -> dict[str, object]:
        """Return what differs at FIDE for a matched member: rating, title, federation."""
        if self.verdict is not Verdict.MATCHED:
            return {}
        player = self.player
        news = otherwise(self.members[0], player.rating, player.title, player.federation)
        return {name: theirs for name, (_ours, theirs) in news.items()}


@dataclass(frozen=True)
class Comparison:
    """What a list says about the members."""

    players: int  # in the list
    found: list[Mapped]
    missing: list[Member]  # with a FIDE id that the list does not have

    def of(self, verdict: Verdict) -> list[Mapped]:
        """Return the players with this verdict."""
        return [each for each in self.found if each.verdict is verdict]


def compare(players: Iterable[FidePlayer]) -> Comparison:
    """Return the players who are or may be members, by id, or by name and year of birth. One query, one pass.

    Only players of the federation itself are suggested: a namesake abroad is not a member.
    """
    members = list(Member.objects.current().order_by("matricule"))
    holders = {member.fide_id: member for member in members if member.fide_id}
    named: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        named[matching_key(member.last_name, member.first_name)].append(member)
    found: list[Mapped] = []
    suggested: list[tuple[FidePlayer, tuple[Member, ...]]] = []
    seen: set[int] = set()
    count = 0
    for player in players:
        count += 1
        if holder := holders.get(player.fide_id):
            seen.add(player.fide_id)
            found.append(_of_holder(player, holder))
        elif player.federation == settings.FEDERATION_CODE:
            likely = [each for each in named.get(matching_key(*player.name), []) if _born_alike(player, each)]
            if likely:
                suggested.append((player, tuple(likely)))
    found += _suggestions(suggested)
    missing = [member for member in members if member.fide_id and member.fide_id not in seen]
    return Comparison(count, sorted(found, key=lambda each: each.player.line), missing)


def _of_holder(player: FidePlayer, member: Member) -> Mapped:
    agrees = same_person(player.name, PersonName(member.last_name, member.first_name)) and _born_alike(player, member)
    return Mapped(player, Verdict.MATCHED if agrees else Verdict.MISMATCH, (member,))


def _suggestions(suggested: list[tuple[FidePlayer, tuple[Member, ...]]]) -> list[Mapped]:
    """Suggest a player if nobody else has the name and year, and the member has no id; the rest are for a person."""
    times = Counter(member.pk for _player, members in suggested for member in members)
    found = []
    for player, members in suggested:
        alone = len(members) == 1 and times[members[0].pk] == 1
        verdict = Verdict.SUGGESTION if alone and not members[0].fide_id else Verdict.DUPLICATE
        if alone and members[0].fide_id:
            verdict = Verdict.MISMATCH  # the member has another id
        found.append(Mapped(player, verdict, members))
    return found


def _born_alike(player: FidePlayer, member: Member) -> bool:
    return player.birth_year is None or member.birth_date is None or player.birth_year == member.birth_date.year
