"""Competitions and their seasons: divisions, series, rules, the calendar, halls, officers."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.models import Club, Unit
from federation.models.people import DatedQuerySet
from leagues.rulebooks.reading import regulation, shipped
from leagues.rules.parameters import Rules
from leagues.rules.regulation import Amendment, WrongRules
from ratings.models import RatingList
from tournaments.models import Discipline, Pace
from tournaments.models.kinds_of_play import disciplines

USER = settings.AUTH_USER_MODEL


class Competition(models.Model):
    """A competition of teams that is played every season: the interclubs of a federation, or of a unit."""

    slug = models.SlugField(_("address"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=80)
    discipline = models.CharField(_("discipline"), max_length=20, choices=disciplines, default=Discipline.CHESS)
    unit = models.ForeignKey(
        Unit,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="competitions",
        verbose_name=_("unit"),
        help_text=_("Empty: the whole federation."),
    )

    class Meta:
        ordering = ["name"]
        verbose_name = _("league competition")
        verbose_name_plural = _("league competitions")

    def __str__(self) -> str:
        return self.name


def regulations() -> list[tuple[str, str]]:
    """Return the regulations that a season may follow, with their names."""
    return [(code, regulation(code).name) for code in shipped()]


class Season(models.Model):
    """A season of a competition."""

    class Stage(models.TextChoices):
        PLANNING = "planning", _("in preparation")
        ENTRIES = "entries", _("open for entries")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    competition = models.ForeignKey(
        Competition, models.PROTECT, related_name="seasons", verbose_name=_("league competition")
    )
    slug = models.SlugField(_("address"), max_length=50, unique=True)
    name = models.CharField(_("name"), max_length=80)
    start = models.DateField(_("from"))
    end = models.DateField(_("to"))
    stage = models.CharField(_("stage"), max_length=10, choices=Stage, default=Stage.PLANNING)
    regulation = models.CharField(_("regulation"), max_length=40, choices=regulations)
    strength_list = models.ForeignKey(
        RatingList,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("list of the strengths"),
        help_text=_("Player lists take the strength of a player from this list."),
    )

    class Meta:
        ordering = ["-start", "name"]
        constraints = [models.CheckConstraint(condition=Q(end__gte=F("start")), name="season_ends_after_start")]
        verbose_name = _("league season")
        verbose_name_plural = _("league seasons")

    def __str__(self) -> str:
        return self.name

    @property
    def is_public(self) -> bool:
        """Return whether anyone may see it."""
        return self.stage in {self.Stage.RUNNING, self.Stage.CLOSED}

    def clean(self) -> None:
        if self.start and self.end and self.end < self.start:
            raise ValidationError({"end": _("A season cannot end before it starts.")})


class SeasonRules(models.Model):
    """Parameters that differ from the regulation, from a day on."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="rules", verbose_name=_("league season"))
    level = models.PositiveSmallIntegerField(_("division"), default=0, help_text=_("0: all divisions."))
    valid_from = models.DateField(_("from"))
    changes = models.JSONField(
        _("rules"),
        help_text=_("Names and values as in the regulation, in braces."),
    )
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        ordering = ["season", "level", "valid_from"]
        verbose_name = _("rules of a season")
        verbose_name_plural = _("rules of a season")

    def __str__(self) -> str:
        return self.reason

    @property
    def amendment(self) -> Amendment:
        return Amendment(self.valid_from, self.changes, self.level, self.reason)

    def clean(self) -> None:
        if self.changes is None or self.season.regulation not in shipped():
            return  # what is wrong is said at that field
        if not isinstance(self.changes, dict):
            raise ValidationError({"changes": _("Write names and values in braces, the names in quotation marks.")})
        try:
            regulation(self.season.regulation).on(self.valid_from or dt.date.max, self.level or 0, [self.amendment])
        except WrongRules as problem:
            wrong = _("These rules cannot be read: %(problem)s") % {"problem": problem}
            raise ValidationError({"changes": wrong}) from None


