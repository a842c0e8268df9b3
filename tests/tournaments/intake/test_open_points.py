"""What a file leaves open: the pace, the days of rounds, which of two ratings; and what a club said last time."""

import datetime as dt

import pytest
from msgspec.structs import replace

from tests import cast
from tests.tournaments import events
from tournaments.intake.open_points import points_of
from tournaments.models import Pace, RememberedAnswer, Tournament
from tournaments.review import decisions, edits
from tournaments.review.problems import problems

JANUARY, MARCH = dt.date(2026, 1, 10), dt.date(2026, 3, 28)
ONE_DAY = {"start": events.DAY, "end": events.DAY}


def codes(tournament):
    return [finding.code for finding in problems(Tournament.objects.get(pk=tournament.pk))]


@pytest.mark.parametrize(
    ("changes", "claims", "likely"),
    [
        ({"pace": ""}, {}, "standard"),
        ({"pace": "", "rounds": 7, **ONE_DAY}, {}, "rapid"),
        ({"time_control": "5+2"}, {"time_control": "blitz", "file": "standard"}, "blitz"),
        ({"time_control": "300+2"}, {"time_control": "blitz", "file": "standard"}, "blitz"),
        ({"name": "Blitz de Noël"}, {"name": "blitz", "file": "standard"}, "blitz"),
        ({"rounds": 7, **ONE_DAY}, {"day": "rapid", "file": "standard"}, "rapid"),
        ({"pace": "", "discipline": "go", "name": "Blitz"}, {}, "standard"),
    ],
)
def test_a_pace_that_is_not_stated_or_contradicted_is_open(changes, claims, likely):
    told = [[source, pace] for source, pace in claims.items()]  # in this order: the surest first
    assert points_of(events.report(**changes)) == {"pace": {"claims": told, "likely": likely}}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"pace": "", "time_control": "90 min + 30 s"},
        {"pace": "", "name": "Rapide de Noël"},
        {"pace": "rapid", "time_control": "15+5", "name": "Passover rapid"},
        {"pace": "standard", "time_control": "40/5400+30:900+30"},
        {"pace": "standard", "time_control": "90+30"},
        {"pace": "blitz", "time_control": "5 min + 2 s", "name": "Blitz"},
        {"pace": "", "format": "checklist"},
        {"pace": "", "discipline": "bughouse"},
        {"rounds": 7, "time_control": "90 min", **ONE_DAY},
    ],
)
def test_a_pace_that_something_states_is_not_open(changes):
    assert points_of(events.report(**changes)) == {}


def test_rounds_without_days_are_open_in_a_tournament_of_several_months():
    long = events.report(start=JANUARY, end=MARCH)
    assert points_of(long) == {"round_dates": {}}
    assert points_of(replace(long, round_dates=(JANUARY, None, MARCH))) == {}
    assert points_of(replace(long, start=MARCH)) == {}


def test_which_of_two_ratings_counts_is_open():
    players = [events.player(1, 10001, rating=1500, fide_rating=1600), events.player(2, 10002, rating=1700)]
    assert points_of(events.report(players, [events.game(1, 1, 2)])) == {"ratings": {}}


@pytest.mark.long
@pytest.mark.django_db
def test_an_open_pace_blocks_until_it_is_chosen_and_is_remembered_for_the_club():
    first, secretary = events.tournament(pace=""), cast.secretary()
    [finding] = problems(first)
    assert (finding.code, finding.blocks, finding.fixes[0]) == ("pace_not_stated", True, "pace_standard")
    edits.choose_pace(first, Pace.BLITZ, secretary)
    first.refresh_from_db()
    assert (first.pace, first.open_points, codes(first)) == ("blitz", None, [])
    decisions.submit(first, secretary)
    second = events.tournament(pace="", name="Winter Cup", start=MARCH, end=MARCH)
    [finding] = problems(second)
    assert (second.pace, finding.code, finding.blocks, finding.fixes[0]) == (
        "blitz",
        "pace_remembered",
        False,
        "pace_blitz",
    )
    other_club = events.stored(events.report(pace="", name="Elsewhere"), club=cast.club(201), everybody=False)[0]
    assert other_club.pace == "standard"
    assert "pace_not_stated" in codes(other_club)


