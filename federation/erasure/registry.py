"""What an erasure does with the rows that refer to a member. Each app says it in its module `erasure.personal`.

What a row says of the person leads to more: the names, numbers and addresses that are looked for everywhere else.
A test asks it of every table with a foreign key to members.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models

from federation.models import Member

NAME = object()  # stands for what is stored instead of the name: "Former member 10077"


@dataclass(frozen=True)
class Personal:
    """A table with rows about members."""

    model: type[models.Model]
    is_deleted: bool
    emptied: Mapping[str, Any]  # new values, by field
    names: Sequence[str] = ()  # the field of the name, or those of last and first name
    numbers: Sequence[str] = ()  # fields of numbers that others gave to the person
    account: str = ""  # the foreign key to their account

    @property
    def members(self) -> list[str]:
        """Return the names of the foreign keys to members."""
        return [field.name for field in self.model._meta.concrete_fields if field.related_model is Member]


PERSONAL: dict[type[models.Model], Personal] = {}
UNTOUCHED: set[type[models.Model]] = set()  # tables in which no text is replaced


def deletes(
    model: type[models.Model], *, names: Sequence[str] = (), numbers: Sequence[str] = (), account: str = ""
) -> None:
    """Delete the rows of an erased person."""
    PERSONAL[model] = Personal(model, True, {}, names, numbers, account)


def keeps(
    model: type[models.Model],
    emptied: Mapping[str, Any] | None = None,
    *,
    names: Sequence[str] = (),
    numbers: Sequence[str] = (),
    account: str = "",
) -> None:
    """Keep the rows of an erased person under the number, with these values in place of what says who it was."""
    PERSONAL[model] = Personal(model, False, emptied or {}, names, numbers, account)


def untouched(*found: type[models.Model]) -> None:
    """Replace no text in these tables: another table says what they said, or their bytes are public proofs."""
    UNTOUCHED.update(found)
