"""The forms of the secretary's room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.files import File
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import DayInput
from federation.imports.member_form import MemberFieldsForm
from federation.models import Club, Member, Sex
from federation.web.concurrent_edits import SharedForm
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.intake import receive
from tournaments.intake.archives import unpacked
from tournaments.models import Pairing, Participant, Tournament, Upload
from tournaments.review import edits
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

# What a person may enter for a game: both letters, and how the table shows them.
RESULTS = [
    ("10", "1–0"),
    ("==", "½–½"),
    ("01", "0–1"),
    ("+-", _("1–0 by forfeit")),
    ("-+", _("0–1 by forfeit")),
    ("--", _("0–0 by forfeit")),
    ("00", "0–0"),
]
COUNTRY_LETTERS = 3  # of a nationality
MOST_ROUNDS = 999  # that anybody may ask for


def both(letters: str) -> tuple[Result, Result]:
    """The results that two letters stand for."""
    return Result(letters[0]), Result(letters[1])


def offer_clubs(form: forms.BaseForm, clubs: QuerySet[Club]) -> None:
    """These clubs may be chosen; where it is one, it is."""
    form.fields["club"].queryset = clubs
    if len(only := clubs[:2]) == 1:
        form.fields["club"].initial = only[0]
        form.fields["club"].empty_label = None


def check_order_of_days(form: forms.BaseForm, said: Mapping[str, Any]) -> None:
    """Adds an error to the form where the end of what it ``said`` lies before the start."""
    if said.get("start") and said.get("end") and said["end"] < said["start"]:
        form.add_error("end", _("The end lies before the start."))


class FilesInput(forms.FileInput):
    """Several files at once."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """A list of files."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        return [super(FilesField, self).clean(file, initial) for file in data or [None]]


class RoundsForm(forms.Form):
    """Which rounds of a file are to be taken; empty fields: all of them."""

    first_round = forms.IntegerField(label=_("From round"), required=False, min_value=1, max_value=MOST_ROUNDS)
    last_round = forms.IntegerField(label=_("To round"), required=False, min_value=1, max_value=MOST_ROUNDS)

    def clean(self) -> dict[str, Any]:
        """The rounds in their order."""
        cleaned = super().clean() or self.cleaned_data
        first, last = cleaned.get("first_round"), cleaned.get("last_round")
        if first and last and last < first:
            self.add_error("last_round", _("The last round comes before the first one."))
        return cleaned

    @property
    def rounds(self) -> receive.Rounds:
        """The first and the last round to take."""
        return self.cleaned_data["first_round"], self.cleaned_data["last_round"]


