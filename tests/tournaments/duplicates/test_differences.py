"""Every difference of a later file is shown, and taken over by renewal.py."""

import datetime as dt

import pytest
from msgspec.structs import replace

from tests import cast
from tests.tournaments import events
from tests.tournaments.formats.swar.files import swar, three
from tests.tournaments.formats.swiss_chess.exports import swar_page
from tests.tournaments.updates.updates import (
    ROUND_2,
    TWO_ROUNDS,
    WHY,
    accepted,
    letters,
    letters_of_three_rounds,
    lines,
)
from tournaments.corrections.text import correction_lines
from tournaments.duplicates.differences import differences
from tournaments.duplicates.same_event import similar_events
from tournaments.formats.report import PointSystem, Result
from tournaments.models import GamesDigest, Tournament
from tournaments.review import decisions, edits
from tournaments.updates.apply import apply_update, recall

pytestmark = pytest.mark.django_db


def go_game(**changes):
    """Return the usual three rounds, with these changes in the first game of the third one."""
    return [*events.three_rounds()[:4], events.game(3, 2, 4, "10", board=1, **changes), events.three_rounds()[5]]


def test_another_handicap_is_shown_and_applied():
    stored = events.tournament(pairings=go_game(handicap=0, komi=7.5, board_size=19), discipline="go")
    sent = events.tournament(pairings=go_game(handicap=3, board_size=13), discipline="go")
    assert lines(stored, sent) == [
        (
            "Games changed",
            [
                (
                    "round 3: 10002 Baeten, Bram – 10004 Dubois, Didier",
                    "handicap 0 · board size 19",
                    "handicap 3 · board size 13",
                )
            ],
        )
    ]
    apply_update(stored, sent, None)
    game = stored.pairings.get(round=3, white__number=2)
    assert (game.handicap, game.board_size, game.komi) == (3, 13, 7.5)


@pytest.mark.parametrize(
    ("before", "after"), [({"handicap": 3, "board_size": 13}, {}), ({}, {"handicap": 0})], ids=["silent", "even"]
)
def test_a_file_that_says_nothing_new_of_handicaps_changes_none(before, after):
    stored = events.tournament(pairings=go_game(**before), discipline="go")
    sent = events.tournament(pairings=go_game(**after), discipline="go")
    assert differences(stored, sent).count == 0


@pytest.mark.long
def test_another_handicap_in_an_accepted_tournament_is_a_correction():
    stored = accepted(pairings=go_game(handicap=0), discipline="go")
    before = GamesDigest.objects.get(tournament=stored).digest
    apply_update(stored, events.tournament(pairings=go_game(handicap=3), discipline="go"), None, WHY)
    assert [(line.what, line.before, line.after) for line in correction_lines(stored)] == [("handicap", "0", "3")]
    assert GamesDigest.objects.get(tournament=stored).digest != before


def guest(**changes):
    return [*events.four()[:3], events.unknown(4, "Rossi", "Ada", **{"rating": 1700, **changes})]


@pytest.mark.long
def test_another_rating_of_a_guest_is_shown_and_a_correction_where_it_was_rated():
    stored = events.tournament(*guest())
    edits.mark_outsiders(stored)
    decisions.accept(stored, None)
    before = GamesDigest.objects.get(tournament=stored).digest
    sent = events.tournament(*guest(rating=1850))
    edits.mark_outsiders(sent)
    assert lines(stored, sent) == [("Player details changed", [("Rossi, Ada · rating in the file", "1700", "1850")])]
    apply_update(stored, sent, None, WHY)
    assert stored.participants.get(number=4).file_rating == 1850
    assert [(line.what, line.before, line.after) for line in correction_lines(stored)] == [
        ("rating in the file", "1700", "1850")
    ]
    assert GamesDigest.objects.get(tournament=stored).digest != before


@pytest.mark.long
def test_decisions_of_people_apply_to_a_later_file_of_the_event():
    stored = events.tournament(*guest(), pairings=TWO_ROUNDS)
    edits.mark_outsiders(stored)
    edits.choose_member(stored.participants.get(number=3), cast.member(10009), None)
    edits.mark_irregular(stored.participants.get(number=2))
    decisions.accept(stored, None)
    sent = events.tournament(*guest(rating=1850))
    recall(sent.upload)
    people = sent.participants.order_by("number")
    assert [(each.outsider, each.irregular, each.member and each.member.key) for each in people] == [
        (False, False, 10001),
        (False, True, 10002),
        (False, False, 10009),
        (True, False, None),
    ]
    apply_update(stored, sent, None, WHY)
    assert len(letters(stored)) == 6


def test_decisions_of_a_club_apply_only_to_its_own_files():
    stored = events.tournament(*guest(), pairings=TWO_ROUNDS)
    edits.mark_outsiders(stored)
    Tournament.objects.filter(pk=stored.pk).update(club=cast.club(201))
    sent = events.tournament(*guest())
    recall(sent.upload)
    assert not sent.participants.filter(outsider=True).exists()


