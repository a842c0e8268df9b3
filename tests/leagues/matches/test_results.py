"""Results: entered by either captain, two at once, confirmed by account, link or code, then closed."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from federation.models import Job
from leagues.errors import Refused
from leagues.matches import confirmation, moving, protests, results
from leagues.matches.results import Entered, fingerprint
from leagues.models import Board, Match, Protest, Ruling, SeasonRules
from leagues.rulings.rule import rule
from tests.at_once import alone, at_once
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db
GAMES = ["10", "==", "01", "**"]  # what is entered one after the other, and what there is at first


@pytest.fixture
def season() -> Scene:
    return scene.started()


def refusal(verb: object, *arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        verb(*arguments)  # type: ignore[operator]
    return refused.value.template


def seen(match: Match) -> str:
    return fingerprint(match.boards.all())


def test_a_match_is_closed_once_both_sides_have_confirmed(season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    assert match.state == Match.State.ENTERED
    assert results.confirm(match.pk, "home", season.captain(match, "home"), seen(match)).state == Match.State.ENTERED
    assert results.confirm(match.pk, "away", season.captain(match, "away"), seen(match)).state == Match.State.CLOSED
    assert [step.action for step in match.steps.all()][-4:] == ["entered", "confirmed", "confirmed", "closed"]
    assert Job.objects.filter(kind="hand_over_leg").count() == 1


def test_a_changed_result_withdraws_what_was_confirmed(season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    results.confirm(match.pk, "home", season.captain(match, "home"), seen(match))
    results.enter(match.pk, {1: Entered("10", "01")}, season.captain(match, "away"))
    match.refresh_from_db()
    assert match.home_confirmed_at is None
    assert "has changed" in refusal(results.confirm, match.pk, "home", season.captain(match, "home"), "10.==")


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_second_of_two_captains_sees_what_the_first_one_wrote(season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    home, away = season.captain(match, "home"), season.captain(match, "away")
    first, second = at_once(
        Match.objects.filter(pk=match.pk),
        lambda: results.enter(match.pk, {1: Entered("**", "10")}, home),
        lambda: results.enter(match.pk, {1: Entered("**", "01"), 2: Entered("**", "==")}, away),
    )
    assert isinstance(first, Match)
    assert isinstance(second, Refused)
    assert "meanwhile" in second.template
    assert seen(match) == "10.**"
    assert match.steps.filter(action="entered").count() == 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_captains_who_enter_different_boards_at_once_lose_nothing(season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    at_once(
        Match.objects.filter(pk=match.pk),
        lambda: results.enter(match.pk, {1: Entered("**", "10")}, season.captain(match, "home")),
        lambda: results.enter(match.pk, {2: Entered("**", "==")}, season.captain(match, "away")),
    )
    assert seen(match) == "10.=="
    assert match.steps.filter(action="entered").count() == 2


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_two_hundred_saves_of_two_captains_at_once_none_is_lost_and_the_log_has_each(season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    captains = [season.captain(match, side) for side in ("home", "away")]
    with ThreadPoolExecutor(2) as people:
        told = list(people.map(lambda by: alone(lambda: saves(match, by, 100)), captains))
    saved = sum(told, Counter())
    steps = list(match.steps.filter(action="entered").order_by("pk"))
    assert saved["saved"] + saved["there already"] + saved["refused"] == 200
    assert [[step.by for step in steps].count(by) for by in captains] == [each["saved"] for each in told]
    assert len(steps) == saved["saved"] >= 100
    replayed = {"1": "**", "2": "**"}
    for step in steps:  # each began with what the one before it had left
        assert step.before == {number: replayed[number] for number in step.after}
        replayed |= step.after
    assert {str(board.number): board.played for board in match.boards.all()} == replayed


def saves(match: Match, by: User, count: int) -> Counter[str]:
    """Enter another result so many times, on one board or on both. Return what became of how many."""
    mine = match.steps.filter(by=by, action="entered")
    told: Counter[str] = Counter()
    for number in range(count):
        shown = {board.number: board.played for board in match.boards.all()}
        boards = (1, 2) if number % 3 == 0 else (1 + number % 2,)
        given = {board: Entered(shown[board], GAMES[(GAMES.index(shown[board]) + 1) % 3]) for board in boards}
        before = mine.count()
        try:
            results.enter(match.pk, given, by)
            told["saved" if mine.count() > before else "there already"] += 1
        except Refused as refused:
            assert refused.template == results.CHANGED
            told["refused"] += 1
    return told


@pytest.mark.long
def test_a_captain_of_another_team_enters_and_confirms_nothing(season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    other = season.captains[301]
    assert "may not act" in refusal(results.enter, match.pk, {1: Entered("10", "01")}, other)
    assert "may not act" in refusal(results.confirm, match.pk, "home", other, seen(match))
    home = season.captain(match, "home")
    assert "may not act" in refusal(results.confirm, match.pk, "away", home, seen(match))


@pytest.mark.long
def test_the_officer_may_enter_and_confirm_for_a_side(season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    results.enter(match.pk, {1: Entered("**", "10"), 2: Entered("**", "01")}, season.officer)
    for side in ("home", "away"):
        results.confirm(match.pk, side, season.officer, seen(match))
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED


@pytest.mark.long
def test_no_result_is_entered_before_the_reveal_or_after_the_end(season: Scene):
    match = season.match(101, 201)
    home = season.captain(match, "home")
    assert "revealed" in refusal(results.enter, match.pk, {1: Entered("**", "10")}, home)
    scene.closed(season, match, "10", "01")
    assert "No results can be entered" in refusal(results.enter, match.pk, {1: Entered("10", "01")}, home)


@pytest.mark.parametrize(("number", "letters", "said"), [(3, "10", "does not exist"), (1, "=0", "does not exist")])
def test_a_result_that_does_not_exist_is_refused(season: Scene, number: int, letters: str, said: str):
    match = scene.revealed(season, season.match(101, 201))
    given = {number: Entered("**", letters)}
    assert said in refusal(results.enter, match.pk, given, season.captain(match, "home"))


@pytest.mark.long
def test_an_empty_board_can_only_be_lost_by_forfeit(season: Scene):
    match = scene.revealed(season, season.match(101, 201), empty=("home",))
    home = season.captain(match, "home")
    for letters in ("10", "==", "+-"):
        assert "forfeit" in refusal(results.enter, match.pk, {2: Entered("**", letters)}, home)
    results.enter(match.pk, {2: Entered("**", "-+")}, home)


def test_a_team_that_did_not_turn_up_loses_the_boards_that_have_no_result(season: Scene):
    match = scene.revealed(season, season.match(101, 201), empty=("home",))
    home = season.captain(match, "home")
    assert "which team" in refusal(results.enter_absence, match.pk, "", home)
    assert "may not act" in refusal(results.enter_absence, match.pk, "away", season.captains[301])
    results.enter_absence(match.pk, "away", home)
    assert seen(match) == "+-.--"
    results.enter_absence(match.pk, "home", home)
    assert seen(match) == "+-.--"  # nothing was left to enter
    results.enter(match.pk, {1: Entered("+-", "**"), 2: Entered("--", "**")}, home)
    results.enter_absence(match.pk, "home", home)
    assert seen(match) == "-+.-+"
    assert match.steps.filter(action="entered").count() == 3


def test_an_unfinished_match_cannot_be_confirmed(season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10")
    assert "missing" in refusal(results.confirm, match.pk, "home", season.captain(match, "home"), seen(match))


def test_a_link_confirms_for_one_side_without_an_account(season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    found, side = confirmation.of_token(confirmation.token(match, "away"))
    assert (found, side) == (match.pk, "away")
    assert results.confirm(found, side, None, seen(match)).away_confirmed_at
    assert "wrong or has expired" in refusal(confirmation.of_token, confirmation.token(match, "away")[:-1])


def test_a_code_of_six_digits_confirms_on_the_phone_of_the_other_captain(season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    codes = {confirmation.code(match, side) for side in ("home", "away")}
    assert len(codes) == 2
    assert all(len(code) == 6 and code.isdigit() for code in codes)
    right = confirmation.code(match, "away")
    assert "wrong" in refusal(confirmation.by_code, match.pk, "away", "", seen(match))
    assert confirmation.by_code(match.pk, "away", f" {right} ", seen(match)).away_confirmed_at


def test_after_five_wrong_codes_no_code_is_right(season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    for _try in range(confirmation.TRIES):
        refusal(confirmation.by_code, match.pk, "away", "x", seen(match))
    right = confirmation.code(match, "away")
    assert "Too many" in refusal(confirmation.by_code, match.pk, "away", right, seen(match))


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_two_hundred_codes_tried_at_once_only_the_first_wrong_ones_are_looked_at(season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    right = confirmation.code(match, "away")
    tries = [f"{number:06}" for number in range(200) if f"{number:06}" != right]
    one_writer = connection.vendor == "sqlite"  # there they come one after the other
    with ThreadPoolExecutor(1 if one_writer else 16) as people:
        told = Counter(people.map(lambda code: alone(lambda: refusal_of_code(match, code)), [*tries, right]))
    match.refresh_from_db()
    assert told == {
        confirmation.WRONG_CODE: confirmation.TRIES,
        confirmation.TOO_MANY: len(tries) + 1 - confirmation.TRIES,
    }
    assert (match.wrong_codes, match.away_confirmed_at, match.state) == (confirmation.TRIES, None, Match.State.ENTERED)


def refusal_of_code(match: Match, code: str) -> str:
    return refusal(confirmation.by_code, match.pk, "away", code, seen(match))


def test_a_captain_protests_with_a_text(season: Scene):
    match = season.match(101, 201)
    home = season.captain(match, "home")
    assert "once the line-ups" in refusal(protests.protest, match.pk, "home", "Mobile phone", home)
    scene.revealed(season, match)
    assert "Say what" in refusal(protests.protest, match.pk, "home", "  ", home)
    protests.protest(match.pk, "home", "Mobile phone", home)
    assert Protest.objects.get().text == "Mobile phone"


@pytest.mark.long
def test_a_protest_is_possible_for_as_many_days_as_the_rules_say(season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    home = season.captain(match, "home")
    SeasonRules.objects.update(changes={**scene.RULES, "deadlines": {"protest_days": 3}})
    Match.objects.filter(pk=match.pk).update(day=timezone.localdate() - dt.timedelta(days=4))
    assert "days after the match" in refusal(protests.protest, match.pk, "home", "Mobile phone", home)
    ruling = rule(match.pk, [], season.officer, "Sat too low")
    Ruling.objects.filter(pk=ruling.pk).update(appeal_until=timezone.localdate())
    protests.protest(match.pk, "home", "An appeal", home)
    Ruling.objects.update(appeal_until=None)
    assert "days after the match" in refusal(protests.protest, match.pk, "home", "Mobile phone", home)
    Match.objects.filter(pk=match.pk).update(day=timezone.localdate() - dt.timedelta(days=3))
    protests.protest(match.pk, "home", "Mobile phone", home)


def test_a_moved_match_keeps_its_first_day_and_a_swap_is_one_step(season: Scene):
    match = season.match(101, 201)
    first, home, away = match.day, match.home, match.away
    later = scene.DAYS[-1]
    moving.move(match.pk, later, match.starts, season.officer)
    moved = moving.swap(match.pk, season.officer)
    assert (moved.moved_from, moved.day, moved.home, moved.away) == (first, later, away, home)
    assert moved.venue == away.venue
    assert "may not act" in refusal(moving.move, match.pk, later, match.starts, season.captain(match, "home"))
    scene.revealed(season, season.match(101, 201))
    assert "has begun" in refusal(moving.move, match.pk, later, match.starts, season.officer)
    assert Board.objects.filter(match=match).count() == 2


@pytest.mark.long
def test_a_result_for_the_first_day_of_a_moved_match_is_refused_and_one_of_the_new_day_counts(season: Scene):
    match = season.match(101, 201)
    home = season.captain(match, "home")
    moving.move(match.pk, scene.DAYS[-1], match.starts, season.officer)
    assert "revealed" in refusal(results.enter, match.pk, {1: Entered("**", "10")}, home)
    assert not Board.objects.filter(match=match).exists()
    played = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    assert (seen(played), played.day, played.moved_from) == ("10.==", scene.DAYS[-1], match.day)
