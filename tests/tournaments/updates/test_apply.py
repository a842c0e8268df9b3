"""A file sent again shows its changes, and never makes a twin."""

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from msgspec.structs import replace

from federation.models import Job
from tests import cast
from tests.at_once import at_once
from tests.tournaments import events
from tests.tournaments.formats.trf import files as trf_files
from tests.tournaments.updates.updates import TWO_ROUNDS, WHY, accepted, letters, letters_of_three_rounds, lines
from tournaments.corrections import correct
from tournaments.corrections.text import correction_lines
from tournaments.duplicates.differences import differences
from tournaments.duplicates.same_event import similar_events
from tournaments.errors import Refused
from tournaments.formats.papi import writer as papi
from tournaments.formats.report import Result
from tournaments.intake import receive
from tournaments.models import Correction, Pairing, Stage, Tournament, Upload
from tournaments.review import decisions, edits
from tournaments.updates.apply import apply_update

pytestmark = pytest.mark.django_db


def other_result():
    """Return the usual three rounds, with another result in the first one."""
    return [events.game(1, 1, 4, "==", board=1), *events.three_rounds()[1:]]


@pytest.mark.long
def test_a_file_with_a_round_more_adds_the_round():
    stored, sent = events.tournament(pairings=TWO_ROUNDS, rounds=2), events.tournament()
    assert [similar.id for similar in similar_events([sent])[sent.pk]] == [stored.pk]
    assert lines(stored, sent) == [
        ("Rounds added", [("round 3", "", "games: 2")]),
        ("The event", [("rounds", "2", "3")]),
    ]
    apply_update(stored, sent, None)
    assert list(Tournament.objects.all()) == [stored]
    stored.refresh_from_db()
    assert stored.rounds == 3
    assert letters(stored) == letters_of_three_rounds()
    assert differences(stored, events.tournament()).count == 0


@pytest.mark.long
def test_the_same_event_in_another_format_changes_nothing():
    cast.everybody()
    stored = events.read(trf_files.write(events.report()), "a.trf").tournaments.get()
    sent = events.read(papi.write(events.report()), "a.papi").tournaments.get()
    found = differences(stored, sent)
    assert (found.changed, found.new_games, found.gone_games, found.added, found.gone) == ([], [], [], [], [])
    apply_update(stored, sent, None)
    assert sorted(letters(stored)) == sorted(letters_of_three_rounds())


def test_another_result_is_shown_and_applied():
    stored, sent = events.tournament(), events.tournament(pairings=other_result())
    assert lines(stored, sent) == [
        ("Results changed", [("round 1: 10001 Aerts, Anna – 10004 Dubois, Didier", "1–0", "½–½")])
    ]
    ids = set(stored.pairings.values_list("pk", flat=True))
    apply_update(stored, sent, None)
    assert letters(stored)[0] == (1, 10001, 10004, "==")
    assert set(stored.pairings.values_list("pk", flat=True)) == ids


def test_swapped_colours_are_applied_with_the_result():
    turned = [events.game(1, 4, 1, "01", board=1), *events.three_rounds()[1:]]
    stored, sent = events.tournament(), events.tournament(pairings=turned)
    (change,) = differences(stored, sent).changed
    assert (change.is_turned, change.has_other_result) == (True, False)
    apply_update(stored, sent, None)
    assert letters(stored)[0] == (1, 10004, 10001, "01")


def test_a_result_by_hand_stays_if_the_file_is_unchanged():
    stored = events.tournament()
    corrected = stored.pairings.get(round=1, board=1)
    edits.set_results(stored, {corrected.pk: (Result.DRAW, Result.DRAW)})
    sent = events.tournament()
    assert differences(stored, sent).count == 0
    apply_update(stored, sent, None)
    assert letters(stored)[0] == (1, 10001, 10004, "==")


def test_a_choice_of_a_person_stays():
    players = [events.unknown(1), *events.four()[1:]]
    stored = events.tournament(*players)
    chosen = cast.member(10009)
    edits.choose_member(stored.participants.get(number=1), chosen, None)
    sent = events.tournament(*players, pairings=other_result())
    apply_update(stored, sent, None)
    assert stored.participants.get(number=1).member == chosen


