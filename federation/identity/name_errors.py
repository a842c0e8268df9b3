"""Compare a name as written in a file with the name of a member: what differs, and how alike both are. Pure."""

import re
from enum import StrEnum
from typing import NamedTuple

from federation.identity.names import PersonName, folded, same_person
from federation.identity.nicknames import are_forms_of_one_name

# What one letter or group of letters is often written for, in the order of application: Dutch, French, German.
_SOUNDS = (
    *(("eaux", "o"), ("ault", "o"), ("eau", "o"), ("aux", "o"), ("aud", "o"), ("sch", "s"), ("ph", "f"), ("pf", "f")),
    *(("th", "t"), ("dt", "t"), ("tz", "s"), ("ts", "s"), ("ck", "k"), ("cq", "k"), ("ch", "k"), ("qu", "k")),
    *(("gh", "g"), ("x", "ks"), ("ij", "i"), ("ei", "i"), ("ey", "i"), ("ai", "i"), ("ay", "i"), ("ie", "i")),
    *(("ce", "se"), ("ci", "si"), ("cy", "si"), ("ae", "a"), ("oe", "o"), ("ue", "u"), ("ou", "u")),
)
_LETTERS = str.maketrans("cqdvwzy", "kktffsi", "h")
_REPEATED = re.compile(r"(.)\1+")
_VOWELS = str.maketrans("", "", "aeiou")
_ALIKE_FROM = 50  # of 100: less in common says nothing
_LAST, _FIRST = 0.55, 0.45  # weights of the two parts of a name
_PARTICLE = 2  # letters: of, de, la
_SHORT = 4  # letters; in shorter words one other letter makes another name


class Difference(StrEnum):
    """How a written name differs from the member's."""

    NONE = "none"
    ORDER = "order"  # last and first name swapped
    INITIAL = "initial"  # only the initial of the first name
    NO_FIRST_NAME = "no_first_name"
    NICKNAME = "nickname"  # another form of the first name
    SOUND = "sound"  # the same sound, written differently
    LETTER = "letter"  # one letter wrong, missing or too many, or two swapped
    PART = "part"  # one part of a double name is missing
    ALIKE = "alike"  # several letters


class Comparison(NamedTuple):
    """How alike two names are, 0 to 100 (the same), and what differs."""

    score: int
    differences: tuple[Difference, ...]


_POINTS = {
    Difference.NONE: 100, Difference.LETTER: 90, Difference.SOUND: 90, Difference.NICKNAME: 90, Difference.PART: 82,
    Difference.INITIAL: 75, Difference.NO_FIRST_NAME: 55,
}  # fmt: skip


def sound(word: str) -> str:
    """Return how a folded word sounds, the same for spellings of one sound: ``meyer`` and ``maier`` are ``mir``."""
    for written, heard in _SOUNDS:
        if written in word:
            word = word.replace(written, heard)
    heard = _REPEATED.sub(r"\1", word.translate(_LETTERS)).replace("ier", "ir")
    return heard[:-1] if len(heard) >= _SHORT and heard.endswith("e") else heard  # silent in French


def consonants(word: str) -> str:
    """Return the key under which a word is searched: its sound without vowels, a vowel at its start as ``a``."""
    heard = sound(word)
    start = "a" if heard[:1] in "aeiou" else ""
    return start + heard.translate(_VOWELS)


def differ_by_one(one: str, other: str) -> bool:
    """Return whether one letter is wrong, missing or too many, or two neighbours are swapped."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1 or one == other:
        return False
    start = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    if len(short) < len(long):
        return short[start:] == long[start + 1 :]
    swapped = short[start : start + 2] == long[start : start + 2][::-1]
    return short[start + 1 :] == long[start + 1 :] or (swapped and short[start + 2 :] == long[start + 2 :])


def compare(written: PersonName, known: PersonName) -> Comparison:
    """Return how a written name agrees with a member's: in its order, or with its two parts swapped."""
    one, other = (folded(written.last), folded(written.first)), (folded(known.last), folded(known.first))
    straight = _compared(one, other)
    if straight.score == 100 or not (one[1] and other[1]):
        return straight
    if straight.score >= _ALIKE_FROM and same_person(written, known):
        return Comparison(99, (Difference.SOUND,))
    turned = _compared(one[::-1], other)
    if turned.score <= straight.score:
        return straight
    return Comparison(turned.score - 2, (Difference.ORDER, *turned.differences))


def _compared(written: tuple[str, ...], known: tuple[str, ...]) -> Comparison:
    last, first = _last_names(written[0], known[0]), _first_names(written[1], known[1])
    found = tuple(dict.fromkeys(each.difference for each in (last, first) if each.difference != Difference.NONE))
    return Comparison(round(_LAST * last.points + _FIRST * first.points) if found else 100, found)


class _Part(NamedTuple):
    points: int
    difference: Difference


def _of(difference: Difference) -> _Part:
    return _Part(_POINTS[difference], difference)


def _last_names(one: str, other: str) -> _Part:
    closed, others = one.replace(" ", ""), other.replace(" ", "")
    if closed == others:
        return _of(Difference.NONE)
    if min(len(closed), len(others)) >= _SHORT and differ_by_one(closed, others):
        return _of(Difference.LETTER)
    if sound(closed) == sound(others):
        return _of(Difference.SOUND)
    if _shares_a_part(one, other):
        return _of(Difference.PART)
    alike = min(79, _shared_pairs(one, other))
    return _Part(alike if alike >= _ALIKE_FROM else 0, Difference.ALIKE)


def _shared_pairs(one: str, other: str) -> int:
    """Return how many pairs of neighbouring letters both have, in per cent."""
    pairs, others = set(zip(f" {one}", f"{one} ", strict=True)), set(zip(f" {other}", f"{other} ", strict=True))
    return round(200 * len(pairs & others) / (len(pairs) + len(others)))


def _first_names(one: str, other: str) -> _Part:
    if not one or not other:
        return _of(Difference.NONE if one == other else Difference.NO_FIRST_NAME)
    words, others = one.split(), other.split()
    if _are_initials(words, others) or _are_initials(others, words):
        return _of(Difference.INITIAL)
    found = _last_names(one, other)
    if found.difference not in {Difference.NONE, Difference.LETTER} and _are_forms(words[0], others[0]):
        return _of(Difference.NICKNAME)
    return found


def _are_forms(one: str, other: str) -> bool:
    """Return whether both are forms of one first name, listed or cut: ``lot`` for ``lotte``."""
    short, long = sorted((one, other), key=len)
    return are_forms_of_one_name(one, other) or (len(short) > _PARTICLE and long.startswith(short))


def _are_initials(words: list[str], names: list[str]) -> bool:
    """Return whether the words are the first letters of the names: ``j p`` and ``jp`` of ``jean pierre``."""
    if len(words) == 1 and len(words[0]) == len(names) > 1:
        words = list(words[0])
    is_short = all(len(word) == 1 for word in words) and len(words) <= len(names) < len("".join(names))
    return is_short and all(name.startswith(word) for word, name in zip(words, names, strict=False))


def _shares_a_part(one: str, other: str) -> bool:
    """Return whether all words of the shorter name are in the longer one, one of them long enough to tell."""
    words, others = sorted((one.split(), other.split()), key=len)
    return len(words) < len(others) and set(words) <= set(others) and max(map(len, words), default=0) > _PARTICLE
