"""tournaments/differences.py and renewal.py: a file sent again shows what changes, and never makes a twin."""

import datetime as dt

import pytest
from django.urls import reverse
from msgspec.structs import replace

from tests import cast
from tests.tournaments import events
from tournaments import acceptance, intake, mending, packed
from tournaments.correction_lines import correction_lines
from tournaments.difference_lines import difference_lines
from tournaments.differences import differences
from tournaments.duplicates import twins
from tournaments.formats.report import PointSystem, Result
from tournaments.models import Correction, Pairing, Stage, Tournament, Upload
from tournaments.renewal import recall, renew
from tournaments.sentences import Refused
from tournaments.writers import papi, trf

pytestmark = pytest.mark.django_db

WHY = "The file was sent again."
TWO_ROUNDS = events.three_rounds()[:4]
ROUND_2 = events.three_rounds()[2:4]


def other_result():
    """The third round, and another result in the first one."""
    return [events.game(1, 1, 4, "==", board=1), *events.three_rounds()[1:]]


def letters(tournament):
    rows = tournament.pairings.order_by("round", "board", "pk").values_list(
        *("round", "white__member__matricule", "black__member__matricule", "white_result", "black_result")
    )
    return [(number, white, black, one + other) for number, white, black, one, other in rows]


def lines(stored, sent):
    return [
        (group.title, [(line.what, line.before, line.after) for line in group.lines])
        for group in difference_lines(differences(stored, sent))
    ]


def accepted(*players, **changes):
    tournament = events.tournament(*players, **changes)
    acceptance.accept(tournament, None)
    return tournament


def test_a_file_with_a_round_more_adds_the_round():
    stored, sent = events.tournament(pairings=TWO_ROUNDS, rounds=2), events.tournament()
    assert [twin.id for twin in twins([sent])[sent.pk]] == [stored.pk]
    assert lines(stored, sent) == [
        ("Rounds added", [("round 3", "", "games: 2")]),
        ("The event", [("rounds", "2", "3")]),
    ]
    renew(stored, sent, None)
    assert list(Tournament.objects.all()) == [stored]
    stored.refresh_from_db()
    assert stored.rounds == 3
    assert letters(stored) == letters_of_three_rounds()
    assert differences(stored, events.tournament()).count == 0


def letters_of_three_rounds():
    return [
        (game.round, 10000 + game.white, 10000 + game.black, game.letters)
        for game in sorted(events.three_rounds(), key=lambda game: (game.round, game.board))
    ]


def test_the_same_event_in_another_format_changes_nothing():
    cast.everybody()
    stored = events.read(trf.write(events.report()), "a.trf").tournaments.get()
    sent = events.read(papi.write(events.report()), "a.papi").tournaments.get()
    found = differences(stored, sent)
    assert (found.changed, found.new_games, found.gone_games, found.added, found.gone) == ([], [], [], [], [])
    renew(stored, sent, None)
    assert sorted(letters(stored)) == sorted(letters_of_three_rounds())


def test_another_result_is_shown_and_taken_over():
    stored, sent = events.tournament(), events.tournament(pairings=other_result())
    assert lines(stored, sent) == [
        ("Results changed", [("round 1: 10001 Aerts, Anna – 10004 Dubois, Didier", "1–0", "½–½")])
    ]
    ids = set(stored.pairings.values_list("pk", flat=True))
    renew(stored, sent, None)
    assert letters(stored)[0] == (1, 10001, 10004, "==")
    assert set(stored.pairings.values_list("pk", flat=True)) == ids


def test_colours_that_changed_sides_are_taken_over_with_the_result():
    turned = [events.game(1, 4, 1, "01", board=1), *events.three_rounds()[1:]]
    stored, sent = events.tournament(), events.tournament(pairings=turned)
    (change,) = differences(stored, sent).changed
    assert (change.is_turned, change.has_other_result) == (True, False)
    renew(stored, sent, None)
    assert letters(stored)[0] == (1, 10004, 10001, "01")


def test_a_result_by_hand_stays_where_the_file_says_what_it_said():
    stored = events.tournament()
    mended = stored.pairings.get(round=1, board=1)
    mending.set_results(stored, {mended.pk: (Result.DRAW, Result.DRAW)})
    sent = events.tournament()
    assert differences(stored, sent).count == 0
    renew(stored, sent, None)
    assert letters(stored)[0] == (1, 10001, 10004, "==")


