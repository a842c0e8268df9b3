"""Reads CAMT.053, the statement of an account that banks give (ISO 20022, camt.053.001.02 to .13).

Lines are the booked entries, or the transactions of an entry that lists several. What the file says of itself is
checked: number and sum of the entries, and the balances before and after them.
"""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from django.utils.translation import gettext_noop as noop

from federation.bank.bank_lines import BankFileError, ReadLine, shown

NOT_READ = noop("This is not a CAMT.053 file: %(problem)s.")
NO_AMOUNT = noop("Statement %(statement)s, entry %(entry)s: “%(value)s” is not an amount.")
NO_SUM = noop("Statement %(statement)s: “%(value)s” is not an amount.")
NO_DAY = noop("Statement %(statement)s, entry %(entry)s has no booking day.")
OTHER_CURRENCY = noop("Statement %(statement)s, entry %(entry)s is in %(value)s, not in %(currency)s.")
WRONG_PARTS = noop(
    "Statement %(statement)s, entry %(entry)s: its transactions add up to %(found)s, not %(value)s. Nothing was stored."
)
WRONG_COUNT = noop("Statement %(statement)s has %(found)s entries, but says %(value)s. Nothing was stored.")
WRONG_SUM = noop("Statement %(statement)s: its entries add up to %(found)s, but it says %(value)s. Nothing was stored.")
WRONG_BALANCE = noop(
    "Statement %(statement)s: opening balance and entries give %(found)s, but it closes with %(value)s. "
    "Nothing was stored."
)


def matches(data: bytes) -> bool:
    """Return whether the file looks like one; the content decides."""
    return b"<BkToCstmrStmt" in data[:20_000] or b":BkToCstmrStmt" in data[:20_000]


def read(data: bytes, currency: str) -> list[ReadLine]:
    """Return the booked lines of all statements of the file. Raise `BankFileError`."""
    try:
        root = fromstring(data)
    except (ParseError, DefusedXmlException, ValueError) as problem:
        raise BankFileError(NOT_READ, problem=str(problem) or type(problem).__name__) from None
    for element in root.iter():
        element.tag = str(element.tag).rpartition("}")[2]  # versions differ by their namespace
    statements = root.findall("BkToCstmrStmt/Stmt")
    if not statements:
        raise BankFileError(NOT_READ, problem="BkToCstmrStmt/Stmt")
    return [line for number, each in enumerate(statements, 1) for line in _Statement(each, number, currency).lines()]


def _text(element: Element, *paths: str) -> str:
    """Return the text of the first path that is there."""
    return next((found.strip() for path in paths if (found := element.findtext(path))), "")


def _our_reference(entry: Element, detail: Element) -> str:
    """Return what we called a direct debit, or the debits that the bank booked together, in the file for the bank."""
    one = _text(detail, "Refs/EndToEndId")
    if one not in {"", "NOTPROVIDED"}:
        return one
    return _text(detail, "Refs/PmtInfId") or _text(entry, "NtryDtls/Btch/PmtInfId", "NtryDtls/Btch/MsgId")


