"""Facts of tournaments: uploads, tournaments, participants, pairings, corrections, claims."""

from tournaments.formats.report import Result  # the letters of a pairing's results
from tournaments.models.announcements import Announcement
from tournaments.models.claims import Claim, ClaimEvidence, ClaimMute, CorrectionEvidence
from tournaments.models.computed import COUNTED_RATING, ComputedTieBreaks, GamesDigest, Outcome
from tournaments.models.deadlines import DeadlineOverride
from tournaments.models.decisions import ConfirmedSpelling, Correction, CorrectionDecision, RememberedAnswer
from tournaments.models.fide import FideRated
from tournaments.models.kinds_of_play import Discipline, Pace, disciplines
from tournaments.models.marks import LateResult, ManualRound
from tournaments.models.matching import MatchedBy
from tournaments.models.performance import performance
from tournaments.models.rating_days import rating_day
from tournaments.models.stages import OnSiteVisibility, Stage
from tournaments.models.tournaments import (
    Pairing,
    Participant,
    Tournament,
    TournamentQuerySet,
    public_page,
)
from tournaments.models.uploads import TournamentUpdate, Upload, receipt_number, upload_path
