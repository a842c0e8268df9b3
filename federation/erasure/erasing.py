"""Erase a person: the number, the games and the figures stay, and nothing says any more who it was.

Lists hold numbers and figures, no names, so each of them still verifies. Files go first, one by one; rows follow
in one transaction: an erasure that is interrupted still knows whom it erases.
"""

from collections.abc import Sequence

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection, models, transaction
from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils import timezone

from federation import hooks
from federation.background import erased_numbers
from federation.erasure import audit_values, loose_files, traces
from federation.erasure.person import Person, of, rows_of
from federation.erasure.registry import NAME, PERSONAL, Personal
from federation.identity.names import search_key
from federation.members.affiliations import lock
from federation.members.hiding import rewrite_public_files
from federation.models import Erasure, Member, Statement
from federation.models.people import former_name
from federation.money.statements import digest_of
from federation.search import index

# What stays of a member: number and key, and what calculation reads. Of foreigners that is `fide_rating`, too (B33).
EMPTIED = {"first_name": "", "sex": "", "birth_date": None, "nationality": "", "fide_id": None, "title": ""}


def remove_files(member: Member) -> Person:
    """Remove or replace the files that name the person. Return what the site stores about them, for `erase_rows`."""
    person = of(member)
    for remove in hooks.functions("ERASED_FILES"):
        remove(person)
    loose_files.clear(person)
    return person


@transaction.atomic
def erase_rows(person: Person) -> None:
    """Erase the person from every row, and have public files written again."""
    lock([each.pk for each in person.records])
    emptied: list[models.Model] = []
    for personal in PERSONAL.values():
        emptied += _erase_in(personal, person)
    for each in person.records:
        _erase_record(each)
    index.forget("member", [each.pk for each in person.records])
    for erase in hooks.functions("ERASED_ROWS"):
        emptied += erase(person)
    traces.remove(person)
    _erase_log(Member, [each.pk for each in person.records])
    _seal_statements(person)
    for finish in hooks.functions("ERASED_TEXTS"):
        finish(person)
    audit_values.forget(person, emptied)
    Erasure.objects.open().filter(member__in=person.records).update(done_at=timezone.now(), reason="")
    rewrite_public_files()
    transaction.on_commit(_forget_copies)


def _erase_record(member: Member) -> None:
    name = former_name(member.number)
    changes = EMPTIED | {"last_name": name, "search_name": search_key(name, ""), "erased_at": timezone.now()}
    if not Member.objects.foreign().filter(pk=member.pk).exists():
        changes["fide_rating"] = None
    Member.objects.filter(pk=member.pk).update(**changes)


def _erase_in(personal: Personal, person: Person) -> list[User]:
    """Erase the person from the rows of a table. Return the accounts to which they led, emptied."""
    rows, accounts = rows_of(personal, person.records), []
    if personal.account:
        accounts = _erase_accounts([pk for pk in rows.values_list(personal.account, flat=True) if pk], person)
    if personal.is_deleted:
        _erase_log(personal.model, list(rows.values_list("pk", flat=True)))
        rows.delete()
    elif personal.emptied:
        named = {name: person.replacement if value is NAME else value for name, value in personal.emptied.items()}
        rows.update(**named)
    return accounts


def _erase_accounts(ids: Sequence[int], person: Person) -> list[User]:
    """Empty the accounts of the person. What they did stays under the number."""
    users = list(User.objects.filter(pk__in=ids, is_staff=False))
    for user in users:
        user.username, user.is_active = f"former-{person.records[0].number}-{user.pk}", False
        user.first_name = user.last_name = user.email = ""
        user.set_unusable_password()
        user.save()
    return users


def _erase_log(model: type[models.Model], ids: Sequence[int]) -> None:
    """Empty what the log of the admin says about these rows."""
    entries = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(model), object_id__in=map(str, ids)
    )
    entries.update(object_repr="", change_message="")


def _seal_statements(person: Person) -> None:
    """Give the statements that named the person the digest of what they say now; their amounts are the same."""
    said = Cast("facts", TextField())
    for statement in Statement.objects.alias(said=said).filter(said__contains=person.replacement):
        statement.digest = digest_of(statement.facts)
        statement.save(update_fields=["digest"])


def _forget_copies() -> None:
    """Keep the numbers for restored backups. Empty the cache; of SQLite also the write-ahead log, which holds pages as
    they were.
    """
    cache.clear()
    erased_numbers.keep()
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
