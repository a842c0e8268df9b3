"""Django's users and groups, with the names of our groups in the reader's language."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import (
    AdminPasswordChangeForm,
    SetUnusablePasswordMixin,
    UserChangeForm,
    UserCreationForm,
)
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Field, ManyToManyField, Model, Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from federation.admin.concurrent_edits import SharedAdmin
from federation.admin.deletion import KeptAdmin
from federation.admin.inlines import OfficesInline
from federation.audit.history_pages import HistoryAdmin
from federation.models import Office
from federation.staff_groups import GROUPS
from federation.web.concurrent_edits import SharedForm

GIVES_RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")

OURS = ("auth", "federation", "tournaments", "ratings", "leagues")  # whose permissions are given; not of libraries

# What a permission allows. Django names its own in English, and stores that.
MAY = {
    "add": pgettext_lazy("permission", "add"),
    "change": pgettext_lazy("permission", "change"),
    "delete": pgettext_lazy("permission", "delete"),
    "view": pgettext_lazy("permission", "view"),
    "act_for_any_club": pgettext_lazy("permission", "act for any club"),
    "manage_money": pgettext_lazy("permission", "enter charges and payments"),
    "amend_tariff": pgettext_lazy("permission", "change fees"),
    "amend_clocks": pgettext_lazy("permission", "change deadlines"),
    "amend_transfers": pgettext_lazy("permission", "change transfer windows"),
}


class GroupFilter(admin.RelatedFieldListFilter):
    def field_choices(self, field: Field, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[int, str]]:
        return [(pk, gettext(name)) for pk, name in super().field_choices(field, request, model_admin)]


class OfficeInline(OfficesInline):
    """The offices of the user, on the same page as the account."""

    fk_name = "account"
    exclude = ("member",)
    autocomplete_fields = ("club", "unit")


class PasswordForm(AdminPasswordChangeForm):
    """The password form with a help text in the reader's language. Django joins its own once, for all readers."""

    usable_password_help_text = format_lazy(
        '{explained}<ul id="id_unusable_warning" class="messagelist"><li class="warning">{warning}</li></ul>',
        explained=SetUnusablePasswordMixin.usable_password_help_text,
        warning=gettext_lazy("If disabled, the current password for this user will be lost."),
    )


class AccountForm(SharedForm, UserChangeForm):
    """The form of a user, which several administrators may edit at once."""


class PlainPermissions(admin.ModelAdmin):
    """Offer permissions in the reader's language: those on what has a name for people, and those held already."""

    permissions = "permissions"  # the name of the field

    def get_form(self, request: HttpRequest, obj: Model | None = None, **kwargs: Any) -> type[forms.ModelForm]:
        form = super().get_form(request, obj, **kwargs)
        if field := form.base_fields.get(self.permissions):
            offered = Q(content_type__in=_named_for_people())
            if obj:
                offered |= Q(pk__in=getattr(obj, self.permissions).values("pk"))
            field.queryset = field.queryset.filter(offered).select_related("content_type")
            field.label_from_instance = _words
        return form


