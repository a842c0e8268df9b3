"""The table of rights (federation/structure/rights.py) against every address: each of its roles, at their own club and
at another one; and the birth date of one member, which nobody reads without a right to it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from enum import Enum
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from federation.models import Club, Holder, Office, Unit
from federation.structure.rights import RIGHTS, Role, Verb
from tests import cast
from tests.attacks import addresses, expected
from tests.attacks.site import Site
from tests.attacks.visitors import Reading, Sending, SentForm, Visitor, kind, parts

pytestmark = pytest.mark.django_db

OWN, OTHER = True, False
REFUSED = {"login", "403", "404"}
START = dt.date(2025, 9, 1)
V = Verb
READING = expected.rows(expected.READING)


class Of(Enum):
    """What an address is about: club 101, its league, both, the federation, a person alone or with the officers."""

    CLUB = "club"
    UNIT = "unit"
    BOTH = "both"
    ALL = "all"
    SELF = "self"
    PERSON = "person"
    ANY = "any"


Needed = tuple[tuple[Verb, ...], Of]  # one of the rights, for what
Needs = tuple[tuple[str, tuple[Verb, ...], Of], ...]
# Which right an address needs, and for what. The first that fits.
NEEDS: Needs = (
    (r"my-club/uploads/.*|my-club/(tournaments|events|announced)/<int:pk>/.*", (V.SEND_RESULTS,), Of.CLUB),
    (r"my-club/clubs/<int:pk>/(tokens|webhooks)/", (V.SEND_RESULTS,), Of.CLUB),
    (r"my-club/clubs/<int:pk>/(members.csv|members/(<int:member_pk>/)?)", (V.SEE_MEMBERS,), Of.CLUB),
    (
        r"my-club/clubs/<int:pk>/(renewal|enrol|acts/<int:act_pk>|members/.*/leave|transfers(/ask)?)/",
        (V.ENROL,),
        Of.CLUB,
    ),
    (r"my-club/transfers/.*", (V.OBJECT_TO_TRANSFER, V.DECIDE_TRANSFER), Of.BOTH),
    (r"my-club/decisions/", (V.CHANGE_IDENTITY,), Of.ALL),
    (r"claims/<int:pk>/.*", (V.RAISE_CLAIM, V.ANSWER_CLAIM, V.DECIDE_CLAIM), Of.CLUB),
    (r"claims/corrections/<int:pk>/", (V.SEE_EVIDENCE,), Of.CLUB),
    (r"my-data/<int:pk>/data.json", (V.EXPORT_PEOPLE,), Of.SELF),
    (r"my-data/<int:pk>/visibility/", (V.CHANGE_CONTACTS,), Of.SELF),
    (r"privacy/corrections/.*", (V.CHANGE_IDENTITY,), Of.ALL),
    (r"captain/<int:pk>/(?!.*move/answer/).*", (V.PLAY_LEAGUES,), Of.CLUB),  # there is no request to answer
    (r"league-office/(?!.*report/).*", (V.RUN_LEAGUES,), Of.ALL),  # no round has a closed match to report
    (r"office/data/.*", (V.CHANGE_IDENTITY,), Of.ALL),
    (r"office/season/ask/", (V.ENROL,), Of.ALL),
    (r"office/webhooks/.*", (V.DECIDE_RESULTS,), Of.ALL),
    (r"office/(members|search|season|clubs)/.*", (V.SEE_MEMBERS,), Of.ALL),
    (r"invitations/clubs/<int:pk>/", (V.APPOINT,), Of.CLUB),
    (r"offices/clubs/<int:pk>/", (V.APPOINT,), Of.CLUB),
    (r"offices/units/<int:pk>/", (V.APPOINT,), Of.UNIT),
    (r"privacy/(erasures/.*|members/<int:pk>/erase/)", (V.ERASE_PEOPLE,), Of.ALL),
    (r"privacy/members/.*", (V.EXPORT_PEOPLE,), Of.ALL),
    (r"treasury/(clubs|members)/<int:pk>/charge/", (V.BOOK_MONEY,), Of.ALL),
    (r"treasury/members/<int:pk>/mandate/", (V.MANAGE_MANDATES,), Of.PERSON),
    (r"treasury/members/<int:pk>/.*", (V.SEE_STATEMENTS,), Of.PERSON),
    (r"treasury/clubs/<int:pk>/mandate/", (V.MANAGE_MANDATES,), Of.CLUB),
    (r"treasury/clubs/.*", (V.SEE_STATEMENTS,), Of.CLUB),
    (r"treasury/.*", (V.BOOK_MONEY,), Of.ALL),
    (r"lists/.*/birth-dates/.*", (V.SEE_BIRTH_DATES,), Of.ANY),  # of their own members alone: see the canary
    (r"admin/tournaments/tournament/<int:pk>/.*", (V.DECIDE_RESULTS,), Of.ALL),
    (
        r"admin/ratings/(ratinglist|ratingpool)/<int:pk>/(publish|withdraw|rate|start|levels)/",
        (V.DECIDE_RESULTS,),
        Of.ALL,
    ),
    (r"admin/federation/member/<int:pk>/merge/.*", (V.MERGE_PEOPLE,), Of.ALL),
)
# What a form needs where that is another right.
FORMS_NEED: Needs = (
    (r"treasury/members/<int:pk>/mandate/", (V.MANAGE_MANDATES,), Of.PERSON),
    (r"treasury/clubs/<int:pk>/mandate/", (V.MANAGE_MANDATES,), Of.CLUB),
    (r"treasury/(clubs|members)/.*", (V.BOOK_MONEY,), Of.CLUB),
    (r"my-club/clubs/<int:pk>/members/<int:member_pk>/", (V.CHANGE_CONTACTS,), Of.CLUB),
    (r"my-club/(clubs/<int:pk>/transfers/ask|transfers/<int:pk>)/", (V.REQUEST_TRANSFER,), Of.CLUB),
    (r"claims/<int:pk>/act/", (V.DECIDE_CLAIM,), Of.CLUB),
    *NEEDS,
)
ASKED_FOR = {V.REQUEST_TRANSFER}  # its forms only ask for it
GROUPS = (Role.MEMBERSHIP_OFFICER, Role.RATING_OFFICER, Role.TREASURER, Role.VIEWER, Role.INTERCLUBS)
OF_CLUBS = {Role.SECRETARY: "secretary", Role.CLUB_TREASURER: "treasurer", Role.TOURNAMENTS: "tournaments"}
OF_UNITS = {Role.LEAGUE_OFFICER: "400", Role.SUBFEDERATION_OFFICER: "V"}  # above club 101
OTHERS = {Role.LEAGUE_OFFICER: "600", Role.SUBFEDERATION_OFFICER: "F"}  # above club 201
Shown = tuple[str, str, dict[str, Any], Needed]  # route, address, fields, what it needs
# Holders that the site has anyway: what they read and send is asked for once in all tests.
KNOWN = {
    (Role.PUBLIC, OWN): "nobody",
    (Role.MEMBERSHIP_OFFICER, OWN): "registrar",
    (Role.RATING_OFFICER, OWN): "officer",
    (Role.VIEWER, OWN): "viewer",
    (Role.SECRETARY, OWN): "secretary",
    (Role.SECRETARY, OTHER): "neighbour",
}
AS_WRITTEN = re.compile(r"19830719|1983\D{0,3}0?7\D{0,3}19(?!\d)|(?<!\d)19[^<]{1,4}(0?7|jui?ll?[a-z]*)[^<]{1,3}1983")


def holder(role: Role, own: bool) -> User | None:
    """Return an account with this role alone: of club 101 or what stands above it, or of club 201 likewise; a player is
    member 10010 or another one.
    """
    if role == Role.PUBLIC:
        return None
    name = f"{role} {own}"
    if role in GROUPS:
        user = User.objects.create_user(name, is_staff=True)
        user.groups.add(Group.objects.get(name=role.value))
        return user
    user = User.objects.create_user(name)
    if role is Role.PLAYER:
        Holder.objects.create(account=user, member=cast.member(10010 if own else 10008))
    place: dict[str, Club | Unit] = {}
    if role in OF_CLUBS:
        place = {"club": cast.club(101 if own else 201)}
    elif role in OF_UNITS:
        place = {"unit": Unit.objects.get(code=(OF_UNITS if own else OTHERS)[role])}
    if place:
        Office.objects.create(account=user, role=OF_CLUBS.get(role, "officer"), start=START, **place)
    return user


@pytest.fixture(scope="module")
def shown(known_forms: list[SentForm]) -> list[Shown]:
    """Return the forms of the addresses that need a right, with what they need."""
    return [
        (route, address, form, needed)
        for route, address, form in known_forms
        if needs(route) and (form or route.startswith("my-data/")) and (needed := needs(route, FORMS_NEED))
    ]


def needs(route: str, table: Needs = NEEDS) -> Needed | None:
    return next(((verbs, what) for pattern, verbs, what in table if re.fullmatch(pattern, route)), None)


def may(role: Role, verbs: tuple[Verb, ...], what: Of, own: bool) -> bool:
    """Return what the table says about one of the rights. What is a player's own is neither a club nor a unit."""
    return any(_may(role, verb, what, own) for verb in verbs)


