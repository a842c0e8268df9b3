"""Forms of the admin of pools and lists."""

import datetime as dt
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from django import forms
from django.utils.dates import MONTHS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.files.limits import validate_size
from federation.files.spreadsheets import FILE_NAMES
from federation.i18n.dates import DayInput, long_date
from federation.web.concurrent_edits import SharedForm
from ratings.errors import RatingError
from ratings.lists import rating_run
from ratings.lists.stale_lists import StaleList
from ratings.models import RatingList, RatingPool
from ratings.pools.creation import NOT_RATED, rates
from ratings.starting_lists.go_levels import comparisons
from ratings.systems import SYSTEMS
from ratings.wording import NAMES
from tournaments.models import Pace


class PoolForm(SharedForm):
    """A pool; its lists of words are shown as tick boxes."""

    system = forms.ChoiceField(label=_("System"), choices=[(key, NAMES[key]) for key in SYSTEMS])
    paces = forms.MultipleChoiceField(
        label=_("Rated time controls"),
        choices=Pace.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_(
            "None: games at every time control are rated. A change also applies to published lists: they then "
            "have to be revised."
        ),
    )
    months = forms.TypedMultipleChoiceField(
        label=_("Publication months"),
        coerce=int,
        choices=list(MONTHS.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("A list is published on the first day of each of these months."),
    )

    class Meta:
        model = RatingPool
        fields = ("name", "slug", "system", "discipline", "paces", "months", "public", "position")
        help_texts = {"position": _("Rating types are shown in this order.")}

    def clean(self) -> dict[str, Any]:
        """Refuse a discipline that the system does not rate. In a pool with lists neither field can be changed."""
        cleaned = super().clean()
        if {"system", "discipline"} <= cleaned.keys():
            pool = RatingPool(system=cleaned["system"], discipline=cleaned["discipline"])
            if not rates(pool):
                facts = {"system": NAMES[pool.system], "discipline": pool.get_discipline_display()}
                self.add_error("discipline", gettext(NOT_RATED) % facts)
        return cleaned


class StartForm(forms.Form):
    """The ratings with which a pool starts, and on which day."""

    file = forms.FileField(
        label=_("File"), validators=[validate_size], widget=forms.FileInput({"accept": f"{FILE_NAMES},.dbf,.zip"})
    )
    date = forms.DateField(
        label=_("Date"),
        widget=DayInput,
        help_text=_("The date of these ratings. Games not included in them count in the next list, even older ones."),
    )


class LevelsForm(forms.Form):
    """The go list whose levels become the start of a pool, and the day of that start."""

    comparison = forms.ModelChoiceField(label=_("List"), queryset=comparisons(), empty_label=None)
    date = forms.DateField(
        label=_("Date"),
        widget=DayInput,
        help_text=_("The date of these ratings. Games not included in them count in the next list, even older ones."),
    )


class RunForm(forms.Form):
    """The list to be calculated."""

    date = forms.DateField(
        label=_("Date"),
        widget=DayInput,
        help_text=_("Games up to and including this day count."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        help_text=_("Needed where a published list is revised; anyone can read it."),
    )
    revise = forms.BooleanField(
        label=_("Also revise earlier lists that no longer match"),
        required=False,
        help_text=_("Each of them gets a draft; publish them in order of date."),
    )

    def __init__(self, pool: RatingPool, stale: Collection[StaleList], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pool = pool
        self._stale = [found.rating_list.date for found in stale]
        self.initial.setdefault("revise", bool(stale))
        self.initial.setdefault("reason", self._said_before())

    def clean(self) -> dict[str, Any]:
        """Refuse at once what the worker would refuse: a day without a list, a revision without a reason."""
        cleaned = super().clean()
        date, reason = cleaned.get("date"), cleaned.get("reason")
        if date and reason is not None:
            self._require("date", rating_run.require_place, date)
            self._require("reason", rating_run.require_reason, date, reason)
            self._require_revision([day for day in self._stale if day < date], reason)
        return cleaned

    def _said_before(self) -> str:
        """Return the reason given for the draft of the day, if there is a draft."""
        with suppress(forms.ValidationError):
            day = self.fields["date"].clean(self.initial.get("date"))
            drafts = self._pool.lists.filter(state=RatingList.State.DRAFT, date=day)
            return drafts.values_list("reason", flat=True).first() or ""
        return ""

    def _require_revision(self, earlier: list[dt.date], reason: str) -> None:
        """Refuse to calculate from a list that no longer fits its games."""
        if not earlier:
            return
        facts = {"date": long_date(earlier[0])}
        if not self.cleaned_data.get("revise"):
            self.add_error(
                "revise", _("The list of %(date)s no longer matches the games: it has to be revised.") % facts
            )
        elif not reason.strip() and "reason" not in self.errors:
            self.add_error("reason", _("Give the reason for revising the list of %(date)s.") % facts)

    def _require(self, field: str, condition: Callable[..., None], *asked: object) -> None:
        try:
            condition(self._pool, *asked)
        except RatingError as problem:
            self.add_error(field, problem.sentence)
