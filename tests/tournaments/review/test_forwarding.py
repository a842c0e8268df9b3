"""Results of the clubs of a league that passes them on (B37): 400 does, 600 does not."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from federation.background import worker
from federation.i18n.dates import long_date
from federation.models import Job, MailPreferences, Office
from tests import cast, pages
from tests.forms import logged_in
from tests.tournaments import events
from tournaments import access
from tournaments.errors import Refused
from tournaments.models import Stage, Tournament
from tournaments.review import decisions, forwarding

pytestmark = pytest.mark.django_db


@pytest.fixture
def league_officer() -> User:
    user = User.objects.create_user("league")
    Office.objects.create(account=user, unit=cast.league("400"), role=Office.Role.OFFICER, start=cast.SEASON[0])
    return user


def sent(number: int = 101) -> Tournament:
    """Return a tournament that the secretary of the club submitted."""
    made = events.stored(events.report(name=f"Cup {number}"), club=cast.club(number))[0]
    decisions.submit(made, cast.secretary(number))
    made.refresh_from_db()
    return made


def receipt(made: Tournament) -> str:
    return pages.text(Client().get(f"/en/receipts/{made.upload.receipt}/"))


@pytest.mark.long
def test_the_league_passes_a_tournament_on(league_officer):
    made = sent()
    assert (made.stage, made.forwarder.code) == (Stage.WITH_LEAGUE, "400")
    assert made.forward_last_day == timezone.localdate() + dt.timedelta(days=5)
    assert "With Oost-Vlaanderen, which checks it and passes it on to the federation by" in receipt(made)
    assert access.tournaments_of(league_officer).filter(access.waiting_for(league_officer)).exists()
    logged_in(league_officer).post(f"/my-club/tournaments/{made.pk}/decide/", {"verb": "forward"})
    made.refresh_from_db()
    assert (made.stage, made.forwarded_by) == (Stage.SUBMITTED, league_officer)
    assert "Passed on to the federation by Oost-Vlaanderen on" in receipt(made)


@pytest.mark.long
def test_what_a_league_does_not_handle_is_passed_on_automatically(league_officer):
    made = sent()
    assert forwarding.queue() is None
    Tournament.objects.update(forward_until=timezone.now())
    worker.run(forwarding.queue().pk)
    made.refresh_from_db()
    assert (made.stage, made.forwarded_by) == (Stage.SUBMITTED, None)
    assert "Passed on to the federation automatically on" in receipt(made)


@pytest.mark.long
def test_the_league_returns_a_tournament_with_a_reason(league_officer):
    made = sent()
    with pytest.raises(Refused):
        decisions.return_to_club(made, league_officer, " ")
    decisions.return_to_club(made, league_officer, "The second round is missing.")
    made.refresh_from_db()
    assert (made.stage, made.rejection) == (Stage.READ, "The second round is missing.")
    page = logged_in(User.objects.get(username="secretary101")).get(f"/en/my-club/tournaments/{made.pk}/")
    assert "Returned: The second round is missing." in pages.text(page)


@pytest.mark.long
def test_nobody_but_the_league_and_the_federation_passes_on(league_officer):
    made = sent()
    for user in (User.objects.get(username="secretary101"), cast.secretary(201)):
        logged_in(user).post(f"/my-club/tournaments/{made.pk}/decide/", {"verb": "forward"})
        made.refresh_from_db()
        assert made.stage == Stage.WITH_LEAGUE
    decisions.accept(made, cast.rating_officer())
    assert Tournament.objects.get().stage == Stage.ACCEPTED


def test_a_club_of_another_league_sends_straight_to_the_federation():
    assert sent(201).stage == Stage.SUBMITTED


def test_what_the_league_submits_goes_straight_to_the_federation(league_officer):
    own = events.stored(events.report(name="Own"), club=cast.club(101))[0]
    decisions.submit(own, league_officer)
    assert own.stage == Stage.SUBMITTED


@pytest.fixture
def submitted(with_mail: None, league_officer: User) -> Tournament:
    """Return a tournament with its league, 400, whose officer has an address, as that of 600 has."""
    other = User.objects.create_user("league600", "league600@example.org")
    Office.objects.create(account=other, unit=cast.league("600"), role=Office.Role.OFFICER, start=cast.SEASON[0])
    User.objects.filter(pk=league_officer.pk).update(email="league400@example.org")
    MailPreferences.objects.create(user=league_officer, language="en")
    return sent()


def mailed() -> list[EmailMessage]:
    """Let the jobs that wait run, and return the mails to leagues."""
    for job in Job.objects.filter(kind=forwarding.MAIL, state=Job.State.QUEUED):
        worker.run(job.pk)
    return mail.outbox


def test_the_officer_of_the_league_reads_what_waits_until_when(submitted):
    [found] = mailed()
    assert (found.to, found.subject) == (["league400@example.org"], "To check for the federation: Cup 101")
    day = long_date(submitted.forward_last_day)
    assert (
        f"101 Tour Blanche submitted it. Pass it on or return it by {day}; after that it is passed on automatically."
        in found.body
    )
    assert f"https://ratings.example.org/en/my-club/tournaments/{submitted.pk}/" in found.body
    assert "because you are an officer of the league" in found.body


def test_what_was_passed_on_meanwhile_is_in_no_mail(submitted):
    decisions.forward(submitted, User.objects.get(username="league"))
    assert mailed() == []


def test_the_league_reads_that_its_time_ran_out(submitted):
    mailed()
    mail.outbox.clear()
    Tournament.objects.update(forward_until=timezone.now() - dt.timedelta(minutes=1))
    worker.run(forwarding.queue().pk)
    assert Tournament.objects.get().stage == Stage.SUBMITTED
    [found] = mailed()
    assert (found.to, found.subject) == (["league400@example.org"], "Passed on automatically: Cup 101")
    assert f"Passed on to the federation automatically on {long_date(timezone.localdate())}: the time of" in found.body
