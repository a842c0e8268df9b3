"""The transfer of a member to another club: its form and its result."""

import datetime as dt
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.i18n.dates import DayInput, long_date
from federation.members.affiliations import ONE_DAY, AffiliationError, transfer, transfer_periods
from federation.models import Affiliation, Club, Member


class TransferForm(forms.Form):
    """To which club, the day of asking, and another first day if the rule does not apply."""

    club = forms.ModelChoiceField(label=gettext_lazy("New club"), queryset=Club.objects.order_by("key"))
    asked = forms.DateField(
        label=gettext_lazy("Requested on"),
        widget=DayInput,
        initial=timezone.localdate,
    )
    effective = forms.DateField(
        label=gettext_lazy("First day in the new club"),
        widget=DayInput,
        required=False,
        help_text=gettext_lazy("Only for a transfer outside this rule; the date of the request is then ignored."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if periods := transfer_periods(timezone.localdate()):
            self.fields["asked"].help_text = _("Transfers are requested %(periods)s.") % {"periods": periods}

    def transfer(self, member: Member) -> Affiliation | None:
        """Move the member and return the new affiliation. If that is not possible, add the error to the form."""
        club: Club = self.cleaned_data["club"]
        asked: dt.date = self.cleaned_data["asked"]
        try:
            return transfer(member, club, asked, self.cleaned_data["effective"])
        except AffiliationError as error:
            self.add_error(None, str(error))
            return None


def description_of(member: Member, made: Affiliation) -> str:
    """Return in one sentence what a transfer did."""
    before = member.affiliations.on(made.start - ONE_DAY).select_related("club").first()
    facts = {"old": before.club if before else "–", "new": made.club, "day": long_date(made.start)}
    return _("Transferred from %(old)s to %(new)s; a member there from %(day)s.") % facts
