"""The form with which the federation corrects an accepted tournament."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import DayInput, long_date
from federation.identity.member_numbers import find
from federation.models import Member
from tournaments.corrections import correct
from tournaments.corrections.changes import OF_EVENT
from tournaments.corrections.reverse import reverse
from tournaments.corrections.text import what_name
from tournaments.models import Correction, CorrectionDecision, Pairing, Participant, Tournament
from tournaments.review.forms import RESULTS, both


class MemberByNumber(forms.ModelChoiceField):
    """A member, by their number in any spelling."""

    def to_python(self, value: Any) -> Member | None:
        return super().to_python(find(value) or value)


class CorrectionForm(forms.Form):
    """What to correct in an accepted tournament, for which game or participant, and why."""

    RESULT, COLOURS, DATE, MEMBER = "result", "colours", "date", "member"
    EVENT, WITHDRAW, REVERSE = "event", "withdraw", "reverse"
    NEEDS = {
        RESULT: ("pairing", "result"),
        COLOURS: ("pairing",),
        DATE: ("pairing", "date"),
        MEMBER: ("participant", "member"),
        REVERSE: ("decision",),
        EVENT: ("name", "start", "end", "pace"),  # required only if they are known
    }
    GROUPS = (
        ("", ("what",)),
        (_("A game"), ("pairing", "result", "date")),
        (_("Who played"), ("participant", "member")),
        (_("The tournament itself"), OF_EVENT),
        (_("An earlier correction"), ("decision",)),
        ("", ("reason",)),
    )

    what = forms.ChoiceField(
        label=_("What is corrected"),
        choices=[
            (RESULT, _("the result of a game")),
            (COLOURS, _("the colours of a game (to be swapped)")),
            (DATE, _("the date of a game")),
            (MEMBER, _("who played")),
            (
                EVENT,
                _("name, town, days, time control, rate of play or arbiters of the tournament, or whether it is rated"),
            ),
            (REVERSE, _("an earlier correction is reversed")),
            (WITHDRAW, _("the whole tournament is withdrawn")),
        ],
    )
    pairing = forms.ModelChoiceField(
        Pairing.objects.none(), label=_("Game"), required=False, help_text=_("For a result, colours or a date.")
    )
    result = forms.ChoiceField(label=_("Result"), choices=[("", "---------"), *RESULTS], required=False)
    date = forms.DateField(label=_("Date"), widget=DayInput, required=False)
    participant = forms.ModelChoiceField(Participant.objects.none(), label=_("Participant"), required=False)
    member = MemberByNumber(
        Member.objects.current(),
        label=_("Number of the member who played"),
        to_field_name="number",
        widget=forms.TextInput,
        required=False,
        error_messages={"invalid_choice": _("No member has the number %(value)s.")},
    )
    decision = forms.ModelChoiceField(
        CorrectionDecision.objects.none(), label=_("Correction to be reversed"), required=False
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)  # the last correction on the page
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=forms.TextInput({"class": "vTextField"}),
        help_text=_("Anyone can read it."),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        cleaned = forms.fields_for_model(
            Tournament,
            OF_EVENT,
            widgets={"start": DayInput(), "end": DayInput(), "arbiters": forms.Textarea({"rows": 3})}
            | {name: forms.TextInput({"class": "vTextField"}) for name in ("name", "city", "time_control")},
        )
        for name, field in cleaned.items():
            field.required, field.initial = False, getattr(tournament, name)
            field.show_hidden_initial = True  # untouched fields keep what a colleague may have corrected since
        self.fields |= cleaned
        games = tournament.pairings.filter(black__isnull=False).select_related("white__member", "black__member")
        self.fields["pairing"].queryset = games.order_by("round", "board", "pk")
        self.fields["pairing"].label_from_instance = _game
        made = tournament.correction_decisions.filter(reversed_by=None).prefetch_related("corrections")
        self.fields["decision"].queryset = made
        self.fields["decision"].label_from_instance = _decision
        self.fields["participant"].queryset = tournament.participants.order_by("number")

    @property
    def last(self) -> int:
        """Return the id of the last correction, which the page shows; 0 if there is none."""
        return self.tournament.corrections.aggregate(last=Max("pk"))["last"] or 0

    def groups(self) -> Iterator[tuple[str, list[BoundField]]]:
        for title, names in self.GROUPS:
            yield title, [self[name] for name in names]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for name in self.NEEDS.get(cleaned.get("what", ""), ()):
            was_known = name not in OF_EVENT or getattr(self.tournament, name)
            if was_known and not cleaned.get(name) and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        return cleaned

    @transaction.atomic
    def save(self, by: User) -> list[Correction]:
        """Make the correction. Raise `Refused`, also if the same was corrected since the page was shown."""
        cleaned, reason = self.cleaned_data, self.cleaned_data["reason"]
        needed = self.NEEDS.get(cleaned["what"], ())
        of = next((cleaned[name] for name in ("pairing", "participant") if name in needed), None)
        if of is not None and cleaned["seen"] is not None:
            correct.require_seen(of, cleaned["seen"])
        match cleaned["what"]:
            case self.RESULT:
                made = correct.correct_result(cleaned["pairing"], *both(cleaned["result"]), by, reason)
            case self.COLOURS:
                made = correct.swap_colours(cleaned["pairing"], by, reason)
            case self.DATE:
                made = correct.correct_date(cleaned["pairing"], cleaned["date"], by, reason)
            case self.MEMBER:
                made = correct.correct_member(cleaned["participant"], cleaned["member"], by, reason)
            case self.EVENT:
                facts = {name: cleaned[name] for name in OF_EVENT if name in self.changed_data}
                made = correct.correct_event(self.tournament, facts, by, reason)
            case self.REVERSE:
                made = list(reverse(cleaned["decision"], by, reason).corrections.order_by("pk"))
            case _:
                made = correct.withdraw(self.tournament, by, reason)
        return made


def _game(pairing: Pairing) -> str:
    """Return how a list of games names this one."""
    return f"{pairing.round}: {pairing.white} – {pairing.black} · {pairing.score}"


def _decision(decision: CorrectionDecision) -> str:
    """Return how a list of corrections names this one."""
    what = ", ".join(dict.fromkeys(what_name(each.field) for each in decision.corrections.all()))
    return f"{long_date(decision.made_at)}: {what} ({decision.reason})"
