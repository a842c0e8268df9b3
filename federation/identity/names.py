"""Names of people: a canonical form, and whether two spellings can belong to the same person. Pure."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice, product
from typing import NamedTuple

_LATIN_BLOCKS = (range(0xC0, 0x2B0), range(0x1E00, 0x1F00), range(0x2C60, 0x2C80))
_PLAIN_LETTER = re.compile(r"LATIN (CAPITAL|SMALL) LETTER (?:DOTLESS )?([A-Z])(?: WITH .*)?")  # H WITH STROKE


def _plain_letters() -> dict[str, str]:
    """Return plain letters for those that Unicode does not decompose; most are named after their plain letter."""
    found = {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th"}
    found |= dict(zip("ðÐŋŊəƏǝƎɛƐɔƆʒƷɣƔĸ", "dDnNeEeEeEoOzZgGq", strict=True))
    for letter in map(chr, chain.from_iterable(_LATIN_BLOCKS)):
        named = _PLAIN_LETTER.fullmatch(unicodedata.name(letter, ""))
        if named and not unicodedata.decomposition(letter):
            found[letter] = named[2] if named[1] == "CAPITAL" else named[2].lower()
    return found


PLAIN_LETTERS = _plain_letters()  # ħ is h; letters that Unicode decomposes, such as é, are not included
_LETTERS = str.maketrans(PLAIN_LETTERS)
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_WRITTEN_OUT = re.compile(r"([aou])e")
_MOST_WORDS = 12  # of a searched name
_MOST_FORMS = 16  # of one name, with two or three per word
_SEPARATORS = re.compile(r"[^a-z0-9]+")
_ACADEMIC_TITLES = re.compile(r"\b(?:prof|dr|dipl|ing|mag)\.", re.IGNORECASE)  # `Kiese,Matthias,Dr.`: German lists
_SHORTEST_CUT = (
    19  # Papi cuts each name at 20 letters (a trailing space is lost), old PLAYER lists the whole name at 25
)


class PersonName(NamedTuple):
    """A name in its two parts, as it was written."""

    last: str
    first: str = ""

    def __str__(self) -> str:
        return whole_name(*self)


def whole_name(last: str, first: str) -> str:
    """Return both parts as ``Last, First``, or the last name if there is no first name."""
    return f"{last}, {first}" if first else last


def folded(text: str) -> str:
    """Return the text in lower case, without accents, words separated by a space: ``O'Neil-Łuk`` -> ``o neil luk``."""
    plain = text.casefold()
    if not plain.isascii():  # most names are
        letters = unicodedata.normalize("NFKD", plain).translate(_LETTERS)  # ǽ is æ with an accent
        plain = "".join(c for c in letters if not unicodedata.combining(c))
    return _SEPARATORS.sub(" ", plain).strip()


def search_key(last_name: str, first_name: str) -> str:
    """Return the key of an index on names: the folded last name, then the first."""
    return f"{folded(last_name)} {folded(first_name)}".strip()


def search_keys(name: str) -> set[str]:
    """Return every `search_key` that a name written like this may have: ``Jan van den Bergh``, ``MUELLER Udo``.

    The last name may start at any word, and ``ü`` is ``u`` or ``ue`` in each; for a name with many of these, not all
    spellings are tried. A text too long for a name has no key.
    """
    parts = name.split()
    if len(parts) > _MOST_WORDS:
        return set()
    words = (dict.fromkeys([folded(part), *_spellings(part)]) for part in parts)
    forms = [" ".join(form).split() for form in islice(product(*words), _MOST_FORMS)]
    return {" ".join(form[first:] + form[:first]) for form in forms for first in range(len(form))}


def matching_key(last_name: str, first_name: str) -> str:
    """Return one form for all spellings of a name: folded, without spaces and titles, words in alphabetical order.

    Files disagree on hyphens, spaces and which word is the first name; the sorted words are the same.
    """
    text = f"{last_name} {first_name}"
    if "." in text:
        text = _ACADEMIC_TITLES.sub(" ", text)
    return "".join(sorted(folded(text).split()))


def split_name(text: str) -> PersonName:
    """Return the two parts of a name, split at the comma (``Van den Berg, Jan``) or before the last word.

    Lists that write ``VAN DEN BERG JAN`` do not say where the last name ends; most people have one first name.
    """
    text = " ".join(text.split())
    if "," in text:
        last, _, first = text.partition(",")
        return PersonName(last.strip(), first.strip())
    last, _, first = text.rpartition(" ")
    return PersonName(last, first) if last else PersonName(first)


def same_person(one: PersonName, other: PersonName) -> bool:
    """Return whether both can be spellings of one person's name. Necessary, never sufficient: people share names.

    Accents, capitals, hyphens, apostrophes, spaces and academic titles are ignored, ``ü`` is ``u`` and ``ue``, the
    first name may come first, and a name that a program cut (at 20 letters or later) matches the whole one.
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
    """Return how similar two names are, 0 (nothing in common) to 100 (`same_person`); for suggestions, not decisions.

    It is Dice's coefficient of the pairs of adjacent letters in each word, so the order of the words does not matter.
    """
    if same_person(one, other):
        return 100
    pairs, others = _letter_pairs(one), _letter_pairs(other)
    total = pairs.total() + others.total()
    return min(99, round(200 * (pairs & others).total() / total)) if total else 0


def _whole_forms(name: PersonName) -> set[str]:
    """Return the sorted words of the name, with ``ü`` read as ``u`` and as ``ue``."""
    forms = {matching_key(name.last, name.first)}
    if not f"{name.last}{name.first}".isascii():
        forms.add(matching_key(*(part.casefold().translate(_TWO_LETTERS) for part in name)))
    return forms


def _spellings(word: str) -> tuple[str, str]:
    """Return the word with ``ü`` written out, and with ``ue`` read as ``ü``."""
    return folded(word.casefold().translate(_TWO_LETTERS)), _WRITTEN_OUT.sub(r"\1", folded(word))


def _agree(one: str, other: str) -> bool:
    """Return whether the letters are the same, or one is the start of the other and long enough to have been cut."""
    short, long = sorted((one.strip(), other.strip()), key=len)
    key, whole = folded(short).replace(" ", ""), folded(long).replace(" ", "")
    return key == whole or (len(long) > len(short) >= _SHORTEST_CUT and whole.startswith(key))


def _letter_pairs(name: PersonName) -> Counter[tuple[str, str]]:
    return Counter(_neighbours(search_key(*name)))


def _neighbours(key: str) -> Iterator[tuple[str, str]]:
    """Return the pairs of adjacent letters of folded words, with a space before and after each word."""
    return zip(f" {key}", f"{key} ", strict=True) if key else iter(())
