"""FIDE's tie-breaks by hand, and against gacrux' own reading of the files that we write."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.tournaments.events import bye, game
from tests.tournaments.formats.reports import tournaments
from tests.tournaments.formats.trf import files as trf_files
from tournaments.formats.report import PointSystem, ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.formats.swiss_chess import reader as swiss_chess
from tournaments.formats.trf import reader as trf
from tournaments.standings import tie_breaks
from tournaments.standings.tie_break_codes import FIDE, SWISS
from tournaments.standings.tie_breaks import TieBreakError, compute

OLD_RULES, NEW_RULES = dt.date(2026, 2, 28), dt.date(2026, 3, 1)


def field(*ratings: int | None) -> tuple[ReportedPlayer, ...]:
    return tuple(
        ReportedPlayer(number, f"Player {number}", rating=rating) for number, rating in enumerate(ratings, start=1)
    )


def event(*pairings: ReportedPairing, players: tuple[ReportedPlayer, ...], **changes: object) -> TournamentReport:
    rounds = max((pairing.round for pairing in pairings), default=0)
    said = {"format": "trf", "name": "Cup", "start": NEW_RULES, "rounds": rounds, **changes}
    return TournamentReport(players=players, pairings=pairings, **said)


def column(report: TournamentReport, code: str, *, robin: bool = False) -> list[float | None]:
    """Return the values of one tie-break by start number."""
    found = compute(report, [code], [], robin).values
    return [found[number][code] for number in sorted(found)]


# A Swiss of six without unplayed games. Points: 3, 2, 1½, 1½, 1, 0.
FULL = event(
    *(game(1, 1, 4), game(1, 5, 2, "01"), game(1, 3, 6)),
    *(game(2, 2, 1, "01"), game(2, 4, 3, "=="), game(2, 6, 5, "01")),
    *(game(3, 1, 3), game(3, 2, 6), game(3, 5, 4, "01")),
    players=field(2000, 1900, 1800, 1700, 1600, 1500),
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("PTS", [3, 2, 1.5, 1.5, 1, 0]),
        # 1: 4 (1½) + 2 (2) + 3 (1½); 2: 5 (1) + 1 (3) + 6 (0); 3: 6 + 4 + 1; 4: 1 + 3 + 5; 5: 2 + 6 + 4; 6: 3 + 5 + 2
        ("BH", [5, 4, 4.5, 5.5, 3.5, 4.5]),
        ("BH/C1", [3.5, 4, 4.5, 4.5, 3.5, 3.5]),
        ("BH/M1", [1.5, 1, 1.5, 1.5, 1.5, 1.5]),
        # 3: beat 6 (0), drew 4 (half of 1½); 4: drew 3 (half of 1½), beat 5 (1)
        ("SB", [5, 1, 0.75, 1.75, 0, 0]),
        ("PS", [1 + 2 + 3, 1 + 1 + 2, 1 + 1.5 + 1.5, 0 + 0.5 + 1.5, 0 + 1 + 1, 0]),
        ("PS/C1", [5, 3, 3, 2, 2, 0]),
        ("WIN", [3, 2, 1, 1, 1, 0]),
        ("WON", [3, 2, 1, 1, 1, 0]),
        ("BPG", [1, 1, 2, 2, 1, 2]),
        ("BWG", [1, 1, 0, 1, 1, 0]),
        # 1 met 1700, 1900, 1800
        ("ARO", [1800, 1700, 1733, 1800, 1700, 1767]),
        ("ARO/C1", [1850, 1800, 1850, 1900, 1800, 1850]),
    ],
)
def test_a_swiss_by_hand(code: str, expected: list[float]) -> None:
    assert column(FULL, code) == expected


def test_a_swiss_with_three_points_for_a_win() -> None:
    """Points: 9, 6, 4, 4, 3, 0."""
    report = replace(FULL, point_system=PointSystem(3, 1, 0, 0, 3))
    assert column(report, "BH") == [4 + 6 + 4, 3 + 9 + 0, 0 + 4 + 9, 9 + 4 + 3, 6 + 0 + 4, 4 + 3 + 6]
    assert column(report, "SB") == [3 * 14, 3 * 3, 3 * 0 + 4, 4 + 3 * 3, 0, 0]
    assert column(report, "WIN") == [3, 2, 1, 1, 1, 0]


def test_rating_tie_breaks_need_all_ratings() -> None:
    unrated = replace(FULL, players=(*FULL.players[:5], ReportedPlayer(6, "Player 6")))
    assert column(unrated, "ARO") == [None] * 6
    assert column(unrated, "TPR") == [None] * 6


def test_koya_counts_the_points_against_those_with_half_or_more() -> None:
    """1 beats 2, 2 beats 3, 1 and 3 draw: 1½, 1, ½ of two games."""
    robin = event(game(1, 1, 2), game(2, 2, 3), game(3, 3, 1, "=="), players=field(1, 2, 3))
    assert column(robin, "KS", robin=True) == [1, 0, 0.5]


def test_koya_asks_for_half_of_the_games_that_count_where_a_player_left() -> None:
    """The same three in five rounds, with two more whose games do not count: half of two games is enough still."""
    games = (game(1, 1, 2), game(3, 2, 3), game(5, 3, 1, "=="))
    robin = event(*games, players=field(*[None] * 5))
    assert column(robin, "KS", robin=True) == [1, 0, 0.5, 0, 0]
    again = tuple(replace(each, round=each.round + 5) for each in games)
    double = event(*games, *again, players=field(*[None] * 5))
    assert column(double, "KS", robin=True) == [2, 0, 1, 0, 0]  # half of four games


def test_the_direct_encounter_parts_those_who_met() -> None:
    """1 and 2 have one point each, and 2 beat 1; 3 and 4 did not meet."""
    report = event(
        *(game(1, 1, 2, "01"), game(1, 3, 5), game(1, 4, 6)),
        *(game(2, 1, 3), game(2, 4, 2)),
        players=field(*[None] * 6),
    )
    found = compute(report, ["DE"], [], False)
    assert {number: found.ranks[number] for number in (1, 2, 3, 4)} == {1: 2, 2: 2, 3: 2, 4: 1}
    three = event(game(1, 1, 2, "01"), bye(2, 1, "U"), players=field(None, None))
    assert compute(three, ["DE"], [], False).ranks == {1: 2, 2: 1}


@pytest.mark.parametrize(("start", "expected"), [(OLD_RULES, [3, 3, 2]), (NEW_RULES, [2, 3, 2])])
def test_the_pairing_bye_and_the_forfeit_meet_a_dummy_with_the_own_points(start: dt.date, expected: list[int]) -> None:
    """C.07, article 16.4: an unplayed round counts in Buchholz like somebody of the own points.

    Since March 2026 not for more than the opponent who stayed away (16.4.1): 1 won by forfeit against 3, who has 1.
    """
    report = event(
        *(game(1, 1, 2), bye(1, 3, "U")),
        *(game(2, 1, 3, "+-"), bye(2, 2, "U")),
        players=field(None, None, None),
        start=start,
    )
    assert column(report, "BH") == expected


# 4 is absent in round 2 and does not come in round 3: for the opponents round 2 counts as drawn (C.07, 16.3).
MISSED_TWICE = event(
    *(game(1, 1, 4), game(1, 2, 3), bye(1, 5, "U")),
    *(game(2, 1, 2), game(2, 3, 5), bye(2, 4, "Z")),
    *(game(3, 5, 4, "+-"), game(3, 1, 3), bye(3, 2, "U")),
    players=field(*[None] * 5),
)


@pytest.mark.parametrize(("code", "expected"), [("BH", [3.5, 5.5, 7, 3, 3]), ("SB", [3.5, 2.5, 2, 0, 2])])
def test_fore_buchholz_before_it_changes_no_tie_break(code: str, expected: list[float]) -> None:
    """1 beat 4, who has ½ by rule, 2, who has 2, and 3, who has 1."""
    assert column(MISSED_TWICE, code) == expected
    found = compute(MISSED_TWICE, ["FB", code], [], False).values
    assert [found[number][code] for number in sorted(found)] == expected


def test_byes_by_their_letter() -> None:
    report = event(game(1, 1, 2), bye(1, 3, "F"), bye(1, 4, "H"), bye(1, 5, "Z"), players=field(*[None] * 5))
    assert column(report, "PTS") == [1, 0, 1, 0.5, 0]
    assert column(report, "WIN") == [1, 0, 1, 0, 0]
    assert column(report, "WON") == [1, 0, 0, 0, 0]
    assert column(report, "REP") == [1, 1, 1, 0, 0]


def test_a_game_that_is_not_rated_counts_as_any_other() -> None:
    unrated = {Result.WIN: Result.UNRATED_WIN, Result.DRAW: Result.UNRATED_DRAW, Result.LOSS: Result.UNRATED_LOSS}
    pairings = tuple(
        replace(each, white_result=unrated[each.white_result], black_result=unrated[each.black_result])
        for each in FULL.pairings
        if each.black_result
    )
    report = replace(FULL, pairings=pairings)
    for code in ("PTS", "BH", "SB", "WON", "BPG", "REP"):
        assert column(report, code) == column(FULL, code)


@pytest.mark.parametrize("forfeit", [game(2, 2, 3, "+-"), game(2, 3, 2, "-+")])
def test_a_forfeit_is_not_a_game_for_either_colour(forfeit: ReportedPairing) -> None:
    report = event(game(1, 1, 2), bye(1, 3, "U"), forfeit, bye(2, 1, "U"), players=field(None, None, None))
    assert column(report, "WON") == [1, 0, 0]
    assert column(report, "WIN") == [2, 1, 1]
    assert column(report, "REP") == [2, 2, 1]
    assert column(report, "BPG") == [0, 1, 0]


@pytest.mark.parametrize(
    ("start", "rules"), [(OLD_RULES, "2024-08-01"), (NEW_RULES, "2026-03-01"), (None, "2026-03-01")]
)
def test_the_first_day_says_which_rules_hold(start: dt.date | None, rules: str) -> None:
    assert compute(replace(FULL, start=start), SWISS, [], False).rules == rules


def test_ranks_follow_the_tie_breaks_that_are_used() -> None:
    assert compute(FULL, ["BH/C1", "BH"], [], False).ranks == {1: 1, 2: 2, 3: 4, 4: 3, 5: 5, 6: 6}
    assert compute(FULL, ["PS"], [], False).ranks == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}
    assert compute(FULL, [], [], False).ranks == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 6}


def test_start_numbers_need_not_begin_at_one_nor_end_at_9999() -> None:
    shift = {1: 7, 2: 12_345, 3: 20_001, 4: 20_002, 5: 20_003, 6: 20_004}
    players = tuple(replace(player, number=shift[player.number]) for player in FULL.players)
    pairings = tuple(replace(each, white=shift[each.white], black=shift[each.black or 0]) for each in FULL.pairings)
    found = compute(replace(FULL, players=players, pairings=pairings), SWISS, [], False)
    assert {shift[number]: values for number, values in compute(FULL, SWISS, [], False).values.items()} == found.values


def test_all_that_the_site_names_can_be_calculated() -> None:
    found = compute(FULL, SWISS, list(FIDE), False)
    assert {code for values in found.values.values() for code in values} == {"PTS", *FIDE}


def test_an_open_round_is_not_looked_at() -> None:
    coming = (game(4, 1, 5, "**"), game(4, 2, 3, "**"))
    longer = replace(FULL, pairings=(*FULL.pairings, *coming))
    assert compute(longer, SWISS, [], False) == compute(FULL, SWISS, [], False)


@pytest.mark.parametrize(
    ("report", "sentence"),
    [
        (event(players=field(1, 2)), "There is no result yet."),
        (event(game(1, 1, 2, "**"), players=field(1, 2)), "There is no result yet."),
        (event(game(1, 1, 2), game(1, 2, 3), players=field(1, 2, 3)), "Player 2 has two games in round 1"),
        (
            event(game(1, 1, 2), players=field(1, 2), discipline="bughouse"),
            "FIDE has no tie-breaks for games of two against two",
        ),
    ],
)
def test_missing_tie_breaks_have_a_reason(report: TournamentReport, sentence: str) -> None:
    with pytest.raises(TieBreakError, match=sentence):
        compute(report, SWISS, [], False)


def test_a_fault_of_the_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError(1)

    monkeypatch.setattr(tie_breaks, "Calculation", broken)
    with pytest.raises(TieBreakError, match="could not be calculated"):
        compute(FULL, SWISS, [], False)


def gacrux_of_file(report: TournamentReport) -> dict[int, list[float]]:
    """Return what gacrux reads of the TRF26 file of the report, by its own reader and its own idea of every letter."""
    nameless = tuple(replace(player, points=None, birth_date=None, birth_year=None) for player in report.players)
    file = trf2json()
    file.parse_file(trf_files.write(replace(report, players=nameless)).decode().replace("\r\n", "\n"), 0)
    assert file.get_status() == 0, file.chessjson["status"]
    tournament = file.get_tournament(1)
    parameters = {"tiebreak": ["PTS", *SWISS], "check": False, "unrated": None, "swiss": True}
    found = tiebreak(tournament, report.rounds, parameters).compute_tiebreaks(tournament, parameters)
    return {each["cid"]: [float(value) for value in each["tiebreakScore"]] for each in found["competitors"]}


def finished(report: TournamentReport) -> TournamentReport:
    """Return the report without games that have no result, with a player 1, whom gacrux' reader requires."""
    places = {player.number: place for place, player in enumerate(report.players, start=1)}
    pairings = tuple(
        replace(each, white=places[each.white], black=each.black and places[each.black])
        for each in report.pairings
        if each.white_result is not Result.PENDING
    )
    return replace(
        report,
        players=tuple(replace(player, number=places[player.number]) for player in report.players),
        pairings=pairings,
        rounds=max((each.round for each in pairings), default=0),
        kind="swiss",
    )


