"""Sending a file, following its progress, files that could not be read."""

import datetime as dt

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from federation.background import jobs, worker
from federation.files.limits import TOO_LARGE
from federation.models import Job
from tests import cast, forms
from tests.tournaments import events
from tests.tournaments.intake.test_archives import packed
from tests.tournaments.my_club.buttons import press, said
from tournaments.intake import archives, receive
from tournaments.models import Tournament, Upload

pytestmark = pytest.mark.django_db


def file(*reports, name="games.csv"):
    return SimpleUploadedFile(name, events.csv_file(*reports or (events.report(),)))


def send(client, *files, club=101):
    """Send files for a club of the cast, as its secretary's browser does."""
    return client.post(reverse("send"), {"files": files, "club": cast.club(club).pk}, follow=True)


@pytest.mark.long
def test_a_file_is_sent_read_and_shown(secretary):
    response = send(secretary, file())
    upload = Upload.objects.get()
    assert response.redirect_chain == [(reverse("upload", args=[upload.receipt]) + "?sent", 302)]
    assert (upload.club, upload.uploaded_by.username, upload.state) == (cast.club(), "secretary101", "received")
    assert 'hx-trigger="every 1s"' in response.text
    worker.run(upload.job_id)
    response = secretary.get(reverse("upload", args=[upload.receipt]))
    [(tournament, counts)] = response.context["lines"]
    assert (tournament.name, counts) == ("Tower Cup", {"blocks": 0, "warns": 1})  # long after its day
    assert "hx-trigger" not in response.text


@pytest.mark.long
def test_sending_one_tournament_leads_to_its_page(secretary):
    send(secretary, file())
    sent = reverse("upload", args=[Upload.objects.get().receipt]) + "?sent"
    assert f'hx-get="{sent}"' in secretary.get(sent).text
    worker.run(Job.objects.get().pk)
    tournament = reverse("my_club_tournament", args=[Tournament.objects.get().pk])
    assert secretary.get(sent).headers["Location"] == tournament
    response = send(secretary, file(name="again.csv"))
    assert response.redirect_chain == [(sent, 302), (tournament, 302)]


@pytest.mark.long
def test_sending_several_tournaments_leads_to_their_list(secretary):
    send(secretary, file(events.report(), events.report(name="Second")))
    worker.run(Job.objects.get().pk)
    response = secretary.get(reverse("upload", args=[Upload.objects.get().receipt]) + "?sent")
    assert [tournament.name for tournament, _ in response.context["lines"]] == ["Tower Cup", "Second"]


def test_only_what_is_ready_can_be_submitted_at_once(secretary):
    tournament = events.tournament(events.player(1, 10001), events.unknown(2), pairings=[events.game(1, 1, 2)])
    address = reverse("upload", args=[tournament.upload.receipt])
    assert not secretary.get(address).context["may_submit"]
    tournament.participants.filter(member=None).update(outsider=True)
    assert secretary.get(address).context["may_submit"]


