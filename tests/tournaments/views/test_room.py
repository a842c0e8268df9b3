"""tournaments/views/room.py: sending a file, following it, the receipt."""

import datetime as dt

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from federation import jobs
from federation.models import ClubRole, Job
from tests import cast, forms
from tests.ratings import scene
from tests.tournaments import events
from tests.tournaments.test_unpacking import packed
from tests.tournaments.views.buttons import press, said
from tournaments import acceptance, corrections
from tournaments.models import Stage, Tournament, Upload

pytestmark = pytest.mark.django_db


def file(*reports, name="games.csv"):
    return SimpleUploadedFile(name, events.csv_file(*reports or (events.report(),)))


def send(client, *files, club=101):
    """Send files for a club of the cast, as its secretary's browser does."""
    return client.post(reverse("send"), {"files": files, "club": cast.club(club).pk}, follow=True)


def test_a_file_is_sent_read_and_shown(secretary):
    response = send(secretary, file())
    upload = Upload.objects.get()
    assert response.redirect_chain == [(reverse("upload", args=[upload.receipt]) + "?sent", 302)]
    assert (upload.club, upload.uploaded_by.username, upload.state) == (cast.club(), "secretary101", "received")
    assert 'hx-trigger="every 1s"' in response.text
    jobs.run(upload.job_id)
    response = secretary.get(reverse("upload", args=[upload.receipt]))
    [(tournament, counts)] = response.context["lines"]
    assert (tournament.name, counts) == ("Tower Cup", {"blocks": 0, "warns": 0})
    assert "hx-trigger" not in response.text


def test_who_has_sent_a_file_with_one_tournament_goes_on_to_it(secretary):
    send(secretary, file())
    sent = reverse("upload", args=[Upload.objects.get().receipt]) + "?sent"
    assert f'hx-get="{sent}"' in secretary.get(sent).text
    jobs.run(Job.objects.get().pk)
    tournament = reverse("room_tournament", args=[Tournament.objects.get().pk])
    assert secretary.get(sent).headers["Location"] == tournament
    response = send(secretary, file(name="again.csv"))
    assert response.redirect_chain == [(sent, 302), (tournament, 302)]


def test_who_has_sent_a_file_with_several_tournaments_sees_them_all(secretary):
    send(secretary, file(events.report(), events.report(name="Second")))
    jobs.run(Job.objects.get().pk)
    response = secretary.get(reverse("upload", args=[Upload.objects.get().receipt]) + "?sent")
    assert [tournament.name for tournament, _ in response.context["lines"]] == ["Tower Cup", "Second"]


def test_only_what_is_ready_can_be_submitted_at_once(secretary):
    tournament = events.tournament(events.player(1, 10001), events.unknown(2), pairings=[events.game(1, 1, 2)])
    address = reverse("upload", args=[tournament.upload.receipt])
    assert not secretary.get(address).context["may_submit"]
    tournament.participants.filter(member=None).update(outsider=True)
    assert secretary.get(address).context["may_submit"]


