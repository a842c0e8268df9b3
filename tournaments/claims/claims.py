"""The way of a claim: raised, answered by the organiser or by silence, withdrawn. `decide` closes it.

The tournament is locked before the claim, the member before both counts of the limits.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.core.files import File
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.evidence import papers
from federation.members import affiliations
from federation.models import Job, Member
from federation.profiles.reading import profile
from federation.regulations import due
from tournaments.claims import admissible, limits, mails
from tournaments.claims.admissible import When
from tournaments.corrections import evidence as evidence_of_corrections
from tournaments.errors import Refused
from tournaments.intake.rows import text
from tournaments.models import Claim, ClaimEvidence, ClaimMute, Pairing, Stage, Tournament

KIND = "unanswered_claims"
MOST_EVIDENCE = evidence_of_corrections.MOST  # files
NOT_ACCEPTED = noop("Claims are about accepted tournaments. Tell the club what is wrong with this one.")
NOT_OWN = noop("A claim is about a game that the member played.")
TEXT_MISSING = noop("Say what is wrong, in your words.")
TOO_LATE = noop("Claims about this game were taken until %(day)s.")
MEANWHILE = noop("The claim has meanwhile changed; look at it again.")


@dataclass(frozen=True)
class Said:
    """What a claim says: the kind, in words, and what would be right (letters, day or number of the opponent)."""

    kind: str
    text: str
    wanted: str = ""
    evidence: Sequence[File] = field(default_factory=tuple)


@transaction.atomic
def raise_claim(member: Member, tournament: Tournament, pairing: Pairing | None, said: Said, by: User | None) -> Claim:
    """Raise a claim of the member about a game, or about one that is missing.

    One after its time is late: it waits for the rating officer. Raise `Refused` if it is not about an own game, the
    limits are reached, or the time is over for the officer, too; `papers.NotTaken` if a file is not taken.
    """
    affiliations.lock([member.pk])
    words = text(said.text, Claim.LONGEST).strip()
    if tournament.stage != Stage.ACCEPTED:
        raise Refused(NOT_ACCEPTED)
    if not words:
        raise Refused(TEXT_MISSING)
    if pairing is None if said.kind != Claim.Kind.MISSING else pairing is not None:
        raise Refused(NOT_OWN)
    if pairing is not None and member.pk not in _players(pairing):
        raise Refused(NOT_OWN)
    limits.require_room(member, tournament, pairing, has_evidence=bool(said.evidence))
    arrived = admissible.when(tournament, pairing, member)
    if arrived is When.OVER:
        raise Refused(TOO_LATE, day=admissible.last_day(tournament, pairing, member))
    made = Claim(kind=said.kind, tournament=tournament, pairing=pairing, member=member, raised_by=by, text=words)
    made.wanted, made.is_late, made.public = said.wanted, arrived is When.LATE, _is_public(member)
    _send_on(made, is_late=made.is_late)
    made.save()
    _keep(made, said.evidence)
    mails.later(made, by)
    return made


def _players(pairing: Pairing) -> set[int | None]:
    """Return the members (ids) who played the game, merged records as those into which they were merged."""
    seats = (pairing.white, pairing.black, pairing.white_partner, pairing.black_partner)
    people = [seat.member for seat in seats if seat and seat.member]
    return {each.merged_into_id or each.pk for each in people} | {each.pk for each in people}


def _is_public(member: Member) -> bool:
    """Return whether the public page counts a claim of the member: not of minors, of unknown age or hidden."""
    born, today = member.birth_date, timezone.localdate()
    adult = profile().on(today).privacy.adult_age
    return born is not None and not member.hidden and due.months_after(born, 12 * adult) <= today


def _send_on(claim: Claim, *, is_late: bool) -> None:
    """Set who has the claim next: the officer if it is late or there is no organiser, else the organiser."""
    today = timezone.localdate()
    rules = profile().on(today).claims
    if is_late:
        claim.state = Claim.State.LATE
        claim.decide_until = due.ends_at(today + rules.decide_days * due.ONE_DAY)
    elif not claim.tournament.is_organised:
        _to_officer(claim)
    else:
        claim.state, claim.decide_until = Claim.State.ORGANISER, None
        claim.answer_until = due.ends_at(today + rules.answer_days * due.ONE_DAY)


def _to_officer(claim: Claim) -> None:
    today = timezone.localdate()
    claim.state = Claim.State.OFFICER
    claim.decide_until = due.ends_at(today + profile().on(today).claims.decide_days * due.ONE_DAY)


def _keep(claim: Claim, files: Sequence[File], *, by_organiser: bool = False) -> None:
    if len(files) > MOST_EVIDENCE:
        raise Refused(evidence_of_corrections.TOO_MANY_FILES, most=MOST_EVIDENCE)
    for file in files:
        paper = papers.checked(file)
        facts = {"name": text(file.name or "", 200), "size": paper.size, "by_organiser": by_organiser}
        if not claim.evidence.filter(sha256=paper.sha256).exists():
            ClaimEvidence.objects.create(claim=claim, file=file, sha256=paper.sha256, **facts)


@transaction.atomic
def answer(claim: Claim, by: User, *, agrees: bool, remark: str = "", evidence: Sequence[File] = ()) -> None:
    """Answer for the organiser and pass the claim on to the rating officer.

    Raise `Refused` if it is not with them, `papers.NotTaken` if a file is not taken.
    """
    held = hold(claim, Claim.State.ORGANISER)
    held.answer = Claim.Answer.AGREES if agrees else Claim.Answer.DISAGREES
    held.answered_by, held.answered_at, held.answer_text = by, timezone.now(), text(remark, 300).strip()
    _to_officer(held)
    held.save()
    _keep(held, evidence, by_organiser=True)
    mails.later(held, by)


@transaction.atomic
def admit(claim: Claim, by: User) -> None:
    """Take a late claim: it goes to the organiser. Only the rating officer does. Raise `Refused` if it is not late."""
    held = hold(claim, Claim.State.LATE)
    held.decided_by = by
    _send_on(held, is_late=False)
    held.save()
    mails.later(held, by)


@transaction.atomic
def withdraw(claim: Claim, by: User | None = None) -> None:
    """Withdraw the claim. Raise `Refused` if it is closed."""
    close(hold(claim, *open_states()), Claim.Outcome.WITHDRAWN, by)


@transaction.atomic
def pass_on_unanswered(now: dt.datetime | None = None) -> int:
    """Pass the claims that no organiser answered in time on to the officer. Return how many."""
    now = now or timezone.now()
    late = list(_unanswered(now).select_for_update(of=("self",)).select_related("tournament").order_by("pk"))
    for claim in late:
        claim.answer, claim.answered_at = Claim.Answer.SILENT, now
        _to_officer(claim)
        claim.save()
        mails.later(claim, None)
    return len(late)


def _unanswered(now: dt.datetime) -> QuerySet[Claim]:
    return Claim.objects.filter(state=Claim.State.ORGANISER, answer_until__lte=now)


def queue() -> Job | None:
    """Queue what passes unanswered claims on, and deletes old evidence; None if nothing is due."""
    due_now = _unanswered(timezone.now()).exists() or old_evidence().exists() or evidence_of_corrections.old().exists()
    return jobs.submit(KIND, KIND, {}) if due_now else None


def old_evidence() -> QuerySet[ClaimEvidence]:
    """Return the files of claims that were closed longer ago than the profile keeps evidence."""
    days = profile().on(timezone.localdate()).retention.evidence
    return ClaimEvidence.objects.filter(claim__closed_at__lt=timezone.now() - dt.timedelta(days=days))


def delete_old_evidence() -> int:
    """Delete those files. Return how many."""
    found = [*old_evidence(), *evidence_of_corrections.old()]
    for each in found:
        each.delete()
    return len(found)


@transaction.atomic
def ask_to_mute(claim: Claim, by: User) -> None:
    """Ask, for the club, that its member's claims wait for some time; an officer has to agree."""
    if claim.tournament.club_id is None:
        raise Refused(MEANWHILE)
    ClaimMute.objects.get_or_create(club_id=claim.tournament.club_id, member=claim.member, defaults={"asked_by": by})


@transaction.atomic
def agree_to_mute(claim: Claim, by: User) -> None:
    """Let the club's wish hold for 30 days from now. Raise `Refused` if the club did not ask."""
    asked = ClaimMute.objects.select_for_update().filter(club=claim.tournament.club_id, member=claim.member).first()
    if asked is None:
        raise Refused(MEANWHILE)
    asked.agreed_by, asked.until = by, timezone.now() + limits.MUTED
    asked.save(update_fields=["agreed_by", "until"])


def hold(claim: Claim, *states: Claim.State) -> Claim:
    """Return the claim, locked. Raise `Refused` if it is in none of the states."""
    held = Claim.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=claim.pk)
    if held.state not in states:
        raise Refused(MEANWHILE)
    return held


def close(claim: Claim, outcome: Claim.Outcome, by: User | None = None) -> None:
    """Close a locked claim."""
    claim.state, claim.outcome, claim.closed_at = Claim.State.CLOSED, outcome, timezone.now()
    claim.save()
    mails.later(claim, by)


def open_states() -> tuple[Claim.State, ...]:
    return (Claim.State.LATE, Claim.State.ORGANISER, Claim.State.OFFICER)
