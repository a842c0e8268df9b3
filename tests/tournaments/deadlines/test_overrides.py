"""tournaments/deadlines/overrides.py"""

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.test import Client

from federation.amendments.amend import amend
from federation.audit import sealing
from federation.models import AuditEntry, Charge
from tests import cast, pages
from tests.forms import logged_in
from tests.tournaments.deadlines.test_clocks import late, sent
from tournaments.dashboard import admissions
from tournaments.deadlines.overrides import admit
from tournaments.errors import Refused
from tournaments.models import DeadlineOverride, Stage, Tournament
from tournaments.review import decisions

pytestmark = pytest.mark.django_db

WHY = "arbiter in hospital"


def too_late() -> Tournament:
    """Return a tournament that ended on 1 March 2025 and was sent on 2 May, a day after the last one."""
    return sent("2025-03-01", "2025-05-02T09:00")


@pytest.mark.long
def test_results_after_the_last_day_are_admitted_with_a_public_reason():
    made, officer = too_late(), cast.rating_officer()
    with pytest.raises(Refused, match="Problems to fix first: 1"):
        decisions.accept(made, officer)
    with pytest.raises(Refused, match="Give a reason of at least 10 characters; anyone can read it."):
        admit(made, "results_last", officer, "x")
    admit(made, "results_last", officer, WHY)
    assert late(made) == []
    decisions.accept(made, officer)
    for address in ("/en/tournaments/2025/tower-cup/", f"/en/receipts/{made.upload.receipt}/"):
        assert "Admitted after the deadline: arbiter in hospital (" in pages.text(Client().get(address))
    assert LogEntry.objects.filter(change_message="Admitted after the deadline: arbiter in hospital").exists()
    sealing.seal()
    assert AuditEntry.objects.filter(kind="deadline override", act="create", owner=f"tournament:{made.pk}").exists()


def test_a_deadline_that_was_not_missed_cannot_be_set_aside():
    made = sent("2025-03-01", "2025-03-10T09:00")
    for clock in ("results_last", "results", "round_report", "nothing"):  # that of results only warns
        with pytest.raises(Refused, match="missed no deadline that an officer can set aside"):
            admit(made, clock, cast.rating_officer() if clock == "results_last" else None, WHY)
    Tournament.objects.update(stage=Stage.REJECTED)
    assert not DeadlineOverride.objects.exists()


def test_what_a_deadline_refuses_needs_two_officers():
    made, first = too_late(), cast.rating_officer()
    second = User.objects.create_user("second", is_staff=True)
    second.groups.add(Group.objects.get(name="rating officer"))
    strict = {"what": "results_last", "months": 2, "after": "last_round", "then": "refuse"}
    amend("clocks", strict, dt.date(2025, 1, 2), None, article="Decision of the board", reason="Too many late files")
    admit(made, "results_last", first, WHY)
    [finding] = late(made)
    assert finding.admission.reason == WHY
    with pytest.raises(Refused, match="A second officer has to agree"):
        admit(made, "results_last", first, WHY)
    admit(made, "results_last", second, "")
    assert late(made) == []
    with pytest.raises(Refused, match="was already admitted"):
        admit(made, "results_last", second, WHY)


@pytest.mark.long
def test_the_officer_admits_on_the_page_of_the_tournament_and_a_club_cannot():
    made = too_late()
    address = f"/en/my-club/tournaments/{made.pk}/"
    form = {"verb": "admit", "clock": "results_last", "reason": WHY}
    secretary = logged_in(cast.secretary())
    assert "The rating officer decides whether they are admitted" in pages.text(secretary.get(address))
    assert secretary.post(f"{address}decide/", form).status_code == 403
    officer = logged_in(cast.rating_officer())
    assert "Admit after the deadline" in pages.text(officer.get(address))
    assert "Admitted." in pages.text(officer.post(f"{address}decide/", form, follow=True))


@pytest.fixture
def fined() -> None:
    """Let the profile fine late results, 25 euros."""
    reason = {"article": "Decision of the board", "reason": "Too many late files"}
    clock = {"what": "results", "days": 3, "after": "last_round", "then": "needs_override", "fine": "fine_late"}
    amend("clocks", clock, dt.date(2025, 1, 2), None, **reason)
    amend("tariff", {"what": "fine_late", "cents": 2500}, dt.date(2025, 1, 2), None, **reason)


@pytest.mark.long
@pytest.mark.parametrize(("waived", "amounts"), [(False, [2500]), (True, [])])
def test_a_fine_is_charged_at_the_acceptance_unless_the_officer_waives_it(
    fined: None, waived: bool, amounts: list[int]
):
    made, officer = sent("2025-02-20", "2025-02-24T00:00"), cast.rating_officer()
    admit(made, "results", officer, WHY, waive_fine=waived)
    decisions.accept(made, officer)
    charges = Charge.objects.filter(what="fine_late")
    assert list(charges.values_list("cents", flat=True)) == amounts
    decisions.withdraw(made, officer, "Played elsewhere.")
    assert sum(charges.values_list("cents", flat=True)) == 0
    decisions.reopen(made, officer)
    decisions.accept(made, officer)
    assert sum(charges.values_list("cents", flat=True)) == sum(amounts)


def test_the_office_sees_how_often_officers_admit_after_a_deadline():
    officer = cast.rating_officer()
    assert list(admissions(officer)) == []
    admit(too_late(), "results_last", officer, WHY)
    [line] = admissions(officer)
    assert line.text == "Admitted after a deadline this year: 1 (officer: 1)."
    assert list(admissions(cast.membership_officer())) == []
