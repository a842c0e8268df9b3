"""What is counted at night, and the pages that show it."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from federation.identity.seasons import bounds, season_year
from federation.models import Affiliation, Job, Member, Sign
from leagues.matches import results
from ratings.statistics import counting, games, members
from ratings.statistics.small_counts import joined, part
from tests import cast, pages
from tests.leagues import scene as league
from tests.leagues.matches.test_results import seen
from tests.ratings import scene

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate()
THIS = season_year(TODAY)
SUBJECTS = ("ages", "members", "retention", "activity", "confirmed")


def member_in(people: range, *years: int) -> None:
    """Affiliate so many new members in these seasons."""
    for key in people:
        member = Member.objects.create(number=str(key), last_name=f"M{key}", sex="MF"[key % 2], birth_date=born(key))
        for year in years:
            first, last = bounds(year)
            Affiliation.objects.create(member=member, start=first, end=last)


def born(key: int) -> dt.date:
    return dt.date(TODAY.year - 10 - key % 30, 1, 1)


def test_a_band_with_a_few_people_is_joined_to_its_neighbour() -> None:
    assert joined([[0, 4, 0, 0], [5, 9, 2, 7], [10, 14, 4, 0], [15, 19, 0, 9]]) == [[0, 14, 6, 7], [15, 19, 0, 9]]
    assert joined([[0, 4, 6, 7], [5, 9, 0, 3]]) == [[0, 9, 6, 10]]
    assert joined([[0, 4, 3, 7], [5, 9, 0, 3]]) == []
    assert (part(7, 14), part(0, 9), part(9, 9), part(4, 20), part(18, 20)) == (7, 0, 9, None, None)


def test_members_of_a_season_are_new_or_back_and_small_numbers_are_not_shown() -> None:
    member_in(range(20000, 20010), THIS - 2, THIS - 1)
    member_in(range(20010, 20020), THIS - 2)
    member_in(range(20020, 20028), THIS - 1, THIS)
    assert members.by_season(TODAY) == [
        {"year": THIS - 2, "members": 20, "new": None, "before": None, "back": None},
        {"year": THIS - 1, "members": 18, "new": 8, "before": 20, "back": 10},
        {"year": THIS, "members": 8, "new": 0, "before": 18, "back": 8},
    ]
    Affiliation.objects.filter(member__key__gte=20024, start=bounds(THIS)[0]).delete()
    assert members.by_season(TODAY)[-1]["year"] == THIS - 1


def test_ages_are_shown_for_women_and_men_separately_where_there_are_enough() -> None:
    member_in(range(20000, 20060), THIS)
    bands = [[10, 19, 10, 10], [20, 29, 10, 10], [30, 39, 10, 10]]
    assert members.by_age(TODAY) == {"by_sex": True, "bands": bands, "unknown": 0}
    Member.objects.filter(key__lt=20006).update(birth_date=None)
    Member.objects.filter(sex="F").exclude(key=20051).update(sex="M")
    bands = [[10, 14, 10], [15, 19, 10], [20, 24, 10], [25, 29, 10], [30, 34, 5], [35, 39, 9]]
    assert members.by_age(TODAY) == {"by_sex": False, "bands": bands, "unknown": 6}


def test_games_are_counted_by_month_with_their_players() -> None:
    last_month = TODAY.replace(day=1) - dt.timedelta(days=1)
    played = ["10001 10002 1-0", "10003 10004 0-1", "10005 10006 1/2", "10007 10008 +-", "10009 10010 *"]
    cast.everybody()
    scene.tournament(played, start=last_month, end=last_month)
    scene.tournament(["10001 10002 1-0"], start=TODAY, end=TODAY)
    months, seasons = games.count(TODAY)
    assert months[-2:] == [
        {"month": f"{last_month:%Y-%m}", "games": 3, "players": 6},
        {"month": f"{TODAY:%Y-%m}", "games": None, "players": None},
    ]
    assert sum(season["games"] for season in seasons) == 4
    assert sum(season["confirmed"] for season in seasons) == 0


@pytest.mark.long
def test_a_game_is_confirmed_once_both_captains_have_confirmed_it() -> None:
    season = league.started()
    match = league.entered(season, league.revealed(season, season.match(101, 201)), "10", "==")
    played = scene.tournament(["10001 10004 1-0"], start=match.day, end=match.day)
    match.boards.filter(number=1).update(pairing=played.pairings.get())
    day = match.day + dt.timedelta(days=30)
    results.confirm(match.pk, "home", season.captain(match, "home"), seen(match))
    assert games.count(day).seasons[-1]["confirmed"] == 0
    results.confirm(match.pk, "away", season.captain(match, "away"), seen(match))
    assert games.count(day).seasons == [{"year": season_year(match.day), "games": 1, "confirmed": 1}]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_page_says_that_its_figures_are_being_calculated_or_too_few(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, subject: str
) -> None:
    with django_assert_num_queries(1):
        assert "These figures are being calculated." in pages.text(client.get(f"/en/statistics/{subject}/"))
    counting.count()
    with django_assert_num_queries(1):
        assert "There are too few members or games" in pages.text(client.get(f"/en/statistics/{subject}/"))


def test_the_pages_show_what_was_counted(client: Client) -> None:
    member_in(range(20000, 20010), THIS - 1, THIS)
    member_in(range(20010, 20020), THIS)
    scene.tournament(["20000 20001 1-0", "20002 20003 0-1", "20004 20005 1/2"], start=TODAY, end=TODAY)
    counting.queue()
    assert Job.objects.filter(kind="statistics").count() == 1
    counting.count()
    counting.queue()
    assert Job.objects.filter(kind="statistics").count() == 1
    shown = {subject: pages.rows(client.get(f"/en/statistics/{subject}/")) for subject in SUBJECTS}
    assert [row[1:] for row in shown["members"]] == [["20", "10"], ["10", "–"]]
    assert [row[1:] for row in shown["retention"]] == [["10", "10", "100 %"]]
    assert shown["activity"][0][1:] == ["6", "3"]
    assert shown["confirmed"][0][1:] == ["3", "0", "0 %"]
    assert sum(int(cell) for row in shown["ages"] for cell in row[1:]) == 20
    assert client.get("/en/statistics/nothing/").status_code == 404
    assert Sign.objects.get(part="statistics").facts["day"] == TODAY.isoformat()
