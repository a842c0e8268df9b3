"""The public pages of tournaments of go: grades, handicaps, boards, the order of the file."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests import cast, pages
from tests.tournaments import events
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db

GRADES = {1: "3D", 2: "1D", 3: "2K"}
GAMES = (
    events.game(1, 1, 2, "01", handicap=2, board_size=13, board=1),
    events.bye(1, 3),
    events.game(2, 2, 3, "01", handicap=0, board_size=13, board=1),
)


def accepted(
    *,
    ranks: dict[int, int] | None = None,
    pairings: tuple = GAMES,
    starts: dict[int, float] | None = None,
    criteria: tuple[str, ...] = (),
) -> Tournament:
    """Return a rapid tournament of three members; ``ranks``, ``starts`` and ``criteria``: those of the file."""
    players = [
        events.player(
            number,
            10000 + number,
            grade=grade,
            rating=0,
            rank=(ranks or {}).get(number),
            start_score=(starts or {}).get(number),
        )
        for number, grade in GRADES.items()
    ]
    told = {"discipline": "go", "pace": "rapid", "kind": "mcmahon", "tie_breaks": criteria}
    made = events.tournament(*players, pairings=pairings, **told)
    Tournament.objects.update(stage=Stage.ACCEPTED)
    return made


def test_the_list_names_go_and_its_time_control(client: Client) -> None:
    accepted()
    assert pages.column(client.get("/en/tournaments/"), 1) == ["Tower Cup go rapid 15 March 2026 · Gent"]


def test_the_crosstable_shows_the_handicaps(client: Client) -> None:
    tournament = accepted(ranks={1: 1, 2: 2, 3: 3})
    page = client.get(f"/en/tournaments/{tournament.pk}/crosstable/")
    assert pages.rows(page) == [
        ["1", "Aerts, Anna", "0", "0 W 2 h2", "", ""],
        ["2", "Baeten, Bram", "1", "1 B 1 h2", "0 W 3", ""],
        ["3", "Claes, Chloé", "2", "1 bye", "1 B 2", ""],
    ]
    assert "the handicap (h3: three stones)" in pages.text(page)
    assert "· go · rapid" in pages.text(page)


def test_standings_are_in_the_order_of_the_file(client: Client) -> None:
    tournament = accepted(ranks={1: 1, 2: 2, 3: 2})
    page = client.get(f"/en/tournaments/{tournament.pk}/")
    assert [row[:5] for row in pages.rows(page)[:3]] == [
        ["1", "Aerts, Anna Tour Blanche", "3d", "0", "1"],
        ["2", "Baeten, Bram Tour Blanche", "1d", "1", "2"],
        ["2", "Claes, Chloé Tour Blanche", "2k", "2", "1"],
    ]
    assert "Order as in the file." in pages.text(page)


def test_standings_without_an_order_in_the_file_are_by_points(client: Client) -> None:
    tournament = accepted(ranks={1: 1})
    page = client.get(f"/en/tournaments/{tournament.pk}/")
    assert pages.column(page, 1)[:3] == [
        f"{each} Tour Blanche" for each in ("Claes, Chloé", "Baeten, Bram", "Aerts, Anna")
    ]
    assert "Order: points, SOS, SOSOS." in pages.text(page)
    assert "SOS The scores of all opponents; in McMahon the stones given are added." in pages.text(page)


def test_standings_are_by_the_criteria_of_the_file(client: Client) -> None:
    tournament = accepted(starts={1: 32.0, 2: 30.0, 3: 28.0}, criteria=("MMS", "SOS", "CUSS"))
    page = client.get(f"/en/tournaments/{tournament.pk}/")
    assert [row[:7] for row in pages.rows(page)[:3]] == [
        ["1", "Aerts, Anna Tour Blanche", "3d", "0", "32", "65", "64"],
        ["2", "Baeten, Bram Tour Blanche", "1d", "1", "31", "60", "62"],
        ["3", "Claes, Chloé Tour Blanche", "2k", "2", "30", "59", "59"],
    ]
    assert "Order: MMS, SOS, CUSS." in pages.text(page)
    assert "CUSS The sum of the scores after each round." in pages.text(page)


def test_unknown_criteria_are_ignored(client: Client) -> None:
    tournament = accepted(criteria=("STS", "NBW", "SODOS"))
    page = client.get(f"/en/tournaments/{tournament.pk}/")
    assert "Order: points, SODOS." in pages.text(page)


def test_rounds_tell_handicap_and_board(client: Client) -> None:
    tournament = accepted()
    page = client.get(f"/en/tournaments/{tournament.pk}/rounds/")
    assert pages.rows(page) == [
        ["1", "Aerts, Anna", "0–1 h2", "Baeten, Bram"],
        ["", "Claes, Chloé", "1", "bye"],
        ["1", "Baeten, Bram", "0–1", "Claes, Chloé"],
    ]
    assert "Round 1 · 13×13" in pages.text(page)


def test_french_does_not_seat_players_of_go_at_a_chessboard(client: Client) -> None:
    tournament = accepted()
    page = pages.text(client.get(f"/tournaments/{tournament.pk}/rounds/"))
    assert "Table Blancs Résultat Noirs" in page and "chiquier" not in page
    for number, team in ((1, "Ko"), (2, "Atari"), (3, "Ko")):
        tournament.participants.filter(number=number).update(file_team=team)
    Tournament.objects.update(kind="team")
    page = pages.text(client.get(f"/tournaments/{tournament.pk}/rounds/"))
    assert "Table Équipe Résultat Équipe" in page and "chiquier" not in page


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize(("page", "queries"), [("", 5), ("crosstable/", 3), ("rounds/", 3), ("players/1/", 5)])
def test_a_tournament_of_go_costs_the_same_however_large(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, games: int, page: str, queries: int
) -> None:
    tournament = accepted(pairings=GAMES[:games])
    with django_assert_num_queries(queries):
        client.get(f"/tournaments/{tournament.pk}/{page}")


def test_my_club_shows_grade_level_and_number(client: Client) -> None:
    player = events.unknown(1, rating=-621, grade="7K", pin="14500123")
    tournament = events.tournament(player, events.player(2, 10002), pairings=[events.game(1, 1, 2)], discipline="go")
    participant = tournament.participants.get(number=1)
    client.force_login(cast.secretary())
    page = pages.text(client.get(f"/en/my-club/tournaments/{tournament.pk}/participants/{participant.pk}/"))
    assert "EGF number 14500123" in page
    assert "7k (-621)" in page


@pytest.mark.long
@pytest.mark.parametrize(("discipline", "told"), [("go", False), ("chess", True)])
def test_my_club_has_no_sign_of_chess_files_for_players_of_go(client: Client, discipline: str, told: bool) -> None:
    players = [events.player(1, 10001), events.unknown(2, rating=-621), events.unknown(3, "Peer", rating=-300)]
    games = [events.game(1, 1, 2), events.game(2, 1, 3)]
    tournament = events.tournament(*players, pairings=games, discipline=discipline)
    tournament.participants.filter(number=3).update(irregular=True)
    client.force_login(cast.secretary())
    address = f"/en/my-club/tournaments/{tournament.pk}/"
    for page in (address, f"{address}participants/{tournament.participants.get(number=2).pk}/"):
        text = pages.text(client.get(page))
        assert "ot rated" in text
        assert ("0F-0F" in text) is told


def test_my_club_shows_how_grades_and_handicaps_were_read(client: Client) -> None:
    tournament = accepted()
    Tournament.objects.update(stage=Stage.READ)
    client.force_login(cast.secretary())
    rows = pages.rows(client.get(f"/en/my-club/tournaments/{tournament.pk}/"))
    assert [row[1] for row in rows] == ["Claes, Chloé 2k (0)", "Baeten, Bram 1d (0)", "Aerts, Anna 3d (0)"]
    assert rows[2][7] == "0 W 2 h2"


def test_a_country_of_two_letters_is_not_a_nationality(client: Client) -> None:
    player = events.unknown(1, federation="JP", grade="3D")
    tournament = events.tournament(player, events.player(2, 10002), pairings=[events.game(1, 1, 2)], discipline="go")
    client.force_login(cast.secretary())
    seat = tournament.participants.get(number=1)
    page = client.get(f"/en/my-club/tournaments/{tournament.pk}/participants/{seat.pk}/").content.decode()
    assert 'value="JP"' not in page
