"""The pages of rating lists."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member, public_order
from federation.search import index
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingList
from ratings.starting_lists.create import import_ratings
from tests import cast, pages
from tests.ratings import published, scene
from tournaments.corrections.correct import correct_result
from tournaments.formats.report import Result
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db
LIST = "/en/lists/elo/2026-07/"


@pytest.fixture
def rating_list() -> RatingList:
    return published.spring_list()


def ranks(client: Client, query: str = "") -> list[int]:
    """Return the ranks on the list's page, from above. Beside the places within a filter they are the second column."""
    page = client.get(LIST + query)
    return [int(cell) for cell in pages.column(page, int("Place of all Name" in pages.text(page)))]


def test_a_list_stands_in_order_of_rank(client: Client, rating_list: RatingList) -> None:
    rows = pages.rows(client.get(LIST))
    assert rows[0] == ["1", "Hermans, Hanne Pion Passé", "Pion Passé", "2207", "−3", "1", "311", "March 2026"]
    assert rows[6] == ["7", "Fontaine, Félix Cavalier Noir", "Cavalier Noir", "1445", "+25", "2", "24", "March 2026"]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6", "7", "8"]


def test_the_latest_list_has_an_address_that_stays(client: Client, rating_list: RatingList) -> None:
    assert pages.rows(client.get("/en/lists/elo/")) == pages.rows(client.get(LIST))


@pytest.mark.long
def test_a_day_that_is_no_first_of_a_month_has_its_own_address(client: Client) -> None:
    day = scene.LIST.replace(day=15)
    published.spring_list(date=day)
    assert client.get("/lists/elo/2026-07-15/").status_code == 200
    assert client.get("/lists/elo/2026-07/").status_code == 404


def test_filters_narrow_a_list(client: Client, rating_list: RatingList) -> None:
    index.build()
    found = {
        "?club=201": [2, 3, 7, 8],
        "?league=900": [1],
        "?sex=F": [1, 4, 6, 8],
        "?sex=F&club=201": [8],
        "?age=U18": [8],
        "?age=U20": [8],
        "?age=senior": [1, 4, 5, 6, 7],
        "?age=S50": [2, 3],
        "?age=S65": [3],
        "?games=152": [1, 2, 3, 4],
        "?name=her": [1],
        "?name=Hanne Hermans": [1],
        "?name=elodie": [8],
        "?name=EVRARD  Élodie": [8],
        "?name=10001": [4],
        "?name=%25": [],
    }
    assert {query: ranks(client, query) for query in found} == found


@pytest.mark.long
def test_a_filter_that_makes_no_sense_is_answered_by_a_sentence(client: Client, rating_list: RatingList) -> None:
    found = {
        "club=999": "Club: Select a valid choice. 999 is not one of the available choices.",
        "sex=X": "Sex: Select a valid choice. X is not one of the available choices.",
        "games=-1": "Min. games: Ensure this value is greater than or equal to 0.",
        "age=U7": "Age: Select a valid choice. U7 is not one of the available choices.",
        "age_on=2028-01-01": "Age on: Choose a day that is at most a year from that of the list.",
        "status=0": "Status: Select a valid choice. 0 is not one of the available choices.",
        "name=%00": "Name or member number: Null characters are not allowed.",
        "sort=nothing": "This list cannot be sorted by “nothing”.",
        "columns=birth": "This list has no column “birth”.",
    }
    for query, sentence in found.items():
        page = client.get(f"{LIST}?{query}")
        assert (page.status_code, sentence in pages.text(page)) == (400, True), query
        assert len(pages.rows(page)) == 8


@pytest.mark.long
def test_a_page_that_is_not_there_is_the_nearest_one(client: Client, rating_list: RatingList) -> None:
    for query in ("?page=0", "?page=-1", "?page=x", "?page=99999999999", "?per_page=1"):
        assert ranks(client, query) == [1, 2, 3, 4, 5, 6, 7, 8], query


