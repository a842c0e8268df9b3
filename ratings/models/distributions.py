"""How the ratings of a list are spread."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ratings.models.lists import RatingList


class Distribution(models.Model):
    """How many ranked members of a list are in each class of ratings. Only `lists.distributions` writes it."""

    classes = models.JSONField(default=list)  # [lowest rating, highest rating, members], the lowest class first
    list = models.OneToOneField(
        RatingList, models.CASCADE, primary_key=True, related_name="distribution", verbose_name=_("rating list")
    )

    class Meta:
        verbose_name = _("distribution of ratings")
        verbose_name_plural = _("distributions of ratings")

    def __str__(self) -> str:
        return f"{self.list_id}"
