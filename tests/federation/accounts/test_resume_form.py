"""A form that was sent after the session had ended is kept, and sent again after the login."""

import html
import re

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from federation.accounts import resume_form
from federation.models import Club
from tests import cast, pages
from tests.tournaments import events
from tournaments.models import Correction, Upload
from tournaments.review import decisions

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
KEPT = "What you sent has been kept: log in, and you can send it again."
SETTINGS = "Name, dates, club, time control, arbiters"
LOST = "You had been logged out, so what you sent was not saved. Log in and send it again."


@pytest.fixture
def browser() -> Client:
    """Return a logged-out browser that checks CSRF tokens."""
    browser = Client(enforce_csrf_checks=True)
    browser.get("/en/login/")
    return browser


def inputs(answer: HttpResponse) -> dict[str, str]:
    """Return the fields of the form on the page, as a browser sends them."""
    found = {}
    for tag in re.findall(r"<input [^>]*>", answer.text):
        facts = {name: html.unescape(value) for name, value in re.findall(r'([a-z]+)="([^"]*)"', tag)}
        found[facts["name"]] = facts.get("value", "")
    return found


def sent(browser: Client, address: str, page: str = "", **fields: object) -> HttpResponse:
    """Send a form of this site that was opened before the session ended."""
    token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    return browser.post(address, fields | token, headers={"referer": f"http://testserver{page}"} if page else {})


def log_in(browser: Client, asked: HttpResponse, who: str, password: str = PASSWORD) -> HttpResponse:
    """Fill in and send the login on that page."""
    return browser.post("/en/login/", inputs(asked) | {"username": who, "password": password})


def send_again(browser: Client, offered: HttpResponse) -> HttpResponse:
    """Press the button that sends the form again."""
    [address] = re.findall(r'<form method="post" action="([^"]*)" class="row">', offered.text)
    return browser.post(html.unescape(address), inputs(offered))


def club_form() -> dict[str, str]:
    club = cast.club()
    facts = {"number": club.number, "name": 'Tour "Blanche"\U0001f642', "city": "Gent", "active": "on"}
    inlines = ("unit_memberships", "offices")
    counts = {f"{rows}-{count}_FORMS": "0" for rows in inlines for count in ("TOTAL", "INITIAL")}
    return {name: str(value) for name, value in (facts | counts).items()}


def test_a_form_of_the_admin_is_kept_over_a_wrong_password_and_sent_again(browser: Client) -> None:
    cast.membership_officer()
    address = reverse("admin:federation_club_change", args=[cast.club().pk])
    asked = sent(browser, address, address, **club_form())
    assert KEPT in pages.text(asked)
    refused = log_in(browser, asked, "registrar", "wrong")
    assert KEPT in pages.text(refused)
    offered = log_in(browser, refused, "registrar")
    assert "You are logged in as registrar." in pages.text(offered)
    assert Club.objects.get().name == "Tour Blanche"
    assert send_again(browser, offered).status_code == 302
    assert Club.objects.get().name == 'Tour "Blanche"\U0001f642'


def test_a_club_form_with_line_breaks_and_a_post_only_address_is_kept_and_sent_again(browser: Client) -> None:
    [tournament] = events.stored(events.report())
    decisions.accept(tournament, None)
    cast.rating_officer()
    address = reverse("admin:tournaments_tournament_correct", args=[tournament.pk])
    facts = {"name": "Tower Cup", "city": "Gent", "start": "2026-03-14", "end": "2026-03-15", "pace": "standard"}
    facts |= {f"initial-{name}": value for name, value in facts.items()}
    words = {**facts, "what": "changes", "arbiters": "Wit, Willem\r\nZwart, Zita", "reason": "They were there."}
    offered = log_in(browser, sent(browser, address, **words), "officer")
    assert send_again(browser, offered).status_code == 302
    assert Correction.objects.get().after == "Wit, Willem\nZwart, Zita"


def told(offered: HttpResponse) -> tuple[str, list[tuple[str, str]]]:
    """Return how the page that offers to send the form again describes it."""
    [place] = re.findall(r"<p><strong>(.*?)</strong></p>", offered.text) or [""]
    typed = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", offered.text)
    return html.unescape(place), [(html.unescape(name), html.unescape(value)) for name, value in typed]


