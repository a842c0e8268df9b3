"""What an erasure does with the rows about a member in league seasons: nothing, they hold seats and figures."""

from federation.privacy.registry import keeps
from leagues.models import Board, ListEntry

keeps(Board)
keeps(ListEntry)
