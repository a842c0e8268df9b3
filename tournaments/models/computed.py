"""What was reckoned from a tournament's rows, kept so that nobody reckons it again."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Tournament


class PackedGames(models.Model):
    """The games of an accepted tournament as bytes, for who reads many (packed.py). Everything is in the rows too."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="packed")
    version = models.PositiveSmallIntegerField()  # of the layout: packed.VERSION
    # SQLite reads a row from its beginning: what is asked for without the games stands before them.
    ends = models.IntegerField()  # date ordinal of the tournament's end; 0 = none
    first_day = models.IntegerField()  # rating days of its games, date ordinals; 0 = no game has one
    last_day = models.IntegerField()
    digest = models.CharField(max_length=64)  # of all that follows
    begins = models.IntegerField()  # date ordinal of the tournament's start, else end; 0 = neither
    last_round = models.PositiveSmallIntegerField()  # of all pairings
    participants = models.PositiveIntegerField()  # who were paired with somebody
    games = models.BinaryField()  # packed.GAME
    extras = models.BinaryField()  # packed.EXTRA

    class Meta:
        # An `Outline` of each is read where the games are not.
        indexes = [
            models.Index(
                fields=["version", "tournament", "ends", "first_day", "last_day", "digest"], name="packed_outline"
            )
        ]
        verbose_name = _("packed games")
        verbose_name_plural = _("packed games")

    def __str__(self) -> str:
        return f"{self.tournament_id} v{self.version}"


class ComputedTieBreaks(models.Model):
    """What the tie-breaks of a tournament came to, so that no page reckons them: see rankings.py."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="tie_breaks")
    digest = models.CharField(max_length=64)  # of the games and settings that they were reckoned from
    rules = models.CharField(max_length=10, blank=True)  # the edition of FIDE's C.07: its day
    used = models.JSONField(default=list)  # codes, in the order in which they decide
    ranks = models.JSONField(default=dict)  # {"number": rank}
    values = models.JSONField(default=dict)  # {"number": {code: value or null}}
    error_template = models.CharField(max_length=300, blank=True)  # English sentence with holes: why there are none
    error_facts = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("tie-breaks")
        verbose_name_plural = _("tie-breaks")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.rules}"