def test_a_filtered_list_numbers_its_places(client: Client, rating_list: RatingList) -> None:
    page = client.get(f"{LIST}?sex=F")
    assert [row[:2] for row in pages.rows(page)] == [["1", "1"], ["2", "4"], ["3", "6"], ["4", "8"]]
    assert "4 of 8 ranked players" in pages.text(page)
    assert "Women, remove this filter" in page.content.decode()
    assert client.get(f"{LIST}?sex=F&member=10005")["Location"] == f"{LIST}?sex=F&page=1#m10005"
    assert pages.column(client.get(f"{LIST}?sex=F&sort=name"), 0) == ["4", "6", "8", "1"]  # no places by name


@pytest.mark.long
def test_filters_by_status_activity_and_what_fide_says(client: Client, rating_list: RatingList) -> None:
    Member.objects.filter(key=10004).update(title="FM", fide_rating=2101, nationality="NED")
    Member.objects.filter(key=10001).update(title="WIM", fide_rating=2000, nationality="NED", hidden=True)
    rating_list.ratings.filter(member__key=10002).update(last_played="2025-07-01")
    rating_list.ratings.filter(member__key=10003).update(last_played="2025-07-02")
    found = {
        "?title=FM": [2],
        "?title=any": [2],
        "?title=WIM": [],
        "?fide=yes": [2],
        "?fide=no": [1, 3, 5, 6, 7, 8],
        "?nationality=NED": [2],
        "?active=no": [5],
        "?active=yes": [1, 2, 3, 4, 6, 7, 8],
        "?active=any": [1, 2, 3, 4, 5, 6, 7, 8],
        "?status=2": [1, 2, 3, 4, 5, 6, 7, 8],
        "?status=1": [],
        "?age=U18": [8],
        "?age=U18&age_on=2027-01-01": [],
    }
    assert {query: ranks(client, query) for query in found} == found
    assert pages.rows(client.get(f"{LIST}?active=no"))[0][-1] == "July 2025 inactive"


def test_the_reader_chooses_the_columns(client: Client, rating_list: RatingList) -> None:
    Member.objects.filter(key=10004).update(title="FM", fide_rating=2101)
    Member.objects.filter(key=10008).update(title="WIM", fide_rating=2222, hidden=True)
    page = client.get(f"{LIST}?columns=name&columns=title&columns=fide&columns=category")
    rows = pages.rows(page)
    assert rows[0] == ["1", "", "Member 10008 Pion Passé", "", "2207", "−3", ""]
    assert rows[1] == ["2", "FM", "Dubois, Didier Cavalier Noir FM · S50 · FIDE 2101", "S50", "2045", "−5", "2101"]
    assert rows[7][2:4] == ["Evrard, Élodie Cavalier Noir U18", "U18"]
    assert 'name="columns" value="title" checked' in page.content.decode()
    assert pages.rows(client.get(f"{LIST}?columns=name"))[0] == ["1", "Member 10008 Pion Passé", "2207", "−3"]


def test_a_federation_may_leave_inactive_players_out(
    client: Client, rating_list: RatingList, settings: LazySettings
) -> None:
    settings.FEDERATION_PROFILE = "xx-demo"  # 24 months
    rating_list.ratings.filter(member__key__in=[10008, 10002]).update(last_played="2024-07-01")
    page = client.get(LIST)
    assert [row[:2] for row in pages.rows(page)][:3] == [["1", "2"], ["2", "3"], ["3", "4"]]
    assert "6 players ranked" in pages.text(page)
    assert (ranks(client, "?name=her"), ranks(client, "?active=no")) == ([1], [1, 5])


def test_what_was_typed_stands_in_its_field(client: Client, rating_list: RatingList) -> None:
    page = client.get(LIST, {"name": '"><script>', "games": "152"}).content.decode()
    assert '<input autocomplete="off" id="id_name" maxlength="60" name="name" type="search" value="&quot;&gt;' in page
    assert '<input id="id_games" max="99999" min="0" name="games" step="1" type="number" value="152">' in page
    assert 'name="name" type="search">' in client.get(LIST).content.decode()


