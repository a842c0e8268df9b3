"""Enter the results of a tournament that is paired here."""

from django.db import transaction
from django.utils.translation import gettext_noop as noop

from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import Pairing
from tournaments.on_site.next_round import locked
from tournaments.review.edits import require_fitting

PAIRING_UNDONE = noop("The pairing of this board has meanwhile been undone.")
ENTERED = noop("Someone else has meanwhile entered %(score)s for %(white)s – %(black)s. Press again to change that.")


@transaction.atomic
def enter_result(pairing: Pairing, white: Result, black: Result, shown: tuple[Result, Result] | None = None) -> None:
    """Enter the result of a game; both PENDING removes it.

    ``shown``: the result on the page from which it was entered. Raise `Refused` if another one was entered meanwhile.
    """
    locked(pairing.tournament_id)
    require_fitting(pairing, white, black)
    stored = Pairing.objects.filter(pk=pairing.pk).first()
    if stored is None:
        raise Refused(PAIRING_UNDONE)
    if shown is not None and stored.results not in {shown, (white, black)}:
        raise Refused(ENTERED, score=stored.score, white=str(stored.white), black=str(stored.black))
    stored.white_result, stored.black_result = white.value, black.value
    stored.save(update_fields=["white_result", "black_result"])
