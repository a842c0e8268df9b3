"""tournaments/deadlines/clocks.py: results that came late, by the rules of the Belgian federation."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from federation.amendments.amend import amend
from federation.regulations.clock_text import WHAT
from tests import cast, pages
from tests.forms import logged_in
from tests.tournaments import events
from tournaments.deadlines import fide
from tournaments.deadlines.clocks import FINDINGS
from tournaments.intake.rows import tournament as row_of
from tournaments.models import Announcement, Tournament, TournamentUpdate, Upload
from tournaments.review.findings import KINDS, Finding
from tournaments.review.problems import problems
from tournaments.updates.apply import apply_update

pytestmark = pytest.mark.django_db


def sent(end: str, received: str, **changes: object) -> Tournament:
    """Return a tournament whose last day is ``end`` and whose file the secretary sent on the other day."""
    last = dt.date.fromisoformat(end)
    made = events.tournament(**{"start": last, "end": last, **changes})
    moment = timezone.make_aware(dt.datetime.fromisoformat(received))
    Tournament.objects.filter(pk=made.pk).update(received_at=moment)
    made.refresh_from_db()
    return made


def late(made: Tournament) -> list[Finding]:
    return [finding for finding in problems(made) if finding.deadline]


def test_results_within_thirty_days_were_in_time_until_2024():
    assert late(sent("2024-12-20", "2025-01-10T12:00")) == []


def test_results_of_2025_are_late_after_three_days():
    [finding] = late(sent("2025-01-05", "2025-01-09T00:00"))
    assert (finding.code, finding.blocks, finding.facts["due"]) == ("results_late", False, dt.date(2025, 1, 8))
    assert finding.sentence == "The results came on 9 January 2025; the last day was 8 January 2025."
    assert (finding.deadline.slug, finding.deadline.clock.article) == ("tournament-rules-12-c", "Tournament rules 12 c")
    assert finding.deadline.clock.source.startswith("https://")


def test_results_of_the_last_minute_are_in_time():
    assert late(sent("2025-01-05", "2025-01-08T23:59")) == []


def test_results_after_two_months_wait_for_the_rating_officer():
    [finding] = late(sent("2025-03-01", "2025-05-02T09:00"))
    assert (finding.code, finding.blocks, finding.blocks_club) == ("results_too_late", True, False)
    assert finding.sentence == "The results came on 2 May 2025; the very last day was 1 May 2025."


def test_history_misses_no_deadline():
    assert (
        late(
            sent(
                "2025-03-01",
                "2025-05-02T09:00",
            )
        )
        != []
    )
    Tournament.objects.update(unrated_history=True)
    assert late(Tournament.objects.get()) == []


def test_each_round_of_a_long_tournament_is_due_after_three_days():
    days = [dt.date(2025, 9, 5), dt.date(2025, 9, 12), dt.date(2025, 10, 10)]
    games = [events.game(number, 1, 2, date=day) for number, day in enumerate(days, start=1)]
    made = sent("2025-10-10", "2025-09-08T10:00", start=days[0], pairings=games)
    later = Upload.objects.create(name="later.trf", size=1, sha256="0" * 64, file="none")
    TournamentUpdate.objects.create(upload=later, tournament=made, replaced_id=made.pk + 1000)
    Upload.objects.filter(pk=later.pk).update(uploaded_at=timezone.make_aware(dt.datetime(2025, 10, 13)))
    [finding] = late(made)
    assert finding.sentence == (
        "Rounds whose results came late: 1. The results of round 2, the first of them, were due by 15 September 2025."
    )


def test_results_after_the_closing_day_may_miss_the_next_list(monkeypatch):
    monkeypatch.setattr(
        "ratings.review.list_days.list_days", lambda: [("chess", [], dt.date(2025, 7, 1), dt.date(2025, 10, 1))]
    )
    assert late(sent("2025-09-26", "2025-09-28T23:00")) == []
    found = {finding.code: finding for finding in late(sent("2025-09-26", "2025-09-29T08:00", name="Other"))}
    assert found["after_closing"].facts["due"] == dt.date(2025, 9, 28)


def test_an_earlier_file_that_is_checked_later_keeps_its_day():
    stored = sent("2025-01-05", "2025-01-09T10:00")
    [other] = events.stored(events.report(start=stored.start, end=stored.end))
    Tournament.objects.filter(pk=other.pk).update(received_at=timezone.make_aware(dt.datetime(2025, 1, 7)))
    apply_update(stored, other, None)
    assert late(Tournament.objects.get()) == []


def test_what_a_command_brings_in_was_sent_by_no_club():
    upload = events.received(events.csv_file(events.report()))
    assert row_of(upload, 1, events.report()).received_at is None
    upload.uploaded_by = cast.secretary()
    assert row_of(upload, 1, events.report()).received_at == upload.uploaded_at


def test_each_deadline_of_a_tournament_has_a_finding():
    elsewhere = {"forward", "claim", "claim_answer", "claim_decision"}  # `forwarding` and `claims` act on these
    assert set(FINDINGS) == set(WHAT) - elsewhere
    assert {KINDS[code].clock for code in FINDINGS.values()} == set(FINDINGS) - {"announce_norms"}


@pytest.mark.parametrize(
    ("code", "days"),
    [
        ("ie-icu", [dt.date(2025, 5, 22), dt.date(2025, 6, 8)]),
        ("nl-knsb", [dt.date(2025, 5, 4), dt.date(2025, 6, 15)]),
        ("fr-ffe", [None, None]),
    ],
)
def test_each_federation_has_its_own_days_for_fide(code, days, settings):
    day = dt.date(2025, 6, 1)
    settings.FEDERATION_PROFILE = code
    found = fide.progress(Announcement(start=day, end=day))
    assert [limit and limit.due for limit in (found.registration, found.results)] == days


def test_the_receipt_says_until_when_results_may_be_sent():
    made = sent("2025-01-05", "2025-01-09T12:00")
    page = Client().get(f"/en/receipts/{made.upload.receipt}/")
    assert (
        "Results may be sent until 8 January 2025 (3 days after the last round) · Tournament rules 12 c · "
        "received on 9 January 2025 late" in pages.text(page)
    )
    assert "/en/rules/tournament-rules-12-c/" in page.content.decode()


def test_a_deadline_that_staff_amend_holds_at_once():
    longer = {"what": "results", "days": 10, "after": "last_round"}
    amend("clocks", longer, dt.date(2025, 1, 2), None, article="Decision of the board", reason="Holidays at the office")
    assert late(sent("2025-01-05", "2025-01-09T12:00")) == []


@pytest.mark.long
def test_the_page_of_a_late_tournament_links_its_rule():
    made = sent("2025-01-05", "2025-01-09T12:00")
    page = logged_in(cast.secretary()).get(f"/en/my-club/tournaments/{made.pk}/")
    assert '<a href="/en/rules/tournament-rules-12-c/">Tournament rules 12 c</a></p>' in page.content.decode()
