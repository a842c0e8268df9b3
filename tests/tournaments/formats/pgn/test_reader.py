"""PGN and BPGN: who played whom when; the moves are passed over."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.real_samples import samples
from tournaments.formats.pgn import reader as pgn
from tournaments.formats.report import FormatError, Place, TournamentReport

MOVES = "1. e4 {[%clk 0:03:00]} e5 2. Nf3 (2. f4 exf4) Nc6 {a note}\n[not a tag] 1-0"


def game(moves: str = MOVES, **tags: str) -> str:
    """Return a game of a server; ``tags``: what differs from Anna's win in a rated blitz game."""
    usual = {"Event": "FICS rated blitz game", "Site": "FICS freechess.org", "Date": "2025.03.01", "Time": "12:05:00"}
    usual |= {"White": "annaaerts", "Black": "bobbaert", "WhiteElo": "1812", "BlackElo": "1500", "Result": "1-0"}
    return "".join(f'[{name} "{value}"]\n' for name, value in (usual | tags).items() if value) + f"\n{moves}\n\n"


def bughouse(**tags: str) -> str:
    usual = {"Event": "rated bughouse match", "White": "", "Black": "", "WhiteElo": "", "BlackElo": ""}
    usual |= {"WhiteA": "anna", "BlackA": "bob", "WhiteB": "cis", "BlackB": "dora", "WhiteAElo": "2105"}
    return game("1A. e4{179} 1B. d4{177} {bob resigned} 1-0", **(usual | tags))


def read(*games: str) -> list[TournamentReport]:
    data = "".join(games).encode()
    assert pgn.matches("", data)
    return pgn.read(data)


def letters(report: TournamentReport) -> list[str]:
    return [pairing.letters for pairing in report.pairings]


def test_the_games_of_a_server_are_read_with_day_and_hour() -> None:
    (report,) = read(game())
    assert (report.format, report.name, report.city) == ("pgn", "FICS rated blitz game", "FICS freechess.org")
    assert (report.pace, report.discipline, report.rounds) == ("blitz", "chess", 1)
    assert [(player.last_name, player.rating) for player in report.players] == [("annaaerts", 1812), ("bobbaert", 1500)]
    (pairing,) = report.pairings
    assert (pairing.white, pairing.black, pairing.letters) == (1, 2, "10")
    assert (pairing.date, pairing.ended) == (dt.date(2025, 3, 1), dt.time(12, 5))
    assert report.problems == ()


@pytest.mark.parametrize(
    ("control", "pace"), [("900+10", "rapid"), ("90 min + 30 s", "standard"), ("300", "blitz"), ("?", "")]
)
def test_the_time_control_of_all_games_tells_the_pace(control: str, pace: str) -> None:
    (report,) = read(game(Event="Tower Cup", TimeControl=control), game(Event="Tower Cup", TimeControl=control))
    assert (report.time_control, report.pace) == (control.strip("?"), pace)


def test_where_everybody_chooses_there_is_no_time_control() -> None:
    (report,) = read(game(TimeControl="180"), game(TimeControl="900+10"))
    assert (report.time_control, report.pace) == ("", "blitz")


def test_the_newest_game_may_stand_first() -> None:
    (report,) = read(game(Time="12:30:00", Result="0-1"), game(Time="12:10:00"), game(Date="2025.02.28", Result="*"))
    assert [(pairing.round, pairing.letters) for pairing in report.pairings] == [(1, "**"), (2, "10"), (3, "01")]


def test_unrated_games_are_kept_and_do_not_count() -> None:
    rated, unrated = read(
        game(), *(game(Event="FICS unrated blitz game", Result=result) for result in ("1-0", "0-1", "1/2-1/2"))
    )
    assert (letters(rated), letters(unrated)) == (["10"], ["WL", "LW", "DD"])


@pytest.mark.parametrize(("name", "expected"), [("ICC 5 0 u", "WL"), ("ICC w16 1 0 u", "WL"), ("ICC 5 0", "10")])
def test_a_server_says_with_a_letter_that_games_do_not_count(name: str, expected: str) -> None:
    assert letters(read(game(Event=name))[0]) == [expected]


