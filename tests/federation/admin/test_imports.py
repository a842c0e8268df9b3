"""Imports and exports of spreadsheets in the admin."""

import csv
import datetime as dt
import io
import os

import openpyxl
import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.files import pending_uploads
from federation.files.limits import MAX_CELLS, MAX_ROWS, TOO_LARGE
from federation.files.spreadsheets import write_xlsx
from federation.models import Affiliation, Club, FormerNumber, Licence, Member
from tests import cast, pages
from tests.federation.files.test_spreadsheets import UNREADABLE_XLSX
from tests.federation.imports.player_files import ANNA, player_list
from tests.forms import logged_in, send

pytestmark = pytest.mark.django_db
MEMBERS = b"id,nom,prenom,club\n20001,Peeters,Jan,101\n20002,Dubois,Eva,101\n"


@pytest.fixture(autouse=True)
def own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def upload(client: Client, data: bytes, name: str = "members.csv", model: str = "member", **facts: str):
    """Send a file: the first step."""
    file = SimpleUploadedFile(name, data)
    return client.post(reverse(f"admin:federation_{model}_import"), {"import_file": file, "resource": "0", **facts})


def confirm(client: Client, page, model: str = "member", **other: str):
    """Confirm the preview: the second step, with the fields of its form."""
    facts = {name: value or "" for name, value in page.context["confirm_form"].initial.items()} | other
    return client.post(reverse(f"admin:federation_{model}_process_import"), facts, follow=True)


def imported(client: Client, data: bytes, **facts: str) -> list[str]:
    """Take both steps and return the message."""
    return said(confirm(client, upload(client, data, **facts), facts.get("model", "member")))


