"""tournaments/corrections/correct.py"""

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry

from federation.models import Affiliation, Charge
from tests import cast
from tests.amended import unaffiliated
from tests.tournaments import events
from tournaments.corrections import correct
from tournaments.corrections.text import correction_lines
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import Correction, Pairing
from tournaments.review import decisions
from tournaments.updates.apply import apply_update

pytestmark = pytest.mark.django_db

WHY = "The arbiter wrote."


def accepted():
    tournament = events.tournament()
    decisions.accept(tournament, None)
    return tournament


def test_a_corrected_result_is_recorded():
    tournament, officer = accepted(), cast.rating_officer()
    pairing = tournament.pairings.get(round=1, board=1)
    correct.correct_result(pairing, Result.LOSS, Result.WIN, officer, WHY)
    pairing.refresh_from_db()
    assert (pairing.white_result, pairing.black_result, pairing.file_result) == ("0", "1", "10")
    said = Correction.objects.get()
    assert (said.tournament, said.pairing, said.field, said.before, said.after, said.reason, said.made_by) == (
        tournament, pairing, "result", "1 0", "0 1", WHY, officer,
    )  # fmt: skip
    [kept] = LogEntry.objects.filter(user=officer)
    assert (kept.get_edited_object(), kept.get_change_message()) == (tournament, f"Result: {WHY}")


def test_colours_are_swapped_with_their_results():
    pairing = accepted().pairings.get(round=1, board=1)
    white, black = pairing.white, pairing.black
    correct.swap_colours(pairing, None, WHY)
    pairing.refresh_from_db()
    assert (pairing.white, pairing.black, pairing.white_result, pairing.black_result) == (black, white, "0", "1")
    assert Correction.objects.get().after == "Dubois, Didier - Aerts, Anna"


def test_partners_at_bughouse_change_sides_with_their_players():
    made = events.tournament(pairings=[events.game(1, 1, 2, white_partner=3, black_partner=4)], discipline="bughouse")
    decisions.accept(made, None)
    correct.swap_colours(made.pairings.get(), None, WHY)
    seats = ("white", "white_partner", "black", "black_partner")
    assert made.pairings.values_list(*(f"{seat}__number" for seat in seats)).get() == (2, 4, 1, 3)


def test_the_day_of_a_game_is_corrected():
    pairing = accepted().pairings.get(round=1, board=1)
    correct.correct_date(pairing, events.DAY, None, WHY)
    pairing.refresh_from_db()
    assert pairing.date == events.DAY
    assert list(Correction.objects.values_list("field", "before", "after")) == [("date", "", "2026-03-14")]


def test_no_game_was_played_outside_the_tournament():
    pairing = accepted().pairings.get(round=1, board=1)
    with pytest.raises(Refused) as refused:
        correct.correct_date(pairing, dt.date(1999, 1, 1), None, WHY)
    assert refused.value.sentence == (
        "The date 1 January 1999 is outside the tournament (14 March 2026 to 15 March 2026)."
    )
    assert not Correction.objects.exists()


def test_a_participant_was_another_person():
    participant = accepted().participants.get(number=1)
    correct.correct_member(participant, cast.member(10009), None, WHY)
    participant.refresh_from_db()
    assert participant.member.key == 10009
    assert list(Correction.objects.values_list("field", "before", "after")) == [
        ("member", "10001 Aerts, Anna", "10009 Iserbyt, Ilse")
    ]


def test_nobody_can_be_in_a_tournament_twice():
    participant = accepted().participants.get(number=1)
    with pytest.raises(Refused, match="10002 Baeten, Bram is in this tournament already."):
        correct.correct_member(participant, cast.member(10002), None, WHY)


def test_corrected_facts_of_a_tournament_are_each_recorded():
    tournament, officer = accepted(), cast.rating_officer()
    facts = {"name": "Tower Cup", "city": "Aalst", "start": dt.date(2026, 3, 13), "pace": "rapid"}
    correct.correct_event(tournament, facts, officer, WHY)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.city, tournament.start, tournament.end, tournament.pace) == (
        "Tower Cup", "Aalst", dt.date(2026, 3, 13), events.NEXT_DAY, "rapid",
    )  # fmt: skip
    assert set(Correction.objects.values_list("field", "before", "after", "reason", "made_by__username")) == {
        ("city", "Gent", "Aalst", WHY, "officer"),
        ("start", "2026-03-14", "2026-03-13", WHY, "officer"),
        ("pace", "standard", "rapid", WHY, "officer"),
    }


def test_anyone_may_read_what_was_corrected_of_a_tournament():
    tournament = accepted()
    correct.correct_event(tournament, {"start": dt.date(2026, 3, 13), "pace": "rapid", "city": ""}, None, WHY)
    lines = [(line.what, line.where, line.before, line.after) for line in correction_lines(tournament)]
    assert lines == [
        ("town", "", "Gent", ""),
        ("time control", "", "standard", "rapid"),
        ("from", "", "14 March 2026", "13 March 2026"),
    ]


@pytest.mark.long
def test_a_later_file_without_news_keeps_corrected_facts():
    stored = accepted()
    correct.correct_event(stored, {"name": "Tower Cup of Ghent", "end": dt.date(2026, 3, 16)}, None, WHY)
    [sent] = events.stored(events.report())
    apply_update(stored, sent, None, "Sent again.")
    stored.refresh_from_db()
    assert (stored.name, stored.end) == ("Tower Cup of Ghent", dt.date(2026, 3, 16))


def test_the_end_of_a_tournament_does_not_lie_before_its_start():
    tournament = accepted()
    with pytest.raises(Refused, match="The end is before the start."):
        correct.correct_event(tournament, {"end": dt.date(2026, 3, 1)}, None, WHY)
    tournament.refresh_from_db()
    assert (tournament.end, Correction.objects.count()) == (events.NEXT_DAY, 0)


