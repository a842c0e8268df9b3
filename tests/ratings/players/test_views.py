"""The search for members and a member's page."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Affiliation, FormerNumber, Member
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingList
from ratings.players import views as players
from ratings.starting_lists.create import import_ratings
from tests import cast, pages
from tests.ratings import published, scene
from tournaments.corrections.correct import correct_result, withdraw
from tournaments.formats.report import Result
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db


def found(client: Client, name: str) -> list[str]:
    return [cell.split(" ")[0] for cell in pages.column(client.get("/en/players/", {"name": name}), 0)]


def test_the_search_begins_empty(client: Client) -> None:
    cast.everybody()
    assert pages.rows(client.get("/en/players/")) == []


def test_members_are_found_by_the_beginning_of_the_name_or_by_matricule(client: Client) -> None:
    cast.everybody()
    who = {
        "aer": ["Aerts,"],
        "Aerts, Anna": ["Aerts,"],
        "Anna Aerts": ["Aerts,"],
        "ÉVRARD": ["Evrard,"],
        "10004": ["Dubois,"],
        "anna": ["Aerts,"],
        "99999999999999999999": [],
        "²": [],
        "%": [],
        "   ": [],
        "\0": [],
    }
    assert {name: found(client, name) for name in who} == who


def test_who_is_not_found_by_the_beginning_of_his_name_is_found_by_other_words_of_it(client: Client) -> None:
    cast.everybody()
    member = cast.member(10002)
    member.last_name, member.first_name = "De Wilde-Łuk", "Jean-Odile"
    member.save()
    for name in ("wilde", "Luk", "odile", "Odile Wilde", "wil jean od", "990002"):
        assert found(client, name) == ["De"], name
    assert found(client, "ilde") == found(client, "wilde anna") == found(client, "99000") == []
    Member.objects.filter(key=10002).update(hidden=True)
    assert found(client, "odile") == found(client, "990002") == []


def test_the_search_shows_the_latest_ratings(client: Client) -> None:
    published.spring_list()
    assert pages.rows(client.get("/en/players/?name=aerts")) == [["Aerts, Anna 10001", "1799", "10001"]]


def test_the_search_tells_namesakes_by_their_clubs(client: Client) -> None:
    cast.everybody()
    Affiliation.objects.update(start=dt.date(2020, 9, 1), end=None)
    Affiliation.objects.filter(member__key=10002).update(end=dt.date(2021, 8, 31))
    club = cast.member(10001).affiliations.get().club.name
    assert pages.rows(client.get("/en/players/?name=aerts")) == [[f"Aerts, Anna 10001 · {club}", club, "10001"]]
    assert pages.rows(client.get("/en/players/?name=baeten")) == [["Baeten, Bram 10002", "10002"]]


def test_a_hidden_member_is_found_by_matricule_only(client: Client) -> None:
    cast.everybody()
    Member.objects.filter(key=10001).update(hidden=True)
    assert found(client, "aer") == []
    assert found(client, "10001") == ["Member"]


def test_a_merged_record_is_not_found_and_leads_to_the_one_that_goes_on(client: Client) -> None:
    cast.everybody()
    Member.objects.filter(key=10002).update(merged_into=Member.objects.get(key=10001))
    assert found(client, "baeten") == []
    for query in ("", "?against=claes"):
        answer = client.get(f"/en/players/10002/{query}")
        assert (answer.status_code, answer["Location"]) == (301, f"/en/players/10001/{query}")


def test_the_live_search_gets_the_table_alone(client: Client) -> None:
    cast.everybody()
    answer = client.get("/en/players/?name=aer", headers={"HX-Request": "true"})
    assert "<html" not in answer.content.decode()
    assert "1 player found" in pages.text(answer)
    assert answer["HX-Push-Url"] == "/en/players/?name=aer"


def test_a_members_page_shows_his_ratings_list_by_list(client: Client) -> None:
    published.spring_list()
    page = client.get("/en/players/10006/")
    history = [row for row in pages.rows(page) if row[-1] in {"calculation", "starting list"}]
    assert history == [
        ["1 July 2026", "1445", "+25", "2", "7", "calculation"],
        ["1 January 2026", "1420", "", "0", "7", "starting list"],
    ]


def test_lists_of_long_ago_are_folded_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    published.spring_list()
    assert "earlier list" not in client.get("/en/players/10006/").text
    monkeypatch.setattr(players, "RECENT", 1)
    recent, earlier = client.get("/en/players/10006/").text.split("<summary>1 earlier list</summary>")
    earlier = earlier.split("</details>")[0]
    assert [row[0] for row in pages.rows(recent)] == ["1 July 2026"]
    assert [row[0] for row in pages.rows(earlier)] == ["1 January 2026"]
    assert ("Elo: the latest lists" in recent, "Elo: earlier lists" in earlier) == (True, True)


def test_who_hands_on_the_address_of_a_member_shows_his_ratings(client: Client) -> None:
    published.spring_list()
    page = client.get("/en/players/10006/").content.decode()
    assert '<meta name="description" content="Fontaine, Félix · Elo 1445 · Cavalier Noir">' in page


def test_a_members_page_shows_his_tournaments_with_their_effect(client: Client) -> None:
    published.spring_list()
    played = pages.rows(client.get("/en/players/10006/"))[-1]
    assert played[0] == "4 March 2026"
    assert played[1].startswith("Spring Open")
    assert float(played[2].replace("+", "")) == pytest.approx(25, abs=0.5)


def test_a_former_number_leads_to_the_member_until_another_person_gets_it(client: Client) -> None:
    member = cast.member(10001)
    FormerNumber.objects.create(member=member, number="94", end=dt.date(1994, 12, 31))
    moved = client.get("/players/94/?against=Bram")
    assert (moved.status_code, moved["Location"]) == (302, "/players/10001/?against=Bram")
    assert "Member number 94 until 31 December 1994." in pages.text(client.get("/en/players/10001/"))
    Member.objects.create(number="94", last_name="Baeten")
    page = client.get("/en/players/94/")
    assert "Another person had the number 94 until 31 December 1994: 10001 ." in pages.text(page)
    assert 'href="/en/players/10001/"' in page.text


def test_what_a_merged_record_played_stands_on_the_page_of_the_one_that_goes_on(client: Client) -> None:
    cast.everybody()
    scene.tournament(["10002 10003 1-0"], name="Under the other record")
    Member.objects.filter(key=10002).update(merged_into=cast.member(10001))
    assert [row[1] for row in pages.rows(client.get("/en/players/10001/"))] == ["Under the other record 1 March 2026"]


def test_earlier_tournaments_are_folded_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    published.spring_list()
    scene.tournament(["10006 10007 1-0"], name="Winter Cup", start=dt.date(2026, 1, 10))
    assert "<summary>" not in client.get("/en/players/10006/").text
    monkeypatch.setattr(players, "PLAYED", 1)
    shown, folded = client.get("/en/players/10006/").text.split("<summary>1 earlier tournament</summary>")
    assert ("Spring Open" in shown, "Winter Cup" in shown) == (True, False)
    assert ("Spring Open" in folded, "Winter Cup" in folded) == (False, True)


def test_a_members_page_draws_the_history(client: Client) -> None:
    published.spring_list()
    page = client.get("/players/10006/").content.decode()
    assert '<svg viewBox="0 0 480 220" role="img"' in page
    assert 'points="44.0,' in page  # with a point, also in French


def test_a_members_page_shows_where_he_was_affiliated(client: Client) -> None:
    member = cast.member(10001)
    Affiliation.objects.create(member=member, club=cast.club(201), start="2020-09-01", end="2021-08-31")
    page = pages.text(client.get("/en/players/10001/"))
    assert "Tour Blanche 1 September 2025 – 31 August 2026" in page
    assert "Cavalier Noir 1 September 2020 – 31 August 2021" in page


def test_a_members_page_joins_the_seasons_that_follow_on_each_other_in_one_club(client: Client) -> None:
    member = cast.member(10001)
    before, after = {"start": "2024-09-01", "end": "2025-08-31"}, {"start": "2026-09-01", "end": "2027-08-31"}
    Affiliation.objects.create(member=member, club=cast.club(101), **before)
    Affiliation.objects.create(member=member, club=cast.club(201), **after)
    Affiliation.objects.create(member=member, club=cast.club(101), start="2021-09-01", end="2022-08-31")
    page = pages.text(client.get("/en/players/10001/"))
    days = ("Cavalier Noir 1 September 2026 – 31 August 2027", "Tour Blanche 1 September 2024 – 31 August 2026")
    assert " ".join((*days, "Tour Blanche 1 September 2021 – 31 August 2022")) in page


def test_a_members_page_shows_the_age_category_and_no_year_of_birth(client: Client) -> None:
    cast.everybody()
    page = pages.text(client.get("/en/players/10010/"))
    assert "S65" in page
    assert "1948" not in page


def test_a_hidden_members_page_shows_neither_name_nor_title_nor_fide_id_nor_age(client: Client) -> None:
    published.spring_list()
    Member.objects.filter(key=10008).update(hidden=True, title="WGM")
    page = pages.text(client.get("/en/players/10008/"))
    assert "Member 10008" in page
    assert not {"Hermans", "Hanne", "WGM", "990008", "senior"} & set(page.replace(",", " ").split())


def test_there_is_no_page_of_nobody(client: Client) -> None:
    assert client.get("/players/4711/").status_code == 404


@pytest.mark.parametrize("count", [2, 6])
def test_member_page_costs_eight_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    rating_pool = scene.started()
    for _ in range(count // 2):
        published.open_of(count)
    publish(rate(rating_pool, scene.LIST))
    with django_assert_num_queries(8):
        client.get("/players/10001/")


@pytest.mark.parametrize("name", ["Crowd 20001", "Crowd"])
def test_the_search_costs_five_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, name: str
) -> None:
    published.crowd(scene.pool(), 3)
    with django_assert_num_queries(5):
        client.get("/players/", {"name": name})


def test_a_members_page_says_which_ratings_were_revised(client: Client) -> None:
    rating_list = published.spring_list()
    game = Pairing.objects.get(round=4)
    correct_result(game, Result.DRAW, Result.DRAW, cast.rating_officer(), "Both say draw.")
    publish(rate(rating_list.pool, scene.LIST, reason="Both say draw."))
    RatingList.objects.update(published_at=dt.datetime(2026, 7, 31, 22, 30, tzinfo=dt.UTC))  # of Brussels: August
    assert "published as 1445, revised on 1 August 2026" in pages.rows(client.get("/en/players/10006/"))[0][0]
    assert "revised on" not in pages.text(client.get("/en/players/10008/"))


def test_a_member_whom_a_revision_left_out_has_no_rating(client: Client) -> None:
    rating_list = published.spring_list()
    withdraw(Tournament.objects.get(), cast.rating_officer(), "It never took place.")
    publish(rate(rating_list.pool, scene.LIST, reason="It never took place."))
    assert "No rating yet." in pages.text(client.get("/en/players/10009/"))
    assert client.get("/players/10009/elo/2026-07/").status_code == 404
    assert client.get("/players/10009/elo/2026-07/?revision=0").status_code == 200


def in_four_pools() -> None:
    """The cast in each of the systems."""
    scene.started("elo", position=1)
    scene.started("cote", system="fqe", position=2)
    scene.started("go", system="ffg", position=3, standings={10001: (-437, 30), 10002: (0, 12)})
    import_ratings(
        scene.pool("blitz", system="fics", position=4),
        scene.START,
        b"matricule,rating,games,deviation,last_played\n10001,1850,20,100,2026-01-01\n10002,1650,20,50,2026-01-01\n",
    )


def test_a_members_page_shows_all_his_ratings_side_by_side(client: Client) -> None:
    in_four_pools()
    answer = client.get("/en/players/10001/")
    cards = answer.content.decode().split("rating-cards")[1].split("</ul>")[0]
    assert pages.text(f"<p{cards}").count("Rank") == 3
    for figure in ("Elo", "1800", "Cote", "Go", "5k −437", "Blitz", "1850", "RD 100.0"):
        assert figure in pages.text(f"<p{cards}"), figure


def test_one_rating_needs_no_cards(client: Client) -> None:
    published.spring_list()
    assert "rating-cards" not in client.get("/en/players/10001/").content.decode()


def test_a_rating_with_an_rd_says_where_the_true_one_lies(client: Client) -> None:
    in_four_pools()
    text = pages.text(client.get("/en/players/10001/"))
    assert "RD 100.0 (today " in text
    assert "(67 % sure)" in text
    assert "(99.7 % sure)" in text
    assert "No rank: that requires an RD of 80 or less on the date of the list." in text
    assert "No rank" not in pages.text(client.get("/en/players/10002/"))


def test_two_members_are_compared_without_scripts(client: Client) -> None:
    in_four_pools()
    text = pages.text(client.get("/en/players/10001/", {"against": "baeten"}))
    for sentence in (
        "Against Baeten, Bram, Aerts, Anna is expected to score 0.70.",
        "Aerts, Anna takes 5 stones.",
        "Aerts, Anna is stronger than Baeten, Bram with a probability of",
    ):
        assert sentence in text


def test_with_scripts_the_comparison_alone_comes(client: Client) -> None:
    in_four_pools()
    answer = client.get("/en/players/10001/", {"against": "10002"}, headers={"HX-Request": "true"})
    assert pages.text(answer).startswith("Aerts, Anna – Baeten, Bram")
    assert "<html" not in answer.content.decode()
    assert answer["HX-Push-Url"] == "/en/players/10001/?against=10002"


def test_a_comparison_tells_the_games_between_them(client: Client) -> None:
    scene.started(standings={10001: (1800, 150), 10002: (1650, 40)})
    address = "/en/players/10001/?against=10002"
    assert "They have not played each other yet." in pages.text(client.get(address))
    scene.tournament(["10002 10001 1/2"], name="Autumn", start=dt.date(2026, 9, 1))
    scene.tournament(["10001 10002 1-0"], name="Spring", start=dt.date(2026, 3, 1))
    told = pages.text(client.get(address))
    assert "2 games between them: 1½ – ½ B Autumn 1 September 2026 ½ – ½ W Spring 1 March 2026 1 – 0" in told


def test_who_is_meant_is_asked_where_several_may_be(client: Client) -> None:
    in_four_pools()
    Member.objects.create(number="20001", last_name="Baeten", first_name="Bart")
    answer = client.get("/en/players/10001/", {"against": "baeten"}).content.decode()
    assert 'href="?against=10002#compare"' in answer
    assert 'href="?against=20001#compare"' in answer


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        ("zzz", ("No player found. Check the spelling, or type fewer letters.")),
        ("10003", "No rating list includes both players."),
    ],
)
def test_a_comparison_that_cannot_be_says_why(client: Client, who: str, sentence: str) -> None:
    scene.started("go", system="ffg", standings={10001: (-437, 30)})
    assert sentence in pages.text(client.get("/en/players/10001/", {"against": who}))