def said(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def waiting() -> list[str]:
    """Return the files that wait for confirmation."""
    return default_storage.listdir(pending_uploads.FOLDER)[1] if default_storage.exists(pending_uploads.FOLDER) else []


# -- Import ---------------------------------------------------------------------------------------------------------


def test_a_preview_shows_what_would_change_and_changes_nothing(officer):
    cast.member(10001)
    page = upload(officer, b"id,nom,prenom,birth_date,hidden,shoe\n10001,,Anne,1990-01-02,1,38\n20001,New,,,,\n")
    html = page.content.decode()
    assert "Rows that change something: 2, of which new: 1; unchanged: 0." in html
    assert "<li>first name: <del>Anna</del> <ins>Anne</ins></li>" in html
    assert "<li>birth date: <del>1 January 1990</del> <ins>2 January 1990</ins></li>" in html
    assert "<li>hidden: <del>no</del> <ins>yes</ins></li>" in html
    assert "Unused columns: shoe" in html
    assert Member.objects.get().first_name == "Anna"
    assert len(waiting()) == 1


def test_a_preview_warns_of_clubs_that_are_not_known(officer):
    cast.club(201)
    page = pages.text(upload(officer, b"id,nom,club\n20001,Peeters,999\n20002,Dubois,201\n"))
    assert "The file names 1 unknown club, which would be created: 999" in page
    assert "unknown" not in pages.text(upload(officer, b"id,nom,club\n20002,Dubois,201\n"))


def test_a_confirmed_import_is_written_and_its_file_deleted(officer):
    assert imported(officer, MEMBERS) == ["Imported: 2 new, 0 changed."]
    assert Member.objects.count() == 2
    assert Affiliation.objects.filter(club__key=101).count() == 2
    assert waiting() == []


@pytest.mark.long
def test_each_record_keeps_in_its_history_who_imported_what(officer):
    imported(officer, MEMBERS)
    imported(officer, b"id,title\n20001,IM\n20002,\n")
    entries = [
        (entry.object_repr, entry.is_addition(), entry.change_message) for entry in LogEntry.objects.order_by("pk")
    ]
    assert entries == [
        ("20001 Peeters, Jan", True, "Imported: last name, first name, affiliation"),
        ("20002 Dubois, Eva", True, "Imported: last name, first name, affiliation"),
        ("20001 Peeters, Jan", False, "Imported: title"),
    ]
    assert {entry.user.username for entry in LogEntry.objects.all()} == {"registrar"}
    history = officer.get(reverse("admin:federation_member_history", args=[Member.objects.first().pk]))
    assert "Imported: " in history.content.decode()


def test_the_day_of_the_list_is_asked_for_and_carried_on(officer):
    page = upload(officer, MEMBERS, day="2020-03-01")
    assert "club 101, 01/09/2019 – 31/08/2020" in page.content.decode().lower()
    confirm(officer, page)
    assert {str(end) for end in Affiliation.objects.values_list("end", flat=True)} == {"2020-08-31"}


@pytest.mark.long
def test_workbooks_and_player_lists_are_recognised_by_content(officer):
    assert imported(officer, write_xlsx("1", ["id", "nom"], [[20005, "Xavier"]]), name="members.csv") == [
        "Imported: 1 new, 0 changed."
    ]
    assert imported(officer, player_list(ANNA), name="PLAYER_202107.DBF") == ["Imported: 1 new, 0 changed."]
    assert Affiliation.objects.get().start == dt.date(2020, 9, 1)


@pytest.mark.parametrize(
    ("model", "names"), [("club", ".csv,.xlsx,.xls,.ods"), ("member", ".csv,.xlsx,.xls,.ods,.dbf,.zip")]
)
def test_the_browser_offers_the_files_that_can_be_imported(officer, model, names):
    page = officer.get(reverse(f"admin:federation_{model}_import"))
    assert page.context["form"].fields["import_file"].widget.attrs["accept"] == names


def test_clubs_are_imported(officer):
    data = b"number,name,league,email\n101,Tour,400,a@tour.example\n"
    assert imported(officer, data, model="club") == ["Imported: 1 new, 0 changed."]
    assert Club.objects.get().unit_memberships.get().unit.code == "400"


def test_wrong_rows_are_listed_and_the_file_is_not_kept(officer):
    page = upload(officer, b"id,nom,birth_date\n20001,A,1990-02-30\n,,1990-02-03\n")
    html = page.content.decode()
    assert "2 problems." in html
    assert "<li>Line 2, column birth_date: " in html
    assert "<li>Line 3, column id: " in html
    assert "confirm_form" not in page.context
    assert waiting() == []


def test_only_the_first_fifty_problems_are_listed(officer):
    page = upload(officer, b"id,nom\n" + b"x,A\n" * 200)
    assert page.content.decode().count("is not a member number") == 50
    assert "200 problems." in page.content.decode()


@pytest.mark.parametrize("case", ["another zip", "a cell far away", "an empty sheet"])
def test_a_hostile_workbook_is_refused_with_a_sentence(officer, case):
    data, sentence = UNREADABLE_XLSX[case]
    page = upload(officer, data, name="members.xlsx")
    assert page.status_code == 200
    assert [str(problem) for problem in page.context["problems"]] == [
        {"another zip": "The zip contains no PLAYER list (a single .dbf)."}.get(case, sentence)
    ]
    assert waiting() == []


def test_a_file_that_is_too_large_is_not_stored(officer):
    page = upload(officer, b"x" * (20 * 1024 * 1024 + 1))
    assert page.context["form"].errors == {"import_file": [TOO_LARGE % {"limit": "20.0\xa0MB"}]}
    assert waiting() == []


def test_no_file_is_an_error_of_the_form(officer):
    page = officer.post(reverse("admin:federation_member_import"), {"resource": "0"})
    assert page.context["form"].errors["import_file"]


def test_hostile_cells_are_only_text(officer):
    page = upload(officer, b'id,nom\n20001,"<script>alert(1)</script>"\n')
    assert "<script>alert" not in page.content.decode()
    assert "&lt;script&gt;alert" in page.content.decode()


# -- The file that waits --------------------------------------------------------------------------------------------

GONE = ["This preview has expired. Choose the file again."]


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../../secret.txt", "secret.txt", "", "x" * 300, "secret.txt:signed-by-nobody"]
)
def test_another_file_name_is_refused_not_read_and_not_deleted(officer, name):
    default_storage.save(f"{pending_uploads.FOLDER}/secret.txt", ContentFile(MEMBERS))
    page = upload(officer, MEMBERS)
    response = confirm(officer, page, import_file_name=name)
    assert response.redirect_chain == [(reverse("admin:federation_member_import"), 302)]
    assert said(response) in (GONE, ["This field is required."])
    assert "secret.txt" in waiting()
    assert not Member.objects.exists()


