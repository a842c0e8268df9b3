"""Compare the rounds that were paired by hand with the rules: the engine pairs them again from the stored results.

It is a check in two steps, as pairing is: `compared` calculates and writes nothing, `store` writes the marks.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from federation.background import jobs
from tournaments.models import Tournament
from tournaments.on_site import pairing_engine
from tournaments.on_site.next_round import State, engine_facts, state

Pairs = list[tuple[int, int | None]]  # ids of participants


@dataclass(frozen=True)
class Comparison:
    """How rounds differ from the rules: the pairs that only the rules have, and those that only the round has."""

    tournament: int
    facts: bytes  # the input of the engine
    rounds: dict[int, tuple[Pairs, Pairs]]


def later(tournament: Tournament, by: User | None) -> None:
    """Have a worker compare the rounds that were paired by hand, if there are any: see `tasks.compare_pairings`."""
    if tournament.manual_rounds.exists():
        jobs.submit("compare_pairings", f"compare_pairings:{tournament.pk}", {"tournament": tournament.pk}, by)


def compared(tournament: Tournament) -> Comparison:
    """Return how these rounds differ from the rules. Raise `Refused` if the engine fails."""
    now = state(tournament)
    facts, ids = _facts(now), {each.number: each.pk for each in now.participants}
    replayed, rounds = pairing_engine.replay(facts), {}
    for number in tournament.manual_rounds.values_list("round", flat=True):
        if paired := replayed.get(number):
            rules, played = set(paired.rules), set(paired.played)
            rounds[number] = (_by_id(rules - played, ids), _by_id(played - rules, ids))
    return Comparison(tournament.pk, facts, rounds)


@transaction.atomic
def store(made: Comparison) -> None:
    """Write what was found, unless something has changed since: then it is compared again at the next end."""
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=made.tournament)
    if _facts(state(tournament)) == made.facts:
        for number, (rules, played) in made.rounds.items():
            tournament.manual_rounds.filter(round=number).update(rules=rules, played=played)


def _facts(now: State) -> bytes:
    seats = {each.pk: each.number for each in now.participants}
    return engine_facts(now, now.pairings, now.last, seats, now.tournament.first_colour)


def _by_id(pairs: set[pairing_engine.Pair], ids: dict[int, int]) -> Pairs:
    return [(ids[white], ids[black] if black else None) for white, black in sorted(pairs, key=lambda pair: pair[0])]
