"""The forms for sending files."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.files import File
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from federation.evidence import papers
from federation.models import Club, Unit
from tournaments.errors import Refused
from tournaments.intake import receive
from tournaments.intake.archives import unpacked
from tournaments.models import Upload

MOST_ROUNDS = 999  # the highest number that the form accepts


def offer_clubs(form: forms.BaseForm, clubs: QuerySet[Club]) -> None:
    """Offer these clubs; if there is only one, choose it."""
    form.fields["club"].queryset = clubs
    if len(only := clubs[:2]) == 1:
        form.fields["club"].initial = only[0]
        form.fields["club"].empty_label = None


def offer_organisers(form: forms.BaseForm, clubs: QuerySet[Club], units: QuerySet[Unit]) -> None:
    """Offer these clubs and these units, of which one is the organiser; leave out the field without any choice."""
    form.fields["club"].queryset, form.fields["unit"].queryset = clubs, units
    has_clubs, has_units = clubs.exists(), units.exists()
    if not has_units:
        del form.fields["unit"]
        offer_clubs(form, clubs)
    elif not has_clubs:
        del form.fields["club"]
        if len(only := units[:2]) == 1:
            form.fields["unit"].initial = only[0]
            form.fields["unit"].empty_label = None
    for name in ("club", "unit"):
        if name in form.fields:
            form.fields[name].required = not (has_clubs and has_units)


def organiser_of(form: forms.BaseForm, cleaned: Mapping[str, Any]) -> Club | Unit | None:
    """Return the club or the unit that was chosen. Add an error to the form if it is both, or none where one is due."""
    club, unit = cleaned.get("club"), cleaned.get("unit")
    if club and unit:
        form.add_error("unit", _("Choose a club or another organiser, not both."))
    elif not (club or unit or form.errors):
        form.add_error("club", _("Choose the organiser: a club or another one."))
    return club or unit


class FilesInput(forms.FileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        return [super(FilesField, self).clean(file, initial) for file in data or [None]]


class EvidenceField(FilesField):
    """Photos or PDF files, or none. The verb that keeps them looks at what they are."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, required=False, **kwargs)
        self.widget.attrs |= {"multiple": True, "accept": papers.ACCEPTED}

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        return super().clean(data, initial) if data else []


class RoundsForm(forms.Form):
    """The rounds to take from a file; empty fields mean all of them."""

    first_round = forms.IntegerField(label=_("From round"), required=False, min_value=1, max_value=MOST_ROUNDS)
    last_round = forms.IntegerField(label=_("To round"), required=False, min_value=1, max_value=MOST_ROUNDS)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, last = cleaned.get("first_round"), cleaned.get("last_round")
        if first and last and last < first:
            self.add_error("last_round", _("The last round comes before the first one."))
        return cleaned

    @property
    def rounds(self) -> receive.Rounds:
        return self.cleaned_data["first_round"], self.cleaned_data["last_round"]


class UploadForm(RoundsForm):
    """Files of one organiser. After `save`, ``saved`` lists the uploads, each with whether it is new."""

    files = FilesField(label=_("Tournament files"), allow_empty_file=True)  # `save` reports empty ones by name
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Organising club"))
    unit = forms.ModelChoiceField(Unit.objects.none(), label=_("Organiser that is not a club"))

    def __init__(self, clubs: QuerySet[Club], units: QuerySet[Unit], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_organisers(self, clubs, units)
        self.fields["files"].widget.attrs["multiple"] = True
        self.saved: list[tuple[Upload, bool]] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self.organiser = organiser_of(self, cleaned)
        return cleaned

    def save(self, by: User) -> None:
        """Store the files and have them read; an empty or too large one becomes an error of the form."""
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
            upload, is_new = receive.receive(file, name, self.organiser, by, self.rounds)
        except Refused as refused:
            self.add_error("files", f"{name}: {refused.sentence}")
            return
        if upload.is_to_read:
            receive.read_later(upload, by)
        self.saved.append((upload, is_new))
