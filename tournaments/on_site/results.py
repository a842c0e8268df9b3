"""Enter the results of a tournament that is paired here.

The pairings of a Swiss follow from the results of the rounds before. A result that changes after later rounds were
paired from it needs a confirmation, and leaves a mark (`LateResult`).
"""

from collections import defaultdict
from itertools import groupby

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import LateResult, Pairing, Tournament
from tournaments.on_site.next_round import locked
from tournaments.review.edits import require_fitting
from tournaments.standings.sides import ROUND_ROBIN

PAIRING_UNDONE = noop("The pairing of this board has meanwhile been undone.")
ENTERED = noop("Someone else has meanwhile entered %(score)s for %(white)s – %(black)s. Press again to change that.")
IS_LATE = noop("Rounds up to round %(round)s have been paired from this result: confirm that you want to change it.")


@transaction.atomic
def enter_result(
    pairing: Pairing,
    white: Result,
    black: Result,
    shown: tuple[Result, Result] | None = None,
    *,
    confirmed: int = 0,
    by: User | None = None,
) -> None:
    """Enter the result of a game; both PENDING removes it.

    ``shown``: the result on the page from which it was entered. ``confirmed``: the last paired round of which the user
    knows that it followed from the result. Raise `Refused` if another result was entered meanwhile, and with
    `IS_LATE` if more rounds followed than are confirmed.
    """
    tournament = locked(pairing.tournament_id)
    require_fitting(pairing, white, black)
    stored = Pairing.objects.filter(pk=pairing.pk).first()
    if stored is None:
        raise Refused(PAIRING_UNDONE)
    if shown is not None and stored.results not in {shown, (white, black)}:
        raise Refused(ENTERED, score=stored.score, white=str(stored.white), black=str(stored.black))
    before = stored.letters
    stored.white_result, stored.black_result = white.value, black.value
    last = last_following(tournament, stored.round)
    if before != stored.letters and last:
        if confirmed < last:
            raise Refused(IS_LATE, round=last)
        mark = {"before": before, "after": stored.letters, "last_round": last, "made_by": by}
        LateResult.objects.create(pairing=stored, **mark)
    stored.save(update_fields=["white_result", "black_result"])
    Tournament.objects.filter(pk=tournament.pk).update(received_at=timezone.now())  # its results are sent as they come


def last_following(tournament: Tournament, number: int) -> int:
    """Return the last round that was paired from the results of round ``number``; 0 if none was. At most one query."""
    if tournament.kind == ROUND_ROBIN:
        return 0
    later = tournament.pairings.filter(round__gt=number).order_by("-round")
    return later.values_list("round", flat=True).first() or 0


def following(pairing: Pairing, white: Result, black: Result) -> dict[int, list[int]]:
    """Return the boards of each later round that followed from the result, or would follow from the other one.

    A Swiss pairs by points (C.04.1): these are the boards of both players, and of everybody who has as many points as
    one of them by one of the two results. Two queries.
    """
    last = last_following(pairing.tournament, pairing.round)
    rows = pairing.tournament.pairings.filter(round__lte=last).order_by("round", "board", "pk")
    changes = _changes(pairing, white, black)
    points: dict[int | None, int] = defaultdict(int)  # half points of each participant before the round, as stored
    boards: dict[int, list[int]] = {}
    for number, here in groupby(rows, key=lambda each: each.round):
        games = list(here)
        if number > pairing.round:
            reached = {points[who] + change for who, change in changes}
            seated = [each for each in games if reached & {points[each.white_id], points[each.black_id]}]
            boards[number] = [each.board for each in seated if each.black_id is not None]
        for each in games:
            for who, result in zip((each.white_id, each.black_id), each.results, strict=True):
                points[who] += result.half_points if result else 0
    return boards


def _changes(pairing: Pairing, white: Result, black: Result) -> list[tuple[int | None, int]]:
    """Return by how many half points each player has more by either result: none by the stored one."""
    sides = zip((pairing.white_id, pairing.black_id), (white, black), pairing.results, strict=True)
    both = [(who, new.half_points - (old.half_points if old else 0)) for who, new, old in sides]
    return [(who, change) for who, more in both for change in (0, more)]
