"""Match a go player list with the members: a report for a person to decide on. Nothing is written."""

from collections import Counter, defaultdict

from federation.foreign_lists.go import GoList
from federation.identity.names import PersonName, matching_key, same_person
from federation.models import ComparedPlayer, Licence, ListComparison, Member
from federation.models.list_comparisons import Verdict


def compare(comparison: ListComparison, listed: GoList) -> list[ComparedPlayer]:
    """Return a row for each pair of a listed player and the member who is or may be the same person; not saved.

    The rows are in the order of the list. Players who share neither number nor name with a member are left out. Two
    queries.
    """
    comparison.issuer, comparison.day = listed.issuer, listed.day
    comparison.players, comparison.unread = len(listed.players), len(listed.unread)
    members = {member.pk: member for member in Member.objects.current().order_by("key")}
    numbers = dict(Licence.objects.filter(issuer=listed.issuer).order_by("pk").values_list("member", "number"))
    holders = {number: members[pk] for pk, number in numbers.items() if pk in members}
    named: dict[str, list[Member]] = defaultdict(list)
    for member in members.values():
        named[matching_key(member.last_name, member.first_name)].append(member)
    namesakes = Counter(matching_key(*player.name) for player in listed.players)
    entries = Counter(player.number for player in listed.players)
    rows = []
    for player in listed.players:
        likely, verdict = named.get(matching_key(*player.name), []), Verdict.DUPLICATE
        if holder := holders.get(player.number):
            likely = [holder]
            if entries[player.number] == 1:
                agrees = same_person(player.name, PersonName(holder.last_name, holder.first_name))
                verdict = Verdict.MATCHED if agrees else Verdict.MISMATCH
        elif not player.number:
            continue
        elif len(likely) == 1 and namesakes[matching_key(*player.name)] == 1:
            verdict = Verdict.MISMATCH if likely[0].pk in numbers else Verdict.SUGGESTION
        facts = {"line": player.line, "number": player.number, "name": str(player.name), "rating": player.level}
        rows += [ComparedPlayer(comparison=comparison, verdict=verdict, member=member, **facts) for member in likely]
    return rows
