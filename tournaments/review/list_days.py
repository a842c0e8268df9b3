"""Where the games of a tournament fall between the rating lists, as far as another app has lists."""

import datetime as dt
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from federation import hooks
from tournaments.models import Tournament


class ListDays(NamedTuple):
    """The days of the lists for some tournaments."""

    discipline: str
    paces: list[str]  # none: all of them
    published: dt.date | None  # of the last list that was calculated; games up to that day would change it
    next: dt.date

    def takes(self, tournament: Tournament) -> bool:
        """Return whether these lists rate the tournament."""
        return tournament.discipline == self.discipline and (not self.paces or tournament.pace in self.paces)


def list_days(tournaments: Iterable[Tournament]) -> dict[int, ListDays]:
    """Return the days for each tournament (by id) that some list rates; of several kinds of lists, the latest."""
    found = chain.from_iterable(days() for days in hooks.functions("LIST_DAYS"))
    known = sorted((ListDays(*days) for days in found), key=lambda days: days.next)
    return {event.pk: days for event in tournaments for days in known if days.takes(event)}
