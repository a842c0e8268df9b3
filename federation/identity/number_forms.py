"""What member and club numbers look like, and the key of each: four forms, of which a federation uses one. Pure.

A number is text. Its key is a whole number that follows from the text alone: what arrays, digests and orders use. A
key is never 0 and leads back to its number. For numbers of digits the key is the number.
"""

import re
import string
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

LONGEST = 13  # characters of any number
_SIGNS = string.digits + string.ascii_uppercase
_REUSED = 1 << 24  # from one letter of a number given again to the next
_RANKS = 10_000  # numbers behind the two signs of `LETTER_MIXED`
_BASE = len(_SIGNS) + 1  # 0 fills up a shorter number
_MIXED = re.compile(r"([A-Z])([0-9A-Z])([0-9]{4})")
_AGAIN = re.compile(r"([1-9][0-9]*)([B-Z]?)")
_PLACES_OF_31_BITS = 5  # 37**5 < 2**31


class Kind(StrEnum):
    """The four forms."""

    DIGITS = "digits"  # a whole number, or digits of one fixed width
    DIGITS_REUSE = "digits_reuse"  # the same, and a small letter from b on if the number was given again
    LETTER_MIXED = "letter_mixed"  # a letter, a letter or digit, four digits
    PACKED = "packed"  # digits and capitals, zeros kept


class Of(StrEnum):
    """Whose number it is."""

    MEMBER = "member"
    CLUB = "club"


MOST = {Kind.DIGITS: 9, Kind.DIGITS_REUSE: 6, Kind.LETTER_MIXED: 6, Kind.PACKED: 12}  # characters


def noop(text: str) -> str:
    """Mark an English sentence for the catalogues; it is translated when a user reads it."""
    return text


COUNTS = (
    "", noop("one"), noop("two"), noop("three"), noop("four"), noop("five"), noop("six"), noop("seven"), noop("eight"),
    noop("nine"), noop("ten"), noop("eleven"), noop("twelve"),
)  # fmt: skip
FIXED = noop("%(most)s digits")
PHRASES = {
    Kind.DIGITS: noop("one to %(most)s digits"),
    Kind.DIGITS_REUSE: noop("one to %(most)s digits, and a small letter if it was given again"),
    Kind.LETTER_MIXED: noop("a letter, a letter or a digit, and four digits"),
    Kind.PACKED: noop("one to %(most)s letters and digits"),
}
SENTENCES = {
    Of.MEMBER: noop("“%(text)s” is not a member number: it must have %(form)s."),
    Of.CLUB: noop("“%(text)s” is not a club number: it must have %(form)s."),
}


class Shape(NamedTuple):
    """What a form looks like in words: a template, and the word of its count (both keys of translations)."""

    template: str
    most: str


class NumberError(ValueError):
    """The text is not a number of the form. English here; `federation.members.numbers` translates it."""

    def __init__(self, text: str, form: "NumberForm") -> None:
        self.text, self.form = text[:20], form
        self.template = SENTENCES[form.of]
        shape = form.shape
        super().__init__(self.template % {"text": self.text, "form": shape.template % {"most": shape.most}})


