"""The audit: who changed what, in a chain that nobody can change unnoticed."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class UnsealedChange(models.Model):
    """A change of a row as a trigger of the database stored it, until it is part of the chain (audit/sealing.py)."""

    at = models.DateTimeField()
    act = models.TextField(blank=True)  # `database.acts.Act.text`; "": another program than the site
    kind = models.CharField(max_length=30)  # of the record: "member"
    row = models.CharField(max_length=40)  # its primary key
    before = models.TextField(null=True)  # noqa: DJ001 - JSON of its columns; None: it was created
    after = models.TextField(null=True)  # noqa: DJ001 - None: it was deleted

    class Meta:
        verbose_name = _("change to seal")
        verbose_name_plural = _("changes to seal")

    def __str__(self) -> str:
        return f"{self.kind} {self.row}"


class AuditEntry(models.Model):
    """A link of the chain: one changed field, or a whole record that was created or deleted."""

    class What(models.TextChoices):
        CHANGE = "change", _("changed")
        CREATE = "create", pgettext_lazy("of a record", "created")
        DELETE = "delete", _("deleted")
        BATCH = "batch", _("several records")
        NOTE = "note", _("note")

    class Via(models.TextChoices):
        ADMIN = "admin", _("admin")
        ROOM = "room", _("page")
        COMMAND = "command", _("command")
        JOB = "job", _("background job")
        API = "API", _("API")
        OUTSIDE = "", _("another program")

    n = models.BigIntegerField(primary_key=True)  # 1, 2, 3 ... without a gap
    at = models.DateTimeField(_("on"))
    account = models.CharField(_("by"), max_length=150, blank=True)  # login; of a command the user of the machine
    hat = models.CharField(_("as"), max_length=80, blank=True)
    via = models.CharField(_("through"), max_length=10, choices=Via, blank=True)
    ip = models.CharField(_("IP address"), max_length=45, blank=True)  # not part of the hash: it is cut after some time
    act = models.CharField(_("what"), max_length=10, choices=What)
    kind = models.CharField(_("record"), max_length=30)
    object = models.CharField(_("number"), max_length=150)  # by which people know the record, else its key
    field = models.CharField(_("field"), max_length=60, blank=True)
    before = models.CharField(max_length=64, null=True)  # noqa: DJ001 - commitments to the values; None: there was none
    after = models.CharField(max_length=64, null=True)  # noqa: DJ001 - the same
    row = models.CharField(max_length=80, blank=True)  # "affiliation:17": the record by its key
    owner = models.CharField(max_length=80, blank=True)  # "member:4": on whose history it is, too
    partner = models.CharField(max_length=80, blank=True)  # "club:3": and on whose as well
    batch = models.BigIntegerField(null=True)  # the entry of the batch
    previous = models.BinaryField(max_length=32)
    hash = models.BinaryField(max_length=32)

    class Meta:
        ordering = ["-n"]
        indexes = [
            models.Index(fields=["row", "n"], name="audit_of_record"),
            models.Index(fields=["owner", "n"], condition=~Q(owner=""), name="audit_of_owner"),
            models.Index(fields=["partner", "n"], condition=~Q(partner=""), name="audit_of_partner"),
            models.Index(fields=["account", "n"], name="audit_by_account"),
            models.Index(fields=["batch", "n"], condition=~Q(batch=None), name="audit_of_batch"),
            models.Index(fields=["at"], condition=~Q(ip=""), name="audit_with_address"),
        ]
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")

    def __str__(self) -> str:
        return f"{self.n} {self.kind} {self.object} {self.field}".rstrip()


class AuditValue(models.Model):
    """The values behind the commitments of an entry. Erased, they leave the chain whole."""

    entry = models.OneToOneField(AuditEntry, models.CASCADE, primary_key=True, related_name="values")
    salt = models.BinaryField(max_length=16)
    before = models.TextField(null=True)  # noqa: DJ001 - no value is no empty text
    after = models.TextField(null=True)  # noqa: DJ001 - the same

    class Meta:
        verbose_name = _("audit value")
        verbose_name_plural = _("audit values")

    def __str__(self) -> str:
        return str(self.entry_id)
