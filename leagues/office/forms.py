"""Forms of the officer: a ruling, a moved match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.treasury.forms import AmountField
from leagues.decisions.cases import Case
from leagues.models import Match, Ruling, Side
from leagues.rules.consequences import Effect
from leagues.rules.facts import Side as PlainSide

EFFECTS = [
    ("", _("No effect: the match stays as it is")),
    ("board", _("The board is lost")),
    ("both_boards", _("The board counts for neither side")),
    ("boards_down", _("This board and all below are lost")),
    ("match", _("The match is lost")),
    ("match_points", _("The match points are lost, the boards stay")),
    ("points_off", _("Match points are deducted")),
]
OF_A_BOARD = {"board", "both_boards", "boards_down", "match_points"}


class RulingForm(forms.Form):
    """A ruling with one effect."""

    effect = forms.ChoiceField(label=_("Effect"), choices=EFFECTS, required=False)
    side = forms.ChoiceField(label=_("Against"), choices=[])
    board = forms.IntegerField(label=_("Board"), min_value=1, required=False)
    points = forms.IntegerField(label=_("Match points deducted"), min_value=1, max_value=20, required=False)
    fine = AmountField(label=_("Fine"), required=False, help_text=_("Charged to the account of the club."))
    replaces = forms.ModelChoiceField(
        label=_("Replaces the ruling"),
        queryset=Ruling.objects.none(),
        required=False,
        empty_label=_("none of them"),
        help_text=_("Its fine is credited."),
    )
    finding = forms.CharField(label=_("Finding"), max_length=300, required=False, widget=forms.Select)
    reason = forms.CharField(label=_("Reason"), max_length=300)
    article = forms.CharField(label=_("Article"), max_length=60, required=False)

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.boards = match.boards.count()
        self.fields["replaces"].queryset = match.rulings.filter(replaced_by=None)
        self.fields["side"].choices = [(side, match.team(side).name) for side in Side.values]

    def about(self, cases: Iterable[Case]) -> RulingForm:
        """Offer the open findings of the match, on which the ruling may decide; without any, do not ask."""
        found = [(each.key, each.text) for each in cases if each.decision is None]
        self.fields["finding"].widget.choices = [("", _("none of them")), *found]
        if not found:
            del self.fields["finding"]
        return self

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        effect, board = cleaned.get("effect"), cleaned.get("board")
        if effect in OF_A_BOARD and (not board or board > self.boards):
            self.add_error("board", _("Choose a board of this match."))
        if effect == "points_off" and not cleaned.get("points"):
            self.add_error("points", _("Say how many match points."))
        if (cleaned.get("fine") or 0) < 0:
            self.add_error("fine", _("A fine must be above 0. To cancel one, replace its ruling."))
        return cleaned

    @property
    def effects(self) -> list[Effect]:
        """Return the effects as the rules know them."""
        given = self.cleaned_data
        if not given["effect"]:
            return []
        side: PlainSide = "home" if given["side"] == Side.HOME else "away"
        points = given["points"] or 0 if given["effect"] == "points_off" else 0
        return [Effect(given["effect"], side, given["board"] or 0, points)]


class MoveForm(forms.ModelForm):
    """Another day, hour or hall for a match."""

    class Meta:
        model = Match
        fields = ["day", "starts", "venue"]
        widgets = {
            "day": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "starts": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = [self.instance.home.club_id, self.instance.away.club_id]
        self.fields["venue"].queryset = self.fields["venue"].queryset.filter(club__in=clubs)
