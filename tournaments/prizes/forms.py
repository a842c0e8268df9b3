"""The form in which a club sets the prizes of a tournament, and how their money is divided."""

from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.identity import age_categories
from tournaments.formats.go.values import RANK, grade_of, level_of_grade
from tournaments.models import Tournament
from tournaments.prizes.money import Sharing

MOST_CLASSES = 10
MOST_PLACES = 50
HIGHEST = 4000  # rating
RICHEST = Decimal(1_000_000)
SHARING = {
    Sharing.PLACE: _("Each wins the prize of their place: tie-breaks decide."),
    Sharing.EQUAL: _("Players with equal scores share the prizes of their places equally."),
    Sharing.HORT: _("Half of a prize goes by place, the other halves are shared equally (Hort system)."),
}
OF_CHESS = ("below", "performance", "above")
OF_GO = ("grades", "wins")
OF_TEAMS = ("main", "amounts", "sharing")


class AmountsField(forms.CharField):
    """Amounts of money from the first place on, stored in cents."""

    def clean(self, value: Any) -> list[int]:
        words = super().clean(value).replace(";", " ").split()
        try:
            amounts = [Decimal(word.replace(",", ".")) for word in words]
        except InvalidOperation:
            amounts = [Decimal(-1)]
        if len(amounts) > MOST_PLACES or not all(
            each.is_finite() and 0 <= each <= RICHEST and each == round(each, 2) for each in amounts
        ):
            message = _("Write the amounts from the first place on, separated by semicolons: 500; 300; 200.")
            raise forms.ValidationError(message)
        return [int(100 * each) for each in amounts]


class PrizesForm(forms.Form):
    """The prizes, how many players take each, and the money.

    In go there are classes by grade and prizes for wins instead of ratings. Teams have prizes for their places alone.
    """

    main = forms.IntegerField(label=_("First places with a prize"), min_value=0, max_value=50, required=False)
    amounts = AmountsField(
        label=_("Money for the first places"),
        max_length=300,
        required=False,
        help_text=_("From the first place on, separated by semicolons: 500; 300; 200. Leave empty without money."),
    )
    sharing = forms.ChoiceField(
        label=_("Equal scores"), choices=[(each.value, words) for each, words in SHARING.items()], required=False
    )
    each = forms.IntegerField(
        label=_("Places with a prize in each category"), min_value=1, max_value=10, initial=1, required=False
    )
    category_amounts = AmountsField(
        label=_("Money in each category"), max_length=300, required=False, help_text=_("Likewise, for each category.")
    )
    below = forms.CharField(
        label=_("Rating classes"),
        max_length=80,
        required=False,
        help_text=_("Players rated below these numbers, for example: 1400, 1700, 2000."),
    )
    grades = forms.CharField(
        label=_("Classes by grade"),
        max_length=80,
        required=False,
        help_text=_("Players of these grades and below, for example: 1D, 5K, 10K."),
    )
    wins = forms.IntegerField(
        label=_("Prize for at least this many wins"),
        min_value=1,
        max_value=50,
        required=False,
        help_text=_("For every player who reaches it."),
    )
    ages = forms.MultipleChoiceField(label=_("Youth and seniors"), required=False, widget=forms.CheckboxSelectMultiple)
    women = forms.BooleanField(label=_("Best woman"), required=False)
    performance = forms.BooleanField(
        label=_("Best performance"), required=False, help_text=_("Of those who played at least half of the rounds.")
    )
    above = forms.BooleanField(
        label=_("Best performance above the rating"),
        required=False,
        help_text=_("The performance minus the rating before the tournament, likewise."),
    )
    several = forms.BooleanField(label=_("A player may win several prizes"), required=False)

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        initial = dict(tournament.prizes or {})
        initial["below"] = ", ".join(map(str, initial.get("below", [])))
        initial["grades"] = ", ".join(grade_of(rank * RANK) for rank in initial.get("grades", []))
        for name in ("amounts", "category_amounts"):
            initial[name] = "; ".join(f"{Decimal(cents) / 100:f}" for cents in initial.get(name, []))
        super().__init__(*args, initial=initial, **kwargs)
        day = tournament.start or timezone.localdate()
        names = [name for name in age_categories.categories(day) if name != age_categories.SENIOR]
        self.fields["ages"].choices = [(name, age_categories.shown(name, day)) for name in names]
        for name in OF_CHESS if tournament.is_go else OF_GO:
            del self.fields[name]
        if tournament.has_teams:
            self.fields = {name: self.fields[name] for name in OF_TEAMS}

    def clean_below(self) -> list[int]:
        """Return the limits from the lowest on."""
        words = self.cleaned_data["below"].replace(";", ",").replace(",", " ").split()
        if not all(word.isdecimal() and 0 < int(word[:9]) <= HIGHEST for word in words) or len(words) > MOST_CLASSES:
            facts = {"most": MOST_CLASSES, "highest": HIGHEST}
            message = _("Write at most %(most)s ratings from 1 to %(highest)s, separated by commas: 1400, 1700.")
            raise forms.ValidationError(message, params=facts)
        return sorted({int(word) for word in words})

    def clean_grades(self) -> list[int]:
        """Return the ranks of the grades from the lowest on: 0 is 1D, -1 is 1K."""
        words = self.cleaned_data["grades"].replace(";", ",").replace(",", " ").split()
        levels = [level_of_grade(word) for word in words]
        if None in levels or len(words) > MOST_CLASSES:
            message = _("Write at most %(most)s grades, separated by commas: 1D, 5K.")
            raise forms.ValidationError(message, params={"most": MOST_CLASSES})
        return sorted({level // RANK for level in levels if level is not None})

    def clean(self) -> dict[str, Any]:
        """Let money without a number of places be for as many places as there are amounts."""
        chosen = super().clean() or {}
        for places, money in (("main", "amounts"), ("each", "category_amounts")):
            chosen[places] = max(chosen.get(places) or 0, len(chosen.get(money) or ()))
        if not (chosen.get("amounts") or chosen.get("category_amounts")) or chosen.get("sharing") == Sharing.PLACE:
            chosen["sharing"] = ""
        return chosen

    def prizes(self) -> dict[str, Any]:
        """Return what is stored: only what was chosen."""
        chosen = {name: value for name, value in self.cleaned_data.items() if value}
        return chosen if set(chosen) - {"each", "several", "category_amounts", "sharing"} else {}
