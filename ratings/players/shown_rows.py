"""The rows that the pages of a member show, for their ETags (`federation.web.conditional`).

What a published list says never changes: its lines stand for everything that hangs on them.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from federation.models import Affiliation, Member
from ratings.find_lists import LATEST, day_of
from ratings.models import LedgerEntry, PoolRules, Rating, RatingList
from tournaments.models import Participant

OF_RATING = [field.attname for field in Rating._meta.concrete_fields]
OF_LIST = [f"list__{name}" for name in ("date", "revision", "state", "imported", "published_at", "reason", "digest")]
OF_POOL = [f"list__pool__{name}" for name in ("name", "slug", "system", "discipline", "position")]
OF_TOURNAMENT = ("id", "name", "start", "end", "stage", "counts_from")
OF_MEMBER = ("matricule", "last_name", "first_name", "hidden", "merged_into")
OF_GAME = [
    *(f"pairing__tournament__{name}" for name in OF_TOURNAMENT),
    *("pairing__date", "pairing__round"),
    *(
        f"pairing__{seat}__{name}"
        for seat in ("white", "black", "black_partner")
        for name in ("file_last_name", "file_first_name", "member", "member__merged_into")
    ),
]


def of_player(request: HttpRequest, matricule: int) -> Iterable[Iterable[Any]] | None:
    """Return what the page of a member shows, unless it compares them with another one. Five queries."""
    if request.GET:
        return None
    seats = Participant.objects.filter(_is(matricule, "member__"))
    affiliations = Affiliation.objects.filter(member__matricule=matricule)
    return [
        Member.objects.filter(_is(matricule)).order_by("pk").values_list(),
        affiliations.order_by("pk").values_list("start", "end", "kind", "club__number", "club__name"),
        _ratings(matricule),
        seats.order_by("pk").values_list(*(f"tournament__{name}" for name in OF_TOURNAMENT)),
        _rules(),
    ]


def of_ledger(request: HttpRequest, matricule: int, slug: str, month: str) -> Iterable[Iterable[Any]] | None:
    """Return what the ledger of a list shows. Four queries."""
    if month == LATEST:
        return None
    entries = LedgerEntry.objects.filter(member__matricule=matricule, list__pool__slug=slug, list__date=day_of(month))
    fields = [field.attname for field in LedgerEntry._meta.concrete_fields]
    opponents = [f"opponent__{name}" for name in OF_MEMBER]
    return [
        Member.objects.filter(_is(matricule)).order_by("pk").values_list(),
        _ratings(matricule).filter(list__pool__slug=slug),
        entries.order_by("pk").values_list(*fields, *OF_LIST, "list__pool__public", *opponents, *OF_GAME),
        _rules(),
    ]


def _is(matricule: int, prefix: str = "") -> Q:
    """Select the member's record, and those that were merged into it."""
    return Q(**{f"{prefix}matricule": matricule}) | Q(**{f"{prefix}merged_into__matricule": matricule})


def _ratings(matricule: int) -> QuerySet[Rating]:
    public = Rating.objects.filter(member__matricule=matricule, list__pool__public=True)
    rows = public.exclude(list__state=RatingList.State.DRAFT).order_by("pk")
    return rows.values_list(*OF_RATING, *OF_LIST, *OF_POOL)


def _rules() -> QuerySet[PoolRules]:
    return PoolRules.objects.filter(pool__public=True).order_by("pk").values_list()
