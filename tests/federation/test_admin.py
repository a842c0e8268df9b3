"""federation/admin: members, clubs, affiliations, roles"""

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Affiliation, Club, ClubRole, Job, League, Licence, Member
from tests import cast

pytestmark = pytest.mark.django_db
ROLES = ["administrator", "membership_officer", "rating_officer", "viewer", "secretary", "stranger"]


def login(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text(response) -> str:
    return response.content.decode()


@pytest.fixture
def officer() -> Client:
    return login(cast.membership_officer())


@pytest.fixture
def members() -> list[Member]:
    """Three members, affiliated today whatever the day is."""
    found = [cast.member(matricule) for matricule in (10001, 10004, 10008)]
    Affiliation.objects.update(end=None)
    return found


def listed(client: Client, model: str = "member", **query: str) -> list[int]:
    """Matricules or numbers that the list shows."""
    response = client.get(reverse(f"admin:federation_{model}_changelist"), query)
    assert response.status_code == 200
    rows = response.context["cl"].result_list
    return [row.matricule if model == "member" else row.number for row in rows]


# -- Who may see what -----------------------------------------------------------------------------------------------


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
    "clubrole_changelist": (200, 200, 200, 200),
    "clubrole_add": (200, 200, 403, 403),
    "league_changelist": (200, 200, 200, 200),
    "job_changelist": (200, 200, 200, 200),
    "job_add": (403, 403, 403, 403),
}


@pytest.mark.parametrize("role", ROLES)
def test_each_page_opens_to_those_whom_it_is_for(role):
    client = login(getattr(cast, role)())
    found = {page: client.get(reverse(f"admin:federation_{page}")).status_code for page in MAY}
    position = ROLES.index(role)
    assert found == {page: codes[position] if position < 4 else 302 for page, codes in MAY.items()}


@pytest.mark.parametrize("page", MAY)
def test_nobody_else_gets_further_than_the_login(client, page):
    response = client.get(reverse(f"admin:federation_{page}"))
    assert response.status_code == 302
    assert response.url.startswith(reverse("admin:login"))


@pytest.mark.parametrize("role", ["rating_officer", "viewer"])
def test_who_may_only_look_cannot_post_an_import_either(role):
    client = login(getattr(cast, role)())
    for model in ("member", "club"):
        for page in ("import", "process_import", "export"):
            assert client.post(reverse(f"admin:federation_{model}_{page}")).status_code == 403


def test_a_viewer_sees_a_member_and_has_no_button_to_save(members):
    response = login(cast.viewer()).get(reverse("admin:federation_member_change", args=[members[0].pk]))
    assert response.status_code == 200
    assert 'name="_save"' not in text(response)


# -- The list of members --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("10004", [10004]),
        ("990004", [10004]),
        ("dubois", [10004]),
        ("DUBOÏS didier", [10004]),
        ("Didier Dub", [10004]),
        ("o'", [10004]),
        ("nobody", []),
        ("9" * 40, []),
        ("'", [10001, 10004, 10008]),
        ("%", [10001, 10004, 10008]),
    ],
)
def test_members_are_found_by_number_and_by_any_spelling(officer, members, query, found):
    assert listed(officer, q=query) == found


def test_members_are_filtered(officer, members):
    Affiliation.objects.filter(member=members[2]).update(end=timezone.localdate() - dt.timedelta(days=1))
    assert listed(officer, affiliated="1") == [10001, 10004]
    assert listed(officer, affiliated="0") == [10008]
    assert listed(officer, club="201") == [10004]
    assert listed(officer, club="x") == [10001, 10004, 10008]
    assert listed(officer, league="400") == [10001]
    assert listed(officer, sex__exact="M") == [10004]
    assert listed(officer, merged="1") == []
    assert listed(officer, merged="0") == [10001, 10004, 10008]


def test_members_are_sorted_by_their_club_of_today(officer, members):
    anna, didier, hanne = members
    yesterday = timezone.localdate() - dt.timedelta(days=1)
    Affiliation.objects.filter(member=anna).update(end=yesterday)
    Affiliation.objects.create(member=anna, club=cast.club(301), start=timezone.localdate())
    Affiliation.objects.filter(member=didier).update(end=yesterday)
    nobody = [10004] if connection.vendor == "sqlite" else []  # where a database puts those without is its own affair
    assert listed(officer, o="3") == nobody + [10001, 10008] + ([] if nobody else [10004])
    Affiliation.objects.filter(member=hanne).update(club=cast.club(101))
    assert [found for found in listed(officer, o="-3") if found != 10004] == [10001, 10008]


