"""The history of many records at once: one statement, where the admin would make one for each."""

from collections.abc import Iterable

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models
from django.utils import timezone

from federation.database import bulk

COLUMNS = ("action_time", "user", "content_type", "object_id", "object_repr", "action_flag", "change_message")


def write(user: User, model: type[models.Model], entries: Iterable[tuple[models.Model, int, str]]) -> None:
    """Log what the user did to each record: the record, an action flag of `LogEntry`, a sentence."""
    moment = connection.ops.adapt_datetimefield_value(timezone.now())
    whose = (moment, user.pk, ContentType.objects.get_for_model(model).pk)
    rows = ((*whose, str(record.pk), str(record)[:200], int(flag), sentence) for record, flag, sentence in entries)
    bulk.write(LogEntry, COLUMNS, rows)
