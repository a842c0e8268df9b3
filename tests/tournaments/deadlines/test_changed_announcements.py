"""Announcements that are changed or withdrawn, and who relies on them."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from federation.i18n.dates import long_date
from federation.models import Club
from tests import cast, pages
from tests.at_once import at_once
from tests.federation.audit.entries import changes
from tests.forms import logged_in, send
from tests.tournaments.deadlines.test_announcements import TODAY, announced, found, in_use, reader, told
from tests.tournaments.deadlines.test_clocks import sent
from tournaments.deadlines.announcements import announce, change, withdraw
from tournaments.errors import Refused
from tournaments.models import Announcement

pytestmark = pytest.mark.django_db
__all__ = ["reader"]

REASON = "The hall is not available"


def coming(days: int = 40, **facts: object) -> Announcement:
    day = TODAY + dt.timedelta(days=days)
    return announced(day, TODAY - dt.timedelta(days=60), **facts)


def page_of(made: Announcement) -> str:
    return f"/en/my-club/announced/{made.pk}/"


def tightened(made: Announcement) -> dt.date | None:
    made.refresh_from_db()
    return made.tightened_at and timezone.localdate(made.tightened_at)


def test_a_club_changes_what_it_announced_and_warns_itself_if_it_is_late_now():
    made, browser = coming(), logged_in(cast.secretary())
    day = TODAY + dt.timedelta(days=5)
    facts = {"name": "Spring Cup", "city": "Aalst", "start": f"{day}", "end": f"{day}"}
    answer = send(browser, browser.get(page_of(made)), facts, button="Change the announcement")
    assert "The last day for announcing it was" in pages.text(answer)
    row = Announcement.objects.get()
    assert (row.name, row.city, row.start, row.end, tightened(made)) == ("Spring Cup", "Aalst", day, day, TODAY)
    assert [row["name"] for row in Client().get("/api/v1/announced/").json()["results"]] == ["Spring Cup"]


def test_the_audit_has_the_change():
    made = coming()
    made.name = "Spring Cup"
    change(made)
    [line] = [line for line in changes() if line[2] == "name"]
    assert line == ("change", f"announcement {made.pk}", "name", "Tower Cup", "Spring Cup")


def test_a_tournament_that_is_put_off_was_announced_when_it_was():
    made = coming()
    made.start = made.end = made.end + dt.timedelta(days=7)
    change(made)
    assert tightened(made) is None


def test_a_tournament_that_may_now_have_norms_counts_as_announced_today():
    made = coming()
    made.norms = True
    change(made)
    assert tightened(made) == TODAY


def test_results_are_late_by_the_day_on_which_the_first_day_was_brought_forward():
    in_use()
    made = announced(dt.date(2025, 6, 1), dt.date(2025, 5, 1))
    moment = timezone.make_aware(dt.datetime(2025, 5, 20, 12))
    Announcement.objects.filter(pk=made.pk).update(tightened_at=moment)
    assert found() == [("announced_late", dt.date(2025, 5, 18))]


def test_one_that_ends_on_another_day_is_reminded_of_again():
    made = coming(0)
    Announcement.objects.update(reminded_at=timezone.now())
    made.end += dt.timedelta(days=1)
    change(made)
    assert Announcement.objects.get().reminded_at is None


def test_what_is_over_is_changed_no_longer():
    made = coming(-1)
    made.city = "Aalst"
    with pytest.raises(Refused, match="is over"):
        change(made)


def test_a_colleague_loses_nothing_that_the_other_one_changed():
    made, browser = coming(city="Gent"), logged_in(cast.secretary())
    shown = browser.get(page_of(made))
    Announcement.objects.update(city="Aalst")
    send(browser, shown, {"name": "Spring Cup"}, button="Change the announcement")
    assert Announcement.objects.values_list("name", "city").get() == ("Spring Cup", "Aalst")


def test_the_same_tournament_is_announced_once():
    made = coming()
    double = Announcement(club=made.club, name="TOWER CUP", start=made.start, end=made.end)
    with pytest.raises(Refused, match="is already announced for these days"):
        announce(double, None)
    withdraw(made, cast.secretary(), REASON)
    assert announce(double, None).pk


@pytest.mark.django_db(transaction=True)
def test_two_people_at_once_announce_one_and_withdraw_it_once():
    made, one, other = coming(), cast.secretary(), cast.rating_officer()
    new = [Announcement(club=made.club, name="Open", start=made.start, end=made.end) for _each in range(2)]
    clubs = Club.objects.filter(pk=made.club_id)
    answers = at_once(clubs, *(lambda each=each: announce(each, one) for each in new))
    assert [isinstance(answer, Refused) for answer in answers] == [False, True]
    rows = Announcement.objects.filter(pk=made.pk)
    steps = (lambda: withdraw(made, one, REASON)), (lambda: withdraw(made, other, "Nobody wants to come"))
    assert isinstance(at_once(rows, *steps)[1], Refused)
    assert rows.values_list("withdrawal_reason", "withdrawn_by__username").get() == (REASON, one.username)


def test_a_withdrawn_tournament_says_so_everywhere_and_cannot_be_changed():
    made, browser = coming(), logged_in(cast.secretary())
    form = {"reason": REASON}
    short = browser.post(f"{page_of(made)}withdraw/", {"reason": "x"}, follow=True)
    assert "Give a reason of at least 10 characters" in pages.text(short)
    send(browser, browser.get(page_of(made)), form, button="Withdraw the announcement")
    public = Client()
    assert REASON in pages.text(public.get("/en/tournaments/announced/"))
    [event] = Calendar.from_ical(public.get("/en/calendar.ics").content).walk("VEVENT")[-1:]
    shown = str(event["summary"]), str(event["status"]), str(event["description"])
    assert shown == ("Tower Cup", "CANCELLED", f"Withdrawn: {REASON}")
    [row] = public.get("/api/v1/announced/").json()["results"]
    assert (row["withdrawal_reason"], row["withdrawn"] is None) == (REASON, False)
    assert "Tower Cup" not in pages.text(public.get("/en/"))
    assert "Change the announcement" not in pages.text(browser.get(page_of(made)))
    with pytest.raises(Refused, match="was withdrawn"):
        change(made)


def test_what_took_place_is_not_withdrawn():
    day = TODAY - dt.timedelta(days=1)
    made, other = announced(day, day), announced(day, day, name="Blitz evening")
    sent(f"{day}", f"{TODAY}T00:00")
    browser = logged_in(cast.secretary())
    answer = browser.post(f"{page_of(made)}withdraw/", {"reason": REASON}, follow=True)
    assert f"“Tower Cup” took place: its results came on {long_date(TODAY)}." in pages.text(answer)
    withdraw(other, cast.secretary(201), REASON)
    assert list(Announcement.objects.standing()) == [made]


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_as_many_queries_for_many_as_for_one(count, django_assert_num_queries):
    made, *_others = [coming(30 + number) for number in range(count)]
    browser = logged_in(cast.secretary())
    browser.get(page_of(made))
    with django_assert_num_queries(10):
        assert browser.get(page_of(made)).status_code == 200


def test_nobody_is_reminded_of_what_was_withdrawn(reader, with_mail: None):
    withdraw(coming(-1), reader, REASON)
    assert told() == []


def test_results_of_what_was_withdrawn_were_not_announced():
    in_use()
    withdraw(announced(dt.date(2025, 6, 1), dt.date(2025, 5, 1)), cast.secretary(), REASON)
    assert found() == [("not_announced", dt.date(2025, 5, 18))]


def test_another_club_neither_changes_nor_withdraws_it():
    made, neighbour = coming(), logged_in(cast.secretary(201))
    addresses = page_of(made), f"{page_of(made)}withdraw/"
    assert [neighbour.post(address, {"reason": REASON}).status_code for address in addresses] == [404, 404]
