"""Matches: secret line-ups, boards with both results, what captains and officers did, rulings, legs."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.models import Member
from leagues.models.seasons import Series, Venue
from leagues.models.teams import Team
from tournaments.models import Pairing, Tournament

USER = settings.AUTH_USER_MODEL


class Side(models.TextChoices):
    HOME = "home", _("home")
    AWAY = "away", _("away")


class Match(models.Model):
    """Two teams in a round. Only `matches` changes it; what counts in the table is kept beside what was played."""

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        PLAYING = "playing", _("being played")
        ENTERED = "entered", _("to be confirmed")
        CONFIRMED = "confirmed", _("confirmed")
        CLOSED = "closed", _("closed")

    series = models.ForeignKey(Series, models.PROTECT, related_name="matches", verbose_name=_("series"))
    round = models.PositiveSmallIntegerField(_("round"))
    home = models.ForeignKey(Team, models.PROTECT, related_name="home_matches", verbose_name=_("home team"))
    away = models.ForeignKey(Team, models.PROTECT, related_name="away_matches", verbose_name=_("away team"))
    day = models.DateField(_("date"))
    starts = models.TimeField(_("start"), default=dt.time(14))
    venue = models.ForeignKey(
        Venue, models.SET_NULL, null=True, blank=True, related_name="matches", verbose_name=_("hall")
    )
    moved_from = models.DateField(_("moved from"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLANNED)
    revealed_at = models.DateTimeField(null=True, editable=False)
    entered_at = models.DateTimeField(null=True, editable=False)
    home_confirmed_at = models.DateTimeField(null=True, editable=False)
    away_confirmed_at = models.DateTimeField(null=True, editable=False)
    wrong_codes = models.PositiveSmallIntegerField(default=0, editable=False)
    ruled_home = models.PositiveSmallIntegerField(null=True, editable=False)  # match points, in halves
    ruled_away = models.PositiveSmallIntegerField(null=True, editable=False)
    is_play_off = models.BooleanField(  # between places of tables: in no table itself
        _("play-off"), default=False, db_default=False, editable=False
    )
    by_decision = models.CharField(max_length=4, blank=True, editable=False)  # home, away or both lost without play
    arbiter = models.ForeignKey(
        Member, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("arbiter")
    )
    leg = models.ForeignKey("Leg", models.SET_NULL, null=True, editable=False, related_name="matches")

    class Meta:
        ordering = ["series", "round", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(home=F("away")), name="match_of_two"),
            models.UniqueConstraint(fields=["series", "round", "home"], name="match_home_once_a_round"),
            models.UniqueConstraint(fields=["series", "round", "away"], name="match_away_once_a_round"),
        ]
        indexes = [models.Index(fields=["day", "state"], name="match_of_day")]
        verbose_name = _("match")
        verbose_name_plural = _("matches")

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"

    @property
    def starts_at(self) -> dt.datetime:
        """Return the moment of the start, in the time zone of the site."""
        return dt.datetime.combine(self.day, self.starts, tzinfo=timezone.get_current_timezone())

    @property
    def is_revealed(self) -> bool:
        """Return whether anyone may see the line-ups."""
        return self.revealed_at is not None

    @property
    def is_open(self) -> bool:
        """Return whether results may still be entered by captains."""
        return self.state in {self.State.PLAYING, self.State.ENTERED}

    def team(self, side: str) -> Team:
        return self.home if side == Side.HOME else self.away

    def confirmed_at(self, side: str) -> dt.datetime | None:
        return self.home_confirmed_at if side == Side.HOME else self.away_confirmed_at


class LineUp(models.Model):
    """What one side intends to play: secret until the reveal, when the boards take it over.

    Only the side's own pages read it. It is in no admin, no file and no audit.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="line_ups")
    side = models.CharField(max_length=4, choices=Side)
    seats = models.JSONField(default=list)  # ids of list entries from the first board on, null for an empty one
    locked_at = models.DateTimeField(null=True)
    saved_at = models.DateTimeField(auto_now=True)
    saved_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="line_up_once_a_side")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.side}"