@pytest.mark.parametrize(("policy", "charged"), [("charge", {10001, 10002, 10003, 10004}), ("refuse", set())])
def test_players_unaffiliated_on_corrected_days_are_charged_to_the_club(policy, charged):
    unaffiliated(policy)
    tournament, day = accepted(), dt.date(2026, 9, 5)  # of the next season
    correct.correct_event(tournament, {"start": day, "end": day}, None, WHY)
    made = Affiliation.objects.filter(ex_officio=True, start=day, charged_to=cast.club())
    assert set(made.values_list("member__key", flat=True)) == charged


def test_a_corrected_player_is_affiliated_at_the_cost_of_the_club():
    participant, other = accepted().participants.get(number=1), cast.member(10009)
    Affiliation.objects.filter(member=other).delete()
    correct.correct_member(participant, other, None, WHY)
    made = Affiliation.objects.filter(ex_officio=True, charged_to=cast.club())
    assert list(made.values_list("member__key", "start")) == [(10009, events.NEXT_DAY)]


def test_a_player_unaffiliated_on_a_corrected_date_is_charged_to_the_club():
    pairing = accepted().pairings.get(round=3, board=1)
    Affiliation.objects.filter(member=pairing.white.member).update(start=events.NEXT_DAY)
    Pairing.objects.exclude(pk=pairing.pk).update(date=events.NEXT_DAY)
    correct.correct_date(pairing, events.DAY, None, WHY)
    made = Affiliation.objects.filter(ex_officio=True, charged_to=cast.club())
    assert list(made.values_list("member", "start")) == [(pairing.white.member_id, events.DAY)]


@pytest.mark.long
def test_a_withdrawn_tournament_is_credited_and_the_next_organiser_charged():
    first, second = (
        events.stored(
            events.report(name=name, start=day, end=day, pairings=[events.game(1, 1, 2, date=day)]), club=club
        )[0]
        for name, day, club in (
            ("October Open", dt.date(2026, 10, 10), cast.club(101)),
            ("November Open", dt.date(2026, 11, 11), cast.club(201)),
        )
    )
    anna = cast.member(10001)
    Affiliation.objects.exclude(member=anna).update(end=None)
    decisions.accept_many([first.pk, second.pk], None)
    assert list(Charge.objects.values_list("club__key", "cents")) == [(101, 6000)]
    correct.withdraw(first, None, WHY)
    charges = list(Charge.objects.values_list("club__key", "cents", "tournament", "cancels__number"))
    assert charges == [(101, 6000, first.pk, None), (101, -6000, first.pk, 1), (201, 6000, second.pk, None)]
    made = anna.affiliations.get(ex_officio=True)
    assert (made.start, made.charged_to, made.note) == (dt.date(2026, 11, 11), cast.club(201), "November Open")


def test_a_corrected_town_affiliates_nobody():
    tournament = accepted()
    Affiliation.objects.all().delete()
    correct.correct_event(tournament, {"city": "Aalst"}, None, WHY)
    assert not Affiliation.objects.exists()


def test_a_withdrawn_tournament_is_rejected_in_public():
    tournament, officer = accepted(), cast.rating_officer()
    correct.withdraw(tournament, officer, WHY)
    tournament.refresh_from_db()
    assert (tournament.stage, tournament.rejection, tournament.decided_by) == ("rejected", WHY, officer)
    assert list(Correction.objects.values_list("field", "before", "after")) == [("stage", "accepted", "rejected")]


STEPS = [
    lambda tournament, reason: correct.correct_result(
        tournament.pairings.first(), Result.LOSS, Result.WIN, None, reason
    ),
    lambda tournament, reason: correct.swap_colours(tournament.pairings.first(), None, reason),
    lambda tournament, reason: correct.correct_date(tournament.pairings.first(), dt.date(2026, 1, 1), None, reason),
    lambda tournament, reason: correct.correct_member(
        tournament.participants.first(), cast.member(10009), None, reason
    ),
    lambda tournament, reason: correct.correct_event(tournament, {"name": "Cup"}, None, reason),
    lambda tournament, reason: correct.withdraw(tournament, None, reason),
]


@pytest.mark.parametrize("step", STEPS)
def test_every_correction_needs_a_reason(step):
    with pytest.raises(Refused, match="A correction needs a reason."):
        step(accepted(), " ")
    assert not Correction.objects.exists()


@pytest.mark.parametrize("step", STEPS)
def test_a_tournament_that_is_not_accepted_cannot_be_corrected(step):
    with pytest.raises(Refused, match="“Tower Cup” is not accepted: it can be changed without a correction."):
        step(events.tournament(), WHY)
    assert not Correction.objects.exists()


def test_a_correction_without_change_is_refused():
    pairing = accepted().pairings.get(round=1, board=1)
    with pytest.raises(Refused, match="That is already the current value."):
        correct.correct_result(pairing, Result.WIN, Result.LOSS, None, WHY)


def test_simultaneous_corrections_record_consecutive_values():
    pairing = accepted().pairings.get(round=1, board=1)
    as_before = Pairing.objects.get(pk=pairing.pk)
    correct.correct_result(pairing, Result.DRAW, Result.DRAW, None, WHY)
    correct.correct_result(as_before, Result.LOSS, Result.WIN, None, WHY)
    said = Correction.objects.order_by("pk").values_list("before", "after")
    assert list(said) == [("1 0", "= ="), ("= =", "0 1")]
    pairing.refresh_from_db()
    assert (pairing.white_result, pairing.black_result, pairing.file_result) == ("0", "1", "10")
