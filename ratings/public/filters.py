"""The filters of a rating list."""

import datetime as dt
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache, partial
from typing import Any

import django_filters
from django.core.cache import cache as kept
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.identity.activity import active_since, left_out_before
from federation.identity.age_categories import SENIOR, adult_ages, birth_years, categories, shown
from federation.identity.member_numbers import club_key_of
from federation.members.search_filters import (
    Choices,
    PlainChoiceFilter,
    PlainDateFilter,
    PlainNumberFilter,
    PlainTextFilter,
    ReadyChoices,
    club_choices,
    named,
    unit_choices,
)
from federation.models import Member, Sex, Unit
from federation.models.list_comparisons import FIDE_TITLES
from federation.structure import kinds
from federation.structure.memberships import in_unit
from ratings.models import Rating, RatingQuerySet
from ratings.systems.period import Status

ANY, YES, NO = "any", "yes", "no"
A_YEAR = dt.timedelta(days=366)
NATIONALITIES_FOR = 600  # seconds
CHOICES_FOR = 60  # seconds, like the form without a filter (templates/ratings/list.html)
AGAIN_AFTER = 5  # seconds between two readings for values that are no choice


def age_choices(day: dt.date) -> Choices:
    """Return the age categories of the day, from the youngest to the oldest: U8 .. U20, senior, S50, S65."""
    return [(name, _adults(day) if name == SENIOR else shown(name, day)) for name in categories(day)]


def _adults(day: dt.date) -> str:
    youngest, oldest = adult_ages(day)
    return str(_("Adults (%(ages)s)") % {"ages": f"{youngest or ''}–{oldest or ''}"})


def nationality_choices() -> Choices:
    """Return the nationalities of the members who show their names. One query."""
    shown = Member.objects.filter(hidden=False).exclude(nationality="").order_by("nationality")
    return [(code, code) for code in shown.values_list("nationality", flat=True).distinct()]


def _kept(key: str, choices: Callable[[], Choices], asked: str, seconds: int = CHOICES_FOR) -> Callable[[], Choices]:
    """Return the choices, read by this process once a minute, however many filters are rendered.

    They are read again if none of them is what was asked for, so that a new club has its list at once; but at most
    every `AGAIN_AFTER` seconds, so that odd values cost nothing.
    """
    return cache(partial(_read, key, choices, asked, seconds))


def _read(key: str, choices: Callable[[], Choices], asked: str, seconds: int) -> Choices:
    found: Choices = kept.get_or_set(key, choices, seconds)
    unknown = asked and all(value != asked for value, _said in found)
    if unknown and kept.add(f"{key}:again", True, AGAIN_AFTER):
        found = choices()
        kept.set(key, found, seconds)
    return found


