"""How strong the clubs are in a list."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import Club
from ratings.models.lists import RatingList


class ClubStrength(models.Model):
    """The strength of a club in a published list. Only `lists.club_strengths` writes it."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="club_strengths", verbose_name=_("rating list"))
    club = models.ForeignKey(Club, models.CASCADE, related_name="strengths", verbose_name=_("club"))
    strength = models.IntegerField(_("strength"))  # the mean rating of its best members
    rank = models.PositiveIntegerField(_("rank"))  # equal for equal strengths
    ranked = models.PositiveIntegerField(_("clubs"))  # that have a rank in the list

    class Meta:
        ordering = ["list", "rank", "club"]
        constraints = [models.UniqueConstraint(fields=["list", "club"], name="club_strength_once")]
        verbose_name = _("strength of a club")
        verbose_name_plural = _("strengths of clubs")

    def __str__(self) -> str:
        return f"{self.list_id} {self.club_id} {self.strength}"
