"""The pages of a rating list: built in one place for the live view and for the files that are written once."""

import hashlib
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Count
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from federation.api.structured_data import breadcrumb, organization, script
from federation.i18n.dates import long_date
from federation.identity.activity import left_out_before
from federation.identity.member_numbers import key_of
from federation.profiles.reading import profile
from federation.web.htmx import without_empty
from ratings.exports import Download, DownloadGroup, downloads_of
from ratings.models import RatingList, RatingQuerySet
from ratings.public.filters import RatingFilter
from ratings.public.other_lists import kept, links_on_day
from ratings.public.reliability import most_deviation
from ratings.public.tables import ListTable, PagedRatings

PER_PAGE = 100
KEPT_SECONDS = 60
TEMPLATE = "ratings/list.html"
PAGE_ONLY = {"page", "revision"}
COLUMNS = "columns"  # the parameter with the columns that the reader chose


def is_plain(query: QueryDict) -> bool:
    """Return whether the page is neither filtered nor sorted, and has the usual columns: a page in order of rank."""
    return not any(value for name, value in query.items() if name not in PAGE_ONLY)


def usual(rating_list: RatingList) -> RatingQuerySet:
    """Return the ratings that a list shows unless a filter asks for those whom the federation leaves out."""
    return rating_list.ratings.shown().not_before(left_out_before(rating_list.date, "lists"))


class Counts(NamedTuple):
    """How many members the pages of a list show, and how many of them have a rank."""

    shown: int
    ranked: int

    @property
    def unranked(self) -> int:
        return self.shown - self.ranked


def counts_of(rating_list: RatingList) -> Counts:
    """Return the counts of a published list. They never change, so a process asks for them once: two queries."""
    key = f"list-counts:{rating_list.pk}:{rating_list.digest}"
    found = cache.get(key)
    if found is None:
        found = Counts(usual(rating_list).count(), usual(rating_list).ranked().count())
        cache.set(key, found, timeout=None)
    return found


def _found(chosen: RatingFilter, rating_list: RatingList) -> Counts:
    """Return how many ratings the filters leave: counted once a minute, however many pages of them are read."""
    asked = sorted((name, str(value)) for name, value in chosen.form.cleaned_data.items() if value)
    digest = hashlib.sha256(repr(asked).encode()).hexdigest()
    key = f"list-found:{rating_list.pk}:{rating_list.digest}:{digest}"
    found = cache.get(key)
    if found is None:
        counted = chosen.qs.aggregate(shown=Count("pk"), ranked=Count("rank"))
        found = Counts(**counted)
        cache.set(key, found, KEPT_SECONDS)
    return found


def page_of(query: QueryDict, rating_list: RatingList, number: str) -> int | None:
    """Return the number of the page of the filters of a query on which a member stands, by rank; None without a rank.

    Two queries at most.
    """
    key = key_of(number)
    ranked = RatingFilter(query, rating_list.ratings.shown(), rating_list.date).qs.filter(rank__isnull=False)
    rank = ranked.filter(member__key=key).values_list("rank", flat=True).first() if key else None
    return ranked.filter(rank__lt=rank).count() // PER_PAGE + 1 if rank else None


def list_context(query: QueryDict, rating_list: RatingList, *, has_bundle: bool) -> dict[str, Any]:
    """Return what the template of a list needs.

    Two queries at most; two more where this process has not shown the list before, two more where it has not read the
    clubs and units of the form for a minute; one more for a name, for a revision, and for a pool with an RD.
    """
    chosen = RatingFilter(query, rating_list.ratings.shown(), rating_list.date)
    count = counts_of(rating_list)
    found = _found(chosen, rating_list) if chosen.is_narrowing else count
    table = _table(query, rating_list, chosen, found)
    return {
        "section": "lists",
        "help_page": "list",
        "list": rating_list,
        "ranked_count": count.ranked,
        "most_deviation": most_deviation(rating_list),
        "title": table.caption,
        "heading": _("%(pool)s rating list") % {"pool": rating_list.pool.name},
        "filter": chosen,
        "narrowed": not is_plain(query),
        "found": found,
        "in_force": filters_in_force(query, chosen),
        "problems": [*chosen.problems(), *_problems(query, table)],
        "kept": kept(query),
        "pools": links_on_day(rating_list.pool, rating_list.date, query),
        "columns": table.choices(),
        "for_columns": _others(query, COLUMNS),
        "for_filters": _others(query, *chosen.base_filters),
        "active_months": profile().on(rating_list.date).activity.months,
        "table": table.configure(query, PER_PAGE),
        "downloads": partial(_for_people, rating_list),  # the fragment that shows them is mostly kept
        "has_bundle": has_bundle,
        "earlier_revisions": earlier_revisions(rating_list),
        "structured": partial(_structured, rating_list),  # likewise
    }


