"""Signs of life of the parts of the site."""

from typing import Any

from django.db import models
from django.utils import timezone


class Sign(models.Model):
    """When a part of the site was last seen, for monitors: "sweeper", "worker", "backup", "certificate"; and which
    site this is.
    """

    part = models.CharField(primary_key=True, max_length=30)
    seen_at = models.DateTimeField()
    facts = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.part

    @classmethod
    def leave(cls, part: str, **facts: Any) -> None:
        """Store that the part is at work now, with its facts."""
        cls.objects.update_or_create(part=part, defaults={"seen_at": timezone.now(), "facts": facts})