def test_a_list_can_be_sorted(client: Client, rating_list: RatingList) -> None:
    order = {
        "?sort=name": [4, 5, 6, 2, 8, 7, 3, 1],
        "?sort=-name": [1, 3, 7, 8, 2, 6, 5, 4],
        "?sort=-change": [7, 3, 8, 4, 1, 2, 6, 5],
        "?sort=change": [5, 6, 2, 1, 4, 8, 3, 7],
        "?sort=-games": [3, 2, 1, 4, 5, 8, 6, 7],
        "?sort=club": [4, 5, 6, 2, 3, 7, 8, 1],
        "?sort=-rank": [8, 7, 6, 5, 4, 3, 2, 1],
    }
    assert {query: ranks(client, query) for query in order} == order


@pytest.mark.long
def test_who_has_no_change_comes_last_in_either_direction(client: Client) -> None:
    rating_pool = scene.started(standings={10001: (1800, 150), 10002: (1700, 40)})
    scene.tournament([f"10003 ~{rating} 1-0" for rating in range(1500, 1520)])
    publish(rate(rating_pool, scene.LIST))
    changes = [pages.column(client.get(f"{LIST}?sort={sort}"), 4) for sort in ("change", "-change")]
    assert changes == [["0", "0", ""], ["0", "0", ""]]


def test_the_column_that_sorts_says_so(client: Client, rating_list: RatingList) -> None:
    plain, sorted_by_change = client.get(LIST).content.decode(), client.get(f"{LIST}?sort=-change").content.decode()
    assert 'aria-sort="ascending"><a id="sort-rank"' in plain
    assert 'aria-sort="descending"><a id="sort-change"' in sorted_by_change
    assert sorted_by_change.count("aria-sort") == 1


def test_a_long_list_has_pages_of_a_hundred(client: Client) -> None:
    published.crowd(scene.pool(), 205)
    address = "/en/lists/elo/2026-01/"
    assert pages.column(client.get(address), 0) == [str(rank) for rank in range(1, 101)]
    assert pages.column(client.get(f"{address}?page=3"), 0) == ["201", "202", "203", "204", "205"]
    assert pages.column(client.get(f"{address}?page=4"), 0) == ["201", "202", "203", "204", "205"]
    assert "201–205 of 205" in pages.text(client.get(f"{address}?page=3"))
    assert 'href="?sex=M&amp;page=2"' in client.get(f"{address}?sex=M").content.decode()


@pytest.mark.long
@pytest.mark.parametrize("narrowing", ["", "&sex=M"])
def test_a_long_list_has_pages_by_name_too(client: Client, narrowing: str) -> None:
    published.crowd(scene.pool(), 105)
    Member.objects.filter(key=20001).update(hidden=True)
    Member.objects.filter(key__gte=20101).update(search_name="crowd")  # the same name, in order of their numbers
    first, second, last_first = (
        pages.column(client.get(f"/en/lists/elo/2026-01/?sort={sort}{narrowing}"), 0)
        for sort in ("name", "name&page=2", "-name")
    )
    assert first == [*map(str, range(101, 106)), *map(str, range(2, 97))]
    assert second == ["97", "98", "99", "100", "1"]
    assert last_first[:2] == ["100", "99"]


@pytest.mark.parametrize("narrowing", ["", "&sex=M"])
@pytest.mark.parametrize(("sort", "hidden"), [("name", ["2", "3"]), ("-name", ["3", "2"])])
def test_hidden_members_are_last_in_either_direction_and_in_the_order_of_their_numbers(
    client: Client, sort: str, hidden: list[str], narrowing: str
) -> None:
    published.crowd(scene.pool(), 5)
    Member.objects.filter(key=20002).update(hidden=True, search_name="zz")
    Member.objects.filter(key=20003).update(hidden=True, search_name="aa")
    ranks = pages.column(client.get(f"/en/lists/elo/2026-01/?sort={sort}{narrowing}"), 0)
    assert ranks[-2:] == hidden


def test_lists_by_name_are_read_through_an_index_of_all_members(rating_list: RatingList) -> None:
    if connection.vendor == "postgresql":
        connection.cursor().execute("SET LOCAL enable_sort = off")  # which it prefers for a few rows
    for is_descending, name in ((False, "member_by_public_name"), (True, "member_by_name_reversed")):
        plan = Member.objects.order_by(*public_order(is_descending=is_descending)).values("pk")[:100].explain()
        assert name in plan
        assert "B-TREE" not in plan  # SQLite would sort


