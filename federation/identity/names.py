"""Names of people: one canonical form, and whether two spellings can be one person's. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice, product
from typing import NamedTuple

_LATIN_BLOCKS = (range(0xC0, 0x2B0), range(0x1E00, 0x1F00), range(0x2C60, 0x2C80))
_PLAIN_LETTER = re.compile(r"LATIN (CAPITAL|SMALL) LETTER (?:DOTLESS )?([A-Z])(?: WITH .*)?")  # H WITH STROKE


def _plain_letters() -> dict[str, str]:
    """What is written for the letters in which Unicode sees no letter with an accent; most are named after theirs."""
    found = {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th"}
    found |= dict(zip("ðÐŋŊəƏǝƎɛƐɔƆʒƷɣƔĸ", "dDnNeEeEeEoOzZgGq", strict=True))
    for letter in map(chr, chain.from_iterable(_LATIN_BLOCKS)):
        named = _PLAIN_LETTER.fullmatch(unicodedata.name(letter, ""))
        if named and not unicodedata.decomposition(letter):
            found[letter] = named[2] if named[1] == "CAPITAL" else named[2].lower()
    return found


PLAIN_LETTERS = _plain_letters()  # ħ is h; what Unicode decomposes, such as é, is not among them
_LETTERS = str.maketrans(PLAIN_LETTERS)
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_WRITTEN_OUT = re.compile(r"([aou])e")
_MOST_WORDS = 12  # of a name that is searched for
_MOST_FORMS = 16  # of one name, with two or three of each word
_SEPARATORS = re.compile(r"[^a-z0-9]+")
_ACADEMIC_TITLES = re.compile(r"\b(?:prof|dr|dipl|ing|mag)\.", re.IGNORECASE)  # `Kiese,Matthias,Dr.`: German lists
_SHORTEST_CUT = 19  # Papi cuts each name at 20 letters (a blank at the end is lost), old PLAYER lists the whole at 25


class PersonName(NamedTuple):
    """A name in its two parts, as somebody wrote them."""

    last: str
    first: str = ""

    def __str__(self) -> str:
        return whole_name(*self)


def whole_name(last: str, first: str) -> str:
    """Both parts in one: ``Last, First``, of somebody without first name the last alone."""
    return f"{last}, {first}" if first else last


def folded(text: str) -> str:
    """Lower case, without accents, words separated by single blanks: ``O'Neil-Łuk`` -> ``o neil luk``."""
    plain = text.casefold()
    if not plain.isascii():  # most names are
        letters = unicodedata.normalize("NFKD", plain).translate(_LETTERS)  # ǽ is æ with an accent
        plain = "".join(c for c in letters if not unicodedata.combining(c))
    return _SEPARATORS.sub(" ", plain).strip()


def search_key(last_name: str, first_name: str) -> str:
    """What an index on names holds: the folded last name, then the first."""
    return f"{folded(last_name)} {folded(first_name)}".strip()


def search_keys(name: str) -> set[str]:
    """Every `search_key` that a person may have whose name is written so: ``Jan van den Bergh``, ``MUELLER Udo``.

    The last name may begin at any word, and ``ü`` is ``u`` or ``ue`` in each; of a name with many of these not all
    spellings are tried. What is too long for a name has none.
    """
    parts = name.split()
    if len(parts) > _MOST_WORDS:
        return set()
    words = (dict.fromkeys([folded(part), *_spellings(part)]) for part in parts)
    forms = [" ".join(form).split() for form in islice(product(*words), _MOST_FORMS)]
    return {" ".join(form[first:] + form[:first]) for form in forms for first in range(len(form))}


def matching_key(last_name: str, first_name: str) -> str:
    """One form for all spellings of a person: folded, without blanks and titles, the words in alphabetical order.

    Files disagree on hyphens, blanks, and on which word is the first name; the sorted words do not.
    """
    text = f"{last_name} {first_name}"
    if "." in text:
        text = _ACADEMIC_TITLES.sub(" ", text)
    return "".join(sorted(folded(text).split()))