@dataclass(frozen=True)
class NumberForm:
    """The form of all member numbers, or all club numbers, of a federation.

    ``most`` is the highest count of digits (1 to 9, of numbers given again 1 to 6) or of letters and digits (1 to 12).
    With a ``width``, numbers of digits have exactly so many and keep their zeros; 0: no fixed width.
    """

    kind: Kind
    most: int = 6
    width: int = 0
    of: Of = Of.MEMBER

    def __post_init__(self) -> None:
        if not 1 <= self.most <= MOST[self.kind]:
            raise ValueError(f"{self.kind} numbers have 1 to {MOST[self.kind]} characters, not {self.most}")
        if self.width and (self.kind != Kind.DIGITS or self.width > MOST[self.kind]):
            raise ValueError(f"{self.kind} numbers cannot have a fixed width of {self.width}")

    @property
    def bits(self) -> int:
        """Return 31 or 63: how large keys become."""
        return 63 if self.kind == Kind.PACKED and self.most > _PLACES_OF_31_BITS else 31

    @property
    def is_of_digits(self) -> bool:
        """Return whether numbers are whole numbers, but for those given again."""
        return self.kind in {Kind.DIGITS, Kind.DIGITS_REUSE}

    def is_plain(self, key: int) -> bool:
        """Return whether the number of the key, and of every lower one, is the key itself in digits."""
        return self.is_of_digits and not self.width and (self.kind == Kind.DIGITS or key < _REUSED)

    @property
    def shape(self) -> Shape:
        """Return what numbers look like, in words."""
        return Shape(FIXED, COUNTS[self.width]) if self.width else Shape(PHRASES[self.kind], COUNTS[self.most])

    def canonical(self, text: str) -> str:
        """Return the canonical spelling of a number: without blanks around it, in capitals, without leading zeros.

        Zeros stay where they count. The letter of a number given again is small. Raise `NumberError`.
        """
        written = text.strip()
        capitals = written.upper() if written.isascii() else ""
        match self.kind:
            case Kind.DIGITS if self.width:
                fits, found = len(capitals) == self.width and capitals.isdigit() and int(capitals) > 0, capitals
            case Kind.DIGITS:
                found = capitals.lstrip("0")
                fits = found.isdigit() and len(found) <= self.most
            case Kind.DIGITS_REUSE:
                found = capitals.lstrip("0").lower()
                again = _AGAIN.fullmatch(found.upper())
                fits = again is not None and len(again[1]) <= self.most
            case Kind.LETTER_MIXED:
                fits, found = _MIXED.fullmatch(capitals) is not None, capitals
            case Kind.PACKED:
                fits, found = 1 <= len(capitals) <= self.most and capitals.isalnum(), capitals
        if not fits:
            raise NumberError(written, self)
        return found

    def find(self, text: str) -> str:
        """Return the canonical spelling of a number, "" if the text is none."""
        try:
            return self.canonical(text)
        except NumberError:
            return ""

    def key(self, text: str) -> int:
        """Return the key of a number, in any spelling. Raise `NumberError`."""
        number = self.canonical(text)
        match self.kind:
            case Kind.DIGITS:
                return int(number)
            case Kind.DIGITS_REUSE:
                digits = number.rstrip(string.ascii_lowercase)
                letter = number[len(digits) :]
                return int(digits) + (_place_of(letter) * _REUSED if letter else 0)
            case Kind.LETTER_MIXED:
                first, second = _SIGNS.index(number[0]) - 10, _SIGNS.index(number[1])
                return (first * len(_SIGNS) + second) * _RANKS + int(number[2:]) + 1
            case Kind.PACKED:
                places = [_SIGNS.index(sign) + 1 for sign in number]
                return _in_base([*places, *[0] * (self.most - len(places))])

    def number(self, key: int) -> str:
        """Return the number of a key. Raise `ValueError` if it is not a key of this form."""
        found = self._written(key) if key > 0 else ""
        if not self.find(found) or self.key(found) != key:
            raise ValueError(f"{key} is not the key of a number of the form {self.kind}")
        return found

    def _written(self, key: int) -> str:
        match self.kind:
            case Kind.DIGITS:
                return f"{key:0{self.width or 1}d}"
            case Kind.DIGITS_REUSE:
                place, digits = divmod(key, _REUSED)
                return f"{digits}{string.ascii_lowercase[place - 1] if 2 <= place <= 26 else ''}"
            case Kind.LETTER_MIXED:
                signs, rank = divmod(key - 1, _RANKS)
                first, second = divmod(signs, len(_SIGNS))
                return f"{_SIGNS[first + 10]}{_SIGNS[second]}{rank:04d}" if first < 26 else ""
            case Kind.PACKED:
                places = []
                for _place in range(self.most):
                    key, place = divmod(key, _BASE)
                    places.append(place)
                return "".join(_SIGNS[place - 1] for place in reversed(places) if place)


def _place_of(letter: str) -> int:
    """Return the place of a small letter in the alphabet: b is 2."""
    return string.ascii_lowercase.index(letter) + 1


def _in_base(places: list[int]) -> int:
    found = 0
    for place in places:
        found = found * _BASE + place
    return found
