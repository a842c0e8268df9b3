"""The addresses of public pages: the year and the name of a tournament, 2026/grand-prix-valfontaine."""

import re
from collections.abc import Iterable, Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone

from federation.identity.names import folded
from tournaments.models import Announcement, Tournament

Addressed = Announcement | Tournament

LONGEST_NAME = 80  # letters of an address
UNNAMED = "tournament"
# The pages in addresses such as /tournaments/62/standings/: a tournament of that name would hide them.
PAGES = frozenset(
    ("crosstable", "files", "live", "players", "prizes", "rating-changes", "rounds", "standings", "teams", "rating")
)
ATTEMPTS = 5


def give_addresses(tournaments: Sequence[Tournament] | Sequence[Announcement]) -> None:
    """Give an address to each tournament, or each announced one, that has none, in a transaction of the caller.

    Two queries, and one for each further year. An address stays when name or dates are corrected. Of two with one name
    in a year the later one gets a number.
    """
    nameless = [each for each in tournaments if not each.address]
    for attempt in range(ATTEMPTS if nameless else 0):
        try:
            with transaction.atomic():
                _give(nameless)
        except IntegrityError:  # another tournament of that name was accepted at the same time
            if attempt == ATTEMPTS - 1:
                raise
        else:
            return


def _give(nameless: Sequence[Addressed]) -> None:
    wanted = {each.pk: basis(each) for each in nameless}
    model = type(nameless[0])
    taken = _taken(model, wanted.values())
    for each in sorted(nameless, key=lambda each: (wanted[each.pk], each.pk)):
        each.address = free(wanted[each.pk], taken)
        taken.add(each.address)
    model.objects.bulk_update(nameless, ["address"], batch_size=500)


def _taken(model: type[Addressed], bases: Iterable[str]) -> set[str]:
    years = sorted({basis.partition("/")[0] for basis in bases})
    found: set[str] = set()
    for year in years:  # usually one
        found |= set(model.objects.filter(address__startswith=f"{year}/").values_list("address", flat=True))
    return found


def basis(tournament: Addressed) -> str:
    """Return the address that a tournament gets if no other one has it. A year at the end of the name is left out."""
    day = tournament.end or tournament.start or timezone.localdate()
    name = folded(tournament.name).replace(" ", "-")
    name = re.sub(rf"-?{day.year}$", "", name)[:LONGEST_NAME].strip("-") or UNNAMED
    return f"{day.year}/{name}-1" if name in PAGES or name.isdecimal() else f"{day.year}/{name}"


def free(basis: str, taken: set[str]) -> str:
    """Return the address, with a number if it is taken: 2026/open-2."""
    number, address = 1, basis
    while address in taken:
        number += 1
        address = f"{basis}-{number}"
    return address
