"""The form of the account page, and what forms share of rows that several people write."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from federation.import_plan import in_words
from federation.models import MailWishes


class MailWishesForm(forms.ModelForm):
    """Whether the user is told by mail what became of his files."""

    class Meta:
        model = MailWishes
        fields = ["of_files"]


class SharedForm(forms.ModelForm):
    """The form of a stored row that a colleague may have changed since the page was shown.

    What nobody touched on the page stays as it is stored now. A field that both changed is told, and the second writer
    may insist.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            for field in self.fields.values():
                field.show_hidden_initial = True  # the page sends back what it showed, beside what was written

    def clean(self) -> dict[str, Any]:
        said = super().clean()
        for name in list(said) if self.instance.pk else ():
            if name not in self.changed_data:
                said[name] = getattr(self.instance, name)
            elif self._changed_meanwhile(name):
                sentence = _(
                    "Somebody else wrote “%(value)s” here meanwhile. Save again if it is to be as you wrote it."
                )
                self.add_error(name, sentence % {"value": self._stored(name)})
        return said

    def _stored(self, name: str) -> str:
        """What is stored in the field, as people read it."""
        chosen = getattr(self.instance, f"get_{name}_display", None)
        return str(chosen() if chosen else in_words(getattr(self.instance, name))) or "–"

    def _changed_meanwhile(self, name: str) -> bool:
        """What is stored is neither what the page showed nor what was written. From now on the page shows it."""
        field, shown = self.fields[name], self[name].html_initial_name
        stored = self.get_initial_for_field(field, name)
        written = self[name].data
        if shown not in self.data or not field.has_changed(stored, written):
            return False
        if not field.has_changed(stored, self.data[shown]):
            return False
        self.data = self.data.copy()
        self.data[shown] = field.hidden_widget().format_value(field.prepare_value(stored)) or ""
        return True
