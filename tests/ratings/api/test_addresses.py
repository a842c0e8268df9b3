"""Every address of the API: what it answers is what its description says, and names nobody who is hidden."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.core.cache import cache, caches
from django.core.cache.backends.redis import RedisCache
from django.test import Client
from jsonschema import Draft202012Validator
from pytest_django import DjangoAssertNumQueries

from federation.api import throttles
from federation.api.schema import document
from federation.api.throttles import ClientThrottle
from federation.models import Member
from tests import cast
from tests.ratings import scene
from tests.ratings.api.site import HIDDEN, SECRETS, addresses, pages, site

pytestmark = pytest.mark.django_db


def answers(path: str) -> dict[str, object]:
    return document()["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]


def faults(path: str, answer: object) -> list[str]:
    schema = {**answers(path)["schema"], "components": document()["components"]}
    return [f"{path}: {each.message[:200]}" for each in Draft202012Validator(schema).iter_errors(answer)]


@pytest.mark.long
def test_every_address_answers_as_it_is_described_and_knows_its_etag(client: Client) -> None:
    site()
    for path, address in addresses().items():
        answer = client.get(address)
        assert (path, answer.status_code) == (path, 200)
        assert faults(path, answer.json()) == []
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["X-Robots-Tag"] == "noindex"
        assert "results" not in answer.json() or answer.json()["results"], path
        again = client.get(address, headers={"if-none-match": answer["ETag"]})
        assert (path, again.status_code, again.content) == (path, 304, b"")


def test_the_examples_of_the_documentation_are_answers_that_the_description_allows() -> None:
    for path in addresses_without_rows():
        for example in answers(path)["examples"].values():
            assert faults(path, example["value"]) == []


def addresses_without_rows() -> list[str]:
    return [path for path, methods in document()["paths"].items() if "get" in methods]


@pytest.mark.long
def test_no_address_says_anything_of_a_hidden_member_but_the_number(client: Client) -> None:
    site()
    asked = [*addresses().values(), *addresses(str(HIDDEN)).values()]
    asked += ["/api/v1/players/?name=Baeten", "/api/v1/search/?q=Baeten", "/api/v1/players/?name=990002"]
    asked += ["/api/v1/lists/elo/2026-07/ratings/?name=Baeten", "/api/v1/clubs/101/members/"]
    named = 0
    for address in asked:
        text = client.get(address).content.decode()
        assert [address, *(word for word in SECRETS if word in text.replace("name=", ""))] == [address]
        named += str(HIDDEN) in text
    assert named > 5


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ("status=provisional", []),
        ("active=no", []),
        ("active=yes&sex=F", ["10008", "10001", "10003", "10005"]),
        ("nationality=FRA", ["10001"]),
        ("fide=yes", ["10004"]),
        ("title=any", ["10004"]),
        ("title=IM", []),
        ("age=U18", ["10005"]),
        ("age=U18&age_on=2027-01-01", []),
        ("league=400&games=30", ["10001", "10002"]),
    ],
)
def test_a_list_is_narrowed_as_on_its_page(client: Client, filters: str, found: list[str]) -> None:
    site()
    Member.objects.filter(key=10001).update(nationality="FRA")
    Member.objects.filter(key=10004).update(title="FM", fide_rating=2031)
    cache.clear()  # the nationalities
    answer = client.get(f"/api/v1/lists/elo/2026-07/ratings/?{filters}").json()
    assert [row["player"]["number"] for row in answer["results"]] == found


def test_the_search_forgives_typing_errors_accents_and_spelling_by_ear(client: Client) -> None:
    site()
    for text, kind, what in [
        ("janssen", "players", "10010"),
        ("chloe klaes", "players", "10003"),
        ("10002", "players", "10002"),
        ("990004", "players", "10004"),
        ("tour blanhce", "clubs", "101"),
        ("pion passe", "clubs", "301"),
        ("sprign open", "tournaments", None),
    ]:
        found = client.get("/api/v1/search/", {"q": text}).json()[kind]
        assert [row.get("number") for row in found] == [what], text
    assert client.get("/api/v1/clubs/?name=kavalier").json()["results"][0]["number"] == "201"


@pytest.mark.long
def test_pages_of_two_rows_hold_the_same_rows_as_one_page(client: Client) -> None:
    site()
    for path, address in addresses().items():
        if "next" not in client.get(address).json():
            continue
        [whole] = pages(client, address, 200)
        apart = [row for rows in pages(client, address, 2) for row in rows]
        assert (path, apart) == (path, whole)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("players/", "“name”: This field is required."),
        ("players/?name=A&limit=0", "“limit”: Ensure this value is greater than or equal to 1."),
        ("players/?name=A&limit=201", "“limit”: Ensure this value is less than or equal to 200."),
        ("players/?name=A&cursor=*", "“cursor”: This value does not match the required pattern."),
        (
            "lists/elo/2026-07/ratings/?status=best",
            '“status”: "best" is not a valid choice.',
        ),
        ("players/?nme=A", "There is no parameter “nme”. Known: limit, cursor, name."),
        ("lists/elo/2026-07/?x=1", "There is no parameter “x”. Known: none."),
        ("players/?name=A&name=B", "“name” is given twice."),
        ("tournaments/?year=1", "“year”: Ensure this value is greater than or equal to 1900."),
    ],
)
def test_a_wrong_parameter_is_refused_with_a_sentence(client: Client, address: str, sentence: str) -> None:
    scene.published(scene.started())
    answer = client.get(f"/api/v1/{address}")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json() == {"title": "Bad Request", "status": 400, "detail": sentence}


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (
            "players/?name=A&cursor=WzFd",
            "There is no page with this “cursor”. Take it from “next” of the page before, as it is.",
        ),
        ("lists/elo/2026-07/ratings/?age=U9", "“age”: Select a valid choice. U9 is not one of the available choices."),
    ],
)
def test_a_parameter_that_names_what_does_not_exist_is_not_found(client: Client, address: str, sentence: str) -> None:
    scene.published(scene.started())
    answer = client.get(f"/api/v1/{address}")
    assert (answer.status_code, answer.json()["detail"]) == (404, sentence)


def test_what_does_not_exist_is_said_in_the_reader_s_language(client: Client) -> None:
    for address in ("players/99999/", "lists/elo/2026-07/", "lists/elo/2026-13/", "nothing/", "tournaments/1/"):
        answer = client.get(f"/api/v1/{address}", headers={"accept-language": "nl-BE, en;q=0.5"})
        assert (answer.status_code, answer["Content-Language"]) == (404, "nl")
        assert answer.json()["detail"].startswith("Op dit adres")


def test_an_address_without_its_last_slash_leads_to_the_one_with_it(client: Client) -> None:
    answer = client.get("/api/v1/players/10001?x=1")
    assert (answer.status_code, answer["Location"]) == (301, "/api/v1/players/10001/?x=1")
    assert client.post("/api/v1/players/10001").status_code == 404
    assert client.post("/api/v1/players/").status_code == 405


@pytest.fixture
def minute(monkeypatch: pytest.MonkeyPatch) -> int:
    """Keep the clock of the limit in the tenth second of a minute that no other test counts in."""
    number = uuid4().int % 10**9
    monkeypatch.setattr(ClientThrottle, "timer", lambda _self: 60.0 * number + 10)
    return number


def test_processes_count_requests_together_and_alone_while_the_broker_is_away(
    client: Client, settings: object, minute: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_REQUESTS_A_MINUTE = 1
    other = Client()
    assert [each.get("/api/v1/pools/").status_code for each in (client, other)] == [200, 429]
    assert caches["throttles"].get(f"api:127.0.0.1:{minute}") == 2  # in the broker, where every process looks
    away = RedisCache("redis://127.0.0.1:1/0", {})
    monkeypatch.setattr(throttles, "caches", {"throttles": away, "own_throttles": caches["own_throttles"]})
    monkeypatch.setattr(throttles, "_silent_until", 0.0)
    assert [client.get("/api/v1/pools/").status_code for _ in range(2)] == [200, 429]


def test_one_request_more_than_the_limit_says_when_to_try_again(client: Client, settings: object, minute: int) -> None:
    settings.API_REQUESTS_A_MINUTE = 2
    asked = [client.get("/api/v1/pools/", REMOTE_ADDR="192.0.2.7") for _ in range(3)]
    assert [each.status_code for each in asked] == [200, 200, 429]
    assert asked[-1]["Retry-After"] == "50"
    assert client.get("/api/v1/pools/", REMOTE_ADDR="192.0.2.8").status_code == 200


QUERIES = {
    "/api/v1/announced/": 1,
    "/api/v1/clubs/": 1,
    "/api/v1/clubs/{number}/": 1,
    "/api/v1/clubs/{number}/members/": 4,
    "/api/v1/corrections/": 2,
    "/api/v1/lists/": 1,
    "/api/v1/lists/{slug}/{month}/": 1,
    "/api/v1/lists/{slug}/{month}/ratings/": 2,
    "/api/v1/living/": 1,
    "/api/v1/living/{slug}/": 2,
    "/api/v1/players/": 2,
    "/api/v1/players/{number}/": 5,
    "/api/v1/players/{number}/calculations/{slug}/{month}/": 6,
    "/api/v1/players/{number}/games/": 5,
    "/api/v1/players/{number}/history/": 2,
    "/api/v1/pools/": 1,
    "/api/v1/search/": 3,
    "/api/v1/tournaments/": 1,
    "/api/v1/tournaments/{id}/": 1,
    "/api/v1/tournaments/{id}/pairings/": 2,
    "/api/v1/tournaments/{id}/standings/": 3,
}


@pytest.mark.long
def test_the_number_of_queries_does_not_grow_with_the_rows(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    site()
    known = addresses()
    assert set(known) == set(QUERIES)
    for path, address in known.items():
        for limit in (1, 3):
            is_paged = "limit" in {each["name"] for each in document()["paths"][path]["get"]["parameters"]}
            more = f"{'&' if '?' in address else '?'}limit={limit}" if is_paged else ""
            with django_assert_num_queries(QUERIES[path]):
                assert client.get(address + more).status_code == 200


def test_a_merged_record_answers_with_the_one_that_goes_on(client: Client) -> None:
    kept, gone = cast.member(10001), cast.member(10003)
    Member.objects.filter(pk=gone.pk).update(merged_into=kept)
    assert client.get("/api/v1/players/10003/").json()["player"]["number"] == "10001"


@pytest.mark.long
def test_the_page_names_every_address_in_four_languages(client: Client) -> None:
    for language in ("", "en/", "nl/", "de/"):
        text = client.get(f"/{language}api/").content.decode()
        assert all(path in text for path in document()["paths"])
    assert json.loads(client.get("/api/v1/openapi.json").content)["openapi"] == "3.1.0"
