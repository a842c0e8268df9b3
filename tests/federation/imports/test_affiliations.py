"""federation/imports/affiliations.py"""

import datetime as dt

import pytest

from federation.imports.affiliations import changes
from federation.members.affiliations import AffiliationError
from federation.models import Affiliation, Club, Member

WHITE, BLACK = Club(pk=1, number="101", name="White"), Club(pk=2, number="201", name="Black")
JAN = Member(pk=1, number="20001", last_name="Peeters", first_name="Jan")
DAY = dt.date(2026, 3, 1)  # of the season 2025-09-01 - 2026-08-31


def interval(club: Club | None, start: str, end: str | None, **facts: object) -> Affiliation:
    last = dt.date.fromisoformat(end) if end else None
    return Affiliation(pk=7, member=JAN, club=club, start=dt.date.fromisoformat(start), end=last, **facts)


def shown(intervals: list[Affiliation], club: Club | None = None, **values: object) -> list[str]:
    """Return each change: the interval before and after."""
    found = changes(JAN, intervals, values, club, DAY)
    assert len(found.shown) == len(found.added) + len(found.changed) + len(found.removed)
    return [f"{_said(before)} -> {_said(after)}" for before, after in found.shown]


def _said(facts: tuple[Club | None, dt.date, dt.date | None] | None) -> str:
    return "nothing" if facts is None else f"{facts[0].number if facts[0] else 0} {facts[1]} {facts[2]}"


SEASON = "2025-09-01 2026-08-31"


# -- Affiliated now -------------------------------------------------------------------------------------------------


def test_affiliated_means_the_season_of_the_day():
    assert shown([], WHITE, affiliated=True) == [f"nothing -> 101 {SEASON}"]
    assert shown([], None, affiliated=True) == [f"nothing -> 0 {SEASON}"]


def test_a_club_alone_means_affiliated():
    assert shown([], WHITE) == [f"nothing -> 101 {SEASON}"]


def test_members_affiliated_there_already_are_unchanged():
    assert shown([interval(WHITE, "2020-01-01", None)], WHITE, affiliated=True) == []
    assert shown([interval(WHITE, "2020-01-01", None)], None, affiliated=True) == []


def test_another_club_ends_the_affiliation_as_a_transfer():
    before = interval(WHITE, "2025-09-01", "2026-08-31")
    assert shown([before], BLACK) == [
        f"101 {SEASON} -> 101 2025-09-01 2026-02-28",
        "nothing -> 201 2026-03-01 2026-08-31",
    ]
    assert before.end_cause == "transfer"


def test_a_transfer_keeps_the_kind_of_affiliation():
    found = changes(JAN, [interval(WHITE, "2025-09-01", "2026-08-31", kind="youth")], {}, BLACK, DAY)
    assert [each.kind for each in found.added] == ["youth"]


def test_a_missing_club_is_filled_in_and_corrected_on_the_first_day():
    assert shown([interval(None, "2025-09-01", "2026-08-31")], BLACK) == [f"0 {SEASON} -> 201 {SEASON}"]
    assert shown([interval(WHITE, "2026-03-01", "2026-08-31")], BLACK) == [
        "101 2026-03-01 2026-08-31 -> 201 2026-03-01 2026-08-31"
    ]


def test_the_season_is_cut_where_other_affiliations_begin_and_end():
    ended, coming = interval(BLACK, "2025-09-01", "2025-12-31"), interval(BLACK, "2026-07-01", None)
    assert shown([ended, coming], WHITE) == ["nothing -> 101 2026-01-01 2026-06-30"]
    assert shown([interval(WHITE, "2020-09-01", "2021-08-31")], WHITE) == [f"nothing -> 101 {SEASON}"]


# -- Not affiliated now ---------------------------------------------------------------------------------------------


def test_not_affiliated_ends_what_holds_on_the_day():
    before = interval(WHITE, "2025-09-01", "2026-08-31")
    assert shown([before], WHITE, affiliated=False) == [f"101 {SEASON} -> 101 2025-09-01 2026-02-28"]
    assert before.end_cause == "expired"


