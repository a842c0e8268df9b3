"""Files that are made to keep a reader busy: what is too much is refused, and twice as much takes twice the work."""

from __future__ import annotations

import datetime as dt

import pytest

from federation.files import dbase
from tests.tournaments.formats.belgium.files import ELO_LINES, checklist, elo_report
from tests.tournaments.formats.every_format import FILES
from tests.tournaments.formats.swiss_chess.exports import dsb, pairings_page
from tests.tournaments.formats.swiss_manager_files import tunx
from tests.work import calls
from tournaments.formats import FORMATS, chess_event, swiss_manager
from tournaments.formats.belgium import elo_report as elo_reader
from tournaments.formats.belgium import pair_two
from tournaments.formats.common import game_lists
from tournaments.formats.crosstable import reader as crosstable
from tournaments.formats.games_csv import reader as games_csv
from tournaments.formats.go import mcmahon
from tournaments.formats.open_gotha import ranking_order
from tournaments.formats.pairgoth import reader as pairgoth
from tournaments.formats.pgn import reader as pgn
from tournaments.formats.report import FormatError, ReportedPairing, Result
from tournaments.formats.sharly_chess import players as sharly_players
from tournaments.formats.sharly_chess import reader as sharly_chess
from tournaments.formats.sharly_chess import tables
from tournaments.formats.swar import json as swar_json
from tournaments.formats.swar import sections
from tournaments.formats.swiss_chess import html as swiss_chess_html
from tournaments.formats.swiss_chess import player_list

GAME = b'[White "%d"]\n[Black "%d"]\n[Result "1-0"]\n\n1-0\n\n'


def refusal(key: str, data: bytes) -> str:
    with pytest.raises(FormatError) as found:
        FORMATS[key].read(data)
    return str(found.value)


