"""Affiliations in the admin."""

import datetime as dt
from itertools import pairwise
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import ADDITION
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.admin.concurrent_edits import SharedAdmin
from federation.admin.inlines import LabelledFormSet, LabelledInline
from federation.database import admin_log
from federation.database.paginator import LongPaginator
from federation.identity.member_numbers import club_key_of
from federation.identity.seasons import enrolment_year, season_name
from federation.members.affiliations import AffiliationError, lock, require_free, require_goes_on
from federation.members.search import search, with_person
from federation.members.season_renewal import renew_all, renewable
from federation.models import Affiliation, AffiliationQuerySet, Member
from federation.money.charges import credit_affiliations, raise_for
from federation.web.admin_filters import FoldedRelated
from federation.web.concurrent_edits import SharedForm


def _require_free(member: Member, form: forms.ModelForm) -> None:
    """Check the affiliation in the transaction that saves the form. A stored one stays with its member."""
    start, end = form.cleaned_data.get("start"), form.cleaned_data.get("end")
    if start is None or (end and end < start):
        return  # the fields say so themselves
    lock([member.pk])
    try:
        if form.instance.member_id != member.pk or not form.instance.pk:
            require_goes_on(member, end)
        require_free(member, start, end, leaving_out=[form.instance.pk])
    except AffiliationError as error:
        raise forms.ValidationError(str(error)) from error


class AffiliationForm(SharedForm):
    """One affiliation. It overlaps no other."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("member") and not self.errors:
            _require_free(cleaned["member"], self)
        return cleaned


class NewAffiliations(LabelledFormSet):
    """Affiliations that are added on the page of the member."""

    def clean(self) -> None:
        """Raise `ValidationError` if one overlaps a stored one or another new one."""
        super().clean()
        new = [form for form in self.extra_forms if form.has_changed() and not form.errors]
        days = sorted((form.cleaned_data["start"], form.cleaned_data.get("end") or dt.date.max) for form in new)
        if any(earlier[1] >= later[0] for earlier, later in pairwise(days)):
            raise forms.ValidationError(_("Two new affiliations overlap."))
        if self.instance.pk:
            for form in new:
                _require_free(self.instance, form)


class AffiliationInline(LabelledInline):
    """The history on the page of the member. Stored rows are read-only there: they are changed on their own page."""

    model = Affiliation
    formset = NewAffiliations
    named = ("club", "member")
    fields = ("club", "kind", "start", "end", "end_cause", "ex_officio")
    autocomplete_fields = ("club",)
    extra = 0
    show_change_link = True

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class HoldsToday(admin.SimpleListFilter):
    """Affiliations of today, and those of the last season that can be renewed."""

    title = gettext_lazy("today")
    parameter_name = "today"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        season = season_name(enrolment_year(timezone.localdate()))
        return [("1", _("current")), ("0", _("to be renewed for %(season)s") % {"season": season})]

    def queryset(self, request: HttpRequest, queryset: AffiliationQuerySet) -> AffiliationQuerySet:
        today = timezone.localdate()
        if self.value() == "1":
            return queryset.on(today)
        return renewable(enrolment_year(today), queryset) if self.value() else queryset


def _ways(word: str) -> tuple[Q, Q, Q]:
    """Return the ways in which a word of the search finds affiliations."""
    of_club = Q(club__key=club_key_of(word))
    return with_person(word), of_club, Q(note__icontains=word) & ~Q(note="")


@admin.register(Affiliation)
class AffiliationAdmin(SharedAdmin):
    form = AffiliationForm
    list_display = ("member", "club", "kind", "start", "end", "end_cause", "ex_officio", "charged_to")
    list_filter = (
        HoldsToday,
        "ex_officio",
        "kind",
        "end_cause",
        ("club", FoldedRelated),
        ("charged_to", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("member", "club", "charged_to")
    list_per_page = 50
    paginator = LongPaginator
    search_fields = ("note",)
    autocomplete_fields = ("member", "club", "charged_to")
    date_hierarchy = "start"
    show_full_result_count = False
    actions = ("renew",)

    def hold(self, row: Affiliation) -> None:
        """Lock its member before it, as everywhere."""
        lock([row.member_id])
        super().hold(row)

    def save_model(self, request: HttpRequest, obj: Affiliation, form: forms.ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not change:
            raise_for([obj], by=request.user)

    def delete_model(self, request: HttpRequest, obj: Affiliation) -> None:
        credit_affiliations([obj.pk], _("The affiliation was deleted."), request.user)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Affiliation]) -> None:
        credit_affiliations(queryset.values_list("pk", flat=True), _("The affiliation was deleted."), request.user)
        super().delete_queryset(request, queryset)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Affiliation], search_term: str
    ) -> tuple[QuerySet[Affiliation], bool]:
        """Find by words that name the member, are the number of the club, or are in the note."""
        return search(queryset, search_term, _ways), False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Put the season into the name of the action."""
        actions = super().get_actions(request)
        if "renew" in actions:
            verb, name, description = actions["renew"]
            season = season_name(enrolment_year(timezone.localdate()))
            actions["renew"] = (verb, name, description % {"season": season})
        return actions

    @admin.action(description=gettext_lazy("Renew for the season %(season)s"), permissions=["add"])
    def renew(self, request: HttpRequest, queryset: QuerySet[Affiliation]) -> None:
        """Renew the affiliation of each member in the club in which they were at the end of the last season."""
        chosen, year = queryset.count(), enrolment_year(timezone.localdate())
        made = renew_all(queryset, year)
        admin_log.write(request.user, Affiliation, ((each, ADDITION, "") for each in made))
        facts = {"count": len(made), "season": season_name(year)}
        sentence = ngettext(
            "%(count)s member is affiliated for the season %(season)s.",
            "%(count)s members are affiliated for the season %(season)s.",
            len(made),
        )
        messages.success(request, sentence % facts)
        if len(made) < chosen:
            left_alone = _(
                "Skipped: members who had no club at the end of last season, are already affiliated, have died "
                "or were merged."
            )
            messages.warning(request, left_alone)