def test_only_people_are_recalled_for_another_file_of_an_event():
    stored = events.tournament(pairings=TWO_ROUNDS)
    edits.change_settings(stored, {"name": "By Hand"})
    sent = events.tournament()
    recall(sent.upload)
    sent.refresh_from_db()
    assert sent.name == "Tower Cup"


def test_nothing_is_recalled_of_another_event_whose_file_was_only_copied():
    others = [events.player(number, matricule) for number, matricule in enumerate((10005, 10006, 10007, 10001), 1)]
    year_later = {"start": dt.date(2027, 3, 13), "end": dt.date(2027, 3, 14)}
    stored, sent = events.tournament(), events.tournament(*others, **year_later)
    edits.mark_irregular(stored.participants.get(number=1))
    Tournament.objects.update(guid="c0ffee")
    recall(sent.upload)
    assert not sent.participants.filter(irregular=True).exists()
    Tournament.objects.filter(pk=sent.pk).update(start=stored.start, end=stored.end)
    recall(sent.upload)
    assert sent.participants.get(irregular=True).member.key == 10001


@pytest.mark.long
def test_another_team_is_shown_and_a_correction():
    teams = [replace(each, team="Gent 1" if each.number < 3 else "Liège 1") for each in events.four()]
    moved = [*teams[:3], replace(teams[3], team="Gent 1")]
    stored, sent = accepted(*teams, kind="team"), events.tournament(*moved, kind="team")
    assert lines(stored, sent) == [("Player details changed", [("10004 Dubois, Didier · team", "Liège 1", "Gent 1")])]
    apply_update(stored, sent, None, WHY)
    assert [(line.what, line.before, line.after) for line in correction_lines(stored)] == [
        ("team", "Liège 1", "Gent 1")
    ]


@pytest.mark.long
def test_a_corrected_matricule_is_shown_and_applied():
    wrong = [events.player(1, 10001, matricule="10009", fide_id=None, birth_date=None), *events.four()[1:]]
    right = [replace(wrong[0], matricule="10001"), *wrong[1:]]
    stored, sent = events.tournament(*wrong), events.tournament(*right)
    assert lines(stored, sent) == [
        (
            "Player details changed",
            [
                ("10009 Iserbyt, Ilse · who played", "10009 Iserbyt, Ilse", "10001 Aerts, Anna"),
                ("10009 Iserbyt, Ilse · member number", "10009", "10001"),
            ],
        )
    ]
    apply_update(stored, sent, None)
    assert stored.participants.get(number=1).member.key == 10001


def test_a_format_with_fewer_facts_removes_nothing():
    stored = events.tournament()
    poor = [replace(each, matricule="", birth_date=None, fide_id=None, sex="", club="") for each in events.four()]
    sent = events.tournament(*poor)
    assert differences(stored, sent).count == 0
    before = list(stored.participants.order_by("number").values())
    apply_update(stored, sent, None)
    assert list(stored.participants.order_by("number").values()) == before


@pytest.mark.long
def test_the_points_of_an_event_outlast_a_format_that_has_none():
    stored = events.tournament(point_system=PointSystem(3, 1, 0, 0, 3))
    apply_update(stored, events.tournament(format="pgn"), None)
    stored.refresh_from_db()
    assert stored.file_facts["point_system"] == [3, 1, 0, 0, 3]
    apply_update(stored, events.tournament(), None)
    stored.refresh_from_db()
    assert stored.file_facts["point_system"] is None


def test_partners_at_bughouse_come_with_their_games():
    games = [events.game(number, 1, 2, "10", white_partner=3, black_partner=4) for number in (1, 2)]
    stored = events.tournament(pairings=games[:1], discipline="bughouse")
    apply_update(stored, events.tournament(pairings=games, discipline="bughouse"), None)
    seats = ("white", "black", "white_partner", "black_partner")
    assert list(stored.pairings.values_list("round", *(f"{seat}__member__key" for seat in seats))) == [
        (1, 10001, 10002, 10003, 10004),
        (2, 10001, 10002, 10003, 10004),
    ]


def test_a_partner_stays_with_a_game_missing_in_the_later_file():
    games = [
        events.game(number, 1, 2, "10", white_partner=one, black_partner=other)
        for number, one, other in ((1, 3, 4), (2, 5, 6))
    ]
    people = [events.player(number, 10000 + number) for number in range(1, 7)]
    stored = events.tournament(*people[:4], pairings=games[:1], discipline="bughouse")
    apply_update(stored, events.tournament(*people[:2], *people[4:], pairings=games[1:], discipline="bughouse"), None)
    assert list(stored.pairings.values_list("round", "white_partner__member__key")) == [(1, 10003), (2, 10005)]


def test_two_names_for_a_free_round_are_one_between_formats_and_two_within_one():
    stored = events.tournament(pairings=[*TWO_ROUNDS, events.bye(3, 1, "U")])
    free = [*TWO_ROUNDS, events.bye(3, 1, "F")]
    assert differences(stored, events.tournament(pairings=free, format="egd_h9")).count == 0
    assert differences(stored, events.tournament(pairings=free)).count == 1