class UploadForm(RoundsForm):
    """Files of one club. ``saved`` lists the uploads afterwards, each with whether it is new."""

    files = FilesField(label=_("Tournament files"), allow_empty_file=True)  # `save` names the one that is empty
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Organising club"))

    def __init__(self, clubs: QuerySet[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_clubs(self, clubs)
        self.fields["files"].widget.attrs["multiple"] = True
        self.saved: list[tuple[Upload, bool]] = []

    def save(self, by: User) -> None:
        """Receive the files and have them read; a file that is empty or too large becomes an error of the form."""
        for file in self.cleaned_data["files"]:
            try:
                parts = unpacked(file, file.name)
            except Refused as refused:
                self.add_error("files", f"{file.name}: {refused.sentence}")
                continue
            for part, name in parts:
                self._receive(part, name, by)

    def _receive(self, file: File, name: str, by: User) -> None:
        try:
            upload, is_new = receive.receive(file, name, self.cleaned_data["club"], by, self.rounds)
        except Refused as refused:
            self.add_error("files", f"{name}: {refused.sentence}")
            return
        if upload.is_to_read:
            receive.read_later(upload, by)
        self.saved.append((upload, is_new))


class DaysForm(SharedForm):
    """A tournament whose days make sense; required where the room requires them."""

    def clean(self) -> dict[str, Any]:
        """The end is none before the start, and the games do not count from a day that is years off."""
        said = super().clean()
        check_order_of_days(self, said)
        try:
            edits.require_soon(said.get("counts_from"))
        except Refused as refused:
            self.add_error("counts_from", refused.sentence)
        return said


class SettingsForm(DaysForm):
    """What a person may set of a tournament beside its games."""

    class Meta:
        model = Tournament
        fields = ["name", "city", "club", "start", "end", "pace", "discipline", "arbiters", "counts_from", "history"]
        widgets = {
            "start": DayInput(),
            "end": DayInput(),
            "counts_from": DayInput(),
            "arbiters": forms.Textarea({"rows": 2}),
        }

    def __init__(self, clubs: QuerySet[Club], *args: Any, decides: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["start"].required = self.fields["end"].required = True
        self.fields["club"].queryset = clubs
        self.fields["club"].required = not decides
        if not decides:
            del self.fields["counts_from"], self.fields["history"]

    def changes(self) -> dict[str, Any]:
        """The fields that differ from what is stored."""
        return {name: self.cleaned_data[name] for name in self.changed_data}


class TieBreaksForm(forms.Form):
    """Which tie-breaks decide after the points, the first one first; none: those of the file, else the usual ones."""

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
                label=_("Reason"), max_length=300, help_text=_("Anyone may read it.")
            )

    def order(self) -> list[str]:
        """The codes in their order, each once."""
        places = (self.cleaned_data[f"tie_break_{place + 1}"] for place in range(USED))
        return list(dict.fromkeys(filter(None, places)))

    def team_bye(self) -> Points | None:
        """No teams play."""
        return None


class TeamTieBreaksForm(TieBreaksForm):
    """The same of teams: also whether match points or board points come first, and what a bye is worth."""

    first = forms.ChoiceField(
        label=_("First"), choices=[("", _("match points")), (BOARD_POINTS, _("board points"))], required=False
    )
    bye_match_points = forms.TypedChoiceField(
        label=_("Bye of the pairing: match points"),
        coerce=int,
        empty_value=None,
        required=False,
    )
    bye_board_points = forms.DecimalField(
        label=_("Bye of the pairing: board points"),
        help_text=_("Where you say how many match points it is."),
        min_value=0,
        max_value=99,
        step_size=0.5,
        required=False,
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, **kwargs)
        worths = range(int(scale_of(tournament).won) + 1)
        self.fields["bye_match_points"].choices = [
            ("", _("as the file says, else half of a match")),
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
            self.add_error("bye_board_points", _("Say how many board points the bye is worth."))
        return cleaned

    def order(self) -> list[str]:
        """The codes in their order; board points and match points stand in it where board points come first."""
        codes = super().order()
        if not self.cleaned_data["first"]:
            return [code for code in codes if code != MATCH_POINTS]
        return list(dict.fromkeys([BOARD_POINTS, *(codes or [MATCH_POINTS, *TEAM_SWISS]), MATCH_POINTS]))

    def team_bye(self) -> Points | None:
        """What the bye of the pairing is worth; None: half of a match."""
        match_points = self.cleaned_data["bye_match_points"]
        return None if match_points is None else Points(match_points, round(2 * self.cleaned_data["bye_board_points"]))


class MemberForm(MemberFieldsForm):
    """A new member, made of a participant."""

    class Meta:
        model = Member
        fields = ["last_name", "first_name", "birth_date", "sex", "nationality", "fide_id"]
        widgets = {"birth_date": DayInput()}

    def __init__(self, participant: Participant, *args: Any, **kwargs: Any) -> None:
        country = participant.file_federation  # files of go name countries by two letters
        said = {
            "last_name": participant.file_last_name,
            "first_name": participant.file_first_name,
            "birth_date": participant.file_birth_date,
            "sex": participant.file_sex,
            "nationality": country if len(country) == COUNTRY_LETTERS else "",
            "fide_id": participant.file_fide_id,
        }
        super().__init__(*args, initial=said, **kwargs)
        self.fields["birth_date"].required = True
        self.fields["sex"].choices = [("", "---------"), *((sex.value, sex.label) for sex in (Sex.FEMALE, Sex.MALE))]
        self.fields["sex"].required = True


class ResultsForm(forms.Form):
    """Results of games that have none; a game left open stays open."""

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
        """For how many games that have a result by now another one was sent."""
        return sum(
            name.isdecimal() and name not in self.fields and bool(letters) for name, letters in self.data.items()
        )

    def results(self) -> dict[int, tuple[Result, Result]]:
        """The results that were entered, by id of the pairing."""
        return {int(name): both(letters) for name, letters in self.cleaned_data.items() if letters}