def test_an_address_leads_to_the_line_of_a_member(client: Client) -> None:
    published.crowd(scene.pool(), 101)
    answer = client.get("/en/lists/elo/?member=20101")
    assert answer["Location"] == "/en/lists/elo/?page=2#m20101"
    assert '<a id="m20101"' in client.get(answer["Location"]).content.decode()
    for nobody in ("4711", "me", "9" * 30):
        assert client.get(f"/en/lists/elo/?member={nobody}")["Location"] == "/en/lists/elo/"


def test_a_hidden_member_is_shown_without_a_name(client: Client, rating_list: RatingList) -> None:
    Member.objects.filter(key=10008).update(hidden=True)
    page = client.get(LIST)
    assert pages.rows(page)[0][1] == "Member 10008 Pion Passé"
    assert "Hermans" not in pages.text(page)


def test_a_hidden_member_is_in_no_age_category(client: Client, rating_list: RatingList) -> None:
    Member.objects.filter(key=10005).update(hidden=True)
    assert [ranks(client, f"?age={category}") for category in ("U18", "U20", "senior")] == [[], [], [1, 4, 5, 6, 7]]


def test_a_hidden_member_is_found_by_matricule_only(client: Client, rating_list: RatingList) -> None:
    Member.objects.filter(key=10008).update(hidden=True)
    assert (ranks(client, "?name=her"), ranks(client, "?name=10008")) == ([], [1])
    assert ranks(client, "?sort=name")[-1] == 1


def test_drafts_and_pools_that_are_not_public_are_not_shown(client: Client) -> None:
    published.spring_list(scene.pool("secret", public=False))
    rate(scene.pool("draft"), scene.LIST)
    for address in ("/lists/secret/", "/lists/secret/2026-07/", "/lists/draft/", "/lists/draft/2026-07/", "/lists/no/"):
        assert client.get(address).status_code == 404
    assert "Secret" not in pages.text(client.get("/lists/"))


def test_there_is_no_list_where_none_was_published(client: Client, rating_list: RatingList) -> None:
    for month in ("2026-08", "2026-13", "2026", "202607", "latest-", "0000-01", "2026-07-32"):
        assert client.get(f"/lists/elo/{month}/").status_code == 404, month


def test_an_address_leads_to_the_list_in_force_on_a_day(client: Client, rating_list: RatingList) -> None:
    _correct("The score sheet says draw.")
    found = {
        "on/2026-01-01/": "2026-01/",
        "on/2026-06-30/?sex=F": "2026-01/?sex=F",
        "on/?day=2026-07-01&edition=": "2026-07/",
        "on/2026-11-24/?edition=original": "2026-07/?revision=0",
        "on/2026-03-14/?edition=original": "2026-01/",
    }
    assert {each: client.get(f"/en/lists/elo/{each}")["Location"] for each in found} == {
        each: f"/en/lists/elo/{where}" for each, where in found.items()
    }


def test_where_no_list_was_in_force_a_sentence_says_why(client: Client, rating_list: RatingList) -> None:
    found = {
        "on/2025-12-31/": (404, "No list was in force on 31 December 2025: the first one is of a later day."),
        "on/2150-01-01/": (404, "The list in force on 1 January 2150 is not known yet."),
        "on/": (400, "“” is not a day: write it as 2026-03-14."),
        "on/2026-02-30/": (400, "“2026-02-30” is not a day: write it as 2026-03-14."),
        "on/2026-03-14/?edition=last": (400, "There is no edition “last”."),
        "2026-03/": (404, "There is no list of 1 March 2026. The list in force on that day is that of 1 January 2026."),
        "2026-07/?revision=7": (404, "The list has no such revision."),
        "xyz/": (404, "There is no list at this address."),
    }
    for address, (status, sentence) in found.items():
        page = client.get(f"/en/lists/elo/{address}")
        assert (page.status_code, sentence in pages.text(page)) == (status, True), address
    assert client.get("/en/lists/none/on/2026-03-14/").status_code == 404


