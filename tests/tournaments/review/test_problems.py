"""Every kind of finding, in the words of the page."""

import datetime as dt
import re
from itertools import combinations

import pytest
from django.utils import timezone

from federation.models import Affiliation, Member
from tests import cast
from tests.amended import unaffiliated
from tests.tournaments import events
from tournaments.formats.report import PROBLEMS, Place, Problem
from tournaments.models import Participant, Stage, Tournament
from tournaments.review.findings import KINDS, Finding, Fix
from tournaments.review.problems import problems, problems_of, review_data

pytestmark = pytest.mark.django_db


def codes(tournament):
    """Return the codes of all findings in the order of the page."""
    return [finding.code for finding in problems(Tournament.objects.get(pk=tournament.pk))]


def only(tournament, code):
    """Return the one finding of that code."""
    [found] = [finding for finding in problems(Tournament.objects.get(pk=tournament.pk)) if finding.code == code]
    return found


def two(first, second=None, *games, **changes):
    """Return a tournament of two players with a game, or with these games."""
    second = second or events.player(2, 10002)
    return events.tournament(first, second, pairings=games or [events.game(1, 1, 2)], **changes)


def test_a_clean_tournament_has_none():
    assert problems(events.tournament()) == []


def test_an_unmatched_player_blocks():
    tournament = two(events.player(1, 10001), events.unknown(2))
    finding = only(tournament, "unmatched")
    assert (finding.blocks, finding.sentence) == (True, "Zonderling, Zoë could not be matched with a member.")
    assert finding.participant_id == tournament.participants.get(number=2).pk
    assert finding.fixes == (Fix.CHOOSE, Fix.CREATE, Fix.OUTSIDER, Fix.IRREGULAR)


def test_an_unknown_matricule_is_called_by_its_number():
    finding = only(two(events.unknown(1, "", "", matricule="77777")), "unmatched")
    assert finding.sentence == "77777 could not be matched with a member."


def test_the_number_of_another_person_blocks():
    finding = only(two(events.unknown(1, matricule="10007")), "name_differs")
    assert (finding.blocks, finding.sentence) == (
        True,
        "The number of Zonderling, Zoë belongs to 10007 Goossens, Gust, who seems to be another person.",
    )


def test_a_name_that_differs_a_little_warns():
    finding = only(two(events.player(1, 10007, last_name="Gossens")), "name_alike")
    assert (finding.blocks, finding.sentence) == (
        False,
        "Gossens, Gust was matched with 10007 Goossens, Gust, although the name or birth date differs slightly.",
    )


def test_a_second_number_of_another_person_warns():
    finding = only(two(events.player(1, 10004, matricule="10007")), "number_differs")
    assert (finding.blocks, finding.sentence) == (
        False,
        (
            "Dubois, Didier was matched with 10004 Dubois, Didier, although another number in the file belongs to "
            "someone else."
        ),
    )


def test_irregular_players_and_outsiders_need_no_member():
    tournament = two(events.unknown(1, rating=1700), events.unknown(2, "Quux", "Q"))
    Participant.objects.filter(number=1).update(outsider=True)
    Participant.objects.filter(number=2).update(irregular=True)
    assert codes(tournament) == []


def test_an_outsider_without_a_rating_warns():
    tournament = two(events.player(1, 10001), events.unknown(2, "", ""))
    finding = only(tournament, "outsider_unrated")
    assert (finding.blocks, finding.sentence) == (
        False,
        "#2 is not a member and has no rating: games against them do not count.",
    )


@pytest.mark.parametrize(("discipline", "found"), [("go", []), ("chess", ["outsider_unrated"])])
def test_zero_is_a_level_of_go_but_no_rating_of_chess(discipline, found):
    tournament = two(events.player(1, 10001), events.unknown(2, "", "", rating=0))
    Tournament.objects.update(discipline=discipline)
    tournament.refresh_from_db()
    assert codes(tournament) == found


def test_one_member_twice_blocks_both_entries():
    tournament = two(events.player(1, 10001), events.player(2, 10002), events.game(1, 1, 2), events.game(2, 1, 2))
    Participant.objects.update(member=cast.member(10001))
    found = [finding for finding in problems(tournament) if finding.code == "member_twice"]
    assert [finding.sentence for finding in found] == [
        "Aerts, Anna: the member 10001 Aerts, Anna appears several times in this tournament: 2.",
        "Baeten, Bram: the member 10001 Aerts, Anna appears several times in this tournament: 2.",
    ]
    assert all(finding.blocks for finding in found)


