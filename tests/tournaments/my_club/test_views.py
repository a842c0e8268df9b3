"""The club's pages, deletion, submission and the receipt."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.background import worker
from federation.models import Job, Office
from tests import cast
from tests.ratings import scene
from tests.tournaments import events
from tests.tournaments.my_club.buttons import press, said
from tests.tournaments.my_club.test_sending import file, send
from tournaments.corrections import correct
from tournaments.models import Stage, Tournament, Upload
from tournaments.review import decisions

pytestmark = pytest.mark.django_db


def test_my_club_shows_only_the_users_clubs(secretary):
    [mine] = events.stored(events.report())
    events.stored(events.report(name="Theirs"), club=cast.club(201))
    events.stored(events.report(name="Nobody's"), club=cast.club(301))
    Tournament.objects.filter(name="Nobody's").update(club=None)
    response = secretary.get(reverse("my_club_tournaments"))
    assert list(response.context["page"]) == [mine]
    assert list(response.context["organisers"]) == [cast.club()]
    assert "<h1>My club</h1>" in response.text


def test_my_club_of_an_officer_says_all_clubs(client):
    cast.everybody()
    client.force_login(cast.rating_officer())
    text = client.get(reverse("my_club_tournaments")).text
    assert "<h1>All clubs</h1>" in text
    assert "101 Tour Blanche" not in text


@pytest.mark.long
def test_my_club_narrows_to_a_stage(secretary):
    first, second = events.stored(events.report(), events.report(name="Second"))
    Tournament.objects.filter(pk=second.pk).update(stage=Stage.SUBMITTED)
    assert list(secretary.get(reverse("my_club_tournaments"), {"stage": "submitted"}).context["page"]) == [second]
    assert list(secretary.get(reverse("my_club_tournaments"), {"stage": "read"}).context["page"]) == [first]
    assert set(secretary.get(reverse("my_club_tournaments"), {"stage": "nonsense"}).context["page"]) == {first, second}


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
    response = secretary.get(reverse("my_club_tournaments"))
    names = [tournament.name for tournament in response.context["page"]]
    assert names == ["Back with a reason", "To check", "Latest", "Submitted", "Rejected long ago", "Old"]
    assert response.text.index("To do") < response.text.index("Back with a reason")
    assert response.text.index("To check</a>") < response.text.index("By date, the latest first")


def test_submitted_tournaments_are_first_for_officers(client):
    early, late = events.stored(events.report(name="Early"), events.report(name="Late", end=dt.date(2026, 5, 1)))
    Tournament.objects.filter(pk=early.pk).update(stage=Stage.SUBMITTED)
    Tournament.objects.filter(pk=late.pk).update(stage=Stage.ACCEPTED)
    client.force_login(cast.rating_officer())
    assert list(client.get(reverse("my_club_tournaments")).context["page"]) == [early, late]


def test_tournaments_without_a_day_are_listed_first(secretary):
    dated, undated = events.stored(events.report(), events.report(name="Undated"))
    Tournament.objects.filter(pk=undated.pk).update(start=None, end=None)
    assert list(secretary.get(reverse("my_club_tournaments")).context["page"]) == [undated, dated]


@pytest.mark.long
def test_a_tournament_that_was_sent_by_mistake_is_deleted_and_the_file_can_be_read_again(secretary):
    send(secretary, file())
    upload = Upload.objects.get()
    worker.run(upload.job_id)
    tournament = Tournament.objects.get()
    button = reverse("discard", args=[tournament.pk])
    assert button in secretary.get(reverse("my_club_tournament", args=[tournament.pk])).text
    response = press(secretary, "discard", tournament.pk)
    assert said(response) == ["“Tower Cup” was deleted."]
    assert list(response.context["page"]) == []
    page = secretary.get(reverse("upload", args=[upload.receipt])).text
    assert "The data read from this file was deleted. The file is kept." in page
    receipt = secretary.get(reverse("receipt", args=[upload.receipt])).text
    assert "The club deleted the data read from this file." in receipt
    press(secretary, "read_upload", upload.receipt)
    worker.run(Upload.objects.get().job_id)
    assert Tournament.objects.get().name == "Tower Cup"


@pytest.mark.long
def test_a_deleted_file_that_is_sent_again_is_read_again(secretary):
    send(secretary, file())
    worker.run(Job.objects.get().pk)
    press(secretary, "discard", Tournament.objects.get().pk)
    send(secretary, file(name="again.csv"))
    upload = Upload.objects.get()
    assert (upload.state, upload.job.state) == ("received", "queued")


@pytest.mark.parametrize("stage", [Stage.SUBMITTED, Stage.ACCEPTED])
def test_a_tournament_that_was_submitted_is_not_deleted(secretary, stage):
    [tournament] = events.stored(events.report())
    Tournament.objects.update(stage=stage)
    assert said(press(secretary, "discard", tournament.pk)) == [
        (
            "“Tower Cup” has been submitted and stays. Withdraw the submission first, if the federation has not "
            "decided yet."
        )
    ]
    assert Tournament.objects.exists()


@pytest.mark.long
def test_a_tournament_that_was_withdrawn_stays_with_its_corrections(secretary):
    [tournament] = events.stored(events.report())
    decisions.accept(tournament, None)
    correct.withdraw(tournament, None, "It was played elsewhere.")
    for stage in (Stage.REJECTED, Stage.READ):
        press(secretary, "discard", tournament.pk)
        assert Tournament.objects.get().stage == stage
        press(secretary, "decide", tournament.pk, verb="reopen")
    assert tournament.corrections.count() == 1


@pytest.mark.long
def test_all_that_is_ready_is_submitted_at_once(secretary):
    bad = events.report([events.player(1, 10001), events.unknown(2)], [events.game(1, 1, 2)], name="Bad")
    good, waiting = events.stored(events.report(), bad)
    response = secretary.post(reverse("submit_upload", args=[good.upload.receipt]), follow=True)
    assert said(response) == ["Submitted: 1.", "Still to fix: 1."]
    assert dict(Tournament.objects.values_list("pk", "stage")) == {good.pk: "league", waiting.pk: "read"}


@pytest.mark.parametrize(
    ("systems", "offered"), [((), True), (("ffg",), False), (("ffg", "frbe"), True), (("fics",), True)]
)
def test_a_federation_of_go_is_not_offered_pairings_of_chess(secretary, systems, offered):
    for system in systems:
        scene.pool(system, system=system)
    assert (reverse("event_new") in secretary.get(reverse("my_club_tournaments")).text) is offered


@pytest.mark.long
def test_a_tournament_without_a_day_has_its_club_alone_below_its_name(client):
    officer = cast.secretary()
    Office.objects.create(account=officer, club=cast.club(201), start=cast.SEASON[0])
    client.force_login(officer)
    events.tournament()
    Tournament.objects.update(club=cast.club(101))
    below = f"{cast.club(101)}</span>"
    assert f" · {below}" in client.get(reverse("my_club_tournaments")).text
    Tournament.objects.update(start=None, end=None)
    assert f'<span class="sub narrow-only">{below}' in client.get(reverse("my_club_tournaments")).text


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


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 20])
@pytest.mark.parametrize(
    ("page", "queries"), [("my_club", 23), ("my_club_tournaments", 11), ("upload", 16), ("receipt", 12)]
)
def test_a_page_takes_the_same_queries_for_two_and_twenty(secretary, page, queries, count, django_assert_num_queries):
    tournaments = events.stored(*(events.report(name=f"Cup {number}") for number in range(count)))
    address = reverse(page, args=[] if page.startswith("my_club") else [tournaments[0].upload.receipt])
    with django_assert_num_queries(queries):
        secretary.get(address)