def test_the_list_shows_the_club_of_today(officer, members):
    page = text(officer.get(reverse("admin:federation_member_changelist")))
    assert "101 Tour Blanche" in page
    assert "201 Cavalier Noir" in page


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("model", "queries"), [("member", 8), ("club", 7), ("affiliation", 10), ("clubrole", 6), ("job", 7)]
)
def test_a_list_asks_as_much_for_three_rows_as_for_one(django_assert_num_queries, members, model, queries, count):
    for number, member in enumerate(members):
        if number >= count:
            member.affiliations.all().delete()
            member.delete()
    Club.objects.exclude(number__in=[101, 201, 301][:count]).delete()
    Affiliation.objects.update(charged_to=cast.club(101))
    for number in range(count):
        user = cast.secretary(list(cast.CLUBS)[number], f"somebody{number}")
        Job.objects.create(kind="rate", key=f"rate:{number}", created_by=user)
    officer = login(cast.membership_officer())
    address = reverse(f"admin:federation_{model}_changelist")
    officer.get(address)  # content types are remembered from the first page on
    with django_assert_num_queries(queries):
        response = officer.get(address)
    assert len(response.context["cl"].result_list) == count


def test_a_member_with_a_long_history_asks_no_more_than_one_with_a_short(officer, members, django_assert_num_queries):
    anna, didier, _ = members
    Affiliation.objects.filter(member=anna).update(end=dt.date(2026, 8, 31))
    for year in range(2027, 2037):
        cast.affiliate(anna, cast.club(101), dt.date(year, 1, 1), dt.date(year, 8, 31))
        Licence.objects.create(member=anna, issuer="FFE", number=str(year))
    Licence.objects.create(member=didier, issuer="FFE", number="1")
    address = "admin:federation_member_change"
    officer.get(reverse(address, args=[didier.pk]))
    for member in (didier, anna):
        with django_assert_num_queries(7):
            assert officer.get(reverse(address, args=[member.pk])).status_code == 200


def test_autocomplete_finds_members_clubs_and_leagues(officer, members):
    def found(model: str, field: str, term: str) -> list[str]:
        query = {"app_label": "federation", "model_name": model, "field_name": field, "term": term}
        return [row["text"] for row in officer.get(reverse("admin:autocomplete"), query).json()["results"]]

    assert found("affiliation", "member", "dubois") == ["10004 Dubois, Didier"]
    assert found("affiliation", "club", "noir") == ["201 Cavalier Noir"]
    assert found("club", "league", "400") == ["Oost-Vlaanderen"]


# -- Changing members -----------------------------------------------------------------------------------------------

NEW = {
    "last_name": "Peeters",
    "first_name": "Jan",
    "sex": "M",
    "licences-TOTAL_FORMS": "0",
    "licences-INITIAL_FORMS": "0",
    "affiliations-TOTAL_FORMS": "0",
    "affiliations-INITIAL_FORMS": "0",
}


def new_affiliations(*rows: tuple[str, str, str]) -> dict[str, str]:
    facts = {"affiliations-TOTAL_FORMS": str(len(rows)), "affiliations-INITIAL_FORMS": "0"}
    for number, (club, start, end) in enumerate(rows):
        values = {"club": str(cast.club(int(club)).pk), "kind": "full", "start": start, "end": end}
        facts |= {f"affiliations-{number}-{name}": value for name, value in values.items()}
    return facts


def test_a_new_member_gets_the_next_free_matricule(officer):
    Member.objects.create(matricule=23001, last_name="First")
    page = officer.get(reverse("admin:federation_member_add"))
    assert page.context["adminform"].form["matricule"].value() == 23002
    assert page.context["adminform"].form["nationality"].value() == "BEL"


def test_a_member_is_made_with_his_affiliation(officer):
    rows = new_affiliations(("101", "2025-09-01", "2026-08-31"), ("201", "2026-09-01", ""))
    response = officer.post(reverse("admin:federation_member_add"), NEW | {"matricule": "23001"} | rows)
    assert response.status_code == 302
    member = Member.objects.get(matricule=23001)
    assert member.search_name == "peeters jan"
    assert [row.club.number for row in member.affiliations.order_by("start")] == [101, 201]


