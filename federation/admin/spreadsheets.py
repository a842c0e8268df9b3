"""Imports and exports in the admin: django-import-export, restricted.

Who may change rows may import and export them. A file waits for confirmation in private storage, for its own user only,
and is deleted after a day. The preview is paged, and calculated by comparing instead of saving and rolling back.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.admin.models import ADDITION, CHANGE
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST
from import_export.admin import ImportExportMixin
from import_export.forms import ExportForm, ImportForm
from import_export.tmp_storages import MediaStorage

from federation.admin.concurrent_edits import SharedAdmin
from federation.database import admin_log
from federation.files import pending_uploads
from federation.files.limits import validate_size
from federation.files.spreadsheets import FILE_NAMES
from federation.i18n.dates import DayInput
from federation.imports.plan import Plan
from federation.imports.resources import CsvFormat, ListFile, PlannedResult, XlsxFormat
from federation.members.numbers import gives_numbers

ROWS_A_PAGE = 50
PROBLEMS_SHOWN = 50


class PreviewStorage(MediaStorage):
    """Where the library stores a file until it is confirmed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, MEDIA_FOLDER=pending_uploads.FOLDER)

    def save(self, data: bytes) -> None:
        """Store the file, and delete those that waited too long."""
        pending_uploads.purge()
        super().save(data)


class ListImportForm(ImportForm):
    """The upload. The content of the file decides its format."""

    file_names = FILE_NAMES

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["format"].required = False
        self.fields["format"].widget = forms.HiddenInput()
        self.fields["import_file"].widget.attrs["accept"] = self.file_names

    @property
    def media(self) -> forms.Media:
        """Leave out the library's script, which guesses a format that nobody has to choose."""
        return forms.Media()

    def clean_format(self) -> str:
        """Accept any format: the content of the file decides."""
        return "0"

    def clean_import_file(self) -> Any:
        """Refuse a file that is too large before it is stored."""
        file = self.cleaned_data["import_file"]
        validate_size(file)
        return file


class MemberImportForm(ListImportForm):
    """The upload of a list that says who is affiliated on a day."""

    file_names = f"{FILE_NAMES},.dbf,.zip"

    day = forms.DateField(
        label=gettext_lazy("Date of the list"),
        required=False,
        help_text=gettext_lazy(
            "The day on which its affiliations apply. A PLAYER list states its own; otherwise it is today."
        ),
        widget=DayInput,
    )
    field_order = ("resource", "import_file", "day", "format")


