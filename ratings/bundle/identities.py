"""The name of a member in a bundle: the member number, or a pseudonym if the member is hidden. Minors are not named."""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from django.db.models import Q
from django.utils.crypto import salted_hmac

from federation.files.text_columns import Cells, texts
from federation.models import Member
from federation.profiles.reading import profile
from ratings.games.players import People, look_up
from ratings.models import RatingList
from ratings.systems.period import Flags, Ints

DIGITS = 16


@dataclass(frozen=True)
class Identities:
    """The names beside ``ids``, in ascending order; the first is nobody (id 0)."""

    ids: Ints
    texts: list[str]
    order: Ints  # place in the bundle's order: keys, then pseudonyms; a pseudonym's place reveals no key
    nameless: Flags  # hidden members and minors
    hidden: Flags  # those with a pseudonym

    def places(self, ids: Ints) -> Ints:
        """Return the places of these members; 0 is nobody."""
        return look_up(self.ids, np.arange(len(self.ids)), ids, missing=0)

    def cells_of(self, ids: Ints) -> Cells:
        """Return the names of these members, empty for nobody."""
        return self._cells[self.places(ids)]

    def has_pseudonym(self, ids: Ints) -> Flags:
        """Return which of these members are called by a pseudonym."""
        found: Flags = self.hidden[self.places(ids)]
        return found

    @cached_property
    def _cells(self) -> Cells:
        return texts(self.texts)

    def sorted(self, ids: Ints) -> Ints:
        """Return the rows of these members in the order of the bundle; a member's rows keep their order."""
        return np.argsort(self.order[self.places(ids)], kind="stable")


def identities(rating_list: RatingList, people: People) -> Identities:
    """Return the names for a bundle: two queries. A member merged into a protected one is protected too."""
    ids, roots = people.known_ids, people.ids[people.known_rows]
    hidden, nameless = (
        np.isin(ids, found) | np.isin(roots, found)
        for found in (_ids(Q(hidden=True)), _ids(Q(hidden=True) | Q(birth_date__gt=youngest_adult(rating_list.date))))
    )
    keys = people.known_keys
    names = list(map(str, keys.tolist()))
    secret = np.flatnonzero(hidden).tolist()
    for place in secret:
        names[place] = _pseudonym(rating_list, keys[place])
    by_key = np.argsort(keys)
    sequence = [*by_key[~hidden[by_key]], *sorted(secret, key=names.__getitem__)]
    order = np.zeros(len(ids) + 1, np.int64)
    order[1:][sequence] = np.arange(1, len(order))
    return Identities(np.append(0, ids), ["", *names], order, np.append(False, nameless), np.append(False, hidden))


def _ids(condition: Q) -> Ints:
    return np.fromiter(Member.objects.filter(condition).order_by().values_list("pk", flat=True), np.int64)


def youngest_adult(day: dt.date) -> dt.date:
    """Return the last birth date of an adult on the day."""
    return dt.date(
        day.year - profile().on(day).privacy.adult_age, day.month, min(day.day, 28) if day.month == 2 else day.day
    )


def _pseudonym(rating_list: RatingList, key: int) -> str:
    """Return a pseudonym that is the same in every list of the pool, so that lists join.

    It changes with the site's secret, without which nobody can calculate the member number from it.
    """
    digest = salted_hmac("ratings.bundle", f"{rating_list.pool.slug} {key}", algorithm="sha256").hexdigest()
    return f"p{digest[:DIGITS]}"
