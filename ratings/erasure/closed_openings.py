"""The public log after an erasure: corrections whose text named the person can no longer be opened."""

from federation.erasure.person import Person
from ratings.models import LogEntry
from ratings.public_log.append import commitment
from tournaments.models import Correction


def close_openings(person: Person) -> None:
    """Delete the salts of corrections that no longer say what the log committed to. Entries stay to the byte."""
    played = Correction.objects.filter(tournament__participants__member__in=person.records)
    corrections = {str(each.pk): each for each in played.distinct()}
    entries = LogEntry.objects.filter(kind=LogEntry.Kind.CORRECTION, subject__in=corrections).exclude(salt="")
    closed = [each.pk for each in entries if commitment(each.salt, corrections[each.subject]) not in each.content]
    LogEntry.objects.filter(pk__in=closed).update(salt="")
