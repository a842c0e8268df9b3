"""tournaments/intake/matching.py"""

import datetime as dt

import pytest

from federation.models import FormerNumber, Licence, Member
from tests import cast
from tests.tournaments import events
from tournaments.intake import matching
from tournaments.models import ConfirmedSpelling, MatchedBy, Participant

pytestmark = pytest.mark.django_db

NOBODY = (None, MatchedBy.NONE, 0)


def matched(player, club=None):
    """Return how a player of a file is matched: matricule of the member, by what, how sure."""
    tournament = events.stored(
        events.report([player, events.player(9, 10009)], [events.game(1, player.number, 9)]), club=club
    )[0]
    participant = tournament.participants.get(number=player.number)
    member = participant.member
    return member and member.key, participant.matched_by, participant.certainty


def test_a_matricule_and_its_name_are_sure():
    assert matched(events.player(1, 10003)) == (10003, MatchedBy.MATRICULE, 100)


def test_accents_capitals_and_order_of_names_do_not_matter():
    player = events.player(1, 10005, last_name="ELODIE", first_name="evrard")
    assert matched(player) == (10005, MatchedBy.MATRICULE, 100)


@pytest.mark.parametrize("written", ["10003", " 10003", "010003"])
def test_a_matricule_without_a_name_is_sure(written):
    assert matched(events.unknown(1, "", "", matricule=written)) == (10003, MatchedBy.MATRICULE, 100)


def test_an_invalid_matricule_is_ignored():
    assert matched(events.unknown(1, matricule="FRA/123")) == NOBODY


def test_a_matricule_with_a_similar_name_is_accepted_with_doubt():
    player = events.player(1, 10007, last_name="Gossens")
    assert matched(player) == (10007, MatchedBy.MATRICULE, matching.ALIKE)


def test_a_matricule_under_the_name_of_another_person_is_not_believed():
    player = events.unknown(1, "Zonderling", "Zoë", matricule="10007")
    assert matched(player) == (10007, MatchedBy.MATRICULE, matching.DOUBTFUL)
    assert matching.DOUBTFUL < matching.BELIEVED_FROM


def test_the_same_name_with_another_birth_year_is_accepted_with_doubt():
    player = events.player(1, 10007, birth_date=dt.date(1985, 7, 7))
    assert matched(player) == (10007, MatchedBy.MATRICULE, matching.ALIKE)


def test_a_fide_id_finds_a_member():
    assert matched(events.player(1, 10004, matricule="")) == (10004, MatchedBy.FIDE_ID, 100)


def test_a_number_whose_name_agrees_beats_one_whose_name_does_not():
    player = events.player(1, 10004, matricule="10007")
    assert matched(player) == (10004, MatchedBy.FIDE_ID, matching.CONTRADICTED)


@pytest.mark.parametrize(
    ("matricule", "fide_id", "by"), [(10008, 990004, MatchedBy.FIDE_ID), (10004, 990008, MatchedBy.MATRICULE)]
)
def test_the_more_similar_name_wins_among_contradicting_numbers(matricule, fide_id, by):
    player = events.unknown(1, "Dubos", "Didier", matricule=str(matricule), fide_id=fide_id)
    assert matched(player) == (10004, by, matching.ALIKE)


def test_a_licence_of_another_federation_finds_a_member():
    Licence.objects.create(member=cast.member(10006), issuer="FFE", number="G54321")
    player = events.player(1, 10006, matricule="", birth_date=None, licence="G54321")
    assert matched(player) == (10006, MatchedBy.LICENCE, 100)


@pytest.mark.parametrize(("licence", "pin"), [("", "14500123"), ("1854001", "14500123"), ("14500123", "")])
def test_the_number_of_the_european_go_federation_finds_a_member(licence, pin):
    Licence.objects.create(member=cast.member(10006), issuer="EGF", number="14500123")
    player = events.player(1, 10006, matricule="", birth_date=None, licence=licence, pin=pin)
    assert matched(player) == (10006, MatchedBy.LICENCE, 100)


def test_a_licence_and_a_pin_of_two_members_find_nobody():
    Licence.objects.create(member=cast.member(10006), issuer="FFG", number="1854001")
    Licence.objects.create(member=cast.member(10007), issuer="EGF", number="14500123")
    player = events.player(1, 10006, matricule="", birth_date=None, licence="1854001", pin="14500123")
    assert matched(player) == NOBODY


def test_a_licence_number_that_two_bodies_gave_finds_nobody():
    Licence.objects.create(member=cast.member(10006), issuer="FFE", number="54321")
    Licence.objects.create(member=cast.member(10007), issuer="DSB", number="54321")
    assert matched(events.player(1, 10006, matricule="", birth_date=None, licence="54321")) == NOBODY


def test_birth_date_and_name_find_a_member():
    player = events.player(1, 10003, matricule="", last_name="CLAES", first_name="Chloe")
    assert matched(player) == (10003, MatchedBy.BIRTH_DATE, 95)


