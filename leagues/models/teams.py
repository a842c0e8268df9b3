"""Entries of clubs, teams with their captains, and player lists. What is dated is never deleted."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.models import Club, Member
from federation.models.people import DatedQuerySet
from leagues.models.seasons import Division, Lasting, Season, Series, Venue

USER = settings.AUTH_USER_MODEL


class Entry(models.Model):
    """The teams that a club enters in a division, and its wishes."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries", verbose_name=_("league season"))
    club = models.ForeignKey(Club, models.PROTECT, related_name="league_entries", verbose_name=_("club"))
    division = models.ForeignKey(Division, models.CASCADE, related_name="entries", verbose_name=_("division"))
    teams = models.PositiveSmallIntegerField(_("teams"), default=1)
    wishes = models.CharField(_("wishes"), max_length=300, blank=True)
    fee = models.DecimalField(_("fee"), max_digits=8, decimal_places=2, null=True, editable=False)
    accepted_at = models.DateTimeField(_("accepted on"), null=True, editable=False)  # its fee is charged from then on
    accepted_by = models.ForeignKey(USER, models.SET_NULL, null=True, editable=False, related_name="+")
    withdrawn_at = models.DateTimeField(_("withdrawn on"), null=True, editable=False)
    sent_at = models.DateTimeField(_("sent"), auto_now=True)
    sent_by = models.ForeignKey(USER, models.SET_NULL, null=True, editable=False, related_name="+")

    class Meta:
        ordering = ["season", "club", "division"]
        constraints = [models.UniqueConstraint(fields=["club", "division"], name="league_entry_once")]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")

    def __str__(self) -> str:
        return f"{self.club}, {self.division}"

    @property
    def is_open(self) -> bool:
        """Return whether nobody has accepted or withdrawn it yet."""
        return self.accepted_at is None and self.withdrawn_at is None

    @property
    def fee_cents(self) -> int | None:
        return None if self.fee is None else int(self.fee * 100)


class Team(models.Model):
    """A team in a series."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="teams", verbose_name=_("series"))
    club = models.ForeignKey(Club, models.PROTECT, related_name="teams", verbose_name=_("club"))
    rank = models.PositiveSmallIntegerField(_("rank in the club"), default=1)
    name = models.CharField(_("name"), max_length=60)
    number = models.PositiveSmallIntegerField(_("pairing number"), default=0)
    venue = models.ForeignKey(
        Venue, models.SET_NULL, null=True, blank=True, related_name="teams", verbose_name=_("hall")
    )
    withdrawn_after = models.PositiveSmallIntegerField(
        _("withdrawn after round"), null=True, blank=True, help_text=_("The last round that it played.")
    )

    class Meta:
        ordering = ["series", "number", "name"]
        verbose_name = _("team")
        verbose_name_plural = _("teams")

    def __str__(self) -> str:
        return self.name


class TeamRole(Lasting):
    """A captain of a team, or a deputy, and when."""

    class Role(models.TextChoices):
        CAPTAIN = "captain", _("captain")
        DEPUTY = "deputy", _("deputy captain")

    team = models.ForeignKey(Team, models.CASCADE, related_name="roles", verbose_name=_("team"))
    account = models.ForeignKey(USER, models.CASCADE, related_name="team_roles", verbose_name=_("account"))
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.CAPTAIN)
    start = models.DateField(_("from"))
    end = models.DateField(_("to"), null=True, blank=True)

    objects = DatedQuerySet.as_manager()

    class Meta:
        ordering = ["team", "role", "start"]
        constraints = [
            models.CheckConstraint(condition=Q(end=None) | Q(end__gte=F("start")), name="team_role_ends_after_start"),
        ]
        verbose_name = _("captain")
        verbose_name_plural = _("captains")

    def __str__(self) -> str:
        return f"{self.account}, {self.team}"


class ListEntryQuerySet(models.QuerySet["ListEntry"]):
    def on(self, day: object) -> ListEntryQuerySet:
        """Return the entries that are on their lists on the day."""
        return self.filter(Q(listed_until=None) | Q(listed_until__gte=day), listed_from__lte=day)


class ListEntry(models.Model):
    """A player on the list of a club, with the strength copied from a published list. A change is a new row."""

    class Kind(models.TextChoices):
        OWN = "own", _("own player")
        LOAN = "loan", _("on loan")
        GUEST = "guest", _("guest")

    season = models.ForeignKey(Season, models.CASCADE, related_name="list_entries", verbose_name=_("league season"))
    club = models.ForeignKey(Club, models.PROTECT, related_name="list_entries", verbose_name=_("club"))
    member = models.ForeignKey(Member, models.PROTECT, related_name="list_entries", verbose_name=_("member"))
    position = models.PositiveSmallIntegerField(_("position"))
    strength = models.PositiveIntegerField(_("strength"), null=True, blank=True)
    source = models.CharField(_("source"), max_length=200, blank=True)
    kind = models.CharField(_("kind"), max_length=5, choices=Kind, default=Kind.OWN)
    titular_of = models.ForeignKey(
        Team, models.SET_NULL, null=True, blank=True, related_name="titulars", verbose_name=_("regular player of")
    )
    transferred = models.BooleanField(
        _("transferred"), default=False, db_default=False, help_text=_("Came from another club for this season.")
    )
    eligible_from = models.DateField(_("may play from"), null=True, blank=True)
    listed_from = models.DateField(_("from"))
    listed_until = models.DateField(_("to"), null=True, blank=True)
    entered_by = models.ForeignKey(USER, models.SET_NULL, null=True, editable=False, related_name="+")

    objects = ListEntryQuerySet.as_manager()

    class Meta:
        ordering = ["season", "club", "position"]
        indexes = [models.Index(fields=["season", "club", "position"], name="list_of_club")]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "club", "member"], condition=Q(listed_until=None), name="list_entry_open_once"
            ),
        ]
        verbose_name = _("player list entry")
        verbose_name_plural = _("player list entries")

    def __str__(self) -> str:
        return f"{self.position}. {self.member}"

    def clean(self) -> None:
        if self.listed_from and self.listed_until and self.listed_until < self.listed_from:
            raise ValidationError({"listed_until": _("The last day cannot be before the first one.")})
        team = self.titular_of
        if team and (team.club_id, team.series.division.season_id) != (self.club_id, self.season_id):
            raise ValidationError({"titular_of": _("This team is of another club or season.")})
        now = ListEntry.objects.filter(season=self.season_id, club=self.club_id, listed_until=None).exclude(pk=self.pk)
        if self.listed_until is None and now.filter(member=self.member_id).exists():
            raise ValidationError({"member": _("This member is on the list of the club already.")})
