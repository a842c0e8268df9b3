"""Players of a later file are recognised by what two tournaments of the same seats show."""

import pytest
from msgspec.structs import replace

from tests import cast
from tests.tournaments import events
from tournaments.duplicates.differences import differences
from tournaments.models import ConfirmedSpelling, Participant
from tournaments.review import edits

pytestmark = pytest.mark.django_db

ROUNDS = events.three_rounds()


def guests(*names, rating=1700):
    return [events.unknown(number, last, first, rating=rating) for number, (last, first) in enumerate(names, start=1)]


FOUR = guests(("Rossi", "Ada"), ("Novák", "Bea"), ("Okafor", "Chidi"), ("Quispe", "Dina"))


def numbers(people, *others, pairings=ROUNDS):
    """Return the number here for each number as sent, of those who were found."""
    stored, sent = events.tournament(*people), events.tournament(*others, pairings=pairings)
    found = differences(stored, sent).people
    return {Participant.objects.get(pk=pk).number: person.number for pk, person in found.items()}


def test_a_name_that_was_fixed_is_the_same_person_on_the_same_seats():
    corrected = [*FOUR[:3], replace(FOUR[3], last_name="Quisper")]
    assert numbers(FOUR, *corrected) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_a_name_that_a_program_cut_is_the_same_person():
    long = [*FOUR[:3], replace(FOUR[3], last_name="Quispe-de-la-Fuente Montenegro")]
    cut = [*FOUR[:3], replace(FOUR[3], last_name="Quispe-de-la-Fuente ")]
    assert numbers(long, *cut) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_a_cut_name_of_a_player_without_opponents_is_the_same_person():
    long = [*FOUR[:3], replace(FOUR[3], last_name="Quispe-de-la-Fuente Montenegro")]
    cut = [*FOUR[:3], replace(FOUR[3], last_name="Quispe-de-la-Fuente ")]
    assert numbers(long, *cut, pairings=[*ROUNDS[:1], *ROUNDS[3:4], events.bye(3, 4)]) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_a_cut_name_under_another_matricule_is_another_person():
    long = [*FOUR[:3], replace(FOUR[3], last_name="Quispe-de-la-Fuente Montenegro", matricule="90004")]
    cut = [*FOUR[:3], replace(FOUR[3], last_name="Quispe-de-la-Fuente ", matricule="90009")]
    assert numbers(long, *cut, pairings=[*ROUNDS[:1], *ROUNDS[3:4], events.bye(3, 4)]) == {1: 1, 2: 2, 3: 3}


def test_two_cut_names_that_can_be_either_person_s_are_nobody_s():
    long = [*FOUR[:2], *(replace(FOUR[at], last_name=f"Quispe-de-la-Fuente {at}", first_name="") for at in (2, 3))]
    cut = [*FOUR[:2], *(replace(FOUR[at], last_name="Quispe-de-la-Fuente ", first_name="") for at in (2, 3))]
    assert numbers(long, *cut, pairings=[events.game(1, 1, 2)]) == {1: 1, 2: 2}


def test_namesakes_whose_numbers_changed_are_recognised_by_their_opponents():
    namesakes = guests(("Rossi", "Ada"), ("Rossi", "Ada"), ("Okafor", "Chidi"), ("Quispe", "Dina"))
    turned = {1: 2, 2: 1, 3: 3, 4: 4}
    pairings = [replace(game, white=turned[game.white], black=turned[game.black]) for game in ROUNDS]
    other_ratings = [replace(player, rating=1800 + player.number) for player in namesakes]
    assert numbers(namesakes, *other_ratings, pairings=pairings) == {1: 2, 2: 1, 3: 3, 4: 4}


def test_a_player_of_another_name_on_the_same_seats_is_another_person():
    others = [*FOUR[:3], replace(FOUR[3], last_name="Yilmaz", first_name="Emre")]
    assert numbers(FOUR, *others) == {1: 1, 2: 2, 3: 3}


def test_a_nearly_equal_name_on_other_seats_is_another_person():
    others = [*FOUR[:3], replace(FOUR[3], last_name="Quisper")]
    pairings = [events.game(1, 1, 2), events.game(2, 1, 3), events.game(3, 4, 1)]
    assert numbers(FOUR, *others, pairings=pairings) == {1: 1, 2: 2, 3: 3}


def test_a_nearly_equal_name_on_less_than_half_of_the_seats_is_another_person():
    others = [*FOUR[:3], replace(FOUR[3], last_name="Quisper")]
    pairings = [*ROUNDS[:2], events.game(2, 3, 4), ROUNDS[3], events.game(3, 4, 2), ROUNDS[5]]
    assert numbers(FOUR, *others, pairings=pairings) == {1: 1, 2: 2, 3: 3}


def test_the_name_counts_before_the_seats():
    alike = [
        replace(FOUR[0], licence="G1"),
        replace(FOUR[1], licence="G2"),
        *guests(("Rossi", "Dina"), ("Rossi", "Dino")),
    ]
    players = [replace(each, number=number) for number, each in enumerate(alike, start=1)]
    turned = {1: 1, 2: 2, 3: 4, 4: 3}
    pairings = [replace(game, white=turned[game.white], black=turned[game.black]) for game in ROUNDS]
    assert numbers(players, *players, pairings=pairings) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_another_matricule_on_the_same_seats_is_another_person_whatever_the_name():
    players = [replace(player, matricule=f"{90000 + player.number}") for player in FOUR]
    others = [*players[:3], replace(players[3], last_name="Quisper", matricule="90009")]
    assert numbers(players, *others) == {1: 1, 2: 2, 3: 3}


def test_a_matricule_alone_is_matched_by_the_name_of_the_member():
    numbered = [replace(each, last_name="", first_name="") for each in events.four()]
    named = [replace(each, matricule="", fide_id=None, birth_date=None) for each in events.four()]
    assert numbers(numbered, *named) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_an_unnamed_player_is_matched_by_their_game():
    outsiders = [replace(player, last_name="", first_name="", rating=1700) for player in FOUR[3:]]
    later = [replace(player, rating=1750) for player in outsiders]
    assert numbers([*FOUR[:3], *outsiders], *FOUR[:3], *later) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_a_member_chosen_by_hand_is_matched_by_the_name_in_the_file():
    stored = events.tournament(*FOUR)
    chosen = stored.participants.get(number=4)
    edits.choose_member(chosen, cast.member(10009), None)
    ConfirmedSpelling.objects.all().delete()
    sent = events.tournament(*FOUR[:3], replace(FOUR[3], last_name="Quisper"))
    assert chosen in differences(stored, sent).people.values()


def test_unnamed_players_are_matched_by_games_before_places():
    nobodies = [replace(player, last_name="", first_name="", rating=0) for player in FOUR[2:]]
    games = [events.game(1, 1, 3), events.game(1, 2, 4), events.game(2, 1, 2)]
    turned = [events.game(1, 1, 4), events.game(1, 2, 3), events.game(2, 1, 2)]
    stored = events.tournament(*FOUR[:2], *nobodies, pairings=games)
    sent = events.tournament(*FOUR[:2], *nobodies, pairings=turned)
    assert differences(stored, sent).count == 0
