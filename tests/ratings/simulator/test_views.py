"""The page of the simulator: everything stands in its address, and whatever is wrong gets one sentence."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from ratings.models import RatingPool
from ratings.pools.creation import create_pool
from tests import cast, pages
from tests.ratings import published, scene
from tests.ratings.simulator.test_simulate import pool

pytestmark = pytest.mark.django_db

PAGE = "/en/players/10001/simulator/"
LIVE = {"HX-Request": "true"}


def words(page: HttpResponse) -> list[str]:
    """Return the games that the page holds."""
    return [part.split('"')[0] for part in page.content.decode().split('name="g" value="')[1:]]


def asked(client: Client, query: str, member: int = 10001) -> HttpResponse:
    return client.get(f"/en/players/{member}/simulator/?{query}", follow=True)


def said(client: Client, query: str, member: int = 10001) -> str:
    return pages.text(asked(client, query, member))


@pytest.fixture
def elo() -> RatingPool:
    """Return the pool of `published.spring_list`."""
    return published.spring_list().pool


@pytest.mark.long
@pytest.mark.usefixtures("elo")
def test_a_game_against_a_rating_a_matricule_or_a_name_is_added(client: Client) -> None:
    assert words(asked(client, "opponent=1850&add=1")) == ["1850.1"]
    assert words(asked(client, "g=1850.1&opponent=10002&add=h")) == ["1850.1", "m10002.h"]
    assert words(asked(client, "g=1850.1&opponent=baeten&add=0")) == ["1850.1", "m10002.0"]
    assert words(asked(client, "pick=m10004.h")) == ["m10004.h"]


@pytest.mark.usefixtures("elo")
def test_an_address_that_asks_for_a_change_leads_to_the_one_that_has_it(client: Client) -> None:
    answer = client.get(f"{PAGE}?g=1850.1&opponent=1700&add=h&goal=1900&find=1")
    assert (answer.status_code, answer["Location"]) == (302, f"{PAGE}?g=1850.1&g=1700.h&goal=1900")


@pytest.mark.long
@pytest.mark.usefixtures("elo")
def test_games_are_changed_and_removed(client: Client) -> None:
    games = "g=1850.1&g=m10002.h&g=1500.0&"
    assert words(asked(client, f"{games}set=2.0")) == ["1850.1", "m10002.0", "1500.0"]
    assert words(asked(client, f"{games}remove=1")) == ["m10002.h", "1500.0"]
    assert words(asked(client, f"{games}clear=1")) == []
    for nonsense in (
        "set=9.1",
        "set=1.7",
        "set=",
        "remove=0",
        "remove=4",
        "remove=x",
        "add=7",
        "add=²",
        "remove=" + "9" * 5000,
    ):
        assert words(asked(client, games + nonsense)) == ["1850.1", "m10002.h", "1500.0"]


@pytest.mark.usefixtures("elo")
def test_the_page_shows_before_after_and_every_line(client: Client) -> None:
    page = asked(client, "g=1850.1")
    assert "1799 → becomes 1813 +14" in pages.text(page)
    assert [row[-1] for row in pages.rows(page) if len(row) > 1] == ["+13.68", "+0.32"]


@pytest.mark.long
@pytest.mark.usefixtures("elo")
def test_the_next_hundred_is_the_goal_unless_another_is_asked_for(client: Client) -> None:
    assert "How do I get to 1800?" in said(client, "")
    assert "1800 needs ½ out of 1: that gives 1801." in said(client, "g=1850.1")
    text = said(client, "g=1850.1&goal=1850&n=10&r=1800")
    assert "How do I get to 1850?" in text
    assert "1850 needs 7 out of 10: that gives 1861." in text
    assert "1900 cannot be reached with these games: even 1 out of 1 gives 1813." in said(client, "g=1850.1&goal=1900")
    assert "1500 is reached even without a point: 0 out of 1 gives 1789." in said(client, "g=1850.1&goal=1500")
    assert "What if?" in said(client, "goal=")


@pytest.mark.usefixtures("elo")
@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("add=1", "Enter the opponent: a rating or a name."),
        ("opponent=nobody&add=1", "No member has this name or number."),
        ("opponent=99999&add=1", "No member has this name or number."),
        ("opponent=10001&add=1", "A player cannot play against themselves."),
        ("opponent=99&add=1", "No member has this name or number."),
        ("g=1850.1&g=m99999.1", "Game 2: no member has the number 99999."),
        ("g=m10001.1", "Game 1: a player cannot play against themselves."),
        ("g=1850.7", "Game 1: “1850.7” is not a game."),
        ("g=aerts.1", "Game 1: “aerts.1” is not a game."),
        ("g=.", "Game 1: “.” is not a game."),
        ("g=1850.1.x", "Game 1: “1850.1.x” is not a game."),
        ("goal=high", "Goal: Enter a rating from 100 to 3500."),
        ("goal=99999", "Goal: Enter a rating from 100 to 3500."),
        ("goal=1900&n=61&r=1800", "Further games: Ensure this value is less than or equal to 60."),
        ("goal=1900&n=10", "Against: Enter the strength of these opponents."),
        ("goal=1900&r=1800", "Further games: Enter the number of games against them."),
    ],
)
def test_what_is_wrong_gets_one_sentence_with_its_place(client: Client, query: str, sentence: str) -> None:
    assert sentence in said(client, query)


@pytest.mark.usefixtures("elo")
def test_what_cannot_be_read_leaves_the_other_games(client: Client) -> None:
    assert "1799 → becomes 1813" in said(client, "g=nonsense&g=1850.1&g=%00.1")


@pytest.mark.usefixtures("elo")
def test_several_of_one_name_are_offered_to_choose_from(client: Client) -> None:
    Member.objects.create(number="10011", last_name="Baeten", first_name="Bea")
    page = asked(client, "opponent=baeten&add=1")
    assert words(page) == []
    assert "Several members have this name: choose one of them." in pages.text(page)
    for pick in ("m10002.1", "m10002.h", "m10002.0", "m10011.1"):
        assert f'name="pick" value="{pick}"' in page.content.decode()


@pytest.mark.long
@pytest.mark.usefixtures("elo")
def test_at_most_sixty_games_fit_in(client: Client) -> None:
    sixty = "&".join(["g=1800.h"] * 60)
    page = asked(client, f"{sixty}&g=1800.h&opponent=1900&add=1")
    assert len(words(page)) == 60
    assert "At most 60 games can be entered. 1 game was left out." in pages.text(page)


@pytest.mark.long
def test_the_games_since_the_last_list_are_in_it_unless_they_are_left_out(client: Client) -> None:
    pool("frbe")
    box = "With the games accepted since the last list"
    assert "1800 → becomes 1811" in said(client, "")
    assert box in said(client, "")
    assert "1800 → becomes 1800" in said(client, "since=0")
    assert box in said(client, "since=0")
    assert "1800 → becomes 1811" in said(client, "since=0&since=1")
    assert box not in said(client, "", 10006)


@pytest.mark.long
def test_a_go_player_enters_handicap_and_board(client: Client) -> None:
    pool("ffg")
    query = "opponent=8k&add=1&colour=w&handicap=3&board=13&pace=rapid"
    page = asked(client, query)
    assert words(page) == ["8k.1.w3.13.rapid"]
    text = pages.text(page)
    assert "· I play White · 3 stones · 13 × 13 · rapid" in text
    assert "How do I get to 4k?" in text
    assert '<option value="3" selected>' in page.content.decode()
    assert words(asked(client, "opponent=-120&add=0")) == ["-120.0.b"]
    assert words(asked(client, "opponent=8k&add=1&colour=x&handicap=99&board=7&pace=x")) == ["8k.1.b"]
    assert "Goal: Enter a grade such as 5k or 1d." in said(client, "goal=1800x")
    assert 'name="add" value="h"' not in page.content.decode()


@pytest.mark.long
def test_chess_and_go_have_each_their_own_games(client: Client) -> None:
    pool("ffg")
    create_pool("elo", "frbe")
    assert "Handicap stones" in said(client, "")
    assert "Handicap stones" not in said(client, "d=chess")
    assert "Handicap stones" in said(client, "d=go&opponent=5k&add=1")
    assert words(asked(client, "d=go&opponent=5k&add=1")) == ["5k.1.b"]
    assert "Handicap stones" in said(client, "d=bughouse")


def test_fics_shows_how_sure_a_rating_is(client: Client) -> None:
    pool("fics")
    assert "RD 60.0 → " in said(client, "g=1850.1")


def test_without_a_pool_the_page_says_so(client: Client) -> None:
    cast.everybody()
    assert "These games do not count for any rating." in said(client, "g=1850.1")


@pytest.mark.long
def test_a_new_player_gets_a_first_rating(client: Client) -> None:
    scene.started()
    twenty = "&".join(["g=1500.1", "g=1500.0"] * 10)
    assert "– → becomes 1500 provisional" in said(client, "&".join(["g=1500.1", "g=1500.0"] * 5), 10009)
    assert "– → becomes 1500 established" in said(client, twenty, 10009)
    assert "No rating yet. 1 game so far: too few for a rating." in said(client, "g=1500.1", 10009)
    out_of_reach = "1700 cannot be reached with these games: they are too few for a rating."
    assert out_of_reach in said(client, "g=1500.1&goal=1700", 10009)
    assert "– →" not in said(client, "g=1500.1", 10009)


@pytest.mark.usefixtures("elo")
def test_hidden_members_keep_their_names(client: Client) -> None:
    Member.objects.filter(key__in=[10001, 10002]).update(hidden=True)
    text = said(client, "g=m10002.1&opponent=baeten")
    assert "Member 10001" in text
    assert "Member 10002" in text
    assert "Baeten" not in text


@pytest.mark.usefixtures("elo")
def test_a_merged_record_leads_to_the_remaining_one(client: Client) -> None:
    Member.objects.filter(key=10002).update(merged_into=Member.objects.get(key=10001))
    answer = client.get("/en/players/10002/simulator/?g=1850.1&g=1700.h")
    assert (answer.status_code, answer["Location"]) == (301, f"{PAGE}?g=1850.1&g=1700.h")
    assert client.get("/en/players/4711/simulator/").status_code == 404
    Member.objects.filter(key=10003).update(merged_into=Member.objects.get(key=10004))
    assert "Dubois, Didier" in said(client, "g=m10003.1")


@pytest.mark.usefixtures("elo")
def test_htmx_gets_the_part_that_changes_and_the_address(client: Client) -> None:
    answer = client.get(f"{PAGE}?g=1850.1&opponent=1700&add=h", headers=LIVE)
    assert "<html" not in answer.content.decode()
    assert words(answer) == ["1850.1", "1700.h"]
    assert answer["HX-Push-Url"] == f"{PAGE}?g=1850.1&g=1700.h"
    assert "Elo: 1799 → 1809." in pages.text(answer)


@pytest.mark.usefixtures("elo")
def test_opponents_are_found_as_one_types(client: Client) -> None:
    page = client.get(f"{PAGE}opponents/?d=chess&opponent=bae").content.decode()
    assert "Baeten, Bram" in page
    assert 'value="m10002.h"' in page
    assert client.get(f"{PAGE}opponents/?d=chess&opponent=1850").content.decode().strip() == ""


@pytest.mark.usefixtures("elo")
def test_search_engines_are_kept_out(client: Client) -> None:
    page = client.get(PAGE)
    assert page["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in page.content.decode()


@pytest.mark.long
@pytest.mark.parametrize("games", [1, 3])
def test_page_costs_eleven_queries_and_five_more_with_games_since_the_last_list(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, games: int
) -> None:
    pool("frbe")
    query = "&".join(f"g=m{number}.1" for number in (10006, 10005, 10008)[:games])
    with django_assert_num_queries(11):
        client.get(f"/players/10007/simulator/?{query}&goal=1800")
    with django_assert_num_queries(16):
        client.get(f"{PAGE}?{query}&goal=1900")


def test_the_opponents_cost_five_queries(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    published.crowd(scene.pool(), 3)
    for name in ("Crowd 20001", "Crowd"):
        with django_assert_num_queries(5):
            client.get(f"/players/20002/simulator/opponents/?d=chess&opponent={name}")
