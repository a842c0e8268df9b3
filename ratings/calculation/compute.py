"""Turn a step into a list that is ready to be stored: clubs, ranks, the ledger, digests. Nothing is written."""

import datetime as dt
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop as noop

from federation.background.kinds import Report, no_progress
from ratings.calculation.arrays import ENTRY, RATING, LedgerLines, RatingLines, lines_of
from ratings.calculation.chain import Facts, Step, read_facts, step
from ratings.calculation.earlier_digests import games_of
from ratings.calculation.manifest import AUDIT, IDS, digest, in_form_of, manifest, records, rules_part
from ratings.calculation.members import Belonging, belonging, carried_by, settled_belonging
from ratings.calculation.period_builder import Gathered, counts_after
from ratings.calculation.store import read_ratings
from ratings.games.archive import HALF_POINTS
from ratings.games.digest_records import NO_LETTER
from ratings.models import RatingList, RatingPool
from ratings.pools.rules import rules_as_published, rules_by_day, system_of
from ratings.systems.period import NONE, Ints, Kind, Outcome, Players, Status
from tournaments.models import Result

OF_BELONGING = {"club_key", "affiliated", "rank"}  # columns of lines that affiliations decide


@dataclass(frozen=True)
class ComputedList:
    """A list that is ready to be stored."""

    pool: RatingPool
    previous: RatingList | None
    step: Step
    ratings: RatingLines
    ledger: LedgerLines
    manifest: dict[str, Any]

    @property
    def date(self) -> dt.date:
        """Return the day of the list."""
        return self.step.date

    @property
    def digest(self) -> str:
        """Return the digest of the list."""
        return digest(self.manifest)

    def manifest_as(self, published: RatingList) -> dict[str, Any]:
        """Return the manifest as the version of the site writes it that published a list of the same day. No query."""
        games = games_of(published, self.step.gathered.games, self.step.after, reads=False)
        return in_form_of(published.manifest, self.manifest, self.ratings, self.ledger, games)

    def is_same(self, published: RatingList) -> bool:
        """Return whether nothing differs from the published list."""
        return digest(self.manifest_as(published)) == published.digest

    def is_as(self, published: RatingList) -> bool:
        """Return whether only clubs and affiliations differ from the published list, as they became known since."""
        contents = self.manifest_as(published)
        if any(contents[part] != published.manifest[part] for part in contents if part != "ratings"):
            return False
        names = [name for name in RATING.names if name not in OF_BELONGING | IDS]
        return np.array_equal(records(self.ratings, names), records(read_ratings(published), names))


def compute_list(
    pool: RatingPool,
    date: dt.date,
    previous: RatingList | None,
    *,
    once_more: RatingList | None = None,
    settled: bool = False,
    facts: Facts | None = None,
    report: Report = no_progress,
) -> ComputedList:
    """Return the list of the day, calculated from the accepted games and the previous list.

    ``facts`` are read if they are None. ``once_more`` is the published list of the same day: its FIDE ratings are used
    again. If ``settled``, so are its affiliations and the numbers of its rules, as verification needs them.
    """
    report(10, noop("Reading the games"))
    after = counts_after(previous)
    facts = facts or read_facts(pool, after, date, date)
    before = carried_by(previous, facts.people)
    report(40, noop("Calculating the ratings"))
    rules = rules_as_published(once_more) if once_more and settled else rules_by_day(pool)
    found = step(pool, date, facts, before, after, rules_of_day=rules, as_published=once_more)
    report(60, noop("Writing the list"))
    return listed(pool, found, previous, once_more if settled else None)


def listed(
    pool: RatingPool, found: Step, previous: RatingList | None, settled: RatingList | None = None
) -> ComputedList:
    """Return the list of a step. ``settled`` is a list whose clubs and affiliations are used again."""
    gathered, outcome, facts = found.gathered, found.outcome, found.facts
    if settled:
        belongs = settled_belonging(settled, gathered.member_ids)
    else:
        belongs = belonging(facts.intervals, facts.people, gathered.rows, found.date)
    ratings = rating_lines(gathered.member_ids, gathered.period.players, outcome, belongs, system_of(pool))
    ledger = ledger_lines(gathered, outcome)
    contents = manifest(
        pool,
        found.date,
        ratings=ratings,
        ledger=ledger,
        previous=previous,
        games=gathered.games,
        rules=rules_part(found.rules, found.parameters.as_stored()),
        facts=_facts_of_run(found),
    )
    return ComputedList(pool, previous, found, ratings, ledger, contents)


def _facts_of_run(found: Step) -> dict[str, Any]:
    """Return what else a list says of its run: the last entry of the audit, and the tournaments whose adjustment did
    not converge (A12).
    """
    ids = [found.gathered.games.ids[number] for number in found.outcome.facts.get("not_converged", [])]
    names = {event.id: event.name for event in found.facts.archive.events} if ids else {}
    said = {"not_converged": [names[number] for number in ids], AUDIT: found.facts.audit}
    return {name: value for name, value in said.items() if value}


