"""Twenty unmatched players of a file, each with an error in the name, looked for among 100 000 members.

It is what the page of unmatched players does before it is shown: read the names of all members, find those who may be
meant, compare them, and read their clubs. Its time of the processor is compared with a fixed limit.
"""

from __future__ import annotations

import datetime as dt
import statistics
import time

from django.db import transaction

from benchmarks.invented.people import members_csv, store_clubs, store_raw
from benchmarks.measure import Row
from federation.models import Club, Member
from tournaments.intake.suggestions import suggestions
from tournaments.models import Participant, Tournament

SECONDS = 1
PLAYERS = 20


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    count = 10_000 if quick else 100_000
    store_clubs()
    with transaction.atomic():
        store_raw(members_csv(count))
    meant = list(Member.objects.order_by("key")[:: count // PLAYERS][:PLAYERS])
    day = dt.date(2026, 3, 14)
    cup = Tournament(name="Tower Cup", format="trf", start=day, end=day, club=Club.objects.order_by("key").first())
    players = [_misspelled(number, member, cup) for number, member in enumerate(meant, 1)]
    found = suggestions(players, cup)
    assert all(found[player.pk][0].member.name == meant[player.pk - 1].name for player in players)
    seconds = statistics.median(_seconds(players, cup) for _time in range(1 if quick else 5))
    what = f"{PLAYERS} misspelled names among {count:,} members"
    return [Row(what, f"{SECONDS} s of the processor", seconds / SECONDS, at_most=1)]


def _seconds(players: list[Participant], cup: Tournament) -> float:
    start = time.process_time()
    suggestions(players, cup)
    return time.process_time() - start


def _misspelled(number: int, member: Member, cup: Tournament) -> Participant:
    """Return the member as a file may have them: two letters of the last name swapped."""
    last = member.last_name
    wrong = last[:2] + last[3] + last[2] + last[4:]
    return Participant(
        pk=number, number=number, tournament=cup, file_last_name=wrong, file_first_name=member.first_name
    )
