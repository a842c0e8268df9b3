"""By which name a bundle calls a member: the matricule, or a pseudonym where the name is nobody's business."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np
from django.db.models import Q
from django.utils.crypto import salted_hmac

from federation.models import Member
from ratings.models import RatingList
from ratings.people import People, look_up
from ratings.systems.period import Flags, Ints

AGE = 18  # below it somebody is a minor
DIGITS = 16


@dataclass(frozen=True)
class Identities:
    """Beside ``ids``, in ascending order, with nobody (id 0) before them."""

    ids: Ints
    texts: list[str]
    order: Ints  # place in the bundle's order: matricules, then pseudonyms; a pseudonym's place tells no matricule
    pseudonymous: Flags

    def places(self, ids: Ints) -> Ints:
        """Where these members are; 0 is nobody."""
        return look_up(self.ids, np.arange(len(self.ids)), ids, missing=0)

    def of(self, ids: Ints) -> list[str]:
        """What the bundle calls these members; "" for nobody."""
        return [self.texts[place] for place in self.places(ids).tolist()]

    def sorted(self, ids: Ints) -> Ints:
        """The rows of these members in the bundle's order, each member's rows as they are."""
        return np.argsort(self.order[self.places(ids)], kind="stable")


def identities(rating_list: RatingList, people: People) -> Identities:
    """One query. A member who was merged into somebody protected is protected too."""
    ids, roots = people.known_ids, people.ids[people.known_rows]
    protected = np.fromiter(_protected(rating_list.date), np.int64)
    pseudonymous = np.isin(ids, protected) | np.isin(roots, protected)
    names, keys = [""], [(False, "", 0)]
    for matricule, is_protected in zip(people.known_matricules.tolist(), pseudonymous.tolist(), strict=True):
        name = _pseudonym(rating_list, matricule) if is_protected else str(matricule)
        names.append(name)
        keys.append((True, name, 0) if is_protected else (False, "", matricule))
    order = np.empty(len(keys), np.int64)
    order[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    return Identities(np.append(0, ids), names, order, np.append(False, pseudonymous))


def _protected(day: dt.date) -> list[int]:
    """Ids of the hidden, and of those who were minors on that day."""
    youngest = dt.date(day.year - AGE, day.month, min(day.day, 28) if day.month == 2 else day.day)
    protected = Member.objects.filter(Q(hidden=True) | Q(birth_date__gt=youngest))
    return list(protected.order_by().values_list("pk", flat=True))


def _pseudonym(rating_list: RatingList, matricule: int) -> str:
    """The same in every list of the pool, so that lists join, as long as the site keeps its secret.

    Without the secret nobody reckons the matricule from it.
    """
    digest = salted_hmac("ratings.bundle", f"{rating_list.pool.slug} {matricule}", algorithm="sha256").hexdigest()
    return f"p{digest[:DIGITS]}"
