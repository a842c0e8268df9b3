"""The rows of league seasons."""

from leagues.models.matches import Board, Leg, LineUp, Match, Protest, Ruling, Side, Step
from leagues.models.seasons import Competition, Division, LeagueOfficer, RoundDay, Season, SeasonRules, Series, Venue
from leagues.models.teams import Entry, ListEntry, Team, TeamRole