def test_the_progress_of_the_job_is_shown_and_ends_with_a_fresh_page(secretary):
    send(secretary, file())
    upload = Upload.objects.get()
    Job.objects.update(state=Job.State.RUNNING, progress=40, step="Storing what it says")
    address = reverse("upload", args=[upload.receipt])
    text = secretary.get(address, headers={"HX-Request": "true"}).text
    assert 'value="40"' in text
    assert "Storing what it says" in text
    Job.objects.update(state=Job.State.DONE)
    assert secretary.get(address, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"


def test_several_files_at_once_lead_to_the_room(secretary):
    response = send(secretary, file(), file(events.report(name="Second"), name="b.csv"))
    assert response.redirect_chain == [(reverse("room"), 302)]
    assert {upload.name for upload in response.context["uploads"]} == {"games.csv", "b.csv"}


def test_the_room_shows_the_progress_of_files_until_they_are_read(secretary):
    send(secretary, file(), file(events.report(name="Second"), name="b.csv"))
    Job.objects.filter(pk=Upload.objects.get(name="b.csv").job_id).update(state=Job.State.RUNNING, progress=40)
    text = secretary.get(reverse("room"), headers={"HX-Request": "true"}).text
    assert 'hx-trigger="every 1s"' in text
    assert '<progress class="progress progress-small" max="100" value="40" aria-label="b.csv">' in text
    Job.objects.update(state=Job.State.DONE)
    assert secretary.get(reverse("room"), headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    assert "hx-trigger" not in secretary.get(reverse("room")).text


def test_the_room_forgets_old_files_that_could_not_be_read(secretary):
    send(secretary, SimpleUploadedFile("bad.csv", b"nothing"))
    Upload.objects.update(state=Upload.State.FAILED)
    assert [upload.name for upload in secretary.get(reverse("room")).context["uploads"]] == ["bad.csv"]
    Upload.objects.update(uploaded_at=timezone.now() - dt.timedelta(days=15))
    assert secretary.get(reverse("room")).context["uploads"] == []


def test_the_same_file_again_leads_to_what_became_of_it(secretary):
    send(secretary, file())
    jobs.run(Job.objects.get().pk)
    response = send(secretary, file(name="again.csv"))
    link = f'<a href="{reverse("upload", args=[Upload.objects.get().receipt])}">games.csv</a>'
    assert said(response) == [f"“{link}” was sent before; here is what became of it."]
    assert (Upload.objects.count(), Job.objects.filter(kind="read_upload").count()) == (1, 1)


def test_the_same_file_for_fewer_rounds_leads_to_what_became_of_it(secretary):
    send(secretary, file())
    wanted = {"files": [file()], "club": cast.club().pk, "first_round": 2, "last_round": 3}
    response = secretary.post(reverse("send"), wanted, follow=True)
    assert "was sent before; here is what became of it." in said(response)[0]
    assert Upload.objects.values_list("first_round", "last_round").get() == (None, None)


def test_a_name_of_a_file_is_no_markup(secretary):
    send(secretary, file(name="<b>.csv"))
    response = send(secretary, file())
    assert "“&lt;b&gt;.csv</a>”" in response.text.replace(f'<a href="{response.redirect_chain[-1][0][:-5]}">', "")


def test_the_file_of_another_club_is_not_shown_but_its_receipt_is_named(client, secretary):
    send(secretary, file())
    receipt = Upload.objects.get().receipt
    client.force_login(cast.secretary(201))
    response = send(client, file(), club=201)
    link = f'<a href="{reverse("receipt", args=[receipt])}">games.csv</a>'
    assert said(response) == [f"“{link}” was sent before, by another club. Its receipt: {receipt}."]
    assert response.redirect_chain == [(reverse("room"), 302)]
    assert list(response.context["uploads"]) == []


def test_who_acts_for_all_clubs_learns_for_which_one_a_file_was_sent(client, secretary):
    send(secretary, file())
    client.force_login(cast.rating_officer())
    [sentence] = said(send(client, file(), club=201))
    assert sentence.endswith("” was sent before for 101 Tour Blanche and stays as it is; here is what became of it.")


def test_a_file_above_the_limit_is_an_error_of_the_form(secretary, settings):
    settings.UPLOAD_LIMIT = 10
    response = send(secretary, SimpleUploadedFile("big.csv", b"x" * 11))
    assert response.context["form"].errors["files"] == [
        "big.csv: The file has 11\xa0bytes; a tournament file may have 10\xa0bytes."
    ]
    assert not Upload.objects.exists()


def test_the_files_of_an_archive_are_received_one_by_one(secretary):
    archive = packed({"spring/a.csv": events.csv_file(events.report()), "empty.trf": b""})
    response = send(secretary, SimpleUploadedFile("spring.zip", archive.read()), SimpleUploadedFile("b.zip", b"PK"))
    assert response.context["form"].errors["files"] == ["empty.trf: The file is empty."]
    assert said(response) == ["Received: a.csv, b.zip."]
    locked = packed({"empty/": b""}).read()
    errors = send(secretary, SimpleUploadedFile("c.zip", locked)).context["form"].errors["files"]
    assert errors == ["c.zip: There is no file in the ZIP archive."]


def test_the_good_ones_of_several_files_are_received(secretary):
    response = send(secretary, SimpleUploadedFile("empty.papi", b""), file(), SimpleUploadedFile("void.trf", b""))
    assert response.context["form"].errors["files"] == [
        "empty.papi: The file is empty.",
        "void.trf: The file is empty.",
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


def test_who_acts_for_several_clubs_says_which(client):
    cast.club(101), cast.club(201)
    client.force_login(cast.rating_officer())
    assert client.get(reverse("send")).context["form"].fields["club"].empty_label == "---------"
    response = client.post(reverse("send"), {"files": [file()], "club": ""})
    assert response.context["form"].errors == {"club": ["This field is required."]}


def test_an_unreadable_file_says_why_and_can_be_read_again(secretary):
    send(secretary, SimpleUploadedFile("bad.csv", b"event,white,black,result\nCup,10001,10002,7-3\n"))
    upload = Upload.objects.get()
    jobs.run(upload.job_id)
    assert Job.objects.get().failure == "The result 7-3 is not known. Wrong lines: 1."
    response = secretary.get(reverse("upload", args=[upload.receipt]))
    assert response.context["failure"] == "The result 7-3 is not known. Wrong lines: 1. (line 2)"
    response = press(secretary, "read_upload", upload.receipt)
    assert (response.context["failure"], 'hx-trigger="every 1s"' in response.text) == ("", True)
    upload.refresh_from_db()
    assert (upload.state, upload.job.state) == ("received", "queued")
    jobs.run(upload.job_id)
    assert "The result 7-3 is not known." in secretary.get(reverse("upload", args=[upload.receipt])).text


def test_a_file_that_could_not_be_read_is_put_away_until_it_is_sent_again(secretary):
    bad = b"event,white,black,result\nCup,10001,10002,7-3\n"
    send(secretary, SimpleUploadedFile("bad.csv", bad))
    upload = Upload.objects.get()
    page = reverse("upload", args=[upload.receipt])
    assert list(press(secretary, "put_away", upload.receipt).context["uploads"]) == [upload]  # it is being read
    jobs.run(upload.job_id)
    response = forms.send(secretary, secretary.get(page), {}, button="Put it away")
    link = f'<a href="{page}">bad.csv</a>'
    assert said(response) == [f"“{link}” was put away. Its receipt leads to it: {upload.receipt}."]
    assert (list(response.context["uploads"]), Upload.objects.get().state) == ([], "failed")
    assert "Put it away" not in secretary.get(page).text
    send(secretary, SimpleUploadedFile("bad.csv", bad))
    assert list(secretary.get(reverse("room")).context["uploads"]) == [upload]


def test_who_waits_long_for_a_worker_may_leave(secretary):
    send(secretary, file())
    page = reverse("upload", args=[Upload.objects.get().receipt])
    assert "It takes longer than usual." not in secretary.get(page).text
    Job.objects.update(created_at=timezone.now() - dt.timedelta(seconds=30))
    assert "It takes longer than usual. Nothing is lost" in secretary.get(page).text


def test_a_job_that_broke_down_is_told_with_a_way_on(secretary):
    send(secretary, file())
    Job.objects.update(state=Job.State.FAILED, error=jobs.WORKER_DIED)
    upload = Upload.objects.get()
    text = secretary.get(reverse("upload", args=[upload.receipt])).text
    assert jobs.WORKER_DIED in text
    assert reverse("read_upload", args=[upload.receipt]) in text


def test_the_room_shows_her_clubs_alone(secretary):
    [mine] = events.stored(events.report())
    events.stored(events.report(name="Theirs"), club=cast.club(201))
    events.stored(events.report(name="Nobody's"), club=cast.club(301))
    Tournament.objects.filter(name="Nobody's").update(club=None)
    response = secretary.get(reverse("room"))
    assert list(response.context["page"]) == [mine]
    assert list(response.context["clubs"]) == [cast.club()]
    assert "<h1>My club</h1>" in response.text


def test_the_room_of_who_acts_for_all_clubs_says_so(client):
    cast.everybody()
    client.force_login(cast.rating_officer())
    text = client.get(reverse("room")).text
    assert "<h1>All clubs</h1>" in text
    assert "101 Tour Blanche" not in text


def test_the_room_narrows_to_a_stage(secretary):
    first, second = events.stored(events.report(), events.report(name="Second"))
    Tournament.objects.filter(pk=second.pk).update(stage=Stage.SUBMITTED)
    assert list(secretary.get(reverse("room"), {"stage": "submitted"}).context["page"]) == [second]
    assert list(secretary.get(reverse("room"), {"stage": "read"}).context["page"]) == [first]
    assert set(secretary.get(reverse("room"), {"stage": "nonsense"}).context["page"]) == {first, second}


def test_what_waits_for_the_club_stands_first_then_the_latest(secretary):
    days = {"Old": 1, "Latest": 9, "Back with a reason": 5, "Rejected long ago": 7, "To check": 2, "Submitted": 8}
    made = events.stored(*(events.report(name=name) for name in days))
    for tournament in made:
        day = dt.date(2026, 3, days[tournament.name])
        Tournament.objects.filter(pk=tournament.pk).update(start=day, end=day, stage=Stage.ACCEPTED)
    Tournament.objects.filter(name="To check").update(stage=Stage.READ)
    Tournament.objects.filter(name="Submitted").update(stage=Stage.SUBMITTED)
    now = timezone.now()
    Tournament.objects.filter(name="Back with a reason").update(stage=Stage.REJECTED, decided_at=now)
    long_ago = now - dt.timedelta(days=61)
    Tournament.objects.filter(name="Rejected long ago").update(stage=Stage.REJECTED, decided_at=long_ago)
    response = secretary.get(reverse("room"))
    names = [tournament.name for tournament in response.context["page"]]
    assert names == ["Back with a reason", "To check", "Latest", "Submitted", "Rejected long ago", "Old"]
    assert response.text.index("Waiting for you") < response.text.index("Back with a reason")
    assert response.text.index("To check</a>") < response.text.index("By date, the latest first")


def test_what_was_submitted_waits_for_who_decides(client):
    early, late = events.stored(events.report(name="Early"), events.report(name="Late", end=dt.date(2026, 5, 1)))
    Tournament.objects.filter(pk=early.pk).update(stage=Stage.SUBMITTED)
    Tournament.objects.filter(pk=late.pk).update(stage=Stage.ACCEPTED)
    client.force_login(cast.rating_officer())
    assert list(client.get(reverse("room")).context["page"]) == [early, late]


def test_a_tournament_without_a_day_is_not_forgotten_at_the_end(secretary):
    dated, undated = events.stored(events.report(), events.report(name="Undated"))
    Tournament.objects.filter(pk=undated.pk).update(start=None, end=None)
    assert list(secretary.get(reverse("room")).context["page"]) == [undated, dated]


def test_a_tournament_that_was_sent_by_mistake_is_deleted_and_the_file_can_be_read_again(secretary):
    send(secretary, file())
    upload = Upload.objects.get()
    jobs.run(upload.job_id)
    tournament = Tournament.objects.get()
    button = reverse("discard", args=[tournament.pk])
    assert button in secretary.get(reverse("room_tournament", args=[tournament.pk])).text
    response = press(secretary, "discard", tournament.pk)
    assert said(response) == ["“Tower Cup” was deleted."]
    assert list(response.context["page"]) == []
    page = secretary.get(reverse("upload", args=[upload.receipt])).text
    assert "What was read from this file was deleted. The file is kept." in page
    receipt = secretary.get(reverse("receipt", args=[upload.receipt])).text
    assert "The club deleted what was read from this file." in receipt
    press(secretary, "read_upload", upload.receipt)
    jobs.run(Upload.objects.get().job_id)
    assert Tournament.objects.get().name == "Tower Cup"


def test_a_deleted_file_that_is_sent_again_is_read_again(secretary):
    send(secretary, file())
    jobs.run(Job.objects.get().pk)
    press(secretary, "discard", Tournament.objects.get().pk)
    send(secretary, file(name="again.csv"))
    upload = Upload.objects.get()
    assert (upload.state, upload.job.state) == ("received", "queued")


@pytest.mark.parametrize("stage", [Stage.SUBMITTED, Stage.ACCEPTED])
def test_a_tournament_that_was_submitted_is_not_deleted(secretary, stage):
    [tournament] = events.stored(events.report())
    Tournament.objects.update(stage=stage)
    assert said(press(secretary, "discard", tournament.pk)) == [
        "“Tower Cup” was submitted: it stays. Take it back first, if the federation has not decided yet."
    ]
    assert Tournament.objects.exists()


def test_a_tournament_that_was_withdrawn_stays_with_its_corrections(secretary):
    [tournament] = events.stored(events.report())
    acceptance.accept(tournament, None)
    corrections.withdraw(tournament, None, "It was played elsewhere.")
    for stage in (Stage.REJECTED, Stage.READ):
        press(secretary, "discard", tournament.pk)
        assert Tournament.objects.get().stage == stage
        press(secretary, "move", tournament.pk, verb="reopen")
    assert tournament.corrections.count() == 1


def test_all_that_is_ready_is_submitted_at_once(secretary):
    bad = events.report([events.player(1, 10001), events.unknown(2)], [events.game(1, 1, 2)], name="Bad")
    good, waiting = events.stored(events.report(), bad)
    response = secretary.post(reverse("submit_upload", args=[good.upload.receipt]), follow=True)
    assert said(response) == ["Submitted: 1.", "Still to be mended: 1."]
    assert dict(Tournament.objects.values_list("pk", "stage")) == {good.pk: "submitted", waiting.pk: "read"}


@pytest.mark.parametrize(
    ("systems", "offered"), [((), True), (("ffg",), False), (("ffg", "frbe"), True), (("fics",), True)]
)
def test_a_federation_of_go_is_not_offered_pairings_of_chess(secretary, systems, offered):
    for system in systems:
        scene.pool(system, system=system)
    assert (reverse("live_new") in secretary.get(reverse("room")).text) is offered


def test_a_tournament_without_a_day_has_its_club_alone_below_its_name(client):
    officer = cast.secretary()
    ClubRole.objects.create(user=officer, club=cast.club(201), start=cast.SEASON[0])
    client.force_login(officer)
    events.tournament()
    Tournament.objects.update(club=cast.club(101))
    below = f"{cast.club(101)}</span>"
    assert f" · {below}" in client.get(reverse("room")).text
    Tournament.objects.update(start=None, end=None)
    assert f'<span class="sub narrow-only">{below}' in client.get(reverse("room")).text


def test_anyone_may_read_a_receipt_and_learns_nothing_about_people(client):
    [tournament] = events.stored(events.report())
    Tournament.objects.update(stage=Stage.REJECTED, rejection="Round 3 is missing.")
    response = client.get(reverse("receipt", args=[tournament.upload.receipt]))
    assert "Round 3 is missing." in response.text
    assert "Aerts" not in response.text
    assert client.get(reverse("receipt", args=["000000000000"])).status_code == 404


@pytest.mark.parametrize(
    ("stage", "word"),
    [("read", "to check"), ("submitted", "submitted"), ("accepted", "accepted"), ("rejected", "rejected")],
)
def test_the_receipt_says_the_stage(client, stage, word):
    [tournament] = events.stored(events.report())
    Tournament.objects.update(stage=stage)
    text = client.get(reverse("receipt", args=[tournament.upload.receipt])).text
    assert f">{word}</span>" in text


@pytest.mark.parametrize("count", [2, 20])
@pytest.mark.parametrize(("page", "queries"), [("room", 9), ("upload", 14), ("receipt", 9)])
def test_a_page_takes_the_same_queries_for_two_and_twenty(secretary, page, queries, count, django_assert_num_queries):
    tournaments = events.stored(*(events.report(name=f"Cup {number}") for number in range(count)))
    address = reverse(page, args=[] if page == "room" else [tournaments[0].upload.receipt])
    with django_assert_num_queries(queries):
        secretary.get(address)
