"""The rows of league seasons."""

from leagues.models.decisions import FindingDecision
from leagues.models.matches import Board, Leg, LineUp, Match, Protest, Ruling, Side, Step
from leagues.models.papers import MoveRequest, ProposedDay, Reminder, SheetPhoto
from leagues.models.seasons import (
    Competition,
    Division,
    LeagueOfficer,
    RoundDay,
    Season,
    SeasonRules,
    Series,
    Venue,
    VenueClosure,
)
from leagues.models.teams import Entry, ListEntry, Team, TeamRole
from leagues.models.windows import Suspension, Window
