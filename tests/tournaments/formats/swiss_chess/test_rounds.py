"""The rounds of Swiss-Chess files: results and byes, the dummy, two games a pairing, legs, teams."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.tournaments.formats.binary_event import game
from tests.tournaments.formats.swiss_chess.files import DATA, EVENT, letters, one_round, patched, problems, read
from tournaments.formats.report import Place, Problem, ReportedPlayer, TournamentReport
from tournaments.formats.swiss_chess import layout as at
from tournaments.formats.swiss_chess.writer import write

TEAMS = {1: "Tour", 2: "Tour", 3: "Tour", 4: "Cavalier", 5: "Cavalier", 6: "Pion", 7: "Fou"}
MATCHES = (
    game(1, 1, 4, 1, "01"),  # on board 1 the home team, Tour, has Black
    game(1, 2, 2, 5, "=="),
    game(2, 1, 6, 3, "+-"),
)


def team_event(boards: int = 2) -> TournamentReport:
    """Return four teams, matches of two boards."""
    players = tuple(ReportedPlayer(number=n, last_name=f"Player{n}", club=club) for n, club in TEAMS.items())
    return replace(EVENT, kind="team", rounds=2, players=players, pairings=MATCHES, round_dates=())


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        ((3, 0), (1, 0), "10"),
        ((2, 0), (2, 0), "=="),
        ((1, 0), (3, 0), "01"),
        ((3, 2), (1, 2), "+-"),
        ((1, 2), (3, 2), "-+"),
        ((1, 2), (1, 2), "--"),
        ((3, 3), (1, 3), "+-"),
        ((0, 0), (0, 0), "**"),
        ((0, 2), (0, 2), "**"),
        ((2, 1), (2, 1), "**"),  # adjourned
        ((1, 0), (1, 0), "00"),
        ((0x0F, 0), (0x05, 0), "10"),  # with the points for the match
        ((0x0D, 0), (0x0D, 0), "00"),  # lost by both, counted as won for the match
        ((0x0F, 0x22), (0x05, 0x22), "+-"),  # the state of the team in the upper half
        ((0x0F, 0x20), (0x05, 0x20), "10"),
    ],
)
def test_every_result_of_a_game(white: tuple[int, int], black: tuple[int, int], expected: str) -> None:
    report = one_round({1: (at.BLACK, 2, *black), 2: (at.WHITE, 1, *white)})
    assert letters(report) == [(2, 1, expected)]


@pytest.mark.parametrize(
    ("record", "letter"),
    [
        ((at.WHITE_FREE, 9, at.WIN, at.UNPLAYED), "U"),
        ((at.BLACK_FREE, 9, at.WIN, at.UNPLAYED), "U"),
        ((at.WHITE, 9, at.WIN, 0), "U"),
        ((at.WHITE_FREE, 0, at.WIN, at.UNPLAYED), "U"),
        ((at.WHITE_FREE, 9, at.DRAW, at.UNPLAYED), "H"),
        ((at.WHITE_FREE, 9, at.LOSS, at.UNPLAYED), "Z"),
        ((0, 0, at.DRAW, at.UNPLAYED), "H"),
        ((0, 0, at.WIN, at.UNPLAYED), "F"),
        ((0, 0, at.LOSS, at.UNPLAYED), "Z"),
        ((0, 0, 0, at.UNPLAYED), "Z"),
    ],
)
def test_every_bye(record: tuple[int, ...], letter: str) -> None:
    games = {1: (at.WHITE, 2, at.WIN, 0), 2: (at.BLACK, 1, at.LOSS, 0)}
    report = one_round(games | {3: record, 9: (at.BLACK_FREE, 3, at.LOSS, at.UNPLAYED)}, dummy=9)
    assert letters(report) == [(1, 2, "10"), (3, None, letter)]
    assert report.problems == ()


@pytest.mark.parametrize("record", [(0, 0, 0, 0), (0, 0, 0, at.NOT_NOMINATED)])
def test_who_is_not_paired_has_no_row(record: tuple[int, ...]) -> None:
    games = {1: (at.WHITE, 2, at.WIN, 0), 2: (at.BLACK, 1, at.LOSS, 0)}
    assert letters(one_round(games | {3: record})) == [(1, 2, "10")]


def test_a_result_without_an_opponent_is_reported() -> None:
    games = {1: (at.WHITE, 2, at.WIN, 0), 2: (at.BLACK, 1, at.LOSS, 0)}
    report = one_round(games | {3: (0, 0, at.WIN, 0)})
    assert letters(report) == [(1, 2, "10")]
    assert report.problems == (Problem("result_without_opponent", Place(round=1, player=3), {"result": "1"}),)


def test_a_draw_that_was_not_played_is_left_without_result() -> None:
    report = one_round({1: (at.WHITE, 2, at.DRAW, at.UNPLAYED), 2: (at.BLACK, 1, at.DRAW, at.UNPLAYED)})
    assert letters(report) == [(1, 2, "**")]
    assert problems(report)[0] == ("result_unknown", Place(round=1, player=1))


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ((at.WHITE, 2, at.WIN, 0), (at.WHITE, 1, at.LOSS, 0), "colour_differs"),
        ((at.WHITE, 2, at.WIN, 0), (at.BLACK, 1, at.WIN, 0), "result_differs"),
        ((at.WHITE, 2, at.WIN, 0), (at.BLACK, 1, at.LOSS, at.UNPLAYED), "result_differs"),
        ((at.WHITE, 2, at.WIN, 0), (at.BLACK, 1, 0, 0), "result_differs"),
        ((at.WHITE, 2, at.WIN, 0), (0, 0, 0, 0), "opponent_differs"),
        ((at.WHITE, 2, at.WIN, 0), (at.BLACK_FREE, 1, at.LOSS, at.UNPLAYED), "opponent_differs"),
    ],
)
def test_a_game_that_is_reported_in_two_ways_is_kept_and_not_rated(
    first: tuple[int, ...], second: tuple[int, ...], code: str
) -> None:
    report = one_round({1: first, 2: second})
    assert letters(report)[0] == (1, 2, "**")
    assert code in [problem.code for problem in report.problems]


def test_an_opponent_who_is_not_in_the_file_is_reported() -> None:
    report = one_round({1: (at.WHITE, 77, at.WIN, 0), 2: (0, 0, 0, 0)})
    assert report.problems[0] == Problem("opponent_unknown", Place(round=1, player=1), {"opponent": 77})
    assert not any(pairing.white_result.is_played for pairing in report.pairings)


def test_nobody_plays_himself() -> None:
    report = one_round({1: (at.WHITE, 1, at.WIN, 0), 2: (0, 0, 0, 0)})
    assert problems(report)[0] == ("self_pairing", Place(round=1, player=1))


def test_tables_are_boards() -> None:
    report = one_round({1: (at.WHITE, 2, at.WIN, 0, 2, 0), 2: (at.BLACK, 1, at.LOSS, 0, 2, 0)})
    assert [pairing.board for pairing in report.pairings] == [2]


def test_a_table_that_cannot_be_is_none() -> None:
    report = one_round({1: (at.WHITE, 2, at.WIN, 0, 60_000, 0), 2: (at.BLACK, 1, at.LOSS, 0, 60_000, 0)})
    assert [pairing.board for pairing in report.pairings] == [None]


def test_unplayed_rounds_of_the_future_are_empty() -> None:
    report = read(write(replace(EVENT, pairings=EVENT.pairings[:4])))
    assert (report.rounds, {pairing.round for pairing in report.pairings}) == (4, {1})


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        (0x33, 0x11, ["10", "01"]),  # White of the first game wins both, the second with Black
        (0xFF, 0x55, ["10", "01"]),
        (0xFA, 0x5A, ["==", "01"]),
        (0x13, 0x31, ["10", "10"]),
        (0x22, 0x22, ["==", "=="]),
        (0x03, 0x01, ["10", "**"]),
    ],
)
def test_a_pairing_may_be_of_two_games(white: int, black: int, expected: list[str]) -> None:
    """Lower half: first game; upper half: second game, with colours reversed."""
    others = {3: (at.WHITE, 4, 0x33, 0), 4: (at.BLACK, 3, 0x11, 0)}
    report = one_round({1: (at.WHITE, 2, white, 0), 2: (at.BLACK, 1, black, 0)} | others, games_a_round=2)
    games = [pairing for pairing in report.pairings if pairing.white in {1, 2}]
    assert [(pairing.white, pairing.letters) for pairing in games] == [(1, expected[0]), (2, expected[1])]


def test_a_forfeit_of_two_games_is_two_forfeits() -> None:
    report = one_round({1: (at.WHITE, 2, 0x33, at.UNPLAYED), 2: (at.BLACK, 1, 0x11, at.UNPLAYED)}, games_a_round=2)
    assert letters(report) == [(1, 2, "+-"), (2, 1, "-+")]


def test_an_unannounced_second_game_must_fit_on_both_sides() -> None:
    fitting = one_round({1: (at.WHITE, 2, 0x33, 0), 2: (at.BLACK, 1, 0x11, 0)})
    assert letters(fitting) == [(1, 2, "10"), (2, 1, "01")]
    marks = one_round({1: (at.WHITE, 2, 0xF3, 0), 2: (at.BLACK, 1, 0xF1, 0)})
    assert letters(marks) == [(1, 2, "10")]
    assert marks.problems == ()


def test_all_legs_are_rounds() -> None:
    """The header counts the rounds of one leg; the size tells that two are stored."""
    data = write(replace(EVENT, kind="round_robin"), legs=2)
    assert at.read_word(data, at.ROUNDS) == 2
    report = read(data)
    assert (report.rounds, report.pairings) == (4, EVENT.pairings)


def test_more_rounds_than_the_legs_have_do_not_fit() -> None:
    data = patched(write(EVENT), {at.ROUNDS: b"\2\0"})
    with pytest.raises(ValueError, match="cut off or damaged"):
        read(data)


def test_a_team_event_gives_the_games_of_its_boards() -> None:
    report = read(write(team_event(), boards=2))
    assert report.kind == "team"
    assert report.pairings == tuple(replace(pairing, date=None) for pairing in MATCHES)
    assert report.problems == (Problem("team_event"),)


@pytest.mark.parametrize(
    ("code", "own", "scoring"),
    [(0, (3, 1, 0), None), (1, (9, 9, 9), (3, 1, 0)), (2, (4, 2, 1), (4, 2, 1)), (2, (1, 2, 3), None)],
)
def test_the_match_points_of_a_team_event(
    code: int, own: tuple[int, ...], scoring: tuple[float, float, float] | None
) -> None:
    worths = {place: bytes([worth]) for place, worth in zip(at.OWN_MATCH_SCORES, own, strict=True)}
    changes = {at.MATCH_SCORING: bytes([code])} | worths
    assert read(patched(write(team_event(), boards=2), changes)).match_scoring == scoring
    assert read(patched(write(EVENT), changes)).match_scoring is None


def test_boards_are_numbered_through_the_matches_of_a_round() -> None:
    second = game(1, 3, 7, 6, "10")
    report = read(write(replace(team_event(), pairings=(*MATCHES[:2], second)), boards=2))
    assert [pairing.board for pairing in report.pairings] == [1, 2, 3]


def test_colours_that_a_team_event_leaves_open_follow_the_match() -> None:
    data = write(team_event(), boards=2)
    swt = at.fit(data)
    places = range(swt.layout.header, swt.layout.header + len(TEAMS) * swt.rounds * at.RECORD.size, at.RECORD.size)
    open_colours = patched(data, {place + 8: b"\0" for place in places})
    assert read(open_colours).pairings == read(data).pairings
    homeless = patched(open_colours, {swt.card(3) + at.CARD_TEAM: b"\x09\0"})  # Black's side tells the colour
    assert sorted(letters(read(homeless))) == sorted(letters(read(data)))
    white_at_home = read(patched(open_colours, {at.HOME_COLOUR: b"\x11"}))
    assert [(pairing.white, pairing.black) for pairing in white_at_home.pairings] == [(1, 4), (5, 2), (3, 6)]


def test_a_player_of_no_team_has_no_board() -> None:
    data = write(team_event(), boards=2)
    swt = at.fit(data)
    report = read(patched(data, {swt.card(3) + at.CARD_TEAM: b"\x09\0"}))
    assert [pairing.board for pairing in report.pairings if pairing.white == 4] == [None]


def test_the_number_of_teams_changes_the_place_of_the_cards() -> None:
    data = write(team_event(), boards=2)
    assert len(data) == at.NEW.header + (7 + 4) * (2 * at.RECORD.size + at.NEW.card)
    assert len(DATA) == at.NEW.header + 8 * (4 * at.RECORD.size + at.NEW.card)
