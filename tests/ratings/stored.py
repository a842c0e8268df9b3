"""What is stored of lists, for tests that look at it, and for those that tamper with it."""

from __future__ import annotations

import numpy as np

from ratings.calculation import store
from ratings.calculation.arrays import LedgerLines, RatingLines
from ratings.models import LedgerEntry, Rating, RatingList
from ratings.players.ledger import attach_games
from tests import cast


def lines(rating_list: RatingList) -> dict[int, Rating]:
    """Return the ratings of a list by member number."""
    return {each.member_key: each for each in rating_list.ratings.order_by("member_key")}


def rated(rating_list: RatingList) -> dict[int, int]:
    """Return the ratings of a list by member number, of those who have one."""
    return {number: line.rating for number, line in lines(rating_list).items() if line.rating is not None}


def entries(rating_list: RatingList, matricule: int | None = None) -> list[LedgerEntry]:
    """Return the ledger of a list, or of one member, with the games."""
    found = rating_list.entries.order_by("member_key", "number")
    made = list(found if matricule is None else found.filter(member_key=matricule))
    attach_games(made)
    return made


def change(rating_list: RatingList, matricule: int | None = None, **columns: int) -> None:
    """Change columns of `RatingLines` of one member, or of all."""
    found = store.read_ratings(rating_list)
    mine = np.ones(len(found), bool) if matricule is None else found.key == matricule
    for name, value in columns.items():
        found[name][mine] = value
    _store(rating_list, found, store.read_ledger(rating_list))


def change_entry(rating_list: RatingList, matricule: int, number: int, **columns: int) -> None:
    """Change columns of `LedgerLines` of one entry of a member."""
    found = store.read_ledger(rating_list)
    mine = (found.key == matricule) & (found.number == number)
    assert mine.sum() == 1
    for name, value in columns.items():
        found[name][mine] = value
    _store(rating_list, store.read_ratings(rating_list), found)


def remove(rating_list: RatingList, matricule: int) -> None:
    """Remove the line of a member; the ledger stays."""
    found = store.read_ratings(rating_list)
    _store(rating_list, found[found.key != matricule], store.read_ledger(rating_list))


def add(rating_list: RatingList, matricule: int, rating: int) -> None:
    """Add a line like that of the first member, with another rating, for somebody who has none."""
    found = store.read_ratings(rating_list)
    more = found[[*range(len(found)), 0]]
    one = {"member": cast.member(matricule).pk, "key": matricule, "rating": rating}
    for name, value in {**one, "previous_rating": 0, "was_rated": 0}.items():
        more[name][-1] = value
    _store(rating_list, more, store.read_ledger(rating_list))


def _store(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines) -> None:
    store.remove(rating_list)
    store.write(rating_list, ratings, ledger)
