"""Writes pain.008.001.08, the file by which a bank collects direct debits (ISO 20022, SEPA CORE and B2B).

It is written here because `sepaxml` needs text-unidecode, whose licence (Artistic or GPL) does not fit. The order of
elements is that of the schema; the characters are those that every bank of the scheme takes (EPC217-08, 6.2).
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from xml.etree.ElementTree import Element, SubElement, tostring

from federation.bank import iban
from federation.bank.bank_lines import shown
from federation.models import Collection, Debit, Mandate
from federation.money.mandates import iban_of
from federation.money.references import reference_of
from federation.profiles.reading import profile

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"
NAME, TEXT = 70, 140  # characters
_OTHERS = re.compile(r"[^A-Za-z0-9/\-?:().,'+ ]")
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "’": "'"}
)


def written(collection: Collection, scheme: str = Mandate.Scheme.CORE) -> bytes:
    """Return the file of a collection: banks take the two schemes in files of their own. Raise `MandateError` or
    `IbanError`.
    """
    found = collection.debits.filter(mandate__scheme=scheme).select_related("mandate__club", "mandate__member")
    debits = list(found.order_by("sequence", "pk"))
    document = Element("Document", xmlns=NAMESPACE)
    root = SubElement(document, "CstmrDrctDbtInitn")
    head = SubElement(root, "GrpHdr")
    _put(head, "MsgId", collection.reference if scheme == Mandate.Scheme.CORE else f"{collection.reference}-{scheme}")
    _put(head, "CreDtTm", collection.made_at.strftime("%Y-%m-%dT%H:%M:%S"))
    _sums(head, debits)
    _put(head, "InitgPty/Nm", _latin(profile().federation.name, NAME))
    for _sequence, batch in groupby(debits, attrgetter("sequence")):
        _batch(SubElement(root, "PmtInf"), collection, list(batch))
    return tostring(document, encoding="utf-8", xml_declaration=True)


def _batch(batch: Element, collection: Collection, debits: Sequence[Debit]) -> None:
    """Write the debits of one sequence, which the bank books together."""
    rules = profile().on(collection.day).billing
    _put(batch, "PmtInfId", debits[0].batch)
    _put(batch, "PmtMtd", "DD")
    _put(batch, "BtchBookg", "true")
    _sums(batch, debits)
    kind = SubElement(batch, "PmtTpInf")
    _put(kind, "SvcLvl/Cd", "SEPA")
    _put(kind, "LclInstrm/Cd", debits[0].mandate.scheme)
    _put(kind, "SeqTp", debits[0].sequence)
    _put(batch, "ReqdColltnDt", collection.day.isoformat())
    _put(batch, "Cdtr/Nm", _latin(profile().federation.name, NAME))
    _put(batch, "CdtrAcct/Id/IBAN", iban.checked(rules.iban))
    _put(batch, "CdtrAgt/FinInstnId/Othr/Id", "NOTPROVIDED")
    _put(batch, "ChrgBr", "SLEV")
    creditor = _put(batch, "CdtrSchmeId/Id/PrvtId/Othr")
    _put(creditor, "Id", rules.creditor_id)
    _put(creditor, "SchmeNm/Prtry", "SEPA")
    for debit in debits:
        _debit(SubElement(batch, "DrctDbtTxInf"), debit)


def _debit(element: Element, debit: Debit) -> None:
    mandate = debit.mandate
    _put(element, "PmtId/EndToEndId", debit.reference)
    _put(element, "InstdAmt", shown(debit.cents)).set("Ccy", profile().federation.currency)
    signed = _put(element, "DrctDbtTx/MndtRltdInf")
    _put(signed, "MndtId", mandate.reference)
    _put(signed, "DtOfSgntr", mandate.signed_on.isoformat())
    _put(element, "DbtrAgt/FinInstnId/Othr/Id", "NOTPROVIDED")
    _put(element, "Dbtr/Nm", _latin(mandate.holder, NAME))
    _put(element, "DbtrAcct/Id/IBAN", iban_of(mandate))
    _put(element, "RmtInf/Ustrd", _latin(f"{mandate.debtor} {reference_of(mandate.debtor, debit.season)}", TEXT))


def _sums(element: Element, debits: Iterable[Debit]) -> None:
    cents = [debit.cents for debit in debits]
    _put(element, "NbOfTxs", str(len(cents)))
    _put(element, "CtrlSum", shown(sum(cents)))


def _put(element: Element, path: str, text: str | None = None) -> Element:
    """Add elements inside each other, the last with the text. Return the last."""
    for name in path.split("/"):
        element = SubElement(element, name)
    element.text = text
    return element


def _latin(text: str, most: int) -> str:
    """Return a text in the characters of the scheme: accents off, others as blanks."""
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    bare = "".join(char for char in plain if not unicodedata.combining(char))
    return " ".join(_OTHERS.sub(" ", bare).split())[:most].strip() or "-"
