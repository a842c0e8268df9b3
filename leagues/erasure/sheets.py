"""Photos of match sheets that show the name of an erased person."""

from django.db.models import Q

from federation.erasure.person import Person
from leagues.models import Board, SheetPhoto


def remove_photos(person: Person) -> None:
    """Delete the photos of the sheets of all matches in which the person was named, with their files."""
    seats = Board.objects.filter(Q(home__in=person.records) | Q(away__in=person.records))
    for each in SheetPhoto.objects.filter(match__in=seats.values("match")):
        each.delete()
