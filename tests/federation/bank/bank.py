"""A bank's files, made for the tests."""

from __future__ import annotations

from collections.abc import Sequence

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
