"""Raise charges, in the transaction of the act that causes them, and cancel them by credit notes.

Charges are only added. An act for which the tariff has no row raises a charge without an amount; `price_open` prices it
once, when there is a row. A transaction that raises charges holds the series of their numbers until it ends.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.database import bulk
from federation.i18n.errors import UserError
from federation.identity.seasons import enrolment_year, season_year
from federation.models import Affiliation, Charge, ChargeSeries, Club, Member
from federation.money.balances import Debtor, kind_of, owed_by
from federation.money.tariff import AFFILIATION, WHOLE, fee_class, price, share
from federation.profiles.reading import profile
from federation.structure.memberships import codes_by_club, league_code

Units = Callable[[dt.date], Mapping[int, Mapping[str, str]]]  # on a day: codes by kind, by club
SERIES = "charges"
NO_PRICE = noop("The tariff of that day has no amount for this. Enter one.")
NOT_POSITIVE = noop("Enter an amount above 0. A credit note lowers what is owed.")
CHANGED = noop("The account has changed since. Nothing was charged: check the amounts again.")
COPIED = (
    *("debtor", "club_id", "member_id", "season", "day", "what", "kind", "fee_class", "currency", "tariff", "cause"),
    *("affiliation", "tournament", "ruling", "league_entry"),
)


class ChargeError(UserError):
    """The charge cannot be raised."""


class Changed(ChargeError):
    """What the club owes changed since the user looked."""


@transaction.atomic
def raise_for(
    affiliations: Iterable[Affiliation], *, by: User | None = None, tournaments: Mapping[int, int] | None = None
) -> list[Charge]:
    """Charge new affiliations: to the club, for one ex officio to the organiser, or to the member, as the tariff says.

    An affiliation of a kind without a fee, one that is over and, where clubs pay, one without a club cost nothing,
    unless the organiser of a tournament pays. ``tournaments``: the one (id) that caused an affiliation ex officio, by
    member (id). The price is that of the affiliation's first day. Three queries and one insertion for any number.
    """
    return store(quoted(affiliations, by=by, tournaments=tournaments))


def quoted(
    affiliations: Iterable[Affiliation],
    *,
    by: User | None = None,
    tournaments: Mapping[int, int] | None = None,
    members: Mapping[int, Member] | None = None,
) -> list[Charge]:
    """Return the charges that `raise_for` would raise, not stored: what a preview shows. Two queries at most.

    ``members``: the members by id, if the caller has them; they need not be stored.
    """
    owed = [each for each in affiliations if _is_charged(each)]
    if not owed:
        return []
    if members is None:
        found = Member.objects.filter(pk__in=bulk.in_values([row.member_id for row in owed]))
        members = {each.pk: each for each in found}
    clubs = Club.objects.in_bulk({each.charged_to_id or each.club_id for each in owed} - {None})
    caused, units = tournaments or {}, cache(codes_by_club)
    return [
        _charge(each, members[each.member_id], clubs, tournament=caused.get(each.member_id), by=by, units=units)
        for each in owed
    ]


def _is_charged(affiliation: Affiliation) -> bool:
    if affiliation.ex_officio:
        return profile().on(affiliation.start).unaffiliated.then in {"charge", "rating_member"}
    rules = profile().on(affiliation.start)
    if affiliation.club_id is None and rules.billing.debtor != "member":
        return False
    if affiliation.end and affiliation.end < timezone.localdate():
        return False
    kinds = {kind.code: kind for kind in rules.kinds}
    return affiliation.kind not in kinds or kinds[affiliation.kind].fee


def _charge(
    affiliation: Affiliation,
    member: Member,
    clubs: dict[int, Club],
    *,
    tournament: int | None,
    by: User | None,
    units: Units,
) -> Charge:
    day, rules = affiliation.start, profile().on(affiliation.start)
    what = (rules.unaffiliated.tariff if affiliation.ex_officio else "") or AFFILIATION
    season = season_year(day) if affiliation.ex_officio else enrolment_year(day)
    club = clubs.get((affiliation.charged_to_id if affiliation.ex_officio else affiliation.club_id) or 0)
    made = Charge(
        club=club,
        member=member,
        season=season,
        day=day,
        what=what,
        kind=affiliation.kind,
        fee_class=fee_class(member.birth_date, day, season),
        currency=profile().federation.currency,
        cause=Charge.Cause.TOURNAMENT if tournament else Charge.Cause.AFFILIATION,
        affiliation=affiliation.pk,
        tournament=tournament,
        raised_by=by,
    )
    by_tariff = _price(made, units)
    member_pays = rules.unaffiliated.debtor if affiliation.ex_officio else rules.billing.debtor
    if "member" in {member_pays, by_tariff}:
        made.debtor, made.club = Charge.Debtor.MEMBER, None
    return made


def _unit(charge: Charge, units: Units) -> str:
    """Return the code of the league of the club on the day, where the tariff has rows of leagues."""
    if charge.club_id is None or not any(row.unit for row in profile().on(charge.day).tariff):
        return ""
    return league_code(units(charge.day).get(charge.club_id, {}), charge.day)


def _price(charge: Charge, units: Units) -> str:
    """Price a charge in memory if the tariff of its day has a row for it. Return who owes it by that row."""
    found = price(charge.what, charge.day, charge.kind, charge.fee_class, _unit(charge, units))
    if found is None:
        return ""
    charge.cents, charge.tariff = share(found.cents, charge.part), found.row
    return found.debtor


@transaction.atomic
def raise_half(old: Affiliation, new: Affiliation, by: User | None = None) -> list[Charge]:
    """Charge a transfer: within a season that the old club pays, half of its fee goes to the new club.

    Where the federation knows no halves, such a transfer costs nothing. A transfer into another season costs what an
    affiliation costs.
    """
    owed = Charge.objects.filter(affiliation=old.pk, season=enrolment_year(new.start), cancels=None)
    owed = owed.filter(cause=Charge.Cause.AFFILIATION).exclude(club=None)
    paid = next((left for left in _left(owed.values_list("pk", flat=True)) if left.part > 0), None)
    if paid is None:
        return raise_for([new], by=by)
    if not profile().on(new.start).billing.half_after_transfer:
        return []
    part, cents = paid.part // 2, None if paid.cents is None else paid.cents // 2
    half = _copy(paid.charge, part, cents, club_id=new.club_id, affiliation=new.pk, raised_by=by)
    return store([_copy(paid.charge, -part, _negative(cents), cancels=paid.charge, raised_by=by), half])


@transaction.atomic
def take_back_half(old: Affiliation | None, new: Affiliation, reason: str, by: User | None = None) -> list[Charge]:
    """Undo what a transfer charged: cancel the charges of the new affiliation, and charge the old club the whole fee
    again if it was credited half.
    """
    halved = Charge.objects.filter(affiliation=new.pk, cancels=None, part__lt=WHOLE).exists()
    made = credit_affiliations([new.pk], reason, by)
    note = Charge.objects.filter(affiliation=old.pk, part__lt=0).order_by("-number").first() if old and halved else None
    if note is None or note.cancels is None:
        return made
    paid = note.cancels
    again = _copy(paid, paid.part, paid.cents, reason=reason, raised_by=by)
    return [*made, *credit([paid.pk], reason, by), *store([again])]


def by_hand(
    debtor: Debtor,
    what: str,
    cents: int | None,
    reason: str,
    *,
    day: dt.date,
    by: User | None,
    cause: str = Charge.Cause.HAND,
) -> Charge:
    """Return the charge that `raise_by_hand` would raise, not stored. Raise `ChargeError` if it has no amount."""
    kind = kind_of(debtor)
    facts = {kind.value: debtor, "season": season_year(day), "currency": profile().federation.currency, "cause": cause}
    made = Charge(debtor=kind, what=what, cents=cents, day=day, reason=reason, raised_by=by, **facts)
    if cents is None:
        _price(made, cache(codes_by_club))
    if made.cents is None:
        raise ChargeError(NO_PRICE)
    if made.cents <= 0:
        raise ChargeError(NOT_POSITIVE)
    return made


@transaction.atomic
def raise_by_hand(
    debtor: Debtor,
    what: str,
    cents: int | None,
    reason: str,
    *,
    day: dt.date,
    by: User | None,
    owed: int | None = None,
) -> Charge:
    """Charge a club or a member for something that no act of this site causes: a fine, teams, a decision.

    Without ``cents`` the tariff of the day says how much. ``owed``: what they owed on the page that the user confirms.
    Raise `ChargeError` if that changed since, or if there is no amount.
    """
    type(debtor)._default_manager.select_for_update(no_key=True, of=("self",)).get(pk=debtor.pk)
    if owed is not None and owed_by(debtor) != owed:
        raise Changed(CHANGED)
    return store([by_hand(debtor, what, cents, reason, day=day, by=by)])[0]


@transaction.atomic
def raise_fine(club: Club, what: str, tournament: int, day: dt.date, by: User | None) -> list[Charge]:
    """Charge the club a fine of the tariff because of a tournament (id). A second one is not charged."""
    owed = Charge.objects.filter(tournament=tournament, what=what, affiliation=None, cancels=None)
    if any(left.part > 0 for left in _left(owed.values_list("pk", flat=True))):
        return []
    facts = {"season": season_year(day), "currency": profile().federation.currency}
    made = Charge(club=club, what=what, day=day, tournament=tournament, raised_by=by, **facts)
    made.cause = Charge.Cause.TOURNAMENT
    _price(made, cache(codes_by_club))
    return store([made])


def credit_fines(tournament: int, reason: str, by: User | None = None) -> list[Charge]:
    """Cancel the fines because of a tournament (id) that was withdrawn."""
    fines = Charge.objects.filter(tournament=tournament, affiliation=None, cancels=None)
    return credit(fines.values_list("pk", flat=True), reason, by)


@transaction.atomic
def credit(charges: Iterable[int], reason: str, by: User | None = None) -> list[Charge]:
    """Cancel what is left of the charges (ids) by credit notes. One that is cancelled already stays as it is."""
    return store(
        [
            _copy(left.charge, -left.part, _negative(left.cents), cancels=left.charge, reason=reason, raised_by=by)
            for left in _left(charges)
            if left.part > 0
        ]
    )


def charged_for(tournament: int) -> QuerySet[Charge, int | None]:
    """Return the ids of the affiliations that were charged because of a tournament (id)."""
    return Charge.objects.filter(tournament=tournament, cancels=None).values_list("affiliation", flat=True)


def credit_affiliations(affiliations: Iterable[int], reason: str, by: User | None = None) -> list[Charge]:
    """Cancel what was charged for affiliations (ids) that are undone."""
    ids = list(affiliations)
    if not ids:
        return []
    found = Charge.objects.filter(affiliation__in=bulk.in_values(ids), cancels=None)
    return credit(found.values_list("pk", flat=True), reason, by)


@transaction.atomic
def price_open() -> list[Charge]:
    """Price the charges without an amount for which the tariff has a row by now. Return them."""
    held = list(Charge.objects.unpriced().select_for_update(no_key=True, of=("self",)).order_by("pk"))
    units = cache(codes_by_club)
    for charge in held:
        _price(charge, units)
    priced = [charge for charge in held if charge.cents is not None]
    bulk.update(priced, ["cents", "tariff"])
    return priced


class Left(NamedTuple):
    """What credit notes have left of a charge."""

    charge: Charge
    part: int  # percent of the price
    cents: int | None


def _left(charges: Iterable[int]) -> list[Left]:
    """Lock the charges (ids) and return what is left of each."""
    if not (ids := list(charges)):
        return []
    found = Charge.objects.filter(pk__in=bulk.in_values(ids), cancels=None)
    held = list(found.select_for_update(no_key=True).order_by("pk"))
    notes = defaultdict(list)
    for note in Charge.objects.filter(cancels__in=bulk.in_values(ids)):
        notes[note.cancels_id].append(note)
    return [
        Left(
            charge,
            charge.part + sum(note.part for note in notes[charge.pk]),
            None if charge.cents is None else charge.cents + sum(note.cents or 0 for note in notes[charge.pk]),
        )
        for charge in held
    ]


def _negative(cents: int | None) -> int | None:
    return None if cents is None else -cents


def _copy(charge: Charge, part: int, cents: int | None, **others: Any) -> Charge:
    """Return a new charge like another one, but for these values."""
    kept = {name: getattr(charge, name) for name in COPIED}
    return Charge(**{**kept, "part": part, "cents": cents, **others})


def store(made: list[Charge]) -> list[Charge]:
    """Insert the charges with the next numbers of the series. A second transaction waits."""
    if not made:
        return []
    series = ChargeSeries.objects.select_for_update().filter(name=SERIES).first()
    if series is None:  # the first charge of all
        ChargeSeries.objects.get_or_create(name=SERIES)
        series = ChargeSeries.objects.select_for_update().get(name=SERIES)
    for charge in made:
        series.last += 1
        charge.number = series.last
    series.save(update_fields=["last"])
    return Charge.objects.bulk_create(made)
