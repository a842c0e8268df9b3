"""tournaments/review/decisions.py"""

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry

from federation.models import Affiliation
from tests import cast
from tests.at_once import at_once
from tests.tournaments import events
from tournaments.corrections import correct
from tournaments.errors import Refused
from tournaments.models import Stage, Tournament
from tournaments.review import decisions, edits
from tournaments.review.problems import review_data

pytestmark = pytest.mark.django_db


def blocked():
    """Return a tournament with a player who was not found."""
    return events.tournament(events.player(1, 10001), events.unknown(2), pairings=[events.game(1, 1, 2)])


def in_stage(stage):
    tournament = events.tournament()
    Tournament.objects.filter(pk=tournament.pk).update(stage=stage)
    tournament.refresh_from_db()
    return tournament


def test_a_club_submits_and_the_federation_accepts():
    tournament, secretary, officer = events.tournament(), cast.secretary(), cast.rating_officer()
    decisions.submit(tournament, secretary)
    assert (tournament.stage, tournament.submitted_by, tournament.decided_by) == ("league", secretary, None)
    decisions.accept(tournament, officer)
    assert (tournament.stage, tournament.submitted_by, tournament.decided_by) == ("accepted", secretary, officer)
    assert tournament.submitted_at <= tournament.decided_at
    assert list(Tournament.objects.accepted()) == [tournament]


def test_accepting_what_was_not_submitted_submits_it_on_the_way():
    tournament, officer = events.tournament(), cast.rating_officer()
    decisions.accept(tournament, officer)
    assert (tournament.stage, tournament.submitted_by, tournament.decided_by) == ("accepted", officer, officer)


@pytest.mark.parametrize("step", [decisions.submit, decisions.accept])
def test_what_blocks_stops_a_tournament(step):
    tournament = blocked()
    with pytest.raises(Refused, match="“Tower Cup” is not ready yet. Problems to fix first: 1."):
        step(tournament, None)
    tournament.refresh_from_db()
    assert (tournament.stage, tournament.submitted_at) == ("read", None)


@pytest.mark.parametrize(
    ("step", "stages"),
    [
        (lambda tournament: decisions.submit(tournament, None), {Stage.READ}),
        (lambda tournament: decisions.accept(tournament, None), set(Stage.open())),
        (lambda tournament: decisions.reject(tournament, None, "No."), set(Stage.open())),
        (lambda tournament: decisions.reopen(tournament, None), {Stage.WITH_LEAGUE, Stage.SUBMITTED, Stage.REJECTED}),
    ],
    ids=["submit", "accept", "reject", "reopen"],
)
@pytest.mark.parametrize("stage", Stage)
def test_each_step_requires_its_stages(step, stages, stage):
    tournament = in_stage(stage)
    if stage in stages:
        step(tournament)
        assert tournament.stage != stage
    else:
        with pytest.raises(Refused, match="“Tower Cup” has meanwhile changed; look at it again."):
            step(tournament)
        tournament.refresh_from_db()
        assert tournament.stage == stage


def test_a_rejection_says_why():
    tournament, officer = in_stage(Stage.SUBMITTED), cast.rating_officer()
    with pytest.raises(Refused, match="Give the reason."):
        decisions.reject(tournament, officer, "  ")
    decisions.reject(tournament, officer, " Round 3 is missing. ")
    assert (tournament.stage, tournament.rejection, tournament.decided_by) == (
        "rejected",
        "Round 3 is missing.",
        officer,
    )


@pytest.mark.parametrize("steps", [[decisions.submit, decisions.accept], [decisions.accept]])
def test_a_rejected_tournament_can_be_reopened(steps):
    tournament = events.tournament()
    decisions.reject(tournament, cast.rating_officer(), "Round 3 is missing.")
    decisions.reopen(tournament, None)
    assert (tournament.stage, tournament.rejection) == ("read", "Round 3 is missing.")
    assert (tournament.decided_at, tournament.decided_by) == (None, None)
    for step in steps:
        step(tournament, None)
        assert tournament.rejection == ""
    assert tournament.stage == "accepted"