@pytest.mark.long
@given(
    tournaments().map(finished).filter(lambda report: report.pairings),
    st.sampled_from([(), (3, 1, 0, 0, 3), (3, 2, 1, 0, 3), (1, 0.5, 0, 0, 0.5)]),
)
def test_gacrux_reads_the_same_from_our_trf26(report: TournamentReport, points: tuple[float, ...]) -> None:
    report = replace(report, point_system=PointSystem(*points))
    found = compute(report, SWISS, [], False).values
    assert gacrux_of_file(report) == {
        number: [values[code] for code in ("PTS", *SWISS)] for number, values in found.items()
    }


@pytest.mark.skipif("REAL_FILES" not in os.environ, reason="REAL_FILES names no folder of real files")
def test_buchholz_is_what_swiss_chess_stored() -> None:
    """The card of a player holds twice the Buchholz with one cut at 0x128 (formats/swiss-chess, 1.4 and 1.7)."""
    data = Path(os.environ["REAL_FILES"], "samples", "swiss_chess", "swt-v883-swiss-24x9.SWT").read_bytes()
    (report,) = swiss_chess.read(data)
    found = compute(report, report.tie_breaks, ["BH/C1"], False).values
    cards = len(data) - 24 * 655
    stored = {}
    for card in range(cards, len(data), 655):
        number = int.from_bytes(data[card + 0xD9 : card + 0xDB], "little")
        stored[number] = int.from_bytes(data[card + 0x128 : card + 0x12A], "little") / 2
    assert {number: values["BH/C1"] for number, values in found.items()} == stored


@pytest.mark.long
@pytest.mark.skipif("REAL_FILES" not in os.environ, reason="REAL_FILES names no folder of real files")
def test_real_trf_files_come_to_the_same_in_both_ways() -> None:
    folder = Path(os.environ["REAL_FILES"], "samples", "trf")
    for name in ("trf16-40x9.trf", "trf-crlf-15x9-byes.trf", "pseudonymised-javafo-madrid-137x7.trf"):
        (report,) = trf.read((folder / name).read_bytes())
        report = finished(report)
        found = compute(report, SWISS, [], False).values
        expected = {number: [values[code] for code in ("PTS", *SWISS)] for number, values in found.items()}
        assert gacrux_of_file(report) == expected, name
