"""Forms of a member, which accept what an import of members accepts."""

from typing import Any

from django import forms

from federation.imports import columns
from federation.imports.columns import CellError, Read
from federation.imports.member_columns import birth_date, title
from federation.web.concurrent_edits import SharedForm

READERS: dict[str, Read] = {
    "last_name": columns.text(60),
    "first_name": columns.text(60),
    "birth_date": birth_date,
    "nationality": columns.code,
    "fide_federation": columns.code,  # with anything else the member would count as a foreigner (B33)
    "fide_rating": columns.number(0, 4000, none=0),
    "title": title,
}


class MemberFieldsForm(forms.ModelForm):
    """Fields of a member, cleaned as in an import: without needless blanks, codes in capitals."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in READERS.keys() & set(self.changed_data):
            if cleaned.get(name) not in (None, ""):
                try:
                    cleaned[name] = READERS[name](str(cleaned[name]))
                except CellError as error:
                    self.add_error(name, str(error))
        return cleaned


class MemberForm(MemberFieldsForm, SharedForm):
    """A member's page in the admin."""