def test_a_choice_of_a_person_stays():
    players = [events.unknown(1), *events.four()[1:]]
    stored = events.tournament(*players)
    chosen = cast.member(10009)
    mending.choose_member(stored.participants.get(number=1), chosen, None)
    sent = events.tournament(*players, pairings=other_result())
    renew(stored, sent, None)
    assert stored.participants.get(number=1).member == chosen


def test_who_was_found_only_in_the_later_file_is_known_now():
    stored = events.tournament(events.player(1, 10001, matricule="", fide_id=None, birth_date=None), *events.four()[1:])
    assert stored.participants.get(number=1).member is None
    renew(stored, events.tournament(), None)
    assert stored.participants.get(number=1).member.matricule == 10001


def test_new_players_come_with_their_games_and_others_go():
    pairings = [*events.three_rounds()[:4], events.game(3, 5, 1, "10"), events.game(3, 2, 3, "10")]
    stored, sent = events.tournament(), events.tournament(*events.four(), events.player(5, 10005), pairings=pairings)
    shown = dict(lines(stored, sent))
    assert [what for what, _before, _after in shown["Players added"]] == ["Evrard, Élodie"]
    assert len(shown["Games added"]) == len(shown["Games that are not in the later file"]) == 2
    renew(stored, sent, None)
    assert letters(stored)[4:] == [(3, 10005, 10001, "10"), (3, 10002, 10003, "10")]
    assert stored.participants.get(member__matricule=10005).number == 5


def test_rounds_that_the_later_file_does_not_hold_are_left_alone():
    stored = events.tournament(pairings=TWO_ROUNDS)
    sent = events.tournament(pairings=events.three_rounds()[4:])
    renew(stored, sent, None)
    assert letters(stored) == letters_of_three_rounds()


def test_a_file_of_the_last_rounds_in_which_nobody_played_before_takes_no_game_away():
    absent = [events.bye(number, who, "Z") for number in (1, 2) for who in (1, 2, 3, 4)]
    stored = events.tournament(pairings=TWO_ROUNDS)
    sent = events.tournament(pairings=[*absent, *events.three_rounds()[4:]])
    assert lines(stored, sent) == [("Rounds added", [("round 3", "", "games: 2")])]
    renew(stored, sent, None)
    assert letters(stored) == letters_of_three_rounds()


def test_a_format_without_byes_and_forfeits_takes_none_away():
    players = [*events.four(), events.player(5, 10005)]
    unplayed = [events.bye(2, 5, "H"), events.game(3, 5, 4, "00")]
    games = [*TWO_ROUNDS, events.game(3, 3, 1, "10")]
    stored, sent = (events.tournament(*players, pairings=[*games, *more]) for more in (unplayed, []))
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


def test_registrations_become_the_event():
    stored = events.tournament(pairings=[events.bye(1, 1)])
    sent = events.tournament()
    assert [twin.id for twin in twins([sent])[sent.pk]] == [stored.pk]
    renew(stored, sent, None)
    assert letters(stored) == letters_of_three_rounds()


def test_a_submitted_tournament_goes_back_to_be_checked():
    stored = events.tournament(pairings=TWO_ROUNDS)
    acceptance.submit(stored, None)
    renew(stored, events.tournament(), None)
    stored.refresh_from_db()
    assert stored.stage == Stage.READ


def go_game(**changes):
    """The third round of two days, of go: its first game as the file has it."""
    return [*events.three_rounds()[:4], events.game(3, 2, 4, "10", board=1, **changes), events.three_rounds()[5]]


def test_another_handicap_is_shown_and_taken_over():
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
    renew(stored, sent, None)
    game = stored.pairings.get(round=3, white__number=2)
    assert (game.handicap, game.board_size, game.komi) == (3, 13, 7.5)


def test_a_file_that_says_nothing_of_handicaps_changes_none():
    stored = events.tournament(pairings=go_game(handicap=3, board_size=13), discipline="go")
    sent = events.tournament(pairings=go_game(), discipline="go")
    assert differences(stored, sent).count == 0


def test_another_handicap_in_an_accepted_tournament_is_a_correction():
    stored = accepted(pairings=go_game(handicap=0), discipline="go")
    renew(stored, events.tournament(pairings=go_game(handicap=3), discipline="go"), None, WHY)
    assert [(line.what, line.before, line.after) for line in correction_lines(stored)] == [("handicap", "0", "3")]
    assert packed.check().different == []


def guest(**changes):
    return [*events.four()[:3], events.unknown(4, "Rossi", "Ada", **{"rating": 1700, **changes})]


