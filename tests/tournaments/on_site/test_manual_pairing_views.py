"""The page on which a round is paired or changed by hand."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import cast
from tests.forms import send
from tests.pages import text
from tests.tournaments import played
from tests.tournaments.my_club.buttons import press, said
from tournaments.on_site import results
from tournaments.on_site import tournament as on_site
from tournaments.on_site.pages import MET

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_a_change_by_hand_warns_of_those_who_met(secretary):
    tournament = played.tournament(4)
    played.pair(tournament, 1)  # 1-3 4-2
    played.play(tournament, 1)
    played.pair(tournament, 2)
    one, three = played.somebody(tournament, 1), played.somebody(tournament, 3)
    now = tournament.pairings.get(round=2, board=1)
    opponent = now.black_id if now.white_id == one.pk else now.white_id
    response = press(secretary, "event_swap", tournament.pk, 2, one=opponent, other=three.pk)
    anna, chloe = {"white": "Aerts, Anna"}, {"white": "Claes, Chloé"}
    met = [MET % {**one, "black": other["white"], "round": 1} for one, other in ((anna, chloe), (chloe, anna))]
    assert any(sentence in text(response) for sentence in met)
    press(secretary, "event_swap", tournament.pk, 2, one=opponent, other=three.pk)
    assert "This pairing breaks the rules" not in text(secretary.get(reverse("event_round", args=[tournament.pk, 2])))


@pytest.mark.long
def test_what_was_paired_on_paper_is_entered_board_by_board(secretary):
    tournament = played.tournament(5, rounds=1)
    address = reverse("event_edit_pairings", args=[tournament.pk, 1])
    assert address in secretary.get(reverse("event", args=[tournament.pk])).text
    ids = {str(who)[0]: str(who.pk) for who in tournament.participants.all()}
    page = secretary.get(address)
    for white, black, result in (("D", ids["A"], "01"), ("B", ids["C"], ""), ("E", "0", "")):
        page = send(secretary, page, {"white": ids[white], "black": black, "result": result})
    assert played.boards(tournament, 1) == [(4, 1), (2, 3), (5, None)]
    for line in ("1 · Dubois, Didier 0–1 Aerts, Anna", "2 · Baeten, Bram – Claes, Chloé", "Evrard, Élodie: bye, 1"):
        assert line in text(page)


@pytest.mark.long
def test_players_without_a_game_are_listed_until_they_have_one(secretary):
    tournament = played.tournament(5)
    played.pair(tournament, 1)  # 1-3 4-2 5
    late = on_site.add_member(tournament, cast.member(10009), None)
    address = reverse("event_round", args=[tournament.pk, 1])
    sentence = f"Without a game in this round: {late}"
    assert sentence in text(secretary.get(address))
    by_hand = secretary.get(reverse("event_edit_pairings", args=[tournament.pk, 1]))
    sent = {"white": str(played.somebody(tournament, 5).pk), "black": str(late.pk)}
    send(secretary, by_hand, sent)
    again = send(secretary, by_hand, sent)  # from another phone, which had the page open
    assert text(again).count("Choose two players who have no game in this round.") == 2
    assert sentence not in text(secretary.get(address))
    game = tournament.pairings.get(board=3)
    press(secretary, "event_remove_board", tournament.pk, 1, pairing=game.pk)
    assert sentence[:30] in text(secretary.get(address))


def test_a_round_that_is_not_to_be_made_yet_has_no_such_page(secretary):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    assert secretary.get(reverse("event_edit_pairings", args=[tournament.pk, 2])).status_code == 404
    robin = played.tournament(3, kind="round_robin", rounds=0)
    assert secretary.get(reverse("event_edit_pairings", args=[robin.pk, 1])).url == reverse("event", args=[robin.pk])


@pytest.mark.long
def test_removing_the_last_board_leads_back_to_the_page_that_pairs_the_round(secretary):
    tournament = played.tournament(2)
    played.pair(tournament, 1)
    page = press(secretary, "event_remove_board", tournament.pk, 1, pairing=tournament.pairings.get().pk)
    assert page.redirect_chain[-1][0] == reverse("event", args=[tournament.pk])
    assert said(press(secretary, "event_remove_board", tournament.pk, 1, pairing=0)) == [results.PAIRING_UNDONE]


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 6])
def test_the_page_makes_the_same_queries_for_one_board_and_for_three(secretary, players, django_assert_num_queries):
    tournament = played.tournament(players)
    played.pair(tournament, 1)
    with django_assert_num_queries(11):
        secretary.get(reverse("event_edit_pairings", args=[tournament.pk, 1]))