def test_a_revision_stands_in_place_of_the_list_and_says_why(client: Client, rating_list: RatingList) -> None:
    _correct("The score sheet says draw.")
    page = pages.text(client.get(LIST))
    assert "Revision 1 of" in page
    assert "The score sheet says draw." in page
    earlier = client.get(f"{LIST}?revision=0")
    assert "This list has been replaced by a revision." in pages.text(earlier)
    assert pages.rows(earlier)[6][3] == "1445"
    assert client.get(f"{LIST}?revision=2").status_code == 404
    assert client.get(f"{LIST}?revision=x").status_code == 404


def test_a_live_search_gets_the_table_alone_and_a_clean_address(client: Client, rating_list: RatingList) -> None:
    answer = client.get(f"{LIST}?name=her&club=&sex=F", headers={"HX-Request": "true"})
    assert answer["HX-Push-Url"] == f"{LIST}?name=her&sex=F"
    assert "HX-Request" in answer["Vary"]
    assert "<html" not in answer.content.decode()
    assert pages.column(answer, 1) == ["1"]
    assert "1 of 8 ranked players" in pages.text(answer)


def test_the_page_carries_the_digests(client: Client, rating_list: RatingList) -> None:
    page = pages.text(client.get(LIST))
    assert rating_list.digest in page
    assert rating_list.manifest["games"]["digest"] in page
    assert "8 counted, 4 not counted; 1 tournament" in page


def test_the_page_tells_all_its_rules_in_words(client: Client, rating_list: RatingList) -> None:
    text = pages.text(client.get(LIST))
    assert "Rules Belgian Elo (FRBE) · The official rules" in text
    assert "Lowest published rating 1150 points" in text
    assert "K-factor by the number of games last game of the class: K-factor 100: 32, 300: 24" in text
    assert "Previous list 1 January 2026" in text


def test_all_lists_stand_under_their_pools(client: Client, rating_list: RatingList) -> None:
    rows = pages.rows(client.get("/en/lists/"))
    assert [row[:3] for row in rows] == [["1 July 2026 latest", "9", "8"], ["1 January 2026 starting list", "8", "–"]]


@pytest.mark.parametrize("count", [1, 3, 120])
@pytest.mark.parametrize(("query", "queries"), [("", 3), ("?sort=name", 2), ("?sex=M", 3), ("?name=cro", 4)])
def test_list_costs_the_same_queries_however_long(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int, query: str, queries: int
) -> None:
    published.crowd(scene.pool(), count)
    client.get("/lists/elo/2026-01/")  # the list is counted, and the clubs and leagues of its form are read
    with django_assert_num_queries(queries):
        assert client.get(f"/lists/elo/2026-01/{query}").status_code == 200


@pytest.mark.parametrize("count", [1, 3])
def test_all_lists_cost_one_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for number in range(count):
        scene.started(f"pool{number}")
    with django_assert_num_queries(1):
        assert len(pages.rows(client.get("/lists/"))) == count


def _correct(reason: str) -> None:
    pairing = Pairing.objects.get(round=4)
    correct_result(pairing, Result.DRAW, Result.DRAW, cast.rating_officer(), reason)
    publish(rate(pairing.tournament.rated_in.get().list.pool, scene.LIST, reason=reason))


def test_a_list_of_fics_ranks_low_deviations_alone_and_says_so(client: Client) -> None:
    cast.everybody()
    import_ratings(
        scene.pool("blitz", system="fics"),
        scene.START,
        b"matricule,rating,games,deviation\n10001,1850,20,80\n10002,1950,20,80.1\n10003,1650,20,50\n",
    )
    page = client.get("/en/lists/blitz/")
    assert [row[0] for row in pages.rows(page)] == ["1", "2"]
    assert pages.column(page, 4) == ["80.0", "50.0"]
    assert "Only players whose RD (rating deviation) is 80 or less on the date of the list" in pages.text(page)


def test_a_list_of_go_shows_grades_with_their_levels(client: Client) -> None:
    scene.started("go", system="ffg", standings={10001: (-437, 30), 10002: (0, 12)})
    page = client.get("/en/lists/go/")
    assert pages.column(page, 3) == ["1d 0", "5k −437"]
    assert "RD" not in pages.text(page)
