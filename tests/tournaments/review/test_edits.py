"""Every finding has its fix, and every fix can be undone."""

import datetime as dt
from functools import partial

import pytest

from federation.models import Affiliation, Club, Licence, Member
from tests import cast
from tests.amended import unaffiliated
from tests.at_once import at_once
from tests.tournaments import events
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import MatchedBy, Participant, Stage, Tournament
from tournaments.review import decisions, edits
from tournaments.review.findings import KINDS, Fix
from tournaments.review.problems import problems

pytestmark = pytest.mark.django_db


def codes(tournament):
    return [finding.code for finding in problems(Tournament.objects.get(pk=tournament.pk))]


def with_unknown(**changes):
    """Return a tournament of Anna and a player who was not found, and that participant."""
    tournament = events.tournament(
        events.player(1, 10001), events.unknown(2, **changes), pairings=[events.game(1, 1, 2)]
    )
    return tournament, tournament.participants.get(number=2)


def test_choosing_a_member_fixes_and_can_be_undone():
    tournament, participant = with_unknown()
    edits.choose_member(participant, cast.member(10005), None)
    assert codes(tournament) == []
    edits.forget_choice(participant)
    assert codes(tournament) == ["unmatched"]


def test_confirming_the_member_of_another_name_fixes():
    tournament, participant = with_unknown(matricule="10007")
    assert codes(tournament) == ["name_differs"]
    edits.confirm_member(participant, None)
    assert codes(tournament) == []
    assert (participant.member.key, participant.matched_by) == (10007, MatchedBy.PERSON)


def test_a_late_confirmation_keeps_the_choice_of_a_colleague():
    _, participant = with_unknown(matricule="10007")
    shown = Participant.objects.get(pk=participant.pk)
    edits.choose_member(participant, cast.member(10005), None)
    edits.confirm_member(shown, None)
    participant.refresh_from_db()
    assert (participant.member, participant.matched_by) == (cast.member(10005), "person")


def test_an_unmatched_participant_cannot_be_confirmed():
    _, participant = with_unknown()
    with pytest.raises(Refused, match="No member was found for Zonderling, Zoë; choose one."):
        edits.confirm_member(participant, None)


def test_following_a_merger_fixes():
    tournament, participant = with_unknown(matricule="10007")
    edits.confirm_member(participant, None)
    middle = Member.objects.create(number="20001", last_name="G", merged_into=cast.member(10010))
    Member.objects.filter(key=10007).update(merged_into=middle)
    assert codes(tournament) == ["merged"]
    participant.refresh_from_db()
    edits.follow_merger(participant, None)
    assert codes(tournament) == []
    assert participant.member.key == 10010


def test_a_new_member_gets_the_next_free_number():
    tournament, participant = with_unknown()
    details = {"last_name": "Zonderling", "first_name": "Zoë", "birth_date": dt.date(2003, 3, 1), "sex": "F"}
    first = edits.create_member(participant, details, None)
    second = edits.create_member(participant, {**details, "first_name": "Zita"}, None)
    assert (first.key, second.key, second.search_name) == (23001, 23002, "zonderling zita")
    participant.refresh_from_db()
    assert participant.member == second
    assert codes(tournament) == ["not_affiliated"]


@pytest.mark.parametrize(
    ("discipline", "said", "kept"),
    [
        ("go", {"licence": "1854001"}, [("FFG", "1854001")]),
        ("go", {"licence": "97250B2", "pin": "12374461"}, [("EGF", "12374461"), ("FFG", "97250B2")]),
        ("go", {"licence": "4711"}, [("AGA", "4711")]),
        ("go", {"licence": "7777777", "pin": "12374461"}, [("EGF", "12374461")]),  # the licence is somebody else's
        ("chess", {"licence": "1854001"}, []),
        ("go", {}, []),
    ],
)
def test_the_numbers_of_a_file_of_go_become_the_licences_of_a_new_member(discipline, said, kept):
    Licence.objects.create(member=cast.member(10007), issuer="FFG", number="7777777")
    _, participant = with_unknown(**said)
    Tournament.objects.update(discipline=discipline)
    details = {"last_name": "Zonderling", "first_name": "Zoë", "birth_date": dt.date(2003, 3, 1), "sex": "F"}
    made = edits.create_member(participant, details, None)
    assert list(made.licences.values_list("issuer", "number")) == kept


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_simultaneous_creation_of_one_person_refuses_the_second():
    people = [with_unknown()[1], with_unknown()[1]]
    details = {"last_name": "Zonderling", "first_name": "Zoë", "birth_date": dt.date(2003, 3, 1), "sex": "F"}
    made, refused = at_once(Club.objects.all(), *(partial(edits.create_member, each, details, None) for each in people))
    assert Member.objects.get(last_name="Zonderling") == made
    assert str(refused) == f"There is already a member with that name and birth date: {made}."