def test_new_affiliations_run_into_no_other(officer, members):
    address = reverse("admin:federation_member_change", args=[members[0].pk])
    facts = NEW | {"matricule": "10001"}
    response = officer.post(address, facts | new_affiliations(("101", "2024-09-01", "2025-09-01")))
    assert "is affiliated already: 101 Tour Blanche" in text(response)
    twice = new_affiliations(("101", "2023-09-01", "2024-08-31"), ("201", "2024-08-31", "2025-01-01"))
    assert "Two new affiliations share a day." in text(officer.post(address, facts | twice))
    assert officer.post(address, facts | new_affiliations(("101", "", ""))).status_code == 200
    assert Affiliation.objects.filter(member=members[0]).count() == 1


def test_an_affiliation_is_changed_on_its_own_page_and_runs_into_no_other(officer, members):
    cast.affiliate(members[0], cast.club(101), dt.date(2020, 1, 1), dt.date(2020, 8, 31))
    old, _ = members[0].affiliations.order_by("start")
    address = reverse("admin:federation_affiliation_change", args=[old.pk])
    facts = {"member": old.member_id, "club": old.club_id, "kind": "full", "start": "2020-01-01", "note": ""}
    response = officer.post(address, facts | {"end": "2025-09-01"})
    assert "is affiliated already: 101 Tour Blanche, 01/09/2025" in text(response)
    assert officer.post(address, facts | {"end": "2025-08-31"}).status_code == 302
    assert officer.post(address, facts | {"end": "2019-08-31"}).status_code == 200
    old.refresh_from_db()
    assert old.end == dt.date(2025, 8, 31)


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [("deceased", " is deceased."), ("merged_into", " was merged into another member.")],
)
def test_nobody_affiliates_who_is_dead_or_merged(officer, members, fact, sentence):
    anna, bram = members[0], cast.member(10002)
    Member.objects.filter(pk=anna.pk).update(**{fact: {"deceased": True}.get(fact, bram)})
    today = {"member": anna.pk, "club": cast.club().pk, "kind": "full", "start": "2026-09-01", "end": "2099-08-31"}
    his_page = reverse("admin:federation_member_change", args=[anna.pk])
    for address, facts in (
        (reverse("admin:federation_affiliation_add"), today),
        (reverse("admin:federation_affiliation_change", args=[bram.affiliations.get().pk]), today),
        (his_page, NEW | {"matricule": "10001"} | new_affiliations(("101", "2026-09-01", ""))),
    ):
        assert sentence in text(officer.post(address, facts))
    over = today | {"start": "2020-09-01", "end": "2021-08-31"}
    officer.post(reverse("admin:federation_affiliation_add"), over)
    assert anna.affiliations.count() == (2 if fact == "deceased" else 1)


def test_an_odd_matricule_is_a_warning(officer):
    response = officer.post(reverse("admin:federation_member_add"), NEW | {"matricule": "77"}, follow=True)
    assert next(map(str, response.context["messages"])) == "The matricule does not have five digits."
    assert Member.objects.get().matricule == 77


# -- Merging --------------------------------------------------------------------------------------------------------


@pytest.fixture
def double(members) -> Member:
    """A second record of Anna."""
    made = Member.objects.create(matricule=20001, last_name="Aerts", birth_date=dt.date(1990, 1, 2), title="WIM")
    Licence.objects.create(member=made, issuer="FFE", number="A12345")
    cast.affiliate(made, cast.club(201), dt.date(2020, 1, 1), dt.date(2020, 8, 31))
    cast.affiliate(made, cast.club(301), dt.date(2025, 8, 1), dt.date(2026, 8, 31))
    return made


def test_two_records_are_merged_after_a_look_at_what_moves(officer, members, double):
    anna = members[0]
    chosen = {"action": "merge_two", "_selected_action": [anna.pk, double.pk]}
    page = officer.post(reverse("admin:federation_member_changelist"), chosen, follow=True)
    address = reverse("admin:federation_member_merge", args=[double.pk, anna.pk])
    assert page.redirect_chain == [(address, 302)]
    for piece in ("FFE A12345", "WIM", "201 Cavalier Noir", "301 Pion Passé", "They differ in", "2 January 1990"):
        assert piece in text(page)
    assert not Member.objects.filter(merged_into=anna).exists()

    done = officer.post(address, follow=True)
    double.refresh_from_db()
    assert double.merged_into == anna
    assert "was merged into" in text(done)
    messages = {entry.object_repr: entry.get_change_message() for entry in LogEntry.objects.all()}
    assert messages["10001 Aerts, Anna"] == "Took over 20001 Aerts."
    assert messages["20001 Aerts"] == "Merged into 10001 Aerts, Anna."