def test_a_member_merged_after_the_file_was_read_blocks():
    tournament = two(events.player(1, 10001))
    cast.member(10001)
    Member.objects.filter(key=10001).update(merged_into=cast.member(10008))
    finding = only(tournament, "merged")
    assert (finding.blocks, finding.fixes) == (True, (Fix.FOLLOW, Fix.CHOOSE))
    assert finding.sentence == "Aerts, Anna: the member 10001 Aerts, Anna was merged into another."


def test_a_deceased_member_warns():
    tournament = two(events.player(1, 10010))
    Member.objects.filter(key=10010).update(deceased=True)
    finding = only(tournament, "deceased")
    assert (finding.blocks, finding.sentence) == (
        False,
        "Janssens, Jef: the member 10010 Janssens, Jef is recorded as deceased.",
    )


def test_playing_without_being_affiliated_warns_and_says_who_pays():
    tournament = two(events.player(1, 10001))
    Affiliation.objects.filter(member__key=10001).delete()
    finding = only(tournament, "not_affiliated")
    assert (finding.blocks, finding.sentence) == (
        False,
        (
            "Aerts, Anna (10001 Aerts, Anna) was not affiliated on 15 March 2026. When the tournament is "
            "accepted, they are affiliated automatically, billed to: 101 Tour Blanche."
        ),
    )


def test_playing_without_being_affiliated_blocks_where_the_policy_refuses():
    unaffiliated("refuse")
    tournament = two(events.player(1, 10001))
    Affiliation.objects.filter(member__key=10001).delete()
    finding = only(tournament, "not_affiliated_refused")
    assert (finding.blocks, finding.sentence) == (
        True,
        "Aerts, Anna (10001 Aerts, Anna) was not affiliated on 15 March 2026.",
    )


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        (dt.date(2026, 3, 14), dt.date(2026, 3, 14), []),
        (dt.date(2026, 3, 14), None, []),
        (dt.date(2026, 3, 15), dt.date(2026, 8, 31), ["not_affiliated"]),
        (dt.date(2025, 9, 1), dt.date(2026, 3, 13), ["not_affiliated"]),
    ],
)
def test_affiliated_is_looked_at_on_the_day_of_the_game(start, end, found):
    tournament = two(events.player(1, 10001), None, events.game(1, 1, 2, date=events.DAY))
    Affiliation.objects.filter(member__key=10001).update(start=start, end=end)
    assert codes(tournament) == found


@pytest.mark.parametrize("letters", ["+-", "**", "WL"])
def test_only_rated_games_need_an_affiliation(letters):
    games = [events.game(1, 1, 2, letters), events.game(1, 3, 4)]
    tournament = events.tournament(*events.four(), pairings=games)
    Affiliation.objects.filter(member__key=10001).delete()
    assert "not_affiliated" not in codes(tournament)


def test_irregular_players_need_no_affiliation():
    tournament = events.tournament()
    Affiliation.objects.filter(member__key=10001).delete()
    tournament.participants.filter(number=1).update(irregular=True)
    assert codes(tournament) == []


def test_a_tournament_without_results_blocks():
    assert codes(two(events.player(1, 10001), None, events.game(1, 1, 2, "**"))) == ["no_games", "round_unfinished"]


def test_a_tournament_of_byes_has_no_games():
    assert codes(two(events.player(1, 10001), None, events.bye(1, 1))) == ["no_games"]


def test_a_tournament_without_days_blocks():
    finding = only(two(events.player(1, 10001), start=None, end=None), "no_dates")
    assert (finding.blocks, finding.fixes) == (True, (Fix.SETTINGS,))


def test_reversed_days_block():
    tournament = two(events.player(1, 10001), start=events.NEXT_DAY, end=events.DAY)
    finding = only(tournament, "dates_reversed")
    assert (finding.blocks, finding.sentence) == (
        True,
        "The tournament ends (14 March 2026) before it starts (15 March 2026).",
    )


