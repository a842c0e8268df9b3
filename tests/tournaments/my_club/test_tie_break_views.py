"""Who chooses the tie-breaks, and where they are shown."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import cast, pages
from tests.tournaments import events
from tournaments.corrections import correct
from tournaments.errors import ACCEPTED, Refused
from tournaments.models import Stage, Tournament
from tournaments.standings import ranking

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_the_club_chooses_tie_breaks_until_the_tournament_is_accepted(client: Client) -> None:
    tournament = events.tournament()
    address = f"/en/my-club/tournaments/{tournament.pk}/tie-breaks/"
    assert client.get(address).status_code == 302
    client.force_login(cast.secretary())
    assert "Currently: DE, SB, KS, WIN" in pages.text(client.get(address))
    chosen = {"tie_break_1": "PS", "tie_break_2": "", "tie_break_3": "PS", "tie_break_4": "BWG", "tie_break_5": ""}
    assert client.post(address, chosen).status_code == 302
    tournament.refresh_from_db()
    assert tournament.tie_break_order == ["PS", "BWG"]
    assert client.post(address, {"tie_break_1": "XYZ"}).status_code == 200
    Tournament.objects.update(stage=Stage.ACCEPTED)
    assert client.post(address, chosen).status_code == 403


@pytest.mark.long
def test_the_federation_corrects_them_afterwards_and_says_why(client: Client) -> None:
    tournament = events.tournament()
    Tournament.objects.update(stage=Stage.ACCEPTED)
    client.force_login(cast.rating_officer())
    address = f"/en/my-club/tournaments/{tournament.pk}/tie-breaks/"
    assert client.post(address, {"tie_break_1": "WON"}).context["form"].errors == {
        "reason": ["This field is required."]
    }
    why = "As the rules of the event say."
    assert client.post(address, {"tie_break_1": "WON", "tie_break_2": "PS", "reason": why}).status_code == 302
    page = client.get(f"/en/tournaments/{tournament.pk}/")
    assert "Order: points, WON, PS." in pages.text(page)
    assert "WON Games won." in pages.text(page)
    said = "tie-breaks · those of the file or the usual ones → WON, PS"
    told = pages.text(client.get(f"/en/tournaments/{tournament.pk}/"))
    assert said in told
    assert why in told
    again = client.post(address, {"tie_break_1": "WON", "tie_break_2": "PS", "reason": why}, follow=True)
    assert correct.NOTHING_NEW in pages.text(again)


def test_tie_breaks_cannot_be_chosen_after_acceptance() -> None:
    tournament = events.tournament()
    Tournament.objects.update(stage=Stage.ACCEPTED)
    with pytest.raises(Refused) as refused:
        ranking.choose(tournament, ["WON"], None)
    assert refused.value.template == ACCEPTED


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Median Buchholz. The points of all opponents, without the lowest and the highest."),
        ("", "Buchholz médian. Les points de tous les adversaires, sauf le total le plus bas et le plus haut."),
        ("nl/", "Mediaan-Buchholz. De punten van alle tegenstanders, zonder de laagste en de hoogste."),
        ("de/", "Mittlere Buchholz. Die Punkte aller Gegner ohne den niedrigsten und den höchsten Wert."),
    ],
)
def test_the_legend_is_in_four_languages(client: Client, language: str, sentence: str) -> None:
    tournament = events.tournament()
    Tournament.objects.update(stage=Stage.ACCEPTED)
    prefix = language if language.endswith("/") or not language else f"{language}/"
    assert sentence in pages.text(client.get(f"/{prefix}tournaments/{tournament.pk}/"))
