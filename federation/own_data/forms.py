"""The forms of one's own data: notices, and who sees which contact detail."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.models import NoticeChoice, PersonalDetail


class NoticesForm(forms.Form):
    """The kinds of notices, and whether they come by mail as well."""

    kinds = forms.MultipleChoiceField(
        label=_("Tell me when"), choices=NoticeChoice.Kind, required=False, widget=forms.CheckboxSelectMultiple
    )
    by_mail = forms.BooleanField(label=_("By e-mail, too"), required=False)


class VisibilityForm(forms.Form):
    """Who sees each of the contact details on record."""

    def __init__(
        self, *args: Any, details: Iterable[PersonalDetail], choices: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for each in details:
            label = f"{each.get_what_display()}: {each.value}"
            self.fields[each.what] = forms.ChoiceField(label=label, choices=choices, initial=each.visibility)
