"""tournaments/deadlines/fide.py and the pages about it: registered 28 days before, reported within 14 days."""

import datetime as dt

import pytest
from django.http import HttpResponse
from django.test import Client

from federation.amendments.amend import amend
from tests import cast, pages
from tests.forms import logged_in, send
from tests.tournaments.deadlines.test_announcements import TODAY, announced
from tests.tournaments.deadlines.test_clocks import late, sent
from tournaments.deadlines import fide
from tournaments.models import Announcement, Tournament

pytestmark = pytest.mark.django_db

FIRST = dt.date(2025, 6, 1)  # the only day: to be registered until 4 May, results until 15 June
ONE_DAY = dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def _deadlines():
    why = {"article": "Decision of the board", "reason": "As FIDE asks"}
    for row in (
        {"what": "fide_register", "days": 28, "before": "first_round"},
        {"what": "fide_results", "days": 14, "after": "last_round"},
    ):
        amend("clocks", row, dt.date(2025, 1, 2), None, **why)


def to_rate(end: str = "2025-06-01", **facts: object) -> Tournament:
    """Return a tournament that is to be FIDE rated, whose results came on the next day."""
    made = sent(end, f"{dt.date.fromisoformat(end) + ONE_DAY}T10:00")
    Tournament.objects.filter(pk=made.pk).update(**{"fide_rated": True, **facts})
    made.refresh_from_db()
    return made


def found(**facts: object) -> list[tuple[str, str]]:
    """Return the findings about FIDE of a tournament that is to be FIDE rated."""
    return [(each.code, each.sentence) for each in late(to_rate(**facts)) if each.code.startswith("fide")]


def test_the_registration_and_the_report_of_the_last_day_are_in_time():
    assert found(fide_registered_on=dt.date(2025, 5, 4), fide_sent_on=dt.date(2025, 6, 15)) == []


def test_a_day_later_they_are_late():
    assert found(fide_registered_on=dt.date(2025, 5, 5), fide_sent_on=dt.date(2025, 6, 16)) == [
        (
            "fide_registered_late",
            "The tournament was registered with FIDE on 5 May 2025; the last day was 4 May 2025.",
        ),
        ("fide_results_late", "The results were sent to FIDE on 16 June 2025; the last day was 15 June 2025."),
    ]


def test_what_was_never_done_is_found():
    assert found() == [
        ("fide_not_registered", "The tournament has not been registered with FIDE; the last day was 4 May 2025."),
        ("fide_results_not_sent", "The results have not been sent to FIDE; the last day was 15 June 2025."),
    ]


def test_these_findings_stop_nobody_and_name_their_rule():
    lines = [each for each in late(to_rate()) if each.code.startswith("fide")]
    assert {(each.blocks, each.deadline.article) for each in lines} == {(False, "Decision of the board")}


def test_what_is_not_to_be_fide_rated_misses_nothing():
    assert found(fide_rated=False) == []
    Tournament.objects.all().delete()
    assert found(unrated_history=True) == []


def test_the_announcement_says_it_for_the_tournament():
    announced(FIRST, FIRST - 60 * ONE_DAY, fide_rated=True, fide_registered_on=dt.date(2025, 5, 6))
    codes = [code for code, _sentence in found(fide_rated=False)]
    assert codes == ["fide_registered_late", "fide_results_not_sent"]


def coming(days: int = 20, **facts: object) -> Announcement:
    return announced(TODAY + days * ONE_DAY, TODAY, **{"fide_rated": True, **facts})


def of(record: fide.Record) -> str:
    return f"/en/my-club/{'announced' if isinstance(record, Announcement) else 'tournaments'}/{record.pk}/fide/"


def stored(browser: Client, record: fide.Record, **fields: object) -> HttpResponse:
    return send(browser, browser.get(of(record)), fields, button="Save")


