"""Who may do what: one table. `federation.access` reads it; nothing else decides who may act.

"Own" means the club of the office, or the unit with its clubs; for a player, themselves.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext_noop as noop


class Role(StrEnum):
    """Who asks: the columns of the table."""

    PUBLIC = noop("public")
    PLAYER = noop("player")
    SECRETARY = noop("club secretary")
    CLUB_TREASURER = noop("club treasurer")
    TOURNAMENTS = noop("tournament director")
    LEAGUE_OFFICER = noop("league officer")
    SUBFEDERATION_OFFICER = noop("sub-federation officer")
    MEMBERSHIP_OFFICER = noop("membership officer")
    RATING_OFFICER = noop("rating officer")
    TREASURER = noop("treasurer")
    VIEWER = noop("viewer")
    INTERCLUBS = noop("interclubs officer")


class Verb(StrEnum):
    """What a user may do: the rows of the table."""

    SEE_PUBLIC = noop("see names, ratings, public corrections")
    SEE_MEMBERS = noop("see the members of a club and their birth years")
    SEE_BIRTH_DATES = noop("see full birth dates")
    SEE_CONTACTS = noop("see addresses and telephone numbers")
    CHANGE_CONTACTS = noop("change contact data")
    CHANGE_IDENTITY = noop("change name, birth date, sex, nationality")
    ENROL = noop("renew, enrol, resign")
    REQUEST_TRANSFER = noop("request a transfer")
    OBJECT_TO_TRANSFER = noop("object to a transfer")
    DECIDE_TRANSFER = noop("decide a transfer")
    SEND_RESULTS = noop("send, fix, submit results")
    FORWARD_RESULTS = noop("pass on results")
    DECIDE_RESULTS = noop("accept, correct, publish, override a deadline")
    RAISE_CLAIM = noop("raise a claim")
    ANSWER_CLAIM = noop("answer a claim")
    DECIDE_CLAIM = noop("decide a claim")
    SEE_EVIDENCE = noop("see the evidence of corrections")
    SEE_STATEMENTS = noop("see statements, mandates")
    MANAGE_MANDATES = noop("manage statements, mandates")
    BOOK_MONEY = noop("charges by hand, credit notes, payments")
    SET_TARIFF = noop("change the tariff")
    SET_CLOCKS = noop("change deadlines")
    SET_WINDOWS = noop("change transfer windows")
    APPOINT = noop("invite to an office")
    MERGE_PEOPLE = noop("merge people")
    ERASE_PEOPLE = noop("erase a person")
    EXPORT_PEOPLE = noop("export a person")
    SEE_AUDIT = noop("see audit pages")
    SEE_MONEY_AUDIT = noop("see audit pages about money")
    RUN_LEAGUES = noop("run league seasons: rules, calendar, rulings")
    PLAY_LEAGUES = noop("enter teams, line-ups and results of a club")


class Right(NamedTuple):
    """How a role may do something: a letter of + r q, and whether only to what is its own."""

    how: str
    own: bool = False


V = Verb
# One column for each role, in their order: - not at all; + may, r sees, q asks; with o only what is its own.
_TABLE: Mapping[Verb, str] = {
    # pu pl se ct td lo so mo ro tr vi in: the first letters of the roles
    V.SEE_PUBLIC:         "r  r  r  r  r  r  r  r  r  r  r  r",
    V.SEE_MEMBERS:        "-  -  ro ro ro ro ro r  r  -  r  -",
    V.SEE_BIRTH_DATES:    "-  ro ro -  -  -  ro +  r  -  -  -",
    V.SEE_CONTACTS:       "-  ro ro -  -  -  ro +  -  -  -  -",
    V.CHANGE_CONTACTS:    "-  +o +o -  -  -  +o +  -  -  -  -",
    V.CHANGE_IDENTITY:    "-  qo qo -  -  qo qo +  -  -  -  -",
    V.ENROL:              "-  -  +o -  -  -  +o +  -  -  -  -",
    V.REQUEST_TRANSFER:   "-  qo qo -  -  -  -  +  -  -  -  -",
    V.OBJECT_TO_TRANSFER: "-  -  +o -  -  -  -  +  -  -  -  -",
    V.DECIDE_TRANSFER:    "-  -  -  -  -  -  +o +  -  -  -  -",
    V.SEND_RESULTS:       "-  -  +o -  +o +o +o -  +  -  -  -",
    V.FORWARD_RESULTS:    "-  -  -  -  -  +o +o -  +  -  -  -",
    V.DECIDE_RESULTS:     "-  -  -  -  -  -  -  -  +  -  -  -",
    V.RAISE_CLAIM:        "-  +o +o -  -  -  -  -  -  -  -  -",
    V.ANSWER_CLAIM:       "-  -  +o -  +o -  -  -  -  -  -  -",
    V.DECIDE_CLAIM:       "-  -  -  -  -  -  -  -  +  -  -  -",
    V.SEE_EVIDENCE:       "-  ro ro -  ro ro ro -  r  -  -  -",
    V.SEE_STATEMENTS:     "-  ro ro ro -  ro ro r  -  r  r  -",
    V.MANAGE_MANDATES:    "-  +o -  +o -  -  -  -  -  +  -  -",
    V.BOOK_MONEY:         "-  -  -  -  -  -  -  -  -  +  -  -",
    V.SET_TARIFF:         "-  -  -  -  -  -  -  -  -  +  -  -",
    V.SET_CLOCKS:         "-  -  -  -  -  -  -  -  +  -  -  -",
    V.SET_WINDOWS:        "-  -  -  -  -  -  -  +  -  -  -  -",
    V.APPOINT:            "-  -  +o -  -  +o +o +  +  -  -  -",
    V.MERGE_PEOPLE:       "-  -  -  -  -  -  -  +  -  -  -  -",
    V.ERASE_PEOPLE:       "-  -  -  -  -  -  -  +  -  -  -  -",
    V.EXPORT_PEOPLE:      "-  +o -  -  -  -  -  +  -  -  -  -",
    V.SEE_AUDIT:          "-  ro ro -  -  ro ro +  +  -  r  -",
    V.SEE_MONEY_AUDIT:    "-  -  ro ro -  ro ro +  +  r  r  -",
    V.RUN_LEAGUES:        "-  -  -  -  -  +o +o -  -  -  -  +",
    V.PLAY_LEAGUES:       "-  -  +o -  +o -  -  -  -  -  -  -",
}  # fmt: skip

RIGHTS: Mapping[tuple[Verb, Role], Right] = {
    (verb, role): Right(cell[0], cell.endswith("o"))
    for verb, cells in _TABLE.items()
    for role, cell in zip(Role, cells.split(), strict=True)
    if cell != "-"
}


def roles_with(verb: Verb, *, own: bool) -> frozenset[Role]:
    """Return the roles that may do it everywhere, or only to what is their ``own``. To ask for it is not to do it."""
    return frozenset(
        role for (each, role), right in RIGHTS.items() if each == verb and right.own == own and right.how != "q"
    )


def roles_that_ask(verb: Verb) -> frozenset[Role]:
    """Return the roles that may ask for it, so that an officer decides."""
    return frozenset(role for (each, role), right in RIGHTS.items() if each == verb and right.how == "q")
