"""tournaments/duplicates/same_event.py"""

import datetime as dt

import pytest
from msgspec.structs import replace

from tests import cast
from tests.tournaments import events
from tests.tournaments.formats.swiss_chess.exports import swar_page
from tests.tournaments.formats.trf import files as trf_files
from tests.work import calls
from tournaments.duplicates import same_event
from tournaments.duplicates.same_event import similar_events
from tournaments.formats.papi import writer as papi
from tournaments.models import Stage, Tournament
from tournaments.review.problems import problems

pytestmark = pytest.mark.django_db

LATER = dt.timedelta(days=60)


def twins_of(tournament):
    tournament.refresh_from_db()
    return [other.id for other in similar_events([tournament]).get(tournament.pk, [])]


def test_the_same_games_under_another_name_are_a_similar_event():
    first = events.tournament()
    second = events.tournament(name="Coupe de la Tour", city="Gand")
    assert (twins_of(first), twins_of(second)) == ([], [first.pk])


def test_parts_of_a_league_repeat_other_tournaments_but_not_each_other():
    first = events.tournament()
    parts = [events.tournament(name=name) for name in ("Interclubs, 3A", "Interclubs, 3B")]
    Tournament.objects.filter(pk__in=[part.pk for part in parts]).update(part_of="interclubs-2025-26/3A")
    assert [twins_of(part) for part in parts] == [[first.pk], [first.pk]]


def test_the_same_event_in_another_format_is_a_similar_event():
    cast.everybody()
    files = {"a.trf": trf_files.write(events.report()), "a.papi": papi.write(events.report())}
    made = [events.read(data, name).tournaments.get() for name, data in files.items()]
    assert [tournament.format for tournament in made] == ["trf", "papi"]
    assert twins_of(made[1]) == [made[0].pk]


def test_a_file_sent_again_with_one_more_round_is_a_similar_event():
    first = events.tournament(pairings=events.three_rounds()[:4])
    second = events.tournament(name="TOWER cup", end=events.DAY + dt.timedelta(days=20))
    assert twins_of(second) == [first.pk]


def test_other_rounds_of_the_same_people_under_one_name_are_a_similar_event():
    first = events.tournament(pairings=events.three_rounds()[:4])
    second = events.tournament(pairings=events.three_rounds()[4:])
    assert (twins_of(first), twins_of(second)) == ([], [first.pk])


def test_half_of_the_people_are_enough_where_no_round_is_in_common():
    first = events.tournament(events.player(1, 10001), events.player(2, 10002), pairings=[events.game(1, 1, 2)])
    second = events.tournament(events.player(1, 10001), events.player(2, 10003), pairings=[events.game(2, 1, 2)])
    assert twins_of(second) == [first.pk]


def test_other_rounds_of_other_people_or_under_another_name_are_none():
    events.tournament(pairings=events.three_rounds()[:4])
    others = [events.player(number, 10004 + number) for number in range(1, 5)]
    assert twins_of(events.tournament(*others, pairings=events.three_rounds()[4:])) == []
    assert twins_of(events.tournament(pairings=events.three_rounds()[4:], name="Another")) == []


def test_the_groups_of_an_open_are_none_of_each_other():
    field = [events.unknown(number, f"Visitor{number}", "V", rating=1700) for number in range(1, 9)]
    events.tournament(*field[:4])
    second = [events.game(each.round, each.white + 4, each.black + 4) for each in events.three_rounds()]
    assert twins_of(events.tournament(*field[4:], pairings=second)) == []


def test_a_matricule_in_one_file_and_the_name_in_another_are_one_person():
    first = events.tournament()
    named = [replace(each, matricule="", fide_id=None, birth_date=None) for each in events.four()]
    second = events.tournament(*named)
    assert second.participants.filter(member=None).count() == 4
    assert twins_of(second) == [first.pk]


def test_a_member_under_another_name_is_known_by_the_members_name():
    maiden = [replace(each, last_name="Zonderling") for each in events.four()]
    first = events.tournament(*maiden)
    named = [replace(each, matricule="", fide_id=None, birth_date=None) for each in events.four()]
    assert twins_of(events.tournament(*named)) == [first.pk]


