"""Find among many names those that a few written ones may mean, with any kind of typing error. Pure.

The words of a name are looked up, each with its usual errors: one letter, its sound, another form of a first name.
A word that many names share is judged once.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate

from federation.identity.name_errors import consonants
from federation.identity.names import PersonName, folded
from federation.identity.nicknames import forms_of

MOST = 40  # names found for a written one: the likeliest
_SHORTEST = 4  # letters of a word in which one may be wrong
_FEWEST_WORDS = 3  # of a name whose particles others may write together: van den Bergh


class NameSearch:
    """The written names, ready to be looked for."""

    def __init__(self, names: Sequence[PersonName]) -> None:
        self._written = [_Written(name) for name in names]
        self._errors: dict[str, set[int]] = defaultdict(set)
        self._sounds: dict[str, set[int]] = defaultdict(set)
        self._exact: dict[str, set[int]] = defaultdict(set)
        for place, written in enumerate(self._written):
            for word in written.words:
                self._exact[word].add(place)
                self._sounds[consonants(word)].add(place)
                for form in forms_of(word):
                    self._exact[form].add(place)
                if len(word) >= _SHORTEST:
                    for error in _with_errors(word):
                        self._errors[error].add(place)

    def among(self, keys: Iterable[tuple[int, str]]) -> list[list[int]]:
        """Return for each written name the ids of names that may be meant; ``keys``: each id with its `search_key`."""
        meant: dict[str, tuple[int, ...]] = {}
        found: list[dict[int, str]] = [{} for _ in self._written]
        for pk, key in keys:  # of all members: every call counts
            words = key.split()
            for word in words if len(words) < _FEWEST_WORDS else _words(key):
                places = meant.get(word)
                if places is None:
                    places = meant[word] = self._meant_by(word)
                for place in places:
                    found[place][pk] = key
        return [written.likeliest(names) for written, names in zip(self._written, found, strict=True)]

    def _meant_by(self, word: str) -> tuple[int, ...]:
        """Return which written names may have this word."""
        places = self._exact.get(word, set()) | self._sounds.get(consonants(word), set())
        if len(word) >= _SHORTEST:
            for error in _with_errors(word):
                places = places | self._errors.get(error, set())
        return tuple(places)


class _Written:
    """A written name: its words, and how much another name has of them."""

    def __init__(self, name: PersonName) -> None:
        last, first = folded(name.last), folded(name.first)
        whole = f"{last} {first}".strip()
        self.words = [word for word in dict.fromkeys(_words(whole)) if len(word) > 1]
        self._first, self._pairs = first[:1], _pairs(whole)

    def likeliest(self, names: dict[int, str]) -> list[int]:
        """Return the ids of the most similar names, at most `MOST`."""
        return sorted(names, key=lambda pk: (-self._likeness(names[pk]), pk))[:MOST]

    def _likeness(self, key: str) -> float:
        pairs = _pairs(key)
        initial = bool(self._first) and f" {self._first}" in key
        return 2 * len(self._pairs & pairs) / (len(self._pairs) + len(pairs)) + initial * 0.2


def _words(key: str) -> list[str]:
    """Return the words of a name; of several also the first ones written together."""
    words = key.split()
    return words if len(words) < _FEWEST_WORDS else words + list(accumulate(words[:-1]))[1:]


def _pairs(key: str) -> set[str]:
    return {key[place : place + 2] for place in range(len(key) - 1)}


def _with_errors(word: str) -> set[str]:
    """Return the word, and the word without each of its letters: words one error apart share one of these."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}