def test_a_new_member_needs_a_birth_date():
    _, participant = with_unknown()
    with pytest.raises(Refused, match="A new member needs a birth date."):
        edits.create_member(participant, {"last_name": "Zonderling", "sex": "F"}, None)
    assert not Member.objects.filter(last_name="Zonderling").exists()


def test_a_new_member_does_not_take_the_number_of_another():
    _, participant = with_unknown()
    details = {"last_name": "Z", "birth_date": dt.date(2003, 3, 1), "fide_id": 990001}
    with pytest.raises(Refused, match="one of the numbers belongs to another member"):
        edits.create_member(participant, details, None)


def test_an_outsider_fixes_and_can_be_undone():
    tournament, participant = with_unknown(rating=1650)
    edits.mark_outsider(participant)
    assert codes(tournament) == []
    participant.refresh_from_db()
    edits.forget_choice(participant)
    assert codes(tournament) == ["unmatched"]


def test_all_who_were_not_found_can_be_outsiders_at_once():
    tournament = events.tournament(
        events.player(1, 10001), events.unknown(2, rating=1500), events.unknown(3, "Quux", rating=1600),
        events.unknown(4, "Lambda"), pairings=[events.game(1, 1, 2), events.game(2, 1, 3)],
    )  # fmt: skip
    edits.mark_irregular(tournament.participants.get(number=4))
    assert edits.mark_outsiders(tournament) == 2
    assert codes(tournament) == []
    assert tournament.participants.get(number=4).irregular
    assert tournament.participants.get(number=1).member.key == 10001
    edits.forget_outsiders(tournament)
    assert codes(tournament) == ["unmatched", "unmatched"]
    assert tournament.participants.get(number=1).member.key == 10001


def test_not_rated_fixes_and_can_be_undone():
    tournament, participant = with_unknown()
    edits.mark_irregular(participant)
    assert codes(tournament) == []
    edits.mark_irregular(participant, irregular=False)
    assert codes(tournament) == ["unmatched"]


@pytest.mark.parametrize(
    ("says", "outsider"),
    [
        (edits.mark_outsider, True),
        (lambda participant: edits.choose_member(participant, cast.member(10005), None), False),
        (edits.forget_choice, False),
    ],
    ids=["not a member", "a member", "as the file says"],
)
def test_choosing_a_member_rates_an_unrated_participant_again(says, outsider):
    _, participant = with_unknown()
    edits.mark_irregular(participant)
    says(participant)
    participant.refresh_from_db()
    assert (participant.outsider, participant.irregular) == (outsider, False)


def test_one_member_twice_is_fixed_by_choosing_another():
    tournament = events.tournament(events.player(1, 10001), events.player(2, 10001), pairings=[events.game(1, 1, 2)])
    assert codes(tournament) == ["member_twice", "member_twice"]
    edits.choose_member(tournament.participants.get(number=2), cast.member(10002), None)
    assert codes(tournament) == []


def test_a_result_can_be_entered_and_undone():
    games = [events.game(1, 1, 2, "**"), events.game(1, 3, 4)]
    tournament = events.tournament(*events.four(), pairings=games)
    pairing = tournament.pairings.get(white__number=1)
    edits.set_results(tournament, {pairing.pk: (Result.DRAW, Result.DRAW)})
    edits.set_results(tournament, {pairing.pk: (Result.WIN, Result.LOSS)})
    pairing.refresh_from_db()
    assert (pairing.white_result, pairing.black_result, pairing.file_result) == ("1", "0", "**")
    assert codes(tournament) == []
    edits.restore_results(tournament, [pairing.pk])
    pairing.refresh_from_db()
    assert (pairing.white_result, pairing.black_result, pairing.file_result) == ("*", "*", "")


def test_two_results_must_fit_together():
    tournament = events.tournament()
    pairing = tournament.pairings.first()
    with pytest.raises(Refused, match="1 and = cannot both be the result of one game."):
        edits.set_results(tournament, {pairing.pk: (Result.WIN, Result.DRAW)})


def test_a_bye_takes_no_result():
    tournament = events.tournament(pairings=[events.game(1, 1, 2), events.bye(1, 3)])
    pairing = tournament.pairings.get(black=None)
    with pytest.raises(Refused, match="A bye has no result to enter."):
        edits.set_results(tournament, {pairing.pk: (Result.WIN, Result.LOSS)})


def test_a_game_that_stands_twice_is_counted_once():
    games = [events.game(1, 1, 2, board=1), events.game(1, 1, 2, board=1)]
    tournament = events.tournament(*events.four()[:2], pairings=games)
    [finding] = problems(tournament)
    edits.count_once(tournament.pairings.get(pk=finding.pairing_id))
    assert codes(tournament) == ["round_unfinished"]
    edits.restore_results(tournament, [finding.pairing_id])
    assert codes(tournament) == ["same_game_twice"]


