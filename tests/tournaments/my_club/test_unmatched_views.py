"""tournaments/my_club/unmatched_views.py"""

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast
from tests.tournaments import events
from tests.tournaments.my_club.buttons import said
from tournaments.models import Tournament
from tournaments.review import edits

pytestmark = pytest.mark.django_db


def cup(count: int = 1) -> Tournament:
    """Return a tournament of so many people whose names are misspelled, or who are not members."""
    players = [events.unknown(number, f"Fontein{'x' * number}", "Felix") for number in range(2, count + 2)]
    return events.tournament(events.player(1, 10001), *players, pairings=[events.game(1, 1, 2)])


def address(tournament: Tournament) -> str:
    return reverse("unmatched_players", args=[tournament.pk])


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 20])
def test_a_page_of_twenty_players_takes_the_queries_of_one(
    secretary: Client, count: int, django_assert_num_queries: object
) -> None:
    tournament = cup(count)
    with django_assert_num_queries(32):
        page = secretary.get(address(tournament))
    assert len(page.context["table"].lines) == count


@pytest.mark.long
def test_confirming_leads_back_to_the_page_that_it_came_from(client: Client) -> None:
    tournament = cup()
    client.force_login(cast.rating_officer())
    back = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    assert f"{address(tournament)}?back={back}" in client.get(back).text
    page = client.get(address(tournament), {"back": back})
    response = client.post(
        address(tournament),
        {"back": back, "seen": page.context["table"].digest, "others": "outsiders", "confirm": "yes",
         f"player-{tournament.participants.get(number=2).pk}": ""},
        follow=True,
    )  # fmt: skip
    assert response.redirect_chain == [(back, 302)]
    assert said(response) == ["Saved: 0 players matched, 1 non-member, 0 new members."]


@pytest.mark.long
def test_a_list_that_another_user_changed_is_shown_again_as_it_is(secretary: Client) -> None:
    tournament = cup()
    participant = tournament.participants.get(number=2)
    old = secretary.get(address(tournament)).context["table"].digest
    edits.mark_outsider(participant)
    choices = {f"player-{participant.pk}": str(cast.member(10006).pk), "confirm": "yes", "seen": old}
    response = secretary.post(address(tournament), choices)
    assert said(response) == ["Someone else has meanwhile decided about players of “Tower Cup”. Check the list again."]
    assert [line.chosen for line in response.context["table"].lines] == ["outsider"]


@pytest.mark.long
def test_a_choice_that_cannot_be_carried_out_is_said_in_the_preview(secretary: Client) -> None:
    tournament = cup()
    participant = tournament.participants.get(number=2)
    page = secretary.post(address(tournament), {f"player-{participant.pk}": str(cast.member(10001).pk)})
    assert "10001 Aerts, Anna is chosen twice: for Aerts, Anna and for Fonteinxx, Felix." in page.text
    assert participant.member is None
