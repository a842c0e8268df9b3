"""tournaments/review/identify.py and unmatched.py"""

import datetime as dt
from functools import partial

import pytest

from federation.models import Club, Member
from tests import cast
from tests.at_once import at_once
from tests.tournaments import events
from tournaments.errors import Refused
from tournaments.models import ConfirmedSpelling, MatchedBy, Tournament
from tournaments.review import edits, identify
from tournaments.review.identify import Others
from tournaments.review.unmatched import NEW, OUTSIDER, Table, unmatched

pytestmark = pytest.mark.django_db

BORN = dt.date(2003, 3, 1)


def cup(count: int = 1, **changes: object) -> Tournament:
    """Return a tournament of somebody misspelled, strangers with a birth date, and strangers without one."""
    strangers = [events.unknown(10 + number, f"Vreemd{'abcdefghijklmnopqrstuvwxyz'[number]}", "Zoë", birth_date=BORN)
                 for number in range(count)]  # fmt: skip
    guests = [events.unknown(40 + number, f"Gast{'abcdefghijklmnopqrstuvwxyz'[number]}", "Kim", rating=1500)
              for number in range(count)]  # fmt: skip
    players = [events.player(1, 10001), events.unknown(2, "Fontein", "Felix"), *strangers, *guests]
    return events.tournament(*players, pairings=[events.game(1, 1, 2)], **changes)


def chosen(table: Table) -> dict[int, str]:
    return {line.participant.pk: line.chosen for line in table.lines}


def decided(tournament: Tournament) -> list[tuple[int, int | None, bool]]:
    rows = tournament.participants.order_by("number").values_list("number", "member__key", "outsider")
    return [row for row in rows if row[0] != 1]


def test_the_likeliest_member_is_chosen_and_the_others_follow_one_choice() -> None:
    tournament = cup()
    table = unmatched(tournament)
    assert [(line.participant.number, bool(line.chosen)) for line in table.lines] == [
        (2, True),
        (10, False),
        (40, False),
    ]
    identify.decide_all(tournament, chosen(table), Others.NEW_OR_OUTSIDERS, table.digest, None)
    assert decided(tournament) == [(2, 10006, False), (10, 23001, False), (40, None, True)]
    assert Member.objects.get(key=23001).birth_date == BORN
    assert set(ConfirmedSpelling.objects.values_list("member__key", flat=True)) == {10006, 23001}


def test_a_player_of_whom_the_file_says_too_little_becomes_no_member() -> None:
    tournament = cup()
    table = unmatched(tournament)
    assert [line.lacking for line in table.lines[1:]] == ["", "The file does not say: birth date."]
    identify.decide_all(tournament, chosen(table), Others.NEW, table.digest, None)
    assert decided(tournament) == [(2, 10006, False), (10, 23001, False), (40, None, False)]
    again = unmatched(tournament)
    with pytest.raises(Refused, match="Gasta, Kim cannot become a member here. The file does not say: birth date."):
        identify.decide_all(tournament, {again.lines[0].participant.pk: NEW}, Others.OPEN, again.digest, None)


@pytest.mark.parametrize("changes", [{"birth_date": cast.PEOPLE[10006][3]}, {"birth_year": 1999}])
def test_nobody_who_may_be_a_member_becomes_a_second_one(changes: dict[str, object]) -> None:
    player = events.unknown(2, "Fontain", "Félix", **changes)
    table = unmatched(events.tournament(events.player(1, 10001), player, pairings=[events.game(1, 1, 2)]))
    assert [line.lacking for line in table.lines] == ["There is already a similar member: 10006 Fontaine, Félix."]


def test_the_effect_is_counted_and_nothing_is_stored() -> None:
    tournament = cup()
    table = unmatched(tournament)
    found = identify.effect(tournament, chosen(table), Others.OUTSIDERS, table.digest, cast.secretary())
    assert found == identify.Effect(1, 2, 0, 0, 0, games_before=0, games_after=1, errors_after=0)
    assert unmatched(tournament).digest == table.digest


def test_a_line_is_changed_again_later() -> None:
    tournament = cup()
    table = unmatched(tournament)
    identify.decide_all(tournament, chosen(table), Others.OUTSIDERS, table.digest, None)
    again = unmatched(tournament)
    assert [line.is_decided for line in again.lines] == [True, True, True]
    first, second, third = (line.participant.pk for line in again.lines)
    changes = {first: OUTSIDER, second: str(cast.member(10003).pk), third: ""}
    identify.decide_all(tournament, changes, Others.OPEN, again.digest, None)
    assert decided(tournament) == [(2, None, True), (10, 10003, False), (40, None, False)]
    assert [*ConfirmedSpelling.objects.values_list("member__key", flat=True)] == [10003]


def test_a_choice_that_another_user_has_changed_is_refused() -> None:
    tournament = cup()
    table = unmatched(tournament)
    edits.mark_outsider(table.lines[1].participant)
    with pytest.raises(Refused, match="Someone else has meanwhile decided about players of “Tower Cup”."):
        identify.decide_all(tournament, chosen(table), Others.OUTSIDERS, table.digest, None)
    assert decided(tournament) == [(2, None, False), (10, None, True), (40, None, False)]


def test_a_member_is_only_one_player() -> None:
    tournament = cup()
    table = unmatched(tournament)
    twice = {line.participant.pk: str(cast.member(10006).pk) for line in table.lines[:2]}
    with pytest.raises(Refused, match="Félix is chosen twice: for Fontein, Felix and for Vreemda, Zoë."):
        identify.decide_all(tournament, twice, Others.OPEN, table.digest, None)
    taken = {table.lines[0].participant.pk: str(cast.member(10001).pk)}
    with pytest.raises(Refused, match="is chosen twice: for Aerts, Anna and for Fontein, Felix"):
        identify.decide_all(tournament, taken, Others.OPEN, table.digest, None)
    gone = {table.lines[0].participant.pk: "999999"}
    with pytest.raises(Refused, match="Fontein, Felix: this member does not exist any more; choose another."):
        identify.decide_all(tournament, gone, Others.OPEN, table.digest, None)


def test_an_accepted_tournament_is_left_alone() -> None:
    tournament = cup()
    table = unmatched(tournament)
    Tournament.objects.update(stage="accepted")
    with pytest.raises(Refused):
        identify.decide_all(tournament, chosen(table), Others.OUTSIDERS, table.digest, None)


@pytest.mark.parametrize("count", [1, 20])
def test_twenty_players_take_the_queries_of_one(count: int, django_assert_num_queries: object) -> None:
    tournament = cup(count)
    tournament = Tournament.objects.select_related("club").get(pk=tournament.pk)
    with django_assert_num_queries(4):
        table = unmatched(tournament)
    with django_assert_num_queries(21):
        identify.decide_all(tournament, chosen(table), Others.NEW_OR_OUTSIDERS, table.digest, None)
    assert tournament.participants.filter(matched_by=MatchedBy.PERSON).count() == 2 * count + 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_two_who_confirm_one_list_only_the_first_is_heard() -> None:
    tournament = cup()
    table = unmatched(tournament)
    confirm = partial(identify.decide_all, tournament, chosen(table), Others.NEW, table.digest, None)
    results = at_once(Club.objects.all(), confirm, confirm)
    assert sorted(type(each).__name__ for each in results) == ["Plan", "Refused"]
    assert Member.objects.filter(key__gte=23001).count() == 1