def test_another_rating_of_a_guest_is_shown_and_a_correction_where_it_was_rated():
    stored = events.tournament(*guest())
    mending.mark_outsiders(stored)
    acceptance.accept(stored, None)
    sent = events.tournament(*guest(rating=1850))
    mending.mark_outsiders(sent)
    assert lines(stored, sent) == [
        ("Players described otherwise", [("Rossi, Ada · rating in the file", "1700", "1850")])
    ]
    renew(stored, sent, None, WHY)
    assert stored.participants.get(number=4).file_rating == 1850
    assert [(line.what, line.before, line.after) for line in correction_lines(stored)] == [
        ("rating in the file", "1700", "1850")
    ]
    assert packed.check().different == []


def test_what_people_decided_holds_for_a_later_file_of_the_event():
    stored = events.tournament(*guest(), pairings=TWO_ROUNDS)
    mending.mark_outsiders(stored)
    mending.choose_member(stored.participants.get(number=3), cast.member(10009), None)
    mending.mark_irregular(stored.participants.get(number=2))
    acceptance.accept(stored, None)
    sent = events.tournament(*guest(rating=1850))
    recall(sent.upload)
    people = sent.participants.order_by("number")
    assert [(each.outsider, each.irregular, each.member and each.member.matricule) for each in people] == [
        (False, False, 10001),
        (False, True, 10002),
        (False, False, 10009),
        (True, False, None),
    ]
    renew(stored, sent, None, WHY)
    assert len(letters(stored)) == 6


def test_of_an_event_that_is_here_nothing_is_recalled_but_people():
    stored = events.tournament(pairings=TWO_ROUNDS)
    mending.change_settings(stored, {"name": "By Hand"})
    sent = events.tournament()
    recall(sent.upload)
    sent.refresh_from_db()
    assert sent.name == "Tower Cup"


def test_another_team_is_shown_and_a_correction():
    teams = [replace(each, team="Gent 1" if each.number < 3 else "Liège 1") for each in events.four()]
    moved = [*teams[:3], replace(teams[3], team="Gent 1")]
    stored, sent = accepted(*teams, kind="team"), events.tournament(*moved, kind="team")
    assert lines(stored, sent) == [
        ("Players described otherwise", [("10004 Dubois, Didier · team", "Liège 1", "Gent 1")])
    ]
    renew(stored, sent, None, WHY)
    assert [(line.what, line.before, line.after) for line in correction_lines(stored)] == [
        ("team", "Liège 1", "Gent 1")
    ]


def test_a_matricule_that_the_later_file_mends_is_shown_and_taken_over():
    wrong = [events.player(1, 10001, matricule="10009", fide_id=None, birth_date=None), *events.four()[1:]]
    right = [replace(wrong[0], matricule="10001"), *wrong[1:]]
    stored, sent = events.tournament(*wrong), events.tournament(*right)
    assert lines(stored, sent) == [
        (
            "Players described otherwise",
            [
                ("10009 Iserbyt, Ilse · who played", "10009 Iserbyt, Ilse", "10001 Aerts, Anna"),
                ("10009 Iserbyt, Ilse · matricule", "10009", "10001"),
            ],
        )
    ]
    renew(stored, sent, None)
    assert stored.participants.get(number=1).member.matricule == 10001


def test_a_poorer_format_takes_nothing_back():
    stored = events.tournament()
    poor = [replace(each, matricule="", birth_date=None, fide_id=None, sex="", club="") for each in events.four()]
    sent = events.tournament(*poor)
    assert differences(stored, sent).count == 0
    before = list(stored.participants.order_by("number").values())
    renew(stored, sent, None)
    assert list(stored.participants.order_by("number").values()) == before


def test_the_points_of_an_event_outlast_a_format_that_has_none():
    stored = events.tournament(point_system=PointSystem(3, 1, 0, 0, 3))
    renew(stored, events.tournament(format="pgn"), None)
    stored.refresh_from_db()
    assert stored.file_facts["point_system"] == [3, 1, 0, 0, 3]
    renew(stored, events.tournament(), None)
    stored.refresh_from_db()
    assert stored.file_facts["point_system"] is None