def test_a_user_cannot_confirm_the_upload_of_another(officer):
    page = upload(officer, MEMBERS)
    assert said(confirm(logged_in(cast.administrator()), page)) == GONE
    assert not Member.objects.exists()
    assert len(waiting()) == 1


def test_a_list_of_members_is_not_confirmed_as_clubs(officer):
    page = upload(officer, MEMBERS)
    response = confirm(officer, page, model="club")
    assert said(response) == GONE
    assert not Club.objects.exists()


@pytest.mark.long
def test_an_import_is_confirmed_once(officer):
    page = upload(officer, MEMBERS)
    confirm(officer, page)
    assert said(confirm(officer, page)) == GONE
    assert Member.objects.count() == 2


@pytest.mark.parametrize("form", ["99", "x", ""])
def test_the_format_in_the_form_is_ignored(officer, form):
    page = upload(officer, MEMBERS)
    assert said(confirm(officer, page, format=form)) == ["Imported: 2 new, 0 changed."]


def test_changes_between_preview_and_confirmation_are_noticed(officer):
    page = upload(officer, b"id,nom,fide_id\n20001,A,990001\n")
    cast.member(10001)
    response = confirm(officer, page)
    [sentence] = said(response)
    assert sentence.startswith("Line 2, column fide_id: ")
    assert Member.objects.count() == 1


def test_unconfirmed_previews_are_deleted_after_a_day(officer):
    upload(officer, MEMBERS)
    (name,) = waiting()
    path = default_storage.path(f"{pending_uploads.FOLDER}/{name}")
    almost = (timezone.now() - pending_uploads.KEPT + dt.timedelta(minutes=1)).timestamp()
    os.utime(path, (almost, almost))
    assert pending_uploads.purge() == 0
    os.utime(path, (almost - 120, almost - 120))
    upload(officer, MEMBERS)
    assert len(waiting()) == 1
    assert name not in waiting()


def test_purging_nothing_is_not_an_error():
    assert pending_uploads.purge() == 0


# -- Pages of a preview ---------------------------------------------------------------------------------------------


def many(size: int) -> bytes:
    return ("id,nom\n" + "".join(f"{30_000 + number},Name{number}\n" for number in range(size))).encode()


@pytest.mark.long
def test_a_long_preview_has_pages_and_can_be_confirmed_on_each(officer):
    page = upload(officer, many(120))
    assert "Page 1 of 3" in page.content.decode()
    last = officer.get(page.context["page_link"] + "3")
    assert "Page 3 of 3" in last.content.decode()
    assert "30119 Name119" in last.content.decode()
    assert "30000 Name0" not in last.content.decode()
    assert said(confirm(officer, last)) == ["Imported: 120 new, 0 changed."]


def test_the_page_of_another_file_is_not_shown(officer):
    page = upload(officer, many(120))
    link = page.context["page_link"]
    for client in (officer, logged_in(cast.administrator())):
        address = link + "2" if client is not officer else link.replace("import_file_name=", "import_file_name=x") + "2"
        response = client.get(address, follow=True)
        assert said(response) == GONE


@pytest.mark.parametrize("size", [1, 3, pytest.param(20_000, marks=pytest.mark.long)])
def test_twenty_thousand_rows_are_previewed_with_as_many_statements_as_one(officer, django_assert_num_queries, size):
    upload(officer, many(1))  # content types are remembered from here on
    with django_assert_num_queries(8):  # session, user, two of permissions; members, clubs, affiliations, namesakes
        page = upload(officer, many(size))
    assert len(page.context["plan"].new) == size
    assert len(page.content) < 60_000


# -- Export ---------------------------------------------------------------------------------------------------------


def exported(client: Client, form: int, model: str = "member", query: str = "") -> bytes:
    response = client.post(reverse(f"admin:federation_{model}_export") + query, {"format": str(form), "resource": "0"})
    assert response.status_code == 200
    assert response["Content-Disposition"].startswith("attachment; filename=")
    return response.content