class Board(models.Model):
    """A board of a match once the line-ups are revealed: the players, what was played, and what a ruling counts."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="boards", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("board"))
    home = models.ForeignKey(
        Member, models.PROTECT, null=True, blank=True, related_name="home_boards", verbose_name=_("home player")
    )
    away = models.ForeignKey(
        Member, models.PROTECT, null=True, blank=True, related_name="away_boards", verbose_name=_("away player")
    )
    home_strength = models.PositiveIntegerField(null=True, editable=False)  # as on the list when it was revealed
    away_strength = models.PositiveIntegerField(null=True, editable=False)
    home_is_white = models.BooleanField(_("home has White"), default=True)
    played = models.CharField(_("played"), max_length=2, default="**")  # letters of both sides, home first
    ruled_home = models.PositiveSmallIntegerField(null=True, editable=False)  # half points, instead of those played
    ruled_away = models.PositiveSmallIntegerField(null=True, editable=False)
    pairing = models.OneToOneField(Pairing, models.SET_NULL, null=True, editable=False, related_name="league_board")

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="board_number_once")]
        verbose_name = _("board")
        verbose_name_plural = _("boards")

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def ruled(self) -> tuple[int, int] | None:
        return None if self.ruled_home is None or self.ruled_away is None else (self.ruled_home, self.ruled_away)


class Step(models.Model):
    """What a user did to a match: the log, to which rows are only added."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="steps")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    side = models.CharField(max_length=4, choices=Side, blank=True)
    action = models.CharField(max_length=12)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        ordering = ["match", "id"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.action}"


class Ruling(models.Model):
    """What an officer decided about a match or a team. A later ruling replaces one; none is deleted."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="rulings", verbose_name=_("series"))
    match = models.ForeignKey(
        Match, models.PROTECT, null=True, blank=True, related_name="rulings", verbose_name=_("match")
    )
    team = models.ForeignKey(Team, models.PROTECT, null=True, related_name="rulings", verbose_name=_("team"))
    officer = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by"))
    day = models.DateField(_("date"), default=timezone.localdate)
    code = models.CharField(max_length=30, blank=True)  # of the finding that it follows
    reason = models.CharField(_("reason"), max_length=300)
    article = models.CharField(_("article"), max_length=60, blank=True)
    effects = models.JSONField(default=list)  # [{"kind", "side", "board", "points", "score"}]
    appeal_until = models.DateField(_("appeal until"), null=True, blank=True)
    replaced_by = models.ForeignKey("self", models.PROTECT, null=True, editable=False, related_name="replaces")

    class Meta:
        ordering = ["-day", "-id"]
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")

    def __str__(self) -> str:
        return self.reason


class Protest(models.Model):
    """What a captain asks an officer to decide. The table counts the match as it was entered, and says so."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="protests", verbose_name=_("match"))
    side = models.CharField(max_length=4, choices=Side)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(_("text"), max_length=2000)
    decided_at = models.DateTimeField(null=True, editable=False)
    ruling = models.ForeignKey(Ruling, models.SET_NULL, null=True, editable=False, related_name="protests")

    class Meta:
        ordering = ["at"]
        verbose_name = _("protest")
        verbose_name_plural = _("protests")

    def __str__(self) -> str:
        return f"{self.match_id} {self.side}"


class Leg(models.Model):
    """The matches of a series, a round and a day that were handed over together: one tournament for the rating."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="legs")
    round = models.PositiveSmallIntegerField()
    day = models.DateField()
    number = models.PositiveSmallIntegerField(default=1)  # a match that closes after acceptance is in the next one
    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="leg")

    class Meta:
        ordering = ["series", "round", "day", "number"]
        constraints = [models.UniqueConstraint(fields=["series", "round", "day", "number"], name="leg_once")]

    def __str__(self) -> str:
        return self.tournament.name