def _may(role: Role, verb: Verb, what: Of, own: bool) -> bool:
    right = RIGHTS.get((verb, role))
    if right is None or (right.how == "q" and verb not in ASKED_FOR):
        return False
    if what is Of.SELF:
        return own and role is Role.PLAYER
    if what is Of.PERSON:
        return right.own == (role is Role.PLAYER) and own
    if not right.own or what is Of.ANY:
        return role is not Role.PLAYER
    of_clubs = {*OF_CLUBS, *OF_UNITS}
    reach = {Of.CLUB: of_clubs, Of.BOTH: of_clubs, Of.UNIT: OF_UNITS, Of.ALL: ()}[what]
    return (own or what is Of.BOTH) and role in reach


def holders() -> Iterator[tuple[Role, bool]]:
    for role in Role:
        yield role, OWN
        if role in OF_CLUBS or role in OF_UNITS or role is Role.PLAYER:
            yield role, OTHER


# Addresses that answer no GET, as the first role found out, or lead everybody to the page of the form: not asked again.
FORMS_ONLY: set[str] = set()


@pytest.mark.parametrize(("role", "own"), list(holders()), ids=str)
def test_each_role_reaches_what_the_table_of_rights_gives_it(
    role: Role, own: bool, whole_site: Site, read_by: dict[str, Reading]
) -> None:
    known = KNOWN.get((role, own))
    reading = read_by[known] if known else Reading(Visitor.of(holder(role, own), renders=False))
    wrong = {}
    for route, address in addresses.of(whole_site).items():
        needed = needs(route)
        if needed is None or route in FORMS_ONLY:
            continue
        answered = kind(reading[address].answer)
        if answered == "405" or expected.fitting(READING, route)["nobody"] == "to":
            FORMS_ONLY.add(route)
        elif (answered not in REFUSED) != may(role, *needed, own):
            wrong[route] = answered
    assert wrong == {}


