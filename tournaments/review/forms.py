"""Forms of the club's pages on which a tournament is checked."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import DayInput
from federation.imports.member_form import MemberFieldsForm
from federation.models import Club, Member, Sex, Unit
from federation.web.concurrent_edits import SharedForm
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.intake.forms import offer_organisers, organiser_of
from tournaments.models import Pairing, Participant, Tournament
from tournaments.review import edits
from tournaments.review.new_members import details_of

# What a person may enter for a game: both letters, and how the table shows them.
RESULTS = [
    *(("10", "1–0"), ("==", "½–½"), ("01", "0–1")),
    *(("+-", _("1–0 by forfeit")), ("-+", _("0–1 by forfeit")), ("--", _("0–0 by forfeit"))),
    *(("00", "0–0"), ("=0", "½–0"), ("0=", "0–½")),
]


def both(letters: str) -> tuple[Result, Result]:
    """Return the results of two letters."""
    return Result(letters[0]), Result(letters[1])


def check_order_of_days(form: forms.BaseForm, cleaned: Mapping[str, Any]) -> None:
    """Add an error to the form if the tournament ends before it starts."""
    if cleaned.get("start") and cleaned.get("end") and cleaned["end"] < cleaned["start"]:
        form.add_error("end", _(edits.ENDS_EARLY))


class DaysForm(SharedForm):
    def clean(self) -> dict[str, Any]:
        """Refuse an end before the start, and games that count from a day more than a year ahead."""
        cleaned = super().clean()
        check_order_of_days(self, cleaned)
        try:
            edits.require_soon(cleaned.get("counts_from"))
        except Refused as refused:
            self.add_error("counts_from", refused.sentence)
        return cleaned


class SettingsForm(DaysForm):
    """The settings of a tournament, without its games."""

    class Meta:
        model = Tournament
        fields = edits.SETTINGS
        widgets = {
            "start": DayInput(),
            "end": DayInput(),
            "counts_from": DayInput(),
            "arbiters": forms.Textarea({"rows": 2}),
        }

    def __init__(self, clubs: QuerySet[Club], units: QuerySet[Unit], *args: Any, decides: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["start"].required = self.fields["end"].required = True
        self.decides = decides
        offer_organisers(self, clubs, units)
        if not decides:
            del self.fields["counts_from"], self.fields["unrated_history"]

    def clean(self) -> dict[str, Any]:
        """Ask for the organiser, a club or a unit; only who decides may leave both empty."""
        cleaned = super().clean()
        if not self.decides or cleaned.get("unit"):
            organiser_of(self, cleaned)
        return cleaned

    def changes(self) -> dict[str, Any]:
        """Return the fields that differ from what is stored."""
        return {name: self.cleaned_data[name] for name in self.changed_data}


class MemberForm(MemberFieldsForm):
    """A new member, made of a participant."""

    class Meta:
        model = Member
        fields = ["last_name", "first_name", "birth_date", "sex", "nationality", "fide_id"]
        widgets = {"birth_date": DayInput()}

    def __init__(self, participant: Participant, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial=details_of(participant), **kwargs)
        self.fields["birth_date"].required = True
        self.fields["sex"].choices = [("", "---------"), *((sex.value, sex.label) for sex in (Sex.FEMALE, Sex.MALE))]
        self.fields["sex"].required = True


class ResultsForm(forms.Form):
    """Results of games that have none; those left open stay open."""

    def __init__(self, pairings: list[Pairing], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for pairing in pairings:
            label = _("Round %(round)s: %(white)s – %(black)s") % {
                "round": pairing.round,
                "white": pairing.white,
                "black": pairing.black,
            }
            self.fields[str(pairing.pk)] = forms.ChoiceField(
                label=label, choices=[("", _("no result")), *RESULTS], required=False
            )

    @property
    def overtaken(self) -> int:
        """Return how many games got one result from another user meanwhile, and another one from this form."""
        return sum(
            name.isdecimal() and name not in self.fields and bool(letters) for name, letters in self.data.items()
        )

    def results(self) -> dict[int, tuple[Result, Result]]:
        """Return the results that were entered, by id of the pairing."""
        return {int(name): both(letters) for name, letters in self.cleaned_data.items() if letters}
