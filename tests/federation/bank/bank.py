"""A bank's files, made for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

Line = tuple[int, str, str, str]  # cents, structured reference, payer, IBAN

ENTRY = """<Ntry><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>{sign}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>{day}</Dt></BookgDt><AcctSvcrRef>{reference}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>{payer}</Nm>
</Dbtr><DbtrAcct><Id><IBAN>{iban}</IBAN></Id></DbtrAcct></RltdPties><RmtInf>{said}</RmtInf></TxDtls></NtryDtls></Ntry>"""
WHOLE = """<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>BE68539007547034</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">{closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<TxsSummry><TtlNtries><NbOfNtries>{count}</NbOfNtries><Sum>{total}</Sum></TtlNtries></TxsSummry>
{entries}</Stmt></BkToCstmrStmt></Document>"""


def camt(lines: Sequence[Line], day: str = "2026-10-01", **wrong: str) -> bytes:
    """Return a CAMT.053 file with these lines. ``wrong``: other values for count, total or closing."""
    entries = "\n".join(
        ENTRY.format(
            amount=euros(abs(cents)),
            sign="CRDT" if cents > 0 else "DBIT",
            day=day,
            reference=f"B{number}",
            payer=payer,
            iban=iban,
            said=f"<Strd><CdtrRefInf><Ref>{said}</Ref></CdtrRefInf></Strd>" if said else "<Ustrd>for chess</Ustrd>",
        )
        for number, (cents, said, payer, iban) in enumerate(lines)
    )
    facts = {
        "count": str(len(lines)),
        "total": euros(sum(abs(line[0]) for line in lines)),
        "closing": euros(10_000 + sum(line[0] for line in lines)),
    }
    return WHOLE.format(entries=entries, **{**facts, **wrong}).encode()


def euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def movement(
    number: int,
    cents: int,
    detail: int = 0,
    *,
    kind: str = "0",
    structured: str = "",
    text: str = "",
    payer: str = "",
    iban: str = "",
    ours: str = "",
    returned: str = "",
) -> list[str]:
    """Return the records of a movement of a CODA file."""
    said = (structured or text).ljust(149)
    head = f"{number:04d}{detail:04d}"
    amount = f"{int(cents < 0)}{abs(cents):014d}0"
    sort = "1" if structured else "0"
    lines = [
        f"21{head}{f'B{number:04d}':21}{amount}011026{kind}0150000{sort}{said[:53]}01102600101 0",
        f"22{head}{said[53:106]}{ours:35}{'':11}   {'2' if returned else ' '}{returned:4}{'':8}1 0",
        f"23{head}{iban:34}EUR{payer:35}{said[106:]}0 0",
    ]
    needed = [True, bool(said[53:106].strip() or ours or returned), bool(said[106:].strip() or payer or iban)]
    return list(compress(lines, needed))


def coda(movements: Sequence[list[str]], **wrong: int | str) -> bytes:
    """Return a CODA file with these movements. ``wrong``: other values for currency, count, closing or total (of the
    credits), in cents.
    """
    amounts = [int(each[0][32:46]) * (-1 if each[0][31] == "1" else 1) for each in movements if each[0][53] in "0123"]
    lines = [line for each in movements for line in each]
    facts = {
        "currency": "EUR",
        "count": len(lines) + 2,
        "closing": 10_000 + sum(amounts),
        "total": sum(each for each in amounts if each > 0),
    } | wrong
    debits = -sum(each for each in amounts if each < 0)
    account = f"{'BE68539007547034':34}{facts['currency']}"
    return "\n".join(
        [
            f"{'0000001102672505':24}{'':79}".ljust(127) + "2",
            f"12001{account}0{10_000:014d}0300926{'Federation':26}{'':35}001",
            *lines,
            f"8001{account}{int(facts['closing'] < 0)}{abs(facts['closing']):014d}0011026".ljust(127) + "0",
            f"9{'':15}{facts['count']:06d}{debits:014d}0{facts['total']:014d}0".ljust(127) + "2",
        ]
    ).encode("latin-1")