class RatingFilter(django_filters.FilterSet):
    """Narrow the ratings of a list by who the members are. Age categories and leagues are of the day of the list.

    Where the federation leaves inactive players out of its lists, so does a filter that asks for no name.
    """

    name = PlainTextFilter(label=_("Name or member number"), method="by_name")
    league = PlainChoiceFilter(label=kinds.lazy_usual_name(), method="by_unit")
    club = PlainChoiceFilter(label=_("Club"), method="by_club")
    sex = PlainChoiceFilter(
        label=_("Sex"),
        field_name="member__sex",
        choices=[(Sex.FEMALE.value, _("Women")), (Sex.MALE.value, _("Men"))],
    )
    age = PlainChoiceFilter(label=_("Age"), method="by_age")
    age_on = PlainDateFilter(label=_("Age on"), method="as_it_is")
    status = PlainChoiceFilter(
        label=_("Status"),
        field_name="status",
        choices=[(str(status.value), Rating.STATUSES[status]) for status in Status if status != Status.UNRATED],
    )
    active = PlainChoiceFilter(
        label=_("Activity"), method="by_activity", choices=[(YES, _("Active")), (NO, _("Inactive")), (ANY, _("All"))]
    )
    nationality = PlainChoiceFilter(label=_("Nationality"), method="by_nationality")
    fide = PlainChoiceFilter(
        label=_("FIDE rating"), method="by_fide", choices=[(YES, _("With one")), (NO, _("Without"))]
    )
    title = PlainChoiceFilter(
        label=_("Title"), method="by_title", choices=[(ANY, _("Any title")), *((each, each) for each in FIDE_TITLES)]
    )
    games = PlainNumberFilter(label=_("Min. games"), method="by_games", min_value=0, max_value=99_999)

    class Meta:
        model = Rating
        fields: list[str] = []

    def __init__(self, data: Any, ratings: RatingQuerySet, day: dt.date) -> None:
        self.day = day
        asked = data if any(data.get(name) for name in self.base_filters) else None
        if not (data.get("active") or data.get("name")):
            ratings = ratings.not_before(left_out_before(day, "lists"))
        super().__init__(asked, queryset=ratings)
        self.filters["age"].extra["choices"] = ReadyChoices(lambda: age_choices(self.age_day))
        self.filters["age_on"].extra["validators"] = [
            # Years later or earlier, the limits between the categories would tell the year of birth.
            MinValueValidator(day - A_YEAR, self._far()),
            MaxValueValidator(day + A_YEAR, self._far()),
        ]
        for name, choices in {
            "club": _kept("club-choices", club_choices, data.get("club", "")),
            "league": _kept(f"unit-choices:{day}", partial(unit_choices, day), data.get("league", "")),
            "nationality": _kept("nationalities", nationality_choices, data.get("nationality", ""), NATIONALITIES_FOR),
        }.items():
            self.filters[name].extra["choices"] = ReadyChoices(choices)

    @property
    def is_narrowing(self) -> bool:
        """Return whether any filter was filled in that makes sense."""
        return self.is_bound and self.form.is_valid() and any(self.form.cleaned_data.values())

    @property
    def age_day(self) -> dt.date:
        """Return the day on which the ages are those of the category: that of the list, or the one that was asked."""
        try:
            asked = dt.date.fromisoformat(self.data.get("age_on", "")) if self.is_bound else self.day
        except ValueError:
            return self.day
        return asked if abs(asked - self.day) <= A_YEAR else self.day

    def problems(self) -> Iterator[str]:
        """Yield a sentence for each filter that makes no sense, with its name."""
        for name, errors in self.form.errors.items() if self.is_bound else ():
            yield from (self._labelled(name, error) for error in errors)

    def in_force(self) -> Iterator[tuple[str, str]]:
        """Yield name and words of each filter in force."""
        for name, value in self.form.cleaned_data.items() if self.is_narrowing else ():
            if value:
                choices = dict(getattr(self.form.fields[name], "choices", ()))
                plain = choices.get(value) or (long_date(value) if isinstance(value, dt.date) else value)
                if name == "name":
                    plain = _("“%(name)s”") % {"name": value}
                speaks = name in {"name", "sex", "league", "club", "age", "active", "title"} and value != ANY
                yield name, str(plain) if speaks else self._labelled(name, plain)

    def _labelled(self, name: str, said: object) -> str:
        return str(_("%(what)s: %(said)s") % {"what": self.form.fields[name].label, "said": said})

    def as_it_is(self, ratings: QuerySet[Rating], _name: str, _day: dt.date) -> QuerySet[Rating]:
        """Return all ratings: `by_age` takes the day into account."""
        return ratings

    def by_name(self, ratings: QuerySet[Rating], _name: str, text: str) -> QuerySet[Rating]:
        """Return the ratings of members with that name or number. One query more."""
        return ratings.filter(member__in=named(Member.objects.order_by(), text).values("pk"))

    def by_club(self, ratings: QuerySet[Rating], _name: str, number: str) -> QuerySet[Rating]:
        """Return the ratings of those who were in the club on the day of the list."""
        return ratings.filter(club_key=club_key_of(number))

    def by_unit(self, ratings: QuerySet[Rating], _name: str, code: str) -> QuerySet[Rating]:
        """Return the ratings of members whose club belonged to the unit on the day of the list."""
        unit = Unit.objects.filter(code=code).values("pk")
        return ratings.filter(club__in=in_unit(unit, self.day).values("club"))

    def by_games(self, ratings: QuerySet[Rating], _name: str, least: Decimal) -> QuerySet[Rating]:
        """Return the ratings of those who have played so many games."""
        # SQLite would use the index of games and look into most rows; with the sum it stays in the order of rank.
        return ratings.alias(games_played=F("games") + 0).filter(games_played__gte=int(least))

    def by_age(self, ratings: QuerySet[Rating], _name: str, category: str) -> QuerySet[Rating]:
        """Return the ratings of members who may play in the category on the day.

        Hidden members are in none, otherwise the filter would reveal their year of birth.
        """
        first, last = birth_years(category, self.age_day)
        ratings = ratings.filter(member__hidden=False)
        if first is not None:
            ratings = ratings.filter(member__birth_date__year__gte=first)
        if last is not None:
            ratings = ratings.filter(member__birth_date__year__lte=last)
        return ratings

    def by_activity(self, ratings: RatingQuerySet, _name: str, asked: str) -> QuerySet[Rating]:
        """Return the ratings of active or inactive players on the day of the list, or of both."""
        since = active_since(self.day)
        if asked == NO:
            return ratings.filter(last_played__lt=since) if since else ratings.none()
        return ratings.not_before(since) if asked == YES else ratings

    def by_nationality(self, ratings: QuerySet[Rating], _name: str, code: str) -> QuerySet[Rating]:
        return ratings.filter(member__nationality=code, member__hidden=False)

    def by_fide(self, ratings: QuerySet[Rating], _name: str, asked: str) -> QuerySet[Rating]:
        """Return the ratings of members with a FIDE rating today, or without one; only of those who show their name."""
        return ratings.filter(member__fide_rating__isnull=asked == NO, member__hidden=False)

    def by_title(self, ratings: QuerySet[Rating], _name: str, title: str) -> QuerySet[Rating]:
        shown = ratings.filter(member__hidden=False)
        return shown.exclude(member__title="") if title == ANY else shown.filter(member__title=title)

    @staticmethod
    def _far() -> str:
        return str(_("Choose a day that is at most a year from that of the list."))
