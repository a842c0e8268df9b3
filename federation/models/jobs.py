"""Background work."""

import datetime as dt
import uuid
from typing import ClassVar

from django.conf import settings
from django.core.cache import cache
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.i18n.errors import filled

BROKER_AWAY = "broker-away"  # in the cache while no wake-ups are sent (background/jobs.py)
LATE = dt.timedelta(seconds=20)  # for a job that nobody has begun


class Job(models.Model):
    """A piece of background work. The row is the truth; Celery only wakes a worker (see background/jobs.py)."""

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    LABELS: ClassVar[dict[str, Promise | str]] = {}  # of the kinds: `background.kinds.job_kind` adds each

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(_("kind"), max_length=30)
    key = models.CharField(
        _("key"), max_length=120, help_text=_("At most one job per key is queued or running at a time.")
    )
    arguments = models.JSONField(_("arguments"), default=dict)
    state = models.CharField(_("status"), max_length=8, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    owner = models.CharField(_("owner"), max_length=80, blank=True, help_text=_("The attempt that holds the lease."))
    lease_until = models.DateTimeField(_("lease until"), null=True, blank=True)
    progress = models.PositiveSmallIntegerField(_("progress"), default=0, help_text=_("Per cent."))
    step = models.CharField(_("step"), max_length=120, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)
    error = models.TextField(_("error"), blank=True, editable=False)  # English sentence with holes
    error_facts = models.JSONField(default=dict, editable=False)  # fills the holes
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=Q(state__in=["queued", "running"]), name="job_one_alive_a_key"
            )
        ]
        indexes = [
            models.Index(fields=["state", "lease_until"], name="job_to_sweep"),
            models.Index(fields=["key", "created_at"], name="job_later_of_key"),  # for unresolved_failures
            models.Index(fields=["state", "finished_at"], name="job_to_forget"),
        ]
        verbose_name = _("job")
        verbose_name_plural = _("jobs")

    def __str__(self) -> str:
        return f"{self.label}, {date_format(timezone.localtime(self.created_at), 'SHORT_DATETIME_FORMAT')}"

    @property
    def reference(self) -> str:
        """Return what logs and commands call the job."""
        return f"{self.kind} {self.key}"

    @property
    def label(self) -> str:
        """Return what people call the kind, or its name if this version of the site does not know the kind."""
        return str(self.LABELS.get(self.kind, self.kind))

    @property
    def failure(self) -> str:
        """Return why the job failed, in the reader's language; "" if it did not."""
        return filled(self.error, self.error_facts)

    @property
    def is_late(self) -> bool:
        """Return whether the job waits longer for a worker than people expect. A page then says that they may leave."""
        is_queued = self.state == self.State.QUEUED
        return is_queued and (timezone.now() - self.created_at > LATE or BROKER_AWAY in cache)

    @property
    def is_over(self) -> bool:
        return self.state in {self.State.DONE, self.State.FAILED}
