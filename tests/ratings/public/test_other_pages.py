"""Home, clubs, the effect of a tournament, how to check a list; and what no public page may say."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Club, Member
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingPool
from ratings.verification.verify import verify
from tests import cast, pages
from tests.ratings import published, scene, stored
from tournaments.models import Announcement, Participant, Stage, Tournament

pytestmark = pytest.mark.django_db
LANGUAGES = ("", "/nl", "/de", "/en")
IN_A_PERFORMANCE = "Games of unrated players enter a performance as a whole"


def rated_open(players: int) -> Tournament:
    """Return a published list in which a tournament of so many players counts."""
    rating_pool = scene.started()
    made = published.open_of(players)
    publish(rate(rating_pool, scene.LIST))
    return made


def test_home_shows_the_best_of_each_pool_and_the_latest_tournaments(client: Client) -> None:
    published.spring_list()
    page = client.get("/en/")
    assert [row[0] for row in pages.rows(page)[:8]] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert "Spring Open" in pages.text(page)


def test_home_explains_the_rating_of_an_adult_who_played(client: Client) -> None:
    published.spring_list()
    page = pages.text(client.get("/en/"))
    assert "A real example: Hermans, Hanne" in page
    assert "Expected" in page
    Member.objects.filter(key=10008).update(hidden=True)
    Member.objects.filter(key=10004).update(birth_date=dt.date(2012, 1, 1))
    assert "A real example: Goossens, Gust" in pages.text(client.get("/en/"))


def test_pages_can_be_empty(client: Client) -> None:
    page = pages.text(client.get("/en/"))
    assert "No list has been published yet." in page
    assert "No tournament yet." in page
    assert "No tournament yet." in pages.text(client.get("/en/tournaments/"))
    assert "Nothing found." in pages.text(client.get("/en/tournaments/?name=open"))
    assert "No club yet." in pages.text(client.get("/en/clubs/"))


@pytest.mark.parametrize("players", [2, 6])
def test_home_costs_eight_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, players: int
) -> None:
    rated_open(players)
    with django_assert_num_queries(8):
        client.get("/")


def test_each_tab_of_the_home_page_has_an_address(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    published.spring_list()
    with django_assert_max_num_queries(8):
        women = client.get("/en/?pool=elo&top=women")
    names = [row[1].split(",")[0] for row in pages.rows(women) if row[0].isdigit()]
    assert names
    assert set(names) <= {"Aerts", "Claes", "Evrard", "Hermans", "Iserbyt"}
    assert 'href="/en/?pool=elo&amp;top=U14"' in women.text
    assert 'href="/en/lists/elo/?sex=F"' in women.text
    assert '<meta name="robots" content="noindex">' in women.text
    assert [client.get(f"/en/?{query}").status_code for query in ("pool=x", "top=x", "pool=elo&top=U3")] == [404] * 3


def test_home_names_no_minor_among_those_who_gained_most(client: Client) -> None:
    rating_list = published.spring_list()
    gained = rating_list.ratings.filter(change__gt=0, period_games__gt=0).order_by("-change").first()
    assert gained is not None
    shown = f'<a href="/en/players/{gained.member.number}/">'
    assert shown in client.get("/en/").text.partition('id="climbers"')[2]
    Member.objects.filter(pk=gained.member_id).update(birth_date=dt.date(2014, 1, 1))
    assert shown not in client.get("/en/").text.partition('id="climbers"')[2].partition("</ol>")[0]


def test_how_to_check_a_list_names_the_latest_digests(client: Client) -> None:
    rating_list = published.spring_list()
    page = pages.text(client.get("/en/verify/"))
    assert rating_list.digest in page
    assert "python manage.py verify_list elo --date 2026-07-01" in page


def test_clubs_say_how_many_members_they_have_today(client: Client) -> None:
    cast.everybody()
    _affiliate_today()
    cast.member(10001).affiliations.update(end=dt.date(2025, 12, 31))
    rows = pages.rows(client.get("/en/clubs/?sort=-members"))
    assert [(row[0], row[-1]) for row in rows] == [("201", "4"), ("301", "3"), ("101", "2")]


def test_clubs_can_be_sorted(client: Client) -> None:
    cast.everybody()
    assert pages.column(client.get("/en/clubs/?sort=name"), 0) == ["201", "301", "101"]


def test_a_club_shows_its_members_the_best_first(client: Client) -> None:
    published.spring_list()
    _affiliate_today()
    rows = pages.rows(client.get("/en/clubs/201/"))
    assert [[row[1].partition(" · ")[0], row[2]] for row in rows] == [
        ["Dubois, Didier 10004", "2045"],
        ["Goossens, Gust 10007", "1980"],
        ["Fontaine, Félix 10006", "1445"],
        ["Evrard, Élodie 10005", "1150"],
    ]


def test_hidden_members_of_a_club_stand_at_its_end_by_number_not_by_name(client: Client) -> None:
    cast.everybody()
    _affiliate_today()
    Member.objects.filter(key=10004).update(hidden=True, search_name="zz")
    Member.objects.filter(key=10007).update(hidden=True, search_name="aa")
    names = pages.column(client.get("/en/clubs/201/"), 0)
    assert names == ["Evrard, Élodie 10005", "Fontaine, Félix 10006", "Member 10004 10004", "Member 10007 10007"]


def test_a_club_shows_the_ratings_that_its_members_have(client: Client) -> None:
    scene.started("elo", standings={10001: (1800, 150)})
    scene.started("go", system="ffg", position=2, standings={10001: (0, 30), 10002: (-437, 12)})
    scene.started("cote", system="fqe", position=3, standings={10004: (2050, 400)})
    _affiliate_today()
    page = client.get("/en/clubs/101/")
    assert [row[1:3] for row in pages.rows(page)][:2] == [["Aerts, Anna 10001", "1800"], ["Baeten, Bram 10002", ""]]
    assert 'href="?pool=go#members"' in page.text
    assert "Cote" not in pages.text(page)
    shown = [row[1:3] for row in pages.rows(client.get("/en/clubs/101/?pool=go"))]
    assert shown[:2] == [["Aerts, Anna 10001", "1d 0"], ["Baeten, Bram 10002", "5k −437"]]


@pytest.mark.long
def test_a_club_leads_to_itself_in_each_list_and_says_where_nobody_is_affiliated(client: Client) -> None:
    published.spring_list()
    address, nobody = "/en/lists/elo/2026-07/?club=201", "This club has no members at the moment."
    page = client.get("/en/clubs/201/").text
    assert nobody in page
    assert address not in page
    _affiliate_today()
    page = client.get("/en/clubs/201/").text
    assert nobody not in page
    assert f'<a href="{address}">Elo, 1 July 2026</a>' in page
    assert pages.column(client.get(address), 2)[0].startswith("Dubois, Didier")
    Club.objects.filter(key=201).update(active=False)  # nobody can be asked for in a list by a club that is gone
    assert address not in client.get("/en/clubs/201/").text


@pytest.mark.long
def test_a_clubs_own_web_site_gets_what_its_page_shows(client: Client) -> None:
    chess = scene.starting_list(scene.pool("elo"), {10001: (1800, 150), 10003: (1500, 100)})
    go = scene.starting_list(scene.pool("go", system="ffg", position=2), {10002: (-437, 12)})
    _affiliate_today()
    Member.objects.filter(key=10003).update(hidden=True)
    answer = client.get("/clubs/101/members.json")
    headers = [answer[name] for name in ("Content-Type", "Access-Control-Allow-Origin", "Cache-Control")]
    assert headers == ["application/json", "*", "public, max-age=600, s-maxage=0, must-revalidate"]
    aerts = {"rating": 1800, "grade": "", "change": None, "status": "established", "rank": 1}
    assert answer.json() == {
        "club": 101,
        "name": "Tour Blanche",
        "lists": [
            {"pool": "elo", "name": "Elo", "date": "2026-01-01", "digest": chess.digest},
            {"pool": "go", "name": "Go", "date": "2026-01-01", "digest": go.digest},
        ],
        "members": [
            {"number": "10001", "matricule": 10001, "name": "Aerts, Anna", "ratings": {"elo": aerts}},
            {
                "number": "10003",
                "matricule": 10003,
                "name": "",
                "ratings": {"elo": aerts | {"rating": 1500, "rank": 2}},
            },
            {
                "number": "10002",
                "matricule": 10002,
                "name": "Baeten, Bram",
                "ratings": {"go": aerts | {"rating": -437, "grade": "5k", "rank": 1}},
            },
        ],
    }
    assert '<a href="/clubs/101/members.json">' in client.get("/en/clubs/101/").text
    assert client.get("/clubs/4711/members.json").status_code == 404


def test_a_club_shows_no_e_mail_address(client: Client) -> None:
    club = cast.club()
    club.email = "secretary@example.org"
    club.save()
    assert "secretary@example.org" not in client.get("/clubs/101/").content.decode()


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_a_club_costs_eight_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    published.crowd(scene.pool(), count)
    _affiliate_today()
    for number in range(count):
        announced = dt.date(2099, 8, 1 + number)
        Announcement.objects.create(club=cast.club(), name="Open", start=announced, end=announced)
    with django_assert_num_queries(8):
        client.get("/clubs/101/")
    with django_assert_num_queries(4):
        client.get("/clubs/101/members.json")


def test_all_clubs_cost_four_queries(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    cast.everybody()
    with django_assert_num_queries(4):
        client.get("/clubs/")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("blanche", ["Tour Blanche 101 · Gent"]),
        ("passe namur", ["Pion Passé 301 · Namur"]),
        ("201", ["Cavalier Noir 201 · Liège"]),
    ],
)
def test_a_club_is_found_by_name_town_or_number(client: Client, asked: str, found: list[str]) -> None:
    cast.everybody()
    assert pages.column(client.get("/en/clubs/", {"q": asked}), 1) == found


def test_a_search_for_no_club_says_so(client: Client) -> None:
    cast.everybody()
    assert "No club has this name, town or number." in pages.text(client.get("/en/clubs/", {"q": "zugzwang"}))


def test_the_effect_of_a_tournament_is_the_sum_of_its_games(client: Client) -> None:
    published.spring_list()
    tournament = Tournament.objects.get()
    rows = {row[0]: row[1:6] for row in pages.rows(client.get(f"/en/tournaments/{tournament.pk}/rating-changes/"))}
    assert rows["Aerts, Anna"][:3] == ["1800", "2", "1½"]
    assert rows["Fontaine, Félix"][:3] == ["1420", "2", "2"]
    assert rows["Iserbyt, Ilse"] == ["", "1", "1", "", ""]
    page = pages.text(client.get(f"/en/tournaments/{tournament.pk}/rating-changes/"))
    assert "what special rules added is shown in each player's calculation" in page
    assert IN_A_PERFORMANCE in page


def test_a_tournament_without_a_list_says_so(client: Client) -> None:
    tournament = published.open_of(2)
    page = pages.text(client.get(f"/en/tournaments/{tournament.pk}/rating-changes/"))
    assert "Not rated yet: no published list includes this tournament. It will count for: " not in page


def test_a_tournament_without_a_list_names_the_next_ones(client: Client) -> None:
    published.spring_list()
    later = published.open_of(2)
    later.start = later.end = dt.date(2026, 9, 5)
    later.save()
    page = pages.text(client.get(f"/en/tournaments/{later.pk}/rating-changes/"))
    assert "Not rated yet: no published list includes this tournament. It will count for: Elo, 1 January 2027." in page


def test_only_accepted_tournaments_have_an_effect(client: Client) -> None:
    tournament = scene.tournament(["10001 10002 1-0"], stage=Stage.SUBMITTED)
    assert client.get(f"/tournaments/{tournament.pk}/rating-changes/").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 6])
def test_effect_costs_five_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, players: int
) -> None:
    tournament = rated_open(players)
    with django_assert_num_queries(5):
        client.get(f"/tournaments/{tournament.pk}/rating-changes/")


@pytest.mark.long
def test_no_public_page_tells_a_birth_date(client: Client) -> None:
    published.spring_list()
    _affiliate_today()
    Member.objects.update(birth_date=dt.date(1907, 11, 23))
    Participant.objects.update(file_birth_date=dt.date(1907, 11, 23), file_birth_year=1907)
    for address in every_public_page():
        for language in LANGUAGES:
            answer = client.get(language + address)
            assert answer.status_code == 200, address
            assert "1907" not in answer.content.decode(), address


@pytest.mark.long
def test_no_public_page_tells_the_name_of_a_hidden_member(client: Client) -> None:
    published.spring_list()
    _affiliate_today()
    Member.objects.update(hidden=True)
    surnames = [last for last, *_rest in cast.PEOPLE.values()]
    for address in every_public_page():
        page = client.get(address).content.decode()
        assert not [name for name in surnames if name in page], address


def every_public_page() -> list[str]:
    """Return the addresses of everything that `published.spring_list` makes public."""
    tournament = f"/tournaments/{Tournament.objects.get().pk}/"
    pool = RatingPool.objects.get().slug
    members = [f"/players/{matricule}/" for matricule in cast.PEOPLE]
    return [
        *("/", "/verify/", "/lists/", f"/lists/{pool}/", f"/lists/{pool}/2026-07/", f"/lists/{pool}/2026-01/"),
        *("/clubs/", "/clubs/101/", "/clubs/201/", "/clubs/301/"),
        *("/players/", "/players/?name=1000", *members, *(f"{each}{pool}/2026-07/" for each in members[:9])),
        *(
            "/tournaments/",
            tournament,
            f"{tournament}crosstable/",
            f"{tournament}rounds/",
            f"{tournament}rating-changes/",
        ),
    ]


def _affiliate_today() -> None:
    """Keep the cast affiliated, whatever day it is."""
    for member in Member.objects.all():
        member.affiliations.update(end=None)


@pytest.mark.long
def test_a_go_tournament_shows_grades_and_no_expected_score(client: Client) -> None:
    go = scene.started("go", system="ffg", standings={10001: (0, 30), 10002: (-437, 12)})
    made = scene.tournament(["10001 10002 1-0"], discipline="go")
    publish(rate(go, scene.LIST))
    page = client.get(f"/en/tournaments/{made.pk}/rating-changes/")
    [first, second] = pages.rows(page)
    assert first[:4] == ["Aerts, Anna", "1d 0", "1", "1"]
    assert (second[1], len(second)) == ("5k −437", 6)
    assert IN_A_PERFORMANCE not in pages.text(page)
    home = pages.text(client.get("/en/"))
    assert "A real example: Aerts, Anna" in home
    assert "Expected" not in home


@pytest.mark.long
def test_a_level_of_zero_stands_in_the_ledger_of_the_opponent(client: Client) -> None:
    go = scene.started("go", system="ffg", standings={10001: (0, 30), 10002: (-437, 12)})
    scene.tournament(["10001 10002 1-0"], discipline="go")
    made = publish(rate(go, scene.LIST))
    [game] = [entry for entry in stored.entries(made, 10002) if entry.pairing_id]
    assert game.opponent_rating == 0
    text = pages.text(client.get("/en/players/10002/go/2026-07/"))
    assert "B Aerts, Anna 1d 0 0 " in text
    assert "exactly what the list says" in text
    assert verify(made).passed
