"""Sessions of browsers, with the account that is logged in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models
from django.utils import timezone
from django.utils.module_loading import import_string


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