def test_a_bye_has_no_day():
    stored = events.tournament(pairings=[*TWO_ROUNDS, events.bye(3, 1)])
    dated = replace(events.bye(3, 1), date=events.NEXT_DAY)
    assert differences(stored, events.tournament(pairings=[*TWO_ROUNDS, dated])).count == 0


def test_a_less_certain_number_changes_no_member():
    stored = events.tournament()
    wrong = events.player(1, 10001, matricule="10007", fide_id=None, birth_date=None)
    found = differences(stored, events.tournament(wrong, *events.four()[1:]))
    assert [(each.name, each.after) for each in found.described] == [("file_matricule", "10007")]


def test_another_name_of_the_same_member_is_no_difference():
    named = [replace(each, matricule="") for each in events.four()]
    stored = events.tournament(*named)
    numbered = [replace(each, last_name=each.first_name, first_name="", fide_id=None) for each in events.four()]
    assert differences(stored, events.tournament(*numbered)).count == 0


def test_scores_that_look_equal_are_explained():
    stored = events.tournament(pairings=[events.game(1, 1, 2, "WL"), events.bye(1, 3, "U"), *ROUND_2])
    sent = events.tournament(pairings=[events.game(1, 1, 2, "10"), events.bye(1, 3, "F"), *ROUND_2])
    assert [line[1:] for line in dict(lines(stored, sent))["Results changed"]] == [
        ("1–0 (not rated)", "1–0 (rated)"),
        ("1 (pairing-allocated bye)", "1 (requested bye)"),
    ]


def test_a_file_of_the_last_rounds_removes_no_earlier_game():
    absent = [events.bye(number, who, "Z") for number in (1, 2) for who in (1, 2, 3, 4)]
    stored = events.tournament(pairings=TWO_ROUNDS)
    sent = events.tournament(pairings=[*absent, *events.three_rounds()[4:]])
    assert lines(stored, sent) == [("Rounds added", [("round 3", "", "games: 2")])]
    apply_update(stored, sent, None)
    assert letters(stored) == letters_of_three_rounds()


def test_byes_before_a_round_is_paired_are_those_of_the_later_file():
    stored, sent = (events.tournament(pairings=[*TWO_ROUNDS, events.bye(3, who, "H")]) for who in (1, 2))
    found = differences(stored, sent)
    assert [(game.round, game.white.number) for game in found.new_games] == [(3, 2)]
    assert [(game.round, game.white.number) for game in found.gone_games] == [(3, 1)]


@pytest.mark.long
def test_a_format_without_byes_and_forfeits_removes_none():
    players = [*events.four(), events.player(5, 10005)]
    unplayed = [events.bye(2, 5, "H"), events.game(3, 5, 4, "00")]
    games = [*TWO_ROUNDS, events.game(3, 3, 1, "10")]
    stored, sent = (events.tournament(*players, pairings=[*games, *more]) for more in (unplayed, []))
    assert differences(stored, sent).count == 0
    corrected = stored.pairings.get(white_result="0", black_result="0")
    edits.set_results(stored, {corrected.pk: (Result.WIN, Result.LOSS)})
    assert differences(stored, sent).count == 0
    seated = events.tournament(*players, pairings=[*games, events.game(3, 5, 2, "10")])
    assert [game.round for game in differences(stored, seated).gone_games] == [3]
    with_bye = events.tournament(*players, pairings=[*games, events.bye(3, 5, "Z")])
    assert [game.round for game in differences(stored, with_bye).gone_games] == [2, 3]


def test_a_file_of_fewer_rounds_does_not_end_the_event_earlier():
    stored = events.tournament()
    early = events.tournament(pairings=TWO_ROUNDS, rounds=2, start=events.DAY, end=events.DAY)
    assert differences(stored, early).count == 0
    late = events.tournament(pairings=events.three_rounds()[4:], start=events.NEXT_DAY, end=events.NEXT_DAY)
    assert differences(stored, late).count == 0
    whole = events.tournament(start=events.NEXT_DAY, rounds=4)
    assert [(each.name, each.after) for each in differences(stored, whole).settings] == [
        ("start", events.NEXT_DAY),
        ("rounds", 4),
    ]


@pytest.mark.long
def test_a_file_without_players_removes_nobody():
    stored = events.read(swar(*three(), guid="601-250301-00070e87-{c0ffee}"), "a.swar").tournaments.get()
    sent = events.read(swar_page("Spring"), "b.html").tournaments.get()
    assert [other.id for other in similar_events([sent])[sent.pk]] == [stored.pk]
    assert [title for title, _lines in lines(stored, sent)] == ["The event"]
    apply_update(stored, sent, None)
    stored.refresh_from_db()
    assert (stored.name, stored.participants.count(), stored.rounds) == ("Spring", 3, 3)


def test_the_games_of_a_match_are_known_by_their_colours_and_results():
    match = [events.game(1, 1, 2, "10"), events.game(1, 2, 1, "=="), events.game(1, 1, 2, "01")]
    stored, sent = events.tournament(pairings=match), events.tournament(pairings=match[::-1])
    assert differences(stored, sent).count == 0
