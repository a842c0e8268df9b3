"""Which mails a user wants."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class MailPreferences(models.Model):
    """Whether a user gets mails about their files, and in which language. Users without a row get them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="mail_preferences",
        verbose_name=_("user"),
    )
    of_files = models.BooleanField(_("E-mail me about the progress of my files"), default=True)
    language = models.CharField(_("language"), max_length=10, blank=True)  # "": not known yet
    feed = models.PositiveIntegerField(default=1, db_default=1, editable=False)  # the number of the address of the feed

    class Meta:
        verbose_name = _("mail preferences")
        verbose_name_plural = _("mail preferences")

    def __str__(self) -> str:
        return str(self.user_id)
