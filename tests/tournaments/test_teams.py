"""tournaments/teams.py and the pages of a team event."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests import cast, pages
from tests.tournaments import events
from tournaments import teams
from tournaments.formats.report import ReportedPairing
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db

TEAMS = {1: "Tower", 2: "Tower", 3: "Bridge", 4: "Bridge", 5: "Gate", 6: "Gate"}
# Tower beats Bridge 1½-½ and draws with Gate; Bridge beats Gate by two forfeits.
GAMES = (
    *(events.game(1, 1, 3, "10", board=1), events.game(1, 4, 2, "==", board=2), events.bye(1, 5, "Z")),
    *(events.game(2, 5, 1, "10", board=1), events.game(2, 2, 6, "10", board=2)),
    *(events.game(3, 3, 5, "+-", board=1), events.game(3, 6, 4, "-+", board=2)),
)


def event(pairings: tuple[ReportedPairing, ...] = GAMES) -> Tournament:
    players = [events.player(number, 10000 + number, team=team) for number, team in TEAMS.items()]
    made = events.tournament(*players, pairings=pairings, kind="team")
    Tournament.objects.update(stage=Stage.ACCEPTED)
    return made


def test_the_games_of_a_round_make_matches() -> None:
    pairings = event().pairings.select_related("white", "black").order_by("round", "board")
    played, singles = teams.matches(pairings)
    assert [(each.round, each.home, each.away, each.home_points, each.away_points) for each in played] == [
        (1, "Tower", "Bridge", 3, 1),
        (2, "Gate", "Tower", 2, 2),
        (3, "Bridge", "Gate", 4, 0),
    ]
    assert [each.match_points for each in played] == [(2, 0), (1, 1), (2, 0)]
    assert [(each.round, each.white.number) for each in singles] == [(1, 5)]


def test_match_points_come_before_board_points() -> None:
    played, _ = teams.matches(event().pairings.select_related("white", "black").order_by("round", "board"))
    rows = teams.standings(["Bridge", "Gate", "Idle", "Tower"], played, [1, 2, 3])
    assert [(row.rank, row.team, row.match_points, row.board_points) for row in rows] == [
        (1, "Tower", 3, 5),
        (2, "Bridge", 2, 5),
        (3, "Gate", 1, 2),
        (4, "Idle", 0, 0),
    ]
    assert [[(cell.board_points, cell.opponent_line) for cell in cells] for cells in rows[0].rounds] == [
        [(3, 2)], [(2, 3)], [],
    ]  # fmt: skip


def test_equal_teams_share_a_rank() -> None:
    played, _ = teams.matches(event(GAMES[3:5]).pairings.select_related("white", "black").order_by("board"))
    assert [(row.rank, row.team) for row in teams.standings(["Tower", "Gate"], played, [])] == [
        (1, "Gate"),
        (1, "Tower"),
    ]


def test_the_page_of_the_teams(client: Client) -> None:
    page = client.get(f"/en/tournaments/{event().pk}/teams/")
    assert pages.rows(page) == [
        ["1", "Tower", "3", "2½", "1½ 2", "1 3", ""],
        ["2", "Bridge", "2", "2½", "½ 1", "", "2 3"],
        ["3", "Gate", "1", "1", "", "1 1", "0 2"],
    ]
    assert 'aria-current="page">Teams' in page.content.decode()


def test_a_round_shows_its_matches(client: Client) -> None:
    page = client.get(f"/en/tournaments/{event().pk}/rounds/1/")
    assert pages.rows(page) == [
        ["", "Tower", "1½–½", "Bridge"],
        ["1", "Aerts, Anna", "1–0", "Claes, Chloé"],
        ["2", "Dubois, Didier", "½–½", "Baeten, Bram"],
        ["", "Evrard, Élodie", "0", "bye"],
    ]


def test_names_of_teams_are_only_text(client: Client) -> None:
    tournament = event()
    tournament.participants.filter(file_team="Tower").update(file_team="<b>Tower")
    for page in ("teams/", "rounds/"):
        source = client.get(f"/en/tournaments/{tournament.pk}/{page}").content.decode()
        assert "<b>Tower" not in source
        assert "&lt;b&gt;Tower" in source


def test_other_events_have_no_teams(client: Client) -> None:
    made = events.tournament()
    Tournament.objects.update(stage=Stage.ACCEPTED)
    assert "Teams" not in pages.text(client.get(f"/en/tournaments/{made.pk}/"))
    assert "The file does not say" in pages.text(client.get(f"/en/tournaments/{made.pk}/teams/"))


@pytest.mark.parametrize("games", [1, 7])
@pytest.mark.parametrize(("page", "queries"), [("teams/", 3), ("rounds/", 3), ("rounds/1/", 3)])
def test_a_page_of_teams_costs_the_same_however_large(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, games: int, page: str, queries: int
) -> None:
    tournament = event(GAMES[:games])
    with django_assert_num_queries(queries):
        client.get(f"/tournaments/{tournament.pk}/{page}")


def test_a_round_that_is_not_there(client: Client) -> None:
    tournament = event()
    assert client.get(f"/en/tournaments/{tournament.pk}/rounds/9/").status_code == 404


def test_a_large_tournament_shows_a_round_at_a_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.views.public.GAMES", 6)
    address = f"/en/tournaments/{event().pk}/rounds/"
    assert "Round 3 " in pages.text(client.get(address))
    assert len(pages.rows(client.get(address))) == 3
    assert len(pages.rows(client.get(f"{address}?all"))) == 10


def test_the_club_chooses_tie_breaks_until_the_tournament_is_accepted(client: Client) -> None:
    tournament = events.tournament()
    address = f"/en/room/tournaments/{tournament.pk}/tie-breaks/"
    assert client.get(address).status_code == 302
    client.force_login(cast.secretary())
    assert "At the moment: DE, SB, KS, WIN" in pages.text(client.get(address))
    chosen = {"tie_break_1": "PS", "tie_break_2": "", "tie_break_3": "PS", "tie_break_4": "BWG", "tie_break_5": ""}
    assert client.post(address, chosen).status_code == 302
    tournament.refresh_from_db()
    assert tournament.tie_break_order == ["PS", "BWG"]
    assert client.post(address, {"tie_break_1": "XYZ"}).status_code == 200
    Tournament.objects.update(stage=Stage.ACCEPTED)
    assert client.post(address, chosen).status_code == 403


def test_the_federation_chooses_afterwards_too(client: Client) -> None:
    tournament = events.tournament()
    Tournament.objects.update(stage=Stage.ACCEPTED)
    client.force_login(cast.rating_officer())
    address = f"/en/room/tournaments/{tournament.pk}/tie-breaks/"
    assert client.post(address, {"tie_break_1": "WON"}).status_code == 302
    page = client.get(f"/en/tournaments/{tournament.pk}/standings/")
    assert "Order: points, WON." in pages.text(page)
    assert "WON Games won." in pages.text(page)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Median Buchholz. The points of all opponents, without the lowest and the highest."),
        ("", "Buchholz médian. Les points de tous les adversaires, sauf le total le plus bas et le plus haut."),
        ("nl/", "Mediaan-Buchholz. De punten van alle tegenstanders, zonder de laagste en de hoogste."),
        ("de/", "Mittlere Buchholz. Die Punkte aller Gegner ohne den niedrigsten und den höchsten Wert."),
    ],
)
def test_the_legend_speaks_four_languages(client: Client, language: str, sentence: str) -> None:
    tournament = events.tournament()
    Tournament.objects.update(stage=Stage.ACCEPTED)
    prefix = language if language.endswith("/") or not language else f"{language}/"
    assert sentence in pages.text(client.get(f"/{prefix}tournaments/{tournament.pk}/standings/"))
