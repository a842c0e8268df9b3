"""The form of an office, on its own page and on those of the account, the club and the unit."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from federation.models import Office
from federation.web.concurrent_edits import SharedForm


class OfficeForm(SharedForm):
    """An office has one place, a holder, and a role that the place knows."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        club, unit = cleaned.get("club"), cleaned.get("unit")
        if (club is None) == (unit is None):
            raise ValidationError(_("Choose a club or a unit for the office, not both."))
        if cleaned.get("account") is None and cleaned.get("member") is None:
            raise ValidationError(_("Choose the account or the member who holds the office."))
        if cleaned.get("role") == Office.Role.OFFICER and unit is None:
            self.add_error("role", _("An officer is of a unit; choose another role for a club."))
        return cleaned
