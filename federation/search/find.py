"""Find what people typed in the index, the nearest first.

Both statements are written out: Django would take three times as long to build them as the database to answer.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence

from django.db import connection

from federation.identity.nicknames import forms_of
from federation.models import SearchPlace, SearchSpelling, SearchText, SearchWord
from federation.search.spellings import distance, spellings, wanted_words, words_of

LAST_CHARACTER = "\U0010ffff"
READ = 100  # texts of a kind that are compared
SHORTEST = 2  # letters; a single letter can only be the initial of a name
NICKNAME = 2  # the distance of another form of a first name
TEXT, WORD, SPELLING, PLACE = (model._meta.db_table for model in (SearchText, SearchWord, SearchSpelling, SearchPlace))
Rows = list[tuple]


class Search:
    """A search for what a user typed. One query."""

    def __init__(self, text: str) -> None:
        words = wanted_words(text)
        self._initials = [word for word in words if len(word) < SHORTEST]
        self._words = [word for word in words if len(word) >= SHORTEST]
        self._ids = dict(_candidates(self._words)) if self._words else {}
        self._meant = [_meant_by(word, self._ids) for word in self._words]

    def rows(self, kinds: Collection[str]) -> dict[str, list[int]]:
        """Return the rows of these kinds that have all the words, the nearest first. One query."""
        found: dict[str, list[int]] = defaultdict(list)
        if self._meant and all(self._meant):
            ranked = [(self._distance(text), text, kind, row) for kind, row, text in self._texts(list(kinds))]
            for _far, _text, kind, row in sorted(each for each in ranked if each[0] >= 0):
                found[kind].append(row)
        return found

    def _texts(self, kinds: Sequence[str]) -> Rows:
        """Return texts that have a word for each written one: of each kind those that begin with it, then others."""
        ids = [[self._ids[word] for word in meant] for meant in self._meant]
        places = " INTERSECT ".join(f"SELECT text_id FROM {PLACE} WHERE word_id IN {_holes(each)}" for each in ids)  # noqa: S608 - names of our models
        order = "CASE WHEN text LIKE %s THEN 0 ELSE 1 END, text"
        rows = (
            f"SELECT kind, row, text, row_number() OVER (PARTITION BY kind ORDER BY {order}) AS place "  # noqa: S608 - the same
            f"FROM {TEXT} WHERE id IN ({places}) AND kind IN {_holes(kinds)}"
        )
        values = [f"{self._words[0]}%", *(number for each in ids for number in each), *kinds]
        return _ask(f"SELECT kind, row, text FROM ({rows}) AS found WHERE place <= {READ}", values)  # noqa: S608 - the same

    def _distance(self, text: str) -> float:
        """Return how far a text is from what was typed; -1 if an initial does not fit."""
        words = words_of(text)
        if any(not any(word.startswith(initial) for word in words) for initial in self._initials):
            return -1
        far = sum(min(meant[word] for word in words if word in meant) for meant in self._meant)
        return far if words[0] in self._meant[0] else far + 0.5


def _candidates(words: Sequence[str]) -> Rows:
    """Return the words of the index, with their ids, that begin with one of these or share a spelling with it."""
    forms = sorted({*words, *(form for word in words for form in forms_of(word))})
    written = sorted({form for word in words for form in spellings(word)})
    begins = " OR ".join(["(word >= %s AND word < %s)"] * len(words))
    ends = (end for word in words for end in (word, word + LAST_CHARACTER))
    return _ask(
        f"SELECT word, id FROM {WORD} WHERE word IN {_holes(forms)} OR {begins} UNION "  # noqa: S608 - names of our models
        f"SELECT {WORD}.word, {WORD}.id FROM {SPELLING} JOIN {WORD} ON {WORD}.id = word_id "
        f"WHERE spelling IN {_holes(written)}",
        [*forms, *ends, *written],
    )


def _meant_by(written: str, known: Collection[str]) -> dict[str, int]:
    """Return which words of the index a written one may mean, each with its distance."""
    forms, meant = forms_of(written), {}
    for word in known:
        far = distance(written, word)
        if far is None and word in forms:
            far = NICKNAME
        if far is not None:
            meant[word] = far
    return meant


def _ask(statement: str, values: Sequence[object]) -> Rows:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def _holes(values: Collection[object]) -> str:
    return f"({', '.join(['%s'] * len(values))})"