def test_the_page_says_in_words_what_would_be_sent_to_the_admin(browser: Client) -> None:
    cast.membership_officer()
    address = reverse("admin:federation_club_change", args=[cast.club().pk])
    offered = log_in(browser, sent(browser, address, **club_form()), "registrar")
    typed = [("Number", "101"), ("Name", 'Tour "Blanche"\U0001f642'), ("Town", "Gent")]
    assert told(offered) == ("Administration › Clubs › 101 Tour Blanche › Save", typed)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_row_that_is_locked_while_it_is_saved_is_named_without_a_transaction(browser: Client) -> None:
    cast.membership_officer()
    affiliation = cast.member(10001).affiliations.get()
    address = reverse("admin:federation_affiliation_change", args=[affiliation.pk])
    offered = log_in(browser, sent(browser, address, end="2026-06-30"), "registrar")
    name = "10001 Aerts, Anna, 01/09/2025 – 31/08/2026"
    assert told(offered) == (f"Administration › Affiliations › {name} › Save", [("To", "30 June 2026")])


def test_the_page_describes_a_correction(browser: Client) -> None:
    [tournament] = events.stored(events.report())
    cast.rating_officer()
    address = reverse("admin:tournaments_tournament_correct", args=[tournament.pk])
    words = {
        "what": "event",
        "name": "Cup",
        "start": "2026-03-14",
        "end": "soon",
        "pace": "rapid",
        "reason": "A\r\nslip.",
    }
    offered = log_in(browser, sent(browser, address, **words), "officer")
    typed = [
        ("Name", "Cup"),
        ("From", "14 March 2026"),
        ("To", "soon"),
        ("Time control", "rapid"),
        ("Reason", "A slip."),
    ]
    assert told(offered) == ("Administration › Tournaments › Tower Cup › Correct", typed)


def test_the_page_describes_an_action_on_a_list(browser: Client) -> None:
    cast.rating_officer()
    form = {"action": "reject_selected", "_selected_action": "1", "reason": "Too late."}
    offered = log_in(browser, sent(browser, reverse("admin:tournaments_tournament_changelist"), **form), "officer")
    assert told(offered) == ("Administration › Tournaments › Reject", [("Reason", "Too late.")])


@pytest.mark.parametrize(
    ("page", "fields", "place", "typed"),
    [
        (
            "decide/",
            {"verb": "reject", "reason": "Too late."},
            "My club › Tower Cup › Reject",
            [("Reason", "Too late.")],
        ),
        ("settings/", {"city": "x" * 300}, f"My club › Tower Cup › {SETTINGS}", [("Town", "x" * 199 + "…")]),
        ("results/", {"1": "10"}, "My club › Tower Cup › Enter results", []),
    ],
)
def test_the_page_describes_club_forms_in_every_language(
    browser: Client, page: str, fields: dict[str, str], place: str, typed: list[tuple[str, str]]
) -> None:
    [tournament] = events.stored(events.report())
    cast.secretary()
    address = f"/nl/my-club/tournaments/{tournament.pk}/{page}"
    assert told(log_in(browser, sent(browser, address, **fields), "secretary101")) == (place, typed)


@pytest.mark.usefixtures("with_mail")
def test_an_unknown_page_has_no_description(browser: Client) -> None:
    cast.secretary()
    offered = log_in(browser, sent(browser, "/en/account/", of_files="on"), "secretary101")
    assert ("Send it again?" in offered.text, *told(offered)) == (True, "", [])


def test_users_without_permission_see_no_name(browser: Client) -> None:
    [tournament] = events.stored(events.report())
    cast.secretary(201)
    fields = {"verb": "submit"}
    offered = log_in(
        browser, sent(browser, f"/en/my-club/tournaments/{tournament.pk}/decide/", **fields), "secretary201"
    )
    assert told(offered) == ("My club › Submit", [])
    browser.post("/en/logout/", {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value})
    address = reverse("admin:federation_club_change", args=[cast.club().pk])
    offered = log_in(browser, sent(browser, address, **club_form()), "secretary201")
    assert told(offered)[0] == "Administration › Clubs › Save"


@pytest.mark.parametrize("key", ["9" * 30, "a", "_00", "1/../2"])
def test_a_missing_row_has_no_name(browser: Client, key: str) -> None:
    cast.membership_officer()
    offered = log_in(browser, sent(browser, f"/en/admin/federation/club/{key}/change/"), "registrar")
    assert "Administration › Clubs › Save" in pages.text(offered)


def test_the_login_gives_no_permission_for_the_kept_form(browser: Client) -> None:
    cast.stranger()
    address = reverse("admin:federation_club_change", args=[cast.club().pk])
    offered = log_in(browser, sent(browser, address, **club_form()), "stranger")
    assert send_again(browser, offered).status_code == 302
    assert Club.objects.get().name == "Tour Blanche"