def test_a_member_found_in_the_later_file_is_matched():
    stored = events.tournament(events.player(1, 10001, matricule="", fide_id=None, birth_date=None), *events.four()[1:])
    assert stored.participants.get(number=1).member is None
    apply_update(stored, events.tournament(), None)
    assert stored.participants.get(number=1).member.key == 10001


def test_new_players_come_with_their_games_and_others_go():
    pairings = [*events.three_rounds()[:4], events.game(3, 5, 1, "10"), events.game(3, 2, 3, "10")]
    stored, sent = events.tournament(), events.tournament(*events.four(), events.player(5, 10005), pairings=pairings)
    shown = dict(lines(stored, sent))
    assert [what for what, _before, _after in shown["Players added"]] == ["Evrard, Élodie"]
    assert len(shown["Games added"]) == len(shown["Games not in the later file"]) == 2
    apply_update(stored, sent, None)
    assert letters(stored)[4:] == [(3, 10005, 10001, "10"), (3, 10002, 10003, "10")]
    assert stored.participants.get(member__key=10005).number == 5


def test_rounds_that_the_later_file_does_not_hold_are_left_alone():
    stored = events.tournament(pairings=TWO_ROUNDS)
    sent = events.tournament(pairings=events.three_rounds()[4:])
    apply_update(stored, sent, None)
    assert letters(stored) == letters_of_three_rounds()


def test_registrations_become_the_event():
    stored = events.tournament(pairings=[events.bye(1, 1)])
    sent = events.tournament()
    assert [similar.id for similar in similar_events([sent])[sent.pk]] == [stored.pk]
    apply_update(stored, sent, None)
    assert letters(stored) == letters_of_three_rounds()


def test_a_submitted_tournament_goes_back_to_be_checked():
    stored = events.tournament(pairings=TWO_ROUNDS)
    decisions.submit(stored, None)
    apply_update(stored, events.tournament(), None)
    stored.refresh_from_db()
    assert stored.stage == Stage.READ


@pytest.mark.long
def test_of_an_accepted_tournament_every_change_is_a_correction():
    stored, officer = accepted(pairings=TWO_ROUNDS, rounds=2), cast.rating_officer()
    sent = events.tournament(pairings=other_result())
    apply_update(stored, sent, officer, WHY)
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


@pytest.mark.long
def test_a_correction_names_the_game_and_both_sides_of_it():
    stored = accepted()
    first, second = stored.pairings.filter(round=1).order_by("board")
    games = [events.game(1, 4, 1, "01", board=1), events.game(1, 2, 3, "10", board=2), *events.three_rounds()[2:]]
    apply_update(stored, events.tournament(pairings=games), None, WHY)
    assert list(Correction.objects.order_by("pk").values_list("field", "before", "after", "pairing")) == [
        ("colours", "Aerts, Anna - Dubois, Didier", "Dubois, Didier - Aerts, Anna", first.pk),
        ("result", "= =", "1 0", second.pk),
    ]


@pytest.mark.long
def test_a_correction_names_the_participant():
    guest = events.unknown(4, "", "", rating=None)
    stored = accepted(*events.four()[:3], guest)
    late = [*events.four()[:3], replace(guest, rating=1700), events.player(5, 10009)]
    apply_update(stored, events.tournament(*late), None, WHY)
    assert list(Correction.objects.order_by("pk").values_list("field", "before", "after", "participant__number")) == [
        ("rating", "", "1700", 4),
        ("participant", "", "10009 Iserbyt, Ilse", 5),
    ]


@pytest.mark.long
def test_the_guid_of_the_later_file_is_stored():
    stored, sent, last = (events.tournament() for _ in range(3))
    Tournament.objects.filter(pk=sent.pk).update(guid="c0ffee")
    for later in (sent, last):
        apply_update(stored, later, None)
        stored.refresh_from_db()
        assert stored.guid == "c0ffee"


def test_the_points_of_the_earlier_file_go_with_its_games_its_numbers_stay():
    said = [replace(each, points=3.0, rank=1, licence=f"L{each.number}") for each in events.four()]
    stored = events.tournament(*said)
    assert set(stored.participants.values_list("file_points", "file_rank")) == {(3, 1)}
    apply_update(stored, events.tournament(), None)
    assert set(stored.participants.values_list("file_points", "file_rank")) == {(None, None)}
    assert list(stored.participants.order_by("number").values_list("file_licence", flat=True)) == [
        "L1",
        "L2",
        "L3",
        "L4",
    ]