@pytest.mark.parametrize(("role", "own"), list(holders()), ids=str)
def test_each_role_sends_the_forms_that_the_table_of_rights_gives_it(
    role: Role, own: bool, shown: list[Shown], sent_by: dict[str, Sending]
) -> None:
    known = KNOWN.get((role, own))
    sending = sent_by[known] if known else Sending(Visitor.of(holder(role, own), renders=False))
    wrong = {}
    for route, address, form, (verbs, what) in shown:
        answered, written = sending.outcome(address, form)
        is_done = answered not in {*REFUSED, "405"}
        if answered != "405" and is_done != may(role, verbs, what, own):
            wrong[route, str(form)] = answered
        if not is_done and written:
            wrong[route, "wrote"] = written
    assert wrong == {}


# Who has no right to the birth dates of member 10003 and the reported one, of club 101.
# A viewer is one only without another office of staff.
READERS = {
    "viewer": [],
    "neighbour": [],
    "officers of the club": [(Role.CLUB_TREASURER, OWN), (Role.TOURNAMENTS, OWN), (Role.LEAGUE_OFFICER, OWN)],
    "treasurer": [(Role.TREASURER, OWN), (Role.INTERCLUBS, OWN)],
    "officers of other clubs, and a player": [
        *((Role.CLUB_TREASURER, OTHER), (Role.TOURNAMENTS, OTHER)),
        *((Role.LEAGUE_OFFICER, OTHER), (Role.SUBFEDERATION_OFFICER, OTHER), (Role.PLAYER, OWN)),
    ],
}


@pytest.mark.parametrize("reader", READERS)
def test_a_birth_date_is_read_by_nobody_without_a_right_to_it(
    reader: str, whole_site: Site, read_by: dict[str, Reading]
) -> None:
    reading = Reading(Visitor.of(together(READERS[reader]))) if READERS[reader] else read_by[reader]
    known = addresses.of(whole_site) if reader == "viewer" else expected.behind_a_login(whole_site)
    assert pages_with_the_birth_date(reading, known) == {}


def together(offices: list[tuple[Role, bool]]) -> User | None:
    """Return one account with all the offices."""
    account, *others = [holder(role, own) for role, own in offices]
    for other in others:
        other.offices.update(account=account)
        Holder.objects.filter(account=other).update(account=account)
        account.groups.add(*other.groups.all())
    return account


@pytest.mark.parametrize("role", ["registrar", "officer", "secretary", Role.SUBFEDERATION_OFFICER])
def test_a_birth_date_is_read_where_the_table_allows_and_the_reading_log_says_so(
    role: str, whole_site: Site, read_by: dict[str, Reading]
) -> None:
    reading = Reading(Visitor.of(holder(role, OWN))) if isinstance(role, Role) else read_by[role]
    found = pages_with_the_birth_date(reading, expected.behind_a_login(whole_site))
    assert found != {}
    assert [route for route, is_logged in found.items() if not is_logged] == []


def pages_with_the_birth_date(reading: Reading, known: dict[str, str]) -> dict[str, bool]:
    """Return which of the addresses say when one of the two members was born, with whether the reading log notes it."""
    found = {}
    for route, address in known.items():
        page = reading[address]
        assert page.answer.status_code != 500, route
        if any(AS_WRITTEN.search(unescape(part.decode("latin-1"))) for part in parts(page.body)):
            found[route] = page.is_looked
    return found