def test_files_have_to_be_chosen_again(browser: Client) -> None:
    cast.secretary()
    file = SimpleUploadedFile("cup.trf", b"012 Cup")
    asked = sent(browser, "/en/my-club/upload/", "/en/my-club/", files=file, club=cast.club().pk)
    assert "Files have to be chosen again." in pages.text(asked)
    offered = log_in(browser, asked, "secretary101")
    assert "Files have to be chosen again." in pages.text(offered)
    assert told(offered) == ("My club › Send a tournament file", [("File", "cup.trf")])
    assert '<a class="button" href="http://testserver/en/my-club/">Do not send it</a>' in offered.text
    assert send_again(browser, offered).status_code == 200
    assert not Upload.objects.exists()


@pytest.mark.parametrize("fields", [{"password1": "x"}, {"usable_password": "true"}, {"name": "x" * 200_001}])
def test_forms_with_passwords_or_too_much_text_are_not_kept_with_a_message(
    browser: Client, fields: dict[str, str]
) -> None:
    cast.secretary()
    asked = sent(browser, "/en/my-club/upload/", "/en/my-club/", **fields)
    assert (LOST in pages.text(asked), "unsent" in inputs(asked)) == (True, False)
    assert log_in(browser, asked, "secretary101")["Location"] == "http://testserver/en/my-club/"


def test_a_form_without_csrf_token_is_not_kept(browser: Client) -> None:
    answer = browser.post("/en/my-club/upload/", {"club": "1", "csrfmiddlewaretoken": "x" * 64})
    assert (answer.status_code, "unsent" in answer.text) == (403, False)


@pytest.mark.parametrize("age", [0, -1])
def test_a_forged_or_old_form_is_not_sent_with_a_message(browser: Client, monkeypatch, age: int) -> None:
    cast.secretary()
    asked = sent(browser, "/en/my-club/upload/", "/en/my-club/", club="1")
    monkeypatch.setattr(resume_form, "GOOD_FOR", age)
    form = inputs(asked) | {"username": "secretary101", "password": PASSWORD}
    answer = browser.post("/en/login/", form | ({"unsent": form["unsent"] + "x"} if age == 0 else {}), follow=True)
    assert "What you sent before logging in was not saved. Send it again." in pages.text(answer)
    assert answer.redirect_chain == [("http://testserver/en/my-club/", 302)]


def test_a_referer_of_another_site_is_ignored(browser: Client) -> None:
    token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    asked = browser.post("/en/my-club/upload/", token, headers={"referer": "https://elsewhere.example/"})
    assert inputs(asked)["next"] == ""
    assert resume_form.unsent(inputs(asked)["unsent"]).page == ""


@pytest.mark.parametrize("address", ["http://testserver/en/my-club/", "http://[", "https://elsewhere.example/"])
def test_a_page_that_refreshes_itself_goes_to_the_login(browser: Client, address: str) -> None:
    headers = {"hx-request": "true", "hx-current-url": address}
    answer = browser.get("/en/my-club/", headers=headers)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, "/en/login/?next=%2Fen%2Fmy-club%2F")
    assert LOST not in pages.text(browser.get(answer["HX-Redirect"]))


def test_a_lost_htmx_post_leaves_a_message(browser: Client) -> None:
    headers = {"hx-request": "true", "hx-current-url": "http://testserver/en/my-club/"}
    token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    answer = browser.post("/en/my-club/upload/", token, headers=headers)
    assert LOST in pages.text(browser.get(answer["HX-Redirect"]))


def test_logged_in_users_are_not_asked_to_log_in() -> None:
    client = Client()
    client.force_login(cast.secretary())
    answer = client.post(reverse("admin:federation_club_add"), club_form())
    assert answer["Location"].startswith(reverse("admin:login"))


class Unread:
    """A request body that must not be read."""

    def read(self, *sizes: int) -> bytes:
        raise AssertionError("It was read.")

    readline = read


@pytest.mark.parametrize("address", ["/en/my-club/upload/", "/en/admin/federation/listcomparison/add/", "/en/players/"])
def test_a_large_upload_is_not_read_before_the_login(client: Client, settings: LazySettings, address: str) -> None:
    length = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1
    answer = client.post(address, CONTENT_LENGTH=str(length), **{"wsgi.input": Unread()})
    assert (answer.status_code, LOST in pages.text(answer)) == (413, True)


def test_a_large_upload_of_a_logged_in_user_is_read(client: Client, settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    client.force_login(cast.secretary())
    file = SimpleUploadedFile("games.csv", b"a" * 2000)
    assert client.post("/en/my-club/upload/", {"files": file, "club": cast.club().pk}).status_code == 302