def test_partners_at_bughouse_come_with_their_games():
    games = [events.game(number, 1, 2, "10", white_partner=3, black_partner=4) for number in (1, 2)]
    stored = events.tournament(pairings=games[:1], discipline="bughouse")
    renew(stored, events.tournament(pairings=games, discipline="bughouse"), None)
    seats = ("white", "black", "white_partner", "black_partner")
    assert list(stored.pairings.values_list("round", *(f"{seat}__member__matricule" for seat in seats))) == [
        (1, 10001, 10002, 10003, 10004),
        (2, 10001, 10002, 10003, 10004),
    ]


def test_two_names_for_a_free_round_are_one_between_formats_and_two_within_one():
    stored = events.tournament(pairings=[*TWO_ROUNDS, events.bye(3, 1, "U")])
    free = [*TWO_ROUNDS, events.bye(3, 1, "F")]
    assert differences(stored, events.tournament(pairings=free, format="egd_h9")).count == 0
    assert differences(stored, events.tournament(pairings=free)).count == 1


def test_how_a_file_names_a_member_who_is_known_is_no_news():
    named = [replace(each, matricule="") for each in events.four()]
    stored = events.tournament(*named)
    numbered = [replace(each, last_name=each.first_name, first_name="", fide_id=None) for each in events.four()]
    assert differences(stored, events.tournament(*numbered)).count == 0


def test_results_that_look_alike_are_told_apart():
    stored = events.tournament(pairings=[events.game(1, 1, 2, "WL"), events.bye(1, 3, "U"), *ROUND_2])
    sent = events.tournament(pairings=[events.game(1, 1, 2, "10"), events.bye(1, 3, "F"), *ROUND_2])
    assert [line[1:] for line in dict(lines(stored, sent))["Results changed"]] == [
        ("1–0 (not rated)", "1–0 (rated)"),
        ("1 (bye of the pairing)", "1 (bye on request)"),
    ]


def test_of_an_accepted_tournament_every_change_is_a_correction():
    stored, officer = accepted(pairings=TWO_ROUNDS, rounds=2), cast.rating_officer()
    sent = events.tournament(pairings=other_result())
    renew(stored, sent, officer, WHY)
    assert letters(stored)[0] == (1, 10001, 10004, "==")
    said = Correction.objects.order_by("pk").values_list("field", "before", "after", "reason", "made_by__username")
    assert list(said) == [
        ("result", "1 0", "= =", WHY, officer.username),
        ("game", "", "1 0", WHY, officer.username),
        ("game", "", "0 1", WHY, officer.username),
        ("rounds", "2", "3", WHY, officer.username),
    ]
    shown = [(line.what, line.before, line.after) for line in correction_lines(stored)][::-1]
    assert shown == [
        ("result", "1–0", "½–½"),
        ("game added", "", "1–0"),
        ("game added", "", "0–1"),
        ("rounds", "2", "3"),
    ]
    stored.refresh_from_db()
    assert stored.stage == Stage.ACCEPTED


def test_a_game_of_an_accepted_tournament_that_was_not_played_stays_and_does_not_count():
    stored = accepted()
    gone = stored.pairings.get(round=3, board=1)
    sent = events.tournament(pairings=[*events.three_rounds()[:4], events.three_rounds()[5]])
    renew(stored, sent, None, WHY)
    gone.refresh_from_db()
    assert (gone.white_result, gone.black_result) == ("*", "*")
    assert list(Correction.objects.values_list("field", "before", "after")) == [("game_gone", "1 0", "")]


def test_an_accepted_tournament_is_not_changed_without_a_reason():
    stored, sent = accepted(pairings=TWO_ROUNDS), events.tournament()
    with pytest.raises(Refused, match=r"^A correction needs a reason\.$"):
        renew(stored, sent, None, " ")
    assert len(letters(stored)) == 4
    assert Tournament.objects.filter(pk=sent.pk).exists()


def test_nothing_that_has_to_be_mended_comes_into_an_accepted_tournament():
    stored = accepted(pairings=TWO_ROUNDS)
    sent = events.tournament(*events.four(), events.unknown(5), pairings=[*events.three_rounds(), events.game(4, 5, 1)])
    with pytest.raises(Refused, match="cannot go on yet"):
        renew(stored, sent, None, WHY)


def test_who_comes_into_an_accepted_tournament_is_affiliated_ex_officio():
    stored = accepted(pairings=TWO_ROUNDS)
    late = cast.member(10009)
    late.affiliations.all().delete()
    sent = events.tournament(
        *events.four(), events.player(5, 10009), pairings=[*events.three_rounds(), events.game(3, 5, 1)]
    )
    renew(stored, sent, None, WHY)
    assert late.affiliations.filter(ex_officio=True).count() == 1


