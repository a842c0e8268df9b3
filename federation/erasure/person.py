"""A person as texts may name them: every spelling that the site knows, and patterns that find them.

Two people may share a name. A text names the person if it has the last name beside the first; the last name alone only
if no other member, club, place or event has it, and the text writes it with its capital.
"""

import datetime as dt
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product
from operator import or_
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q

from federation.erasure.registry import PERSONAL, Personal
from federation.identity.names import PersonName, folded, matching_key, split_name
from federation.models import AuditValue, Club, Member, Unit
from federation.models.people import former_name

_WORD = re.compile(r"[^\W_]+")
SHORTEST_ALONE = 4  # letters of a last name that identifies a person without the first name
SHORTEST_NUMBER = 5  # letters of a number, an address or a telephone number that is looked for
BETWEEN = r"[^\w]{1,4}"  # what stands between the words of a name


@dataclass(frozen=True)
class Person:
    """A member with the records that were merged into theirs."""

    records: list[Member]  # the first one is the record that counts
    names: frozenset[PersonName]
    unique: frozenset[str]  # last names that nobody else has
    emails: frozenset[str]
    birth_dates: frozenset[dt.date]
    numbers: frozenset[str]  # FIDE ids, licences

    @property
    def replacement(self) -> str:
        return former_name(self.records[0].number)

    @cached_property
    def named(self) -> re.Pattern[str]:
        """Return what finds a spelling of the name, in any case and with or without accents."""
        found = {f"{_words(last)}{BETWEEN}{_words(first)}" for last, first in self.names if last and first}
        found |= {f"{_words(first)}{BETWEEN}{_words(last)}" for last, first in self.names if last and first}
        found |= {re.escape(matching_key(*name)) for name in self.names if name.first}
        found |= {f"(?-i:{_capital(last)})" for last in self.unique}
        return _whole_words(found, re.IGNORECASE)

    @cached_property
    def reached(self) -> re.Pattern[str]:
        """Return what finds a mail address."""
        return _whole_words(map(re.escape, self.emails), re.IGNORECASE)

    @cached_property
    def details(self) -> re.Pattern[str]:
        """Return what finds a birth date or a number of the person in a text that names them."""
        dates = {
            f"{day:{form}}" for day in self.birth_dates for form in ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y")
        }
        numbers = {each for each in self.numbers if len(each) >= SHORTEST_NUMBER and any(map(str.isdigit, each))}
        return _whole_words(map(re.escape, dates | numbers))

    @cached_property
    def needles(self) -> set[str]:
        """Return what a database looks for: each text that names the person contains one of them."""
        words = {max(_WORD.findall(last) or [""], key=len) for last, _first in self.names}
        spelled = {form for word in words for form in (word, word.upper(), word.lower(), folded(word)) if form}
        spelled |= {matching_key(*name)[:20] for name in self.names} | self.emails
        return {each for each in spelled | {json.dumps(word)[1:-1] for word in spelled} if each}

    def in_texts(self, *fields: str) -> Q:
        """Return the condition (Q) for rows whose fields may name the person."""
        return reduce(
            or_, (Q(**{f"{name}__icontains": each}) for name in fields for each in self.needles), Q(pk__in=[])
        )

    def is_named_in(self, text: str) -> bool:
        return bool(self.named.search(text) or self.reached.search(text))


def records_of(member: Member) -> list[Member]:
    """Return the record that counts, and those that were merged into it. Two queries."""
    root = member.merged_into or member
    return [root, *root.merged_from.order_by("pk")]


