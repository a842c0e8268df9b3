"""Ratings and their ledgers in the admin, to look at: only a rating run writes them."""

from typing import Any

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from federation.database.paginator import EstimatingPaginator
from federation.members.search_filters import named
from federation.models import Member
from federation.web.read_only_rows import ReadOnly
from federation.web.tables import decimal, plain_signed, points
from ratings.figures import in_words
from ratings.models import LedgerEntry, Rating, RatingList
from ratings.public.tables import CHANGE
from ratings.systems.period import POINT, Kind
from ratings.wording.common import KINDS

LATEST = 20  # lists in the filter; the ratings of earlier ones are reached from the page of the list


class ListFilter(admin.SimpleListFilter):
    title, parameter_name = _("rating list"), "list"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[int, str]]:
        """Offer the latest lists and the chosen one."""
        lists = RatingList.objects.select_related("pool").defer("manifest")
        latest = list(lists.order_by("-date", "pool", "-revision")[:LATEST])
        chosen = self.value() or ""
        if chosen.isdecimal() and chosen not in {str(each.pk) for each in latest}:
            latest += lists.filter(pk=chosen)
        return [(each.pk, str(each)) for each in latest]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        chosen = self.value() or ""
        return queryset.filter(list=chosen) if chosen.isdecimal() else queryset


class RowsOfLists(ReadOnly):
    """Rows of lists. There are millions: none are counted or joined beyond those that are shown."""

    list_filter = (ListFilter,)
    list_per_page = 50
    show_full_result_count = False
    paginator = EstimatingPaginator
    search_fields = ("member",)  # makes the admin show a search field; see `get_search_results`
    search_help_text = _("Name or member number")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        """Return the rows of the members whose name or number fits; the index of names finds them first."""
        if search_term.strip():
            queryset = queryset.filter(member__in=named(Member.objects.order_by(), search_term).values("pk"))
        return queryset, False


@admin.register(Rating)
class RatingAdmin(RowsOfLists):
    """The rating of a member in a list, with the ledger."""

    list_display = ("member", "list", "figure", "difference", "status", "rank", "games", "games_since", "club")
    list_select_related = ("member", "list__pool", "club")
    fields = (
        ("list", "member", "member_key"),
        ("club", "affiliated"),
        ("figure", "uncertainty", "status", "rank"),
        ("before", "difference"),
        ("games", "games_since", "last_played"),
        "ledger",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Rating]:
        """Leave out the manifests of the lists."""
        return super().get_queryset(request).defer("list__manifest")

    def get_ordering(self, request: HttpRequest) -> tuple[Any, ...]:
        """Sort by rank within one list. Over all lists, show the latest rows first, which needs no sorting."""
        return ("-list_id", F("rank").asc(nulls_last=True), "pk") if _is_narrowed(request) else ("-pk",)

    @admin.display(description=_("rating"), ordering="rating")
    def figure(self, rating: Rating) -> str:
        return in_words(rating.rating, rating.list.pool)

    @admin.display(description=_("Previous rating"))
    def before(self, rating: Rating) -> str:
        return in_words(rating.previous_rating, rating.list.pool)

    @admin.display(description=CHANGE, ordering="change")
    def difference(self, rating: Rating) -> str:
        return plain_signed(rating.change)

    @admin.display(description=_("RD"))
    def uncertainty(self, rating: Rating) -> str:
        """Return the deviation with one decimal."""
        return decimal(rating.deviation, 1)

    @admin.display(description=_("Games this period"), ordering="period_games")
    def games_since(self, rating: Rating) -> int:
        """Return the number of games since the previous list."""
        return rating.period_games

    @admin.display(description=_("calculation"))
    def ledger(self, rating: Rating) -> SafeString:
        """Return every entry of the member in this list."""
        entries = list(rating.entries.select_related("opponent", "pairing__tournament"))
        lines = [{"entry": entry, **_words(entry)} for entry in entries]
        return render_to_string("admin/ratings/rating/_ledger.html", {"lines": lines})

    def view_on_site(self, rating: Rating) -> str | None:
        """Return the address of the page that explains the rating."""
        of = rating.list
        is_shown = of.state == RatingList.State.PUBLISHED and of.pool.public and not of.imported
        return reverse("ledger", args=[rating.member.number, of.pool.slug, of.month_slug]) if is_shown else None


@admin.register(LedgerEntry)
class LedgerEntryAdmin(RowsOfLists):
    """A ledger entry: why a rating changed."""

    list_display = ("member", "list", "place", "kind_name", "against", "score", "difference_made")
    list_select_related = ("member", "list__pool", "opponent")
    fields = (
        ("list", "member", "place", "kind_name"),
        ("against", "score"),
        ("expected_score", "difference_made"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[LedgerEntry]:
        """Leave out the manifests of the lists."""
        return super().get_queryset(request).defer("list__manifest")

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """Sort as in a ledger for one list or member.

        Over all lists, show the latest rows first, which needs no sorting.
        """
        return ("-list_id", "member_id", "number") if _is_narrowed(request) else ("-pk",)

    @admin.display(description=_("kind"))
    def kind_name(self, entry: LedgerEntry) -> str:
        return _words(entry)["kind"]

    @admin.display(description=_("Number"), ordering="number")
    def place(self, entry: LedgerEntry) -> int:
        """Return the number of the entry in the member's ledger."""
        return entry.number

    @admin.display(description=_("Opponent"))
    def against(self, entry: LedgerEntry) -> str:
        """Return the opponent with the rating that was used."""
        rating = _words(entry)["opponent_rating"]
        return f"{entry.opponent or ''} ({rating})" if rating else str(entry.opponent or "")

    @admin.display(description=_("Result"))
    def score(self, entry: LedgerEntry) -> str:
        return _words(entry)["score"]

    @admin.display(description=_("Expected"))
    def expected_score(self, entry: LedgerEntry) -> str:
        return _words(entry)["expected"]

    @admin.display(description=CHANGE)
    def difference_made(self, entry: LedgerEntry) -> str:
        return _words(entry)["change"]


def _is_narrowed(request: HttpRequest) -> bool:
    return bool(request.GET.get("list") or request.GET.get("q"))


def _words(entry: LedgerEntry) -> dict[str, Any]:
    """Return what an entry says, in words."""
    is_rated, is_game = entry.kind == Kind.GAME, entry.kind in LedgerEntry.GAMES
    return {
        "kind": str(KINDS[Kind(entry.kind)]),
        "opponent_rating": entry.opponent_rating if is_game and entry.opponent_rating is not None else "",
        "score": points(entry.half_points) if is_game else "",
        "expected": decimal(entry.expected / POINT, 2) if is_rated and entry.expected else "",
        "change": "" if entry.kind in {Kind.COLLECTED, Kind.NOT_COUNTED} else plain_signed(entry.change / POINT, 2),
    }
