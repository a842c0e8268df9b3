"""federation/admin/users: names of groups, and accounts with their clubs."""

import datetime as dt

import pytest
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.access import clubs_of
from tests import cast, pages
from tests.forms import forms, send

pytestmark = pytest.mark.django_db
SECRET = "correct horse battery"


@pytest.fixture
def administrator(client: Client) -> Client:
    client.force_login(cast.administrator())
    return client


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("page", ["group/", "user/", "user/{pk}/change/"])
def test_groups_are_called_by_their_names_in_the_language_of_the_reader(
    administrator: Client, language: str, page: str
) -> None:
    address = f"/{language}/admin/auth/{page}" if language != "fr" else f"/admin/auth/{page}"
    said = pages.text(administrator.get(address.format(pk=cast.rating_officer().pk)))
    names = {"fr": "responsable des classements", "en": "rating officer"}
    assert [name in said for name in names.values()] == [key == language for key in names]


def test_the_users_of_a_group_are_found(administrator: Client) -> None:
    officer, _other = cast.rating_officer(), cast.viewer()
    group = officer.groups.get()
    rows = pages.rows(administrator.get(f"/en/admin/auth/user/?groups__id__exact={group.pk}"))
    assert [row[1] for row in rows] == [officer.username]


def test_clubs_are_chosen_on_the_page_of_the_account(administrator: Client) -> None:
    address = reverse("admin:auth_user_add")
    (roles,) = administrator.get(address).context["inline_admin_formsets"]
    assert roles.formset.empty_form["start"].value() == timezone.localdate()
    account = {"username": "claire", "password1": SECRET, "password2": SECRET}
    counts = {"offices-TOTAL_FORMS": "1", "offices-INITIAL_FORMS": "0"}
    role = {"club": cast.club(101).pk, "role": "secretary", "start": "2026-09-01", "end": ""}
    administrator.post(address, account | counts | {f"offices-0-{name}": value for name, value in role.items()})
    assert list(clubs_of(User.objects.get(username="claire"), day=dt.date(2026, 9, 1))) == [cast.club(101)]


def test_a_new_account_has_a_name_and_an_address_at_once(administrator: Client) -> None:
    who = {"first_name": "Claire", "last_name": "Dubois", "email": "claire@example.org"}
    account = {"username": "claire", "password1": SECRET, "password2": SECRET}
    counts = {"offices-TOTAL_FORMS": "0", "offices-INITIAL_FORMS": "0"}
    assert "LDAP" not in administrator.get(reverse("admin:auth_user_add")).text
    administrator.post(reverse("admin:auth_user_add"), account | counts | who)
    assert User.objects.get(username="claire").check_password(SECRET)
    assert list(User.objects.filter(username="claire").values(*who)) == [who]


@pytest.mark.long
@pytest.mark.parametrize(("is_staff", "told"), [(False, 1), (True, 0)])
def test_a_group_without_staff_status_gives_a_warning(administrator: Client, is_staff: bool, told: int) -> None:
    officer = cast.rating_officer()
    page = administrator.get(reverse("admin:auth_user_change", args=[officer.pk]), headers={"accept-language": "en"})
    assert "All of them need staff status as well." in page.text
    answer = send(administrator, page, {"is_staff": "on" if is_staff else []}, button="_save")
    warnings = [str(message) for message in answer.context["messages"] if message.level_tag == "warning"]
    assert warnings == ["officer is in a group, but cannot enter the admin: tick the staff status."] * told


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_shows_groups_and_clubs_of_accounts(
    administrator: Client, django_assert_num_queries, count: int
) -> None:
    cast.secretary()
    for number in range(1, count):
        cast.secretary(username=f"clerk{number}")
    with django_assert_num_queries(8):  # session, user, groups of the filter, two counts, rows, their groups and roles
        page = administrator.get("/en/admin/auth/user/?q=Tour+Blanche")
    [*_others, last] = pages.rows(page)
    assert last[1:4] == ["secretary101", "secretary 101 Tour Blanche", "-"]


@pytest.mark.long
def test_users_in_histories_cannot_be_deleted(administrator: Client) -> None:
    writer, other = cast.rating_officer(), cast.viewer()
    LogEntry.objects.log_actions(writer.pk, [cast.club(101)], ADDITION)
    address = reverse("admin:auth_user_delete", args=[writer.pk])
    sentence = "officer appears in the history of records and cannot be deleted: untick “active” instead."
    assert sentence in pages.text(administrator.get(address, headers={"accept-language": "en"}))
    for user in (writer, other):
        administrator.post(reverse("admin:auth_user_delete", args=[user.pk]), {"post": "yes"})
    assert list(User.objects.filter(pk__in=[writer.pk, other.pk])) == [writer]


