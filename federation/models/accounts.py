"""What belongs to accounts: sessions, second factors, invitations, mails, tokens of programs, whose they are."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.models.contacts import Guardian
from federation.models.people import Club, Member
from federation.models.structure import Office, Unit
from federation.profiles.words import named

GOOD_FOR = dt.timedelta(days=7)  # the link of an invitation


class AccountSessionQuerySet(models.QuerySet["AccountSession"]):
    def open(self) -> AccountSessionQuerySet:
        return self.filter(expire_date__gt=timezone.now())


class AccountSession(AbstractBaseSession):
    """A session as Django stores it, and what its owner may see of it."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="sessions")
    began_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)  # to the hour
    device = models.CharField(max_length=200, blank=True, default="")  # as the browser describes itself
    address = models.CharField(max_length=45, blank=True, default="")  # without its last part

    objects = BaseSessionManager.from_queryset(AccountSessionQuerySet)()

    class Meta(AbstractBaseSession.Meta):
        ordering = ["-seen_at"]

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_string(f"{settings.SESSION_ENGINE}.SessionStore")


class FactorReset(models.Model):
    """The request of an officer to remove the second factor of an account. Another officer agrees."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="factor_resets")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    agreed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["asked_at"]

    def __str__(self) -> str:
        return str(self.account)


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> InvitationQuerySet:
        """Return those whose link still works."""
        return self.filter(used_at=None, withdrawn_at=None, sent_at__gt=timezone.now() - GOOD_FOR)


class Invitation(models.Model):
    """The offer of an office, or of a member's record, to the owner of a mail address. Its link is good once."""

    email = models.EmailField(_("e-mail"))
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="invitations")
    unit = models.ForeignKey(Unit, models.CASCADE, null=True, related_name="invitations")
    role = models.CharField(_("role"), max_length=12, blank=True, default="")
    member = models.ForeignKey(Member, models.CASCADE, null=True, related_name="invitations")
    guardian = models.ForeignKey(Guardian, models.CASCADE, null=True, related_name="invitations")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    sent_at = models.DateTimeField(default=timezone.now)
    link = models.PositiveIntegerField(default=1, db_default=1)  # the number of the link: earlier ones work no more
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-sent_at"]

    def __str__(self) -> str:
        return f"{self.role_name} {self.place}" if self.role else str(self.member)

    @property
    def place(self) -> Club | Unit | None:
        return self.club or self.unit

    @property
    def role_name(self) -> str:
        return named("roles", self.role, Office.Role)

    @property
    def ends_at(self) -> dt.datetime:
        return self.sent_at + GOOD_FOR


class Holder(models.Model):
    """The account of a member or of a guardian. An account belongs to one person, perhaps the guardian of several."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="people")
    member = models.ForeignKey(Member, models.CASCADE, related_name="holders")
    guardian = models.ForeignKey(Guardian, models.CASCADE, null=True, related_name="holders")
    since = models.DateField(default=timezone.localdate)

    class Meta:
        ordering = ["account", "member"]
        constraints = [
            models.UniqueConstraint(fields=["account"], condition=Q(guardian=None), name="one_person_an_account"),
            models.UniqueConstraint(fields=["member"], condition=Q(guardian=None), name="one_account_a_person"),
            models.UniqueConstraint(fields=["account", "member"], name="held_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account}, {self.member}"


class MailPreferences(models.Model):
    """Whether a user gets mails about their files, how often mails of notices, and in which language.

    Users without a row get all of them, at once.
    """

    class Rhythm(models.TextChoices):
        AT_ONCE = "at_once", _("at once")
        DAILY = "daily", _("in one mail a day")
        WEEKLY = "weekly", _("in one mail a week")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="mail_preferences",
        verbose_name=_("user"),
    )
    of_files = models.BooleanField(_("E-mail me about the progress of my files"), default=True)
    language = models.CharField(_("language"), max_length=10, blank=True)  # "": not known yet
    chosen = models.BooleanField(default=False, db_default=False)  # by the user; else it is that of their last page
    feed = models.PositiveIntegerField(default=1, db_default=1, editable=False)  # the number of the address of the feed
    rhythm = models.CharField(max_length=10, choices=Rhythm, default=Rhythm.AT_ONCE, db_default=Rhythm.AT_ONCE)
    digest_on = models.DateField(null=True, editable=False)  # the day of the last mail of several notices

    class Meta:
        verbose_name = _("mail preferences")
        verbose_name_plural = _("mail preferences")

    def __str__(self) -> str:
        return str(self.user_id)

    @property
    def notices_by_mail(self) -> str:
        """Return how often notices are mailed, in the reader's language. One query."""
        is_mailed = NoticeChoice.objects.filter(account=self.user_id, by_mail=True).exists()
        return self.get_rhythm_display() if is_mailed else gettext("never")


