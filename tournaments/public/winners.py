"""The winners of tournaments, in words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.models import Outcome, Participant, Tournament

NAMED = 3  # at most so many who share the first place are named


def winners_of(tournaments: Iterable[Tournament]) -> dict[int, str]:
    """Return "Won by ..." by the id of the tournament, where the winner is known. Two queries."""
    outcomes = list(Outcome.objects.filter(tournament__in=[each.pk for each in tournaments]))
    people = Participant.objects.select_related("member").in_bulk([pk for each in outcomes for pk in each.winners])
    found = {}
    for each in outcomes:
        names = each.teams or [people[pk].public_name for pk in each.winners if pk in people]
        if 0 < len(names) <= NAMED:
            found[each.pk] = _("Won by %(names)s") % {"names": "; ".join(names)}
    return found
