"""The numbers of this federation's members and clubs: their form, and how new ones are given."""

import datetime as dt
from collections.abc import Iterable
from functools import cache

from django.utils.translation import gettext

from federation.identity.number_forms import Kind, NumberError, NumberForm, Of
from federation.identity.numbering import CHECKS, Check, Next, Numbering


def form() -> NumberForm:
    """Return the form of member numbers."""
    return numbering().form


@cache
def club_form() -> NumberForm:
    """Return the form of club numbers."""
    return NumberForm(Kind.DIGITS, of=Of.CLUB)


@cache
def numbering() -> Numbering:
    """Return how member numbers are given (A07, A08, B46)."""
    return Numbering(
        NumberForm(Kind.DIGITS_REUSE),
        Next.FIRST_GAP,
        starts=[(dt.date(2019, 12, 20), "22001"), (dt.date(2021, 9, 1), "23001")],
        usual=5,
        check=Check(CHECKS["frbe_mod11"], until=dt.date(2005, 1, 1)),
    )


def find(text: object) -> str:
    """Return the one spelling of a member number, "" if the text is none."""
    return form().find(str(text))


def key_of(text: object) -> int:
    """Return the key of a member number, 0 if the text is none."""
    number = find(text)
    return form().key(number) if number else 0


def club_key_of(text: object) -> int:
    """Return the key of a club number, 0 if the text is none."""
    number = club_form().find(str(text))
    return club_form().key(number) if number else 0


def written(keys: Iterable[int]) -> list[str]:
    """Return the member numbers of keys; "" for 0."""
    number = form().number
    return [number(key) if key else "" for key in keys]


def clubs_written(keys: Iterable[int]) -> list[str]:
    """Return the club numbers of keys; "" for 0."""
    number = club_form().number
    return [number(key) if key else "" for key in keys]


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
