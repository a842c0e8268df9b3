"""Mandates for SEPA direct debits. The IBAN is encrypted where it is stored; pages show its last four characters."""

import datetime as dt

from cryptography.fernet import InvalidToken
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.bank import iban as ibans
from federation.database.sealed import cipher
from federation.i18n.errors import UserError
from federation.models import Mandate
from federation.money.balances import Debtor, DebtorKind, kind_of

SEAL = "mandate"
LETTERS = {DebtorKind.CLUB: "C", DebtorKind.MEMBER: "M"}  # before the number, in references
FUTURE = noop("The day of the signature, %(day)s, is in the future.")
NONE = noop("There is no mandate in force.")
UNREADABLE = noop("The account of mandate %(reference)s can no longer be read. End the mandate and record a new one.")


class MandateError(UserError):
    """The mandate cannot be recorded, ended or used."""


@transaction.atomic
def record(
    debtor: Debtor,
    iban: str,
    holder: str,
    signed_on: dt.date,
    by: User | None,
    *,
    scheme: str = Mandate.Scheme.CORE,
) -> Mandate:
    """Record the mandate that a club or a member signed; it ends the one in force. Raise `IbanError` or `MandateError`.

    Banks let people sign mandates of the scheme CORE alone.
    """
    plain, today = ibans.checked(iban), timezone.localdate()
    if signed_on > today:
        raise MandateError(FUTURE, day=signed_on)
    kind = _hold(debtor)
    debtor.mandates.filter(ended_on=None).update(ended_on=today)
    return Mandate.objects.create(
        **{kind.value: debtor},
        reference=f"{LETTERS[kind]}{debtor.number}-{debtor.mandates.count() + 1}",
        scheme=scheme,
        signed_on=signed_on,
        holder=holder,
        sealed_iban=cipher(SEAL).encrypt(plain.encode()).decode(),
        last_four=plain[-4:],
        recorded_by=by,
    )


@transaction.atomic
def end(debtor: Debtor) -> None:
    """End the mandate of a club or a member today. Raise `MandateError` if there is none."""
    _hold(debtor)
    if not debtor.mandates.filter(ended_on=None).update(ended_on=timezone.localdate()):
        raise MandateError(NONE)


def _hold(debtor: Debtor) -> DebtorKind:
    """Lock a club or a member, and return which it is."""
    type(debtor)._default_manager.select_for_update(no_key=True, of=("self",)).get(pk=debtor.pk)
    return kind_of(debtor)


def iban_of(mandate: Mandate) -> str:
    """Return the IBAN of a mandate. Raise `MandateError` if the key of the site has changed since."""
    try:
        return cipher(SEAL).decrypt(mandate.sealed_iban.encode()).decode()
    except InvalidToken:
        raise MandateError(UNREADABLE, reference=mandate.reference) from None