def test_no_duplicate_fixes_and_can_be_undone():
    events.tournament()
    tournament = events.tournament(name="Second")
    edits.allow_duplicate(tournament)
    assert codes(tournament) == []
    edits.allow_duplicate(tournament, allowed=False)
    assert codes(tournament) == ["duplicate"]


def test_days_fix_and_can_be_undone():
    tournament = events.tournament(start=events.NEXT_DAY, end=events.DAY, pace="rapid")
    edits.change_settings(
        tournament, {"name": "Cup", "start": events.DAY, "end": events.NEXT_DAY, "pace": "blitz", "city": "Brugge"}
    )
    assert codes(tournament) == []
    edits.restore_settings(tournament)
    tournament.refresh_from_db()
    said = (tournament.name, tournament.city, tournament.start, tournament.end, tournament.pace)
    assert said == ("Tower Cup", "Gent", events.NEXT_DAY, events.DAY, "rapid")


def test_games_do_not_count_from_a_day_years_ahead():
    tournament = events.tournament()
    with pytest.raises(Refused) as refused:
        edits.change_settings(tournament, {"counts_from": dt.date(2999, 1, 1)})
    assert refused.value.sentence == "1 January 2999 is more than a year ahead: the games cannot count from then on."
    tournament.refresh_from_db()
    assert tournament.counts_from is None


def test_another_club_brings_its_confirmed_spellings():
    _, participant = with_unknown()
    edits.choose_member(participant, cast.member(10005), None)
    [tournament] = events.stored(
        events.report([events.player(1, 10001), events.unknown(2)], [events.game(1, 1, 2)], name="B"),
        club=cast.club(201),
    )
    assert codes(tournament) == ["unmatched"]
    edits.change_settings(tournament, {"club": cast.club(101)})
    assert codes(tournament) == []


def test_matching_again_finds_new_members():
    [tournament] = events.stored(events.report(), everybody=False)
    assert codes(tournament) == ["unmatched"] * 4
    cast.everybody()
    edits.change_settings(tournament, {"name": "Cup"})
    assert codes(tournament) == ["unmatched"] * 4
    edits.match_again(tournament)
    assert codes(tournament) == []


def test_counting_from_a_later_day_moves_the_games():
    tournament = events.tournament()
    edits.count_from([tournament.pk], dt.date(2026, 7, 1))
    assert {pairing.rating_day for pairing in tournament.pairings.select_related("tournament")} == {dt.date(2026, 7, 1)}


@pytest.mark.parametrize(
    "edit",
    [
        lambda it: edits.choose_member(it.participants.first(), cast.member(10009), None),
        lambda it: edits.create_member(it.participants.first(), {"birth_date": events.DAY}, None),
        lambda it: edits.forget_choice(it.participants.first()),
        lambda it: edits.mark_outsider(it.participants.first()),
        lambda it: edits.mark_irregular(it.participants.first()),
        lambda it: edits.count_once(it.pairings.first()),
        lambda it: edits.restore_results(it, [it.pairings.first().pk]),
        edits.allow_duplicate,
        lambda it: edits.change_settings(it, {"name": "Other"}),
        edits.match_again,
    ],
)
def test_nothing_of_an_accepted_tournament_can_be_fixed(edit):
    tournament = events.tournament()
    decisions.accept(tournament, None)
    before = list(tournament.participants.values()), list(tournament.pairings.values())
    with pytest.raises(Refused, match="“Tower Cup” is accepted: it can only be changed by a correction."):
        edit(tournament)
    assert before == (list(tournament.participants.values()), list(tournament.pairings.values()))
    assert Tournament.objects.get().name == "Tower Cup"


def test_an_accepted_tournament_keeps_its_day_and_counts_on():
    tournament = events.tournament()
    decisions.accept(tournament, None)
    edits.count_from([tournament.pk], dt.date(2026, 7, 1))
    edits.keep_as_history([tournament.pk])
    assert Tournament.objects.values_list("counts_from", "unrated_history").get() == (None, False)


def test_every_blocking_finding_has_a_button():
    without = {code for code, kind in KINDS.items() if not kind.fixes and not kind.clock}
    assert without == {"no_games", "two_games", "copy_of_file", "year_of_birth", "file"}
    assert {fix for kind in KINDS.values() for fix in kind.fixes} == set(Fix)


def test_not_affiliated_is_fixed_by_the_membership_officer():
    unaffiliated("refuse")
    tournament = events.tournament()
    Affiliation.objects.filter(member__key=10001).update(end=events.DAY)
    assert codes(tournament) == ["not_affiliated_refused"]
    Affiliation.objects.filter(member__key=10001).update(end=events.NEXT_DAY)
    assert codes(tournament) == []


def test_a_rejected_tournament_may_be_fixed():
    tournament, participant = with_unknown()
    Tournament.objects.update(stage=Stage.REJECTED)
    edits.choose_member(participant, cast.member(10005), None)
    assert codes(tournament) == []