def test_variants_are_events_of_their_own() -> None:
    reports = read(game(), game(Variant="crazyhouse"), game(Variant="Fischerandom"))
    assert [report.discipline for report in reports] == ["chess", "crazyhouse", "chess960"]


@pytest.mark.parametrize(
    ("title", "discipline"),
    [
        ("FICS rated suicide game", "suicide"),
        ("FICS unrated wild/4 game", "wild"),
        ("internet, rated crazyhouse match", "crazyhouse"),
        ("FICS rated lightning game", "lightning"),
        ("FICS rated blitz game", "chess"),
        ("The wild game of Ghent", "chess"),
    ],
)
def test_a_category_of_the_server_is_a_discipline(title: str, discipline: str) -> None:
    assert read(game(Event=title))[0].discipline == discipline


@pytest.mark.parametrize(
    ("word", "pace"),
    [("lightning", "blitz"), ("blitz", "blitz"), ("standard", "standard"), ("rapid", "rapid"), ("wild/5", "")],
)
def test_the_pace_stands_in_the_name(word: str, pace: str) -> None:
    assert read(game(Event=f"FICS rated {word} game"))[0].pace == pace


def test_games_of_a_tournament_have_rounds_boards_and_people() -> None:
    (report,) = read(
        game(
            Event="Hiver",
            Round="2.1",
            White="Aerts, Anna",
            WhiteFideId="99200001",
            WhiteTitle="WFM",
            WhiteTeam="Nergens",
        ),
        game(Event="Hiver", Round="1", White="Claes, Cis", Black="Aerts, Anna", Result="1/2-1/2"),
    )
    anna = report.players[0]
    assert (anna.last_name, anna.first_name, anna.fide_id, anna.title, anna.club) == (
        *("Aerts", "Anna", 99200001, "WFM", "Nergens"),
    )
    assert [(pairing.round, pairing.board, pairing.letters) for pairing in report.pairings] == [
        (1, None, "=="),
        (2, 1, "10"),
    ]


def test_bughouse_is_one_game_of_two_against_two() -> None:
    (report,) = read(bughouse())
    (pairing,) = report.pairings
    assert report.discipline == "bughouse"
    assert [player.last_name for player in report.players] == ["anna", "bob", "cis", "dora"]
    assert (pairing.white, pairing.black, pairing.white_partner, pairing.black_partner) == (1, 2, 4, 3)
    assert report.players[0].rating == 2105


def test_a_bughouse_game_with_an_empty_seat_is_none() -> None:
    (report,) = read(bughouse(), bughouse(BlackB="?"))
    assert len(report.pairings) == 1


def test_odd_values_are_reported_with_their_line() -> None:
    (report,) = read(game(), game(Result="2-0", Date="soon", WhiteFideId="x1"))
    assert [(problem.code, problem.place) for problem in report.problems] == [
        ("fide_id_unknown", Place(line=14)),
        ("result_unknown", Place(line=14)),
        ("date_unknown", Place(line=14)),
        ("round_unfinished", Place()),
    ]


def test_who_plays_himself_plays_no_game() -> None:
    (report,) = read(game(), game(Black="annaaerts"))
    assert len(report.pairings) == 1
    assert [problem.code for problem in report.problems] == ["self_pairing"]


def test_the_address_or_the_number_of_a_game_is_no_place() -> None:
    sites = ("https://lichess.example/aaaaaaaa", "https://lichess.example/bbbbbbbb", "01", "02", "?")
    (report,) = read(*(game(Site=site, Time=f"12:0{place}:00") for place, site in enumerate(sites)))
    assert (report.city, len(report.pairings)) == ("", 5)


def test_one_event_in_two_places_is_two_tournaments() -> None:
    assert [report.city for report in read(game(Site="Nergens"), game(Site="Elders"))] == ["Nergens", "Elders"]


def test_a_broadcast_names_the_event_where_the_games_have_titles() -> None:
    tags = {"BroadcastName": "Hiver", "Site": "https://lichess.example/broadcast/a", "Date": "????.??.??"}
    (report,) = read(
        game(Event="Round 2: annaaerts - bobbaert", UTCDate="2025.03.02", **tags),
        game(Event="Round 1: cis - dora", White="cis", Black="dora", UTCDate="2025.03.01", **tags),
    )
    assert (report.name, report.start, report.end) == ("Hiver", dt.date(2025, 3, 1), dt.date(2025, 3, 2))
    assert [(pairing.round, pairing.white) for pairing in report.pairings] == [(1, 3), (2, 1)]