@pytest.mark.parametrize(
    ("rounds", "kept", "are_twins"),
    [
        (2, 6, True),
        (2, 4, False),  # 2 games of the same 4 people are too few
        (3, 4, True),  # 4 games of 12, but 4 of 4 of the same people
        (4, 3, False),  # 3 games of the same people, who are fewer than half
    ],
)
def test_games_of_differently_named_people_are_ignored(rounds, kept, are_twins):
    field = [events.unknown(number, f"Visitor{number}", "V", rating=1700) for number in range(1, 9)]
    pairs = {
        1: [(1, 2), (3, 4), (5, 6), (7, 8)],
        2: [(1, 7), (2, 8), (3, 5), (4, 6)],
        3: [(1, 3), (2, 4), (5, 7), (6, 8)],
        4: [(2, 3), (1, 4), (5, 8), (6, 7)],
    }
    games = [events.game(number, *both) for number in range(1, rounds + 1) for both in pairs[number]]
    first = events.tournament(*field, pairings=games)
    cut = [*field[:kept], *(replace(each, last_name=f"Vis{each.number}") for each in field[kept:])]
    assert twins_of(events.tournament(*cut, pairings=games)) == ([first.pk] if are_twins else [])


def test_the_same_name_and_days_with_other_people_are_none():
    events.tournament()
    others = [events.player(number, 10004 + number) for number in range(1, 5)]
    assert twins_of(events.tournament(*others)) == []


def test_the_same_games_months_later_are_none():
    events.tournament()
    assert twins_of(events.tournament(start=events.DAY + LATER, end=events.NEXT_DAY + LATER)) == []


def test_a_tournament_without_days_is_none():
    events.tournament()
    assert twins_of(events.tournament(name="Another", start=None, end=None)) == []


def test_tournaments_compared_together_give_the_same_as_alone():
    late = events.DAY + dt.timedelta(days=50)
    twin = events.tournament(start=late, end=late)
    soon = events.DAY + dt.timedelta(days=20)
    pair = events.four()[:2]
    short = events.tournament(*pair, pairings=[events.game(1, 1, 2)], name="Short", start=soon, end=soon)
    long = events.tournament(end=events.DAY + LATER, name="Long")
    assert (twins_of(short), twins_of(long)) == ([], [twin.pk])
    assert {pk: [other.id for other in found] for pk, found in similar_events([short, long]).items()} == {
        short.pk: [],
        long.pk: [twin.pk],
    }


def test_a_corrected_result_does_not_hide_a_similar_event():
    first = events.tournament()
    second = events.tournament(pairings=[*events.three_rounds()[:5], events.game(3, 1, 3, "==")], name="Another")
    assert twins_of(second) == [first.pk]


def test_the_same_pairs_with_other_results_are_another_event():
    letters = {"10": "01", "01": "10", "==": "10"}
    turned = [events.game(game.round, game.white, game.black, letters[game.letters]) for game in events.three_rounds()]
    events.tournament()
    assert twins_of(events.tournament(pairings=turned, name="Another")) == []


def test_the_same_field_a_week_later_is_another_event():
    def weekly(first):
        return [replace(game, date=first + dt.timedelta(days=7 * game.round)) for game in events.three_rounds()]

    days = {"start": events.DAY, "end": events.DAY + LATER}
    events.tournament(pairings=weekly(events.DAY), **days)
    assert twins_of(events.tournament(pairings=weekly(events.DAY + dt.timedelta(days=7)), **days)) == []
    same = events.tournament(pairings=weekly(events.DAY + dt.timedelta(days=1)), name="Another", **days)
    assert len(twins_of(same)) == 1


def test_the_same_players_on_another_single_day_are_another_event():
    day = {"start": events.DAY, "end": events.DAY}
    later = events.DAY + dt.timedelta(days=7)
    events.tournament(**day)
    assert twins_of(events.tournament(start=later, end=later)) == []


def test_games_that_one_format_cannot_leave_unrated_are_equal():
    unrated = {"10": "WL", "01": "LW", "==": "DD"}
    games = [events.game(each.round, each.white, each.black, unrated[each.letters]) for each in events.three_rounds()]
    first = events.tournament(pairings=games)
    assert twins_of(events.tournament(name="Another")) == [first.pk]


def test_a_format_with_only_a_first_day_does_not_date_the_games():
    weekly = [replace(game, date=events.DAY + dt.timedelta(days=7 * game.round)) for game in events.three_rounds()]
    first = events.tournament(pairings=weekly, end=events.DAY + LATER)
    second = events.tournament(end=events.DAY)
    assert twins_of(second) == []
    Tournament.objects.filter(pk=second.pk).update(format="ffg_tou")
    assert twins_of(second) == [first.pk]


def test_two_equal_games_under_another_name_are_chance():
    games = [events.game(1, 1, 2), events.game(2, 2, 1)]
    events.tournament(pairings=games)
    assert twins_of(events.tournament(pairings=games, name="Another")) == []


def test_three_equal_games_under_another_name_are_none():
    first = events.tournament(pairings=events.three_rounds()[:3])
    assert twins_of(events.tournament(pairings=events.three_rounds()[:3], name="Another")) == [first.pk]