def split_name(text: str) -> PersonName:
    """The two parts of a name: split at the comma (``Van den Berg, Jan``), else the last word is the first name.

    Lists that write ``VAN DEN BERG JAN`` do not say where the last name ends; one first name is the usual case.
    """
    text = " ".join(text.split())
    if "," in text:
        last, _, first = text.partition(",")
        return PersonName(last.strip(), first.strip())
    last, _, first = text.rpartition(" ")
    return PersonName(last, first) if last else PersonName(first)


def same_person(one: PersonName, other: PersonName) -> bool:
    """Whether both can be spellings of one person's name. Necessary, never sufficient: people share names.

    Accents, capitals, hyphens, apostrophes, blanks and academic titles do not count, ``ü`` is ``u`` and ``ue``, the
    first name may stand first, and a name that a program cut (at 20 letters or later) agrees with the whole one.
    """
    forms, others = _whole_forms(one), _whole_forms(other)
    if "" in forms | others:
        return False
    if forms & others:
        return True
    straight = _agree(one.last, other.last) and _agree(one.first, other.first)
    swapped = _agree(one.last, other.first) and _agree(one.first, other.last)
    return straight or swapped or _agree(f"{one.last} {one.first}", f"{other.last} {other.first}")


def similarity(one: PersonName, other: PersonName) -> int:
    """How alike two names are, 0 (nothing in common) to 100 (`same_person`); for suggestions, never for a decision.

    Dice's coefficient on the pairs of neighbouring letters of each word, so the order of the words does not matter.
    """
    if same_person(one, other):
        return 100
    pairs, others = _letter_pairs(one), _letter_pairs(other)
    total = pairs.total() + others.total()
    return min(99, round(200 * (pairs & others).total() / total)) if total else 0


class Likeness:
    """A name that is looked for among many: how alike another is at most, at a fraction of what `similarity` costs."""

    def __init__(self, name: PersonName) -> None:
        pairs = _letter_pairs(name)
        self._pairs, self._total = frozenset(pairs), pairs.total()
        self._repeated = self._total - len(pairs)
        self._letters = _sorted_letters(search_key(*name))
        self._is_plain, self._length = _is_plain(name), len("".join(name))

    def at_most(self, other: PersonName, key: str) -> int:
        """Never less than the `similarity` of both; ``key`` is the other's `search_key`."""
        is_cut = min(self._length, len("".join(other))) >= _SHORTEST_CUT - 1  # or may be: both parts, without the blank
        if is_cut or not (self._is_plain and _is_plain(other)) or self._letters == _sorted_letters(key):
            return 100  # what `same_person` forgives may leave few pairs in common
        common = len(self._pairs.intersection(_neighbours(key))) + self._repeated
        total = self._total + len(key) + 1
        return min(100, -(-200 * common // total))


def _sorted_letters(key: str) -> list[str]:
    return sorted(key.replace(" ", ""))


def _is_plain(name: PersonName) -> bool:
    """Nothing in it is read in two ways: no letter with an accent, no title."""
    text = f"{name.last}{name.first}"
    return text.isascii() and "." not in text


def _whole_forms(name: PersonName) -> set[str]:
    """The sorted words of the name, with ``ü`` read as ``u`` and as ``ue``."""
    forms = {matching_key(name.last, name.first)}
    if not f"{name.last}{name.first}".isascii():
        forms.add(matching_key(*(part.casefold().translate(_TWO_LETTERS) for part in name)))
    return forms


def _spellings(word: str) -> tuple[str, str]:
    """The word with ``ü`` written out, and with ``ue`` read as ``ü``."""
    return folded(word.casefold().translate(_TWO_LETTERS)), _WRITTEN_OUT.sub(r"\1", folded(word))


def _agree(one: str, other: str) -> bool:
    """The same letters, or the shorter is the beginning of the longer and long enough to have been cut."""
    short, long = sorted((one.strip(), other.strip()), key=len)
    key, whole = folded(short).replace(" ", ""), folded(long).replace(" ", "")
    return key == whole or (len(long) > len(short) >= _SHORTEST_CUT and whole.startswith(key))


def _letter_pairs(name: PersonName) -> Counter[tuple[str, str]]:
    return Counter(_neighbours(search_key(*name)))


def _neighbours(key: str) -> Iterator[tuple[str, str]]:
    """The pairs of neighbouring letters of folded words; blanks are before and behind each word."""
    return zip(f" {key}", f"{key} ", strict=True) if key else iter(())
