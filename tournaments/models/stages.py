"""In which stage a tournament is, and who may see one that is played here."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Stage(models.TextChoices):
    """The stage of a tournament. Only `review.decisions` changes it."""

    READ = "read", _("to check")
    WITH_LEAGUE = "league", _("with the league")  # which checks it and passes it on (B37)
    SUBMITTED = "submitted", _("submitted")
    ACCEPTED = "accepted", _("accepted")
    REJECTED = "rejected", _("rejected")

    @classmethod
    def open(cls) -> tuple[Stage, ...]:
        """Return the stages before the federation's decision."""
        return (cls.READ, cls.WITH_LEAGUE, cls.SUBMITTED)


class OnSiteVisibility(models.TextChoices):
    """Who may see a tournament that is paired on this site while it is played."""

    CLUB = "club", _("the club")
    PUBLIC = "public", _("anyone")