def test_games_of_the_future_are_shown():
    today = timezone.localdate()
    late = today + dt.timedelta(days=1)
    tournament = two(
        events.player(1, 10001), None, events.game(1, 1, 2, date=late), start=today, end=today + dt.timedelta(days=9)
    )
    finding = only(tournament, "in_the_future")
    assert (finding.blocks, finding.facts) == (False, {"count": 1, "day": late})


def test_a_tournament_that_continues_may_be_sent_with_what_was_played():
    today = timezone.localdate()
    games = [events.game(1, 1, 2, date=today), events.game(2, 2, 1, "**", date=today + dt.timedelta(days=7))]
    tournament = two(events.player(1, 10001), None, *games, start=today, end=today + dt.timedelta(days=9))
    Affiliation.objects.update(end=None)
    assert codes(tournament) == ["round_unfinished"]


def test_a_game_outside_the_days_warns_and_counts_at_the_nearer_end():
    tournament = two(events.player(1, 10001), None, events.game(1, 1, 2, date=dt.date(2016, 3, 14)))
    finding = only(tournament, "date_outside")
    assert (finding.blocks, finding.sentence) == (
        False,
        "Games dated outside the tournament: 1 (such as 14 March 2016). They count on its first or last day.",
    )
    assert tournament.pairings.get().rating_day == events.DAY


def test_an_unfinished_round_warns():
    games = [events.game(1, 1, 2), events.game(1, 3, 4, "**")]
    finding = only(events.tournament(*events.four(), pairings=games), "round_unfinished")
    assert (finding.blocks, finding.sentence) == (
        False,
        "Games of the round without a result: 1. They are not rated. (round 1)",
    )


def test_two_games_of_one_player_in_a_round_warn():
    games = [events.game(1, 1, 2), events.game(1, 3, 1)]
    finding = only(events.tournament(*events.four(), pairings=games), "two_games")
    assert (finding.blocks, finding.sentence) == (False, "Aerts, Anna plays several games in one round: 2. (round 1)")


def test_the_same_game_twice_warns_where_it_may_be_meant():
    games = [events.game(1, 1, 2), events.game(1, 1, 2)]
    finding = only(two(events.player(1, 10001), None, *games), "game_twice")
    assert (finding.blocks, finding.sentence) == (
        False,
        "Aerts, Anna and Baeten, Bram have several games with this result in one round: 2. (round 1)",
    )


def test_the_same_game_twice_on_one_board_blocks():
    games = [events.game(1, 1, 2, board=4), events.game(1, 1, 2, board=4)]
    tournament = two(events.player(1, 10001), None, *games)
    finding = only(tournament, "same_game_twice")
    assert (finding.blocks, finding.fixes) == (True, (Fix.COUNT_ONCE,))
    assert finding.pairing_id == tournament.pairings.order_by("pk").last().pk


def test_two_games_with_other_colours_are_a_match():
    games = [events.game(1, 1, 2, "10", board=4), events.game(1, 2, 1, "10", board=4)]
    assert codes(two(events.player(1, 10001), None, *games)) == []


def test_problems_of_the_reader_have_their_place():
    said = Problem(
        "result_differs", Place(line=12, round=3), {"player": "A", "opponent": "B", "result": "1", "answer": "="}
    )
    finding = only(two(events.player(1, 10001), problems=(said,)), "file")
    assert (finding.blocks, finding.sentence) == (
        False,
        "A and B disagree on the result: 1 against =. (line 12, round 3)",
    )


def test_every_problem_of_a_reader_has_a_sentence():
    for code, template in PROBLEMS.items():
        facts = {hole: f"<{hole}>" for hole in re.findall(r"%\((\w+)\)s", template)}
        finding = Finding(
            "file", facts, {"table": "a", "line": 1, "column": 2, "player": 3, "round": 4, "board": 5}, problem=code
        )
        sentence = re.sub(r"%\((\w+)\)s", r"<\1>", template)
        assert finding.sentence == f"{sentence} (table a, line 1, column 2, player 3, round 4, board 5)"


def test_every_kind_has_a_heading_and_what_blocks_comes_first():
    assert all(kind.title for kind in KINDS.values())
    weights = [kind.severity for kind in KINDS.values()]
    assert weights == sorted(weights)


