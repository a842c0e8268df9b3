"""A member's own pages: who they are, what they are rated, and what their games say together."""

from __future__ import annotations

import datetime as dt
import time

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Affiliation, FormerNumber, Member
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.living.renew import renew
from ratings.models import RatingList
from ratings.records import views as records
from ratings.starting_lists.create import import_ratings
from tests import cast, pages
from tests.made_once import made_once
from tests.ratings import published, scene
from tournaments.corrections.correct import correct_result, withdraw
from tournaments.formats.report import Result
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db

TABS = ("", "games/", "tournaments/", "opponents/", "record/", "calculations/")


def page(client: Client, number: int, tab: str = "", **query: str) -> str:
    return client.get(f"/en/players/{number}/{tab}", query).content.decode()


@made_once
def in_four_pools() -> None:
    """Rate the cast in each of the systems."""
    scene.started("elo", position=1)
    scene.started("cote", system="fqe", position=2)
    scene.started("go", system="ffg", position=3, standings={10001: (-437, 30), 10002: (0, 12)})
    import_ratings(
        scene.pool("blitz", system="fics", position=4),
        scene.START,
        b"matricule,rating,games,deviation,last_played\n10001,1850,20,100,2026-01-01\n10002,1650,20,50,2026-01-01\n",
    )


def test_calculations_show_the_ratings_list_by_list(client: Client) -> None:
    published.spring_list()
    assert pages.rows(page(client, 10006, "calculations/")) == [
        ["1 July 2026", "1445", "+25", "2", "7", "calculation"],
        ["1 January 2026", "1420", "", "0", "7", "starting list"],
    ]


def test_lists_of_long_ago_are_folded_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    published.spring_list()
    assert "earlier list" not in page(client, 10006, "calculations/")
    monkeypatch.setattr(records, "RECENT", 1)
    recent, earlier = page(client, 10006, "calculations/").split("<summary>1 earlier list</summary>")
    assert [row[0] for row in pages.rows(recent)] == ["1 July 2026"]
    assert [row[0] for row in pages.rows(earlier.split("</details>")[0])] == ["1 January 2026"]


@pytest.mark.long
def test_calculations_say_which_ratings_were_revised(client: Client) -> None:
    rating_list = published.spring_list()
    game = Pairing.objects.get(round=4)
    correct_result(game, Result.DRAW, Result.DRAW, cast.rating_officer(), "Both say draw.")
    publish(rate(rating_list.pool, scene.LIST, reason="Both say draw."))
    RatingList.objects.update(published_at=dt.datetime(2026, 7, 31, 22, 30, tzinfo=dt.UTC))  # of Brussels: August
    assert "published as 1445, revised on 1 August 2026" in pages.rows(page(client, 10006, "calculations/"))[0][0]
    assert "revised on" not in pages.text(page(client, 10008, "calculations/"))


@pytest.mark.long
def test_a_member_whom_a_revision_left_out_has_no_rating(client: Client) -> None:
    rating_list = published.spring_list()
    withdraw(Tournament.objects.get(), cast.rating_officer(), "It never took place.")
    publish(rate(rating_list.pool, scene.LIST, reason="It never took place."))
    assert "No rating yet." in pages.text(page(client, 10009))
    assert client.get("/players/10009/elo/2026-07/").status_code == 404
    assert client.get("/players/10009/elo/2026-07/?revision=0").status_code == 200


def test_the_overview_begins_with_rating_rank_and_places(client: Client) -> None:
    published.spring_list()
    text = pages.text(page(client, 10006))
    assert "1445 Elo , list of 1 July 2026 +25 Why 1445?" in text
    assert "Federation 7 of 8 ahead of 14 % Club 3 of 4 ahead of 33 %" in text
    assert '<meta name="description" content="Fontaine, Félix · Elo 1445">' in page(client, 10006)


