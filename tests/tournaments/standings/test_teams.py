"""tournaments/standings/teams.py and the pages of a team event."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests import cast, pages
from tests.tournaments import events
from tournaments.formats.report import ReportedPairing, Result
from tournaments.formats.trf import reader as trf
from tournaments.models import Stage, Tournament
from tournaments.standings import individual, teams
from tournaments.standings.team_standings import standings
from tournaments.standings.team_tie_break_codes import team_order_of
from tournaments.standings.tie_break_codes import SWISS, order_of

pytestmark = pytest.mark.django_db

TEAMS = {1: "Tower", 2: "Tower", 3: "Bridge", 4: "Bridge", 5: "Gate", 6: "Gate"}
# Tower beats Bridge 1½-½ and draws with Gate; Bridge beats Gate by two forfeits.
GAMES = (
    *(events.game(1, 1, 3, "10", board=1), events.game(1, 4, 2, "==", board=2), events.bye(1, 5, "Z")),
    *(events.game(2, 5, 1, "10", board=1), events.game(2, 2, 6, "10", board=2)),
    *(events.game(3, 3, 5, "+-", board=1), events.game(3, 6, 4, "-+", board=2)),
)


def event(pairings: tuple[ReportedPairing, ...] = GAMES, **changes: object) -> Tournament:
    players = [events.player(number, 10000 + number, team=team) for number, team in TEAMS.items()]
    made = events.tournament(*players, pairings=pairings, kind="team", **changes)
    Tournament.objects.update(stage=Stage.ACCEPTED)
    return made


def scheduled(made: Tournament) -> teams.Schedule:
    return teams.schedule(made.pairings.order_by("round", "board"), teams.teams_of(made.participants.all()))


def matches(played: teams.Schedule) -> list[tuple[int, str, str, int, int]]:
    return [(each.round, each.home, each.away, each.home_points, each.away_points) for each in played.matches]


def test_the_games_of_a_round_make_matches() -> None:
    played = scheduled(event())
    assert matches(played) == [(1, "Tower", "Bridge", 3, 1), (2, "Gate", "Tower", 2, 2), (3, "Bridge", "Gate", 4, 0)]
    assert list(map(played.match_points, played.matches)) == [(2, 0), (1, 1), (2, 0)]
    assert [(each.round, each.white.number) for each in played.singles] == [(1, 5)]
    assert played.byes == [teams.TeamBye(1, "Gate", Result.ZERO_BYE)]


def test_a_board_without_an_opponent_belongs_to_the_match() -> None:
    """Bridge sends one player: Tower wins the second board without a game."""
    played = scheduled(event((events.game(1, 3, 1, "==", board=1), events.bye(1, 2, "F"), events.bye(1, 4, "Z"))))
    assert matches(played) == [(1, "Bridge", "Tower", 1, 3)]
    assert [(each.white.number, each.white_result) for each in played.singles] == [(4, "Z")]
    assert played.byes == []


def test_boards_without_numbers_follow_the_list_of_the_players() -> None:
    """TRF numbers none: 1 and 2 of Tower are boards 1 and 2, and Tower has White on the first."""
    played = scheduled(event((events.game(1, 4, 2, "10"), events.game(1, 1, 3, "10"))))
    assert matches(played) == [(1, "Tower", "Bridge", 2, 2)]
    assert [each.white.number for each in played.matches[0].pairings] == [1, 4]


@pytest.mark.parametrize(
    ("letters", "letter", "points"),
    [("UU", "U", (1, 2)), ("UZ", "U", (1, 2)), ("FF", "F", (2, 4)), ("HH", "H", (1, 2)), ("ZZ", "Z", (0, 0))],
)
def test_a_team_without_a_match_has_the_bye_of_its_players(letters: str, letter: str, points: tuple[int, int]) -> None:
    byes = [events.bye(1, number, each) for number, each in zip((5, 6), letters, strict=True)]
    played = scheduled(event((*GAMES[:2], *byes)))
    assert [(each.team, each.letter.value) for each in played.byes] == [("Gate", letter)]
    assert teams.points_of(played)["Gate"] == points


@pytest.mark.parametrize(("letter", "last"), [("Z", "BC"), ("U", "BH"), ("H", "BH")])
def test_byes_with_points_make_a_swiss_even_if_all_teams_met(letter: str, last: str) -> None:
    """Three teams, three rounds: who is free has nothing in a round robin."""
    free = [events.bye(number, who, letter) for number, who in ((1, 5), (2, 3), (3, 1))]
    made = event((*(each for each in GAMES if each.black), *free))
    assert [each.code for each in standings(made).used][-1] == last


def test_a_match_without_board_points_has_no_match_points() -> None:
    played = scheduled(event((events.game(1, 1, 3, "--", board=1), events.game(1, 4, 2, "00", board=2))))
    assert played.match_points(played.matches[0]) == (0, 0)


def test_match_points_come_before_board_points() -> None:
    made = event()
    made.participants.create(number=7, file_last_name="Idle", file_team="Idle")
    rows = standings(made).rows
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
    made = event(GAMES[3:5])
    made.participants.filter(file_team="Bridge").update(file_team="")
    assert [(row.rank, row.team) for row in standings(made).rows] == [(1, "Gate"), (1, "Tower")]


def test_the_page_of_the_teams(client: Client) -> None:
    page = client.get(f"/en/tournaments/{event().pk}/")
    assert pages.rows(page) == [
        # EDE is empty where nothing was left to part; EMGSB: the match points of each opponent times the board points
        ["1", "Tower", "3", "2½", "", "4", "4", "1½ 2", "1 3", ""],
        ["2", "Bridge", "2", "2½", "", "3.5", "4", "½ 1", "", "2 3"],
        ["3", "Gate", "1", "1", "", "3", "1", "", "1 1", "0 2"],
    ]
    assert 'aria-current="page">Teams' in page.content.decode()
    assert "Order: match points, board points, EDE, EMGSB, BC." in pages.text(page)


@pytest.mark.long
def test_the_club_chooses_the_tie_breaks_of_the_teams(client: Client) -> None:
    made = event()
    Tournament.objects.update(stage=Stage.READ)
    client.force_login(cast.secretary())
    address = f"/en/my-club/tournaments/{made.pk}/tie-breaks/"
    assert "Currently: MPTS, GPTS, EDE, EMGSB, BC" in pages.text(client.get(address))
    assert client.post(address, {"tie_break_1": "BH:GP", "tie_break_2": "GPTS"}).status_code == 302
    Tournament.objects.update(stage=Stage.ACCEPTED)
    page = pages.text(client.get(f"/en/tournaments/{made.pk}/"))
    assert "Order: match points, BH:GP, board points." in page
    assert "Order: points, DE, SB, KS, WIN." not in page


def test_the_tie_breaks_of_a_file_are_those_of_its_teams() -> None:
    made = event()
    made.file_facts["tie_breaks"] = ["MPvGP", "BH:MP/C1", "ESB", "XYZ", "GPTS"]
    made.tie_break_order = []
    assert team_order_of(made, False) == ["MPTS", "GPTS", "BH/C1", "EMGSB"]
    assert order_of(made, False) == list(SWISS)


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        (["EDET/P", "EMGSB/C1/P", "BH:MP/C1/P", "MPvGP"], ["MPTS", "EDET/P", "EMGSB/C1/P", "BH/C1/P", "GPTS"]),
        (["GPTS", "MPTS", "EDE"], ["GPTS", "MPTS", "EDE"]),
        (["GPTS", "EDE", "MPvGP"], ["GPTS", "EDE", "MPTS"]),
        (["MPTS", "GPTS", "SSSC/K4"], ["MPTS", "GPTS", "SSSC/K4"]),
        (["BH/Q1", "EDE/C1", "BH:GP/M1"], ["MPTS", "BH:GP/M1"]),
        (["XYZ"], ["MPTS", "GPTS", "EDE", "EMGSB", "BH"]),
    ],
)
def test_what_decides_is_what_the_file_says(said: list[str], codes: list[str]) -> None:
    made = Tournament(kind="team", file_facts={"tie_breaks": said})
    assert team_order_of(made, False) == codes


@pytest.mark.long
def test_a_league_may_count_board_points_first(client: Client) -> None:
    made = event((*GAMES[:3], *GAMES[4:], events.bye(4, 3, "H")))
    Tournament.objects.update(stage=Stage.READ)
    assert standings(made).rows[0].team == "Tower"
    client.force_login(cast.secretary())
    address = f"/en/my-club/tournaments/{made.pk}/tie-breaks/"
    assert client.post(address, {"first": "GPTS", "tie_break_1": "BH:GP"}).status_code == 302
    made.refresh_from_db()
    assert made.tie_break_order == ["GPTS", "BH:GP", "MPTS"]
    form = client.get(address).context["form"]
    assert [form[name].initial for name in ("first", "tie_break_1", "tie_break_2")] == ["GPTS", "BH:GP", "MPTS"]
    Tournament.objects.update(stage=Stage.ACCEPTED)
    page = client.get(f"/en/tournaments/{made.pk}/")
    assert "Order: board points, BH:GP, match points." in pages.text(page)
    assert [cells[:4] for cells in pages.rows(page)] == [
        ["1", "Bridge", "3", "3½"],
        ["2", "Tower", "4", "2½"],
        ["3", "Gate", "0", "0"],
    ]


def test_without_tie_breaks_board_points_first_are_followed_by_the_usual_ones(client: Client) -> None:
    made = event()
    Tournament.objects.update(stage=Stage.READ)
    client.force_login(cast.secretary())
    client.post(f"/en/my-club/tournaments/{made.pk}/tie-breaks/", {"first": "GPTS"})
    made.refresh_from_db()
    assert team_order_of(made, False) == ["GPTS", "MPTS", "EDE", "EMGSB", "BH"]


def test_what_was_chosen_stays_among_the_choices_though_it_is_no_usual_one(client: Client) -> None:
    made = event()
    Tournament.objects.update(stage=Stage.READ, tie_break_order=["EDET/P", "GPTS"])
    client.force_login(cast.secretary())
    form = client.get(f"/en/my-club/tournaments/{made.pk}/tie-breaks/").context["form"]
    assert 'value="EDET/P" selected' in str(form["tie_break_1"])


@pytest.mark.long
def test_the_rules_of_an_event_say_what_a_bye_is_worth(client: Client) -> None:
    made = event((*GAMES, events.bye(4, 1, "U"), events.bye(4, 2, "U"), events.bye(4, 3, "H")))
    Tournament.objects.update(stage=Stage.READ)
    assert [(row.team, row.match_points, row.board_points) for row in standings(made).rows[:1]] == [("Tower", 4, 7)]
    client.force_login(cast.secretary())
    address = f"/en/my-club/tournaments/{made.pk}/tie-breaks/"
    refused = client.post(address, {"bye_match_points": "2"})
    assert refused.context["form"].errors == {"bye_board_points": [("Enter how many board points the bye is worth.")]}
    assert client.post(address, {"bye_match_points": "2", "bye_board_points": "1.5"}).status_code == 302
    made.refresh_from_db()
    found = standings(made).rows
    assert [(row.team, row.match_points, row.board_points, row.tie_breaks["MPTS"]) for row in found] == [
        ("Tower", 5, 8, 5),
        ("Bridge", 3, 7, 3),  # a half bye stays half of a match
        ("Gate", 1, 2, 1),
    ]
    Tournament.objects.update(stage=Stage.ACCEPTED)
    page = pages.text(client.get(f"/en/tournaments/{made.pk}/"))
    assert "Pairing-allocated bye: 2 match points, board points: 1½." in page
    file = client.get(f"/en/tournaments/{made.pk}/files/trf26.trf").content.decode()
    assert "\n320  2.0  1.5   0   0   0   1" in file


def test_the_federation_corrects_what_a_bye_is_worth(client: Client) -> None:
    made = event()
    client.force_login(cast.rating_officer())
    form = {"bye_match_points": "2", "bye_board_points": "2", "reason": "As the rules of the league say."}
    assert client.post(f"/en/my-club/tournaments/{made.pk}/tie-breaks/", form).status_code == 302
    assert [(each.field, each.before, each.after) for each in made.corrections.all()] == [("team_bye", "", "2 4")]
    page = pages.text(client.get(f"/en/tournaments/{made.pk}/"))
    assert "team bye" in page
    assert "as in the file, otherwise half of a match" in page
    assert "2 match points, board points: 2" in page


def test_board_points_first_come_back_from_our_own_file(client: Client) -> None:
    made = event()
    made.tie_break_order = ["GPTS", "EDE", "MPTS"]
    made.save(update_fields=["tie_break_order"])
    file = client.get(f"/en/tournaments/{made.pk}/files/trf26.trf").content
    assert b"\n212 GPTS,EDE,MPTS\r" in file
    [report] = trf.read(file)
    assert report.tie_breaks == ("GPTS", "EDE", "MPTS")


@pytest.mark.long
def test_what_a_bye_is_worth_comes_back_from_our_own_file(client: Client) -> None:
    made = event((*GAMES, events.bye(4, 1, "U"), events.bye(4, 2, "U")))
    Tournament.objects.update(team_bye_match_points=2, team_bye_board_points=3)
    file = client.get(f"/en/tournaments/{made.pk}/files/trf26.trf").content
    Tournament.objects.all().delete()
    again = events.read(file, "again.trf").tournaments.get()
    assert (teams.chosen_bye(again), teams.pairing_bye(again)) == (None, teams.Points(2, 3))
    assert [(row.team, row.match_points, row.board_points) for row in standings(again).rows[:1]] == [("Tower", 5, 8)]


@pytest.mark.long
def test_a_bye_of_a_team_gives_it_points_and_its_players_none(client: Client) -> None:
    """Gate has no bye in round 2, in which it plays, whatever the file says."""
    byes = ((2, "Gate", Result.HALF_BYE), (4, "Gate", Result.HALF_BYE), (4, "Tower", Result.PAIRING_BYE))
    made = event((*GAMES, events.bye(4, 1, "Z")), team_byes=byes)
    found = [(row.team, row.match_points, row.board_points) for row in standings(made).rows]
    assert found == [("Tower", 4, 7), ("Bridge", 2, 5), ("Gate", 2, 4)]
    assert [each.half_points for each in individual.standings(made).rows if each.participant.number == 1] == [2]
    page = client.get(f"/en/tournaments/{made.pk}/rounds/4/").content.decode()
    assert page.count(">bye<") == 2
    file = client.get(f"/en/tournaments/{made.pk}/files/trf26.trf").content
    assert b"\n240 H   4    3\r" in file
    assert b"\n320  1.0  1.0   0   0   0   1\r" in file
    Tournament.objects.all().delete()
    again = standings(events.read(file, "again.trf").tournaments.get()).rows
    assert [(row.team, row.match_points, row.board_points) for row in again] == found


@pytest.mark.long
def test_the_match_points_of_a_file_are_those_of_its_standings(client: Client) -> None:
    """3 for a match won and 1 for a drawn one make Bridge equal to Tower before the board points."""
    made = event((*GAMES, events.bye(4, 1, "U"), events.bye(4, 2, "U")))
    made.file_facts["match_scoring"] = [3.0, 1.0, 0.0]
    made.save(update_fields=["file_facts"])
    found = standings(made)
    assert (found.scale, found.bye) == ((3, 1, 0), (1, 2))
    assert [(row.rank, row.team, row.match_points, row.tie_breaks["MPTS"]) for row in found.rows] == [
        (1, "Tower", 5, 5),
        (2, "Bridge", 3, 3),
        (3, "Gate", 1, 1),
    ]
    page = pages.text(client.get(f"/en/tournaments/{made.pk}/"))
    assert "Match points by the rules of the event: 3 for a match won, 1 for a drawn one, 0 for a lost one." in page
    file = client.get(f"/en/tournaments/{made.pk}/files/trf26.trf").content
    assert b"\n362 TW 3.0\r" in file
    Tournament.objects.all().delete()
    again = events.read(file, "again.trf").tournaments.get()
    assert standings(again).rows[0].match_points == 5


def test_match_points_may_come_in_halves(client: Client) -> None:
    made = event()
    made.file_facts["match_scoring"] = [1.0, 0.5, 0.0]
    made.save(update_fields=["file_facts"])
    rows = pages.rows(client.get(f"/en/tournaments/{made.pk}/"))
    assert [cells[1:3] for cells in rows] == [["Tower", "1½"], ["Bridge", "1"], ["Gate", "½"]]


def test_a_match_lost_by_forfeit_earns_no_points_for_a_loss() -> None:
    made = event()
    played = teams.schedule(
        made.pairings.order_by("round", "board"), teams.teams_of(made.participants.all()), None, teams.Scale(3, 2, 1)
    )
    assert list(map(played.match_points, played.matches)) == [(3, 1), (2, 2), (3, 0)]


def test_two_matches_in_a_round_leave_match_and_board_points() -> None:
    found = standings(event((*GAMES[:2], events.game(1, 5, 6, "10"), events.game(1, 6, 3, "10", board=3))))
    assert found.note == "Bridge has two matches in round 1: FIDE's tie-breaks allow only one."
    assert [each.code for each in found.used] == ["MPTS", "GPTS"]
    assert [(row.rank, row.team) for row in found.rows] == [(1, "Tower"), (2, "Gate"), (3, "Bridge")]


def test_teams_of_go_are_parted_by_board_points_alone(client: Client) -> None:
    games = (events.game(1, 1, 3, "10", board=1, handicap=3), *GAMES[1:])
    made = event(games)
    Tournament.objects.update(discipline="go")
    page = client.get(f"/en/tournaments/{made.pk}/")
    assert pages.rows(page)[0] == ["1", "Tower", "3", "2½", "1½ 2", "1 3", ""]
    assert "Order: match points, board points." in pages.text(page)
    assert pages.rows(client.get(f"/en/tournaments/{made.pk}/rounds/1/"))[:2] == [
        ["", "Tower", "1½–½", "Bridge"],
        ["1", "W Aerts, Anna", "1–0 h3", "B Claes, Chloé"],
    ]


def test_the_file_for_fide_has_the_teams_with_what_they_reached(client: Client) -> None:
    text = client.get(f"/en/tournaments/{event().pk}/files/trf26.trf").content.decode()
    lines = [line.split() for line in text.splitlines() if line.startswith(("310", "212"))]
    assert lines == [
        ["212", "PTS,GPTS,EDE,EMGSB,BC"],
        ["310", "1", "Tower", "3.0", "2.5", "1", "1", "2"],
        ["310", "2", "Bridge", "2.0", "2.5", "2", "3", "4"],
        ["310", "3", "Gate", "1.0", "1.0", "3", "5", "6"],
    ]


def test_other_events_have_no_teams(client: Client) -> None:
    made = events.tournament()
    Tournament.objects.update(stage=Stage.ACCEPTED)
    assert "Teams" not in pages.text(client.get(f"/en/tournaments/{made.pk}/"))


@pytest.mark.parametrize("games", [1, 7])
@pytest.mark.parametrize(("page", "queries"), [("", 3), ("rounds/", 3), ("rounds/1/", 3)])
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
    monkeypatch.setattr("tournaments.public.views.GAMES", 6)
    address = f"/en/tournaments/{event().pk}/rounds/"
    assert "Round 3 " in pages.text(client.get(address))
    assert len(pages.rows(client.get(address))) == 3
    assert len(pages.rows(client.get(f"{address}?all"))) == 10
