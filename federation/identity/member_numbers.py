"""The numbers of this federation's members and clubs: their form, and how new ones are given."""

from collections.abc import Iterable, Sequence
from functools import cache

from django.utils.translation import gettext

from federation.identity.number_forms import Kind, NumberError, NumberForm, Of
from federation.identity.numbering import CHECKS, Check, Next, Numbering
from federation.profiles.identity import Number
from federation.profiles.reading import profile


def form() -> NumberForm:
    """Return the form of member numbers."""
    return numbering().form


def club_form() -> NumberForm:
    """Return the form of club numbers."""
    return _form(profile().club_id, Of.CLUB)


def numbering() -> Numbering:
    """Return how member numbers are given (A07, A08, B46)."""
    return _numbering(profile().id)


@cache
def _form(number: Number, of: Of) -> NumberForm:
    return NumberForm(Kind(number.form), number.most, number.width, of)


@cache
def _numbering(number: Number) -> Numbering:
    check = number.check and Check(CHECKS[number.check.name], until=number.check.until)
    starts = [(first.from_, first.number) for first in number.first_new]
    return Numbering(_form(number, Of.MEMBER), Next(number.next_free), starts, number.usual, check)


def find(text: object) -> str:
    """Return the canonical spelling of a member number, "" if the text is none or a number that nobody has."""
    number = form().find(str(text or ""))
    return "" if number in profile().id.never else number


def key_of(text: object) -> int:
    """Return the key of a member number, 0 if the text is none."""
    number = find(text)
    return form().key(number) if number else 0


def club_key_of(text: object) -> int:
    """Return the key of a club number, 0 if the text is none."""
    number = club_form().find(str(text or ""))
    return club_form().key(number) if number and number not in profile().club_id.never else 0


def written(keys: Iterable[int]) -> list[str]:
    """Return the member numbers of keys; "" for 0."""
    number = form().number
    return [number(key) if key else "" for key in keys]


def as_shown(keys: Sequence[int]) -> Sequence[int | str]:
    """Return the member numbers of keys as files have them: whole numbers if all are digits without zeros in front,
    else text.
    """
    return keys if form().is_plain(max(keys, default=0)) else written(keys)


def matricule(key: int) -> dict[str, int | None]:
    """Return what files that had whole numbers before have beside the number: {"matricule": 10001}.

    None is for a number given again; where numbers are no whole numbers there is nothing.
    """
    if not form().is_of_digits:
        return {}
    return {"matricule": key if form().number(key).isdecimal() else None}


def club_cell(key: int) -> int | str:
    """Return the club number of a key as files have it: a whole number, if all numbers are, else text."""
    return key if club_form().is_of_digits and not club_form().width else club_form().number(key)


def sentence(error: NumberError) -> str:
    """Return why a text is no number, in the reader's language."""
    shape = error.form.shape
    words = (
        gettext(shape.template) % {"most": gettext(shape.most)} if "%" in shape.template else gettext(shape.template)
    )
    return gettext(error.template) % {"text": error.text, "form": words}
