"""The officer's pages: what waits, rulings, moved matches, fixtures."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from federation.i18n.dates import long_date
from federation.models import Charge, Holder
from leagues.decisions.cases import Case
from leagues.matches import protests
from leagues.matches.results import fingerprint
from leagues.models import FindingDecision, LeagueOfficer, ListEntry, Match, Ruling, SeasonRules
from leagues.office.inbox import inbox
from leagues.seasons import entries
from tests import cast
from tests.forms import send
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db
OFFICE = "/en/league-office/interclubs-2025-26/"


@pytest.fixture
def season() -> Scene:
    return scene.started()


@pytest.mark.long
def test_open_protests_and_late_matches_wait_in_one_list(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    protests.protest(match.pk, "home", "A mobile phone", season.captain(match, "home"))
    client.force_login(season.officer)
    page = client.get(OFFICE)
    late = [season.match(101, 301), season.match(201, 301)]
    assert {each.match for each in page.context["waiting"]} == {match, *late}
    text = page.content.decode()
    assert "A mobile phone" in text
    for each in late:
        assert f"The result has not been entered (due {long_date(each.day + dt.timedelta(1))}, 00:00)." in text


@pytest.mark.long
def test_the_inbox_of_the_officer_has_protests_and_matches_that_are_not_closed(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    assert list(inbox(cast.stranger())) == []
    (found,) = inbox(season.officer)
    assert [(line.title, line.detail) for line in found.lines] == [
        ("2 matches of past days are not closed", "Interclubs 2025-26")
    ]
    protests.protest(match.pk, "home", "A mobile phone", season.captain(match, "home"))
    Match.objects.exclude(pk=match.pk).delete()
    (found,) = inbox(season.officer)
    assert [line.title for line in found.lines] == [f"{match.home} protests: {match}"]


@pytest.mark.long
def test_a_ruling_decides_the_protest(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    protests.protest(match.pk, "away", "A mobile phone", season.captain(match, "away"))
    client.force_login(season.officer)
    sent = {"effect": "board", "side": "home", "board": 2, "reason": "A mobile phone", "article": "11.3"}
    client.post(f"/en/league-office/matches/{match.pk}/rule/", sent)
    ruling = Ruling.objects.get()
    assert (ruling.article, ruling.protests.count()) == ("11.3", 1)
    assert match.boards.get(number=2).ruled == (0, 2)


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"board": 7}, "Choose a board of this match."),
        ({"effect": "points_off"}, "Say how many match points."),
        ({"reason": ""}, "This field is required."),
        ({"fine": "-5"}, "A fine must be above 0."),
        ({"fine": "much"}, "Write an amount such as 12,50."),
        ({"side": "nobody"}, "nobody is not one of the available choices."),
        ({"replaces": 9**20}, "That choice is not one of the available choices."),
    ],
)
def test_a_ruling_that_says_too_little_is_shown_again(client: Client, season: Scene, changes: dict, said: str):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    client.force_login(season.officer)
    sent = {"effect": "board", "side": "home", "board": 2, "reason": "x"} | changes
    answer = client.post(f"/en/league-office/matches/{match.pk}/rule/", sent)
    assert said in answer.content.decode()
    assert not Ruling.objects.exists()
    assert not Charge.objects.exists()


@pytest.mark.long
def test_the_officer_appoints_an_arbiter_who_finds_the_match(client: Client, season: Scene):
    match = season.match(101, 201)
    Match.objects.filter(pk=match.pk).update(day=timezone.localdate())
    client.force_login(season.officer)
    appoint = f"/en/league-office/matches/{match.pk}/arbiter/"
    told = client.post(appoint, {"arbiter": "99999"}, follow=True).content.decode()
    assert "Nobody has the member number 99999." in told
    arbiter = cast.member(10007)
    assert arbiter.name in client.post(appoint, {"arbiter": arbiter.number}, follow=True).content.decode()
    player = User.objects.create_user("arbiter")
    Holder.objects.create(account=player, member=arbiter)
    client.force_login(player)
    assert client.post(appoint, {"arbiter": ""}).status_code == 403
    page = client.get("/en/captain/").content.decode()
    assert f"/en/interclubs/matches/{match.pk}/sheet/" in page
    assert Match.objects.get(pk=match.pk).arbiter == arbiter


@pytest.mark.long
def test_the_officer_enters_and_confirms_for_captains_who_cannot(client: Client, season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    client.force_login(season.officer)
    page = f"/en/league-office/matches/{match.pk}/"
    for tap in ("1:10:**", "all:away"):
        client.post(f"{page}result/", {"result": tap})
    seen = fingerprint(match.boards.all())
    assert seen == "10.+-"
    told = client.post(f"{page}confirm/", {"side": "north", "seen": seen}, follow=True).content.decode()
    assert "Say for which team." in told
    assert f"Confirm for {match.home}" in told
    for side in ("home", "away"):
        client.post(f"{page}confirm/", {"side": side, "seen": seen})
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED
    assert {step.by for step in match.steps.filter(action__in=["entered", "confirmed"])} == {season.officer}


@pytest.mark.long
def test_a_ruling_shows_the_table_before_and_after_and_publishes_nothing(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    client.force_login(season.officer)
    sent = {"effect": "board", "side": "home", "board": 1, "reason": "Sat too low", "preview": ""}
    page = client.post(f"/en/league-office/matches/{match.pk}/rule/", sent)
    text = page.content.decode()
    assert "The match would be ½–1½ instead of 1½–½." in text
    assert {each.team: (each.before.place, each.after.place) for each in page.context["preview"].moving} == {
        match.home: (1, 2),
        match.away: (2, 1),
    }
    assert 'value="Sat too low"' in text
    assert not Ruling.objects.exists()


def test_a_finding_is_ruled_on_as_proposed_with_one_click(client: Client, season: Scene):
    SeasonRules.objects.update(
        changes=scene.RULES
        | {"consequences": {"named_absent": {"effect": "board", "article": "31", "fines": [{"amount": 12.5}]}}}
    )
    match = scene.closed(season, season.match(101, 201), "10", "-+")
    client.force_login(season.officer)
    (case,) = _cases(client, "named_absent")
    assert (case.cost, case.fine) == ("the board is lost, fine of €12.50, article 31", 1250)
    client.post(f"/en/league-office/matches/{match.pk}/decide/", {"finding": case.key, "do": "rule", "back": "season"})
    ruling = Ruling.objects.get()
    assert (ruling.code, ruling.article, ruling.reason) == ("named_absent", "31", case.public_text)
    assert match.boards.get(number=2).ruled == (0, 2)
    assert Charge.objects.get().cents == 1250
    assert _cases(client, "named_absent") == []
    assert "The rules propose" not in (page := client.get(f"/en/league-office/matches/{match.pk}/").content.decode())
    assert "ruled" in page
    client.post(f"/en/league-office/matches/{match.pk}/decide/", {"finding": case.key, "do": "rule"})
    assert Ruling.objects.count() == 1


@pytest.mark.long
def test_faults_that_the_rules_count_together_make_one_number(client: Client, season: Scene):
    default = {"effect": "points_off", "points": 1, "from_nth": 3, "counts_with": "default"}
    consequences = {"incomplete": default, "named_absent": default | {"counts": 2}}
    boards = {**scene.RULES["boards"], "empty": "fault"}
    SeasonRules.objects.update(changes={**scene.RULES, "boards": boards, "consequences": consequences})
    first, second = sorted((season.match(101, 201), season.match(101, 301)), key=lambda match: match.day)
    side = "home" if first.home.club.key == 101 else "away"
    scene.closed(season, first, "10", "-+" if side == "home" else "+-", empty=(side,))
    scene.closed(season, second, "10", "-+" if second.home.club.key == 101 else "+-")
    client.force_login(season.officer)
    (empty,), (absent,) = _cases(client, "incomplete"), _cases(client, "named_absent")
    assert (empty.proposal.points, absent.proposal.points) == (0, 1)


def test_a_finding_is_waived_with_a_reason_or_decided_by_a_ruling(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "-+")
    address = f"/en/league-office/matches/{match.pk}/"
    client.force_login(season.officer)
    absent, late = _cases(client, "named_absent")[0], _cases(client, "result_late")[0]
    assert not absent.has_proposal
    for sent, said in (
        ({"do": "rule"}, "The rules propose nothing for this finding"),
        ({"do": "waive"}, "Say why the finding is waived."),
        ({"do": "waive", "reason": "Snow", "finding": "gap:home:1:"}, "This finding no longer exists"),
    ):
        page = client.post(f"{address}decide/", {"finding": absent.key, **sent}, follow=True)
        assert said in page.content.decode()
    assert not FindingDecision.objects.exists()
    client.post(f"{address}decide/", {"finding": absent.key, "do": "waive", "reason": "Snow"})
    client.post(f"{address}rule/", {"side": "home", "reason": "Too late", "fine": "5", "finding": late.key})
    assert [(each.code, each.state, each.reason) for each in FindingDecision.objects.order_by("pk")] == [
        ("named_absent", "waived", "Snow"),
        ("result_late", "ruled", "Too late"),
    ]
    first = Ruling.objects.get()
    client.post(f"{address}rule/", {"side": "home", "reason": "In time", "replaces": first.pk})
    assert FindingDecision.objects.get(state="ruled").ruling.reason == "In time"


def _cases(client: Client, code: str) -> list[Case]:
    return [case for each in client.get(OFFICE).context["waiting"] for case in each.cases if case.found.code == code]


def test_a_match_is_moved_and_home_and_away_swapped(client: Client, season: Scene):
    match = season.match(101, 201)
    client.force_login(season.officer)
    move = f"/en/league-office/matches/{match.pk}/move/"
    client.post(move, {"day": "2026-03-29", "starts": "15:00", "venue": ""})
    client.post(move, {"swap": ""})
    moved = Match.objects.get(pk=match.pk)
    assert (moved.day.isoformat(), moved.starts.hour, moved.home_id) == ("2026-03-29", 15, match.away_id)


def test_an_officer_of_one_division_decides_about_its_matches_alone(client: Client, season: Scene):
    match, user = season.match(101, 201), cast.stranger()
    client.force_login(user)
    assert client.get(OFFICE).status_code == 404
    assert client.get(f"/en/league-office/matches/{match.pk}/").status_code == 403
    division = season.series.division
    LeagueOfficer.objects.create(season=season.season, division=division, account=user, start=scene.START)
    assert client.get(OFFICE).status_code == 200
    assert client.get(f"/en/league-office/matches/{match.pk}/").status_code == 200


def test_fixtures_are_made_from_the_page(client: Client, season: Scene):
    Match.objects.all().delete()
    client.force_login(season.officer)
    page = client.get(f"{OFFICE}preparation/")
    assert season.series in page.context["without_fixtures"]
    client.post(f"{OFFICE}series/{season.series.pk}/fixtures/")
    assert Match.objects.count() == 3


@pytest.mark.long
def test_what_waits_takes_the_same_queries_for_one_match_and_for_three(
    client: Client, season: Scene, django_assert_max_num_queries: object
):
    client.force_login(season.officer)
    rules = scene.RULES | {"consequences": {"named_absent": {"effect": "board"}}}
    SeasonRules.objects.update(changes=rules)
    counts = []
    for home, away in ((101, 201), (101, 301), (201, 301)):
        scene.closed(season, season.match(home, away), "10", "+-")
        with django_assert_max_num_queries(23) as asked:
            client.get(OFFICE)
        counts.append(len(asked))
    assert len(set(counts)) == 1


def test_the_preparation_of_a_season_takes_few_queries(
    client: Client, season: Scene, django_assert_max_num_queries: object
):
    client.force_login(season.officer)
    ListEntry.objects.filter(club__key=101).update(strength=1500)
    with django_assert_max_num_queries(14):
        page = client.get(f"{OFFICE}preparation/").content.decode()
    assert page.count("has the same strength as another player of the list") == 2
    client.force_login(cast.stranger())
    assert client.get(f"{OFFICE}preparation/").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_entries_are_accepted_with_one_click(client: Client, season: Scene, count: int, django_assert_num_queries):
    for key in list(cast.CLUBS)[:count]:
        entries.enter(season.series.division, cast.club(key), 1, season.officer)
    client.force_login(season.officer)
    client.get(f"{OFFICE}preparation/")  # what is read once
    with django_assert_num_queries(12):
        page = client.get(f"{OFFICE}preparation/")
    button = f"Accept {count} {'entry' if count == 1 else 'entries'}"
    done = send(client, page, {}, button=button).content.decode()
    assert done.count("accepted on") == count
    assert Charge.objects.filter(what="entry_team", cents=5500).count() == count
    withdrawn = send(
        client, client.get(f"{OFFICE}preparation/"), {}, button="Withdraw: 101 Tour Blanche, Division 3"
    ).content.decode()
    assert withdrawn.count("withdrawn on") == 1
    assert Charge.objects.filter(what="entry_team", cents=-5500).count() == 1


def test_the_next_season_is_copied_from_the_page(client: Client, season: Scene):
    client.force_login(season.officer)
    assert "Where each team would play next season" in client.get(f"{OFFICE}next/").content.decode()
    answer = client.post(f"{OFFICE}next/copy/", follow=True)
    assert "Interclubs 2026-27 is in preparation." in answer.content.decode()
    assert "exists already" in client.post(f"{OFFICE}next/copy/", follow=True).content.decode()


@pytest.mark.long
def test_a_fine_is_charged_to_the_club_and_credited_when_another_ruling_replaces_its_own(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    client.force_login(season.officer)
    address, sent = (
        f"/en/league-office/matches/{match.pk}/rule/",
        {"side": "away", "reason": "No arbiter", "fine": "50"},
    )
    assert "A fine must be above 0." in client.post(address, sent | {"fine": "-5"}).content.decode()
    client.post(address, sent)
    first = Ruling.objects.get()
    assert "€50.00" in client.get(f"/en/league-office/matches/{match.pk}/").content.decode()
    client.post(address, {"side": "away", "reason": "There was one", "replaces": first.pk})
    charged = Charge.objects.order_by("number").values_list(
        "club__number", "what", "cents", "reason", "cause", "ruling"
    )
    assert list(charged) == [
        ("201", "fine_league", 5000, f"{match}: No arbiter", "decision", first.pk),
        ("201", "fine_league", -5000, "There was one", "decision", first.pk),
    ]
