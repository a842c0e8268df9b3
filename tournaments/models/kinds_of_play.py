"""What is played, and how fast."""

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.profiles.reading import profile
from federation.profiles.words import lazy_name_of


class Discipline(models.TextChoices):
    """The disciplines that differ in how they are rated. Beside them, each variant of chess is a discipline."""

    CHESS = "chess", _("chess")
    GO = "go", _("go")
    BUGHOUSE = "bughouse", _("bughouse chess")  # two play against two


def disciplines() -> list[tuple[str, str | Promise]]:
    """Return the disciplines that forms offer, with their names: those, and the variants of the profile."""
    return [*Discipline.choices, *((code, lazy_name_of("variants", code)) for code in profile().federation.variants)]


class Pace(models.TextChoices):
    STANDARD = "standard", _("standard")
    RAPID = "rapid", _("rapid")
    BLITZ = "blitz", _("blitz")
