"""The form in which administrators choose colours and a logo."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.appearance import choose, colours, logos
from federation.i18n.errors import UserError


class ColourField(forms.CharField):
    """A colour as #rrggbb, or nothing."""

    def __init__(self, theme: colours.Theme, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.theme = theme
        self.widget.attrs |= {"pattern": "#[0-9a-fA-F]{6}", "placeholder": colours.tokens(theme)["pen"], "size": 9}

    def clean(self, value: Any) -> str:
        found = super().clean(value).strip().lower()
        if not found:
            return ""
        if not colours.COLOUR.fullmatch(found):
            raise forms.ValidationError(_("Write the colour as # and six digits or letters a to f, such as #1d3f8f."))
        try:
            choose.require_readable(found, self.theme)
        except UserError as problem:
            raise forms.ValidationError(problem.sentence) from problem
        return found


class AppearanceForm(forms.Form):
    light = ColourField(
        "light",
        label=_("Accent colour"),
        help_text=_("Of links and buttons on light pages. Leave it empty for the site’s own colours."),
    )
    dark = ColourField(
        "dark",
        label=_("Accent colour of dark pages"),
        help_text=_("Leave it empty, and the nearest one that can be read is taken."),
    )
    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        widget=forms.FileInput(attrs={"accept": logos.ACCEPTED}),
        help_text=_("PNG or WebP, at most 200 kB. It replaces the mark beside the name of the site."),
    )
    no_logo = forms.BooleanField(label=_("Without a logo"), required=False)

    def clean_logo(self) -> logos.Logo | None:
        file = self.cleaned_data["logo"]
        if not file:
            return None
        try:
            return logos.checked(file)
        except UserError as problem:
            raise forms.ValidationError(problem.sentence) from problem

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("dark") and "light" in found and not found["light"]:
            self.add_error("light", _("Choose the colour of light pages as well."))
        return found