def test_the_same_tournament_again_blocks_until_it_was_checked():
    first = events.tournament()
    second = events.tournament(name="Another name")
    finding = only(second, "duplicate")
    assert (finding.blocks, finding.other_id, finding.sentence) == (
        True,
        first.pk,
        (
            "This seems to be the same tournament as “Tower Cup” (14 March 2026 to 15 March 2026), which is "
            "already here."
        ),
    )
    assert codes(first) == []
    Tournament.objects.filter(pk=second.pk).update(duplicate_allowed=True)
    assert codes(second) == []


def test_a_rejected_event_is_not_similar():
    first = events.tournament()
    second = events.tournament()
    Tournament.objects.filter(pk=first.pk).update(stage=Stage.REJECTED)
    assert codes(second) == []


def test_every_reviewed_fact_changes_the_digest():
    tournament, days = events.tournament(), {"start": "2026-03-13", "end": "2026-03-16", "counts_from": "2026-07-01"}
    flags = {"duplicate_allowed": True, "unrated_history": True}
    changes = {"name": "Cup", "club": cast.club(201), "pace": "blitz", "discipline": "go", "stage": "submitted", **days}
    digests = [review_data([tournament])[0].digest]
    for name, value in (changes | flags).items():
        Tournament.objects.filter(pk=tournament.pk).update(**{name: value})
        tournament.refresh_from_db()
        digests.append(review_data([tournament])[0].digest)
    assert len(set(digests)) == len(digests) == 11


@pytest.mark.parametrize("count", [1, 50])
def test_the_number_of_queries_does_not_grow(count, django_assert_num_queries):
    events.stored(*(events.report(name=f"Cup {number}") for number in range(count)))
    tournaments = list(Tournament.objects.select_related("club"))
    with django_assert_num_queries(6 if count == 1 else 8):
        found = problems_of(tournaments)
    assert len(found) == count


# -- Leavers of a round robin --------------------------------------------------------------------------------------
LEFT = (
    *(events.game(1, 1, 4, "+-"), events.game(1, 2, 3, "==")),
    *(events.game(2, 1, 2, "10"), events.game(2, 3, 4, "+-")),
    *(events.game(3, 1, 3, "=="), events.game(3, 4, 2, "10")),
)


def test_fewer_than_half_of_the_games_of_a_round_robin_give_a_warning():
    finding = only(events.tournament(pairings=LEFT), "left_early")
    assert (finding.blocks, finding.fixes) == (False, (Fix.ANNUL,))
    assert finding.sentence == (
        "Dubois, Didier played 1 of 3 games. If they left the tournament, FIDE does not count their games in "
        "the standings; games that were played are still rated."
    )


def test_unpaired_games_count_as_not_played():
    played = [LEFT[1], LEFT[2], LEFT[4]]
    finding = only(events.tournament(pairings=played, kind="round_robin"), "left_early")
    assert finding.facts == {"player": "Dubois, Didier", "played": 0, "games": 3}


@pytest.mark.parametrize(
    ("pairings", "changes"),
    [
        (LEFT[:2], {}),  # the first round of a longer event
        ((*LEFT[:5], events.game(3, 4, 2, "**")), {}),
        (LEFT, {"kind": "team"}),
        (LEFT, {"kind": "swiss"}),
        (LEFT, {"discipline": "go"}),
    ],
)
def test_unfinished_tournaments_and_swisses_have_no_leavers(pairings, changes):
    assert "left_early" not in codes(events.tournament(pairings=pairings, **changes))


@pytest.mark.parametrize("kind", ["", "round_robin"])
def test_half_of_the_games_is_enough(kind):
    pairings = [*LEFT[:2], events.game(2, 1, 2, "10"), events.game(2, 3, 4, "10"), *LEFT[4:]]
    assert codes(events.tournament(pairings=pairings, kind=kind)) == []


def test_two_of_the_four_games_of_five_are_half():
    five = [events.player(number, 10000 + number) for number in range(1, 6)]
    pairs = combinations(range(1, 6), 2)
    pairings = [
        events.game(number, *both, "+-" if both in {(3, 5), (4, 5)} else "10")
        for number, both in enumerate(pairs, start=1)
    ]
    assert codes(events.tournament(*five, pairings=pairings, kind="round_robin")) == []