def rating_lines(
    member: Ints, players: Players, outcome: Outcome, belongs: Belonging, system: ModuleType
) -> RatingLines:
    """Return a line for each player with a rating, now or before, or a counted game. ``member``: their ids."""
    lines = lines_of(
        RATING,
        member=member,
        key=players.number,
        club=belongs.club,
        club_key=belongs.club_key,
        rating=outcome.rating,
        games=outcome.games,
        status=outcome.status,
        rank=ranks(players, outcome, belongs, system),
        previous_rating=np.where(players.rated, players.rating, 0),
        was_rated=players.rated.astype(np.int64),
        previous_games=players.games,
        period_games=outcome.period_games,
        opponents_sum=outcome.opponents_sum,
        half_points=outcome.half_points,
        deviation=outcome.deviation,
        last_day=outcome.last_day,
        last_minute=np.zeros_like(outcome.last_day) if outcome.last_minute is None else outcome.last_minute,
        affiliated=belongs.affiliated,
    )
    # A player who loses a rating that came without games (FIDE's) keeps a line: the ledger explains the loss.
    is_rated = outcome.status != Status.UNRATED
    return lines[(outcome.games > 0) | is_rated | players.rated]


def ranks(players: Players, outcome: Outcome, belongs: Belonging, system: ModuleType) -> Ints:
    """Return 1, 2 ... for affiliated players with an established or FIDE rating, in the system's order; else 0."""
    best_first = system.order(outcome, players)
    ranked = best_first[(belongs.affiliated[best_first] > 0) & (outcome.status[best_first] >= Status.ESTABLISHED)]
    rank = np.zeros(len(players.number), np.int64)
    rank[ranked] = np.arange(1, len(ranked) + 1)
    return rank


def ledger_lines(gathered: Gathered, outcome: Outcome) -> LedgerLines:
    """Return the system's entries, and after them each member's games that could not count."""
    entries, games = outcome.ledger, gathered.counted
    people = gathered.games.people
    mine = gathered.rows[entries.player]
    seats = ("white", "white_partner", "black")
    white, partner, black = (np.append(games[seat], NONE)[entries.game] for seat in seats)
    theirs = np.where((white == mine) | (partner == mine), black, white)
    parts = [
        {
            "row": mine,
            "kind": entries.kind,
            "reason": entries.reason,
            "pairing": np.append(games["id"], 0)[entries.game],
            "opponent_row": theirs,
            "opponent_rating": entries.opponent_rating,
            "difference": entries.difference,
            "expected": entries.expected,
            "k": entries.k,
            "half_points": entries.half_points,
            "change": entries.change,
            "game_number": entries.game_number,
        },
        _not_counted(gathered.games.pairings[~gathered.games.counts]),
    ]
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = np.argsort(columns["row"], kind="stable")
    columns = {name: column[order] for name, column in columns.items()}
    row, opponent = columns.pop("row"), columns.pop("opponent_row")
    starts = np.flatnonzero(np.diff(row, prepend=NONE))
    return lines_of(
        ENTRY,
        member=people.ids[row],
        key=people.keys[row],
        number=np.arange(1, len(row) + 1) - np.repeat(starts, np.diff(starts, append=len(row))),
        opponent=np.append(people.ids, 0)[opponent],
        opponent_key=np.append(people.keys, 0)[opponent],
        **columns,
    )


def _not_counted(games: np.ndarray) -> dict[str, Ints]:
    """Return an entry for each member at a board, in order of play: White's, Black's, then those of their partners."""
    mine = _seats(games["white"], games["black"], games["white_partner"], games["black_partner"])
    letter = _sides(games["white_letter"], games["black_letter"])
    nothing = np.zeros(len(mine), np.int64)
    columns = {
        "row": mine,
        "kind": np.full(len(mine), Kind.NOT_COUNTED, np.int64),
        "reason": _sides(games["reason"], games["reason"]),
        "pairing": _sides(games["id"], games["id"]),
        "opponent_row": _sides(games["black"], games["white"]),
        "opponent_rating": _sides(games["black_given"], games["white_given"]),
        "half_points": np.where((letter == ord(Result.PENDING)) | (letter == NO_LETTER), -1, HALF_POINTS[letter]),
        **dict.fromkeys(("difference", "expected", "k", "change", "game_number"), nothing),
    }
    return {name: column[mine != NONE] for name, column in columns.items()}


def _sides(white: Ints, black: Ints) -> Ints:
    return _seats(white, black, white, black)


def _seats(*seats: Ints) -> Ints:
    return np.column_stack(seats).ravel()