@pytest.mark.long
def test_a_game_of_an_accepted_tournament_that_was_not_played_stays_and_does_not_count():
    stored = accepted()
    gone = stored.pairings.get(round=3, board=1)
    sent = events.tournament(pairings=[*events.three_rounds()[:4], events.three_rounds()[5]])
    apply_update(stored, sent, None, WHY)
    gone.refresh_from_db()
    assert (gone.white_result, gone.black_result) == ("*", "*")
    assert list(Correction.objects.values_list("field", "before", "after")) == [("game_gone", "1 0", "")]
    again = events.tournament(pairings=[*events.three_rounds()[:4], events.three_rounds()[5]])
    assert differences(stored, again).count == 0


def test_a_game_that_was_rated_stays_too_where_the_tournament_was_withdrawn_since():
    stored = accepted()
    gone = stored.pairings.get(round=3, board=1)
    correct.withdraw(stored, None, "The wrong file.")
    decisions.reopen(stored, None)
    sent = events.tournament(pairings=[*events.three_rounds()[:4], events.three_rounds()[5]])
    apply_update(stored, sent, None)
    gone.refresh_from_db()
    assert (gone.white_result, gone.black_result, stored.pairings.count()) == ("*", "*", 6)


@pytest.mark.long
def test_an_update_is_logged_and_recalculated():
    stored, officer = accepted(pairings=TWO_ROUNDS), cast.rating_officer()
    Job.objects.all().delete()
    apply_update(stored, events.tournament(), officer, WHY)
    entry = LogEntry.objects.get(object_id=stored.pk, user=officer)
    assert entry.get_change_message() == "Tournament updated: 2 changes."
    assert Job.objects.get(kind="tie_breaks").arguments == {"tournaments": [stored.pk]}


def test_an_accepted_tournament_is_not_changed_without_a_reason():
    stored, sent = accepted(pairings=TWO_ROUNDS), events.tournament()
    with pytest.raises(Refused, match=f"^{correct.REASON_MISSING}$"):
        apply_update(stored, sent, None, " ")
    assert len(letters(stored)) == 4
    assert Tournament.objects.filter(pk=sent.pk).exists()


def test_a_blocked_file_cannot_update_an_accepted_tournament():
    stored = accepted(pairings=TWO_ROUNDS)
    sent = events.tournament(*events.four(), events.unknown(5), pairings=[*events.three_rounds(), events.game(4, 5, 1)])
    with pytest.raises(Refused, match="is not ready yet"):
        apply_update(stored, sent, None, WHY)


@pytest.mark.long
def test_players_added_to_an_accepted_tournament_are_affiliated():
    stored = accepted(pairings=TWO_ROUNDS)
    late = cast.member(10009)
    late.affiliations.all().delete()
    sent = events.tournament(
        *events.four(), events.player(5, 10009), pairings=[*events.three_rounds(), events.game(3, 5, 1)]
    )
    apply_update(stored, sent, None, WHY)
    assert late.affiliations.filter(ex_officio=True).count() == 1


@pytest.mark.parametrize("stage", [Stage.REJECTED])
def test_a_rejected_tournament_is_not_updated(stage):
    stored = events.tournament()
    decisions.reject(stored, None, "No.")
    assert stored.stage == stage
    with pytest.raises(Refused, match="was rejected"):
        apply_update(stored, events.tournament(), None)


def test_two_who_update_at_once_do_it_once():
    stored, sent = events.tournament(pairings=TWO_ROUNDS), events.tournament()
    apply_update(stored, Tournament.objects.get(pk=sent.pk), None)
    with pytest.raises(Refused, match="has meanwhile changed"):
        apply_update(stored, sent, None)


@pytest.mark.long
def test_a_club_may_submit_an_update_that_only_the_federation_applies():
    accepted(pairings=TWO_ROUNDS)
    sent = events.tournament()
    decisions.submit(sent, None)
    with pytest.raises(Refused, match="is not ready yet"):
        decisions.accept(sent, None)


