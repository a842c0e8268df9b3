"""Members in the admin: found by any spelling, listed with today's club, merged after a preview."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import FilteredRelation, Min, OuterRef, Q, QuerySet, Subquery
from django.forms import BaseModelFormSet, ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation import hooks
from federation.access import may_everywhere
from federation.admin.affiliations import AffiliationInline
from federation.admin.deletion import KeptAdmin
from federation.admin.filters import AffiliatedToday, ClubToday, Merged, UnitToday
from federation.admin.inlines import LabelledInline
from federation.admin.spreadsheets import MemberConfirmForm, MemberImportForm, SpreadsheetAdmin
from federation.admin.transfers import TransferForm, description_of
from federation.database.paginator import LongPaginator
from federation.identity import member_numbers
from federation.identity.names import folded
from federation.identity.numbering import Doubt
from federation.imports.member_form import MemberForm
from federation.imports.resources import CsvFormat, MemberResource, PlayerListFormat, XlsxFormat
from federation.members import former_numbers, merging
from federation.members.affiliations import interval_of, intervals, overlapping
from federation.members.hiding import rewrite_public_files
from federation.members.numbers import next_number
from federation.members.search import person
from federation.models import Affiliation, FormerNumber, Licence, Member
from federation.money.charges import raise_for
from federation.privacy import looks
from federation.profiles.reading import profile
from federation.structure.rights import Verb
from federation.web import dry_run

DOUBTS = {
    Doubt.LENGTH: gettext_lazy("The member number does not have the usual number of digits."),
    Doubt.CHECK_DIGIT: gettext_lazy("The check digit (the last one) of the member number is wrong."),
}

NAMESAKES = 5  # that are shown
_SHOWN_INSTEAD = {"birth_date": "birth_year"}  # to those who may not see birth dates
ABROAD = ("resides_abroad", "keeps_national_rating")


class LicenceInline(LabelledInline):
    model = Licence
    extra = 0


class FormerNumberInline(LabelledInline):
    model = FormerNumber
    extra = 0


@admin.register(Member)
class MemberAdmin(KeptAdmin, SpreadsheetAdmin):
    form = MemberForm
    resource_classes = [MemberResource]
    import_formats = [CsvFormat, XlsxFormat, PlayerListFormat]
    import_form_class = MemberImportForm
    confirm_form_class = MemberConfirmForm
    list_display = ("number", "name", "club_today", "sex", "birth_date", "fide_id", "title", "deceased")
    list_display_links = ("number", "name")
    list_filter = (AffiliatedToday, ClubToday, UnitToday, "sex", "deceased", Merged)
    list_per_page = 50
    paginator = LongPaginator
    search_fields = ("search_name",)
    search_help_text = gettext_lazy("Member number, FIDE ID, or parts of the name in any spelling and order")
    ordering = ("search_name", "key")
    show_full_result_count = False
    readonly_fields = ("merged_into", "birth_year")
    inlines = (FormerNumberInline, LicenceInline, AffiliationInline)
    actions = ("merge_two",)
    change_form_template = "admin/federation/member/change_form.html"
    fieldsets = (
        (None, {"fields": ("number", "last_name", "first_name", "sex", "birth_date", "nationality")}),
        ("FIDE", {"fields": ("fide_federation", "fide_id", "fide_rating", "title", *ABROAD)}),
        (gettext_lazy("Status"), {"fields": ("deceased", "hidden", "merged_into")}),
    )

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/merge/<int:into>/", wrap(self.merge_page), name="federation_member_merge"),
            path("<int:pk>/transfer/", wrap(self.transfer_page), name="federation_member_transfer"),
            *super().get_urls(),
        ]

    # -- The list -----------------------------------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Member]:
        """Annotate number and name of today's club, and ``today`` to sort by it: one join, not a query for each."""
        day = timezone.localdate()
        today = Affiliation.objects.on(day).filter(member=OuterRef("pk"))
        club = {field: Subquery(today.values(f"club__{field}")[:1]) for field in ("number", "name")}
        holds = Q(affiliations__start__lte=day) & (Q(affiliations__end=None) | Q(affiliations__end__gte=day))
        members = super().get_queryset(request).alias(today=FilteredRelation("affiliations", condition=holds))
        return members.annotate(club_number=club["number"], club_name=club["name"])

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the list. The reading log notes it: it has birth dates."""
        page = super().changelist_view(request, extra_context)
        if isinstance(page, TemplateResponse) and "cl" in page.context_data:
            looks.note(request, count=len(page.context_data["cl"].result_list), chosen=request.GET.urlencode())
        return page

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the history. The reading log notes it: it has birth dates of before."""
        looks.note(request, member=self.get_object(request, object_id))
        return super().history_view(request, object_id, extra_context)

    def get_export_data(self, file_format: Any, request: HttpRequest, queryset: Any, **kwargs: Any) -> Any:
        """Return the file. The reading log notes it."""
        looks.note(request, count=queryset.count(), chosen=request.GET.urlencode())
        return super().get_export_data(file_format, request, queryset, **kwargs)

    @admin.display(description=gettext_lazy("name"), ordering="search_name")
    def name(self, member: Member) -> str:
        """Return ``Last, First``, with the record into which this one was merged."""
        return f"{member.name} →" if member.merged_into_id else member.name

    def get_list_display(self, request: HttpRequest) -> list[str]:
        """Show the year of birth to those who may not see the date."""
        shown = super().get_list_display(request)
        return [_SHOWN_INSTEAD.get(name, name) if self.kept_from(request) else name for name in shown]

    def get_fieldsets(self, request: HttpRequest, obj: Member | None = None) -> list[Any]:
        """Likewise, on the form."""
        (_name, own), *others = super().get_fieldsets(request, obj)
        fields = [_SHOWN_INSTEAD.get(name, name) if self.kept_from(request) else name for name in own["fields"]]
        return [(None, {"fields": fields}), *others]

    def kept_from(self, request: HttpRequest) -> tuple[str, ...]:
        return () if may_everywhere(request.user, Verb.SEE_BIRTH_DATES) else ("birth_date",)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Forbid filters in the address that would reveal what the user may not see."""
        return not lookup.startswith(self.kept_from(request) or "-") and super().lookup_allowed(lookup, value, request)

    @admin.display(description=gettext_lazy("born"))
    def birth_year(self, member: Member) -> int | None:
        return member.birth_date.year if member.birth_date else None

    @admin.display(description=gettext_lazy("current club"), ordering="today__club__key", empty_value="")
    def club_today(self, member: Member) -> str | None:
        return f"{member.club_number} {member.club_name}" if member.club_number else None

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Member], search_term: str
    ) -> tuple[QuerySet[Member], bool]:
        """Find by words that are the member number, the FIDE id or a part of the name. Words without letters or digits
        are ignored.
        """
        for word in filter(folded, search_term.split()):
            queryset = queryset.filter(person(word))
        return queryset, False

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Propose the next free member number (A07)."""
        own = {"nationality": profile().federation.country, "fide_federation": profile().federation.country}
        return {"number": next_number(), **own, **super().get_changeform_initial_data(request)}

    def save_model(self, request: HttpRequest, obj: Member, form: ModelForm, change: bool) -> None:
        """Save, keep the former number if it changed, and warn of odd values. Published files follow if the member was
        hidden or shown, or has another number.
        """
        super().save_model(request, obj, form, change)
        if change and "number" in form.changed_data:
            former_numbers.keep(obj, form.initial["number"], timezone.localdate())
        if change and {"hidden", "number"} & set(form.changed_data):
            rewrite_public_files()
        for sentence in _oddities(obj, set(form.changed_data)):
            messages.warning(request, sentence)

    def save_formset(self, request: HttpRequest, form: ModelForm, formset: BaseModelFormSet, change: bool) -> None:
        """Save, and charge new affiliations."""
        super().save_formset(request, form, formset, change)
        raise_for([each for each in formset.new_objects if isinstance(each, Affiliation)], by=request.user)

    def view_on_site(self, obj: Member) -> str | None:
        """Return the public page of the member, None for a record that was merged, and beside a form with a number that
        no member can have.
        """
        with suppress(NoReverseMatch):
            return None if obj.merged_into_id else reverse("player", args=[obj.number])
        return None

    def has_change_permission(self, request: HttpRequest, obj: Member | None = None) -> bool:
        """Return False for a person who was erased, so that nobody gives them a name."""
        return super().has_change_permission(request, obj) and not (obj and obj.erased_at)

    def get_readonly_fields(self, request: HttpRequest, obj: Member | None = None) -> tuple[str, ...]:
        """Make ``hidden`` read-only for a record that was merged: it follows the other one."""
        own = tuple(super().get_readonly_fields(request, obj))
        return (*own, "hidden") if obj and obj.merged_into_id else own

    def kept(self, rows: Collection[Member]) -> list[str]:
        """Return what other apps need of the members without a foreign key."""
        return [line for references in hooks.functions("MEMBER_REFERENCES") for line in references(rows)]

    # -- To another club ----------------------------------------------------------------------------------------------

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {"may_transfer": self.may_transfer(request), **(extra_context or {})}
        page = super().change_view(request, object_id, form_url, context)
        if isinstance(page, TemplateResponse):
            looks.note(request, member=page.context_data.get("original"))
        return page

    def may_transfer(self, request: HttpRequest) -> bool:
        """Return whether the user may change members and their affiliations."""
        return self.has_change_permission(request) and request.user.has_perm("federation.change_affiliation")

    def transfer_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the clubs so far and ask for the new one (A06). The history of the member notes the transfer."""
        if not self.may_transfer(request):
            raise PermissionDenied
        member = get_object_or_404(Member, pk=pk)
        form = TransferForm(request.POST or None)
        if request.method == "POST" and form.is_valid() and (made := form.transfer(member)):
            sentence = description_of(member, made)
            self.log_change(request, member, sentence)
            messages.success(request, sentence)
            return HttpResponseRedirect(reverse("admin:federation_member_change", args=[pk]))
        context = self.admin_site.each_context(request) | {
            "title": _("Transfer to another club"),
            "opts": self.opts,
            "member": member,
            "intervals": intervals(member.affiliations.select_related("club").order_by("start")),
            "form": form,
        }
        return TemplateResponse(request, "admin/federation/member/transfer.html", context)

    # -- Merging ------------------------------------------------------------------------------------------------------

    @admin.action(description=gettext_lazy("Merge two records of the same person"), permissions=["change"])
    def merge_two(self, request: HttpRequest, queryset: QuerySet[Member]) -> HttpResponse | None:
        """Redirect to the confirmation. The lower member number stays, unless the officer swaps the records there."""
        chosen = list(queryset.order_by("key").values_list("pk", flat=True)[:3])
        if len(chosen) != 2:
            messages.error(request, _("Choose two members to merge."))
            return None
        return HttpResponseRedirect(reverse("admin:federation_member_merge", args=[chosen[1], chosen[0]]))

    def merge_page(self, request: HttpRequest, pk: int, into: int) -> HttpResponse:
        """Show what would move, and merge if that is confirmed."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        member, stays = get_object_or_404(Member, pk=pk), get_object_or_404(Member, pk=into)
        back = reverse("admin:federation_member_changelist")
        looks.note(request, count=2, chosen=f"{member.number} {stays.number}")
        merge = partial(merging.merge, member, stays)
        is_look = "look" in request.POST
        is_sure = request.method == "POST" and not is_look
        try:
            done = merge() if is_sure else merging.plan(member, stays)
            foreseen = dry_run.impact_of(merge, request.user) if is_look else ""
        except merging.MergeError as error:
            messages.error(request, str(error))
            return HttpResponseRedirect(back)
        if is_sure:
            self.log_change(request, member, _("Merged into %(member)s.") % {"member": stays})
            self.log_change(request, stays, _("%(member)s was merged into this record.") % {"member": member})
            facts = {"member": member, "into": stays}
            messages.success(request, _("%(member)s was merged into %(into)s.") % facts)
            return HttpResponseRedirect(reverse("admin:federation_member_change", args=[into]))
        context = self.admin_site.each_context(request) | {
            "title": _("Merge two records of the same person"),
            "opts": self.opts,
            "merge": done,
            "filled": [(Member._meta.get_field(name).verbose_name, getattr(member, name)) for name in done.filled],
            "conflicts": [
                (Member._meta.get_field(name).verbose_name, getattr(member, name), getattr(stays, name))
                for name in done.conflicts
            ],
            "other_way_round": reverse("admin:federation_member_merge", args=[into, pk]),
            "foreseen": foreseen,
        }
        return TemplateResponse(request, "admin/federation/member/merge.html", context)