def test_two_members_of_one_name_and_birth_date_are_not_guessed_at():
    cast.member(10003)
    Member.objects.create(number="20003", last_name="Claes", first_name="Chloe", birth_date=dt.date(2001, 3, 3))
    assert matched(events.player(1, 10003, matricule="")) == NOBODY


def test_a_name_alone_finds_nobody():
    assert matched(events.player(1, 10003, matricule="", birth_date=None)) == NOBODY


def test_the_year_of_birth_and_the_name_find_nobody():
    assert matched(events.player(1, 10003, matricule="", birth_date=None, birth_year=2001)) == NOBODY


def test_a_merged_member_is_followed():
    last = cast.member(10002)
    middle = Member.objects.create(number="20002", last_name="Baeten", first_name="Bram", merged_into=last)
    Member.objects.create(number="20001", last_name="Baeten", first_name="B", merged_into=middle)
    assert matched(events.unknown(1, "Baeten", "Bram", matricule="20001")) == (10002, MatchedBy.MATRICULE, 100)


@pytest.mark.parametrize(
    ("year", "who"),
    [(1993, 10001), (1994, 10001), (1995, 10002), (2026, 10002)],
    ids=["before", "last", "after", "now"],
)
def test_a_number_means_the_member_who_had_it_on_the_last_day(year, who):
    people = cast.members(cast.PEOPLE)
    Member.objects.filter(pk=people[10002].pk).update(number="94", key=94)
    FormerNumber.objects.create(member=people[10001], number="94", end=dt.date(1994, 12, 31))
    report = events.report(
        [events.player(1, who, matricule="94", birth_date=None, fide_id=None), events.player(9, 10009)],
        [events.game(1, 1, 9)],
        start=dt.date(year, 12, 30),
        end=dt.date(year, 12, 31),
    )
    found = events.stored(report, everybody=False)[0].participants.get(number=1)
    assert (found.member, found.matched_by, found.certainty) == (people[who], MatchedBy.MATRICULE, 100)


def test_a_rating_and_nothing_else_is_an_outsider():
    tournament = events.tournament(
        events.player(1, 10001), events.unknown(2, "", "", rating=1850), pairings=[events.game(1, 1, 2)]
    )
    known, outsider = tournament.participants.order_by("number")
    assert (known.outsider, outsider.outsider, outsider.member) == (False, True, None)


def test_a_declared_guest_is_an_outsider_unless_a_person_chose_a_member():
    stranger = events.unknown(2, "Nowhere", "Ann", rating=2104, outsider=True)
    found = [events.tournament(events.player(1, 10001), stranger, pairings=[events.game(1, 1, 2)], name="A")]
    matching.confirm(found[0].participants.get(number=2), cast.member(10002), None)
    found.append(events.tournament(events.player(1, 10001), stranger, pairings=[events.game(1, 1, 2)], name="B"))
    second = found[1].participants.get(number=2)
    assert (second.outsider, second.member) == (False, cast.member(10002))


def test_a_declared_guest_stays_an_outsider_when_matched_again():
    stranger = events.unknown(2, "Nowhere", "Ann", rating=2104, outsider=True)
    tournament = events.tournament(events.player(1, 10001), stranger, pairings=[events.game(1, 1, 2)])
    matching.rematch(tournament)
    participant = tournament.participants.get(number=2)
    assert (participant.outsider, participant.member) == (True, None)


def test_an_unknown_matricule_is_no_outsider():
    tournament = events.tournament(
        events.player(1, 10001),
        events.unknown(2, "", "", matricule="77777", rating=1850),
        pairings=[events.game(1, 1, 2)],
    )
    participant = tournament.participants.get(number=2)
    assert (participant.outsider, participant.member) == (False, None)


def test_a_confirmed_spelling_is_not_applied_to_two_namesakes_of_an_event():
    others, nobody = events.four()[2:], (None, "", 0)
    [first] = events.stored(events.report([events.unknown(1), events.unknown(2, "Other"), *others]))
    matching.confirm(first.participants.get(number=1), cast.member(10005), None)
    two = events.report([events.unknown(1), events.unknown(2), *others])
    one = events.report([events.unknown(1), events.unknown(2, fide_id=990099), *others], name="Another")
    both, single = events.stored(two, one)
    columns = ("member__key", "matched_by", "certainty")
    remembered = (10005, MatchedBy.REMEMBERED, 100)
    assert [*both.participants.order_by("number").values_list(*columns)][:2] == [nobody, nobody]
    assert [*single.participants.order_by("number").values_list(*columns)][:2] == [remembered, nobody]


def test_a_confirmed_spelling_is_remembered_for_the_club():
    player = events.unknown(1, "Evrad", "Lody")
    tournament = events.tournament(player, events.player(2, 10001), pairings=[events.game(1, 1, 2)])
    secretary = cast.secretary()
    matching.confirm(tournament.participants.get(number=1), cast.member(10005), secretary)
    assert matched(player) == (10005, MatchedBy.REMEMBERED, 100)
    assert matched(player, club=cast.club(201)) == NOBODY
    row = ConfirmedSpelling.objects.get()
    assert (row.club, row.member, row.confirmed_by) == (cast.club(), cast.member(10005), secretary)


