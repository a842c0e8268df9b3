"""What an erasure does with the rows about a member in the tables of people, clubs and money."""

from django.db.models.functions import Coalesce, Now, TruncDate

from federation.erasure.registry import deletes, keeps
from federation.models import (
    Affiliation,
    Charge,
    ComparedPlayer,
    Consent,
    DeathReport,
    Erasure,
    FormerNumber,
    Guardian,
    Holder,
    Invitation,
    Licence,
    Looked,
    Mandate,
    Notice,
    Office,
    Payment,
    PersonalDetail,
    Rectification,
    Statement,
    TransferRequest,
)

keeps(Affiliation, {"note": ""})
keeps(Charge)
keeps(Erasure)
keeps(FormerNumber)
keeps(Looked)
keeps(Payment, {"note": ""})
ENDED = Coalesce("ended_on", TruncDate(Now()))  # nothing can be collected any more
keeps(Mandate, {"holder": "", "sealed_iban": "", "last_four": "", "ended_on": ENDED})
keeps(Statement)
keeps(Office, {"contact": "", "public": False}, account="account")
deletes(Licence, numbers=["number"])
deletes(ComparedPlayer, names=["name"], numbers=["number"])
deletes(PersonalDetail, numbers=["value"])
deletes(Holder, account="account")
for each in (Guardian, Consent, Rectification, TransferRequest, DeathReport, Invitation, Notice):
    deletes(each)
