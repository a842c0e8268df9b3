"""Which records of league seasons are audited."""

from federation.audit.registry import audited, not_audited
from leagues.models import (
    Board,
    Competition,
    Division,
    Entry,
    FindingDecision,
    LeagueOfficer,
    Leg,
    LineUp,
    ListEntry,
    Match,
    MoveRequest,
    Protest,
    Reminder,
    RoundDay,
    Ruling,
    Season,
    SeasonRules,
    Series,
    SheetPhoto,
    Step,
    Suspension,
    Team,
    TeamRole,
    Venue,
    VenueClosure,
    Window,
)

audited(Competition, "league competition")
audited(Season, "league season")
audited(SeasonRules, "season rules", owner="season")
audited(Division, owner="season")
audited(Series, owner="division")
audited(RoundDay, "round day", owner="season")
audited(LeagueOfficer, "division officer", owner="season", partner="account")
audited(Venue, owner="club")
audited(Entry, "league entry", owner="club")
audited(Team, owner="club")
audited(TeamRole, "captain", owner="team", partner="account")
audited(ListEntry, "player list entry", owner="member", partner="club")
audited(Match, owner="home", partner="away", skip=["wrong_codes"])
audited(Board, owner="match")
audited(Ruling, owner="match", partner="team")
audited(FindingDecision, "decision on a finding", owner="match")
audited(Protest, owner="match")
audited(MoveRequest, "proposal to move a match", owner="match")
audited(SheetPhoto, "photo of a match sheet", owner="match")
audited(VenueClosure, "closure of a hall", owner="venue")
audited(Window, "window for player lists", owner="season")
audited(Suspension, owner="member", partner="season")
audited(Leg, owner="tournament")

not_audited("secret until it is revealed: the boards then keep it", LineUp)
not_audited("a log itself", Step)
not_audited("a mark that a mail was queued", Reminder)