@pytest.mark.parametrize(
    ("title", "name", "told", "round_number"),
    [
        ("Round 3: Aerts, Anna - Baert, Bob", "PGN", "", 3),
        ("Round 3: Aerts, Anna - Baert, Bob", "PGN", "4.1", 4),
        ("Winter Cup: Aerts, Anna - Baert, Bob", "Winter Cup", "Round 2", 2),
        ("Aerts, Anna - Baert, Bob", "Aerts, Anna - Baert, Bob", "1", 1),
    ],
)
def test_the_title_of_a_game_is_no_event(title: str, name: str, told: str, round_number: int) -> None:
    (report,) = read(game(Event=title, White="Aerts, Anna", Black="Baert, Bob", Round=told))
    assert (report.name, report.rounds) == (name, round_number)


@pytest.mark.parametrize(("result", "expected"), [("1-0", "U"), ("*", "U"), ("1/2-1/2", "H"), ("0-1", "Z")])
@pytest.mark.parametrize("nobody", ["BYE", "bye"])
def test_who_plays_nobody_has_a_bye(result: str, expected: str, nobody: str) -> None:
    (report,) = read(game(Black=nobody, Round="2", Result=result))
    assert [player.last_name for player in report.players] == ["annaaerts"]
    assert [(each.round, each.white, each.black, each.letters) for each in report.pairings] == [(2, 1, None, expected)]


def test_nobody_may_have_white() -> None:
    (report,) = read(game(White="BYE", Result="0-1"))
    assert [player.last_name for player in report.players] == ["bobbaert"]
    assert [(each.white, each.black, each.letters) for each in report.pairings] == [(1, None, "U")]


def test_the_event_of_a_broadcast_keeps_the_name_that_it_has() -> None:
    (report,) = read(game(Event="Hiver", BroadcastName="Hiver | Round 3", Round="3"))
    assert (report.name, report.pairings[0].round) == ("Hiver", 3)


@pytest.mark.parametrize(("told", "expected"), [("6", (6, None)), ("6.2", (6, 2)), ("6.1.3", (6, 3))])
def test_a_round_may_tell_the_board_and_the_match_before_it(told: str, expected: tuple[int, int | None]) -> None:
    (pairing,) = read(game(Round=told))[0].pairings
    assert (pairing.round, pairing.board) == expected


@pytest.mark.parametrize(
    ("told", "board", "expected"),
    [("6", "4", (6, 4)), ("6.2", "4", (6, 2)), ("?", "4", (1, 4)), ("6", "?", (6, None)), ("6", "0", (6, None))],
)
def test_a_tag_of_its_own_tells_the_board_that_the_round_does_not(
    told: str, board: str, expected: tuple[int, int | None]
) -> None:
    (pairing,) = read(game(Round=told, Board=board))[0].pairings
    assert (pairing.round, pairing.board) == expected


@pytest.mark.parametrize(("told", "expected"), [("1-0", "+-"), ("0-1", "-+"), ("0-0", "--"), ("*", "**")])
@pytest.mark.parametrize("termination", ["Unplayed", "forfeit", "Forfeit (1F-0F)"])
def test_what_nobody_played_is_a_forfeit(told: str, expected: str, termination: str) -> None:
    assert letters(read(game(Event="Hiver", Result=told, Termination=termination))[0]) == [expected]


@pytest.mark.parametrize("termination", ["Time forfeit", "forfeits on time"])
def test_who_lost_on_time_has_played(termination: str) -> None:
    assert letters(read(game(Termination=termination))[0]) == ["10"]


@pytest.mark.parametrize(
    ("told", "expected"),
    [("½-½", "=="), ("0.5-0.5", "=="), ("1 : 0", "10"), ("1/2", "=="), ("+:-", "+-"), ("-/+", "-+"), ("0–0", "00")],
)
def test_results_are_understood_in_many_spellings(told: str, expected: str) -> None:
    (report,) = read(game(Event="Hiver", Result=told))
    assert (letters(report), report.problems) == ([expected], ())


