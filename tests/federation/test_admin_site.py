"""federation/admin: permissions, and what applies to the pages of every model."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from federation.models import Affiliation, Club, Job, Office, Unit
from tests import cast
from tests.forms import logged_in

pytestmark = pytest.mark.django_db
ROLES = ["administrator", "membership_officer", "rating_officer", "viewer", "secretary", "stranger"]
MAY = {  # page: administrator, membership officer, rating officer, viewer; others are sent to the login
    "member_changelist": (200, 200, 200, 200),
    "member_add": (200, 200, 403, 403),
    "member_import": (200, 200, 403, 403),
    "member_export": (200, 200, 403, 403),
    "member_import_preview": (302, 302, 403, 403),
    "club_changelist": (200, 200, 200, 200),
    "club_add": (200, 200, 403, 403),
    "club_import": (200, 200, 403, 403),
    "club_export": (200, 200, 403, 403),
    "affiliation_changelist": (200, 200, 200, 200),
    "affiliation_add": (200, 200, 403, 403),
    "office_changelist": (200, 200, 200, 200),
    "office_add": (200, 200, 403, 403),
    "unit_changelist": (200, 200, 200, 200),
    "unit_add": (200, 200, 403, 403),
    "unitmembership_changelist": (200, 200, 200, 200),
    "unitmembership_add": (200, 200, 403, 403),
    "job_changelist": (200, 200, 200, 200),
    "job_add": (403, 403, 403, 403),
}


@pytest.mark.long
@pytest.mark.parametrize("role", ROLES)
def test_each_page_opens_with_permission_only(role):
    client = logged_in(getattr(cast, role)())
    found = {page: client.get(reverse(f"admin:federation_{page}")).status_code for page in MAY}
    position = ROLES.index(role)
    assert found == {page: codes[position] if position < 4 else 302 for page, codes in MAY.items()}


@pytest.mark.parametrize("page", MAY)
def test_other_users_are_sent_to_the_login(client, page):
    response = client.get(reverse(f"admin:federation_{page}"))
    assert response.status_code == 302
    assert response.url.startswith(reverse("admin:login"))


@pytest.mark.parametrize("role", ["rating_officer", "viewer"])
def test_viewers_cannot_post_an_import(role):
    client = logged_in(getattr(cast, role)())
    for model in ("member", "club"):
        for page in ("import", "process_import", "export"):
            assert client.post(reverse(f"admin:federation_{model}_{page}")).status_code == 403


# -- Every model ------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("model", "queries"), [("member", 9), ("club", 7), ("affiliation", 10), ("office", 7), ("job", 7)]
)
def test_a_list_makes_the_same_queries_for_three_rows_as_for_one(
    django_assert_num_queries, members, model, queries, count
):
    for number, member in enumerate(members):
        if number >= count:
            member.affiliations.all().delete()
            member.delete()
    Club.objects.exclude(number__in=[101, 201, 301][:count]).delete()
    Affiliation.objects.update(charged_to=cast.club(101))
    for number in range(count):
        user = cast.secretary(list(cast.CLUBS)[number], f"somebody{number}")
        Job.objects.create(kind="rate", key=f"rate:{number}", created_by=user)
    officer = logged_in(cast.membership_officer())
    address = reverse(f"admin:federation_{model}_changelist")
    officer.get(address)  # content types are remembered from the first page on
    with django_assert_num_queries(queries):
        response = officer.get(address)
    assert len(response.context["cl"].result_list) == count


def test_autocomplete_finds_members_clubs_and_leagues(officer, members):
    def found(model: str, field: str, term: str) -> list[str]:
        query = {"app_label": "federation", "model_name": model, "field_name": field, "term": term}
        return [row["text"] for row in officer.get(reverse("admin:autocomplete"), query).json()["results"]]

    assert found("affiliation", "member", "dubois") == ["10004 Dubois, Didier"]
    assert found("affiliation", "club", "noir") == ["201 Cavalier Noir"]
    assert found("unitmembership", "unit", "400") == ["Oost-Vlaanderen"]


def test_the_list_of_clubs_counts_the_members_of_today(officer, members):
    response = officer.get(reverse("admin:federation_club_changelist"))
    assert [(club.key, club.members) for club in response.context["cl"].result_list] == [
        (101, 1),
        (201, 1),
        (301, 1),
    ]


@pytest.mark.long
def test_every_model_has_a_page_that_opens(officer, members):
    role = Office.objects.get_or_create(
        account=User.objects.get(), club=Club.objects.first(), start=dt.date(2025, 9, 1)
    )[0]
    job = Job.objects.create(kind="rate", key="rate:1")
    for row in (
        Unit.objects.first(),
        Club.objects.first(),
        members[0],
        Affiliation.objects.first(),
        role,
        job,
    ):
        address = reverse(f"admin:federation_{row._meta.model_name}_change", args=[row.pk])
        assert officer.get(address).status_code == 200


# -- The strict policy ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["member_import", "member_export", "club_import", "club_export"])
def test_our_pages_have_no_inline_script_or_style_and_every_field_has_its_label(officer, page):
    html = officer.get(reverse(f"admin:federation_{page}")).text
    assert "<style" not in html
    assert ' style="' not in html
    assert ' onchange="' not in html
    assert all("src=" in script for script in html.split("<script")[1:])
    form = html.split('<fieldset class="module aligned">')[1].split("</fieldset>")[0]
    names = [piece.split('"')[0] for piece in form.split(' id="')[1:]]
    inputs = [name for name in names if not name.endswith("_helptext")]
    assert inputs
    assert all(f'<label for="{name}"' in form for name in inputs)