class StaffAdmin(PlainPermissions, KeptAdmin, SharedAdmin, UserAdmin):
    """Users, their groups and their offices."""

    permissions = "user_permissions"
    form = AccountForm
    list_display = ("username", "may", "last_name", "first_name", "email", "is_staff", "is_active", "last_login")
    search_fields = (*UserAdmin.search_fields, "=offices__club__number", "offices__club__name", "offices__unit__name")
    # Everybody has a password here. To an account without an e-mail address no link to a new one can be sent.
    add_form = UserCreationForm
    add_fieldsets = (
        (None, {"classes": ("wide",), "fields": ("username", "password1", "password2")}),
        (None, {"classes": ("wide",), "fields": ("first_name", "last_name", "email")}),
    )
    change_password_form = PasswordForm
    inlines = (OfficeInline,)
    list_filter = ("is_staff", "is_superuser", "is_active", ("groups", GroupFilter))

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return _may_touch(request, obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return _may_touch(request, obj) and super().has_delete_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only administrators give rights: others would give them to themselves."""
        own = tuple(super().get_readonly_fields(request, obj))
        return own if request.user.is_superuser else (*own, *GIVES_RIGHTS)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        today = Office.objects.on(timezone.localdate()).select_related("club", "unit")
        return super().get_queryset(request).prefetch_related("groups", Prefetch("offices", today, "offices_today"))

    @admin.display(description=gettext_lazy("groups and offices"))
    def may(self, user: User) -> str:
        groups = [gettext(group.name) for group in user.groups.all()]
        return ", ".join([*groups, *(f"{office.get_role_display()} {office.place}" for office in user.offices_today)])

    def kept(self, rows: Collection[User]) -> list[str]:
        """Return a line for each user in the history of records: their entries would be deleted with the account."""
        sentence = gettext("%(user)s appears in the history of records and cannot be deleted: untick “active” instead.")
        writers = LogEntry.objects.filter(user__in=[user.pk for user in rows]).order_by().values_list("user", flat=True)
        known = set(writers.distinct())
        return [sentence % {"user": user} for user in rows if user.pk in known]

    def formfield_for_manytomany(
        self, db_field: ManyToManyField, request: HttpRequest, **kwargs: Any
    ) -> forms.ModelMultipleChoiceField | None:
        """Show the groups by their names in the reader's language."""
        field = super().formfield_for_manytomany(db_field, request, **kwargs)
        if field and db_field.name == "groups":
            field.label_from_instance = lambda group: gettext(group.name)
            field.help_text = gettext(
                "Membership officers manage members, clubs and affiliations; rating officers manage "
                "tournaments, rating types and lists; viewers see the same but change nothing. All of them "
                "need staff status as well. Officers of clubs and leagues need neither, only their office, below."
            )
        return field

    def save_related(self, request: HttpRequest, form: forms.ModelForm, formsets: Any, change: bool) -> None:
        """Save, and warn if a group or the staff status lacks what it needs."""
        super().save_related(request, form, formsets, change)
        user, sentence = form.instance, ""
        if user.is_active and not user.is_staff and user.groups.exists():
            sentence = gettext("%(user)s is in a group, but cannot enter the admin: tick the staff status.")
        elif user.is_active and user.is_staff and not user.get_all_permissions():
            sentence = gettext("%(user)s can enter the admin but will find nothing there: choose a group.")
        if sentence:
            messages.warning(request, sentence % {"user": user})


class NamedGroupAdmin(PlainPermissions, HistoryAdmin, GroupAdmin):
    """Groups by their names. Every update resets ours (staff_groups.py); administrators add those of the federation."""

    list_display = ("in_words",)

    @admin.display(description=gettext_lazy("name"), ordering="name")
    def in_words(self, group: Group) -> str:
        return gettext(group.name)

    def get_fields(self, request: HttpRequest, obj: Group | None = None) -> tuple[str, ...]:
        """Show the name in the reader's language if nobody may change it."""
        may_change = self.has_change_permission(request, obj)
        return ("name", "permissions") if may_change else ("in_words", "permissions_in_words")

    def get_readonly_fields(self, request: HttpRequest, obj: Group | None = None) -> tuple[str, ...]:
        return ("in_words", "permissions_in_words")

    @admin.display(description=gettext_lazy("permissions"))
    def permissions_in_words(self, group: Group) -> str:
        return format_html_join(
            "", "{}<br>", [(_words(each),) for each in group.permissions.select_related("content_type")]
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser and not _is_ours(obj)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser and not _is_ours(obj)


def _words(permission: Permission) -> str:
    """Return what a permission allows, in the reader's language: “Tournaments | correction | view”."""
    model = permission.content_type.model_class()
    if model is None:
        return str(permission)
    code = permission.codename
    may = MAY.get(code) or MAY.get(code.partition("_")[0], permission.name)
    return f"{model._meta.app_config.verbose_name} | {model._meta.verbose_name} | {may}"


def _named_for_people() -> list[ContentType]:
    """Return our tables that have a name for people: not those of programs or libraries."""
    named = [model for model in apps.get_models() if model._meta.app_label in OURS and not _is_unnamed(model)]
    return list(ContentType.objects.get_for_models(*named).values())


def _is_unnamed(model: type[Model]) -> bool:
    """Return whether Django made the name of a model from its class: only a name for people is translated."""
    return isinstance(model._meta.verbose_name, str)


def _may_touch(request: HttpRequest, account: User | None) -> bool:
    """Return whether the user may change such an account: only administrators change those of staff."""
    return request.user.is_superuser or account is None or not (account.is_staff or account.is_superuser)


def _is_ours(group: Group | None) -> bool:
    return group is not None and group.name in GROUPS


admin.site.unregister([User, Group])
admin.site.register(User, StaffAdmin)
admin.site.register(Group, NamedGroupAdmin)
