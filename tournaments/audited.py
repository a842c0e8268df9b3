"""Which records of tournaments are audited.

The rows that a job reads from a file are not kept one by one: the creation of the tournament, its upload with the
file's SHA-256 and the digest of its games say what was read. Once it is accepted, every change is kept; before, those
that people make.
"""

from federation.audit.registry import audited, not_audited
from tournaments.models import (
    Announcement,
    Claim,
    ClaimEvidence,
    ClaimMute,
    ComputedTieBreaks,
    ConfirmedSpelling,
    Correction,
    CorrectionDecision,
    CorrectionEvidence,
    DeadlineOverride,
    GamesDigest,
    LateResult,
    ManualRound,
    Outcome,
    Pairing,
    Participant,
    RememberedAnswer,
    Stage,
    Tournament,
    TournamentUpdate,
    Upload,
)

ACCEPTED = (
    f"EXISTS (SELECT 1 FROM {Tournament._meta.db_table} audited_event "  # noqa: S608 - names of our models
    f"WHERE audited_event.id = {{row}}.tournament_id AND audited_event.stage = '{Stage.ACCEPTED.value}')"
)

audited(Upload, owner="club", skip=["job", "error_template", "error_facts", "error_place", "sender_not_notified"])
audited(Tournament, partner="club", skip=["file_facts", "file_problems", "received_at"])
audited(Announcement, owner="club", partner="unit", skip=["reminded_at"])
audited(Claim, owner="tournament", partner="member")
audited(ClaimEvidence, "claim evidence", owner="claim")
audited(CorrectionEvidence, "correction evidence", owner="decision")
audited(ClaimMute, "pause of claims", owner="member", partner="club")
audited(DeadlineOverride, "deadline override", owner="tournament")
audited(TournamentUpdate, "tournament update", owner="tournament")
audited(Participant, owner="tournament", partner="member", accepted=ACCEPTED)
audited(Pairing, owner="tournament", accepted=ACCEPTED)
audited(GamesDigest, "games", owner="tournament", accepted=ACCEPTED)
audited(Correction, owner="tournament")
audited(CorrectionDecision, "correction decision", owner="tournament")
audited(ConfirmedSpelling, "spelling", owner="member", partner="club", skip=["confirmed_at"])
audited(RememberedAnswer, "answer", owner="club", skip=["given_at"])

not_audited("calculated", ComputedTieBreaks, Outcome)
not_audited("marks of what was done to a pairing, whose own changes are kept", LateResult, ManualRound)