class Division(models.Model):
    """A level of a season, 1 the highest."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions", verbose_name=_("league season"))
    level = models.PositiveSmallIntegerField(_("level"), help_text=_("1 is the highest."))
    name = models.CharField(_("name"), max_length=60)
    pace = models.CharField(_("time control"), max_length=10, choices=Pace, default=Pace.STANDARD)
    time_control = models.CharField(_("rate of play"), max_length=100, blank=True)
    fide_rated = models.BooleanField(
        _("rated by FIDE"),
        default=False,
        db_default=False,
        help_text=_("Players need a FIDE ID, and matches an arbiter."),
    )

    class Meta:
        ordering = ["season", "level"]
        constraints = [models.UniqueConstraint(fields=["season", "level"], name="division_level_once")]
        verbose_name = _("division")
        verbose_name_plural = _("divisions")

    def __str__(self) -> str:
        return self.name

    def rules(self, day: dt.date, amendments: list[Amendment]) -> Rules:
        """Return the rules of a day. ``amendments``: those of the season."""
        return regulation(self.season.regulation).on(day, self.level, amendments)

    def clean(self) -> None:
        if self.level == 0:
            raise ValidationError({"level": _("Levels start at 1, the highest.")})


class Series(models.Model):
    """Teams of a division that meet each other."""

    division = models.ForeignKey(Division, models.CASCADE, related_name="series", verbose_name=_("division"))
    letter = models.CharField(_("letter"), max_length=4, blank=True)

    class Meta:
        ordering = ["division", "letter"]
        constraints = [models.UniqueConstraint(fields=["division", "letter"], name="series_letter_once")]
        verbose_name = _("series")
        verbose_name_plural = _("series")

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """Return the short name, as in addresses: 3A."""
        return f"{self.division.level}{self.letter}"

    def clean(self) -> None:
        if self.letter and not (self.letter.isascii() and self.letter.isalpha()):  # part of addresses
            raise ValidationError({"letter": _("A series is named by the letters A to Z, such as A.")})


class Lasting(models.Model):
    """Something from a first day to a last one, or without an end."""

    class Meta:
        abstract = True

    def clean(self) -> None:
        if self.start and self.end and self.end < self.start:
            raise ValidationError({"end": _("The last day cannot be before the first one.")})


class RoundDay(models.Model):
    """A day of the calendar: of a round, or in reserve for matches that are moved."""

    class Kind(models.TextChoices):
        ROUND = "round", _("round")
        RESERVE = "reserve", _("reserve day")
        TOGETHER = "together", _("round that all play together")
        PLAY_OFF = "play_off", _("play-offs")

    REGULAR = (Kind.ROUND, Kind.TOGETHER)

    season = models.ForeignKey(Season, models.CASCADE, related_name="days", verbose_name=_("league season"))
    division = models.ForeignKey(
        Division,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="days",
        verbose_name=_("division"),
        help_text=_("Empty: all divisions."),
    )
    number = models.PositiveSmallIntegerField(_("round"))
    date = models.DateField(_("date"))
    starts = models.TimeField(_("start"), default=dt.time(14))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.ROUND)

    class Meta:
        ordering = ["season", "date", "number"]
        verbose_name = _("round day")
        verbose_name_plural = _("round days")

    def __str__(self) -> str:
        return f"{self.number}: {self.date}"

    def clean(self) -> None:
        _require_of_season(self.division, self.season)
        first, last = self.season.start, self.season.end
        if self.date and first and last and not first <= self.date <= last:
            raise ValidationError({"date": _("This day is outside the season.")})


class Venue(models.Model):
    """A hall in which a club plays at home."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="venues", verbose_name=_("club"))
    address = models.CharField(_("address of the hall"), max_length=200)
    capacity = models.PositiveSmallIntegerField(
        _("boards"), default=0, help_text=_("How many boards it holds; 0: any number.")
    )
    step_free = models.BooleanField(_("step-free"), default=False)

    class Meta:
        ordering = ["club", "address"]
        verbose_name = _("hall")
        verbose_name_plural = _("halls")

    def __str__(self) -> str:
        return self.address


class VenueClosure(Lasting):
    """Days on which a hall is closed."""

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="closures", verbose_name=_("hall"))
    start = models.DateField(_("from"))
    end = models.DateField(_("to"))

    objects = DatedQuerySet.as_manager()

    class Meta:
        ordering = ["venue", "start"]
        verbose_name = _("closure of a hall")
        verbose_name_plural = _("closures of a hall")

    def __str__(self) -> str:
        return f"{self.venue}: {self.start} – {self.end}"


class LeagueOfficer(Lasting):
    """An account that runs a season, or one division of it, and when."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="officers", verbose_name=_("league season"))
    division = models.ForeignKey(
        Division,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="officers",
        verbose_name=_("division"),
        help_text=_("Empty: all divisions."),
    )
    account = models.ForeignKey(USER, models.CASCADE, related_name="league_offices", verbose_name=_("account"))
    start = models.DateField(_("from"))
    end = models.DateField(_("to"), null=True, blank=True)

    objects = DatedQuerySet.as_manager()

    class Meta:
        ordering = ["season", "start"]
        verbose_name = _("division officer")
        verbose_name_plural = _("division officers")

    def __str__(self) -> str:
        return f"{self.account}, {self.division or self.season}"

    def clean(self) -> None:
        super().clean()
        _require_of_season(self.division, self.season)


def _require_of_season(division: Division | None, season: Season) -> None:
    if division is not None and division.season_id != season.pk:
        raise ValidationError({"division": _("This division is of another season.")})