def test_the_secretary_ticks_it_and_sees_how_far_it_is():
    browser = logged_in(cast.secretary())
    day = TODAY + 40 * ONE_DAY
    facts = {"name": "Spring Cup", "start": f"{day}", "end": f"{day}", "fide_rated": "on"}
    send(browser, browser.get("/en/my-club/announce/"), facts, button="Announce the tournament")
    made = Announcement.objects.get()
    assert made.fide_rated
    assert "FIDE rated" in pages.text(Client().get("/en/tournaments/announced/"))
    page = pages.text(browser.get(f"/en/my-club/announced/{made.pk}/"))
    assert "To be FIDE rated · to be registered with FIDE until" in page


def test_the_office_records_the_registration_and_the_club_only_reads_it():
    officer = cast.rating_officer()
    made, office, club = coming(), logged_in(officer), logged_in(cast.secretary())
    answer = stored(office, made, fide_event="412345")
    assert "Give the day on which FIDE registered the tournament." in pages.text(answer)
    answer = stored(office, made, fide_registered_on=f"{TODAY + ONE_DAY}", fide_event="412345")
    assert "This day is still to come." in pages.text(answer)
    stored(office, made, fide_registered_on=f"{TODAY}", fide_event="412345")
    made.refresh_from_db()
    assert (made.fide_registered_on, made.fide_event, made.fide_registered_by) == (TODAY, "412345", officer)
    page = pages.text(club.get(of(made)))
    assert "registered with FIDE on" in page and "(event 412345) late" in page  # 28 days before, not 20
    assert "only the office changes this now" in page
    club.post(of(made), {"fide_event": "1"})
    assert Announcement.objects.get().fide_event == "412345"
    assert "FIDE rated" not in pages.text(club.get(f"/en/my-club/announced/{made.pk}/")).partition("Change")[2]


def test_a_tournament_that_nobody_announced_is_ticked_itself():
    made, browser = sent("2025-06-01", "2025-06-02T10:00"), logged_in(cast.secretary())
    stored(browser, made, fide_rated="on")
    assert Tournament.objects.get().fide_rated
    page = pages.text(browser.get(f"/en/my-club/tournaments/{made.pk}/"))
    assert "to be registered with FIDE until 4 May 2025 late" in page
    announced(FIRST, FIRST - 60 * ONE_DAY, fide_rated=True)
    answer = browser.get(of(made))
    assert answer.headers["Location"] == of(Announcement.objects.get())


def waiting(office: Client) -> list[tuple[str, dt.date]]:
    page = office.get("/en/office/")
    [section] = [each for each in page.context["sections"] if each.code == "fide"] or [None]
    return [(line.title, line.until) for line in section.lines] if section else []


def test_the_inbox_has_what_is_to_be_registered_and_reported_with_its_day():
    officer = cast.rating_officer()
    office = logged_in(officer)
    upcoming, over = coming(), coming(-20, name="Winter Cup", fide_registered_on=TODAY - 60 * ONE_DAY)
    coming(5, name="Registered", fide_registered_on=TODAY)
    coming(6, name="For the club", fide_rated=False)
    to_rate(f"{TODAY - 2 * ONE_DAY}", name="Blitz")
    assert waiting(office) == [
        ("Register “Blitz” with FIDE", TODAY - 30 * ONE_DAY),
        ("Register “Tower Cup” with FIDE", TODAY - 8 * ONE_DAY),
        ("Send FIDE the results of “Winter Cup”", TODAY - 6 * ONE_DAY),
    ]
    stored(office, over, fide_sent_on=f"{TODAY}")
    over.refresh_from_db()
    assert over.fide_sent_by == officer
    stored(office, upcoming, fide_rated=[])
    assert [title for title, _until in waiting(office)] == ["Register “Blitz” with FIDE"]


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_as_many_queries_for_many_as_for_one(count, django_assert_num_queries):
    made, *_others = [coming(number, name=f"Cup {number}") for number in range(count)]
    browser = logged_in(cast.secretary())
    browser.get(of(made))
    with django_assert_num_queries(9):
        assert browser.get(of(made)).status_code == 200


def test_a_federation_of_go_is_not_asked(settings):
    made, browser = coming(), logged_in(cast.secretary())
    settings.FEDERATION_PROFILE = "fr-ffg"
    assert browser.get(of(made)).status_code == 404
    assert "FIDE" not in pages.text(browser.get(f"/en/my-club/announced/{made.pk}/"))
