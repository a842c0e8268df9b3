"""What was computed from the rows of a tournament, stored so that no page computes it again."""

from collections.abc import Iterable
from hashlib import sha256

from django.db import models
from django.db.models import Case, F, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from federation.database import bulk
from tournaments.models.tournaments import Pairing, Participant, Tournament

# Of participants who are not members: FIDE's of two ratings in a file, unless a person chose the national one.
COUNTED_RATING = Case(
    When(national_rating=True, then=F("file_rating")), default=Coalesce("file_fide_rating", "file_rating")
)


class GamesDigest(models.Model):
    """A digest that changes with the games of a tournament.

    Lists compare it with the one that they store instead of reading all games.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="games_digest")
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("checksum of games")
        verbose_name_plural = _("checksums of games")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.digest}"

    FIELDS = {
        Participant: ("pk", "number", "member", COUNTED_RATING, "outsider", "irregular"),
        Pairing: (
            *("pk", "round", "board", "date", "white", "black", "white_partner", "black_partner"),
            *("white_result", "black_result", "handicap", "board_size", "ended"),
        ),
    }

    @classmethod
    def renew(cls, ids: Iterable[int]) -> None:
        """Store the digests of these tournaments; the caller changed their games in this transaction. Four queries."""
        digests = {pk: sha256() for pk in ids}
        for model, fields in cls.FIELDS.items():
            rows = model.objects.filter(tournament__in=digests).order_by("pk").values_list("tournament", *fields)
            for tournament, *values in rows.iterator():
                digests[tournament].update(repr(values).encode())
        cls.objects.filter(tournament__in=digests).delete()
        bulk.insert([cls(tournament_id=pk, digest=digest.hexdigest()) for pk, digest in digests.items()])


class Outcome(models.Model):
    """Who won an accepted tournament, stored for lists of tournaments: see `standings.outcomes`."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="outcome")
    winners = models.JSONField(default=list)  # ids of the participants who share the first place
    teams = models.JSONField(default=list)  # of a team event: the names of the teams, in place of winners

    class Meta:
        verbose_name = _("outcome")
        verbose_name_plural = _("outcomes")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.winners or self.teams}"


class ComputedTieBreaks(models.Model):
    """The tie-breaks of a tournament, stored so that no page computes them: see `standings.ranking`."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="tie_breaks")
    digest = models.CharField(max_length=64)  # of the games and settings from which they were computed
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
