"""What an erasure does with the rows about a member in league seasons: nothing, they hold no names."""

from federation.erasure.registry import keeps
from leagues.models import Board, ListEntry

keeps(Board)
keeps(ListEntry)
