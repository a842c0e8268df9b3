"""The same bytes for another club: a file that was dismissed comes in for the new club, one that is here does not."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse

from federation.background import worker
from federation.models import Job
from tests import cast
from tests.tournaments import events
from tests.tournaments.intake.test_archives import packed
from tests.tournaments.my_club.buttons import press, said
from tournaments.corrections import correct
from tournaments.errors import Refused
from tournaments.intake import receive
from tournaments.models import Stage, Tournament, TournamentUpdate, Upload
from tournaments.review import decisions
from tournaments.updates import apply as updates

pytestmark = pytest.mark.django_db

WRONG, RIGHT = 101, 201


def sent(club, *reports, rounds=(None, None), name="games.csv"):
    """Return the Upload of the file for that club, and whether it is new."""
    data = events.csv_file(*reports or (events.report(),))
    return receive.receive(ContentFile(data), name, cast.club(club), None, rounds)


def came_in(club, *reports, **how):
    """Return the tournaments of the file, sent for that club and read."""
    cast.everybody()
    upload, is_new = sent(club, *reports, **how)
    assert is_new
    receive.read(upload)
    return list(upload.tournaments.order_by("position"))


def clubs():
    """Return each tournament that is here with its club."""
    return list(Tournament.objects.order_by("pk").values_list("name", "club__key"))


@pytest.fixture
def officer(client):
    """Return a browser in which a user is logged in who acts for all clubs."""
    cast.everybody()
    client.force_login(cast.rating_officer())
    return client


def send(client, club, *files):
    return client.post(reverse("send"), {"files": files, "club": cast.club(club).pk}, follow=True)


def work():
    for job in Job.objects.filter(kind="read_upload", state=Job.State.QUEUED):
        worker.run(job.pk)


def test_a_file_that_was_deleted_comes_in_for_the_club_that_it_is_sent_for_now():
    [tournament] = came_in(WRONG)
    first = tournament.upload
    receive.discard(tournament)
    second, is_new = sent(RIGHT, name="again.csv")
    receive.read(second)
    first.refresh_from_db()
    assert (is_new, second.name, second.club, clubs()) == (True, "again.csv", cast.club(RIGHT), [("Tower Cup", RIGHT)])
    assert (first.superseded, first.is_to_read, second.superseded) == (True, False, False)
    assert first.receipt != second.receipt


@pytest.mark.long
def test_a_page_sends_it_again_for_the_right_club(officer):
    file = events.csv_file(events.report())
    send(officer, WRONG, SimpleUploadedFile("games.csv", file))
    work()
    press(officer, "discard", Tournament.objects.get().pk)
    assert said(send(officer, RIGHT, SimpleUploadedFile("games.csv", file))) == []
    work()
    assert clubs() == [("Tower Cup", RIGHT)]


@pytest.mark.long
def test_nobody_can_have_it_read_for_the_wrong_club_any_more(officer):
    [tournament] = came_in(WRONG)
    first = tournament.upload
    receive.discard(tournament)
    came_in(RIGHT)
    page = officer.get(reverse("upload", args=[first.receipt])).text
    assert "This file was sent again for another club: it is no longer read for this one." in page
    assert reverse("read_upload", args=[first.receipt]) not in page
    press(officer, "read_upload", first.receipt)
    assert not Job.objects.filter(kind="read_upload").exists()
    receive.read(first)
    first.refresh_from_db()
    with pytest.raises(Refused, match="This file was sent again for another club"):
        receive.read_again(first)
    assert clubs() == [("Tower Cup", RIGHT)]


def test_a_reading_that_still_waits_stores_nothing_for_the_wrong_club():
    upload = sent(WRONG)[0]
    receive.read_later(upload, None)
    Upload.objects.update(state=Upload.State.FAILED)  # as it was before somebody had it read again
    sent(RIGHT)
    worker.run(upload.job_id)
    assert clubs() == []


@pytest.mark.long
def test_a_deleted_file_can_change_clubs_repeatedly():
    for club in (WRONG, RIGHT, WRONG):
        [tournament] = came_in(club)
        assert clubs() == [("Tower Cup", club)]
        receive.discard(tournament)
    assert list(Upload.objects.order_by("pk").values_list("club__key", "superseded")) == [
        (WRONG, True),
        (RIGHT, True),
        (WRONG, False),
    ]


def test_a_deleted_file_for_the_same_club_is_one_upload_still():
    [tournament] = came_in(WRONG)
    receive.discard(tournament)
    assert sent(WRONG) == (tournament.upload, False)


def test_requested_rounds_of_a_deleted_file_are_ignored():
    [tournament] = came_in(WRONG)
    receive.discard(tournament)
    [wanted] = came_in(WRONG, rounds=(1, 2))
    assert sorted(set(wanted.pairings.values_list("round", flat=True))) == [1, 2]


@pytest.mark.parametrize("rounds", [(None, None), (1, 2)])
@pytest.mark.parametrize("stage", [Stage.READ, Stage.SUBMITTED, Stage.ACCEPTED])
def test_a_file_stored_for_one_club_is_not_read_for_another(stage, rounds):
    [tournament] = came_in(WRONG)
    for step in {Stage.READ: [], Stage.SUBMITTED: [decisions.submit], Stage.ACCEPTED: [decisions.accept]}[stage]:
        step(tournament, None)
    assert sent(RIGHT, rounds=rounds) == (tournament.upload, False)
    assert not Upload.objects.get().superseded


def test_a_file_that_still_waits_to_be_read_is_not_read_for_another_club():
    first = sent(WRONG)[0]
    assert sent(RIGHT) == (first, False)


def test_a_file_that_updated_a_tournament_counts_as_stored():
    [stored] = came_in(WRONG, rounds=(None, 1))
    [further] = came_in(WRONG)
    updates.apply_update(stored, further, None)
    assert TournamentUpdate.objects.count() == 1
    assert sent(RIGHT) == (stored.upload, False)


def test_of_a_file_with_two_tournaments_one_that_is_left_is_enough():
    both = (events.report(), events.report(name="Knight Cup"))
    first, second = came_in(WRONG, *both)
    receive.discard(first)
    assert sent(RIGHT, *both) == (second.upload, False)
    receive.discard(second)
    came_in(RIGHT, *both)
    assert clubs() == [("Tower Cup", RIGHT), ("Knight Cup", RIGHT)]


def test_a_tournament_that_was_withdrawn_stays_and_does_not_keep_the_file():
    [tournament] = came_in(WRONG)
    decisions.accept(tournament, None)
    correct.withdraw(tournament, None, "Another club organised it.")
    [right] = came_in(RIGHT)
    decisions.accept(right, None)
    assert clubs() == [("Tower Cup", WRONG), ("Tower Cup", RIGHT)]
    assert tournament.corrections.count() == 1
    decisions.reopen(tournament, None)
    with pytest.raises(Refused, match="is not ready yet"):  # the other one is its twin
        decisions.accept(tournament, None)


def test_a_tournament_that_was_rejected_for_its_club_can_be_sent_by_the_right_one():
    [tournament] = came_in(WRONG)
    decisions.reject(tournament, None, "It was organised by another club.")
    assert sent(WRONG) == (tournament.upload, False)
    came_in(RIGHT)
    assert clubs() == [("Tower Cup", WRONG), ("Tower Cup", RIGHT)]


def test_an_unreadable_file_belongs_to_the_club_that_sends_it_now():
    data, places = ContentFile(b"nothing"), []
    for club in (WRONG, RIGHT):
        upload, is_new = receive.receive(data, "a.csv", cast.club(club), None)
        receive.read(upload)
        places.append((is_new, upload.club.key, upload.state))
    assert places == [(True, WRONG, "failed"), (True, RIGHT, "failed")]
    assert list(Upload.objects.filter(superseded=False)) == [upload]


def test_the_page_of_the_other_club_does_not_list_what_was_sent_again(officer):
    for club in (WRONG, RIGHT):
        upload = receive.receive(ContentFile(b"nothing"), "a.csv", cast.club(club), None)[0]
        receive.read(upload)
    assert officer.get(reverse("my_club_tournaments")).context["uploads"] == [upload]


@pytest.mark.long
def test_only_deleted_files_of_an_archive_are_received_again(officer):
    files = {name: events.csv_file(events.report(name=name[:-4])) for name in ("Spring.csv", "Summer.csv")}
    send(officer, WRONG, packed(files))
    work()
    spring = Tournament.objects.get(name="Spring")
    press(officer, "discard", spring.pk)
    [sentence] = said(send(officer, RIGHT, packed(files)))
    work()
    assert "has already been sent for 101 Tour Blanche and stays as it is" in sentence
    assert clubs() == [("Summer", WRONG), ("Spring", RIGHT)]


def test_one_archive_with_the_same_file_twice_is_one_upload(officer):
    [tournament] = came_in(WRONG)
    receive.discard(tournament)
    file = events.csv_file(events.report())
    send(officer, RIGHT, packed({"a.csv": file, "b.csv": file}))
    work()
    assert clubs() == [("Tower Cup", RIGHT)]
    assert Upload.objects.filter(superseded=False).count() == 1


@pytest.mark.long
@pytest.mark.parametrize("data", [events.csv_file(events.report()), b"nothing"], ids=["readable", "unreadable"])
@pytest.mark.django_db(transaction=True)
def test_two_clubs_that_send_a_deleted_file_at_once_make_one_tournament(data):
    cast.everybody()
    upload = receive.receive(ContentFile(data), "games.csv", cast.club(WRONG), None)[0]
    receive.read(upload)
    upload.tournaments.all().delete()
    receivers = [cast.club(number) for number in (201, 301)] * 3
    start = threading.Barrier(len(receivers))

    def send_for(club):
        try:
            start.wait()
            received, is_new = receive.receive(ContentFile(data), "games.csv", club, None)
            receive.read(received)
            return received.pk, is_new
        finally:
            connection.close()

    with ThreadPoolExecutor(len(receivers)) as pool:
        made = list(pool.map(send_for, receivers))
    [standing] = Upload.objects.filter(superseded=False)
    assert upload.pk not in {pk for pk, _is_new in made}
    if data == b"nothing":  # each may have come after the other was found unreadable
        assert Tournament.objects.count() == 0
    else:
        assert {pk for pk, _is_new in made} == {standing.pk}
        assert [is_new for _pk, is_new in made].count(True) == 1
        assert clubs() == [("Tower Cup", standing.club.key)]


@pytest.mark.parametrize("count", [1, 20])
def test_files_that_change_their_club_together_take_the_queries_of_one(count, django_assert_num_queries):
    wrong, right = cast.club(WRONG), cast.club(RIGHT)
    files = [(ContentFile(f"file {number}".encode()), f"{number}.csv") for number in range(count)]
    receive.receive_together(files, wrong, None)
    Upload.objects.update(state=Upload.State.FAILED)
    with django_assert_num_queries(9):  # two of them begin and end the transaction
        received = receive.receive_together(files, right, None)
    assert [is_new for _upload, is_new in received] == [True] * count
    assert Upload.objects.filter(superseded=True).count() == count
