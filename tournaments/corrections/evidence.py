"""Files that show why a correction was made: for the staff and those whom it concerns, never public."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser, User
from django.core.files import File
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.access import clubs_of, may_everywhere, own_members, units_of
from federation.evidence import papers
from federation.profiles.reading import profile
from federation.structure.rights import Verb
from tournaments.corrections.text import CorrectionLine
from tournaments.errors import Refused
from tournaments.intake.rows import text
from tournaments.models import CorrectionDecision, CorrectionEvidence, Tournament

MOST = 3  # files
TOO_MANY_FILES = noop("At most %(most)s files of evidence.")


def keep(decision: CorrectionDecision, files: Sequence[File]) -> None:
    """Keep files with a correction, each content once. Raise `Refused` or `papers.NotTaken`."""
    if len(files) > MOST:
        raise Refused(TOO_MANY_FILES, most=MOST)
    for file in files:
        paper = papers.checked(file)
        if not decision.evidence.filter(sha256=paper.sha256).exists():
            name = text(file.name or "", 200)
            decision.evidence.create(file=file, name=name, size=paper.size, sha256=paper.sha256)


def visible_to(user: User | AnonymousUser) -> QuerySet[CorrectionEvidence]:
    """Return the files that the user may see: rating officers all, organisers those about their tournaments, players
    those about their own games.
    """
    if may_everywhere(user, Verb.SEE_EVIDENCE):
        return CorrectionEvidence.objects.all()
    clubs, units = clubs_of(user, Verb.SEE_EVIDENCE), units_of(user, Verb.SEE_EVIDENCE)
    organised = Q(decision__tournament__club__in=clubs.values("pk")) | Q(
        decision__tournament__unit__in=units.values("pk")
    )
    found = CorrectionEvidence.objects.filter(organised | about(own_members(user).values("pk")))
    return found.distinct()


def with_files(
    lines: Sequence[CorrectionLine], tournament: Tournament, user: User | AnonymousUser
) -> list[tuple[CorrectionLine, list[CorrectionEvidence]]]:
    """Return the corrections of a tournament, each with the files that the user may see: those of several that were
    made together with the first. One query for who is logged in.
    """
    files: dict[int | None, list[CorrectionEvidence]] = defaultdict(list)
    if lines and user.is_authenticated:
        for file in visible_to(user).filter(decision__tournament=tournament):
            files[file.decision_id].append(file)
    return [(line, files.pop(line.decision, [])) for line in lines]


def about(members: object) -> Q:
    """Return which files belong to a correction of a game, or of a participant, of one of these members."""
    changed = "decision__corrections__"
    seats = ("pairing__white", "pairing__black", "pairing__white_partner", "pairing__black_partner", "participant")
    found = Q()
    for seat in seats:
        found |= Q(**{f"{changed}{seat}__member__in": members})
    return found


def old() -> QuerySet[CorrectionEvidence]:
    """Return the files of corrections that were made longer ago than the profile keeps evidence."""
    days = profile().on(timezone.localdate()).retention.evidence
    return CorrectionEvidence.objects.filter(decision__made_at__lt=timezone.now() - dt.timedelta(days=days))