@pytest.mark.long
def test_the_upload_and_its_receipt_show_what_it_updated(client):
    stored, sent = events.tournament(pairings=TWO_ROUNDS), events.tournament()
    upload = sent.upload
    apply_update(stored, sent, None)
    assert list(upload.all_tournaments()) == [stored]
    assert stored.name in client.get(reverse("receipt", args=[upload.receipt])).text
    with pytest.raises(Refused, match="cannot be read again"):
        receive.read_again(upload)


def test_only_the_chosen_rounds_are_taken():
    cast.everybody()
    upload = events.received(events.csv_file(events.report()))
    Upload.objects.filter(pk=upload.pk).update(first_round=2, last_round=3)
    upload.refresh_from_db()
    receive.read(upload)
    assert sorted(set(Pairing.objects.values_list("round", flat=True))) == [2, 3]


def page(stored, sent):
    return reverse("update_from", args=[sent.pk, stored.pk])


@pytest.mark.long
def test_a_secretary_sees_and_applies_the_changes(client):
    stored, sent = events.tournament(pairings=TWO_ROUNDS), events.tournament(pairings=other_result())
    client.force_login(cast.secretary())
    page_of_it = client.get(reverse("my_club_tournament", args=[sent.pk])).text
    assert page(stored, sent) in page_of_it
    shown = client.get(page(stored, sent)).text
    assert "Results changed" in shown
    assert "Rounds added" in shown
    answer = client.post(page(stored, sent), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("my_club_tournament", args=[stored.pk])
    assert "Tournament updated" in answer.text
    assert letters(stored)[0] == (1, 10001, 10004, "==")


@pytest.mark.long
def test_a_secretary_cannot_change_an_accepted_tournament(client):
    stored, sent = accepted(pairings=TWO_ROUNDS), events.tournament()
    client.force_login(cast.secretary())
    assert "only the federation can update it" in client.get(page(stored, sent)).text
    client.post(page(stored, sent), {"reason": WHY})
    assert len(letters(stored)) == 4


@pytest.mark.long
def test_an_officer_applies_an_update_with_a_reason(client):
    stored, sent = accepted(pairings=TWO_ROUNDS), events.tournament()
    client.force_login(cast.rating_officer())
    assert WHY in client.get(page(stored, sent)).text
    client.post(page(stored, sent), {"reason": WHY})
    assert len(letters(stored)) == 6


@pytest.mark.long
def test_tournaments_of_other_clubs_are_not_shown(client):
    stored, sent = events.tournament(pairings=TWO_ROUNDS), events.tournament()
    Tournament.objects.filter(pk=stored.pk).update(club=cast.club(201))
    client.force_login(cast.secretary())
    assert client.get(page(stored, sent)).status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("rounds", [1, 3])
def test_the_page_asks_the_same_queries_for_one_round_and_for_three(client, django_assert_num_queries, rounds):
    pairings = [game for game in events.three_rounds() if game.round <= rounds]
    stored, sent = events.tournament(pairings=[events.bye(1, 1)]), events.tournament(pairings=pairings)
    client.force_login(cast.secretary())
    client.get(page(stored, sent))
    with django_assert_num_queries(12):
        client.get(page(stored, sent))


def test_another_day_of_a_game_is_applied():
    day = events.DAY
    stored = events.tournament(pairings=[events.game(1, 1, 4, "10", date=day), *events.three_rounds()[1:]])
    later = [events.game(1, 1, 4, "10", date=day + dt.timedelta(days=1)), *events.three_rounds()[1:]]
    sent = events.tournament(pairings=later)
    apply_update(stored, sent, None)
    assert stored.pairings.get(round=1, white__number=1).date == day + dt.timedelta(days=1)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_mutual_updates_at_once_apply_only_one():
    first, second = events.tournament(), events.tournament()
    found = at_once(
        Tournament.objects.filter(pk=first.pk),
        lambda: apply_update(first, second, None).count,
        lambda: apply_update(second, first, None).count,
    )
    assert sorted(map(str, found)) == ["0", decisions.NOT_IN_STAGE % {"name": "Tower Cup"}]
    assert Tournament.objects.count() == 1
