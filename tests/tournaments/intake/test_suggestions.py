"""tournaments/intake/suggestions.py"""

import datetime as dt

import pytest

from federation.models import Affiliation, Member
from tests import cast
from tests.tournaments import events
from tournaments.intake.suggestions import members_of, search, suggestions
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def suggested(player):
    """Return the matricules suggested for a player of a file, the likeliest first."""
    tournament = events.tournament(player, events.player(9, 10009), pairings=[events.game(1, player.number, 9)])
    participant = tournament.participants.get(number=player.number)
    return [suggestion.member.key for suggestion in suggestions([participant], tournament)[participant.pk]]


def test_a_name_alone_suggests_its_bearer():
    assert suggested(events.unknown(1, "Fontaine", "Felix")) == [10006]


def test_the_first_name_may_stand_first():
    assert suggested(events.unknown(1, "Félix", "Fontaine")) == [10006]


def test_a_misspelled_name_suggests_members_with_similar_names():
    assert suggested(events.unknown(1, "Iserbeyt", "Ilse")) == [10009]


def test_the_birth_date_decides_between_two_of_one_name():
    cast.everybody()
    Member.objects.create(number="20006", last_name="Fontaine", first_name="Félix", birth_date=dt.date(1960, 1, 1))
    assert suggested(events.unknown(1, "Fontaine", "Félix", birth_year=1999)) == [10006, 20006]
    assert suggested(events.unknown(1, "Fontaine", "Felix", birth_year=1960)) == [20006, 10006]


def test_the_holder_of_the_number_is_suggested_whatever_his_name():
    assert suggested(events.unknown(1, "Herrmanns", "H", matricule="10008")) == [10008]


def test_merged_members_are_not_suggested():
    Member.objects.create(number="20006", last_name="Fontaine", first_name="Félix", merged_into=cast.member(10006))
    assert suggested(events.unknown(1, "Fontaine", "Felix")) == [10006]


def test_nobody_is_suggested_for_a_name_that_resembles_none():
    assert suggested(events.unknown(1, "Quux", "Q")) == []


def test_relatives_of_another_age_are_not_suggested():
    cast.everybody()
    assert suggested(events.unknown(1, "Goossens", "Guido", birth_year=1990)) == []
    assert suggested(events.unknown(1, "Goossens", "Guido", birth_year=1955)) == [10007]


def test_the_year_of_birth_alone_does_not_make_another_name_likely():
    cast.everybody()
    assert suggested(events.unknown(1, "Font", "Lou", birth_date=dt.date(1999, 1, 1))) == []


def test_a_search_takes_a_matricule_or_words_of_a_name():
    cast.everybody()
    assert [member.key for member in search("10004")] == [10004]
    assert [member.key for member in search("ELOD evr")] == [10005]
    assert search("") == []
    assert search("99999999999999999999") == []
    assert [member.key for member in search("evrard " * 2000)] == [10005]


def test_members_of_the_organising_club_are_found_first():
    cast.everybody()
    Affiliation.objects.update(end=None)
    assert [member.key for member in search("an")] == [10001, 10008, 10010]
    assert [member.key for member in search("an", cast.club(301))] == [10008, 10010, 10001]


def test_members_of_a_club_are_affiliated_today_and_alive():
    one, late = cast.member(10001), cast.member(10002)
    Affiliation.objects.update(end=None, club=cast.club(101))
    assert members_of(cast.club(101)) == [one, late]
    Member.objects.filter(pk=late.pk).update(deceased=True)
    assert members_of(cast.club(101)) == [one]
    Affiliation.objects.update(end=dt.date(2025, 12, 31))
    assert members_of(cast.club(101)) == members_of(None) == []


@pytest.mark.parametrize("count", [1, 60])
def test_all_participants_take_three_queries(count, django_assert_num_queries):
    players = [events.unknown(number, f"Fontaine{number}", "Felix") for number in range(1, count + 2)]
    tournament = events.tournament(*players, pairings=[events.game(1, 1, 2)])
    participants = list(tournament.participants.all())
    tournament = Tournament.objects.select_related("club").get(pk=tournament.pk)
    with django_assert_num_queries(3):
        suggestions(participants, tournament)