def test_its_history_keeps_what_later_steps_overwrite():
    tournament, secretary, officer = events.tournament(), cast.secretary(), cast.rating_officer()
    decisions.submit(tournament, secretary)
    decisions.reject(tournament, officer, "Round 3 is missing.")
    decisions.reopen(tournament, officer)
    decisions.accept(tournament, officer)
    kept = LogEntry.objects.filter(object_id=tournament.pk).order_by("pk")
    assert [(entry.user, entry.get_change_message()) for entry in kept] == [
        (secretary, "With the league"),
        (officer, "Rejected: Round 3 is missing."),
        (officer, "To check"),
        (officer, "Accepted"),
    ]


def test_rejecting_many_skips_decided_tournaments():
    made = {stage: in_stage(stage) for stage in Stage}
    rejected = decisions.reject_many([tournament.pk for tournament in made.values()], None, "No.").changed
    assert rejected == [made[stage] for stage in Stage.open()]
    assert dict(Tournament.objects.values_list("pk", "stage")) == {
        **{made[stage].pk: "rejected" for stage in Stage.open()},
        made[Stage.ACCEPTED].pk: "accepted",
        made[Stage.REJECTED].pk: "rejected",
    }
    assert list(Tournament.objects.filter(rejection="No.").order_by("pk")) == rejected


def handed_back(tournament):
    decisions.reopen(tournament, None)


def handed_back_and_submitted_again(tournament):
    decisions.reopen(tournament, None)
    decisions.submit(tournament, None)


def renamed(tournament):
    edits.change_settings(tournament, {"name": "Cup"})


def not_rated(tournament):
    edits.mark_irregular(tournament.participants.get(number=1))


def result_taken_out(tournament):
    tournament.pairings.filter(round=1, board=1).delete()


@pytest.mark.parametrize(
    "colleague", [handed_back, handed_back_and_submitted_again, renamed, not_rated, result_taken_out]
)
@pytest.mark.parametrize(
    "decide",
    [decisions.accept, lambda tournament, by, seen: decisions.reject(tournament, by, "No.", seen)],
    ids=["accept", "reject"],
)
def test_a_tournament_changed_meanwhile_is_not_decided(colleague, decide):
    tournament = events.tournament()
    decisions.submit(tournament, None)
    seen = review_data([tournament])[0].digest
    colleague(Tournament.objects.get(pk=tournament.pk))
    stage = Tournament.objects.get(pk=tournament.pk).stage
    with pytest.raises(Refused, match="has meanwhile changed; look at it again."):
        decide(tournament, None, seen)
    changed = Tournament.objects.select_related("club").get(pk=tournament.pk)
    assert changed.stage == stage
    decide(changed, None, review_data([changed])[0].digest)
    assert changed.stage in {Stage.ACCEPTED, Stage.REJECTED}


def test_unaffiliated_players_are_affiliated_at_the_organisers_cost():
    tournament = events.tournament(pairings=[events.game(1, 1, 2, date=events.DAY), events.game(2, 3, 1, "--")])
    Affiliation.objects.filter(member__key__in=[10001, 10003]).delete()
    decisions.accept(tournament, None)
    made = Affiliation.objects.get(ex_officio=True)
    assert (made.member.key, made.start, made.end, made.charged_to, made.note) == (
        10001,
        events.DAY,
        dt.date(2026, 8, 31),
        cast.club(),
        "Tower Cup",
    )
    assert not Affiliation.objects.filter(member__key=10003).exists()


def test_unrated_history_affiliates_nobody():
    tournament = events.tournament()
    edits.change_settings(tournament, {"unrated_history": True})
    Affiliation.objects.all().delete()
    decisions.accept(tournament, None)
    assert not Affiliation.objects.exists()
    correct.correct_event(tournament, {"unrated_history": False}, None, "It is rated.")
    assert Affiliation.objects.filter(ex_officio=True).count() == 4


def test_one_affiliation_covers_all_tournaments_of_the_season():
    later = dt.timedelta(days=30)
    tournaments = events.stored(
        events.report(name="Second", start=events.DAY + later, end=events.NEXT_DAY + later), events.report()
    )
    Affiliation.objects.filter(member__key=10001).delete()
    decisions.accept_many([tournament.pk for tournament in tournaments], None)
    assert list(Affiliation.objects.filter(ex_officio=True).values_list("member__key", "start")) == [
        (10001, events.NEXT_DAY)
    ]


