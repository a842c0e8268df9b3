"""Forms of the treasurer: a bank's file and its columns, a line to book, a payment or a charge by hand."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.bank import iban
from federation.bank.bank_csv import COLUMNS, NEEDED
from federation.bank.bank_lines import cents_of
from federation.i18n.dates import DayInput
from federation.identity.member_numbers import club_key_of, key_of
from federation.models import Club, Mandate, Member
from federation.money.tariff import charged_by_hand
from federation.money.words import name_of

MOST_CENTS = 10**11
SEASONS = {"min_value": 1900, "max_value": 2100}


def season_of(season: int) -> int:
    """Return the season of an address. Raise `Http404` for a year without one."""
    if not SEASONS["min_value"] <= season <= SEASONS["max_value"]:
        raise Http404
    return season


class AmountField(forms.CharField):
    """An amount such as 12,50 in cents."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, **{"label": gettext_lazy("Amount"), **kwargs})
        self.widget.attrs["inputmode"] = "decimal"

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text and not self.required:
            return None
        cents = cents_of(text)
        if cents is None or abs(cents) > MOST_CENTS:
            raise forms.ValidationError(_("Write an amount such as 12,50."))
        return cents


class BankFileForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("File of the bank (CAMT.053, CODA or CSV)"))


class ColumnsForm(forms.Form):
    """Which columns of a CSV file hold which facts."""

    def __init__(self, header: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((str(place), name or str(place + 1)) for place, name in enumerate(header))]
        for name, label in COLUMNS.items():
            self.fields[name] = forms.ChoiceField(choices=choices, label=label, required=name in NEEDED)

    @property
    def columns(self) -> dict[str, int]:
        return {name: int(place) for name, place in self.cleaned_data.items() if place}


class LineForm(forms.Form):
    """A part of a bank line, for a club or a member, and a season."""

    line = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    club = forms.CharField(label=gettext_lazy("Club number"), max_length=12, required=False)
    member = forms.CharField(label=gettext_lazy("Member number"), max_length=13, required=False)
    season = forms.IntegerField(label=gettext_lazy("Season"), **SEASONS)
    amount = AmountField()

    def clean_club(self) -> Club | None:
        number = self.cleaned_data["club"]
        club = Club.objects.filter(key=club_key_of(number)).first() if number else None
        if number and club is None:
            raise forms.ValidationError(_("There is no club with this number."))
        return club

    def clean_member(self) -> Member | None:
        number = self.cleaned_data["member"]
        member = Member.objects.current().filter(key=key_of(number)).first() if number else None
        if number and member is None:
            raise forms.ValidationError(_("There is no member with this number."))
        return member

    def clean(self) -> dict[str, Any]:
        said = super().clean()
        if not self.errors and bool(said["club"]) == bool(said["member"]):
            raise forms.ValidationError(_("Enter the number of a club or of a member."))
        return said


class ChargeForm(forms.Form):
    """A charge by hand. Without an amount the tariff says how much."""

    what = forms.ChoiceField(label=gettext_lazy("Charge for"))
    amount = AmountField(required=False, help_text=gettext_lazy("Leave it empty to charge what the tariff says."))
    day = forms.DateField(label=gettext_lazy("Day"), widget=DayInput, initial=timezone.localdate)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("The club can read it.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["what"].choices = [(what, name_of(what)) for what in charged_by_hand(timezone.localdate())]


class MandateForm(forms.Form):
    """The mandate that a club signed for direct debits. One of a person is always of the scheme CORE."""

    iban = forms.CharField(label="IBAN", max_length=50, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    holder = forms.CharField(label=gettext_lazy("Holder of the account"), max_length=70)
    scheme = forms.ChoiceField(
        label=gettext_lazy("Scheme"),
        choices=Mandate.Scheme,
        initial=Mandate.Scheme.CORE,
        help_text=gettext_lazy(
            "CORE: the bank pays back for eight weeks if the club asks. B2B: nothing is paid back, and the club tells "
            "its bank of the mandate first."
        ),
    )
    signed_on = forms.DateField(label=gettext_lazy("Signed on"), widget=DayInput)

    def __init__(self, *args: Any, of_person: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if of_person:
            del self.fields["scheme"]

    def clean_iban(self) -> str:
        try:
            return iban.checked(self.cleaned_data["iban"])
        except iban.IbanError as error:
            raise forms.ValidationError(error.sentence) from None


class CollectionForm(forms.Form):
    """The day of a collection, and what the page showed."""

    day = forms.DateField(label=gettext_lazy("Debit the accounts on"), widget=DayInput)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)


class ReasonForm(forms.Form):
    """Why something is cancelled, reversed or set aside."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)


class PaymentForm(forms.Form):
    """A payment that did not come through a bank's file."""

    amount = AmountField()
    day = forms.DateField(label=gettext_lazy("Day"), widget=DayInput, initial=timezone.localdate)
    note = forms.CharField(label=gettext_lazy("Note"), max_length=200, required=False)
