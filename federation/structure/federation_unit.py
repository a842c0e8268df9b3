"""The unit that stands for the federation itself, as the organiser of its own tournaments.

It has the code of the profile, and is made when the federation first needs it.
"""

from django.conf import settings

from federation.models import Unit
from federation.profiles.reading import profile


def code() -> str:
    """Return the code of the federation's unit."""
    return profile().federation.code.upper()[: Unit._meta.get_field("code").max_length]


def is_of_federation(unit: Unit | None) -> bool:
    return unit is not None and unit.code == code()


def federation_unit() -> Unit:
    """Return the federation's unit; make it the first time."""
    longest = Unit._meta.get_field("name").max_length
    defaults = {"kind": Unit.Kind.ORGANISER, "name": settings.FEDERATION_NAME[:longest]}
    return Unit.objects.get_or_create(code=code(), defaults=defaults)[0]
