"""What an erasure does with the rows about a member in league seasons: only free-text reasons are emptied."""

from federation.erasure.registry import deletes, keeps
from leagues.models import Board, ListEntry, Match, Suspension

keeps(Board)
keeps(ListEntry)
keeps(Match)
deletes(Suspension)