@pytest.mark.long
def test_staff_status_without_permissions_gives_a_warning(administrator: Client) -> None:
    page = administrator.get(
        reverse("admin:auth_user_change", args=[cast.stranger().pk]), headers={"accept-language": "en"}
    )
    answer = send(administrator, page, {"is_staff": "on"}, button="_save")
    warnings = [str(message) for message in answer.context["messages"] if message.level_tag == "warning"]
    assert warnings == ["stranger can enter the admin but will find nothing there: choose a group."]


@pytest.mark.long
def test_built_in_groups_are_read_only_and_others_are_not(administrator: Client) -> None:
    ours, own = Group.objects.get(name="viewer"), Group.objects.create(name="auditors")
    shown = {group: administrator.get(f"/admin/auth/group/{group.pk}/change/") for group in (ours, own)}
    assert ["_save" in page.text for page in shown.values()] == [False, True]
    assert "lecteur" in pages.text(shown[ours])
    chosen = {"action": "delete_selected", "_selected_action": [ours.pk, own.pk], "post": "yes"}
    administrator.post("/admin/auth/group/", chosen)
    assert Group.objects.filter(pk=ours.pk).exists()


def test_permissions_are_said_in_the_language_of_the_reader(administrator: Client) -> None:
    ours, own = Group.objects.get(name="viewer"), Group.objects.create(name="auditors")
    kept = administrator.get(f"/admin/auth/group/{ours.pk}/change/")
    assert "Tournois | correction | voir<br>" in kept.text
    offered = administrator.get(f"/admin/auth/group/{own.pk}/change/")
    assert ">Fédération | entité | enregistrer facturations et paiements</option>" in offered.text
    assert "Can " not in offered.text
    assert "Axes | " not in offered.text


@pytest.mark.parametrize("of", ["group", "user"])
def test_permissions_on_tables_of_libraries_are_kept_until_they_are_taken_off(administrator: Client, of: str) -> None:
    held = Permission.objects.filter(content_type__app_label="axes").first()
    row = Group.objects.create(name="auditors") if of == "group" else cast.viewer()
    field = "permissions" if of == "group" else "user_permissions"
    permissions = getattr(row, field)
    permissions.add(held)
    address = reverse(f"admin:auth_{of}_change", args=[row.pk])
    send(administrator, administrator.get(address), {}, button="_save")
    assert list(permissions.all()) == [held]
    send(administrator, administrator.get(address), {field: []}, button="_save")
    assert not permissions.exists()


@pytest.mark.long
def test_who_manages_accounts_gives_no_rights_and_changes_no_staff(client: Client) -> None:
    manager = User.objects.create_user("manager", password=SECRET, is_staff=True)
    manager.user_permissions.set(Permission.objects.filter(content_type__app_label="auth"))
    client.force_login(manager)
    secretary, administrator = cast.secretary(), cast.administrator()
    address = reverse("admin:auth_user_change", args=[secretary.pk])
    rights = {"is_superuser": "on", "is_staff": "on", "user_permissions": [Permission.objects.all()[0].pk]}
    shown = next(form for form in forms(client.get(address)) if "username" in form.fields)
    account = shown.filled({"username": "claire"})
    assert not shown.fields.keys() & rights.keys()
    client.post(address, account | rights)
    secretary = User.objects.get(pk=secretary.pk)
    assert (secretary.username, secretary.is_staff, secretary.is_superuser) == ("claire", False, False)
    assert not secretary.user_permissions.exists()
    new_password = {"password1": "battery horse correct", "password2": "battery horse correct"}
    for staff in (administrator, manager):
        for page, fields in (("change", account | rights), ("delete", {"post": "yes"})):
            refused = client.post(reverse(f"admin:auth_user_{page}", args=[staff.pk]), fields)
            assert (page, refused.status_code) == (page, 403)
        page = reverse("admin:auth_user_password_change", args=[staff.pk])
        assert client.post(page, new_password).status_code == 403
    groups = reverse("admin:auth_group_add")
    assert client.post(groups, {"name": "all", "permissions": rights["user_permissions"]}).status_code == 403
    assert client.get(address).status_code == 200
