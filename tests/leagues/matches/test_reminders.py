"""Mails about matches, each once; results to which nobody objected."""

from __future__ import annotations

import datetime as dt

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.utils import timezone

from federation.models import Job
from leagues.matches import match_mails, protests, reminders
from leagues.models import LineUp, ListEntry, Match, Reminder, SeasonRules, Step
from leagues.tasks import match_mail
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(settings: LazySettings) -> Scene:
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://example.org"
    made = scene.started()
    for user in made.captains.values():
        user.email = f"{user.username}@example.org"
        user.save()
    return made


def waiting() -> dict[str, list[str]]:
    """Return what waits to be mailed, by name of the account."""
    names = dict(User.objects.values_list("pk", "username"))
    jobs = Job.objects.filter(kind=match_mails.KIND).order_by("pk")
    return {names[job.arguments["user"]]: job.arguments["matches"] for job in jobs}


def on(match: Match, days: int) -> None:
    """Play the match so many days from today, and all others far from it."""
    Match.objects.exclude(pk=match.pk).update(day=timezone.localdate() + dt.timedelta(60))
    Match.objects.filter(pk=match.pk).update(day=timezone.localdate() + dt.timedelta(days))


def test_both_captains_hear_of_a_match_a_week_before_and_once(season: Scene):
    match = season.match(101, 201)
    on(match, 7)
    reminders.queue()
    reminders.queue()
    home, away = (season.captain(match, side).username for side in ("home", "away"))
    assert waiting() == {home: [f"{match.pk} home week"], away: [f"{match.pk} away week"]}


def test_a_side_without_a_locked_line_up_is_reminded_the_day_before(season: Scene):
    match = season.match(101, 201)
    on(match, 1)
    LineUp.objects.create(match=match, side="home", seats=[], locked_at=timezone.now())
    Reminder.objects.create(match=match, kind="week")
    reminders.queue()
    assert waiting() == {season.captain(match, "away").username: [f"{match.pk} away line_up"]}


def test_missing_results_and_confirmations_are_asked_for(season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    on(match, -1)
    reminders.queue()
    assert waiting() == {season.captain(match, "home").username: [f"{match.pk} home enter"]}
    Job.objects.all().delete()
    scene.entered(season, match, "10", "==")
    Match.objects.filter(pk=match.pk).update(entered_at=timezone.now() - dt.timedelta(hours=25))
    reminders.queue()
    assert set(waiting()) == {season.captain(match, side).username for side in ("home", "away")}


def test_the_mail_says_what_to_do_with_its_link(season: Scene, mailoutbox: list, settings: LazySettings):
    match = season.match(101, 201)
    on(match, 7)
    reminders.queue()
    job = Job.objects.get(arguments__user=season.captain(match, "home").pk)
    match_mail(job, lambda *_said: None)
    assert str(match) in mailoutbox[0].body
    assert match.venue.address in mailoutbox[0].body
    assert f"/captain/{match.pk}/home/line-up/" in mailoutbox[0].body


def test_no_mail_names_a_player_of_a_secret_line_up(season: Scene, mailoutbox: list):
    match = season.match(101, 201)
    for side in ("home", "away"):
        entries = scene.listed(match, side)
        LineUp.objects.create(match=match, side=side, seats=[each.pk for each in entries[:2]], locked_at=timezone.now())
    for kind in match_mails.SENTENCES:
        match_mails.later(match, kind, ("home", "away"))
    for job in Job.objects.filter(kind=match_mails.KIND):
        match_mail(job, lambda *_said: None)
    written = "".join(f"{mail.subject}{mail.body}" for mail in mailoutbox)
    assert len(mailoutbox) == 2
    assert all(str(match) in mail.body for mail in mailoutbox)
    names = ListEntry.objects.values_list("member__last_name", flat=True)
    assert not [name for name in names if name in written]


def test_a_result_is_closed_when_nobody_objected_in_time_and_never_confirmed(season: Scene):
    rules = {**scene.RULES, "deadlines": {"unopposed_hours": 36}}
    SeasonRules.objects.update(changes=rules)
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    entered = Match.objects.get(pk=match.pk).entered_at
    reminders.close_unopposed(entered + dt.timedelta(hours=35))
    assert Match.objects.get(pk=match.pk).state == Match.State.ENTERED
    protests.protest(match.pk, "away", "A mobile phone", season.captain(match, "away"))
    reminders.close_unopposed(entered + dt.timedelta(hours=36))
    assert Match.objects.get(pk=match.pk).state == Match.State.ENTERED
    match.protests.update(decided_at=timezone.now())
    reminders.close_unopposed(entered + dt.timedelta(hours=36))
    closed = Match.objects.get(pk=match.pk)
    assert (closed.state, closed.away_confirmed_at) == (Match.State.CLOSED, None)
    assert Step.objects.filter(match=match, action="unopposed").count() == 1
    assert Job.objects.filter(kind="hand_over_leg").exists()


def test_without_such_a_rule_a_result_waits(season: Scene, django_assert_num_queries: object):
    scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    reminders.close_unopposed(timezone.now() + dt.timedelta(days=99))
    assert Match.objects.filter(state=Match.State.ENTERED).exists()
    Match.objects.update(state=Match.State.CLOSED)
    with django_assert_num_queries(1):
        reminders.close_unopposed()
