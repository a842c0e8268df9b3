"""Forms of rows that several people edit."""

from typing import Any

from django import forms
from django.db.models import Manager
from django.utils.translation import gettext as _

from federation.i18n.dates import in_words


class SharedForm(forms.ModelForm):
    """The form of a stored row that a colleague may have changed since the page was shown.

    Fields that nobody touched on the page keep what is stored now. If both changed a field, the second editor sees an
    error and may save again to replace the value.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            for field in self.fields.values():
                # The page sends back what it showed, beside what was written; but not the digest of a password.
                field.show_hidden_initial = not field.disabled

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        shared = [name for name in cleaned if self.fields[name].show_hidden_initial] if self.instance.pk else []
        for name in shared:
            if name not in self.changed_data:
                cleaned[name] = self._now(name)
            elif changed_meanwhile(self, name):
                sentence = _("Someone else has meanwhile entered “%(value)s” here. Save again to replace it.")
                self.add_error(name, sentence % {"value": self._stored(name)})
                self._show(name)
        return cleaned

    def _now(self, name: str) -> Any:
        value = getattr(self.instance, name)
        return list(value.all()) if isinstance(value, Manager) else value

    def _stored(self, name: str) -> str:
        """Return the stored value as people read it."""
        field, value = self.fields[name], self._now(name)
        values = [each for each in (value if isinstance(value, list) else [value]) if each is not None and each != ""]
        if isinstance(field, forms.ModelChoiceField):
            words = map(field.label_from_instance, values)
        else:
            labels = dict(getattr(field, "choices", ()))
            words = (str(labels.get(each) or in_words(each)) for each in values)
        return ", ".join(words) or "–"

    def _show(self, name: str) -> None:
        """Show the stored value in place of the entered one."""
        field = self.fields[name]
        stored = field.prepare_value(self.get_initial_for_field(field, name))
        value = field.hidden_widget().format_value(stored)
        self.data = self.data.copy()
        self.data.setlist(self[name].html_initial_name, value if isinstance(value, list) else [value or ""])


def changed_meanwhile(form: forms.BaseForm, name: str) -> bool:
    """Return whether the stored value is neither what the page showed nor what was entered."""
    field, stored = form.fields[name], form.get_initial_for_field(form.fields[name], name)
    shown = field.hidden_widget().value_from_datadict(form.data, form.files, form[name].html_initial_name)
    return shown is not None and field.has_changed(stored, form[name].data) and field.has_changed(stored, shown)
