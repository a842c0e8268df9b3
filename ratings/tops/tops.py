"""The tops of a list: the best of a group, gains, games, clubs, titles. Each has its own address."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F, OrderBy, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.identity.activity import active_since, left_out_before
from federation.identity.age_categories import SENIOR, birth_years, categories, shown
from federation.models import Club, Member, Sex
from federation.models.list_comparisons import FIDE_TITLES
from federation.profiles.reading import profile
from ratings.models import Rating, RatingList
from ratings.tops import periods

LIMIT = 50
TITLED = 300
HIGHEST_CHANGE = OrderBy(F("previous_rating") - F("rating"), nulls_last=True)  # as the index has it


class Row(NamedTuple):
    """A line of a top. A line of clubs has no member."""

    member: Member | None
    club: Club | None
    rating: int | None
    value: int | str | None


@dataclass(frozen=True)
class Top:
    """A top of a list. ``rows`` makes four queries at most."""

    slug: str
    group: str
    title: str
    heading: str  # of the values
    rows: Callable[[RatingList], list[Row]]
    is_signed: bool = False  # the values are changes
    is_young: bool = False  # of minors: search engines keep off


def tops_of(rating_list: RatingList) -> Iterator[Top]:
    """Yield the tops of a list, in the order of the index. No query."""
    yield from _of_groups(rating_list)
    yield from _of_classes(rating_list)
    yield from _of_periods(rating_list)


def find_top(rating_list: RatingList, slug: str) -> Top | None:
    return next((top for top in tops_of(rating_list) if top.slug == slug), None)


def _of_groups(rating_list: RatingList) -> Iterator[Top]:
    best, day = _("Best players"), rating_list.date
    yield _by_rating("all", best, _("All players"), lambda ratings: ratings)
    yield _by_rating("women", best, _("Women"), lambda ratings: _named(ratings).filter(member__sex=Sex.FEMALE))
    for name in categories(day):
        if name != SENIOR:
            yield _by_rating(
                name.lower(), best, shown(name, day), _in_category(name, day), is_young=name.startswith("U")
            )
    yield Top("titles", best, _("Title holders"), _("Title"), _title_holders)


def _of_classes(rating_list: RatingList) -> Iterator[Top]:
    rules = profile().on(rating_list.date).classes
    if rules is None or rating_list.pool.has_grades:
        return
    highest: int | None = None
    for each in rules.names:
        title = _("Class %(name)s") % {"name": each.name}
        yield _by_rating(f"class-{slugify(each.name)}", _("Classes"), title, _within(each.lowest, highest))
        highest = each.lowest


def _of_periods(rating_list: RatingList) -> Iterator[Top]:
    gains, games, activity = _("Gains"), _("Games"), _("Activity")
    year, season = periods.year_of(rating_list), periods.season_of(rating_list)
    yield Top("gains", gains, _("Gains of this list"), _("Gain"), _gains, is_signed=True)
    for slug, period in (("year", year), ("season", season)):
        title = _("Gains in %(period)s") % {"period": period.name}
        rows = _sums(period, "change")
        yield Top(f"gains-{slug}", gains, title, _("Gain"), rows, is_signed=True)
    yield Top("games", activity, _("Most games overall"), games, _most_games)
    for slug, period in (("year", year), ("season", season)):
        title = _("Most games in %(period)s") % {"period": period.name}
        yield Top(f"games-{slug}", activity, title, games, _sums(period, "period_games"))
    if (oldest := categories(rating_list.date)[-1]).startswith("S"):
        yield Top("oldest", activity, _("Oldest active players"), _("Age category"), _oldest(oldest))
    title = _("Most active clubs in %(period)s") % {"period": season.name}
    yield Top("clubs", activity, title, games, lambda _list: _clubs(season))


def _by_rating(
    slug: str, group: str, title: str, narrow: Callable[[QuerySet[Rating]], QuerySet[Rating]], *, is_young: bool = False
) -> Top:
    def rows(rating_list: RatingList) -> list[Row]:
        return _rows(narrow(_ranked(rating_list)), "change")

    return Top(slug, group, title, pgettext("of a rating", "Change"), rows, is_signed=True, is_young=is_young)


def _ranked(rating_list: RatingList) -> QuerySet[Rating]:
    """Return the ratings with a rank, without the inactive players whom the federation leaves out of its tops."""
    return rating_list.ratings.ranked().not_before(left_out_before(rating_list.date, "tops"))


def _named(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    """Leave out hidden members: a group would tell what they do not show."""
    return ratings.filter(member__hidden=False)


def _in_category(name: str, day: dt.date) -> Callable[[QuerySet[Rating]], QuerySet[Rating]]:
    def narrow(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
        first, last = birth_years(name, day)
        ratings = _named(ratings)
        if first is not None:
            ratings = ratings.filter(member__birth_date__year__gte=first)
        return ratings if last is None else ratings.filter(member__birth_date__year__lte=last)

    return narrow


def _within(lowest: int, below: int | None) -> Callable[[QuerySet[Rating]], QuerySet[Rating]]:
    def narrow(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
        found = ratings.filter(rating__gte=lowest)
        return found if below is None else found.filter(rating__lt=below)

    return narrow


def _gains(rating_list: RatingList) -> list[Row]:
    """Return the highest changes of a list, by the index of changes. One query."""
    found = rating_list.ratings.filter(rank__isnull=False, change__gt=0)
    return _rows(found.order_by(HIGHEST_CHANGE, "member_key"), "change")


def _most_games(rating_list: RatingList) -> list[Row]:
    found = rating_list.ratings.filter(rank__isnull=False, games__gt=0)
    return _rows(found.order_by("-games", "member_key"), "games")


def _oldest(category: str) -> Callable[[RatingList], list[Row]]:
    """Return what finds the active players of this category, the oldest first. It tells no year of birth."""

    def rows(rating_list: RatingList) -> list[Row]:
        day = rating_list.date
        active = rating_list.ratings.ranked().not_before(active_since(day)).exclude(last_played=None)
        found = _in_category(category, day)(active).order_by("member__birth_date__year", "rank")
        name = shown(category, day)
        return [
            Row(each.member, each.club, each.rating, name) for each in found.select_related("member", "club")[:LIMIT]
        ]

    return rows


def _rows(ratings: QuerySet[Rating], value: str) -> list[Row]:
    found = ratings.select_related("member", "club")[:LIMIT]
    return [Row(each.member, each.club, each.rating, getattr(each, value)) for each in found]


def _sums(period: periods.Period, by: str) -> Callable[[RatingList], list[Row]]:
    def rows(rating_list: RatingList) -> list[Row]:
        return _of_list(rating_list, periods.of_members(period.lists, by, LIMIT))

    return rows


def _of_list(rating_list: RatingList, sums: Sequence[tuple[int, int]]) -> list[Row]:
    """Return the lines of these members, with what the list says of them. One query."""
    found = rating_list.ratings.filter(member__in=[member for member, _sum in sums]).select_related("member", "club")
    by_member = {each.member_id: each for each in found}
    lines = ((by_member.get(member), total) for member, total in sums)
    return [Row(each.member, each.club, each.rating, total) for each, total in lines if each]


def _title_holders(rating_list: RatingList) -> list[Row]:
    """Return the members of the list with a title, the highest title first, then by rating. One query."""
    titled = Member.objects.filter(hidden=False).exclude(title="").values("pk")
    found = rating_list.ratings.shown().filter(member__in=titled).select_related("member", "club")[:TITLED]
    order = {title: number for number, title in enumerate(FIDE_TITLES)}
    lines = sorted(found, key=lambda each: order.get(each.member.title, len(order)))
    return [Row(each.member, each.club, each.rating, each.member.title) for each in lines]


def _clubs(period: periods.Period) -> list[Row]:
    sums = periods.of_clubs(period.lists, LIMIT)
    clubs = Club.objects.in_bulk([club for club, _games, _members in sums])
    return [Row(None, clubs[club], members, games) for club, games, members in sums if club in clubs]
