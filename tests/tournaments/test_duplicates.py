"""tournaments/duplicates.py"""

import datetime as dt

import pytest

from tests import cast
from tests.tournaments import events
from tournaments.duplicates import MembersGame, fingerprint, refresh, twins
from tournaments.formats.report import Result
from tournaments.models import Stage, Tournament
from tournaments.writers import papi, trf

pytestmark = pytest.mark.django_db

LATER = dt.timedelta(days=60)


def twins_of(tournament):
    tournament.refresh_from_db()
    return [other.id for other in twins([tournament]).get(tournament.pk, [])]


def test_the_fingerprint_knows_no_order_and_no_colours():
    games = [MembersGame(1, 1, 5, 6, "1", "0"), MembersGame(1, 2, 7, 5, "=", "="), MembersGame(1, 3, 6, 7, "0", "1")]
    turned = [
        game._replace(
            white=game.black, black=game.white, white_result=game.black_result, black_result=game.white_result
        )
        for game in games
    ]
    assert fingerprint(games) == fingerprint(reversed(turned)) != ""


def test_the_fingerprint_knows_results():
    games = [MembersGame(1, number, 5, 6, "1", "0") for number in range(3)]
    assert fingerprint(games) != fingerprint([*games[:2], games[2]._replace(white_result="0", black_result="1")])


def test_two_games_are_too_few_for_a_fingerprint():
    assert fingerprint([MembersGame(1, number, 5, 6, "1", "0") for number in range(2)]) == ""


def test_the_same_games_under_another_name_are_a_twin():
    first = events.tournament()
    second = events.tournament(name="Coupe de la Tour", city="Gand")
    assert (twins_of(first), twins_of(second)) == ([], [first.pk])


def test_the_same_event_in_another_format_is_a_twin():
    cast.everybody()
    files = {"a.trf": trf.write(events.report()), "a.papi": papi.write(events.report())}
    made = [events.read(data, name).tournaments.get() for name, data in files.items()]
    assert [tournament.format for tournament in made] == ["trf", "papi"]
    assert twins_of(made[1]) == [made[0].pk]


def test_a_file_sent_again_with_one_more_round_is_a_twin():
    first = events.tournament(pairings=events.three_rounds()[:4])
    second = events.tournament(name="TOWER cup", end=events.DAY + dt.timedelta(days=20))
    assert twins_of(second) == [first.pk]


def test_other_rounds_of_the_same_event_are_none():
    first = events.tournament(pairings=events.three_rounds()[:4])
    second = events.tournament(pairings=events.three_rounds()[4:])
    assert (twins_of(first), twins_of(second)) == ([], [])


def test_the_same_name_and_days_with_other_people_are_none():
    events.tournament()
    others = [events.player(number, 10004 + number) for number in range(1, 5)]
    assert twins_of(events.tournament(*others)) == []


def test_the_same_games_months_later_are_none():
    events.tournament()
    assert twins_of(events.tournament(start=events.DAY + LATER, end=events.NEXT_DAY + LATER)) == []


def test_a_tournament_without_days_is_compared_with_all():
    first = events.tournament()
    second = events.tournament(name="Another", start=None, end=None)
    assert twins_of(second) == [first.pk]


def test_the_one_that_is_further_on_stays():
    first = events.tournament()
    second = events.tournament()
    Tournament.objects.filter(pk=second.pk).update(stage=Stage.ACCEPTED)
    assert (twins_of(first), twins_of(second)) == ([second.pk], [])


def test_refresh_follows_changed_results():
    tournament = events.tournament()
    before = tournament.fingerprint
    pairing = tournament.pairings.first()
    pairing.white_result, pairing.black_result = Result.DRAW, Result.DRAW
    pairing.save()
    refresh([tournament])
    tournament.refresh_from_db()
    assert tournament.fingerprint not in {before, ""}
