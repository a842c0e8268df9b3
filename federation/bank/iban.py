"""IBANs of the countries of SEPA (ISO 13616): their length, and their check digits modulo 97."""

from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import UserError

# Length by country: the IBAN registry, for the countries of the European Payments Council's list of the SEPA scheme.
LENGTHS = {
    "AD": 24, "AL": 28, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20,
    "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GI": 23, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27,
    "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MT": 31, "NL": 18, "NO": 15,
    "PL": 28, "PT": 25, "RO": 24, "RS": 22, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "VA": 22,
}  # fmt: skip

_DIGITS = str.maketrans({chr(ord("A") + place): str(10 + place) for place in range(26)})

NOT_SEPA = noop("“%(value)s” is not an IBAN of a SEPA country: an IBAN begins with the two letters of its country.")
LENGTH = noop("An IBAN of %(country)s has %(length)s characters, not %(found)s.")
CHECK = noop("The check digits of this IBAN are wrong: a character is mistyped.")


class IbanError(UserError):
    """The IBAN is wrong, or of a country without direct debits."""


def checked(text: str) -> str:
    """Return an IBAN without blanks, in capitals. Raise `IbanError`."""
    iban = "".join(text.split()).upper()
    country = iban[:2]
    if country not in LENGTHS or not (iban.isascii() and iban.isalnum()):
        raise IbanError(NOT_SEPA, value=iban[:40])
    if len(iban) != LENGTHS[country]:
        raise IbanError(LENGTH, country=country, length=LENGTHS[country], found=len(iban))
    if not iban[2:4].isdecimal() or remainder(iban[4:] + iban[:4]) != 1:
        raise IbanError(CHECK)
    return iban


def remainder(text: str) -> int:
    """Return the remainder by 97, letters counting as 10 to 35 (ISO 7064)."""
    return int(text.translate(_DIGITS)) % 97


def grouped(iban: str) -> str:
    """Return an IBAN as it is printed: in groups of four."""
    return " ".join(iban[start : start + 4] for start in range(0, len(iban), 4))