class _Statement:
    """A statement of one account."""

    def __init__(self, element: Element, number: int, currency: str) -> None:
        self.element, self.currency = element, currency
        self.place: dict[str, object] = {"statement": number, "entry": ""}
        self.account = _text(element, "Acct/Id/IBAN", "Acct/Id/Othr/Id")[:34]

    def lines(self) -> list[ReadLine]:
        lines: list[ReadLine] = []
        booked = entries = 0
        amounts = 0
        for number, entry in enumerate(self.element.findall("Ntry"), 1):
            self.place["entry"] = number
            cents = self._signed(entry)
            entries, amounts = entries + 1, amounts + abs(cents)
            if _text(entry, "Sts/Cd", "Sts") in {"", "BOOK"}:  # others are announced only
                booked += cents
                lines += self._entry(entry, cents)
        self.place["entry"] = ""
        self._check(entries, amounts, booked)
        return [line for line in lines if line.cents]

    def _entry(self, entry: Element, cents: int) -> Iterator[ReadLine]:
        day = self._day(entry)
        reference = _text(entry, "AcctSvcrRef", "NtryRef")
        details = entry.findall("NtryDtls/TxDtls")
        if len(details) < 2:
            yield self._line(entry, details[0] if details else entry, day, cents, reference)
            return
        sign = -1 if cents < 0 else 1
        parts = [sign * abs(self._signed(each, "Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt")) for each in details]
        if sum(parts) != cents:
            raise BankFileError(WRONG_PARTS, **self.place, found=shown(sum(parts)), value=shown(cents))
        for each, part in zip(details, parts, strict=True):
            yield self._line(entry, each, day, part, _text(each, "Refs/AcctSvcrRef", "Refs/EndToEndId") or reference)

    def _line(self, entry: Element, detail: Element, day: dt.date, cents: int, reference: str) -> ReadLine:
        other = "Dbtr" if cents > 0 else "Cdtr"
        said = [each.text.strip() for each in detail.findall("RmtInf/Ustrd") if each.text]
        return ReadLine(
            self.account,
            reference[:60],
            day,
            cents,
            _text(detail, "RmtInf/Strd/CdtrRefInf/Ref")[:60],
            (" ".join(said) or _text(entry, "AddtlNtryInf"))[:500],
            _text(detail, f"RltdPties/{other}/Nm", f"RltdPties/{other}/Pty/Nm")[:140],
            _text(detail, f"RltdPties/{other}Acct/Id/IBAN", f"RltdPties/{other}Acct/Id/Othr/Id").replace(" ", "")[:34],
            _our_reference(entry, detail)[:35],
            _text(detail, "RtrInf/Rsn/Cd", "RtrInf/Rsn/Prtry")[:4],
        )

    def _day(self, entry: Element) -> dt.date:
        text = _text(entry, "BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm")
        try:
            return dt.date.fromisoformat(text[:10])
        except ValueError:
            raise BankFileError(NO_DAY, **self.place) from None

    def _signed(self, element: Element, *paths: str) -> int:
        """Return the amount of an entry, a balance or a transaction: below 0 for a debit."""
        amount = next((found for path in (paths or ("Amt",)) if (found := element.find(path)) is not None), None)
        if amount is None:
            raise BankFileError(NO_AMOUNT, **self.place, value="")
        if amount.get("Ccy", self.currency) != self.currency:
            raise BankFileError(OTHER_CURRENCY, **self.place, value=amount.get("Ccy"), currency=self.currency)
        cents = self._cents(amount.text or "")
        return -cents if _text(element, "CdtDbtInd") == "DBIT" else cents

    def _cents(self, text: str) -> int:
        try:
            value = Decimal(text.strip()) * 100
            if value == (whole := int(value)):
                return whole
        except (InvalidOperation, OverflowError, ValueError):
            pass
        raise BankFileError(NO_AMOUNT if self.place["entry"] else NO_SUM, **self.place, value=text[:40])

    def _check(self, entries: int, amounts: int, booked: int) -> None:
        """Compare with what the statement says of itself. Raise `BankFileError`."""
        count = _text(self.element, "TxsSummry/TtlNtries/NbOfNtries")
        if count and count.lstrip("0") != str(entries):
            raise BankFileError(WRONG_COUNT, **self.place, found=entries, value=count)
        total = _text(self.element, "TxsSummry/TtlNtries/Sum")
        if total and self._cents(total) != amounts:
            raise BankFileError(WRONG_SUM, **self.place, found=shown(amounts), value=total)
        balances = {_text(each, "Tp/CdOrPrtry/Cd"): each for each in self.element.findall("Bal")}
        opening = balances.get("OPBD", balances.get("PRCD"))
        if opening is not None and (closing := balances.get("CLBD")) is not None:
            found, said = self._signed(opening) + booked, self._signed(closing)
            if found != said:
                raise BankFileError(WRONG_BALANCE, **self.place, found=shown(found), value=shown(said))
