"""Pressing the buttons of the pages of a tournament, and the messages after it."""

from __future__ import annotations

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tournaments.models import Tournament


def press(client: Client, page: str, /, *args: object, **fields: object) -> HttpResponse:
    """Press a button; return the page it leads to."""
    return client.post(reverse(page, args=args), fields, follow=True)


def said(response: HttpResponse) -> list[str]:
    """Return the messages on top of the page."""
    return [str(message) for message in response.context["messages"]]


def play(client: Client, tournament: Tournament, number: int, letters: str = "10") -> None:
    """Enter the same result for every game of a round."""
    for game in tournament.pairings.filter(round=number, black__isnull=False):
        press(client, "event_result", tournament.pk, number, result=f"{game.pk}:{letters}")
