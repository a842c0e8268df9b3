"""The rows of a correction: what to change in a game, and who a participant was."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import DayInput
from federation.identity.member_numbers import find
from federation.models import Member
from tournaments.corrections.changes import Change, DateOf, MemberOf, PlayersOf, ResultOf, SwappedColours
from tournaments.models import Pairing, Participant
from tournaments.review.forms import RESULTS, both


class MemberByNumber(forms.ModelChoiceField):
    """A member, by their number in any spelling."""

    def to_python(self, value: Any) -> Member | None:
        return super().to_python(find(value) or value)


class GameForm(forms.Form):
    """What to change in a game: fields left as they are change nothing."""

    result = forms.ChoiceField(label=_("Result"), choices=[("", _("unchanged")), *RESULTS], required=False)
    swapped = forms.BooleanField(label=_("Swap White and Black"), required=False)
    date = forms.DateField(label=_("Date"), widget=DayInput, required=False)
    white = forms.IntegerField(label=_("White (number in the tournament)"), min_value=1, required=False)
    black = forms.IntegerField(label=_("Black (number in the tournament)"), min_value=1, required=False)

    def __init__(self, pairing: Pairing, *args: Any, **kwargs: Any) -> None:
        initial = {"date": pairing.date, "white": pairing.white.number, "black": pairing.black.number}
        super().__init__(*args, initial=initial, prefix=f"g{pairing.pk}", **kwargs)
        self.row = pairing
        for name in initial:
            self.fields[name].show_hidden_initial = True  # untouched fields keep what a colleague corrects meanwhile

    def __str__(self) -> str:
        return title_of(self.row)

    @property
    def token(self) -> str:
        return f"g{self.row.pk}"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for side in ("white", "black"):
            if side in self.changed_data and side not in self.errors:
                seat = Participant.objects.filter(tournament=self.row.tournament_id, number=cleaned[side]).first()
                if seat is None:
                    self.add_error(side, _("No participant has this number."))
                cleaned[f"{side}_seat"] = seat
        return cleaned

    def changes(self) -> Iterator[Change]:
        """Yield the changes; the result is that of White and Black after the others."""
        cleaned, game = self.cleaned_data, self.row
        if {"white", "black"} & set(self.changed_data):
            white, black = (cleaned.get(f"{side}_seat") or getattr(game, side) for side in ("white", "black"))
            yield PlayersOf(game, white, black)
        if cleaned["swapped"]:
            yield SwappedColours(game)
        if cleaned["result"]:
            yield ResultOf(game, *both(cleaned["result"]))
        if "date" in self.changed_data:
            yield DateOf(game, cleaned["date"])


class PlayerForm(forms.Form):
    """Who a participant was."""

    member = MemberByNumber(
        Member.objects.current(),
        label=_("Number of the member who played"),
        to_field_name="number",
        widget=forms.TextInput,
        required=False,
        error_messages={"invalid_choice": _("No member has the number %(value)s.")},
    )

    def __init__(self, participant: Participant, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, prefix=f"p{participant.pk}", **kwargs)
        self.row = participant

    def __str__(self) -> str:
        return f"{self.row.number}. {self.row}"

    @property
    def token(self) -> str:
        return f"p{self.row.pk}"

    def changes(self) -> Iterator[Change]:
        if member := self.cleaned_data["member"]:
            yield MemberOf(self.row, member)


def title_of(pairing: Pairing) -> str:
    """Return how a list of games names this one: round and board, players, result."""
    place = f"{pairing.round}.{pairing.board}" if pairing.board else f"{pairing.round}"
    return f"{place}: {pairing.white} – {pairing.black} · {pairing.score}"