@pytest.fixture
def people() -> None:
    for matricule in (10001, 10004):
        cast.member(matricule)
    Affiliation.objects.update(end=None)
    Licence.objects.create(member=cast.member(10001), issuer="FFE", number="A1")
    for number, year, month in (("94", 1994, 12), ("95", 2001, 8)):
        FormerNumber.objects.create(member=cast.member(10001), number=number, end=dt.date(year, month, 31))
    Member.objects.create(number="20001", last_name='=HYPERLINK("http://x")', first_name="@SUM(1)", title="-IM")


def test_members_are_exported_with_their_club_of_today(officer, people):
    rows = list(csv.DictReader(io.StringIO(exported(officer, 0).decode("utf-8-sig"))))
    anna = next(row for row in rows if row["number"] == "10001")
    assert anna == {
        "number": "10001",
        "last_name": "Aerts",
        "first_name": "Anna",
        "sex": "F",
        "birth_date": "1990-01-01",
        "nationality": "BEL",
        "fide_federation": "BEL",
        "fide_id": "990001",
        "fide_rating": "",
        "title": "",
        "resides_abroad": "0",
        "keeps_national_rating": "0",
        "deceased": "0",
        "hidden": "0",
        "club": "101",
        "affiliated_from": "2025-09-01",
        "affiliated_to": "",
        "licences": "FFE A1",
        "former_numbers": "94 1994-12-31; 95 2001-08-31",
    }


def test_no_exported_cell_is_a_formula(officer, people):
    lines = list(csv.reader(io.StringIO(exported(officer, 0).decode("utf-8-sig"))))
    assert not [cell for line in lines for cell in line if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    sheet = openpyxl.load_workbook(io.BytesIO(exported(officer, 1))).active
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f" or str(cell.value).startswith(("=", "+", "-", "@"))]
    fide_ids = next(column for column in sheet.iter_cols() if column[0].value == "fide_id")
    assert {cell.data_type for cell in fide_ids[1:]} == {"n"}


@pytest.mark.long
@pytest.mark.parametrize("form", [0, 1])
def test_importing_an_export_changes_nothing(officer, people, form):
    before = list(Member.objects.values()), list(Affiliation.objects.values()), list(Licence.objects.values())
    page = upload(officer, exported(officer, form))
    assert (page.context["plan"].rows, page.context["plan"].unchanged) == ([], 3)
    assert imported(officer, exported(officer, form)) == ["Imported: 0 new, 0 changed."]
    assert before == (list(Member.objects.values()), list(Affiliation.objects.values()), list(Licence.objects.values()))


@pytest.mark.long
@pytest.mark.parametrize("form", [0, 1])
def test_an_export_creates_the_same_members_in_another_database(officer, people, form):
    data = exported(officer, form)
    of_this_site = {"id", "merged_into", "registered_at"}
    fields = [field.name for field in Member._meta.fields if field.name not in of_this_site]
    before = list(Member.objects.values(*fields))
    Member.objects.all().delete()
    imported(officer, data)
    assert list(Member.objects.values(*fields)) == before
    assert Affiliation.objects.count() == 2


def test_an_export_contains_the_rows_of_the_filtered_list(officer, people):
    rows = csv.DictReader(io.StringIO(exported(officer, 0, query="?q=dubois").decode("utf-8-sig")))
    assert [row["number"] for row in rows] == ["10004"]
    assert len(rows.fieldnames) * MAX_ROWS <= MAX_CELLS  # an export of as many members as may be comes in again


@pytest.mark.long
def test_clubs_are_exported_and_imported_again(officer, people):
    data = exported(officer, 1, model="club")
    page = upload(officer, data, model="club")
    assert (page.context["plan"].rows, page.context["plan"].unchanged) == ([], 2)


@pytest.mark.parametrize("count", [1, 10])
def test_an_export_makes_the_same_queries_for_ten_members_as_for_one(officer, django_assert_num_queries, count):
    for matricule in list(cast.PEOPLE)[:count]:
        cast.member(matricule)
    exported(officer, 0)
    with django_assert_num_queries(12):
        exported(officer, 0)


def test_exports_are_workbooks_by_default_or_csv(officer):
    page = officer.get(reverse("admin:federation_member_export"))
    assert [label for _, label in page.context["form"].fields["format"].choices] == ["csv", "xlsx"]
    assert send(officer, page, {}).content.startswith(b"PK")
