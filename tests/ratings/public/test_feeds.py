"""What feed readers and search engines are told."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from defusedxml import ElementTree
from django.test import Client

from federation.models import Member
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingPool
from tests import cast, pages
from tests.ratings import scene
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db

NOINDEX = '<meta name="robots" content="noindex">'
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def entries(client: Client, address: str) -> list[tuple[str | None, str | None, str]]:
    """Return title, text and link of each entry."""
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    feed = ElementTree.fromstring(answer.content)
    return [
        (
            each.findtext("a:title", None, ATOM),
            each.findtext("a:summary", None, ATOM),
            each.find("a:link", ATOM).get("href"),
        )
        for each in feed.findall("a:entry", ATOM)
    ]


def locations(client: Client, address: str) -> list[str]:
    answer = client.get(address)
    assert answer.status_code == 200
    return [
        each.text.removeprefix("http://testserver")
        for each in ElementTree.fromstring(answer.content).iter()
        if each.tag.endswith("}loc")
    ]


def published() -> None:
    pool = scene.started()
    scene.tournament(["10001 10002 1-0"], city="Gent", decided_at=dt.datetime(2026, 3, 5, tzinfo=dt.UTC))
    publish(rate(pool, scene.LIST))


@pytest.mark.long
def test_the_feed_of_lists_has_the_latest_first_and_tells_why_one_was_revised(client: Client):
    published()
    scene.tournament(["10003 10004 1-0"], name="Late")
    publish(rate(RatingPool.objects.get(), scene.LIST, reason="A club was late."))
    revised, start = entries(client, "/en/lists.atom")
    assert revised == (
        "Elo, 1 July 2026", "Revision 1: A club was late. · 8 players", "http://testserver/en/lists/elo/2026-07/",
    )  # fmt: skip
    assert start[0] == "Elo, 1 January 2026"


def test_a_starting_list_that_another_file_replaced_says_no_reason(client: Client):
    pool = scene.started()
    scene.starting_list(pool, {10001: (1850, 150)})
    [only] = entries(client, "/en/lists.atom")
    assert only[:2] == ("Elo, 1 January 2026", "1 player")
    for address in ("/en/lists/", "/en/lists/elo/"):
        assert re.search(r"Revision 1 of [0-9]+ \w+ [0-9]{4}(?!:)", pages.text(client.get(address)))


def test_the_feed_speaks_the_language_of_its_address(client: Client):
    published()
    assert entries(client, "/lists.atom")[0][0] == "Elo, 1er juillet 2026"


def test_the_feed_of_tournaments_has_those_that_were_accepted(client: Client):
    published()
    scene.tournament(["10001 10002 1-0"], name="Not yet", stage=Stage.SUBMITTED)
    made = Tournament.objects.get(name="Open")
    address = f"http://testserver/en/tournaments/{made.pk}/"
    assert entries(client, "/en/tournaments.atom") == [("Open", "1 March 2026 · Gent", address)]


@pytest.mark.parametrize(("address", "queries"), [("/en/lists.atom", 1), ("/en/tournaments.atom", 1)])
@pytest.mark.parametrize("count", [1, 3])
def test_a_feed_is_one_query(client: Client, django_assert_num_queries, address: str, queries: int, count: int):
    for number in range(count):
        scene.started(f"elo-{number}")
        scene.tournament(["10001 10002 1-0"], decided_at=dt.datetime(2026, 3, 5, tzinfo=dt.UTC))
    with django_assert_num_queries(queries):
        assert len(entries(client, address)) == count


def test_the_map_of_the_site_leads_to_maps_of_lists_players_clubs_tournaments_and_methods(client: Client):
    published()
    sections = [f"/sitemap-{name}.xml" for name in ("lists", "players", "clubs", "tournaments", "methods")]
    assert locations(client, "/sitemap.xml") == sections
    made = Tournament.objects.get()
    found = [locations(client, section) for section in sections]
    assert found[0] == ["/lists/elo/2026-07/", "/lists/elo/2026-01/"]
    assert found[2:4] == [["/clubs/101/", "/clubs/201/", "/clubs/301/"], [f"/tournaments/{made.pk}/"]]
    assert found[4] == [f"/methods/{system}/" for system in ("frbe", "fqe", "ffg", "fics")]


@pytest.mark.parametrize("count", [1, 3])
def test_the_map_of_the_site_reads_no_tournament(client: Client, count: int, django_assert_num_queries):
    for day in range(1, count + 1):
        decided = dt.datetime(2026, 1, day, tzinfo=dt.UTC)
        Tournament.objects.create(name=f"Open {day}", stage=Stage.ACCEPTED, decided_at=decided)
    with django_assert_num_queries(6) as queries:
        index = client.get("/sitemap.xml").text
    assert index.count("<lastmod>") == 1
    assert f"<lastmod>2026-01-0{count}" in index
    assert all("COUNT(" in each["sql"] or "MAX(" in each["sql"] or "published" in each["sql"] for each in queries)


@pytest.mark.long
def test_search_engines_are_not_led_to_the_young_the_hidden_and_those_of_unknown_age(client: Client):
    cast.everybody()
    this_year = dt.date.today().year
    born = {10001: this_year - 21, 10002: this_year - 20, 10003: this_year - 40}
    Member.objects.exclude(key__in=born).update(birth_date=None)
    for matricule, year in born.items():
        Member.objects.filter(key=matricule).update(birth_date=dt.date(year, 6, 1))
    Member.objects.filter(key=10003).update(hidden=True)
    assert locations(client, "/sitemap-players.xml") == ["/players/10001/"]
    left = [matricule for matricule in cast.PEOPLE if NOINDEX in client.get(f"/players/{matricule}/").text]
    assert left == [matricule for matricule in cast.PEOPLE if matricule != 10001]


def test_search_engines_leave_the_ledger_of_the_young(client: Client):
    published()
    for born, is_left in ((1990, False), (dt.date.today().year - 12, True)):
        Member.objects.filter(key=10001).update(birth_date=dt.date(born, 6, 1))
        assert (NOINDEX in client.get("/players/10001/elo/2026-07/").text) is is_left


def test_robots_txt_names_the_site_map(client: Client):
    assert client.get("/robots.txt").text.splitlines()[-1] == "Sitemap: http://testserver/sitemap.xml"
