"""Sections of a profile about rating lists: pools, activity, classes, foreigners, files."""

from __future__ import annotations

import datetime as dt
from typing import Literal, NamedTuple

from msgspec import field

from federation.profiles.days import DayOfYear
from federation.profiles.section import NO_DAY, Dated, Section


class ListDays(Section, frozen=True, kw_only=True):
    """The days of the year with a list, from a day on."""

    from_: dt.date = field(default=NO_DAY, name="from")
    on: tuple[DayOfYear, ...]


class Pool(Dated, frozen=True, kw_only=True):
    """A rating type that the federation calculates or mirrors."""

    KEY = ("slug",)

    slug: str
    system: Literal["frbe", "fqe", "ffg", "fics"]
    paces: tuple[str, ...] = ("standard",)
    days: tuple[ListDays, ...] = ()  # without any, lists appear after each tournament
    closed_after: dt.date | None = None


class Activity(Dated, frozen=True, kw_only=True):
    """When a player is inactive, and what then leaves them out. Their rank in a list stays."""

    months: int = 12  # without a rated game, up to the day of the list; 0: nobody is inactive
    left_out_of: tuple[Literal["lists", "tops"], ...] = ("tops",)  # "lists": found by name, or when asked for


class RatingClass(NamedTuple):
    """A class and the lowest rating in it."""

    name: str
    lowest: int


class Classes(Dated, frozen=True, kw_only=True):
    """National classes, given by the rating of one list a year for some months."""

    names: tuple[RatingClass, ...]  # the strongest first
    from_list: DayOfYear | None = None
    months: int | None = None


class StartGames(NamedTuple):
    rating: int  # from this rating on
    games: int


class Foreigners(Dated, frozen=True, kw_only=True):
    fide_rating_stands: bool = False
    start_games: tuple[StartGames, ...] = ()  # the highest rating first


class PlayerDbf(Section, frozen=True, kw_only=True):
    subfederations: dict[str, str] = {}  # the file's letter, a unit's code, and another code for it


class Exports(Section, frozen=True, kw_only=True):
    offered: tuple[Literal["player_dbf", "chcklist"], ...] = ()  # list files beside those that everybody gets
    player_dbf: PlayerDbf | None = None
