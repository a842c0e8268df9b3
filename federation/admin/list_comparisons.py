"""Lists of FIDE, FFG and EGF compared with the members: a worker compares a file, then an officer decides.

Nothing is accepted automatically: an officer chooses rows, sees what would be written, and confirms it.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.admin.filters import News, Taken
from federation.database import admin_log
from federation.database.paginator import LongPaginator
from federation.files import spreadsheets
from federation.files.limits import validate_size
from federation.foreign_lists import compare
from federation.members.search import search, with_person
from federation.models import ComparedPlayer, Job, ListComparison, Member
from federation.models.list_comparisons import FIDE
from federation.web.read_only_rows import NotEdited

SHOWN = 200  # rows that the page of a confirmation spells out
CHOICES = {"take_numbers": compare.numbers, "take_news": compare.news}
CSV_COLUMNS = (
    *("verdict", "line", "number", "name", "born", "rating", "title", "federation"),
    *("matricule", "member", "member_number", "member_fide_rating", "taken_over"),
)


class ListForm(forms.ModelForm):
    file = forms.FileField(
        label=gettext_lazy("List"),
        help_text=gettext_lazy(
            "FIDE's rating list (TXT or XML, zipped or not, any size), the FFG scale (ech_ffg_V3) or the "
            "European go list (allworld_lp). It is only compared with the members; nothing is changed."
        ),
    )

    class Meta:
        model = ListComparison
        fields: tuple[str, ...] = ()

    def clean_file(self) -> UploadedFile:
        """Check the size: lists may be larger than other uploads."""
        file = self.cleaned_data["file"]
        validate_size(file, compare.MAX_BYTES)
        return file


@admin.register(ListComparison)
class ListComparisonAdmin(admin.ModelAdmin):
    form = ListForm
    list_display = ("name", "issuer", "day", "players", "state", "made_by", "made_at")
    list_display_links = ("name",)
    list_select_related = ("made_by", "job")
    readonly_fields = ("issuer", "day", "players", "unread", "made_by", "made_at")
    change_form_template = "admin/federation/listcomparison/change_form.html"

    @admin.display(description=gettext_lazy("status"))
    def state(self, comparison: ListComparison) -> str:
        return str((Job.State(comparison.job.state) if comparison.job else Job.State.DONE).label)  # old jobs are gone

    def has_change_permission(self, request: HttpRequest, obj: ListComparison | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: ListComparison | None = None) -> tuple[Any, ...]:
        """Return the file field for a new comparison, later the results."""
        return ("file",) if obj is None else (self.readonly_fields[:4], self.readonly_fields[4:])

    def get_readonly_fields(self, request: HttpRequest, obj: ListComparison | None = None) -> tuple[str, ...]:
        return () if obj is None else self.readonly_fields

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Show one button: the page of the comparison always follows."""
        context |= {"show_save_and_add_another": False, "show_save_and_continue": False}
        return super().render_change_form(request, context, *args, **kwargs)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[list[str], dict[str, int], set, list]:
        """Show the comparisons and their numbers of players. One by one, these would be as many as the members."""
        players = ComparedPlayer.objects.filter(comparison__in=[each.pk for each in objs]).count()
        counts = {self.opts.verbose_name_plural: len(objs), ComparedPlayer._meta.verbose_name_plural: players}
        lacking = set() if self.has_delete_permission(request) else {self.opts.verbose_name}
        return [str(each) for each in objs], counts, lacking, []

    def save_model(self, request: HttpRequest, obj: ListComparison, form: ModelForm, change: bool) -> None:
        compare.receive(obj, form.cleaned_data["file"], request.user)

    def response_add(self, request: HttpRequest, obj: ListComparison, post_url_continue: Any = None) -> HttpResponse:
        """Redirect to the page of the comparison, which shows the progress."""
        return HttpResponseRedirect(reverse("admin:federation_listcomparison_change", args=[obj.pk]))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the progress of the job, then how many players have each verdict."""
        comparison = self.get_object(request, object_id)
        if comparison is not None:
            extra_context = {**(extra_context or {}), "job": comparison.job, "kinds": _kinds(comparison)}
        return super().change_view(request, object_id, form_url, extra_context)


@admin.register(ComparedPlayer)
class ComparedPlayerAdmin(NotEdited):
    """The rows of a comparison. An officer accepts those that they choose."""

    list_display = ("listed", "verdict", "member_link", "member_number", "otherwise", "taken_at")
    list_display_links = None
    list_filter = ("verdict", News, Taken, "comparison")
    empty_value_display = ""
    list_select_related = ("comparison", "member")
    list_per_page = 50
    paginator = LongPaginator
    search_fields = ("name",)
    ordering = ("-comparison_id", "line", "pk")
    show_full_result_count = False
    actions = ("take_numbers", "take_news")
    change_list_template = "admin/federation/comparedplayer/change_list.html"

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return False: the rows are reached from their comparison."""
        return False

    def has_take_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("federation.change_member")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ComparedPlayer]:
        return super().get_queryset(request).prefetch_related("member__licences")

    def get_urls(self) -> list[URLPattern]:
        name = "federation_comparedplayer_csv"
        return [path("csv/", self.admin_site.admin_view(self.csv_view), name=name), *super().get_urls()]

    # -- The list -----------------------------------------------------------------------------------------------------

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[ComparedPlayer], search_term: str
    ) -> tuple[QuerySet[ComparedPlayer], bool]:
        """Find by words that name the member, are the number in the list, or are in the listed name."""
        return search(queryset, search_term, _ways), False

    @admin.display(description=gettext_lazy("in the list"), ordering="number")
    def listed(self, row: ComparedPlayer) -> str:
        return f"{row.number} {row.name}" + (f" ({row.birth_year})" if row.birth_year else "")

    @admin.display(description=gettext_lazy("member"), ordering="member__search_name")
    def member_link(self, row: ComparedPlayer) -> str:
        """Return a link to the member who is or may be the player."""
        address = reverse("admin:federation_member_change", args=[row.member_id])
        return format_html('<a href="{}">{}</a>', address, row.member)

    @admin.display(description=gettext_lazy("number on record"))
    def member_number(self, row: ComparedPlayer) -> str:
        """Return the member's number of the same kind."""
        return _own_number(row)

    @admin.display(description=gettext_lazy("differences"))
    def otherwise(self, row: ComparedPlayer) -> str:
        """Return rating, title and federation where FIDE's list differs."""
        return ", ".join(_sentences(row.news))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        title = {"title": _("Players on the list, compared with the members")}
        return super().changelist_view(request, {**title, **(extra_context or {})})

    def csv_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            rows = self.get_changelist_instance(request).get_queryset(request)
        except IncorrectLookupParameters:
            rows = self.get_queryset(request)
        table = spreadsheets.write_csv(CSV_COLUMNS, [_cells(row) for row in rows])
        headers = {"Content-Disposition": 'attachment; filename="comparison.csv"'}
        return HttpResponse(table, content_type="text/csv; charset=utf-8", headers=headers)

    # -- Taking over --------------------------------------------------------------------------------------------------

    @admin.action(description=gettext_lazy("Fill in the suggested numbers"), permissions=["take"])
    def take_numbers(self, request: HttpRequest, queryset: QuerySet[ComparedPlayer]) -> HttpResponse | None:
        """Accept FIDE ids and licences for members who have none."""
        return self._take(request, queryset, "take_numbers")

    @admin.action(description=gettext_lazy("Copy FIDE's rating, title and federation"), permissions=["take"])
    def take_news(self, request: HttpRequest, queryset: QuerySet[ComparedPlayer]) -> HttpResponse | None:
        """Accept the data of members who have the listed FIDE id."""
        return self._take(request, queryset, "take_news")

    def _take(self, request: HttpRequest, queryset: QuerySet[ComparedPlayer], action: str) -> HttpResponse | None:
        """Show what would be written, and write it if that is confirmed."""
        rows = list(queryset)
        if "confirmed" in request.POST:
            taken = compare.take_over(rows, CHOICES[action])
            _log(request, taken)
            sentence = ngettext("%(count)s member was changed.", "%(count)s members were changed.", len(taken))
            messages.success(request, sentence % {"count": len(taken)})
            return None
        would = CHOICES[action](rows)
        if not would:
            messages.warning(request, _("Nothing can be copied from the selected rows."))
            return None
        context = self.admin_site.each_context(request) | {
            "title": self.get_action(action)[2],
            "opts": self.opts,
            "action": action,
            "lines": [(each.row, _worded(each.changes)) for each in would[:SHOWN]],
            "count": len(would),
            "hidden": max(len(would) - SHOWN, 0),
            "left": len(rows) - len(would),
            "chosen": request.POST.getlist("_selected_action"),
            "across": request.POST.get("select_across", "0"),
            "back": request.get_full_path(),
        }
        return TemplateResponse(request, "admin/federation/comparedplayer/take.html", context)


