"""Lists of FIDE, of the FFG and of the EGF beside the members: a file is compared by a worker, then a person decides.

Nothing is taken over by itself: an officer chooses rows, sees what would be written, and confirms it.
"""

from __future__ import annotations

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

SHOWN = 200  # rows that the page of a confirmation spells out
CHOICES = {"take_numbers": compare.numbers, "take_news": compare.news}
CSV_COLUMNS = (
    *("verdict", "line", "number", "name", "born", "rating", "title", "federation"),
    *("matricule", "member", "member_number", "member_fide_rating", "taken_over"),
)


class ListForm(forms.ModelForm):
    """The upload of a list."""

    file = forms.FileField(
        label=gettext_lazy("List"),
        help_text=gettext_lazy(
            "FIDE's rating list (TXT or XML, zipped or not, of any size), the scale of the FFG (ech_ffg_V3) or the "
            "European list of go (allworld_lp). It is compared with the members; nothing is changed by that."
        ),
    )

    class Meta:
        model = ListComparison
        fields: tuple[str, ...] = ()

    def clean_file(self) -> UploadedFile:
        """Of a size that lists have."""
        file = self.cleaned_data["file"]
        validate_size(file, compare.MAX_BYTES)
        return file


@admin.register(ListComparison)
class ListComparisonAdmin(admin.ModelAdmin):
    """Lists that were compared, the newest first."""

    form = ListForm
    list_display = ("name", "issuer", "day", "players", "state", "made_by", "made_at")
    list_display_links = ("name",)
    list_select_related = ("made_by", "job")
    readonly_fields = ("issuer", "day", "players", "unread", "made_by", "made_at")
    change_form_template = "admin/federation/listcomparison/change_form.html"

    @admin.display(description=gettext_lazy("state"))
    def state(self, comparison: ListComparison) -> str:
        """How far the worker is."""
        return str((Job.State(comparison.job.state) if comparison.job else Job.State.DONE).label)  # an old job is gone

    def has_change_permission(self, request: HttpRequest, obj: ListComparison | None = None) -> bool:
        """A comparison is looked at."""
        return False

    def get_fields(self, request: HttpRequest, obj: ListComparison | None = None) -> tuple[Any, ...]:
        """The file; afterwards what was found in it."""
        return ("file",) if obj is None else (self.readonly_fields[:4], self.readonly_fields[4:])

    def get_readonly_fields(self, request: HttpRequest, obj: ListComparison | None = None) -> tuple[str, ...]:
        """Everything that a file said."""
        return () if obj is None else self.readonly_fields

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """One button: what follows is always the page of the comparison."""
        context |= {"show_save_and_add_another": False, "show_save_and_continue": False}
        return super().render_change_form(request, context, *args, **kwargs)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[list[str], dict[str, int], set, list]:
        """The comparisons, and how many players go with them: named one by one they would be as many as the members."""
        players = ComparedPlayer.objects.filter(comparison__in=[each.pk for each in objs]).count()
        counts = {self.opts.verbose_name_plural: len(objs), ComparedPlayer._meta.verbose_name_plural: players}
        lacking = set() if self.has_delete_permission(request) else {self.opts.verbose_name}
        return [str(each) for each in objs], counts, lacking, []

    def save_model(self, request: HttpRequest, obj: ListComparison, form: ModelForm, change: bool) -> None:
        """Through the verb: a worker reads the file."""
        compare.receive(obj, form.cleaned_data["file"], request.user)

    def response_add(self, request: HttpRequest, obj: ListComparison, post_url_continue: Any = None) -> HttpResponse:
        """On to its page, which shows how far it is."""
        return HttpResponseRedirect(reverse("admin:federation_listcomparison_change", args=[obj.pk]))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With the progress of the job, then with how many players there are of each verdict."""
        comparison = self.get_object(request, object_id)
        if comparison is not None:
            extra_context = {**(extra_context or {}), "job": comparison.job, "kinds": _kinds(comparison)}
        return super().change_view(request, object_id, form_url, extra_context)


@admin.register(ComparedPlayer)
class ComparedPlayerAdmin(admin.ModelAdmin):
    """What lists say of members, row by row; what an officer chooses is taken over."""

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
        """The way here leads over a comparison."""
        return False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A worker makes them."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: ComparedPlayer | None = None) -> bool:
        """They are looked at."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ComparedPlayer | None = None) -> bool:
        """They go with their comparison."""
        return False

    def has_take_permission(self, request: HttpRequest) -> bool:
        """Who may change members."""
        return request.user.has_perm("federation.change_member")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ComparedPlayer]:
        """With the members' licences."""
        return super().get_queryset(request).prefetch_related("member__licences")

    def get_urls(self) -> list[URLPattern]:
        """The admin's own, and the download."""
        name = "federation_comparedplayer_csv"
        return [path("csv/", self.admin_site.admin_view(self.csv_view), name=name), *super().get_urls()]

    # -- The list -----------------------------------------------------------------------------------------------------

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[ComparedPlayer], search_term: str
    ) -> tuple[QuerySet[ComparedPlayer], bool]:
        """Each word says who the member is, or is the number in the list, or stands in the name there."""
        return search(queryset, search_term, _ways), False

    @admin.display(description=gettext_lazy("in the list"), ordering="number")
    def listed(self, row: ComparedPlayer) -> str:
        """Number, name and year of birth."""
        return f"{row.number} {row.name}" + (f" ({row.birth_year})" if row.birth_year else "")

    @admin.display(description=gettext_lazy("member"), ordering="member__search_name")
    def member_link(self, row: ComparedPlayer) -> str:
        """The member who is or may be he."""
        address = reverse("admin:federation_member_change", args=[row.member_id])
        return format_html('<a href="{}">{}</a>', address, row.member)

    @admin.display(description=gettext_lazy("number here"))
    def member_number(self, row: ComparedPlayer) -> str:
        """What the member has of the same kind."""
        return _own_number(row)

    @admin.display(description=gettext_lazy("differing data"))
    def otherwise(self, row: ComparedPlayer) -> str:
        """Rating, title and federation, where FIDE's list differs."""
        return ", ".join(_sentences(row.news))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Under a heading that says what it is."""
        title = {"title": _("Listed players beside the members")}
        return super().changelist_view(request, {**title, **(extra_context or {})})

    def csv_view(self, request: HttpRequest) -> HttpResponse:
        """The rows as they are filtered, as CSV."""
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
        """FIDE ids and licences of members who have none."""
        return self._take(request, queryset, "take_numbers")

    @admin.action(description=gettext_lazy("Take over FIDE's rating, title and federation"), permissions=["take"])
    def take_news(self, request: HttpRequest, queryset: QuerySet[ComparedPlayer]) -> HttpResponse | None:
        """Of members who have the listed FIDE id."""
        return self._take(request, queryset, "take_news")

    def _take(self, request: HttpRequest, queryset: QuerySet[ComparedPlayer], action: str) -> HttpResponse | None:
        """Show what would be written; write it when that is confirmed."""
        rows = list(queryset)
        if "confirmed" in request.POST:
            taken = compare.take_over(rows, CHOICES[action])
            _log(request, taken)
            told = ngettext("%(count)s member was changed.", "%(count)s members were changed.", len(taken))
            messages.success(request, told % {"count": len(taken)})
            return None
        would = CHOICES[action](rows)
        if not would:
            messages.warning(request, _("Nothing can be taken over of the chosen rows."))
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
    """How a word of the search finds listed players."""
    return with_person(word), Q(number__iexact=word) | Q(name__icontains=word)


def _kinds(comparison: ListComparison) -> list[tuple[str, int, str]]:
    """Each verdict that there is: its name, how many rows have it, the query that lists them; then the news."""
    counts = dict(comparison.compared.order_by().values_list("verdict").annotate(Count("pk")))
    labels = dict(ComparedPlayer._meta.get_field("verdict").flatchoices)
    here = f"comparison__id__exact={comparison.pk}"
    kinds = [
        (capfirst(label), counts[verdict], f"{here}&verdict__exact={verdict}")
        for verdict, label in labels.items()
        if verdict in counts
    ]
    if comparison.issuer == FIDE:
        count = comparison.compared.with_news().count()
        kinds.append((capfirst(_("differing data")), count, f"{here}&news=1"))
    return kinds


def _own_number(row: ComparedPlayer) -> str:
    if row.comparison.issuer == FIDE:
        return str(row.member.fide_id or "")
    return ", ".join(each.number for each in row.member.licences.all() if each.issuer == row.comparison.issuer)


def _worded(changes: dict[str, tuple[object, object]]) -> list[tuple[str, object, object]]:
    """Field, ours, theirs; a dash for nothing."""
    names = {field.name: field.verbose_name for field in Member._meta.fields} | {"licences": _("licence")}
    return [(names[name], ours or "–", theirs or "–") for name, (ours, theirs) in changes.items()]


def _sentences(changes: dict[str, tuple[object, object]]) -> list[str]:
    """The same, each in one line."""
    line = _("%(what)s: %(said)s")
    return [line % {"what": name, "said": f"{ours} → {theirs}"} for name, ours, theirs in _worded(changes)]


def _cells(row: ComparedPlayer) -> tuple[Any, ...]:
    """A row of `CSV_COLUMNS`."""
    member = row.member
    return (
        *(row.verdict, row.line, row.number, row.name, row.birth_year, row.rating, row.title, row.federation),
        *(member.matricule, member.name, _own_number(row), member.fide_rating),
        timezone.localdate(row.taken_at) if row.taken_at else None,
    )


def _log(request: HttpRequest, taken: list[compare.Taken]) -> None:
    """The history of each member says what came from which list."""
    admin_log.write(request.user, Member, ((each.row.member, CHANGE, _told(each)) for each in taken))


def _told(taken: compare.Taken) -> str:
    facts = {"list": taken.row.comparison, "what": ", ".join(_sentences(taken.changes))}
    return _("Taken over from the list %(list)s: %(what)s") % facts
