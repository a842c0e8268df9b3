"""Rating types, lists and their ratings for programs."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import NotFound

from federation.api.endpoint import Endpoint, PagedEndpoint, PageQuery, Text
from federation.api.keyset import Key
from federation.api.problems import sentence
from federation.models import Sex
from federation.models.list_comparisons import FIDE_TITLES
from ratings.api import examples
from ratings.api.answers import STATUSES, ListAnswer, LivingAnswer, LivingListAnswer, PoolAnswer, RatingAnswer
from ratings.checklist.today import next_list
from ratings.find_lists import find_list, public_lists
from ratings.models import LivingList, LivingRating, Rating, RatingList, RatingPool
from ratings.public.filters import ANY, NO, YES, RatingFilter
from ratings.systems.period import Status

LISTS = _("Rating lists")
LIVING = _("Ratings of today")


class Pools(PagedEndpoint):
    title = _("Rating types")
    tag = LISTS
    answer = PoolAnswer
    example = examples.POOL
    keys = (Key("position"), Key("slug"))

    def find(self, asked: dict[str, Any]) -> QuerySet[RatingPool]:
        return RatingPool.objects.filter(public=True)


class ListsQuery(PageQuery):
    pool = serializers.SlugField(required=False, default="", help_text=_("Only of this rating type."))


class Lists(PagedEndpoint):
    title = _("Published lists")
    explanation = _("The latest first; of each day the last revision.")
    tag = LISTS
    query = ListsQuery
    answer = ListAnswer
    example = examples.LIST
    keys = (Key("date", is_descending=True), Key("pk"))

    def find(self, asked: dict[str, Any]) -> QuerySet[RatingList]:
        lists = public_lists()
        return lists.filter(pool__slug=asked["pool"]) if asked["pool"] else lists


class OneList(Endpoint):
    title = _("One list")
    tag = LISTS
    answer = ListAnswer
    example = examples.LIST

    def find(self, asked: dict[str, Any], slug: str, month: str) -> RatingList:
        return find_list(slug, month)


class RatingsQuery(PageQuery):
    """The filters of the page of a list."""

    name = Text(required=False, help_text=_("The beginning of a name, or a member number."))
    league = Text(
        required=False, max_length=20, help_text=_("The code of a league or another unit, on the day of the list.")
    )
    club = Text(required=False, max_length=20, help_text=_("The number of a club."))
    sex = serializers.ChoiceField([Sex.FEMALE.value, Sex.MALE.value], required=False)
    age = Text(required=False, max_length=10, help_text=_("An age category of the list, such as U14."))
    age_on = serializers.DateField(
        required=False,
        help_text=_("The day of the age category, at most a year from that of the list; else the day of the list."),
    )
    status = serializers.ChoiceField(
        [name for name in STATUSES if name != Status.UNRATED.name.lower()],
        required=False,
        help_text=_("Only ratings of this status."),
    )
    active = serializers.ChoiceField(
        [YES, NO, ANY], required=False, help_text=_("Only players who were active on the day of the list, or inactive.")
    )
    nationality = Text(required=False, max_length=3, help_text=_("The code of a nationality, such as FRA."))
    fide = serializers.ChoiceField(
        [YES, NO], required=False, help_text=_("Only players with a FIDE rating, or without.")
    )
    title = serializers.ChoiceField(
        [ANY, *FIDE_TITLES], required=False, help_text=_("Only holders of this FIDE title.")
    )
    games = serializers.IntegerField(
        required=False, min_value=0, max_value=99_999, help_text=_("At least so many games.")
    )


class Ratings(PagedEndpoint):
    title = _("The ratings of a list")
    explanation = _("By rank; provisional ratings follow. The filters are those of the page.")
    tag = LISTS
    query = RatingsQuery
    answer = RatingAnswer
    example = examples.RATING
    keys = (
        Key("rank", may_be_null=True),
        Key("rating", is_descending=True),
        Key("member_id"),
    )

    def find(self, asked: dict[str, Any], slug: str, month: str) -> QuerySet[Rating]:
        self.list = find_list(slug, month)
        filters = {name: str(value) for name, value in asked.items() if name not in {"limit", "cursor"}}
        if "status" in filters:
            filters["status"] = str(Status[filters["status"].upper()].value)
        narrowed = RatingFilter(filters, self.list.ratings.shown(), self.list.date)
        if narrowed.is_bound and not narrowed.form.is_valid():
            raise NotFound(sentence(narrowed.form.errors))
        return narrowed.qs.select_related("member", "club")

    def prepared(self, rows: list[Rating]) -> list[Rating]:
        for row in rows:
            row.list = self.list
        return rows


class LivingLists(PagedEndpoint):
    title = _("The next lists")
    tag = LIVING
    answer = LivingListAnswer
    example = examples.LIVING_LIST
    keys = (Key("pool__position"), Key("pool__slug"))

    def find(self, asked: dict[str, Any]) -> QuerySet[LivingList]:
        return LivingList.objects.filter(pool__public=True).select_related("pool")


class LivingRatings(PagedEndpoint):
    title = _("Ratings of today")
    explanation = _("Of members who have played since the last list, by member number. They are not official.")
    tag = LIVING
    answer = LivingAnswer
    example = examples.LIVING
    keys = (Key("member__key"),)

    def find(self, asked: dict[str, Any], slug: str) -> QuerySet[LivingRating]:
        self.list = next_list(slug)
        return self.list.ratings.filter(played__gt=0).select_related("member")

    def prepared(self, rows: list[LivingRating]) -> list[LivingRating]:
        for row in rows:
            row.list = self.list
        return rows