@pytest.mark.parametrize("stage", [Stage.REJECTED])
def test_a_rejected_tournament_is_not_renewed(stage):
    stored = events.tournament()
    acceptance.reject(stored, None, "No.")
    assert stored.stage == stage
    with pytest.raises(Refused, match="was rejected"):
        renew(stored, events.tournament(), None)


def test_two_who_renew_at_once_do_it_once():
    stored, sent = events.tournament(pairings=TWO_ROUNDS), events.tournament()
    renew(stored, Tournament.objects.get(pk=sent.pk), None)
    with pytest.raises(Refused, match="has moved on meanwhile"):
        renew(stored, sent, None)


def test_a_club_may_submit_what_only_the_federation_can_take_over():
    accepted(pairings=TWO_ROUNDS)
    sent = events.tournament()
    acceptance.submit(sent, None)
    with pytest.raises(Refused, match="cannot go on yet"):
        acceptance.accept(sent, None)


def test_the_upload_and_its_receipt_show_what_it_renewed(client):
    stored, sent = events.tournament(pairings=TWO_ROUNDS), events.tournament()
    upload = sent.upload
    renew(stored, sent, None)
    assert list(upload.all_tournaments()) == [stored]
    assert stored.name in client.get(reverse("receipt", args=[upload.receipt])).text
    with pytest.raises(Refused, match="cannot be read again"):
        intake.read_again(upload)


def test_only_the_chosen_rounds_are_taken():
    cast.everybody()
    upload = events.received(events.csv_file(events.report()))
    Upload.objects.filter(pk=upload.pk).update(first_round=2, last_round=3)
    upload.refresh_from_db()
    intake.read(upload)
    assert sorted(set(Pairing.objects.values_list("round", flat=True))) == [2, 3]


def page(stored, sent):
    return reverse("renewal", args=[sent.pk, stored.pk])


def test_a_secretary_sees_the_changes_and_takes_them_over(client):
    stored, sent = events.tournament(pairings=TWO_ROUNDS), events.tournament(pairings=other_result())
    client.force_login(cast.secretary())
    room = client.get(reverse("room_tournament", args=[sent.pk])).text
    assert page(stored, sent) in room
    shown = client.get(page(stored, sent)).text
    assert "Results changed" in shown
    assert "Rounds added" in shown
    answer = client.post(page(stored, sent), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("room_tournament", args=[stored.pk])
    assert "Brought up to date" in answer.text
    assert letters(stored)[0] == (1, 10001, 10004, "==")


def test_a_secretary_cannot_change_an_accepted_tournament(client):
    stored, sent = accepted(pairings=TWO_ROUNDS), events.tournament()
    client.force_login(cast.secretary())
    assert "the federation brings it up to date" in client.get(page(stored, sent)).text
    client.post(page(stored, sent), {"reason": WHY})
    assert len(letters(stored)) == 4


def test_an_officer_takes_over_with_a_reason(client):
    stored, sent = accepted(pairings=TWO_ROUNDS), events.tournament()
    client.force_login(cast.rating_officer())
    assert WHY in client.get(page(stored, sent)).text
    client.post(page(stored, sent), {"reason": WHY})
    assert len(letters(stored)) == 6


def test_tournaments_of_other_clubs_are_not_shown(client):
    stored, sent = events.tournament(pairings=TWO_ROUNDS), events.tournament()
    Tournament.objects.filter(pk=stored.pk).update(club=cast.club(201))
    client.force_login(cast.secretary())
    assert client.get(page(stored, sent)).status_code == 404


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_page_asks_the_same_queries_for_one_round_and_for_three(client, django_assert_num_queries, rounds):
    pairings = [game for game in events.three_rounds() if game.round <= rounds]
    stored, sent = events.tournament(pairings=[events.bye(1, 1)]), events.tournament(pairings=pairings)
    client.force_login(cast.secretary())
    client.get(page(stored, sent))
    with django_assert_num_queries(11):
        client.get(page(stored, sent))


def test_the_later_day_of_a_game_is_taken_over():
    day = events.DAY
    stored = events.tournament(pairings=[events.game(1, 1, 4, "10", date=day), *events.three_rounds()[1:]])
    later = [events.game(1, 1, 4, "10", date=day + dt.timedelta(days=1)), *events.three_rounds()[1:]]
    sent = events.tournament(pairings=later)
    renew(stored, sent, None)
    assert stored.pairings.get(round=1, white__number=1).date == day + dt.timedelta(days=1)