def _ways(word: str) -> tuple[Q, Q]:
    """Return the ways in which a word of the search finds listed players."""
    return with_person(word), Q(number__iexact=word) | Q(name__icontains=word)


def _kinds(comparison: ListComparison) -> list[tuple[str, int, str]]:
    """Return each verdict: its name, its number of rows and the query that lists them; then the rows with news."""
    counts = dict(comparison.compared.order_by().values_list("verdict").annotate(Count("pk")))
    labels = dict(ComparedPlayer._meta.get_field("verdict").flatchoices)
    here = f"comparison__id__exact={comparison.pk}"
    found = [(label, counts[each], f"{here}&verdict__exact={each}") for each, label in labels.items() if each in counts]
    if comparison.issuer == FIDE:
        found.append((_("differences"), comparison.compared.with_news().count(), f"{here}&news=1"))
    return [(capfirst(label), count, query) for label, count, query in found]


def _own_number(row: ComparedPlayer) -> str:
    if row.comparison.issuer == FIDE:
        return str(row.member.fide_id or "")
    return ", ".join(each.number for each in row.member.licences.all() if each.issuer == row.comparison.issuer)


def _worded(changes: dict[str, tuple[object, object]]) -> list[tuple[str, object, object]]:
    """Return field, ours, theirs; a dash for none."""
    names = {field.name: field.verbose_name for field in Member._meta.fields} | {"licences": _("licence")}
    return [(names[name], ours or "–", theirs or "–") for name, (ours, theirs) in changes.items()]


def _sentences(changes: dict[str, tuple[object, object]]) -> list[str]:
    """Return each change as one line: "rating: 1800 → 1812"."""
    line = _("%(what)s: %(said)s")
    return [line % {"what": name, "said": f"{ours} → {theirs}"} for name, ours, theirs in _worded(changes)]


def _cells(row: ComparedPlayer) -> tuple[Any, ...]:
    member = row.member
    return (
        *(row.verdict, row.line, row.number, row.name, row.birth_year, row.rating, row.title, row.federation),
        *(member.number, member.name, _own_number(row), member.fide_rating),
        timezone.localdate(row.taken_at) if row.taken_at else None,
    )


def _log(request: HttpRequest, taken: list[compare.Taken]) -> None:
    """Log in the history of each member what came from which list."""
    sentence = _("Copied from the list %(list)s: %(what)s")
    facts = [{"list": each.row.comparison, "what": ", ".join(_sentences(each.changes))} for each in taken]
    entries = [(each.row.member, CHANGE, sentence % fact) for each, fact in zip(taken, facts, strict=True)]
    admin_log.write(request.user, Member, entries)
