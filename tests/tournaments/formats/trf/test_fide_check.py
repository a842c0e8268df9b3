"""tournaments/formats/trf/fide_check.py: what FIDE would refuse in a report, and nothing in one without faults."""

import datetime as dt
from typing import Any

import pytest
from msgspec.structs import replace

from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.formats.trf import fide_check

FIRST, LAST, TODAY = dt.date(2026, 5, 2), dt.date(2026, 5, 3), dt.date(2026, 5, 4)


def player(number: int, **facts: Any) -> ReportedPlayer:
    known = {"last_name": f"Nobody{number}", "federation": "BEL", "fide_id": 200 + number, "sex": "M"}
    return ReportedPlayer(**{"number": number, "birth_date": dt.date(1990, 1, number)} | known | facts)


def game(number: int, white: int, black: int | None, letters: str, day: dt.date | None = None) -> ReportedPairing:
    results = [Result(letter) for letter in letters] + [None] * (2 - len(letters))
    return ReportedPairing(number, 1, white, black, *results, date=day or (FIRST, LAST)[number - 1])


PLAYERS = tuple(player(number) for number in (1, 2, 3))
GAMES = (game(1, 1, 2, "10"), game(1, 3, None, "U"), game(2, 3, 1, "=="), game(2, 2, None, "U"))
CLEAN = TournamentReport(
    format="trf",
    name="Open",
    start=FIRST,
    end=LAST,
    rounds=2,
    pace="standard",
    time_control="90 min + 30 s",
    arbiters=("IA Smith, John 1234567",),
    players=PLAYERS,
    pairings=GAMES,
)


def codes(today: dt.date = TODAY, ratings: dict[int, int] | None = None, **facts: Any) -> list[str]:
    found = fide_check.check(replace(CLEAN, **facts), federation="BEL", today=today, ratings=ratings)
    return [each.code for each in found]


def with_player(**facts: Any) -> dict[str, Any]:
    return {"players": (player(1, **facts), *PLAYERS[1:])}


def test_a_report_without_faults_has_no_finding():
    assert codes() == []


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("days_missing", {"start": None}),
        ("long", {"start": LAST - dt.timedelta(days=30)}),
        ("round_days_missing", {"rounds": 3}),
        ("round_day_outside", {"pairings": (*GAMES, game(2, 1, None, "Z", dt.date(2026, 5, 9)))}),
        ("rate_of_play", {"time_control": "as usual"}),
        ("rate_of_other_class", {"pace": "rapid"}),
        ("no_chief", {"arbiters": ()}),
        ("arbiter_id", {"arbiters": ("IA Smith, John",)}),
        ("arbiter_plays", {"players": (player(1, fide_id=1234567), *PLAYERS[1:])}),
        ("id_missing", with_player(fide_id=None)),
        ("id_missing_abroad", with_player(fide_id=None, federation="NED")),
        ("id_twice", with_player(fide_id=202)),
        ("birth_missing", with_player(birth_date=None)),
        ("birth_odd", with_player(birth_date=dt.date(2025, 1, 1))),
        ("sex_missing", with_player(sex="")),
        ("federation_missing", with_player(federation="")),
        ("open_games", {"pairings": (game(1, 1, 2, "**"), *GAMES[1:])}),
        ("results_differ", {"pairings": (game(1, 1, 2, "11"), *GAMES[1:])}),
        ("byes_of_round", {"pairings": (*GAMES, game(1, 2, None, "U"))}),
    ],
)
def test_each_fault_is_found(code, facts):
    assert code in codes(**facts)


@pytest.mark.parametrize(
    ("facts", "rated"),
    [(with_player(birth_date=None, birth_year=1990), True), (with_player(birth_date=None, sex=""), False)],
)
def test_of_a_known_id_the_year_of_birth_is_enough_and_what_is_missing_is_only_a_doubt(facts, rated):
    found = list(fide_check.check(replace(CLEAN, **facts), federation="BEL", today=TODAY))
    assert [each.refused for each in found] == ([] if rated else [False, False])


def test_rounds_dated_in_the_wrong_order_and_a_second_bye_are_found():
    turned = (game(1, 1, 2, "10", LAST), game(1, 3, None, "U", LAST), game(2, 2, 1, "==", FIRST))
    assert codes(pairings=(*turned, game(2, 3, None, "U", FIRST))) == ["round_day_order", "bye_twice"]


@pytest.mark.parametrize(
    ("rating", "minutes", "count"), [(1799, 60, 0), (1800, 89, 2), (1800, 90, 0), (2399, 90, 0), (2400, 119, 2)]
)
def test_strong_players_need_longer_games(rating, minutes, count):
    found = fide_check.check(
        replace(CLEAN, time_control=f"{minutes} min"), federation="BEL", today=TODAY, ratings={1: rating}
    )
    assert [each.facts["count"] for each in found if each.code == "too_short"] == [count] * bool(count)


def test_a_day_holds_twelve_hours_of_play_and_fifteen_rapid_rounds():
    one_day = tuple(game(number, 1, 2, "10", FIRST) for number in range(1, 5))
    assert codes(rounds=4, pairings=one_day[:3]) == ["round_days_missing"]
    assert codes(rounds=4, pairings=one_day) == ["hours_a_day"]
    many = tuple(game(number, 1, 2, "10", FIRST) for number in range(1, 17))
    rapid = {"pace": "rapid", "time_control": "15 min + 10 s"}
    assert codes(rounds=15, pairings=many[:15], **rapid) == []
    assert codes(rounds=16, pairings=many, **rapid) == ["rounds_a_day"]


@pytest.mark.parametrize(
    ("end", "first_refused"),
    [
        (dt.date(2026, 5, 31), dt.date(2026, 8, 2)),
        (dt.date(2026, 6, 1), dt.date(2026, 9, 2)),
        (dt.date(2026, 11, 30), dt.date(2027, 2, 2)),
    ],
)
def test_the_third_list_after_the_end_is_the_last(end, first_refused):
    assert fide_check.too_late_from(end) == first_refused
    assert "too_old" in codes(today=fide_check.too_late_from(LAST))
    assert codes(today=fide_check.too_late_from(LAST) - dt.timedelta(days=1)) == []


def test_each_sentence_takes_the_facts_of_its_finding():
    report = replace(
        CLEAN, players=(player(1, fide_id=None, sex="", federation="", birth_date=dt.date(2025, 1, 1)), *PLAYERS[1:])
    )
    for each in fide_check.check(report, federation="BEL", today=dt.date(2027, 1, 1)):
        assert "%" not in fide_check.SENTENCES[each.code] % each.facts