def test_the_places_follow_what_is_corrected_of_members(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    published.spring_list()
    member = cast.member(10006)
    Member.objects.update(sex="M", birth_date=dt.date(1990, 1, 1))
    assert "Women" not in pages.text(page(client, 10006))
    Member.objects.filter(pk=member.pk).update(sex="F")
    monkeypatch.setattr("ratings.records.ranks.monotonic", lambda: time.monotonic() + 300)
    assert "Women 1 of 1" in pages.text(page(client, 10006))


def test_the_overview_shows_all_ratings_side_by_side(client: Client) -> None:
    in_four_pools()
    rows = {row[0]: row[1:] for row in pages.rows(page(client, 10001))}
    assert list(rows) == ["Elo 1 January 2026", "Cote 1 January 2026", "Go 1 January 2026", "Blitz 1 January 2026"]
    assert rows["Go 1 January 2026"][0] == "5k −437"
    assert rows["Elo 1 January 2026"][4] == "150 games, established"
    assert rows["Blitz 1 January 2026"][4].startswith("RD 100.0 (today ")
    assert "(95 % sure)" in rows["Blitz 1 January 2026"][4]


def test_the_overview_shows_the_fide_rating_with_a_link_and_not_of_a_hidden_member(client: Client) -> None:
    cast.everybody()
    Member.objects.filter(key=10001).update(fide_rating=1912)
    scene.started()
    shown = page(client, 10001)
    assert "FIDE rating 1912" in pages.text(shown)
    assert 'href="https://ratings.fide.com/profile/990001"' in shown
    Member.objects.filter(key=10001).update(hidden=True)
    assert "990001" not in page(client, 10001)


def test_the_overview_draws_a_point_for_each_tournament_and_one_for_the_list_before(client: Client) -> None:
    published.spring_list()
    chart = page(client, 10006).split('<svg class="career"')[1].split("</svg>\n")[0]
    assert 'aria-label="1445 +24.96 (2/2), Spring Open, 4 March 2026"' in chart
    assert 'aria-label="1420, list of 1 January 2026"' in chart
    assert "highest 1445" in chart
    assert "lowest 1420" in chart
    assert 'x="0" dx="-8" y="19.0%"' in page(client, 10006)  # with a point, also in French
    assert ",0%" not in client.get("/players/10006/").text.split('<svg class="career"')[1].split("</svg>\n")[0]


def test_the_chart_shows_the_rating_of_today_as_not_official(client: Client) -> None:
    pool = published.spring_list().pool
    scene.tournament(["10006 10003 0-1"], name="Autumn", start=dt.date(2026, 9, 5))
    renew(pool)
    chart = page(client, 10006).split('<svg class="career"')[1]
    today = cast.member(10006).living_ratings.get().rating
    assert f"Elo {today} today" in chart
    assert 'class="s1 live"' in chart
    assert 'class="dot live"' in chart


@pytest.mark.parametrize("query", [{"pool": "nothing"}, {"years": "2"}, {"years": "x"}])
def test_a_chart_that_cannot_be_is_not_found(client: Client, query: dict[str, str]) -> None:
    published.spring_list()
    assert client.get("/en/players/10006/", query).status_code == 404


@pytest.mark.long
def test_the_latest_tournaments_show_what_they_changed_and_a_first_rating_as_such(client: Client) -> None:
    scene.started("cote", system="fqe")
    games = ["10001 10009 1-0", *(f"10009 1000{number} 1-0" for number in (2, 3, 4, 5, 6, 7))]
    scene.tournament(games, name="Beginners Cup")
    scene.published(scene.RatingPool.objects.get())
    newcomer = pages.rows(page(client, 10009))[-1]
    rating = scene.line(RatingList.objects.first(), 10009).rating
    assert newcomer[0] == "Beginners Cup 1 March 2026"
    assert newcomer[2] == f"first rating {rating}"
    assert pages.rows(page(client, 10009, "tournaments/"))[0][-1] == f"first rating {rating}"
    assert {row[-1] for row in pages.rows(page(client, 10009, "games/"))} == {""}
    assert pages.rows(page(client, 10001))[-1][2].startswith("+")


def test_games_are_reported_with_colour_opponent_rating_expectation_and_points(client: Client) -> None:
    published.spring_list()
    rows = pages.rows(page(client, 10006, "games/"))
    assert [row[1:4] for row in rows] == [
        ["W", "Janssens, Jef 4 March 2026 · Spring Open · not counted", ""],
        ["W", "Claes, Chloé 3 March 2026 · Spring Open", "1500"],
        ["B", "Evrard, Élodie 2 March 2026 · Spring Open", "1150"],
    ]
    assert [row[4:6] for row in rows] == [["", "1"], ["0.39", "1"], ["0.83", "1"]]
    assert sum(float(row[6]) for row in rows if row[6]) == pytest.approx(25, abs=0.5)


@pytest.mark.long
def test_games_are_filtered_by_colour_result_strength_and_year(client: Client) -> None:
    published.spring_list()
    counts = {"": 3, "white": 2, "black": 1, "won": 3, "stronger": 1, "not_counted": 1, "nonsense": 3}
    assert {name: len(pages.rows(page(client, 10006, "games/", only=name))) for name in counts} == counts
    assert len(pages.rows(page(client, 10006, "games/", year="2026"))) == 3
    assert len(pages.rows(page(client, 10006, "games/", year="1999"))) == 3
    assert "Lost" not in pages.text(page(client, 10006, "games/")).split("Opponent")[0]
    assert client.get("/en/players/10006/games/?pool=nothing").status_code == 404


def test_outsiders_are_named_as_their_file_has_them(client: Client) -> None:
    published.spring_list()
    assert "~2100" in pages.rows(page(client, 10004, "games/"))[-1][2]


def test_tournaments_are_reported_with_score_performance_and_change(client: Client) -> None:
    published.spring_list()
    scene.tournament(["10006 10007 1-0"], name="Rapid Cup", start=dt.date(2026, 8, 1), unrated_history=True)
    shown = page(client, 10006, "tournaments/")
    row = pages.rows(shown)[0]
    assert row[1] == "Spring Open 4 March 2026 1 1 1"
    assert row[2:4] == ["3/3", "1725"]
    assert row[4] == "+24.96"
    assert "Rapid Cup" in shown.split("Not rated in Elo")[1]


def test_what_a_merged_record_played_is_on_the_pages_of_the_remaining_one(client: Client) -> None:
    cast.everybody()
    scene.tournament(["10002 10003 1-0"], name="Under the other record")
    Member.objects.filter(key=10002).update(merged_into=cast.member(10001))
    assert "Under the other record" in page(client, 10001, "tournaments/")
    for tab in TABS:
        answer = client.get(f"/en/players/10002/{tab}")
        assert (answer.status_code, answer["Location"]) == (301, f"/en/players/10001/{tab}")


def test_opponents_are_listed_the_most_frequent_first_with_a_link_to_head_to_head(client: Client) -> None:
    scene.started()
    scene.tournament(["10001 10002 1-0", "10003 10001 1-0", "10002 10001 1/2"])
    scene.published(scene.RatingPool.objects.get())
    shown = page(client, 10001, "opponents/")
    assert [row[:4] for row in pages.rows(shown)] == [
        ["Baeten, Bram", "2", "1 · 1 · 0", "1½"],
        ["Claes, Chloé", "1", "0 · 0 · 1", "0"],
    ]
    assert 'href="/en/head-to-head/?player=10001&amp;player=10002"' in shown


def test_the_record_counts_colours_bands_best_wins_runs_and_milestones(client: Client) -> None:
    published.spring_list()
    shown = page(client, 10006, "record/")
    rows = {row[0]: row[1:] for row in pages.rows(shown)}
    assert rows["W White"] == ["2", "2", "0", "0", "100 %"]
    assert rows["B Black"] == ["1", "1", "0", "0", "100 %"]
    assert rows["1000 – 1199"][:3] == ["1", "1", "0.8"]
    assert rows["1400 – 1599"][:3] == ["1", "1", "0.4"]
    text = pages.text(shown)
    assert "W Claes, Chloé Spring Open, 3 March 2026 1500" in text
    assert "Highest rating of a list: 1445 1 July 2026 · Rank 7" in text
    assert "Longest run: 3 wins" in text
    assert "Starting list 1 January 2026 · 1420" in text


def test_the_record_says_how_many_games_a_first_rating_still_takes(client: Client) -> None:
    pool = published.spring_list().pool
    scene.tournament(["10009 10001 1-0"], name="Autumn", start=dt.date(2026, 9, 5))
    renew(pool)
    assert "8 more games that count make a first rating (of 10)." in pages.text(page(client, 10009, "record/"))


def test_a_member_without_games_has_pages_that_say_so(client: Client) -> None:
    cast.everybody()
    for tab in TABS:
        answer = client.get(f"/en/players/10001/{tab}")
        assert answer.status_code == 200, tab
        assert "Aerts, Anna" in answer.text


@pytest.mark.long
def test_no_page_names_a_hidden_member(client: Client) -> None:
    pool = published.spring_list().pool
    scene.tournament(["10008 10001 1-0"], name="Autumn", start=dt.date(2026, 9, 5))
    renew(pool)
    Member.objects.filter(key=10008).update(hidden=True, title="WGM")
    addresses = [f"/en/players/{number}/{tab}" for number in (10001, 10007, 10008) for tab in TABS]
    addresses += ["/en/head-to-head/?player=10008&player=10001", "/en/players/10008/elo/today/"]
    for address in addresses:
        words = set(pages.text(client.get(address)).replace(",", " ").replace("?", " ").split())
        assert not {"Hermans", "Hanne", "WGM", "990008"} & words, address
    for tab in TABS:
        assert "noindex" in page(client, 10008, tab), tab
        assert "noindex" in page(client, 10009, tab), tab  # a minor


def test_the_overview_shows_the_age_category_and_no_year_of_birth(client: Client) -> None:
    cast.everybody()
    text = pages.text(page(client, 10010))
    assert "S65" in text
    assert "1948" not in text


def test_the_overview_joins_the_seasons_that_follow_on_each_other_in_one_club(client: Client) -> None:
    member = cast.member(10001)
    before, after = {"start": "2024-09-01", "end": "2025-08-31"}, {"start": "2026-09-01", "end": "2027-08-31"}
    Affiliation.objects.create(member=member, club=cast.club(101), **before)
    Affiliation.objects.create(member=member, club=cast.club(201), **after)
    Affiliation.objects.create(member=member, club=cast.club(101), start="2021-09-01", end="2022-08-31")
    days = ("Cavalier Noir 1 September 2026 – 31 August 2027", "Tour Blanche 1 September 2024 – 31 August 2026")
    assert " ".join((*days, "Tour Blanche 1 September 2021 – 31 August 2022")) in pages.text(page(client, 10001))


def test_a_former_number_leads_to_the_member_until_another_person_gets_it(client: Client) -> None:
    member = cast.member(10001)
    FormerNumber.objects.create(member=member, number="94", end=dt.date(1994, 12, 31))
    moved = client.get("/players/94/?years=3")
    assert (moved.status_code, moved["Location"]) == (302, "/players/10001/?years=3")
    assert "Member number 94 until 31 December 1994." in pages.text(page(client, 10001))
    Member.objects.create(number="94", last_name="Baeten")
    shown = page(client, 94)
    assert "Another person had the number 94 until 31 December 1994: 10001 ." in pages.text(shown)
    assert 'href="/en/players/10001/"' in shown


def test_there_is_no_page_for_an_unknown_number(client: Client) -> None:
    for tab in TABS:
        assert client.get(f"/players/4711/{tab}").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 6])
def test_each_page_makes_a_constant_number_of_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    pool = scene.started(months=[1, 7])
    for _ in range(count // 2):
        published.open_of(count)
    publish(rate(pool, scene.LIST))
    scene.tournament(["10001 10002 1-0"] * count, name="Autumn", start=dt.date(2026, 9, 5))
    renew(pool)
    client.get("/en/players/10001/")  # the places in the list are known from then on
    for tab, most in zip(TABS, (8, 6, 6, 6, 8, 5), strict=True):
        with django_assert_max_num_queries(most):
            assert client.get(f"/en/players/10001/{tab}").status_code == 200