def of(member: Member) -> Person:
    """Return what the site stores about a person. Some queries for each table about members."""
    records = records_of(member)
    names = {PersonName(each.last_name, each.first_name) for each in records}
    numbers = {str(each.fide_id) for each in records if each.fide_id}
    dates = {each.birth_date for each in records if each.birth_date}
    emails: set[str] = set()
    for personal in PERSONAL.values():
        for row in rows_of(personal, records):
            names.add(_name(row, personal))
            numbers |= {str(value) for name in personal.numbers if (value := getattr(row, name))}
            emails |= {getattr(row, each.name) for each in _fields(row, models.EmailField)}
            emails |= {row_account.email for row_account in [_account(row, personal)] if row_account}
            if not personal.is_deleted:
                dates |= {value for each in _birth_dates(row) if (value := getattr(row, each.name))}
    emails |= {each for each in numbers if "@" in each}
    names |= set(_former_names(records))
    replaced = {former_name(each.number) for each in records}
    names = {name for name in names if name.last and name.last not in replaced}
    unique = frozenset(name.last for name in names if _is_unique(name.last, records))
    return Person(
        records, frozenset(names), unique, frozenset(emails - {""}), frozenset(dates), frozenset(numbers - {""})
    )


def rows_of(personal: Personal, records: Iterable[Member]) -> models.QuerySet[Any]:
    """Return the rows about the records."""
    condition = reduce(or_, (Q(**{f"{name}__in": list(records)}) for name in personal.members), Q(pk__in=[]))
    return personal.model._base_manager.filter(condition)


def _name(row: models.Model, personal: Personal) -> PersonName:
    texts = [getattr(row, name) or "" for name in personal.names]
    return split_name(texts[0]) if len(texts) == 1 else PersonName(*texts) if texts else PersonName("")


def _account(row: models.Model, personal: Personal) -> Any:
    return getattr(row, personal.account) if personal.account else None


def _fields(row: models.Model, kind: type[models.Field]) -> Iterator[models.Field]:
    return (field for field in row._meta.concrete_fields if isinstance(field, kind))


def _birth_dates(row: models.Model) -> Iterator[models.Field]:
    return (field for field in _fields(row, models.DateField) if "birth" in field.name)


def _former_names(records: Iterable[Member]) -> Iterator[PersonName]:
    """Yield the names that the records had before, in every combination, as the audit knows them."""
    rows = [f"member:{each.pk}" for each in records]
    known: dict[str, set[str]] = {"last_name": set(), "first_name": set()}
    values = AuditValue.objects.filter(entry__row__in=rows).values_list("entry__field", "before", "after")
    for field, before, after in values:
        for text in filter(None, (before, after)):
            if field in known:
                known[field].add(text)
            elif not field:
                whole = json.loads(text)
                known["last_name"].add(whole.get("last_name") or "")
                known["first_name"].add(whole.get("first_name") or "")
    now = [(each.last_name, each.first_name) for each in records]
    last_names, first_names = known["last_name"] | {last for last, _ in now}, known["first_name"] | {f for _, f in now}
    return (PersonName(*both) for both in product(last_names - {""}, first_names - {""}))


def _is_unique(last_name: str, records: Iterable[Member]) -> bool:
    """Return whether nobody and nothing else has the last name."""
    key = folded(last_name)
    if len(key) < SHORTEST_ALONE:
        return False
    others = Member.objects.exclude(pk__in=[each.pk for each in records])
    if others.filter(search_name__contains=key).exists():
        return False
    places = [(Club, ("name", "short_name", "city")), (Unit, ("name",))]
    places.append((apps.get_model("tournaments", "Tournament"), ("name", "city")))
    return not any(
        model._base_manager.filter(reduce(or_, (Q(**{f"{name}__icontains": last_name}) for name in names))).exists()
        for model, names in places
    )


def _words(name: str) -> str:
    """Return a pattern for a name: its words, each letter with or without its accent."""
    return BETWEEN.join("".join(map(_letter, word)) for word in _WORD.findall(name)) or re.escape(name)


def _letter(letter: str) -> str:
    plain = folded(letter)
    return f"(?:{re.escape(letter)}|{re.escape(plain)})" if plain and plain != letter.lower() else re.escape(letter)


def _capital(last_name: str) -> str:
    """Return a pattern for the name as it is written, or in capitals."""
    return f"(?:{_words(last_name)}|{_words(last_name.upper())})"


def _whole_words(patterns: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    """Return a pattern for any of these as whole words; for none of them one that finds nothing."""
    found = sorted({each for each in patterns if each}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(found)})(?!\w)" if found else r"(?!)", flags)