def test_a_note_of_many_long_names_is_as_long_as_its_column():
    tournaments = events.stored(*(events.report(name=letter * 150) for letter in "ab"))
    Tournament.objects.update(duplicate_allowed=True)
    Affiliation.objects.filter(member__key=10001).delete()
    decisions.accept_many([tournament.pk for tournament in tournaments], None)
    assert Affiliation.objects.get(ex_officio=True).note == "a" * 150 + ", " + "b" * 48


def test_a_tournament_over_two_seasons_affiliates_for_both():
    days = [dt.date(2025, 7, 5), dt.date(2025, 8, 20), dt.date(2025, 9, 2), dt.date(2025, 10, 4)]
    tournament = events.tournament(
        start=days[0],
        end=days[-1],
        rounds=len(days),
        pairings=[events.game(number, 1, 2, date=day) for number, day in enumerate(days, 1)],
    )
    member = cast.member(10001)
    member.affiliations.all().delete()
    decisions.accept(tournament, None)
    assert list(member.affiliations.order_by("start").values_list("start", "end")) == [
        (days[0], dt.date(2025, 8, 31)),
        (days[2], dt.date(2026, 8, 31)),
    ]


def test_games_after_a_short_affiliation_affiliate_again():
    days = [dt.date(2025, 10, 4), dt.date(2025, 12, 6), dt.date(2026, 2, 7)]
    tournament = events.tournament(
        start=days[0],
        end=days[-1],
        rounds=len(days),
        pairings=[events.game(number, 1, 2, date=day) for number, day in enumerate(days, 1)],
    )
    member = cast.member(10001)
    member.affiliations.all().delete()
    member.affiliations.create(club=cast.club(), start=dt.date(2025, 12, 1), end=dt.date(2025, 12, 31))
    decisions.accept(tournament, None)
    assert list(member.affiliations.filter(ex_officio=True).order_by("start").values_list("start", "end")) == [
        (days[0], dt.date(2025, 11, 30)),
        (days[2], dt.date(2026, 8, 31)),
    ]


def test_accepting_many_reports_blocked_tournaments():
    good, waiting, done = events.tournament(), blocked(), in_stage(Stage.ACCEPTED)
    Tournament.objects.filter(pk=done.pk).update(name="Done", start="2020-01-01", end="2020-01-01")
    decision = decisions.accept_many([good.pk, waiting.pk, done.pk], None)
    assert decision.changed == [good]
    assert decision.blocked == [waiting]
    assert {pk: [finding.code for finding in found] for pk, found in decision.findings.items()} == {
        good.pk: [],
        waiting.pk: ["unmatched"],
    }
    assert decision.skipped == [done]
    stages = dict(Tournament.objects.values_list("pk", "stage"))
    assert stages == {good.pk: "accepted", waiting.pk: "read", done.pk: "accepted"}


def test_of_similar_events_in_one_file_the_first_is_accepted():
    first, second = events.stored(events.report(), events.report(name="The same under another name"))
    decision = decisions.accept_many([first.pk, second.pk], None)
    assert (decision.changed, decision.blocked) == ([first], [second])


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 60])
def test_accepting_many_takes_as_many_queries_as_accepting_two(count, django_assert_num_queries):
    cast.everybody()
    Affiliation.objects.filter(member__key=10001).delete()
    ids = [tournament.pk for tournament in events.stored(*_different(count))]
    with django_assert_num_queries(42):
        decision = decisions.accept_many(ids, None)
    assert len(decision.changed) == count


def _different(count):
    """Return reports of one weekend whose games differ, so that none is another's twin."""
    letters = ["10", "01", "==", "00"]
    for number in range(count):
        results = [letters[number // 4**place % 4] for place in range(3)]
        games = [events.game(1 + number, 1, 2 + place, result) for place, result in enumerate(results)]
        yield events.report(pairings=games, name=f"Cup {number}")


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_simultaneous_acceptance_and_rejection_do_not_deadlock():
    stored = events.stored(*(events.report(name=f"Cup {day}", end=dt.date(2026, 3, day)) for day in (21, 22, 23)))
    Tournament.objects.update(duplicate_allowed=True)
    ids = [tournament.pk for tournament in stored]
    accepted, rejected = at_once(
        Tournament.objects.filter(pk=ids[1]),
        lambda: decisions.accept_many(ids, None).changed,
        lambda: decisions.reject_many(ids, None, "Not ours.").changed,
    )
    assert (accepted, rejected) in [(stored, []), ([], stored)]  # the first of the two decides on all of them
