"""Words as people write them, and how close a written word is to a word of the index. Pure."""

from itertools import accumulate

from federation.identity.name_errors import differ_by_one, sound
from federation.identity.names import folded

LONGEST = 40  # letters of a word that are looked at
MOST_WORDS = 60  # of a text
_SHORTEST = 4  # letters of a word in which one may be wrong
_PARTICLE = 3  # letters: van, der, le
_SAME, _BEGINNING, _ERROR, _ALIKE = 0, 1, 2, 4  # distance of a word from what was written


def words_of(text: str) -> list[str]:
    """Return the words of a folded text, each once, and its particles written together with what follows.

    ``d hondt jan`` is found as ``dhondt``, ``van den bergh jan`` as ``vandenbergh`` and as ``vanden``.
    """
    words = text.split()[:MOST_WORDS]
    joined: list[str] = []
    for place, word in enumerate(words):
        if len(word) <= _PARTICLE and (place == 0 or len(words[place - 1]) > _PARTICLE):
            joined += list(accumulate(words[place : place + 4]))[1:]
    return [word[:LONGEST] for word in dict.fromkeys([*words, *joined])]


def wanted_words(text: str, most: int = 6) -> list[str]:
    """Return the words of what people typed."""
    return [word[:LONGEST] for word in folded(text).split()[:most]]


def spellings(word: str) -> set[str]:
    """Return the word and its sound, and both without each of their letters.

    Words that are one error apart, in their letters or in their sound, share one of these. A short word has its sound
    only, and a number itself.
    """
    if not word.isalpha():
        return {word}
    if len(word) < _SHORTEST:
        return {word, sound(word)}
    return _without_a_letter(word) | _without_a_letter(sound(word))


def distance(written: str, word: str) -> int | None:
    """Return how far a word of the index is from a written one, 0 for the same; None if it is another word."""
    if written == word:
        return _SAME
    if word.startswith(written):
        return _BEGINNING
    if not (written.isalpha() and word.isalpha()):
        return None
    if len(written) >= _SHORTEST and differ_by_one(written, word):
        return _ERROR
    heard, known = sound(written), sound(word)
    if heard == known:
        return _ERROR
    return _ALIKE if min(len(heard), len(known)) >= _SHORTEST and differ_by_one(heard, known) else None


def _without_a_letter(word: str) -> set[str]:
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}
