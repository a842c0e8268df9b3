"""The addresses of tournaments by year and name."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from tests.ratings import scene
from tournaments.addresses import basis, give_addresses
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Grand Prix de Liège", "2026/grand-prix-de-liege"),
        ("Open Łódź 2026", "2026/open-lodz"),
        ("Standings", "2026/standings-1"),
        ("2026", "2026/tournament"),
        ("第一", "2026/tournament"),
        ("12", "2026/12-1"),
    ],
)
def test_an_address_is_made_of_the_year_and_the_name(name: str, address: str) -> None:
    assert basis(Tournament(name=name, end=dt.date(2026, 3, 1))) == address


def test_of_two_with_one_name_in_a_year_the_later_one_gets_a_number() -> None:
    first, second, other_year = (
        scene.tournament(["10001 10002 1-0"], start=dt.date(year, 3, 1)) for year in (2026, 2026, 2025)
    )
    give_addresses([first])
    give_addresses([first, second, other_year])
    found = Tournament.objects.order_by("pk").values_list("address", flat=True)
    assert list(found) == ["2026/open", "2026/open-2", "2025/open"]


@pytest.mark.long
def test_an_address_with_the_id_of_a_row_leads_on_with_its_query(client: Client) -> None:
    made = scene.tournament(["10001 10002 1-0"])
    give_addresses([made])
    for page in ("", "crosstable/", "rounds/1/", "players/2/", "rating-changes/", "files/games.csv"):
        answer = client.get(f"/en/tournaments/{made.pk}/{page}?all")
        query = "" if page == "rating-changes/" else "?all"
        assert (answer.status_code, answer["Location"]) == (301, f"/en/tournaments/2026/open/{page}{query}")
        assert client.get(answer["Location"]).status_code == 200
    assert client.get("/en/tournaments/2025/open/").status_code == 404


def test_an_accepted_tournament_keeps_its_address_whatever_its_name_becomes(client: Client) -> None:
    made = scene.tournament(["10001 10002 1-0"])
    give_addresses([made])
    Tournament.objects.update(name="Renamed")
    give_addresses([Tournament.objects.get()])
    assert 'href="/en/tournaments/2026/open/"' in client.get("/en/tournaments/").content.decode()