@pytest.mark.django_db
def test_of_a_contradiction_the_answer_of_last_time_is_offered_first_and_never_taken():
    first = events.tournament(time_control="5+2")
    [finding] = problems(first)
    assert finding.sentence == (
        "The file contradicts itself on the time control category (rate of play: blitz, rest of the file: standard): "
        "choose."
    )
    assert finding.fixes == ("pace_blitz", "pace_standard", "pace_rapid")
    edits.choose_pace(first, Pace.STANDARD, None)
    second = events.tournament(time_control="5+2", name="Winter Cup", start=MARCH, end=MARCH)
    [finding] = problems(second)
    assert (finding.code, finding.blocks, finding.fixes[0]) == ("pace_contradicted", True, "pace_standard")
    edits.choose_pace(second, Pace.BLITZ, None)
    assert [answer.answer for answer in RememberedAnswer.objects.all()] == ["blitz"]


@pytest.mark.django_db
def test_one_answer_holds_for_all_that_wait_to_be_checked_and_say_the_same():
    names = ("Open A", "Open B", "Blitz Cup")
    first, second, other = events.stored(*(events.report(pace="", name=name, city=name) for name in names))
    later, elsewhere = (
        events.stored(events.report(pace="", name=name, city=name), club=cast.club(club), everybody=False)[0]
        for name, club in (("Open C", 101), ("Open D", 201))
    )
    edits.choose_pace(first, Pace.RAPID, None)
    paces = dict(Tournament.objects.values_list("pk", "pace"))
    told = [paces[each.pk] for each in (first, second, other, later, elsewhere)]
    assert told == ["rapid", "rapid", "blitz", "rapid", "standard"]
    assert "pace_remembered" in codes(second)
    assert "pace_not_stated" in codes(elsewhere)
    later.refresh_from_db()
    edits.choose_pace(later, Pace.STANDARD, None)  # an exception: what the others have stays
    second.refresh_from_db()
    assert second.pace == "rapid"


@pytest.mark.django_db
def test_another_pace_in_the_settings_answers_too_and_the_values_of_the_file_do_not():
    tournament = events.tournament(pace="")
    edits.restore_settings(tournament)
    assert codes(tournament) == ["pace_not_stated"]
    edits.change_settings(tournament, {"pace": Pace.RAPID})
    assert codes(tournament) == []


@pytest.mark.django_db
def test_rounds_without_days_are_spread_or_count_on_the_last_day():
    tournament = events.tournament(start=JANUARY, end=MARCH)
    [finding] = problems(tournament)
    assert (finding.code, finding.blocks, finding.fixes[0]) == ("rounds_undated", False, "spread")
    edits.date_rounds(tournament, spread=True)
    days = tournament.pairings.order_by("round").values_list("date", flat=True).distinct()
    assert list(days) == [JANUARY, dt.date(2026, 2, 17), MARCH]
    assert codes(tournament) == []
    other = events.tournament(start=JANUARY, end=MARCH, name="Interclub", city="Brugge")
    edits.date_rounds(other, spread=False)
    assert set(other.pairings.values_list("date", flat=True)) == {None}
    assert "rounds_undated" not in codes(other)


@pytest.mark.django_db
def test_of_guests_with_two_ratings_fides_counts_until_one_is_chosen():
    guest = events.unknown(3, rating=1500, fide_rating=1700)
    tournament = events.tournament(
        *(events.player(number, 10000 + number) for number in (1, 2)), guest, pairings=[events.game(1, 1, 3)]
    )
    who = tournament.participants.get(number=3)
    assert (who.file_rating, who.file_fide_rating, who.file_strength) == (1500, 1700, "1500 (FIDE 1700)")
    edits.mark_outsider(who)
    finding = next(each for each in problems(tournament) if each.code == "two_ratings")
    assert (finding.facts, finding.fixes[0]) == ({"count": 1}, "fide_ratings")
    edits.choose_ratings(tournament, national=True)
    assert tournament.participants.get(number=3).national_rating
    assert "two_ratings" not in codes(tournament)


@pytest.mark.django_db
def test_a_year_of_birth_alone_is_shown_for_unmatched_players():
    tournament = events.tournament(
        events.player(1, 10001), events.unknown(2, birth_year=2012), pairings=[events.game(1, 1, 2)]
    )
    assert codes(tournament) == ["unmatched", "year_of_birth"]
    edits.mark_outsiders(tournament)
    assert codes(tournament) == ["outsider_unrated"]
