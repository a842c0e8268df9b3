"""Whether a tournament is to be FIDE rated, and what the office has done for that."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

USER = settings.AUTH_USER_MODEL


class FideRated(models.Model):
    """What an announcement and a tournament say of FIDE. Only `deadlines.fide` writes the office's part."""

    fide_rated = models.BooleanField(_("to be FIDE rated"), default=False, db_default=False)
    fide_registered_on = models.DateField(_("registered with FIDE on"), null=True, blank=True)
    fide_registered_by = models.ForeignKey(USER, models.SET_NULL, null=True, editable=False, related_name="+")
    fide_event = models.CharField(_("FIDE event number"), max_length=20, blank=True, default="", db_default="")
    fide_sent_on = models.DateField(_("results sent to FIDE on"), null=True, blank=True)
    fide_sent_by = models.ForeignKey(USER, models.SET_NULL, null=True, editable=False, related_name="+")

    class Meta:
        abstract = True
