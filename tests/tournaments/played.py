"""Tournaments that are paired here: the cast enters, rounds are paired and played. The higher rated player wins."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
from pathlib import Path

from federation.models import Club
from tests import cast
from tests.tournaments.formats.trf.pairing_program import refusal
from tournaments.formats.report import Result
from tournaments.models import Pace, Pairing, Participant, Tournament
from tournaments.on_site import next_round, results
from tournaments.on_site import tournament as on_site
from tournaments.public import downloads
from tournaments.standings.report import Audience

DAYS = (dt.date(2026, 3, 14), dt.date(2026, 3, 15))
WIN, DRAW, LOSS = (Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW), (Result.LOSS, Result.WIN)


def tournament(players: int = 0, *, kind: str = next_round.SWISS, rounds: int = 3, club: Club | None = None, **changes):
    """Return a tournament of club 101 with so many of the cast, the first rated 2000, the next 1990 ..."""
    details = {
        "name": "Club Evening",
        "club": club or cast.club(),
        "start": DAYS[0],
        "end": DAYS[1],
        "pace": Pace.STANDARD,
        "rounds": rounds,
        "kind": kind,
        "first_colour": "w",
    }
    made = on_site.create({**details, **changes})
    for place, matricule in enumerate(list(cast.PEOPLE)[:players]):
        on_site.add_member(made, cast.member(matricule), 2000 - 10 * place)
    return made


def field(made: Tournament, players: int) -> None:
    """Return so many more players who are not members, rated 1500, 1490 ..."""
    for place in range(players):
        on_site.add_outsider(made, f"Guest {place:02}", "", 1500 - 10 * place)


def pair(made: Tournament, number: int) -> list[tuple[int, int | None]]:
    """Pair that round; return the pairs by start number, boards first."""
    plan = next_round.plan(Tournament.objects.get(pk=made.pk), number)
    assert plan is not None
    next_round.store(plan)
    return boards(made, number)


def boards(made: Tournament, number: int) -> list[tuple[int, int | None]]:
    """Return the pairs of a round by start number, boards first, byes after them."""
    rows = made.pairings.filter(round=number).select_related("white", "black")
    ordered = sorted(rows, key=lambda row: (row.board is None, row.board or 0, row.white.number))
    return [(row.white.number, row.black.number if row.black else None) for row in ordered]


def play(made: Tournament, number: int, *letters: tuple[Result, Result]) -> None:
    """Enter results board by board; without them the higher rated player wins."""
    rows = made.pairings.filter(round=number, black__isnull=False).select_related("white", "black").order_by("board")
    for place, pairing in enumerate(rows):
        results.enter_result(pairing, *(letters[place] if letters else _by_rating(pairing)))
    Tournament.objects.filter(pk=made.pk).update(received_at=None)  # as if entered in time, whatever the day today


def somebody(made: Tournament, number: int) -> Participant:
    """Return the participant of that start number."""
    return made.participants.get(number=number)


def replayed(made: Tournament, folder: Path) -> dict[int, bool]:
    """Return whether gacrux' checker pairs each round as here; it knows only the TRF26 of the page. Pairing programs
    must take both editions.
    """
    assert refusals(made) == {}
    given = folder / "tournament.trf"
    given.write_bytes(written(made, "trf26"))
    command = [sys.executable, "-m", "gacrux.pairingchecker", "-i", str(given), "-b", "utf-8", "-c"]
    answer = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert answer["status"]["code"] in {0, 1}, answer["status"]
    return {each["round"]: each["check"] for each in answer["pairingResult"]["roundpairing"]}


def refusals(made: Tournament) -> dict[str, str]:
    """Return the editions of TRF that a pairing program refuses, with the reason."""
    said = {edition: refusal(written(made, edition)) for edition in ("trf16", "trf26")}
    return {edition: why for edition, why in said.items() if why}


def written(made: Tournament, edition: str) -> bytes:
    """Return the file as the page of the tournament gives it to anyone."""
    offer = downloads.offers(made)[f"{edition}.trf"]
    return downloads.written(Tournament.objects.get(pk=made.pk), offer, Audience.ANYONE)


def _by_rating(pairing: Pairing) -> tuple[Result, Result]:
    return WIN if (pairing.white.file_rating or 0) >= (pairing.black.file_rating or 0) else LOSS
