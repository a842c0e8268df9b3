"""Numbers of members and clubs as fields: text, and beside it the key that follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from federation.identity import member_numbers
from federation.identity.number_forms import LONGEST, NumberError, NumberForm


class _NumberField(models.CharField):
    """A number in the form of the federation. A form that holds another text says what numbers look like."""

    number_form: Callable[[], NumberForm]
    keeps_spelling = False
    is_unique = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": LONGEST, "unique": self.is_unique, **kwargs})

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def clean(self, value: Any, model_instance: models.Model | None) -> str:
        """Return the one spelling of the number. Raise `ValidationError`."""
        text = str(value or "").strip()
        try:
            number = self.number_form().canonical(text) if text else ""
        except NumberError as error:
            raise ValidationError(member_numbers.sentence(error)) from error
        return super().clean(text if self.keeps_spelling else number, model_instance)


class MemberNumberField(_NumberField):
    number_form = staticmethod(member_numbers.form)


class FormerNumberField(MemberNumberField):
    """A member number that several rows may hold."""

    is_unique = False


class ClubNumberField(_NumberField):
    """A club number, shown as written: 75Ju is the same club as 75JU."""

    number_form = staticmethod(member_numbers.club_form)
    keeps_spelling = True


class KeyField(models.BigIntegerField):
    """The key of the number beside it. It is written only here: by each save, and by each bulk write."""

    is_unique = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"unique": self.is_unique, "editable": False, **kwargs})

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.BigIntegerField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> int:
        """Return the key of the instance's number, and set it. Raise `NumberError` if it is not a number."""
        number = model_instance._meta.get_field("number")
        key = number.number_form().key(model_instance.number)
        setattr(model_instance, self.attname, key)
        return key


class FormerKeyField(KeyField):
    """The key of a `FormerNumberField`."""

    is_unique = False
