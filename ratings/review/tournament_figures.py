"""The ratings of the members of a tournament and what it changed, for the rows of its standings."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from federation.web.tables import signed
from ratings.figures import cell_of, first_rating, today_mark
from ratings.models import LedgerEntry, LivingEntry, LivingList, LivingRating, RatedTournament, Rating, RatingList
from ratings.review.tournament_effects import COUNTED
from ratings.systems.fqe import norms
from ratings.systems.fqe import rate as fqe
from ratings.systems.period import POINT, Kind
from tournaments.models import Tournament


def figures(tournament: Tournament) -> dict[str, Any] | None:
    """Return the figures of the first public rating type that rates the tournament, else those of today. Three queries.

    Of a tournament that went into several lists the changes are summed up, and the first rating is shown.
    """
    published = RatedTournament.objects.filter(
        tournament=tournament, list__state=RatingList.State.PUBLISHED, list__pool__public=True
    ).select_related("list__pool")
    lists = [each.list for each in published.order_by("list__pool__position", "list__pool__slug", "list__date")]
    if lists:
        pool = lists[0].pool
        months = {each.pk: each.month_slug for each in lists if each.pool_id == pool.pk}
        entries = LedgerEntry.objects.filter(list__in=months)
        rows = _rows(entries, Rating.objects.all(), tournament)
        order = list(months)
        rows.sort(key=lambda row: order.index(row["list"]))
        return _figures(rows, lists[len(months) - 1], months) if rows else None
    entries = LivingEntry.objects.filter(list__pool__public=True)
    rows = _rows(entries, LivingRating.objects.all(), tournament)
    if not rows:
        return None
    found = LivingList.objects.filter(pk__in={row["list"] for row in rows}).select_related("pool")
    living = found.order_by("pool__position", "pool__slug")[0]
    return _figures([row for row in rows if row["list"] == living.pk], living.as_list, {})


def _rows(entries: QuerySet[Any], ratings: QuerySet[Any], tournament: Tournament) -> list[dict[str, Any]]:
    """Return the sums of each list and member. One query."""
    line = ratings.filter(list=OuterRef("list"), member=OuterRef("member")).order_by()
    counted = entries.filter(pairing__tournament=tournament, kind__in=COUNTED).order_by()
    return list(
        counted.values("list", "member", "member__number").annotate(
            sum_of_changes=Sum("change"),
            sum_of_rated=Count("pk", filter=Q(kind=Kind.GAME)),
            before=Subquery(line.values("previous_rating")[:1]),
            after=Subquery(line.values("rating")[:1]),
        )
    )


def _figures(rows: Sequence[dict[str, Any]], last: RatingList, months: Mapping[int, str]) -> dict[str, Any]:
    """Return the figures of a pool from its rows, the earliest list first.

    ``last``: the last list of the tournament. ``months``: the addresses of the lists, by id; none of the next list.
    """
    is_official, pool = bool(months), last.pool
    befores: dict[int, int | None] = {}
    sums: dict[int, float] = {}
    changes: dict[int, str] = {}
    for row in rows:
        member, before = row["member"], row["before"]
        befores.setdefault(member, before)
        if before is not None and row["sum_of_rated"]:
            sums[member] = sums.get(member, 0) + row["sum_of_changes"] / POINT
            shown = signed(sums[member], 2)
        else:
            shown = "" if before is not None or row["after"] is None else first_rating(row["after"], pool)
        if shown:
            of_list = [row["member__number"], pool.slug]
            where = reverse("ledger", args=[*of_list, months[row["list"]]]) if is_official else ""
            where = where or reverse("ledger_today", args=of_list)
            changes[member] = (
                f'<a class="quiet" href="{escape(where)}">{today_mark(shown, is_official=is_official)}</a>'
            )
    page = reverse("list", args=[pool.slug, last.month_slug]) if is_official else reverse("next_list", args=[pool.slug])
    categories = {"category_of": norms.category_of} if pool.system == fqe.KEY else {}
    return categories | {
        "pool": pool.name,
        "list_title": _("%(pool)s, %(day)s") % {"pool": pool.name, "day": long_date(last.date)},
        "list_page": page,
        "is_official": is_official,
        "ratings": {member: before for member, before in befores.items() if before is not None},
        "changes": changes,
        "written": cell_of(pool),
    }
