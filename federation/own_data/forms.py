"""The forms of one's own data: notices, and who sees which contact detail."""

from collections.abc import Collection, Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.models import MailPreferences, NoticeChoice, PersonalDetail


class NoticesForm(forms.Form):
    """The kinds of notices, and how often they come by mail as well."""

    NEVER = "never"

    kinds = forms.MultipleChoiceField(
        label=_("Tell me when"), choices=NoticeChoice.Kind, required=False, widget=forms.CheckboxSelectMultiple
    )
    mails = forms.ChoiceField(label=_("By e-mail, too"), choices=[(NEVER, _("never")), *MailPreferences.Rhythm.choices])

    @staticmethod
    def initial_of(choices: Collection[NoticeChoice], preferences: MailPreferences) -> dict[str, Any]:
        """Return what an account has chosen, as the form shows it."""
        is_mailed = any(each.by_mail for each in choices)
        return {
            "kinds": [each.kind for each in choices],
            "mails": preferences.rhythm if is_mailed else NoticesForm.NEVER,
        }


class VisibilityForm(forms.Form):
    """Who sees each of the contact details on record."""

    def __init__(
        self, *args: Any, details: Iterable[PersonalDetail], choices: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for each in details:
            label = _("%(what)s: %(said)s") % {"what": each.get_what_display(), "said": each.value}
            self.fields[each.what] = forms.ChoiceField(label=label, choices=choices, initial=each.visibility)