def test_an_affiliation_starting_that_day_is_removed():
    assert shown([interval(WHITE, "2026-03-01", None)], None, affiliated=False) == ["101 2026-03-01 None -> nothing"]


def test_other_years_and_affiliations_ex_officio_stay():
    assert shown([interval(WHITE, "2024-09-01", "2025-08-31")], None, affiliated=False) == []
    assert shown([interval(WHITE, "2025-09-01", "2026-08-31", ex_officio=True)], None, affiliated=False) == []


def test_a_row_that_says_nothing_changes_nothing():
    assert shown([interval(WHITE, "2025-09-01", "2026-08-31")]) == []


# -- Days that are given --------------------------------------------------------------------------------------------

FROM, TO = dt.date(2024, 1, 1), dt.date(2024, 8, 31)


def test_given_days_are_taken_as_they_are():
    assert shown([], WHITE, affiliated_from=FROM, affiliated_to=TO) == ["nothing -> 101 2024-01-01 2024-08-31"]
    assert shown([], WHITE, affiliated_from=FROM) == ["nothing -> 101 2024-01-01 None"]
    assert shown([], WHITE, affiliated_to=TO) == ["nothing -> 101 2023-09-01 2024-08-31"]
    assert shown([], WHITE, affiliated=False, affiliated_from=FROM, affiliated_to=TO) == [
        "nothing -> 101 2024-01-01 2024-08-31"
    ]


def test_the_same_first_day_corrects_the_stored_affiliation():
    assert shown([interval(WHITE, "2024-01-01", None)], BLACK, affiliated_from=FROM, affiliated_to=TO) == [
        "101 2024-01-01 None -> 201 2024-01-01 2024-08-31"
    ]
    for club in (WHITE, None):
        assert shown([interval(WHITE, "2024-01-01", "2024-08-31")], club, affiliated_from=FROM) == []


def test_days_within_an_affiliation_of_the_same_club_are_known_already():
    assert shown([interval(WHITE, "2020-01-01", None)], WHITE, affiliated_from=FROM, affiliated_to=TO) == []
    assert shown([interval(WHITE, "2020-01-01", "2024-08-31")], None, affiliated_from=FROM, affiliated_to=TO) == []


@pytest.mark.parametrize(
    ("club", "start", "end"),
    [(BLACK, "2020-01-01", None), (WHITE, "2024-08-31", None), (WHITE, "2020-01-01", "2024-01-01")],
)
def test_days_that_run_into_another_affiliation_are_refused(club, start, end):
    with pytest.raises(AffiliationError, match="^20001 Peeters, Jan is already affiliated"):
        shown([interval(club, start, end)], WHITE, affiliated_from=FROM, affiliated_to=TO)


@pytest.mark.parametrize(
    ("start", "end"), [("0206-09-01", "2026-08-31"), ("2999-09-01", None), (None, "0001-08-31"), (None, "9999-12-31")]
)
def test_days_in_another_century_are_refused(start, end):
    days = {"affiliated_from": start, "affiliated_to": end}
    said = {name: dt.date.fromisoformat(day) for name, day in days.items() if day}
    with pytest.raises(AffiliationError, match=r"^An affiliation cannot start on .*: check the year\."):
        shown([], WHITE, **said)


@pytest.mark.parametrize("day", [dt.date(1, 1, 1), dt.date(9999, 12, 31)])
def test_a_list_of_another_century_is_refused(day):
    with pytest.raises(AffiliationError, match=r"^An affiliation cannot start on .*: check the year\."):
        changes(JAN, [], {"affiliated": True}, WHITE, day)


def test_days_in_the_wrong_order_are_refused():
    with pytest.raises(AffiliationError, match="cannot end before it starts"):
        shown([], WHITE, affiliated_from=TO, affiliated_to=FROM)
