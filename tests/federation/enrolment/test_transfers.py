"""Transfers: request, objection, decision, mails, undoing."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied

from federation.amendments.amend import amend
from federation.background import worker
from federation.enrolment import transfers
from federation.enrolment.transfers import TransferError
from federation.models import Affiliation, Charge, Guardian, Job, PersonalDetail, TransferRequest
from tests import cast
from tests.federation.enrolment import scene

pytestmark = pytest.mark.django_db

ASKED = dt.date(2026, 7, 15)
FIRST = dt.date(2026, 8, 1)


@pytest.fixture
def people(on):
    """Return Anna of 306, the secretaries of 306 and 601, an officer."""
    on(ASKED)
    officer = cast.membership_officer()
    officer.email = "officer@example.org"
    officer.save()
    return scene.anna(), scene.secretary("306"), scene.secretary("601"), officer


def mailed() -> list[str]:
    """Send the mails that wait, and return to whom."""
    mail.outbox.clear()
    for job in Job.objects.filter(kind="transfer_mail", state=Job.State.QUEUED).order_by("pk"):
        worker.run(str(job.pk))
    return sorted(each.to[0] for each in mail.outbox)


@pytest.mark.long
def test_a_transfer_is_asked_for_objected_to_and_allowed_with_mails_at_each_step(people, on, with_mail):
    anna, old, new, officer = people
    PersonalDetail.objects.create(member=anna, what="email", value="anna@example.org")
    everybody = ["306@example.org", "601@example.org", "anna@example.org", "officer@example.org"]
    request = transfers.ask(anna, scene.club("601"), new)
    assert (request.effective, mailed()) == (FIRST, everybody)
    on(dt.date(2026, 7, 20))
    transfers.object_to(request, old, "She owes us a book of endgames.")
    assert mailed() == everybody
    on(dt.date(2026, 7, 25))
    transfers.allow(request, officer)
    assert mailed() == everybody
    clubs = {day: anna.affiliations.on(day).get().club.number for day in (dt.date(2026, 7, 31), FIRST)}
    assert clubs == {dt.date(2026, 7, 31): "306", FIRST: "601"}


def test_after_the_window_a_request_is_refused_with_the_days_of_the_window(people, on):
    anna, _old, new, _officer = people
    on(dt.date(2026, 8, 15))
    with pytest.raises(TransferError) as refused:
        transfers.ask(anna, scene.club("601"), new)
    assert refused.value.sentence == (
        "A transfer can only be requested from 1 June to 31 July, effective on 1 August. "
        "For another day, give the reason in a sentence: an officer decides."
    )
    reason = "She has moved to Liège for her studies."
    made = transfers.ask(anna, scene.club("601"), new, reason, dt.date(2026, 9, 20))
    assert (made.reason, made.effective) == (reason, dt.date(2026, 9, 20))


def test_only_those_concerned_act_on_a_transfer(people):
    anna, old, new, _officer = people
    with pytest.raises(PermissionDenied):
        transfers.ask(anna, scene.club("601"), old)
    request = transfers.ask(anna, scene.club("601"), new)
    for step in (
        lambda: transfers.object_to(request, new, "We want her to move at once."),
        lambda: transfers.allow(request, new),
        lambda: transfers.withdraw(request, old),
        lambda: transfers.refuse(request, old, "We want to keep her here."),
    ):
        with pytest.raises(PermissionDenied):
            step()


def test_one_request_of_a_member_waits_at_a_time(people):
    anna, _old, new, _officer = people
    request = transfers.ask(anna, scene.club("601"), new)
    with pytest.raises(TransferError, match="already waiting"):
        transfers.ask(anna, scene.club("601"), new)
    transfers.withdraw(request, new)
    transfers.ask(anna, scene.club("601"), new)


def test_an_allowed_transfer_is_undone_before_its_day(people, on):
    anna, _old, new, officer = people
    request = transfers.ask(anna, scene.club("601"), new)
    transfers.allow(request, officer)
    transfers.undo(request, officer, "Both clubs changed their minds.")
    assert list(anna.affiliations.values_list("club__number", "end", "end_cause")) == [("306", scene.SEASON[1], "")]
    assert sum(Charge.objects.values_list("cents", flat=True)) == 0
    again = transfers.ask(anna, scene.club("601"), new)
    transfers.allow(again, officer)
    on(FIRST)
    with pytest.raises(TransferError, match="took effect"):
        transfers.undo(again, officer, "Both clubs changed their minds.")


def test_where_the_old_club_has_days_its_silence_agrees(people, on):
    anna, _old, new, _officer = people
    window = {"asked_from": "06-01", "asked_to": "07-31", "effective": "08-01", "objection_days": 10}
    amend("transfers", window, dt.date(2026, 1, 1), None, article="a test", reason="for this test alone")
    request = transfers.ask(anna, scene.club("601"), new)
    assert (request.object_until, transfers.queue()) == (dt.date(2026, 7, 25), None)
    on(dt.date(2026, 7, 26))
    assert transfers.queue() is not None
    assert transfers.allow_silent() == 1
    assert Affiliation.objects.on(FIRST).get(member=anna).club.number == "601"
    request.refresh_from_db()
    assert request.state == TransferRequest.State.ALLOWED


def test_of_a_minor_the_guardian_is_mailed(people, with_mail):
    _anna, _old, new, _officer = people
    bert = scene.member("10002", "Bos", "Bert", dt.date(2010, 2, 2), scene.club("306"))
    Guardian.objects.create(member=bert, name="Bos, Hugo", email="hugo@example.org")
    transfers.ask(bert, scene.club("601"), new)
    assert "hugo@example.org" in mailed()
