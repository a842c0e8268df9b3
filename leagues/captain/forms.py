"""The forms of captains and clubs: other days for a match, entries of teams."""

import datetime as dt
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import DayInput
from leagues.matches.move_requests import MOST
from leagues.models import Division, Match, ProposedDay, Season


class MoveRequestForm(forms.Form):
    """Up to three days, or a swap of home and away."""

    swap = forms.BooleanField(label=_("Swap home and away"), required=False)
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        hour = {"type": "time"}
        for number in range(1, MOST + 1):
            label = _("Day %(number)s") % {"number": number}
            self.fields[f"day{number}"] = forms.DateField(label=label, required=False, widget=DayInput())
            self.fields[f"starts{number}"] = forms.TimeField(
                label=_("Start %(number)s") % {"number": number},
                required=False,
                initial=match.starts,
                widget=forms.TimeInput(attrs=hour, format="%H:%M"),
            )
        self.order_fields([f"{name}{number}" for number in range(1, MOST + 1) for name in ("day", "starts")])
        self._starts = match.starts

    @property
    def days(self) -> list[ProposedDay]:
        given = self.cleaned_data
        found: list[ProposedDay] = []
        for number in range(1, MOST + 1):
            day: dt.date | None = given.get(f"day{number}")
            if day:
                found.append(ProposedDay(day, given.get(f"starts{number}") or self._starts))
        return found


class EntryForm(forms.Form):
    """The teams that a club enters in a division, and its wishes."""

    division = forms.ModelChoiceField(label=_("Division"), queryset=Division.objects.none())
    teams = forms.IntegerField(label=_("Teams"), min_value=1, max_value=20, initial=1)
    wishes = forms.CharField(
        label=_("Wishes"),
        max_length=300,
        required=False,
        help_text=_("The same or opposite pairing numbers, one or several series, the region, anything else."),
    )

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["division"].queryset = season.divisions.order_by("level")
