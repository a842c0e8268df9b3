"""The rating officer's decision on a claim. A claim that is right becomes a correction, which anyone can read."""

import datetime as dt
from collections.abc import Iterator

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from tournaments.claims.claims import close, hold, open_states
from tournaments.corrections.changes import Change, DateOf, PlayersOf, ResultOf, SwappedColours
from tournaments.corrections.correct import correct
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.intake.rows import text
from tournaments.models import Claim, Correction, CorrectionDecision, Pairing, Tournament

REASON_MISSING = noop("Give the reason; the players of the game can read it.")
NOT_PREPARED = noop("This claim cannot be carried out automatically: use the correction form.")
WITHOUT_BUTTON = {Claim.Kind.TWICE, Claim.Kind.NOT_ME, Claim.Kind.MISSING}


def prepared(claim: Claim) -> list[Change]:
    """Return the changes that the claim asks for; none if only the form of corrections can make them."""
    return [] if claim.pairing is None else list(_changes(claim, claim.pairing))


def _changes(claim: Claim, game: Pairing) -> Iterator[Change]:
    match claim.kind:
        case Claim.Kind.RESULT:
            yield ResultOf(game, *map(Result, claim.wanted))
        case Claim.Kind.COLOURS:
            yield SwappedColours(game)
        case Claim.Kind.DATE:
            yield DateOf(game, dt.date.fromisoformat(claim.wanted))
        case Claim.Kind.OPPONENT:
            opponent = claim.tournament.participants.filter(number=int(claim.wanted)).first()
            if opponent:
                is_white = game.white.member_id == claim.member_id
                seats = (game.white, opponent) if is_white else (opponent, game.black or game.white)
                yield PlayersOf(game, *seats)


@transaction.atomic
def correct_as_claimed(claim: Claim, by: User, reason: str) -> CorrectionDecision:
    """Correct the game as the claim says. Raise `Refused` if the claim names no change, and what `correct` raises."""
    _lock_tournament(claim)
    held = hold(claim, Claim.State.OFFICER)
    changes = prepared(held)
    if not changes:
        raise Refused(NOT_PREPARED)
    made = correct(held.tournament, changes, by, reason, claim=held.number)
    _closed_by(held, made, by)
    return made


@transaction.atomic
def close_with(claim: Claim, made: Correction, by: User) -> None:
    """Close the claim by a correction that the officer made with the form. Raise `Refused` if it is not theirs."""
    _lock_tournament(claim)
    held = hold(claim, Claim.State.OFFICER)
    decision = CorrectionDecision.objects.get(corrections=made)
    decision.claim = held.number
    decision.save(update_fields=["claim"])
    _closed_by(held, decision, by)


@transaction.atomic
def refuse(claim: Claim, by: User, reason: str) -> None:
    """Refuse the claim; a late one is not admissible. Raise `Refused` without a reason, or if it is closed."""
    held = hold(claim, *open_states())
    words = text(reason, 300).strip()
    if not words:
        raise Refused(REASON_MISSING)
    is_late = held.state == Claim.State.LATE
    held.reason, held.decided_by = words, by
    close(held, Claim.Outcome.NOT_ADMISSIBLE if is_late else Claim.Outcome.REFUSED, by)


def _closed_by(claim: Claim, made: CorrectionDecision, by: User) -> None:
    claim.correction, claim.decided_by, claim.reason = made, by, made.reason
    close(claim, Claim.Outcome.CORRECTED, by)


def _lock_tournament(claim: Claim) -> None:
    """Lock the tournament before the claim, as everybody does."""
    list(Tournament.objects.select_for_update(of=("self",)).filter(pk=claim.tournament_id).values_list("pk"))
