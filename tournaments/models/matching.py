"""How the member of a participant was found."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class MatchedBy(models.TextChoices):
    """How a participant's member was found, the surest first."""

    PERSON = "person", _("chosen by hand")
    MATRICULE = "matricule", _("member number")
    FIDE_ID = "fide_id", _("FIDE ID")
    LICENCE = "licence", _("licence")
    REMEMBERED = "remembered", _("previously confirmed")
    BIRTH_DATE = "birth_date", _("birth date and name")
    NONE = "", _("not found")