def games(count: int) -> list[ReportedPairing]:
    """Everybody is busy in round 1 but one, who then meets all others: each time busy in all rounds but that."""
    met = [(2 * number, 2 * number + 1) for number in range(1, count // 2 + 1)]
    pairs = [*met, *((1, number) for pair in met for number in pair)]
    return [ReportedPairing(game_lists.NO_ROUND, None, *pair, Result.WIN, Result.LOSS) for pair in pairs]


def placed(count: int) -> list[int]:
    event = game_lists.Event("", pairings=games(count))
    return [pairing.round for pairing in game_lists.report_of(event, "pgn").pairings]


def test_a_free_round_is_found_without_looking_at_all_that_are_taken():
    assert placed(4) == [1, 1, 2, 3, 4, 5]
    assert calls(lambda: placed(800)) < 2.2 * calls(lambda: placed(400))


def test_two_who_met_often_are_not_sought_from_the_beginning():
    def told(count: int) -> list[ReportedPairing]:
        """One played in the even rounds and the other in the odd ones, and they met as often."""
        lonely = [
            ReportedPairing(2 * number + who, None, who + 1, 100 * number + who, Result.WIN, Result.LOSS)
            for number in range(1, count)
            for who in (0, 1)
        ]
        together = ReportedPairing(game_lists.NO_ROUND, None, 1, 2, Result.WIN, Result.LOSS)
        return [*lonely, *[together] * count]

    def work(count: int) -> int:
        event = game_lists.Event("", pairings=told(count))
        return calls(lambda: game_lists.report_of(event, "pgn"))

    assert work(400) < 2.2 * work(200)


def test_a_pgn_file_of_too_many_lines_is_refused(monkeypatch):
    monkeypatch.setattr(pgn, "MAX_LINES", 5)
    for end in (b"\n", b"\r"):
        data = (GAME % (1, 2)).replace(b"\n", end)
        assert refusal("pgn", data) == "The file has more than 5 lines; send it in parts."


def test_games_in_csv_of_too_many_events_or_lines_are_refused(monkeypatch):
    monkeypatch.setattr(games_csv, "MAX_EVENTS", 2)
    lines = b"".join(b"%d,1,2,1-0\n" % number for number in (1, 2, 3))
    assert refusal("games_csv", b"event,white,black,result\n" + lines) == "The file has more than 2 tournaments."
    monkeypatch.setattr(games_csv, "MAX_LINES", 9)
    assert refusal("games_csv", b"event,white,black,result" + b"\r" * 10).startswith("The file has more than 9 lines")


PLAYERS, GAMES = "The file has more than 0 players.", "The file has more than 0 games; send it in parts."


@pytest.mark.parametrize(
    ("key", "module", "limit", "sentence"),
    [
        ("chess_event", chess_event, "MAX_PLAYERS", PLAYERS),
        ("crosstable", crosstable, "MAX_PLAYERS", PLAYERS),
        ("crosstable", crosstable, "MAX_CELLS", "There are more than 0 cells."),
        ("pairgoth", pairgoth, "MAX_PLAYERS", PLAYERS),
        ("pairgoth", pairgoth, "MAX_BYTES", "The file is larger than any Pairgoth tournament."),
        ("sharly_chess", sharly_players, "MAX_PLAYERS", PLAYERS),
        ("sharly_chess", sharly_chess, "MAX_TOURNAMENTS", "The file has more than 0 tournaments."),
        ("swar_json", swar_json, "MAX_PLAYERS", PLAYERS),
        ("swar_binary", sections, "MAX_PLAYERS", PLAYERS),
        ("pair_two", pair_two, "MAX_PLAYERS", PLAYERS),
        ("swiss_chess_lst", player_list, "MAX_PLAYERS", PLAYERS),
        ("pgn", pgn, "MAX_GAMES", GAMES),
        ("pgn", game_lists, "MAX_EVENTS", "The file has more than 0 tournaments."),
    ],
)
def test_more_than_is_read_at_once_is_refused(monkeypatch, key, module, limit, sentence):
    monkeypatch.setattr(module, limit, 0)
    assert refusal(key, FILES[key]) == sentence


def test_a_report_of_more_rounds_than_its_numbers_can_tell_is_refused():
    wide = ELO_LINES[0].ljust(49 + 8 * 100) + "1"
    assert refusal("elo_report", elo_report(wide, *ELO_LINES[1:])) == ("The file is damaged: it declares 101 rounds.")
    assert elo_reader.MAX_ROUNDS == 99


@pytest.mark.parametrize(
    "key",
    ["egd_h9", "ffg_tou", "trf", "swar", "elo_report", "swiss_chess_dsb", "swiss_chess_html", "swiss_chess_lst"],
)
def test_a_file_of_more_lines_than_a_tournament_has_is_refused(key):
    assert refusal(key, FILES[key] + b"\r\n" * 100_001).startswith("The file has more than 50000 lines")


def test_a_heading_that_is_repeated_without_end_is_cut():
    page = swiss_chess_html._Table("<h2>a heading</h2>" * 1_000)
    assert len(page.heading) == swiss_chess_html.LONGEST_HEADING


def test_sums_of_scores_take_one_step_a_round():
    def work(rounds: int) -> int:
        pairings = [ReportedPairing(number, None, 1, 2, Result.WIN, Result.LOSS) for number in range(1, rounds + 1)]
        starts = dict.fromkeys(range(1, 40), 0)
        return calls(lambda: mcmahon.scores(starts, pairings, rounds_down=False))

    assert work(50) < 2.2 * work(25)


def test_categories_beyond_all_ranks_are_not_looked_at(monkeypatch):
    seen: list[int] = []

    def category(_grade: str, limits: list[str]) -> int:
        seen.append(len(limits))
        return 0

    monkeypatch.setattr(ranking_order, "category", category)
    data = FILES["open_gotha"].replace(b'<PlacementCriterion name="MMS"', b'<PlacementCriterion name="CAT"')
    FORMATS["open_gotha"].read(data.replace(b"</Tournament>", b'<Category lowerLimit="9D"/>' * 999 + b"</Tournament>"))
    assert {*seen} == {ranking_order.MOST_CATEGORIES}


def test_games_without_end_of_swiss_manager_are_damage(monkeypatch):
    assert swiss_manager.read(tunx())
    monkeypatch.setattr(swiss_manager, "MAX_GAMES", 3)
    assert refusal("swiss_manager", tunx()) == swiss_manager.DAMAGED


def test_a_table_of_too_many_cells_is_refused(monkeypatch):
    data = checklist({})
    monkeypatch.setattr(dbase, "MAX_CELLS", 5)
    assert refusal("checklist", data) == "There are more than 5 cells."


def test_a_stretch_of_blanks_among_the_facts_is_looked_at_once():
    [report] = FORMATS["swiss_chess_dsb"].read(dsb() + b"\r\n" + b" " * 100_000 + b"x\r\n")
    assert report.players == FORMATS["swiss_chess_dsb"].read(dsb())[0].players


@pytest.mark.parametrize("damage", ["<![", "<", "<!--", "</", "<a b='", "&", "<td><", "a<b>", "<td>"])
def test_a_page_with_anything_in_it_is_read_to_its_end(damage):
    whole = pairings_page()
    [report] = FORMATS["swiss_chess_html"].read(whole.replace(b"</TABLE>", damage.encode() * 5_000 + b"</TABLE>"))
    assert report.name == FORMATS["swiss_chess_html"].read(whole)[0].name


def test_of_a_row_of_a_page_no_more_cells_are_kept_than_a_table_has():
    page = swiss_chess_html._Table("<tr>" + "<td>1&amp;<b>2</b></td>" * 100)
    assert page.rows == [["1&2"] * swiss_chess_html.MAX_CELLS]


def test_a_day_of_many_games_begins_after_the_day_before():
    first, second = dt.date(2025, 3, 1), dt.date(2025, 3, 2)
    days = [(1, 2, first), (1, 2, first), (3, 1, second), (3, 4, second)]
    event = game_lists.Event("")
    for white, black, day in days:
        event.add((white, black), (Result.WIN, Result.LOSS), day)
    rounds = [(each.round, each.white, each.black) for each in game_lists.report_of(event, "pgn").pairings]
    assert rounds == [(1, 1, 2), (1, 3, 4), (2, 1, 2), (3, 3, 1)]


@pytest.mark.parametrize(
    ("key", "written", "junk", "rounds"),
    [
        ("sharly_chess", b'"rounds":3', b'"rounds":65', 2),
        ("pairgoth", b'"rounds": 3', b'"rounds": 51', 2),
        ("swar_json", b'"NbOfRounds": 2', b'"NbOfRounds": 100', 2),
        ("chess_event", b'"Winter"', b'"Winter", "rounds": 25', 0),
        ("open_gotha", b'numberOfRounds="4"', b'numberOfRounds="51"', 4),
    ],
)
def test_a_number_of_rounds_that_no_tournament_has_is_reported_and_not_believed(
    key: str, written: bytes, junk: bytes, rounds: int
) -> None:
    data = tables.extract(FILES[key]) if key == "sharly_chess" else FILES[key]
    assert written in data
    report = FORMATS[key].read(data.replace(written, junk))[0]
    assert report.rounds == rounds
    assert {"numberOfRounds", "rounds"} & {problem.facts.get("field") for problem in report.problems}
