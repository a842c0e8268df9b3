"""What an erasure does with the rows about a member in lists: nothing, they hold numbers and figures."""

from federation.privacy.registry import keeps, untouched
from ratings.models import LedgerEntry, LogEntry, Rating

keeps(Rating)
keeps(LedgerEntry)
untouched(LogEntry)  # its bytes are signed, and it repeats no name
