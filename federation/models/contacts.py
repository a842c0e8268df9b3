"""How to reach members, who stands in for minors, and to what people consented."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.people import Member


class PersonalDetail(models.Model):
    """A detail of a member that no list needs, with who may see it. At most one of each sort a member."""

    class What(models.TextChoices):
        EMAIL = "email", _("e-mail")
        TELEPHONE = "telephone", _("telephone")
        STREET = "street", _("street and number")
        POSTCODE = "postcode", _("postcode")
        TOWN = "town", _("town")
        COUNTRY = "country", _("country")
        BIRTH_PLACE = "birth_place", _("place of birth")

    class Visibility(models.TextChoices):
        NOBODY = "nobody", pgettext_lazy("who sees it", "nobody")
        OFFICERS = "officers", pgettext_lazy("who sees it", "officers")
        CLUB = "club", pgettext_lazy("who sees it", "the club")
        MEMBERS = "members", pgettext_lazy("who sees it", "all members")
        PUBLIC = "public", pgettext_lazy("who sees it", "everybody")

    member = models.ForeignKey(Member, models.CASCADE, related_name="details", verbose_name=_("member"))
    what = models.CharField(_("detail"), max_length=12, choices=What)
    value = models.CharField(_("value"), max_length=200)
    visibility = models.CharField(
        _("who sees it"), max_length=8, choices=Visibility, default=Visibility.OFFICERS, db_default=Visibility.OFFICERS
    )

    class Meta:
        ordering = ["member", "what"]
        constraints = [models.UniqueConstraint(fields=["member", "what"], name="detail_once_a_member")]
        verbose_name = _("personal detail")
        verbose_name_plural = _("personal details")

    def __str__(self) -> str:
        return f"{self.member}, {self.get_what_display()}"


class Guardian(models.Model):
    """A parent or guardian of a minor."""

    class Relation(models.TextChoices):
        PARENT = "parent", _("parent")
        GUARDIAN = "guardian", _("guardian")
        OTHER = "other", _("other adult")

    member = models.ForeignKey(Member, models.CASCADE, related_name="guardians", verbose_name=_("member"))
    name = models.CharField(_("name"), max_length=120)
    relation = models.CharField(_("relation"), max_length=8, choices=Relation, default=Relation.PARENT)
    email = models.EmailField(_("e-mail"), blank=True)
    telephone = models.CharField(_("telephone"), max_length=40, blank=True)

    class Meta:
        ordering = ["member", "pk"]
        verbose_name = _("guardian")
        verbose_name_plural = _("guardians")

    def __str__(self) -> str:
        return f"{self.name} ({self.get_relation_display()})"


class ConsentQuerySet(models.QuerySet["Consent"]):
    def latest_first(self) -> ConsentQuerySet:
        """Return the answers, the one that counts first."""
        return self.order_by("member", "purpose", "-day", "-pk")


class Consent(models.Model):
    """An answer about one purpose: of the member, or of a guardian. It is never changed; the last one counts."""

    class Purpose(models.TextChoices):
        PUBLIC_NAME = "public_name", _("name in public")
        PHOTO = "photo", _("photos")
        MAILS = "mails", _("mails")
        ACCOUNT = "account", _("an account of their own")

    member = models.ForeignKey(Member, models.CASCADE, related_name="consents", verbose_name=_("member"))
    purpose = models.CharField(_("purpose"), max_length=12, choices=Purpose)
    given = models.BooleanField(_("consent given"))
    text_version = models.CharField(_("version of the text"), max_length=20, default="1", db_default="1")
    day = models.DateField(_("day"), default=timezone.localdate)
    guardian = models.ForeignKey(
        Guardian, models.SET_NULL, null=True, blank=True, related_name="consents", verbose_name=_("given by")
    )
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("recorded by")
    )

    objects = ConsentQuerySet.as_manager()

    class Meta:
        ordering = ["member", "purpose", "-day", "-pk"]
        indexes = [models.Index(fields=["member", "purpose", "-day"], name="consent_that_counts")]
        verbose_name = _("consent")
        verbose_name_plural = _("consents")

    def __str__(self) -> str:
        return f"{self.member}, {self.get_purpose_display()}"