@pytest.mark.long
def test_the_progress_of_the_job_is_shown_and_ends_with_a_fresh_page(secretary):
    send(secretary, file())
    upload = Upload.objects.get()
    Job.objects.update(state=Job.State.RUNNING, progress=40, step="Storing the data")
    address = reverse("upload", args=[upload.receipt])
    text = secretary.get(address, headers={"HX-Request": "true"}).text
    assert 'value="40"' in text
    assert "Storing the data" in text
    Job.objects.update(state=Job.State.DONE)
    assert secretary.get(address, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"


@pytest.mark.long
def test_several_files_at_once_lead_to_my_club(secretary):
    response = send(secretary, file(), file(events.report(name="Second"), name="b.csv"))
    assert response.redirect_chain == [(reverse("my_club_tournaments"), 302)]
    assert {upload.name for upload in response.context["uploads"]} == {"games.csv", "b.csv"}


@pytest.mark.long
def test_my_club_shows_the_progress_of_files_until_they_are_read(secretary):
    send(secretary, file(), file(events.report(name="Second"), name="b.csv"))
    Job.objects.filter(pk=Upload.objects.get(name="b.csv").job_id).update(state=Job.State.RUNNING, progress=40)
    text = secretary.get(reverse("my_club_tournaments"), headers={"HX-Request": "true"}).text
    assert 'hx-trigger="every 1s"' in text
    assert '<progress class="progress progress-small" max="100" value="40" aria-label="b.csv">' in text
    Job.objects.update(state=Job.State.DONE)
    assert secretary.get(reverse("my_club_tournaments"), headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    assert "hx-trigger" not in secretary.get(reverse("my_club_tournaments")).text


@pytest.mark.long
def test_my_club_hides_old_unreadable_files(secretary):
    send(secretary, SimpleUploadedFile("bad.csv", b"nothing"))
    Upload.objects.update(state=Upload.State.FAILED)
    assert [upload.name for upload in secretary.get(reverse("my_club_tournaments")).context["uploads"]] == ["bad.csv"]
    Upload.objects.update(uploaded_at=timezone.now() - dt.timedelta(days=15))
    assert secretary.get(reverse("my_club_tournaments")).context["uploads"] == []


@pytest.mark.long
def test_the_same_file_again_leads_to_what_became_of_it(secretary):
    send(secretary, file())
    worker.run(Job.objects.get().pk)
    response = send(secretary, file(name="again.csv"))
    link = f'<a href="{reverse("upload", args=[Upload.objects.get().receipt])}">games.csv</a>'
    assert said(response) == [f"“{link}” has already been sent; this is its status."]
    assert (Upload.objects.count(), Job.objects.filter(kind="read_upload").count()) == (1, 1)


@pytest.mark.long
def test_the_same_file_for_fewer_rounds_leads_to_what_became_of_it(secretary):
    send(secretary, file())
    wanted = {"files": [file()], "club": cast.club().pk, "first_round": 2, "last_round": 3}
    response = secretary.post(reverse("send"), wanted, follow=True)
    assert "has already been sent; this is its status." in said(response)[0]
    assert Upload.objects.values_list("first_round", "last_round").get() == (None, None)


@pytest.mark.long
def test_a_name_of_a_file_is_no_markup(secretary):
    send(secretary, file(name="<b>.csv"))
    response = send(secretary, file())
    assert "“&lt;b&gt;.csv</a>”" in response.text.replace(f'<a href="{response.redirect_chain[-1][0][:-5]}">', "")


@pytest.mark.long
def test_the_file_of_another_club_is_not_shown_but_its_receipt_is_named(client, secretary):
    send(secretary, file())
    receipt = Upload.objects.get().receipt
    client.force_login(cast.secretary(201))
    response = send(client, file(), club=201)
    link = f'<a href="{reverse("receipt", args=[receipt])}">games.csv</a>'
    assert said(response) == [f"“{link}” has already been sent by another organiser. Its receipt: {receipt}."]
    assert response.redirect_chain == [(reverse("my_club_tournaments"), 302)]
    assert list(response.context["uploads"]) == []


@pytest.mark.long
def test_officers_see_for_which_club_a_file_was_sent(client, secretary):
    send(secretary, file())
    client.force_login(cast.rating_officer())
    [sentence] = said(send(client, file(), club=201))
    assert sentence.endswith("” has already been sent for 101 Tour Blanche and stays as it is; this is its status.")


@pytest.mark.long
def test_a_file_above_the_limit_is_an_error_of_the_form(secretary, settings):
    settings.UPLOAD_LIMIT = 10
    response = send(secretary, SimpleUploadedFile("big.csv", b"x" * 11))
    assert response.context["form"].errors["files"] == [f"big.csv: {TOO_LARGE}" % {"limit": "10\xa0bytes"}]
    assert not Upload.objects.exists()


@pytest.mark.long
def test_the_files_of_an_archive_are_received_one_by_one(secretary):
    archive = packed({"spring/a.csv": events.csv_file(events.report()), "empty.trf": b""})
    response = send(secretary, SimpleUploadedFile("spring.zip", archive.read()), SimpleUploadedFile("b.zip", b"PK"))
    assert response.context["form"].errors["files"] == [f"empty.trf: {receive.EMPTY}"]
    assert said(response) == ["Received: a.csv, b.zip."]
    locked = packed({"empty/": b""}).read()
    errors = send(secretary, SimpleUploadedFile("c.zip", locked)).context["form"].errors["files"]
    assert errors == [f"c.zip: {archives.NO_FILE}"]


def test_the_good_ones_of_several_files_are_received(secretary):
    response = send(secretary, SimpleUploadedFile("empty.papi", b""), file(), SimpleUploadedFile("void.trf", b""))
    assert response.context["form"].errors["files"] == [
        f"empty.papi: {receive.EMPTY}",
        f"void.trf: {receive.EMPTY}",
    ]
    assert said(response) == ["Received: games.csv."]
    assert Upload.objects.get().job.state == "queued"


def test_a_form_without_a_file_says_so(secretary):
    response = send(secretary)
    assert response.context["form"].errors == {"files": ["This field is required."]}


def test_a_secretary_cannot_send_for_another_club(secretary):
    response = send(secretary, file(), club=201)
    assert list(response.context["form"].errors) == ["club"]
    assert not Upload.objects.exists()


def test_a_user_with_several_clubs_chooses_one(client):
    cast.club(101), cast.club(201)
    client.force_login(cast.rating_officer())
    assert client.get(reverse("send")).context["form"].fields["club"].empty_label == "---------"
    response = client.post(reverse("send"), {"files": [file()], "club": ""})
    assert response.context["form"].errors == {"club": ["Choose the organiser: a club or another one."]}


@pytest.mark.long
def test_an_unreadable_file_says_why_and_can_be_read_again(secretary):
    send(secretary, SimpleUploadedFile("bad.csv", b"event,white,black,result\nCup,10001,10002,7-3\n"))
    upload = Upload.objects.get()
    worker.run(upload.job_id)
    assert Job.objects.get().failure == "The result 7-3 is not known. Wrong lines: 1."
    response = secretary.get(reverse("upload", args=[upload.receipt]))
    assert response.context["failure"] == "The result 7-3 is not known. Wrong lines: 1. (line 2)"
    response = press(secretary, "read_upload", upload.receipt)
    assert (response.context["failure"], 'hx-trigger="every 1s"' in response.text) == ("", True)
    upload.refresh_from_db()
    assert (upload.state, upload.job.state) == ("received", "queued")
    worker.run(upload.job_id)
    assert "The result 7-3 is not known." in secretary.get(reverse("upload", args=[upload.receipt])).text


@pytest.mark.long
def test_a_file_that_could_not_be_read_is_dismissed_until_it_is_sent_again(secretary):
    bad = b"event,white,black,result\nCup,10001,10002,7-3\n"
    send(secretary, SimpleUploadedFile("bad.csv", bad))
    upload = Upload.objects.get()
    page = reverse("upload", args=[upload.receipt])
    early = press(secretary, "dismiss", upload.receipt)  # it is being read
    assert (list(early.context["uploads"]), said(early)) == ([upload], [])
    worker.run(upload.job_id)
    response = forms.send(secretary, secretary.get(page), {}, button="Dismiss")
    link = f'<a href="{page}">bad.csv</a>'
    assert said(response) == [f"“{link}” was dismissed. It can still be reached by its receipt: {upload.receipt}."]
    assert (list(response.context["uploads"]), Upload.objects.get().state) == ([], "failed")
    assert "Dismiss" not in secretary.get(page).text
    send(secretary, SimpleUploadedFile("bad.csv", bad))
    assert list(secretary.get(reverse("my_club_tournaments")).context["uploads"]) == [upload]


@pytest.mark.long
def test_a_long_wait_shows_that_users_may_leave(secretary):
    send(secretary, file())
    page = reverse("upload", args=[Upload.objects.get().receipt])
    assert "This is taking longer than usual." not in secretary.get(page).text
    Job.objects.update(created_at=timezone.now() - dt.timedelta(seconds=30))
    assert "This is taking longer than usual. Nothing is lost" in secretary.get(page).text


@pytest.mark.long
def test_a_failed_job_is_shown_with_a_button_to_retry(secretary):
    send(secretary, file())
    Job.objects.update(state=Job.State.FAILED, error=jobs.WORKER_DIED)
    upload = Upload.objects.get()
    text = secretary.get(reverse("upload", args=[upload.receipt])).text
    assert jobs.WORKER_DIED in text
    assert reverse("read_upload", args=[upload.receipt]) in text
