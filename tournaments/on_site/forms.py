"""Forms of tournaments that are paired on this site."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import DayInput
from federation.models import Club, Unit
from tournaments.formats.report import Result
from tournaments.intake.forms import offer_organisers, organiser_of
from tournaments.models import Tournament
from tournaments.on_site.manual_pairing import NOT_FREE
from tournaments.on_site.pages import Idle
from tournaments.review.forms import RESULTS, both, check_order_of_days
from tournaments.standings.sides import ROUND_ROBIN, SWISS

HIGHEST_RATING = 4000
MOST_ROUNDS = 30
NOBODY = 0  # the choice for Black if White has the bye
NO_RESULT = "**"
DOUBLE_ROUND_ROBIN = "double_round_robin"  # in the form only: a round robin with two cycles


class EventForm(forms.ModelForm):
    kind = forms.ChoiceField(
        label=_("System"),
        choices=[
            (SWISS, _("Swiss system (FIDE Dutch)")),
            (ROUND_ROBIN, _("round robin (Berger tables)")),
            (DOUBLE_ROUND_ROBIN, _("double round robin (everybody twice)")),
        ],
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("In a round robin, this is set by the number of players."),
    )
    first_colour = forms.ChoiceField(
        label=_("Colour of number 1 in round 1"),
        required=False,
        choices=[("", _("drawn by lot")), ("w", _("white")), ("b", _("black"))],
        help_text=_("Swiss system only."),
    )

    class Meta:
        model = Tournament
        fields = ["name", "city", "club", "unit", "start", "end", "pace", "time_control", "arbiters"]
        widgets = {"start": DayInput(), "end": DayInput(), "arbiters": forms.Textarea({"rows": 2})}

    field_order = [
        *("name", "city", "club", "unit", "start", "end", "kind", "rounds", "pace", "time_control", "first_colour"),
        "arbiters",
    ]

    def __init__(self, clubs: QuerySet[Club], units: QuerySet[Unit], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["start"].required = self.fields["end"].required = True
        self.fields["start"].initial = self.fields["end"].initial = timezone.localdate
        self.fields["unit"].label = _("Organiser that is not a club")
        offer_organisers(self, clubs, units)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        check_order_of_days(self, cleaned)
        organiser_of(self, cleaned)
        cleaned["cycles"] = 2 if cleaned.get("kind") == DOUBLE_ROUND_ROBIN else 1
        if cleaned.get("kind") in {ROUND_ROBIN, DOUBLE_ROUND_ROBIN}:
            cleaned["kind"], cleaned["rounds"] = ROUND_ROBIN, 0
        elif not cleaned.get("rounds") and "rounds" not in self.errors:
            self.add_error("rounds", _("Enter the number of rounds."))
        return cleaned


class RatingForm(forms.Form):
    """The rating that decides the start number."""

    rating = forms.IntegerField(label=_("Rating"), required=False, min_value=1, max_value=HIGHEST_RATING)


class EntryForm(RatingForm):
    """A member who joins. Late entries may get half a point for each round that they missed."""

    half_points = forms.BooleanField(label=_("Half a point for each round missed"), required=False)


class OutsiderForm(EntryForm):
    last_name = forms.CharField(label=_("Last name"), max_length=100)
    first_name = forms.CharField(label=_("First name"), max_length=100, required=False)

    field_order = ["last_name", "first_name", "rating"]


class NumberOfRoundsForm(forms.Form):
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)


class BoardForm(forms.Form):
    """A board for two players without a game, or the bye for one of them."""

    # A player who was free when the page was shown may have a game by now.
    white = forms.TypedChoiceField(label=_("White"), coerce=int, error_messages={"invalid_choice": _(NOT_FREE)})
    black = forms.TypedChoiceField(label=_("Black"), coerce=int, error_messages={"invalid_choice": _(NOT_FREE)})
    result = forms.ChoiceField(label=_("Result"), choices=[("", _("no result")), *RESULTS], required=False)

    def __init__(self, idle: Sequence[Idle], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [("", "---------"), *((each.participant.pk, each.label) for each in idle)]
        self.fields["white"].choices = people
        self.fields["black"].choices = [*people, (NOBODY, _("nobody: bye, 1 point"))]

    @property
    def seats(self) -> tuple[int, int | None]:
        """Return the ids of White and Black; Black is None if White has the bye."""
        return self.cleaned_data["white"], self.cleaned_data["black"] or None

    @property
    def results(self) -> tuple[Result, Result]:
        """Return both results; PENDING if the game has none yet."""
        return both(self.cleaned_data["result"] or NO_RESULT)


class DayForm(forms.Form):
    day = forms.DateField(label=_("Played on"), widget=DayInput, required=False)