@pytest.mark.parametrize("count", [1, 3])
def test_only_two_are_merged(officer, members, count):
    chosen = {"action": "merge_two", "_selected_action": [member.pk for member in members[:count]]}
    response = officer.post(reverse("admin:federation_member_changelist"), chosen, follow=True)
    assert [str(message) for message in response.context["messages"]] == ["Choose two members to merge."]


def test_what_cannot_be_merged_is_said(officer, members, double):
    double.merged_into = members[0]
    double.save()
    address = reverse("admin:federation_member_merge", args=[members[1].pk, double.pk])
    for response in (officer.get(address, follow=True), officer.post(address, follow=True)):
        assert [str(message) for message in response.context["messages"]] == [
            "20001 Aerts was merged into another member already."
        ]


def test_a_viewer_merges_nobody(members):
    viewer = login(cast.viewer())
    address = reverse("admin:federation_member_merge", args=[members[1].pk, members[0].pk])
    assert viewer.get(address).status_code == 403
    assert viewer.post(address).status_code == 403
    assert not Member.objects.exclude(merged_into=None).exists()


def test_affiliations_are_listed_by_the_club_that_pays_them(officer, members):
    paid = Affiliation.objects.get(member=members[0])
    Affiliation.objects.filter(pk=paid.pk).update(charged_to=cast.club(201), ex_officio=True)
    address = reverse("admin:federation_affiliation_changelist")
    found = officer.get(address, {"charged_to__id__exact": cast.club(201).pk}).context["cl"].result_list
    assert list(found) == [paid]
    assert f"?charged_to__id__exact={cast.club(301).pk}" not in officer.get(address).text


def test_affiliations_are_found_by_member_club_and_note(officer, members):
    Affiliation.objects.filter(member=members[2]).update(note="Paid by hand: 201.")
    address = reverse("admin:federation_affiliation_changelist")
    for query, found in {
        "10001": [10001],
        "DUBOÏS": [10004],
        "990008": [10008],
        "201": [10004, 10008],
        "201 paid": [10008],
        "PAID dubois": [],
        "?": [],
        "": [10001, 10004, 10008],
    }.items():
        rows = officer.get(address, {"q": query}).context["cl"].result_list
        assert [row.member.matricule for row in rows] == found, query


# -- Clubs, and every model ----------------------------------------------------------------------------------------


def test_the_list_of_clubs_counts_the_members_of_today(officer, members):
    response = officer.get(reverse("admin:federation_club_changelist"))
    assert [(club.number, club.members) for club in response.context["cl"].result_list] == [
        (101, 1),
        (201, 1),
        (301, 1),
    ]


def test_every_model_has_a_page_that_opens(officer, members):
    League.objects.get(code="400")
    role = ClubRole.objects.get_or_create(
        user=User.objects.get(), club=Club.objects.first(), start=dt.date(2025, 9, 1)
    )[0]
    job = Job.objects.create(kind="rate", key="rate:1")
    for row in (
        League.objects.first(),
        Club.objects.first(),
        members[0],
        Affiliation.objects.first(),
        role,
        job,
    ):
        address = reverse(f"admin:federation_{row._meta.model_name}_change", args=[row.pk])
        assert officer.get(address).status_code == 200


# -- The strict policy ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["member_import", "member_export", "club_import", "club_export"])
def test_our_pages_have_no_inline_script_or_style_and_every_field_has_its_label(officer, page):
    html = text(officer.get(reverse(f"admin:federation_{page}")))
    assert "<style" not in html
    assert ' style="' not in html
    assert ' onchange="' not in html
    assert all("src=" in script for script in html.split("<script")[1:])
    form = html.split('<fieldset class="module aligned">')[1].split("</fieldset>")[0]
    names = [piece.split('"')[0] for piece in form.split(' id="')[1:]]
    inputs = [name for name in names if not name.endswith("_helptext")]
    assert inputs
    assert all(f'<label for="{name}"' in form for name in inputs)


def test_a_long_filter_is_folded_until_it_is_used():
    client = login(cast.viewer())
    cast.member(10001)
    page = reverse("admin:federation_member_changelist")
    assert '<details data-filter-title="club today">' in client.get(page).text
    assert '<details data-filter-title="club today" open>' in client.get(page, {"club": "101"}).text