def test_people_who_are_no_members_are_known_by_their_names():
    players = [events.unknown(number, f"Visitor{number}", "V", rating=1700) for number in range(1, 5)]
    first = events.tournament(*players)
    assert twins_of(events.tournament(*players, name="Another")) == [first.pk]


def test_people_without_names_are_similar_to_none():
    players = [events.unknown(number, "", "", rating=1700) for number in range(1, 5)]
    events.tournament(*players)
    assert twins_of(events.tournament(*players)) == []


def test_the_one_that_is_further_on_stays():
    first = events.tournament()
    second = events.tournament()
    Tournament.objects.filter(pk=second.pk).update(stage=Stage.ACCEPTED)
    assert (twins_of(first), twins_of(second)) == ([second.pk], [])


def test_events_of_one_day_are_compared_only_where_they_share_a_game(monkeypatch):
    field = [events.unknown(number, f"Visitor{number}", "V", rating=1700) for number in range(1, 9)]
    games = [events.game(1, *both) for both in [(1, 2), (3, 4), (5, 6), (7, 8), (1, 2)]]
    made = events.stored(*(events.report(field, [game]) for game in games), everybody=False)
    compared = []

    def spy(*contents, one_name):
        compared.append(contents)
        return are_twins(*contents, one_name=one_name)

    are_twins = same_event._are_similar
    monkeypatch.setattr(same_event, "_are_similar", spy)
    assert twins_of(made[4]) == [made[0].pk]
    assert len(similar_events(made)) == 5
    assert len(compared) == 2


def test_two_files_that_one_program_calls_the_same_event_are_similar_whatever_became_of_it():
    first = events.read(swar_page(), "a.html").tournaments.get()
    renamed = swar_page("Spring").replace(b"/03/2025", b"/05/2025").replace(b"601-250301", b"601-250501")
    second = events.read(renamed, "b.html").tournaments.get()
    assert (first.guid, second.name, second.guid) == ("c0ffee", "Spring", "c0ffee")
    assert (twins_of(first), twins_of(second)) == ([], [first.pk])
    other = events.read(swar_page().replace(b"{c0ffee}", b"{c0ffe1}"), "c.html").tournaments.get()
    assert twins_of(other) == []


@pytest.mark.parametrize("days", [{"start": None, "end": None}, {"start": None}, {"end": None}])
@pytest.mark.parametrize("without", [0, 1])
def test_what_one_program_calls_the_same_event_needs_no_days(without, days):
    both = [events.tournament(), events.tournament()]
    Tournament.objects.update(guid="c0ffee")
    Tournament.objects.filter(pk=both[without].pk).update(**days)
    assert twins_of(both[1]) == [both[0].pk]


@pytest.mark.parametrize(
    ("days", "people", "is_template"),
    [
        ((dt.date(2027, 3, 13), dt.date(2027, 3, 14)), (10005, 10006, 10007, 10001), True),
        ((dt.date(2027, 3, 13), dt.date(2027, 3, 14)), (10003, 10006, 10002, 10001), False),
        ((events.DAY, events.NEXT_DAY), (10005, 10006, 10007, 10001), False),
    ],
)
def test_an_old_file_may_be_the_beginning_of_a_new_event(days, people, is_template):
    players = [events.player(number, matricule) for number, matricule in enumerate(people, 1)]
    first, second = events.tournament(), events.tournament(*players, start=days[0], end=days[1])
    Tournament.objects.update(guid="c0ffee")
    second.refresh_from_db()
    similar = same_event.similar_events([second])[second.pk]
    assert [(each.id, each.is_template) for each in similar] == [(first.pk, is_template)]
    said = [finding.sentence for finding in problems(second) if finding.code == "copy_of_file"]
    sentence = (
        "The file was started from a copy of “Tower Cup” (14 March 2026 to 15 March 2026). Its days and "
        "players are different: it is treated as another tournament."
    )
    assert said == [sentence] * is_template
    assert any(finding.code == "duplicate" for finding in problems(second)) is not is_template


def test_a_tournament_marked_as_no_duplicate_is_none_by_guid_either():
    first = events.read(swar_page(), "a.html").tournaments.get()
    second = events.read(swar_page("Spring"), "b.html").tournaments.get()
    second.duplicate_allowed = True
    second.save()
    assert twins_of(second) == []
    first.stage = Stage.REJECTED
    first.save()
    second.duplicate_allowed = False
    second.save()
    assert twins_of(second) == []


def test_events_of_one_file_are_found_in_linear_time():
    few, many = (events.stored(*[events.report(events.four()[:2], [events.game(1, 1, 2)])] * n) for n in (5, 50))
    work = [calls(lambda made=made: same_event.same_file_events(made)) for made in (few, many)]
    assert work[1] - work[0] < 45 * 40, work
