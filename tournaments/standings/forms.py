"""Forms of the tie-breaks of a tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.standings.team_tie_break_codes import (
    BOARD_POINTS,
    MATCH_POINTS,
    TEAM_SWISS,
    board_points_first,
    choices_of,
    chosen,
    team_tie_break,
)
from tournaments.standings.teams import Points, chosen_bye, scale_of
from tournaments.standings.tie_break_codes import USED, tie_break


class TieBreaksForm(forms.Form):
    """The tie-breaks after the points, in order; if empty, those of the file, else the usual ones."""

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        codes = chosen(tournament)
        before = codes[1:] if board_points_first(codes) else codes
        named = team_tie_break if tournament.has_teams else tie_break
        known = [*choices_of(tournament).values(), *(named(code) for code in before)]
        choices = {"": "---------"} | {each.code: f"{each.short} · {each.name}" for each in known}
        for place in range(USED):
            self.fields[f"tie_break_{place + 1}"] = forms.ChoiceField(
                label=_("Tie-break %(place)s") % {"place": place + 1},
                choices=list(choices.items()),
                initial=before[place] if place < len(before) else "",
                required=False,
            )
        if tournament.is_public:
            self.fields["reason"] = forms.CharField(
                label=_("Reason"), max_length=300, help_text=_("Anyone can read it.")
            )

    def order(self) -> list[str]:
        """Return the codes in their order, each once."""
        places = (self.cleaned_data[f"tie_break_{place + 1}"] for place in range(USED))
        return list(dict.fromkeys(filter(None, places)))

    def team_bye(self) -> Points | None:
        """Return None: there are no teams."""
        return None


class TeamTieBreaksForm(TieBreaksForm):
    """The tie-breaks of teams; also whether match points or board points come first, and what a bye is worth."""

    first = forms.ChoiceField(
        label=_("First"), choices=[("", _("match points")), (BOARD_POINTS, _("board points"))], required=False
    )
    bye_match_points = forms.TypedChoiceField(
        label=_("Pairing-allocated bye: match points"), coerce=int, empty_value=None, required=False
    )
    bye_board_points = forms.DecimalField(
        label=_("Pairing-allocated bye: board points"),
        help_text=_("Needed if you set the match points."),
        min_value=0,
        max_value=99,
        step_size=0.5,
        required=False,
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, **kwargs)
        worths = range(int(scale_of(tournament).won) + 1)
        self.fields["bye_match_points"].choices = [
            ("", _("as in the file, otherwise half of a match")),
            *((each, str(each)) for each in worths),
        ]
        if board_points_first(chosen(tournament)):
            self.initial["first"] = BOARD_POINTS
        if worth := chosen_bye(tournament):
            self.initial |= {"bye_match_points": worth.match_points, "bye_board_points": worth.board_points / 2}
        self.order_fields(["first", *(f"tie_break_{place + 1}" for place in range(USED))])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        is_unsaid = cleaned.get("bye_board_points", 0) is None
        if is_unsaid and cleaned.get("bye_match_points") is not None:
            self.add_error("bye_board_points", _("Enter how many board points the bye is worth."))
        return cleaned

    def order(self) -> list[str]:
        """Return the codes in their order, with board points and match points if board points come first."""
        codes = super().order()
        if not self.cleaned_data["first"]:
            return [code for code in codes if code != MATCH_POINTS]
        return list(dict.fromkeys([BOARD_POINTS, *(codes or [MATCH_POINTS, *TEAM_SWISS]), MATCH_POINTS]))

    def team_bye(self) -> Points | None:
        """Return what the bye of the pairing is worth; None: half of a match."""
        match_points = self.cleaned_data["bye_match_points"]
        return None if match_points is None else Points(match_points, round(2 * self.cleaned_data["bye_board_points"]))
