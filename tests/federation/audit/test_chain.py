"""The vector of the audit's chain, which other programs can compute, too."""

import datetime as dt

from federation.audit import chain
from federation.models import AuditEntry

SALT = bytes(range(16))


def test_the_vector_of_the_chain():
    before, after = (chain.commitment(SALT, name) for name in ("Peters", "Peeters"))
    entry = AuditEntry(
        n=1, at=dt.datetime(2026, 9, 1, 8, tzinfo=dt.UTC), account="membres", via="admin", act="change", kind="member",
        object="10001", field="last_name", before=before, after=after,
    )  # fmt: skip
    assert before.startswith("dba602c50e599ae0")
    said = chain.link(chain.START, chain.content(entry)).hex()
    assert said == "58e7ce459f7940767edf9199d284f93c7ce07c8c073eba9a28da79814fb3edf6"