def _oddities(member: Member, changed: set[str]) -> Iterator[str]:
    """Yield sentences about values that were just entered and look odd."""
    if "number" in changed:
        issued = member.affiliations.aggregate(first=Min("start"))["first"]
        yield from (str(DOUBTS[doubt]) for doubt in member_numbers.numbering().doubts(member.number, issued))
    if changed & {"last_name", "first_name", "birth_date"} and not member.merged_into_id:
        for other in _namesakes(member):
            address = reverse("admin:federation_member_merge", args=[member.pk, other.pk])
            sentence = _("%(member)s has the same name. If they are the same person, merge the two records.")
            yield format_html('<a href="{}">{}</a>', address, sentence % {"member": other})
    if "deceased" in changed and member.deceased:
        left = overlapping(timezone.localdate(), None).filter(member=member).order_by("start")
        for interval in left.select_related("club"):
            address = reverse("admin:federation_affiliation_change", args=[interval.pk])
            sentence = _("This affiliation is still open; end it first: %(affiliation)s.")
            yield format_html('<a href="{}">{}</a>', address, sentence % {"affiliation": interval_of(interval)})


def _namesakes(member: Member) -> QuerySet[Member]:
    """Return others who may be the same person: equal names, and equal birth dates as far as both are known."""
    others = Member.objects.current().filter(search_name=member.search_name).exclude(pk=member.pk)
    if member.birth_date:
        others = others.filter(Q(birth_date=None) | Q(birth_date=member.birth_date))
    return others[:NAMESAKES]
