"""A tournament, who plays in it, and their pairings."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.db import models
from django.db.models import Case, Count, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.identity.names import whole_name
from federation.members.public_names import in_public
from federation.models import Club, Member, Unit
from tournaments.formats.report import Result
from tournaments.formats.results import score
from tournaments.models.fide import FideRated
from tournaments.models.kinds_of_play import Discipline, Pace, disciplines
from tournaments.models.matching import MatchedBy
from tournaments.models.organisers import Organised
from tournaments.models.rating_days import rating_day
from tournaments.models.stages import OnSiteVisibility, Stage

USER = settings.AUTH_USER_MODEL


def public_page(pk: int, address: str | None, name: str = "tournament", *more: object) -> str:
    """Return a public page of a tournament that has this id and this ``address``."""
    return reverse(name, args=[*(address.split("/") if address else (pk,)), *more])


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def accepted(self) -> TournamentQuerySet:
        """Return the tournaments whose games may be rated and which anyone may see."""
        return self.filter(stage=Stage.ACCEPTED)

    def at(self, pk: int, year: int, slug: str) -> TournamentQuerySet:
        """Return the tournament that an address means: by year and name, or by its id."""
        return self.filter(address=f"{year}/{slug}") if slug else self.filter(pk=pk)

    def standalone(self) -> TournamentQuerySet:
        """Return the tournaments that are no part of a league season, whose rounds have pages of their own."""
        return self.filter(part_of="")

    def running(self) -> TournamentQuerySet:
        """Return the tournaments that are paired here and not submitted yet."""
        return self.filter(stage=Stage.READ).exclude(on_site_visibility="")

    def shown(self) -> TournamentQuerySet:
        """Return the tournaments paired here that anyone may follow, until they are accepted."""
        return self.filter(on_site_visibility=OnSiteVisibility.PUBLIC, stage__in=Stage.open())

    def with_last_round(self) -> TournamentQuerySet:
        """Add ``last_round``, the last round that is paired; 0 if none is."""
        mine = Pairing.objects.filter(tournament=OuterRef("pk")).order_by("-round").values("round")
        return self.annotate(last_round=Coalesce(Subquery(mine[:1]), 0))

    def waiting_first(self, waiting: Q, rejected_since: dt.datetime) -> TournamentQuerySet:
        """Add ``waits`` and sort: first the tournaments that wait for the user, then the others, the latest first.

        ``waiting``: which wait for the user. One rejected since ``rejected_since`` waits as well.
        """
        waits = waiting | Q(stage=Stage.REJECTED, decided_at__gte=rejected_since)
        found = self.annotate(waits=Case(When(waits, then=True), default=False, output_field=models.BooleanField()))
        return found.order_by("-waits", Coalesce("end", "start").desc(nulls_first=True), "name", "pk")

    def with_players(self) -> TournamentQuerySet:
        """Add ``players``, the number of participants, counted only for the rows that are read."""
        mine = Participant.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
        return self.annotate(players=Coalesce(Subquery(mine.annotate(count=Count("pk")).values("count")), 0))


class Tournament(Organised, FideRated):
    """A tournament. What the file says stays in ``file_*`` and ``file_facts``, apart from what people changed."""

    upload = models.ForeignKey(
        "Upload", models.PROTECT, null=True, blank=True, related_name="tournaments", verbose_name=_("upload")
    )
    position = models.PositiveIntegerField(_("position in the file"), default=1)
    format = models.CharField(_("format"), max_length=20, blank=True)
    part_of = models.CharField(max_length=60, blank=True, default="", db_default="", editable=False)  # season/series
    name = models.CharField(_("name"), max_length=200)
    address = models.CharField(  # of its public pages, for ever: 2026/grand-prix; None: they have its id
        max_length=90, null=True, unique=True, blank=True, editable=False
    )
    city = models.CharField(_("town"), max_length=100, blank=True)
    start = models.DateField(_("from"), null=True, blank=True)
    end = models.DateField(_("to"), null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0)
    pace = models.CharField(_("time control"), max_length=10, choices=Pace, default=Pace.STANDARD)
    time_control = models.CharField(_("rate of play"), max_length=100, blank=True)
    kind = models.CharField(_("kind"), max_length=20, blank=True)
    arbiters = models.TextField(
        _("arbiters"),
        max_length=500,
        blank=True,
        help_text=_("One per line, the chief arbiter first, with title and FIDE ID: IA Smith, John 1234567."),
    )
    on_site_visibility = models.CharField(  # "": it is not paired here, it came from a file
        _("paired here"), max_length=6, choices=OnSiteVisibility, blank=True, editable=False
    )
    first_colour = models.CharField(max_length=1, blank=True, editable=False)  # of number 1 in round 1: w or b
    cycles = models.PositiveSmallIntegerField(default=1, editable=False)  # round robin paired here: of each pair
    discipline = models.CharField(_("discipline"), max_length=20, choices=disciplines, default=Discipline.CHESS)
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="tournaments", verbose_name=_("organising club")
    )
    unit = models.ForeignKey(  # a league, or the organiser of an open, in place of a club
        Unit, models.PROTECT, null=True, blank=True, related_name="tournaments", verbose_name=_("organising unit")
    )
    stage = models.CharField(_("stage"), max_length=10, choices=Stage, default=Stage.READ)
    guid = models.CharField(
        max_length=100, blank=True, db_index=True, editable=False
    )  # from the program that wrote the file
    file_facts = models.JSONField(default=dict, editable=False)  # name, city, dates, program ... as the file said
    tie_break_order = models.JSONField(default=list, editable=False)  # codes; empty: the file's, else the usual ones
    prizes = models.JSONField(null=True, editable=False)  # see `prizes.forms`
    team_bye_match_points = models.PositiveSmallIntegerField(null=True, editable=False)  # None: the file's, else a draw
    team_bye_board_points = models.PositiveSmallIntegerField(null=True, editable=False)  # in halves; None: half of all
    file_problems = models.JSONField(default=list, editable=False)  # [{"code", "place", "facts"}] of the reader
    open_points = models.JSONField(null=True, editable=False)  # what the file leaves open: see `intake.open_points`
    duplicate_allowed = models.BooleanField(
        _("not a duplicate"),
        default=False,
        help_text=_("Checked: it is not the event that it resembles."),
    )
    counts_from = models.DateField(
        _("counts from"),
        null=True,
        blank=True,
        help_text=_("Rate the games in the list of this day even though they were played before it."),
    )
    unrated_history = models.BooleanField(
        _("for history only"),
        default=False,
        db_default=False,
        help_text=_("Its games are shown but count in no rating list: the starting ratings already include them."),
    )
    created_at = models.DateTimeField(_("read"), auto_now_add=True)
    # Of the first readable file, or of the last result entered here; None: nobody sent it.
    received_at = models.DateTimeField(_("received"), null=True, editable=False)
    submitted_at = models.DateTimeField(_("submitted"), null=True, blank=True)
    submitted_by = models.ForeignKey(
        USER, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("submitted by")
    )
    forwarder = models.ForeignKey(  # the unit through which it goes to the federation
        Unit, models.SET_NULL, null=True, editable=False, related_name="+"
    )
    forward_until = models.DateTimeField(
        null=True, editable=False, db_index=True
    )  # after that it is passed on automatically
    forwarded_at = models.DateTimeField(null=True, editable=False)
    forwarded_by = models.ForeignKey(USER, models.SET_NULL, null=True, editable=False, related_name="+")
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    decided_by = models.ForeignKey(
        USER, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    rejection = models.TextField(_("reason of the rejection"), blank=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-end", "-start", "name", "id"]
        indexes = [
            models.Index(fields=["stage", "-end"], name="tournament_public"),
            models.Index(fields=["start"], condition=Q(fide_rated=True), name="tournament_fide"),
        ]
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")

    def __str__(self) -> str:
        return self.name

    def page(self, name: str = "tournament", *more: object) -> str:
        """Return the address of a public page: ``tournament.page("tournament_round", 3)``."""
        return public_page(self.pk, self.address, name, *more)

    @property
    def arbiter_names(self) -> list[str]:
        """Return the arbiters, the chief arbiter first."""
        return [name.strip() for name in self.arbiters.splitlines() if name.strip()]

    @property
    def public_arbiters(self) -> list[str]:
        """Return the arbiters for anyone: hidden members without their names. One query if there are any."""
        return in_public(self.arbiter_names)

    @property
    def forward_last_day(self) -> dt.date | None:
        """Return the last day on which its league may pass it on."""
        return timezone.localdate(self.forward_until - dt.timedelta(seconds=1)) if self.forward_until else None

    @property
    def was_passed_on_automatically(self) -> bool:
        """Return whether its league missed its deadline, so that it went to the federation."""
        return bool(self.forwarded_at and self.forward_until and self.forwarded_at >= self.forward_until)

    @property
    def is_public(self) -> bool:
        return self.stage == Stage.ACCEPTED

    @property
    def is_paired_here(self) -> bool:
        """Return whether its players and results are entered on this site, not read from a file."""
        return bool(self.on_site_visibility)

    @property
    def is_running(self) -> bool:
        """Return whether it is paired here and not submitted yet."""
        return self.is_paired_here and self.stage == Stage.READ

    @property
    def may_be_deleted(self) -> bool:
        """Return whether its club may delete it: it came from a file and was never accepted. One query if it may be."""
        return not self.is_paired_here and self.stage in {Stage.READ, Stage.REJECTED} and not self.was_accepted

    @property
    def was_accepted(self) -> bool:
        """Return whether it is accepted, or was and was withdrawn: lists may show its games. One query if it is not."""
        return self.stage == Stage.ACCEPTED or self.corrections.exists()

    @property
    def has_teams(self) -> bool:
        return self.kind == "team"

    @property
    def is_go(self) -> bool:
        """Return whether it is go: ratings are levels and grades, games have handicaps and board sizes."""
        return self.discipline == Discipline.GO


class Participant(models.Model):
    """A player of a tournament. ``file_*`` is what the file says and is never overwritten."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="participants")
    number = models.PositiveIntegerField(_("number"))
    file_last_name = models.CharField(_("last name in the file"), max_length=100, blank=True)
    file_first_name = models.CharField(_("first name in the file"), max_length=100, blank=True)
    file_matricule = models.CharField(max_length=20, blank=True)
    file_birth_date = models.DateField(null=True, blank=True)
    file_birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    file_federation = models.CharField(max_length=10, blank=True)
    file_fide_id = models.PositiveBigIntegerField(null=True, blank=True)
    file_licence = models.CharField(max_length=20, blank=True)
    file_rating = models.IntegerField(null=True, blank=True)
    file_fide_rating = models.IntegerField(null=True, blank=True)  # where the other one is a national rating
    file_club = models.CharField(max_length=100, blank=True)
    file_title = models.CharField(max_length=10, blank=True)
    file_sex = models.CharField(max_length=1, blank=True)
    file_points = models.FloatField(null=True, blank=True)
    file_rank = models.PositiveIntegerField(null=True, blank=True)
    file_grade = models.CharField(max_length=10, blank=True)  # go
    file_pin = models.CharField(max_length=20, blank=True)  # go: number given by the European federation
    file_start_score = models.FloatField(null=True, blank=True)  # go: McMahon score before the first round
    file_team = models.CharField(max_length=100, blank=True)  # of a team event
    absences = models.JSONField(null=True, editable=False)  # paired here: {"3": "H"}: the bye in that round
    annulled = models.BooleanField(
        default=False, db_default=False, editable=False
    )  # left early: games are rated but not ranked
    member = models.ForeignKey(
        Member, models.PROTECT, null=True, blank=True, related_name="participations", verbose_name=_("member")
    )
    matched_by = models.CharField(_("found by"), max_length=10, choices=MatchedBy, blank=True, default="")
    certainty = models.PositiveSmallIntegerField(_("certainty"), default=0, help_text=_("Per cent."))
    outsider = models.BooleanField(
        _("not a member"),
        default=False,
        help_text=_("Not a member; the rating in the file is used."),
    )
    national_rating = models.BooleanField(default=False, db_default=False, editable=False)  # it counts, not FIDE's
    irregular = models.BooleanField(
        _("not rated"),
        default=False,
        help_text=_("Results are treated as 0F-0F: in the file, but not as games actually played."),
    )

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="participant_number_once")]
        verbose_name = _("participant")
        verbose_name_plural = _("participants")

    def __str__(self) -> str:
        return self.file_name or f"#{self.number}"

    @property
    def file_name(self) -> str:
        return whole_name(self.file_last_name, self.file_first_name)

    @property
    def has_two_ratings(self) -> bool:
        return self.file_fide_rating is not None and self.file_fide_rating != self.file_rating

    @property
    def file_strength(self) -> str:
        """Return the rating of the file as people read it: 1843; in go the grade with the level: 7k (-621)."""
        rating = "" if self.file_rating is None else str(self.file_rating)
        if self.has_two_ratings:
            rating = f"{rating} (FIDE {self.file_fide_rating})".strip()
        grade = self.file_grade.lower()
        return f"{grade} ({rating})" if grade and rating else grade or rating

    @property
    def public_name(self) -> str:
        """Return the name for public pages: the member's, else the file's."""
        return self.member.public_name if self.member else str(self)