def _structured(rating_list: RatingList) -> SafeString:
    """Return what search engines of data sets read about a list; its addresses are relative to that of the page."""
    name = _("%(pool)s rating list") % {"pool": rating_list.pool.name}
    place = [rating_list.pool.slug, rating_list.month_slug]
    files = [
        {
            "@type": "DataDownload",
            "encodingFormat": kind,
            "contentUrl": reverse("list_file", args=[*place, f"list.{kind.rpartition('/')[2]}"]),
        }
        for kind in ("text/csv", "application/json")
    ]
    steps = [(_("Rating lists"), reverse("lists")), (name, reverse("list", args=place))]
    return script(
        {
            "@type": "Dataset",
            "name": f"{name}, {long_date(rating_list.date)}",
            "description": _("The ratings of all members, and what is needed to recalculate them."),
            "url": reverse("list", args=place),
            "temporalCoverage": rating_list.date.isoformat(),
            "isAccessibleForFree": True,
            "creator": organization(settings.FEDERATION_NAME, reverse("home")),
            "distribution": files,
            "breadcrumb": breadcrumb(steps),
        }
    )


def _table(query: QueryDict, rating_list: RatingList, chosen: RatingFilter, found: Counts) -> ListTable:
    """Return the table of a page. In order of rank a list shows those without a rank only to a filter."""
    by_rank = query.get("sort", "") in {"", "rank"}
    is_whole = not chosen.is_narrowing
    leaves_out = left_out_before(rating_list.date, "lists") is not None
    columns = chosen_columns(query)
    rows = PagedRatings(
        rating_list,
        chosen.qs,
        found.ranked if by_rank and is_whole else found.shown,
        is_plain=by_rank and is_whole and not leaves_out,
        is_whole=is_whole,
        fields=ListTable.fields(columns),
    )
    has_places = by_rank and (leaves_out or not is_whole)
    return ListTable(
        rows, rating_list, list_title(rating_list), columns=columns, has_places=has_places, age_day=chosen.age_day
    )


def filters_in_force(query: QueryDict, chosen: RatingFilter) -> list[tuple[str, str]]:
    """Return the words of each filter in force, and the query without it."""
    return [(words, without_empty(query, **{name: "", "page": ""})) for name, words in chosen.in_force()]


def chosen_columns(query: QueryDict) -> tuple[str, ...]:
    """Return the columns that the reader chose, beside those that are always there."""
    asked = query.getlist(COLUMNS)
    return tuple(name for name in ListTable.CHOICES if name in asked) if any(asked) else ListTable.USUAL


def _problems(query: QueryDict, table: ListTable) -> Iterator[str]:
    """Yield a sentence for each order or column that the list does not have."""
    sort = query.get("sort", "")
    if sort and sort.removeprefix("-") not in table.columns.names():
        yield _("This list cannot be sorted by “%(name)s”.") % {"name": sort}
    for name in query.getlist(COLUMNS):
        if name and name not in {*ListTable.CHOICES, "name"}:
            yield _("This list has no column “%(name)s”.") % {"name": name}


def _others(query: QueryDict, *names: str) -> list[tuple[str, str]]:
    """Return the parameters that a form with these fields has to send along; a change leads to the first page."""
    kept = [(name, value) for name, values in query.lists() if name not in {*names, "page"} for value in values]
    return [(name, value) for name, value in kept if value]


def _for_people(rating_list: RatingList) -> list[tuple[str, Download]]:
    """Return the downloads that stand on the page of the list itself."""
    return [(path, each) for path, each in downloads_of(rating_list).items() if each.group is DownloadGroup.PEOPLE]


def list_title(rating_list: RatingList) -> str:
    """Return ``Belgian Elo, 1 July 2026``, in the reader's language."""
    day = long_date(rating_list.date)
    return _("%(pool)s, %(day)s") % {"pool": rating_list.pool.name, "day": day}


def earlier_revisions(rating_list: RatingList) -> list[RatingList]:
    """Return the states of the list that this one replaced, the earliest first."""
    if not rating_list.revision:
        return []
    lists = RatingList.objects.filter(pool=rating_list.pool_id, date=rating_list.date)
    replaced = lists.filter(revision__lt=rating_list.revision, state=RatingList.State.REVISED)
    return list(replaced.defer("manifest").order_by("revision"))


def page_count(rating_list: RatingList) -> int:
    """Return the number of plain pages in each language; at least one."""
    return max(1, -(-counts_of(rating_list).ranked // PER_PAGE))


def plain_page(rating_list: RatingList, number: int, *, has_bundle: bool) -> str:
    """Return a plain page as the view makes it for an anonymous reader, in the active language."""
    request = HttpRequest()
    request.method = "GET"
    request.user = AnonymousUser()
    request.path = request.path_info = reverse("list", args=[rating_list.pool.slug, rating_list.month_slug])
    request.GET = QueryDict(f"page={number}" if number > 1 else "")
    request.META["QUERY_STRING"] = request.GET.urlencode()
    return render_to_string(TEMPLATE, list_context(request.GET, rating_list, has_bundle=has_bundle), request)