def test_casual_games_of_a_server_do_not_count() -> None:
    casual, cup = read(game(Event="Casual Rapid game"), game(Event="The Casual Cup"))
    assert (letters(casual), letters(cup)) == (["WL"], ["10"])


def test_a_result_that_no_tag_has_stands_behind_the_moves() -> None:
    (report,) = read(game("1. e4 c5\n2. Nf3 0-1", Result=""), game("1. e4 +-", Result="?", Time="", UTCTime="12:06:00"))
    assert letters(report) == ["01", "**"]


def test_several_tags_may_stand_in_one_line_before_the_moves() -> None:
    line = '[White "anna"][Black "bob"] [Result "1-0"] 1. e4 1-0\n'
    (report,) = read(line, line.replace("anna", "cis"), '[White"dora"] [Black "bob"]\n')
    assert [(report.players[pairing.white - 1].last_name, pairing.letters) for pairing in report.pairings] == [
        ("anna", "10"),
        ("cis", "10"),
        ("dora", "**"),
    ]


def test_games_without_moves_are_distinguished_by_their_tags() -> None:
    (report,) = read(game("", Date="2025.03.01"), game("", Date="2025.03.02"))
    assert len(report.pairings) == 2


def test_a_blank_line_between_the_tags_of_a_game_is_none_between_games() -> None:
    (report,) = read(game().replace("[White ", "\n[White ", 1))
    assert len(report.pairings) == 1


def test_quotes_that_nobody_escaped_belong_to_the_name() -> None:
    assert read(game(Event='Open "Den Toren"'))[0].name == 'Open "Den Toren"'


@pytest.mark.parametrize("date", ["2025/03/01", "2025-03-01", "01.03.2025"])
def test_days_are_read_in_many_orders(date: str) -> None:
    (report,) = read(game(Date=date))
    assert (report.start, report.problems) == (dt.date(2025, 3, 1), ())


def test_the_usual_chess_is_no_variant_and_tells_its_kind_and_country() -> None:
    (report,) = read(game(Event="Hiver", Variant="Standard", EventType="swiss (rapid)", WhiteCountry="BEL"))
    assert (report.kind, report.pace, report.players[0].federation) == ("swiss", "rapid", "BEL")


def test_a_file_in_utf_16_is_read() -> None:
    data = "\ufeff; from a text editor\n".encode("utf-16-le") + game(White="Wałęsa").encode("utf-16-le")
    assert pgn.matches("", data)
    assert pgn.read(data)[0].players[0].last_name == "Wałęsa"


@pytest.mark.parametrize("time", ["25:00:00", "12:61:00", "??:??:??", ""])
def test_an_hour_that_no_clock_shows_is_none(time: str) -> None:
    assert read(game(Time=time))[0].pairings[0].ended is None


def test_a_file_without_names_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^The file has no game with two names \(tags White and Black\)\.$"):
        read(game(White="?"))


def test_a_comment_line_and_a_mark_may_stand_before_the_first_tag() -> None:
    data = b"\xef\xbb\xbf% made by a server\n" + game().encode()
    assert pgn.matches("", data)
    assert len(pgn.read(data)) == 1


@pytest.mark.long
def test_damaged_files_give_reports_or_one_error() -> None:
    data = (game() + bughouse() + game(Round="1.1")).encode()
    for damaged in (*mutations(data, 300, seed=56), *truncations(data, 60)):
        try:
            assert pgn.read(damaged)
        except FormatError as error:
            assert str(error)


@pytest.mark.parametrize(("path", "facts"), [*samples("fics", ".pgn"), *samples("fics", ".bpgn")])
def test_real_files_hold_what_another_reader_counted(path: Path, facts: dict[str, Any]) -> None:
    reports = pgn.read(path.read_bytes())
    found = Counter(letter for report in reports for letter in letters(report))
    assert found.total() == facts["games"]
    assert sum(found[pair] for pair in ("WL", "LW", "DD")) == facts["games"] - facts["rated"]
    names = {player.last_name for report in reports for player in report.players}
    assert len(names) == facts["players"]
    days = [day for report in reports for day in (report.start, report.end) if day]
    assert [f"{day:%Y.%m.%d}" for day in (min(days), max(days))] == facts["dates"]
