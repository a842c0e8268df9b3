"""What an erasure does with the rows about a member in league seasons: nothing but what gives a reason."""

from federation.erasure.registry import deletes, keeps
from leagues.models import Board, ListEntry, Match, Suspension

keeps(Board)
keeps(ListEntry)
keeps(Match)
deletes(Suspension)
