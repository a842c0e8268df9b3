"""The matches of a round, and the teams in the tables of players."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import pages
from tests.tournaments import events
from tests.tournaments.standings.test_teams import GAMES, event
from tournaments.formats.report import ReportedPairing

pytestmark = pytest.mark.django_db


def round_one(client: Client, games: tuple[ReportedPairing, ...]) -> list[list[str]]:
    return pages.rows(client.get(f"/en/tournaments/{event(games).pk}/rounds/1/"))


def test_a_round_lists_players_below_their_teams(client: Client) -> None:
    assert round_one(client, GAMES) == [
        ["", "Tower", "1½–½", "Bridge"],
        ["1", "W Aerts, Anna", "1–0", "B Claes, Chloé"],
        ["2", "B Baeten, Bram", "½–½", "W Dubois, Didier"],
        ["", "Gate", "0", "bye"],
    ]


def test_results_are_read_from_the_left_as_the_match_is(client: Client) -> None:
    """Bridge sends one player, who has Black and loses; Gate has the bye of the pairing."""
    games = (events.game(1, 1, 3, "10", board=1), events.game(1, 4, 2, "01", board=2))
    byes = (events.bye(1, 5, "U"), events.bye(1, 6, "U"))
    assert round_one(client, (*games, *byes)) == [
        ["", "Tower", "2–0", "Bridge"],
        ["1", "W Aerts, Anna", "1–0", "B Claes, Chloé"],
        ["2", "B Baeten, Bram", "1–0", "W Dubois, Didier"],
        ["", "Gate", "1", "bye"],
    ]


def test_empty_boards_are_won_and_idle_players_left_out(client: Client) -> None:
    games = (events.game(1, 3, 1, "==", board=1), events.bye(1, 2, "F"), events.bye(1, 4, "Z"))
    assert round_one(client, games) == [
        ["", "Bridge", "½–1½", "Tower"],
        ["1", "W Claes, Chloé", "½–½", "B Aerts, Anna"],
        ["", "no opponent", "0–1", "Baeten, Bram"],
    ]


def test_players_without_a_team_are_listed_below_the_matches(client: Client) -> None:
    made = event((*GAMES[:2], events.bye(1, 5, "H")))
    made.participants.filter(number=5).update(file_team="")
    rows = pages.rows(client.get(f"/en/tournaments/{made.pk}/rounds/1/"))
    assert rows[-1] == ["", "Evrard, Élodie", "½", "bye"]


def test_the_crosstable_names_the_teams_and_leaves_idle_rounds_empty(client: Client) -> None:
    made = event((events.game(1, 3, 1, "==", board=1), events.bye(1, 2, "F"), events.bye(1, 4, "Z")))
    rows = pages.rows(client.get(f"/en/tournaments/{made.pk}/crosstable/"))
    assert [row[:4] for row in rows[:4]] == [
        ["1", "Baeten, Bram Tower", "1", "1 bye"],
        ["2", "Aerts, Anna Tower", "½", "½ B 3"],
        ["3", "Claes, Chloé Bridge", "½", "½ W 2"],
        ["4", "Dubois, Didier Bridge", "0", ""],
    ]


def test_names_of_teams_are_only_text(client: Client) -> None:
    tournament = event()
    tournament.participants.filter(file_team="Tower").update(file_team="<b>Tower")
    for page in ("", "rounds/"):
        source = client.get(f"/en/tournaments/{tournament.pk}/{page}").content.decode()
        assert "<b>Tower" not in source
        assert "&lt;b&gt;Tower" in source


def test_the_legend_explains_the_heads_that_are_abbreviated(client: Client) -> None:
    page = pages.text(client.get(f"/en/tournaments/{event().pk}/"))
    assert "Rank Team Match points Board points EDE" in page
    legend = page.split("Key ")[1]
    assert legend.startswith("EDE Extended direct encounter.")
    assert "MPTS" not in legend
    assert "GPTS" not in legend
