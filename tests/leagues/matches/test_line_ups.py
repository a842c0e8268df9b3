"""Line-ups: secret until both are locked, then on the boards; refused for anyone else and after the reveal."""

from __future__ import annotations

import datetime as dt

import pytest
from django.apps import apps
from django.utils import timezone

from federation.models import AuditEntry, UnsealedChange
from leagues.errors import Refused
from leagues.matches import line_ups
from leagues.models import Board, LineUp, Match, Step
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Scene:
    return scene.started()


def refusal(verb: object, *arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        verb(*arguments)  # type: ignore[operator]
    return refused.value.template


def test_nothing_of_a_locked_line_up_is_stored_elsewhere_until_the_other_side_has_locked(season: Scene):
    match = season.match(101, 201)
    first, second = scene.listed(match, "home")[:2]
    line_ups.save(match.pk, "home", [first.pk, second.pk], season.captain(match, "home"))
    line_ups.lock(match.pk, "home", season.captain(match, "home"))
    assert Board.objects.count() == 0
    assert {step.action: (step.before, step.after) for step in match.steps.all()} == {"locked": ({}, {})}
    kinds = {each.kind for each in UnsealedChange.objects.all()} | {each.kind for each in AuditEntry.objects.all()}
    assert not any("line-up" in kind or "lineup" in kind for kind in kinds)


@pytest.mark.long
def test_a_secret_line_up_is_written_to_no_other_table_and_no_log(season: Scene, caplog: pytest.LogCaptureFixture):
    match = season.match(101, 201)
    captain, (first, second) = season.captain(match, "home"), scene.listed(match, "home")[:2]
    before = other_rows()
    line_ups.save(match.pk, "home", [first.pk, second.pk], captain)
    line_ups.lock(match.pk, "home", captain)
    assert other_rows() == before
    assert not any(entry.member.last_name in caplog.text for entry in (first, second))


def other_rows() -> dict[str, list]:
    """Return all rows of all tables but those of line-ups and of the steps of a match."""
    models = [model for model in apps.get_models() if model not in {LineUp, Step}]
    return {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in models}


def test_two_locked_line_ups_are_revealed_together(season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    home, away = ([each.member for each in scene.listed(match, side)[:2]] for side in ("home", "away"))
    boards = list(match.boards.all())
    assert [(board.home, board.away) for board in boards] == list(zip(home, away, strict=True))
    assert [board.home_is_white for board in boards] == [True, False]
    assert match.state == Match.State.PLAYING


def test_the_last_line_up_of_a_team_is_offered_for_its_next_match(season: Scene):
    assert line_ups.as_last_time(season.match(101, 201), "home") == []
    first, second = sorted((season.match(101, 201), season.match(101, 301)), key=lambda match: match.day)
    scene.revealed(season, first, empty=("home", "away"))
    side = "home" if second.home.club.key == 101 else "away"
    assert line_ups.as_last_time(second, side) == [scene.listed(second, side)[0].pk, None]


def test_only_the_captain_of_the_side_names_its_players(season: Scene):
    match = season.match(101, 201)
    entry = scene.listed(match, "home")[0]
    stranger = season.captains[301]
    for user in (season.captain(match, "away"), stranger, season.officer):
        assert "may not act" in refusal(line_ups.save, match.pk, "home", [entry.pk], user)
        assert "may not act" in refusal(line_ups.lock, match.pk, "home", user)


def test_a_captain_of_yesterday_names_nobody(season: Scene):
    match = season.match(101, 201)
    captain = season.captain(match, "home")
    captain.team_roles.update(end=timezone.localdate() - dt.timedelta(1))
    assert "may not act" in refusal(line_ups.save, match.pk, "home", [], captain)


def test_a_locked_line_up_is_changed_only_once_it_is_unlocked_before_the_start(season: Scene):
    match = season.match(101, 201)
    Match.objects.filter(pk=match.pk).update(day=timezone.localdate() + dt.timedelta(7))
    match.refresh_from_db()
    entry = scene.listed(match, "home")[0]
    entry.listed_until = None
    captain = season.captain(match, "home")
    line_ups.save(match.pk, "home", [entry.pk], captain)
    line_ups.lock(match.pk, "home", captain)
    assert "is locked" in refusal(line_ups.save, match.pk, "home", [], captain)
    line_ups.unlock(match.pk, "home", captain)
    line_ups.save(match.pk, "home", [], captain)
    assert LineUp.objects.get().seats == [None, None]


def test_after_the_reveal_a_line_up_cannot_be_changed(season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    captain = season.captain(match, "home")
    assert "have been revealed" in refusal(line_ups.save, match.pk, "home", [], captain)
    assert "have been revealed" in refusal(line_ups.unlock, match.pk, "home", captain)


def test_a_wrong_line_up_is_refused_with_its_reason(season: Scene):
    match = season.match(101, 201)
    captain, mine = season.captain(match, "home"), scene.listed(match, "home")
    theirs = scene.listed(match, "away")[0]
    assert "two boards" in refusal(line_ups.save, match.pk, "home", [mine[0].pk] * 2, captain)
    assert "not on the player list" in refusal(line_ups.save, match.pk, "home", [theirs.pk], captain)
    assert "boards" in refusal(line_ups.save, match.pk, "home", [each.pk for each in mine[:3]], captain)
    assert "at least one" in refusal(line_ups.lock, match.pk, "home", captain)


def test_at_the_start_line_ups_are_revealed_as_they_are(season: Scene):
    match = season.match(101, 201)
    entry = scene.listed(match, "home")[0]
    line_ups.save(match.pk, "home", [entry.pk], season.captain(match, "home"))
    line_ups.reveal_due(match.starts_at - dt.timedelta(seconds=1))
    assert Board.objects.count() == 0
    line_ups.reveal_due(match.starts_at)
    line_ups.reveal_due(match.starts_at)
    assert [(board.home_id, board.away_id) for board in match.boards.all()] == [(entry.member_id, None), (None, None)]