class ListConfirmForm(forms.Form):
    """What the preview page sends back; only a signed name of the file."""

    import_file_name = forms.CharField(widget=forms.HiddenInput)
    original_file_name = forms.CharField(widget=forms.HiddenInput, max_length=255)
    format = forms.CharField(widget=forms.HiddenInput, required=False)
    day = forms.DateField(widget=forms.HiddenInput, required=False)
    clean_format = ListImportForm.clean_format

    def __init__(self, *args: Any, owner: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner = owner

    def clean_import_file_name(self) -> str:
        """Return the name in the storage if the file is the user's own and still there."""
        name = pending_uploads.unsign(self.cleaned_data["import_file_name"], self.owner)
        if name is None:
            raise forms.ValidationError(_("This preview has expired. Choose the file again."))
        return name


class MemberConfirmForm(ListConfirmForm):
    """The preview of a list of members, which asks for the first day that the list leaves out."""

    since = forms.DateField(
        label=gettext_lazy("Affiliated since"),
        required=False,
        help_text=gettext_lazy(
            "For members who were never affiliated, until the end of the season. Empty: those with a club are "
            "affiliated for this season, the others are not affiliated."
        ),
        widget=DayInput,
    )


class ListExportForm(ExportForm):
    """The format of an export, a workbook by default."""

    def __init__(self, formats: Sequence[type], *args: Any, **kwargs: Any) -> None:
        super().__init__(formats, *args, **kwargs)
        field = self.fields["format"]
        field.choices = [(place, title) for place, title in field.choices if place]
        field.initial = str(formats.index(XlsxFormat))


class SpreadsheetAdmin(ImportExportMixin, SharedAdmin):
    """A model whose rows are imported from and exported to spreadsheets."""

    import_formats = [CsvFormat, XlsxFormat]
    export_formats = [CsvFormat, XlsxFormat]
    import_form_class = ListImportForm
    confirm_form_class = ListConfirmForm
    export_form_class = ListExportForm
    tmp_storage_class = PreviewStorage

    def get_urls(self) -> list[URLPattern]:
        name = "_".join((*self.get_model_info(), "import_preview"))
        page = path("import/preview/", self.admin_site.admin_view(self.preview_page), name=name)
        return [page, *super().get_urls()]

    # -- First step: upload, preview --------------------------------------------------------------------------------

    def import_action(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Receive the upload, and show the first page of the preview or the problems."""
        response = super().import_action(request, **kwargs)
        context = response.context_data
        context["gives_numbers"] = gives_numbers()
        file = getattr(context["form"], "cleaned_data", {}).get("import_file")
        stored = getattr(file, "tmp_storage_name", None)
        if stored and "confirm_form" not in context:
            pending_uploads.remove(stored)
        if "result" in context:
            context |= self._preview(context["result"].plan, request, context.get("confirm_form"))
        return response

    def preview_page(self, request: HttpRequest) -> HttpResponse:
        """Show another page of the preview of a file that waits."""
        if not self.has_import_permission(request):
            raise PermissionDenied
        form = self.confirm_form_class(request.GET, owner=self._owner(request))
        if not form.is_valid():
            return self._start_again(request, form)
        facts = form.cleaned_data
        try:
            file = ListFile(pending_uploads.read(facts["import_file_name"]))
        except FileNotFoundError:
            return self._start_again(request, form)
        resource = self.choose_import_resource_class(form, request)()
        plan = resource.import_data(file, dry_run=True, file_name=facts["original_file_name"], day=facts["day"]).plan
        context = self.admin_site.each_context(request) | {"title": _("Import"), "opts": self.opts, "form": form}
        confirm_form = self.confirm_form_class(
            initial={**facts, "import_file_name": request.GET["import_file_name"]}, owner=self._owner(request)
        )
        context |= {"confirm_form": confirm_form, **self._preview(plan, request, confirm_form)}
        return TemplateResponse(request, self.import_template_name, context)

    def get_import_data_kwargs(self, **kwargs: Any) -> dict[str, Any]:
        """Return the day of the list, and since when members are affiliated, if the form asks for them."""
        return {name: kwargs["form"].cleaned_data.get(name) for name in ("day", "since")}

    def _preview(self, plan: Plan, request: HttpRequest, confirm_form: forms.Form | None) -> dict[str, Any]:
        """Show a page of the plan. The links to the others name the waiting file as the form does."""
        page = Paginator(plan.rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
        problems = sorted(plan.problems)[:PROBLEMS_SHOWN]
        initial = confirm_form.initial if confirm_form else {}
        query = urlencode({name: value for name, value in initial.items() if value})
        link = self._address("import_preview")
        return {"plan": plan, "page": page, "problems": problems, "page_link": f"{link}?{query}&page="}

    # -- Second step: confirmation -----------------------------------------------------------------------------------

    @method_decorator(require_POST)
    def process_import(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Import the file that waited. The comparison is repeated, so that nothing that changed meanwhile is lost."""
        if not self.has_import_permission(request):
            raise PermissionDenied
        form = self.create_confirm_form(request)
        if not form.is_valid():
            return self._start_again(request, form)
        try:
            return super().process_import(request, **kwargs)
        except FileNotFoundError:  # confirmed twice at the same moment
            return self._start_again(request, form)

    def get_confirm_form_initial(self, request: HttpRequest, import_form: forms.Form | None) -> dict[str, Any]:
        if import_form is None:
            return {}
        file = import_form.cleaned_data["import_file"]
        return {
            "import_file_name": pending_uploads.sign(file.tmp_storage_name, self._owner(request)),
            "original_file_name": file.name,
            "day": import_form.cleaned_data.get("day"),
        }

    def get_confirm_form_kwargs(self, request: HttpRequest, import_form: forms.Form | None = None) -> dict[str, Any]:
        return {**super().get_confirm_form_kwargs(request, import_form), "owner": self._owner(request)}

    def process_result(self, result: PlannedResult, request: HttpRequest) -> HttpResponse:
        """Redirect to the list with what was done, or to the upload with the problems that arose since the preview."""
        if result.plan.problems:
            messages.error(request, str(min(result.plan.problems)))
            return HttpResponseRedirect(self._address("import"))
        self._log(result.plan, request)
        facts = {"new": len(result.plan.new), "changed": len(result.plan.rows) - len(result.plan.new)}
        messages.success(request, _("Imported: %(new)s new, %(changed)s changed.") % facts)
        return HttpResponseRedirect(self._address("changelist"))

    def _log(self, plan: Plan, request: HttpRequest) -> None:
        """Log in the history of every record who imported what."""
        imported = _("Imported: %(what)s")
        entries = []
        for row in plan.rows:
            sentence = imported % {"what": ", ".join(change.what for change in row.changes)}
            entries.append((row.record, ADDITION if row.is_new else CHANGE, sentence))
        admin_log.write(request.user, self.model, entries)

    def _start_again(self, request: HttpRequest, form: forms.Form) -> HttpResponse:
        """Redirect to the upload after a form was tampered with, or its preview is gone."""
        expired = [_("This preview has expired. Choose the file again.")]
        errors = form.errors.get("import_file_name") or form.errors.get("since") or expired
        messages.error(request, errors[0])
        return HttpResponseRedirect(self._address("import"))

    def _address(self, page: str) -> str:
        return reverse(":".join((self.admin_site.name, "_".join((*self.get_model_info(), page)))))

    def _owner(self, request: HttpRequest) -> str:
        return f"{request.user.pk}:{self.opts.label_lower}"
