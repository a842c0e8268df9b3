"""Sections of a profile about the federation itself: its name, numbers, words, demo."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from msgspec import field

from federation.profiles.section import NO_DAY, Section


class DataLicence(Section, frozen=True, kw_only=True):
    """The licence under which everybody may use the published data again."""

    name: str  # of SPDX: CC-BY-4.0
    title: str
    url: str


class Federation(Section, frozen=True, kw_only=True):
    code: str  # of the profile: be-frbe
    name: str
    country: str  # FIDE's three letters
    discipline: Literal["chess", "go"]
    currency: str
    time_zone: str
    languages: tuple[Literal["fr", "nl", "de", "en"], ...]  # the first is the site's own
    website: str = ""
    data_licence: DataLicence | None = None
    variants: tuple[str, ...] = ()  # of chess that forms offer, by the word of servers: crazyhouse, suicide ...

    def __post_init__(self) -> None:
        for name in ("country", "currency"):
            value = getattr(self, name)
            if not (len(value) == 3 and value.isascii() and value.isupper()):
                raise ValueError(f"`{name}` {value!r} must have three capital letters")
        if not self.languages:
            raise ValueError("`languages` is empty")


class FirstNumber(Section, frozen=True, kw_only=True):
    """Where new numbers start, from a day on."""

    from_: dt.date = field(default=NO_DAY, name="from")
    number: str


class NumberCheck(Section, frozen=True, kw_only=True):
    """A check digit of numbers issued before a day. It raises a doubt, never a refusal."""

    name: Literal["frbe_mod11"]
    until: dt.date


class Number(Section, frozen=True, kw_only=True):
    """How the federation numbers people (`[id]`) or clubs (`[club_id]`)."""

    form: Literal["digits", "digits_reuse", "letter_mixed", "packed"]
    most: int = 6  # characters
    usual: int = 0  # digits; another count is unusual, not wrong; 0: no count is usual
    width: int = 0  # a fixed count of digits: zeros in front are kept
    next_free: Literal["first_gap", "after_highest", "none"] = "none"  # none: another system gives them
    first_new: tuple[FirstNumber, ...] = ()
    check: NumberCheck | None = None
    never: tuple[str, ...] = ()  # numbers in files that belong to nobody

    def __post_init__(self) -> None:
        highest = {"digits": 9, "digits_reuse": 6, "letter_mixed": 6, "packed": 12}[self.form]
        if not 1 <= self.most <= highest:
            raise ValueError(f"`most` {self.most} must be between 1 and {highest} for numbers of the form {self.form}")
        if self.width and self.form != "digits":
            raise ValueError(f"`width` is of numbers of the form digits, not {self.form}")


class Words(Section, frozen=True, kw_only=True):
    """What the federation calls things in one language (words.toml); names of codes by section."""

    number: str  # of a member: "matricule"; like all of these in French, masculine and beginning with a consonant
    numbers: str = ""
    number_short: str = ""  # in narrow columns; without it `number`
    club: str
    clubs: str
    rating: str
    ratings: str
    variants: dict[str, str] = {}  # of chess
    units: dict[str, str] = {}  # by kind: league = "Liga"
    kinds: dict[str, str] = {}
    roles: dict[str, str] = {}
    fee_classes: dict[str, str] = {}
    tariff: dict[str, str] = {}  # by `what`
    contacts: dict[str, str] = {}  # by `office`
    article_names: dict[str, str] = {}  # of the profile's articles
    articles: dict[str, str] = {}  # a summary of ours for each article, or section without


class DemoRegion(Section, frozen=True, kw_only=True):
    """A unit of the demo with its clubs; towns are a beginning and an end."""

    code: str
    name: str
    towns: tuple[tuple[str, ...], tuple[str, ...]]
    clubs: tuple[str, ...] = ()
    first_club: str = ""  # the number of its first club; those of the others follow
    go_clubs: tuple[str, ...] = ()
    first_go_club: str = ""
    last_names: tuple[str, ...]


class DemoPool(Section, frozen=True, kw_only=True):
    """A pool of the demo: whose ratings, and how many of the half-years' lists are published."""

    slug: str
    system: Literal["frbe", "fqe", "ffg", "fics"]
    name: str
    paces: tuple[str, ...] = ()  # none: all
    every: int = 1  # a list each so many half-years, the latest among them
    draft: bool = False  # the list in work is calculated too
    parameters: dict[str, int] = {}  # parameters that differ from the rules of the profile


class Demo(Section, frozen=True, kw_only=True):
    """What the demo's people, clubs and tournaments are made from (demo.toml). None of them exists."""

    regions: tuple[DemoRegion, ...]
    women: tuple[str, ...]
    men: tuple[str, ...]
    neighbours: tuple[str, ...]  # countries of the few foreigners, by FIDE's letters
    events: dict[Literal["open", "hopes", "grand_prix", "teams", "go", "go_small"], str]
    pools: tuple[DemoPool, ...] = ()
    first_number: str  # of a member; those of the others follow
    members: int = 100  # who play chess
    clubs: int = 6  # of chess
    pause: int = 8  # how much rarer tournaments are than in a large federation
    first_go_number: str = ""
    go_members: int = 0  # who play go only
    both: int = 0  # who play chess and go
    go_country: str = ""  # as go writes it: FR
