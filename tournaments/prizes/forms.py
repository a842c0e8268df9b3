"""The form in which a club sets the prizes of a tournament."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.identity import age_categories
from tournaments.models import Tournament

MOST_CLASSES = 10
HIGHEST = 4000  # rating


class PrizesForm(forms.Form):
    """The prizes, and how many players take each. In go there are none for ratings."""

    main = forms.IntegerField(label=_("First places with a prize"), min_value=0, max_value=50, required=False)
    each = forms.IntegerField(
        label=_("Places with a prize in each category"), min_value=1, max_value=10, initial=1, required=False
    )
    below = forms.CharField(
        label=_("Rating classes"),
        max_length=80,
        required=False,
        help_text=_("Players rated below these numbers, for example: 1400, 1700, 2000."),
    )
    ages = forms.MultipleChoiceField(label=_("Youth and seniors"), required=False, widget=forms.CheckboxSelectMultiple)
    women = forms.BooleanField(label=_("Best woman"), required=False)
    performance = forms.BooleanField(
        label=_("Best performance"), required=False, help_text=_("Of those who played at least half of the rounds.")
    )
    above = forms.BooleanField(
        label=_("Most above the rating"),
        required=False,
        help_text=_("The performance minus the rating before the tournament, likewise."),
    )
    several = forms.BooleanField(label=_("A player may take several prizes"), required=False)

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        initial = dict(tournament.prizes or {})
        initial["below"] = ", ".join(map(str, initial.get("below", [])))
        super().__init__(*args, initial=initial, **kwargs)
        day = tournament.start or timezone.localdate()
        names = [name for name in age_categories.categories(day) if name != age_categories.SENIOR]
        self.fields["ages"].choices = [(name, age_categories.shown(name, day)) for name in names]
        if tournament.is_go:
            for name in ("below", "performance", "above"):
                del self.fields[name]

    def clean_below(self) -> list[int]:
        """Return the limits from the lowest on."""
        words = self.cleaned_data["below"].replace(";", ",").replace(",", " ").split()
        if not all(word.isdecimal() and 0 < int(word[:9]) <= HIGHEST for word in words) or len(words) > MOST_CLASSES:
            facts = {"most": MOST_CLASSES, "highest": HIGHEST}
            message = _("Write at most %(most)s ratings from 1 to %(highest)s, separated by commas: 1400, 1700.")
            raise forms.ValidationError(message, params=facts)
        return sorted({int(word) for word in words})

    def prizes(self) -> dict[str, Any]:
        """Return what is stored: only what was chosen."""
        chosen = {name: value for name, value in self.cleaned_data.items() if value}
        return chosen if set(chosen) - {"each", "several"} else {}
