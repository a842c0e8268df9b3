"""What is said of a tournament that was paired here: results that changed late, rounds that were paired by hand.

Pages say it in sentences, TRF26 in comment records (formats/trf 2.1).
"""

from collections.abc import Iterable, Sequence

from django.db.models import Q
from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import filled
from tournaments.formats.report import Result
from tournaments.formats.results import score
from tournaments.models import LateResult, ManualRound, Participant, Tournament

LATE = noop(
    "Round %(round)s, board %(board)s: the result was changed from %(before)s to %(after)s after round %(last)s had "
    "been paired."
)
NOT_COMPARED = noop("Round %(round)s was paired by hand. It has not been compared with the rules yet.")
AS_THE_RULES = noop("Round %(round)s was paired by hand, as the rules pair it.")
DIFFERS = noop("Round %(round)s was paired by hand: %(played)s. The rules pair: %(rules)s.")
BYE = noop("%(player)s has the bye")

Pairs = Iterable[Sequence[int | None]]  # ids of participants


def marks_of(tournament: Tournament, number: int | None = None) -> list[str]:
    """Return the marks of a tournament, or those that concern a round, in the reader's language.

    At most three queries; none if it was not paired here.
    """
    if not tournament.is_paired_here:
        return []
    late, manual = _late(tournament), tournament.manual_rounds.all()
    if number is not None:
        late = late.filter(Q(pairing__round=number) | Q(pairing__round__lt=number, last_round__gte=number))
        manual = manual.filter(round=number)
    rounds = list(manual)
    ids = {pk for each in rounds for pair in (*(each.rules or ()), *(each.played or ())) for pk in pair}
    people = Participant.objects.select_related("member").in_bulk(ids - {None}) if ids else {}
    return [*map(_late_sentence, late), *(_manual_sentence(each, people) for each in rounds)]


def comments(tournament: Tournament, participants: Sequence[Participant]) -> list[str]:
    """Return the marks as comments of TRF26, with the start numbers of the file. At most two queries.

    ``participants``: in the order of these numbers.
    """
    if not tournament.is_paired_here:
        return []
    numbers: dict[int | None, int] = {each.pk: number for number, each in enumerate(participants, start=1)}
    changed = [
        f"Result correction @ Round {each.pairing.round}: "
        f"{_seats([(each.pairing.white_id, each.pairing.black_id)], numbers)}: "
        f"{_plain_score(each.before)} => {_plain_score(each.after)} (paired until round {each.last_round})"
        for each in _late(tournament)
    ]
    by_hand = [
        f"MPA @ Round {each.round}: {_seats(each.rules, numbers)} => {_seats(each.played, numbers)}"
        for each in tournament.manual_rounds.all()
        if each.rules and each.played
    ]
    return [*changed, *by_hand]


def _late(tournament: Tournament):
    return LateResult.objects.filter(pairing__tournament=tournament).select_related("pairing")


def _late_sentence(each: LateResult) -> str:
    facts = {"round": each.pairing.round, "board": each.pairing.board, "last": each.last_round}
    scores = {"before": _score(each.before), "after": _score(each.after)}
    return filled(LATE, facts | scores)


def _manual_sentence(each: ManualRound, people: dict[int, Participant]) -> str:
    if each.rules is None or each.played is None:
        return filled(NOT_COMPARED, {"round": each.round})
    if not each.rules and not each.played:
        return filled(AS_THE_RULES, {"round": each.round})
    facts = {"played": _names(each.played, people), "rules": _names(each.rules, people)}
    return filled(DIFFERS, {"round": each.round} | facts)


def _names(pairs: Pairs, people: dict[int, Participant]) -> str:
    names = [[people[pk].public_name for pk in pair if pk] for pair in pairs]
    return "; ".join(" – ".join(pair) if len(pair) > 1 else filled(BYE, {"player": pair[0]}) for pair in names)


def _seats(pairs: Pairs, numbers: dict[int | None, int]) -> str:
    """Return pairs by start number; 0 is the bye."""
    return ", ".join(f"{numbers[white]}-{numbers.get(black, 0)}" for white, black in pairs)


def _score(letters: str) -> str:
    return score(Result(letters[0]), Result(letters[1]))


def _plain_score(letters: str) -> str:
    """Return both letters as TRF has them: 1-0, =-=, +:-."""
    return (":" if "-" in letters else "-").join(letters)
