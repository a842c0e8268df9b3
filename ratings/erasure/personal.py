"""What an erasure does with the rows about a member in lists: nothing, they hold numbers and figures."""

from federation.erasure.registry import keeps, untouched
from ratings.models import LedgerEntry, LivingEntry, LivingRating, LogEntry, Rating

keeps(Rating)
keeps(LedgerEntry)
keeps(LivingRating)
keeps(LivingEntry)
untouched(LogEntry)  # its bytes are signed, and it repeats no name