@pytest.mark.parametrize(
    ("numbers", "others"),
    [
        ({"matricule": "77001"}, {"matricule": "77002"}),
        ({"fide_id": 777001}, {"fide_id": 777002}),
        ({"licence": "G77001"}, {"licence": "G77002"}),
        ({"pin": "77001"}, {"pin": "77002"}),
        ({"birth_date": dt.date(1999, 1, 1)}, {"birth_date": dt.date(1999, 1, 2)}),
        ({"birth_year": 1999}, {"birth_year": 2000}),
        ({}, {"birth_year": 1999}),
    ],
)
def test_a_confirmed_spelling_holds_for_the_same_number_or_birth_only(numbers, others):
    player = events.unknown(1, "Evrad", "Lody", **numbers)
    tournament = events.tournament(player, events.player(2, 10001), pairings=[events.game(1, 1, 2)])
    matching.confirm(tournament.participants.get(number=1), cast.member(10005), None)
    assert matched(player) == (10005, MatchedBy.REMEMBERED, 100)
    assert matched(events.unknown(1, "Evrad", "Lody", **others)) == NOBODY


def test_a_person_confirmed_beats_the_number_of_another_person():
    player = events.unknown(1, "Evrad", "Lody", matricule="10007")
    tournament = events.tournament(player, events.player(2, 10001), pairings=[events.game(1, 1, 2)])
    matching.confirm(tournament.participants.get(number=1), cast.member(10005), None)
    assert matched(player) == (10005, MatchedBy.REMEMBERED, 100)


def test_forgetting_lets_the_file_decide_again():
    tournament = events.tournament(events.player(1, 10003), events.player(2, 10001), pairings=[events.game(1, 1, 2)])
    participant = tournament.participants.get(number=1)
    matching.confirm(participant, cast.member(10005), None)
    matching.forget(participant)
    participant.refresh_from_db()
    assert (participant.member.key, participant.matched_by) == (10003, MatchedBy.MATRICULE)
    assert not ConfirmedSpelling.objects.exists()


def test_spellings_are_kept_by_club():
    seats = []
    for club in (cast.club(101), cast.club(201)):
        players = [events.unknown(1, "Evrad", "Lody"), events.player(2, 10001)]
        [tournament] = events.stored(events.report(players, [events.game(1, 1, 2)]), club=club)
        seats.append(tournament.participants.get(number=1))
        matching.confirm(seats[-1], cast.member(10005), None)
        assert (seats[-1].matched_by, seats[-1].certainty) == (MatchedBy.PERSON, matching.SURE)
    matching.forget(seats[0])
    assert ConfirmedSpelling.objects.get().club == cast.club(201)


def test_matching_again_keeps_what_a_person_chose():
    [tournament] = events.stored(events.report(), everybody=False)
    first, second, third = tournament.participants.order_by("number")[:3]
    cast.everybody()
    matching.confirm(first, cast.member(10008), None)
    tournament.participants.filter(pk=third.pk).update(irregular=True)
    matching.rematch(tournament)
    for participant in (first, second, third):
        participant.refresh_from_db()
    assert (first.member.key, first.matched_by) == (10008, MatchedBy.PERSON)
    assert (second.member.key, second.matched_by) == (10002, MatchedBy.MATRICULE)
    assert (third.member, third.matched_by) == (None, MatchedBy.NONE)


@pytest.mark.long
@pytest.mark.parametrize("tournaments", [1, 200])
@pytest.mark.parametrize(("matricule", "certainty", "queries"), [("10001", 100, 3), ("", 95, 5)])
def test_the_number_of_queries_does_not_grow(tournaments, matricule, certainty, queries, django_assert_num_queries):
    cast.everybody()
    field = [events.player(1, 10001, matricule=matricule, fide_id=None), *events.four()[1:]]
    events.stored(*(events.report(field, name=f"Cup {number}") for number in range(tournaments)))
    participants = list(Participant.objects.select_related("tournament").order_by("number"))
    club = cast.club().pk
    with django_assert_num_queries(queries):  # names and birth dates are looked up where numbers do not suffice
        matching.match(participants, club)
    assert {participant.certainty for participant in participants[:tournaments]} == {certainty}
    assert {participant.certainty for participant in participants[tournaments:]} == {100}


def test_a_name_without_any_known_letter_agrees_with_nothing():
    member = cast.member(10007)
    member.last_name, member.first_name = "Ёлкин", ""
    member.save()
    player = events.player(1, 10007, last_name="Ёлкин", first_name="", fide_id=None)
    assert matched(player) == (10007, MatchedBy.MATRICULE, matching.DOUBTFUL)
