"""Claims of a person who is to be erased: open ones prevent it, and their evidence is deleted."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from federation.erasure.person import Person
from federation.models import Member
from tournaments.corrections import evidence
from tournaments.models import Claim, ClaimEvidence, CorrectionEvidence


def open_claims(records: Sequence[Member]) -> Iterator[str]:
    """Yield why the person cannot be erased now: a claim of theirs is open. One query."""
    for claim in Claim.objects.open().filter(member__in=records)[:1]:
        yield _("%(claim)s of theirs is open: it has to be decided or withdrawn first.") % {"claim": claim}


def remove_evidence(person: Person) -> None:
    """Delete the evidence of the person's claims, and of corrections of their games, with its files."""
    of_claims = ClaimEvidence.objects.filter(claim__member__in=person.records)
    of_corrections = CorrectionEvidence.objects.filter(evidence.about(person.records)).distinct()
    for each in (*of_claims, *of_corrections):
        each.delete()
