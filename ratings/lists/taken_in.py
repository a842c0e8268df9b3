"""Which corrections a revision takes in: anyone may read which lists a correction revised, and the other way round."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from federation.database import bulk
from ratings.models import LedgerEntry, RatingList
from tournaments.models import Correction

LONGEST_ID = 18  # digits
WITHOUT_EFFECT = ("name", "city", "arbiters", "time_control", "tie_breaks", "team_bye")  # no list depends on these


def taken_in(revision: RatingList, replaced: RatingList) -> set[int]:
    """Return the ids of the corrections that made a revision differ from the list that it replaces.

    They are those of its tournaments that were made since, and those that the list before it has taken in. At most
    four queries.
    """
    found = set(_of_its_tournaments(revision, replaced).values_list("pk", flat=True))
    before, was_before = revision.previous, replaced.previous
    if before is None or before == was_before:
        return found
    since = was_before.revision if was_before and was_before.date == before.date else -1
    lists = RatingList.objects.filter(pool=revision.pool_id, date=before.date)
    revisions = lists.filter(revision__gt=since, revision__lte=before.revision)
    return found.union(revisions.exclude(corrections=None).values_list("corrections", flat=True))


def _of_its_tournaments(revision: RatingList, replaced: RatingList) -> QuerySet[Correction]:
    if replaced.computed_at is None:  # nothing was calculated: it is a starting list
        return Correction.objects.none()
    games = (set(each.tournaments.values_list("tournament", "digest")) for each in (revision, replaced))
    changed = {tournament for tournament, _digest in set.symmetric_difference(*games)}
    made_since = Correction.objects.filter(tournament__in=changed, made_at__gt=replaced.computed_at)
    return made_since.exclude(field__in=WITHOUT_EFFECT)


def lists_revised(ids: Collection[int]) -> dict[int, list[tuple[str, str]]]:
    """Return the public lists that take in corrections of these ids: by id, title and address of each. One query."""
    if not ids:
        return {}
    through = RatingList.corrections.through.objects.filter(correction__in=bulk.in_values(ids))
    shown = through.filter(ratinglist__pool__public=True).select_related("ratinglist__pool")
    found = defaultdict(list)
    order = ("ratinglist__pool__position", "ratinglist__pool__slug", "ratinglist__date", "ratinglist__revision")
    for row in shown.defer("ratinglist__manifest").order_by(*order):
        page = reverse("list", args=[row.ratinglist.pool.slug, row.ratinglist.month_slug])
        found[row.correction_id].append((str(row.ratinglist), f"{page}?revision={row.ratinglist.revision}"))
    return found


def corrections_of_list(number: str) -> tuple[str, QuerySet[Correction]] | None:
    """Return title and corrections of the public list with that id; None if there is none. One query."""
    if not (number.isdecimal() and len(number) <= LONGEST_ID):
        return None
    published = RatingList.objects.exclude(state=RatingList.State.DRAFT).filter(pool__public=True, pk=int(number))
    found = published.select_related("pool").defer("manifest").first()
    return (str(found), found.corrections.values("pk")) if found else None


def first_published(tournament: int, pairing: int | None, member: int) -> dt.date | None:
    """Return the day on which the first list with the member's game was published; None if none was.

    The arguments are ids. Without a game: the first list with a game of the tournament. One query.
    """
    lists = RatingList.objects.filter(tournaments__tournament=tournament, published_at__isnull=False)
    if pairing is not None:
        entries = LedgerEntry.objects.filter(list__in=lists.values("pk"), member=member, pairing=pairing)
        lists = lists.filter(pk__in=entries.values("list"))
    moment = lists.order_by("published_at").values_list("published_at", flat=True).first()
    return timezone.localdate(moment) if moment else None