class NoticeChoice(models.Model):
    """A kind of notices that an account asked for, in its feed and, if it wants, by mail."""

    class Kind(models.TextChoices):
        LIST = "list", _("A list with my rating is published")
        REVISION = "revision", _("My rating changes in a revised list")
        CLAIM = "claim", _("A claim about a game of mine moves on")
        REQUEST = "request", _("A correction that I asked for is accepted or declined")
        ENDING = "ending", _("My affiliation ends in 30 days")

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notice_choices")
    kind = models.CharField(max_length=12, choices=Kind)
    by_mail = models.BooleanField(default=False)

    class Meta:
        ordering = ["account", "kind"]
        constraints = [models.UniqueConstraint(fields=["account", "kind"], name="notice_chosen_once")]

    def __str__(self) -> str:
        return f"{self.account}, {self.kind}"


class NoticeQuerySet(models.QuerySet["Notice"]):
    def to_mail(self) -> NoticeQuerySet:
        """Return the notices that are to be mailed and still wanted so."""
        mailed = {"account__notice_choices__kind": F("kind"), "account__notice_choices__by_mail": True}
        return self.filter(mail_due=True, account__is_active=True, **mailed)


class Notice(models.Model):
    """Something that an account asked to be told: one row for each matter and member, and one mail at most."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    member = models.ForeignKey(Member, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=NoticeChoice.Kind)
    about = models.CharField(max_length=40)  # the matter: "list 12"
    text = models.CharField(max_length=300)  # a sentence of the catalogues with %(name)s holes ...
    facts = models.JSONField(default=dict)  # ... and what fills them
    path = models.CharField(max_length=200)  # of the page that shows more, without the language
    at = models.DateTimeField(default=timezone.now)
    mail_due = models.BooleanField(default=False)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["account", "kind", "about", "member"], name="notice_once")]
        indexes = [models.Index(fields=["kind", "about", "id"], condition=Q(mail_due=True), name="notice_to_mail")]

    def __str__(self) -> str:
        return f"{self.account}, {self.about}"


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def valid(self) -> ApiTokenQuerySet:
        """Return the tokens that were not revoked."""
        return self.filter(revoked_at=None)


class ApiToken(models.Model):
    """What a program shows instead of a login. It may do what its account may do for the club, within its scopes.

    Only the digest of the token is stored: the page shows the token once.
    """

    class Scope(models.TextChoices):
        SEND = "tournaments:send", _("send tournament files")
        RECEIPTS = "receipts:read", _("see the status of sent files")

    club = models.ForeignKey(Club, models.CASCADE, related_name="api_tokens", verbose_name=_("club"))
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens", verbose_name=_("made by")
    )
    name = models.CharField(_("what uses it"), max_length=60)
    scopes = models.JSONField(_("permissions"), default=list)
    beginning = models.CharField(_("begins with"), max_length=12)
    digest = models.CharField(max_length=64, unique=True, editable=False)  # SHA-256
    made_at = models.DateTimeField(_("made on"), default=timezone.now)
    used_at = models.DateTimeField(_("last used"), null=True)  # to the hour
    revoked_at = models.DateTimeField(_("revoked on"), null=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("revoked by")
    )

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.beginning}…)"

    @property
    def scope_names(self) -> list[str]:
        """Return what it allows, in the reader's language."""
        return [str(self.Scope(scope).label) for scope in self.scopes if scope in self.Scope.values]


class Webhook(models.Model):
    """An address of a club, or of the federation, that receives messages. Its secrets are stored encrypted."""

    class Event(models.TextChoices):
        LIST = "list.published", _("a rating list is published or revised")
        ACCEPTED = "tournament.accepted", _("a tournament is accepted")
        CORRECTED = "tournament.corrected", _("an accepted tournament is corrected")

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="webhooks", verbose_name=_("club"))
    account = models.ForeignKey(
        *(settings.AUTH_USER_MODEL, models.SET_NULL), null=True, related_name="+", verbose_name=_("made by")
    )
    address = models.CharField(_("address"), max_length=300)
    events = models.JSONField(_("events"), default=list)
    secret = models.CharField(max_length=300, editable=False)
    previous_secret = models.CharField(max_length=300, blank=True, editable=False)
    turned_at = models.DateTimeField(null=True, editable=False)  # when ``secret`` took the place of the previous one
    made_at = models.DateTimeField(_("made on"), default=timezone.now)
    tried_at = models.DateTimeField(_("last message"), null=True)
    status = models.PositiveSmallIntegerField(_("last answer"), null=True)  # of HTTP; 0: none
    stopped_at = models.DateTimeField(_("stopped on"), null=True)  # after the last attempt, or because it said 410

    class Meta:
        ordering = ["made_at", "pk"]
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.address

    @property
    def event_names(self) -> list[str]:
        """Return the events that it receives, in the reader's language."""
        return [str(self.Event(event).label) for event in self.events if event in self.Event.values]