class Pairing(models.Model):
    """Two participants in a round, or one with a bye. Results are the letters of `formats.report.Result`."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pairings")
    round = models.PositiveSmallIntegerField(_("round"))
    board = models.PositiveIntegerField(_("board"), null=True, blank=True)
    date = models.DateField(_("date"), null=True, blank=True)
    white = models.ForeignKey(Participant, models.CASCADE, related_name="white_pairings", verbose_name=_("white"))
    black = models.ForeignKey(
        Participant, models.CASCADE, related_name="black_pairings", null=True, blank=True, verbose_name=_("black")
    )
    white_result = models.CharField(_("result of white"), max_length=1)
    black_result = models.CharField(_("result of black"), max_length=1, blank=True)
    file_result = models.CharField(
        max_length=2, blank=True, editable=False
    )  # both letters of the file, if a person changed them
    handicap = models.PositiveSmallIntegerField(_("handicap"), null=True, blank=True)
    board_size = models.PositiveSmallIntegerField(_("board size"), null=True, blank=True)
    komi = models.FloatField(_("komi"), null=True, blank=True)
    ended = models.TimeField(_("ended at"), null=True, blank=True)  # on the day of ``date``
    white_partner = models.ForeignKey(
        Participant,
        models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("White's partner"),
    )  # bughouse
    black_partner = models.ForeignKey(
        Participant,
        models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        verbose_name=_("Black's partner"),
    )

    class Meta:
        ordering = ["tournament", "round", "board", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(white=models.F("black")), name="pairing_of_two"),
        ]
        indexes = [  # partial, because hardly any game has partners
            models.Index(fields=[side], condition=~Q(**{side: None}), name=f"pairing_{side}")
            for side in ("white_partner", "black_partner")
        ]
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")

    def __str__(self) -> str:
        return f"{self.round}: {self.white_id} - {self.black_id}"

    @property
    def results(self) -> tuple[Result, Result | None]:
        """Return both results; the second is None for a bye."""
        return Result(self.white_result), Result(self.black_result) if self.black_result else None

    @property
    def letters(self) -> str:
        """Return both results as ``file_result`` keeps them; one letter for a bye."""
        return f"{self.white_result}{self.black_result}"

    @property
    def score(self) -> str:
        return score(*self.results)

    @property
    def rating_day(self) -> dt.date | None:
        """Return the day that decides in which rating list the game counts."""
        tournament = self.tournament
        return rating_day(self.date, tournament.start, tournament.end, tournament.counts_from)

    def overrule(self, white: Result, black: Result) -> None:
        """Set another result by hand, and keep what the file says. Nothing is saved."""
        self.file_result = self.file_result or self.letters
        self.white_result, self.black_result = white.value, black.value

    def turn(self) -> None:
        """Swap White and Black: players, partners and results. Nothing is saved."""
        self.white, self.black = self.black, self.white
        self.white_partner_id, self.black_partner_id = self.black_partner_id, self.white_partner_id
        self.white_result, self.black_result = self.black_result, self.white_result
        self.file_result = self.file_result[::-1]
