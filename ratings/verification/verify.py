"""Recompute a list from the games and compare it with what is stored."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from django.utils.translation import gettext_lazy as lazy

from ratings.calculation.arrays import LedgerLines, Lines, RatingLines
from ratings.calculation.compute import ComputedList, compute_list
from ratings.calculation.manifest import digest, lines_part, records
from ratings.calculation.store import read_ledger, read_ratings
from ratings.games.players import look_up
from ratings.models import RatedTournament, RatingList
from ratings.systems.period import POINT

SHOWN_AT_MOST = 20
# Deviations are the only fractions of a list. Machines differ in their last bits, so they are equal where they differ
# by no more than this; where some differ by more, lines differ that differ in the places of the digest.
DEVIATION_TOLERANCE = 1e-6

# What is looked at, in this order: code -> what holds where it is right.
CHECKS = {
    "manifest": lazy("The checksum of the list matches its manifest."),
    "ratings": lazy("The stored ratings match the manifest."),
    "ledger": lazy("The stored calculations match the manifest."),
    "sums": lazy("Every member's calculation adds up to the change in their rating."),
    "previous": lazy("The previous list is unchanged."),
    "games": lazy("The accepted games match the manifest."),
    "tournaments": lazy("The checksums of the tournaments match their games."),
    "rules": lazy("The rules match the manifest."),
    "recomputed_ratings": lazy("Recalculated from the games, every rating matches the stored one."),
    "recomputed_ledger": lazy("Recalculated from the games, every line matches the stored one."),
}


@dataclass(frozen=True)
class Check:
    code: str
    passed: bool
    matricules: tuple[int, ...] = ()  # of members where it fails, at most `SHOWN_AT_MOST`

    @property
    def sentence(self) -> str:
        """The comparison in the reader's language."""
        return str(CHECKS[self.code])


@dataclass(frozen=True)
class Verification:
    """The result of all comparisons."""

    rating_list: RatingList
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether everything is as it should be."""
        return all(check.passed for check in self.checks)

    @property
    def failed(self) -> list[Check]:
        return [check for check in self.checks if not check.passed]


def verify(rating_list: RatingList) -> Verification:
    """Compare a list, draft or published, with its manifest and with what the games give today.

    Games, ratings and ledger are read from the rows that pages show. A starting list has no games: only what is stored
    is compared. Raise `RatingError` if the pool has lost its rules for the day.
    """
    ratings, ledger = read_ratings(rating_list), read_ledger(rating_list)
    checks = [*_stored(rating_list, ratings, ledger)]
    if not rating_list.imported:
        pool, previous = rating_list.pool, rating_list.previous
        again = compute_list(pool, rating_list.date, previous, once_more=rating_list, settled=True)
        checks += _recomputed(rating_list, ratings, ledger, again)
    return Verification(rating_list, tuple(checks))


def _stored(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines) -> list[Check]:
    contents = rating_list.manifest
    checks = [
        Check("manifest", digest(contents) == rating_list.digest),
        Check("ratings", lines_part(ratings) == contents["ratings"]),
    ]
    if rating_list.imported:
        return checks
    return [
        *checks,
        Check("ledger", lines_part(ledger) == contents["ledger"]),
        _sums(ratings, ledger),
        Check("previous", _previous_holds(rating_list)),
    ]


def _sums(ratings: RatingLines, ledger: LedgerLines) -> Check:
    """Check that each member's entries add up to the difference of the two ratings."""
    place = look_up(ratings.matricule, np.arange(len(ratings)), ledger.matricule)
    sums = np.zeros(len(ratings) + 1, np.int64)  # the last row is for those without a line: their games do not count
    np.add.at(sums, place, ledger.change)
    wrong = sums != POINT * np.append(ratings.rating - ratings.previous_rating, 0)
    return Check("sums", not wrong.any(), tuple(ratings.matricule[wrong[:-1]].tolist()[:SHOWN_AT_MOST]))


def _previous_holds(rating_list: RatingList) -> bool:
    previous, named = rating_list.previous, rating_list.manifest["previous"]
    if previous is None or named is None:
        return previous is None and named is None
    is_itself = digest(previous.manifest) == previous.digest == named["digest"]
    return is_itself and lines_part(read_ratings(previous)) == previous.manifest["ratings"]


def _recomputed(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines, again: ComputedList) -> list[Check]:
    stored = rating_list.manifest
    tournaments = set(RatedTournament.objects.filter(list=rating_list).values_list("tournament_id", "digest"))
    return [
        Check("games", again.manifest["games"] == stored["games"]),
        Check(
            "tournaments", tournaments == {(event.id, event.digest) for event in again.step.gathered.games.tournaments}
        ),
        Check("rules", _rules_hold(stored["rules"], again.manifest["rules"])),
        _same("recomputed_ratings", ratings, again.ratings),
        _same("recomputed_ledger", ledger, again.ledger),
    ]


def _rules_hold(stored: dict[str, Any], today: dict[str, Any]) -> bool:
    """The pool names the same rules, and every number is what it was; the system may have learnt new ones since."""
    named = all(stored[name] == today[name] for name in ("profile", "parameters"))
    return named and stored["values"].items() <= today["values"].items()


def _same(code: str, stored: Lines, again: Lines) -> Check:
    names = ["matricule", *(field.name for field in fields(stored) if field.name != "matricule")]
    if len(stored) == len(again) and all(_equal(getattr(stored, name), getattr(again, name)) for name in names):
        return Check(code, passed=True)
    lines = [{row.tobytes(): int(row[0]) for row in records(each, names)} for each in (stored, again)]
    matricules = sorted({(lines[0] | lines[1])[row] for row in lines[0].keys() ^ lines[1].keys()})
    return Check(code, not matricules, tuple(matricules[:SHOWN_AT_MOST]))


def _equal(stored: np.ndarray, again: np.ndarray) -> bool:
    if stored.dtype.kind == "f":
        return bool(np.allclose(stored, again, rtol=0, atol=DEVIATION_TOLERANCE, equal_nan=True))
    return np.array_equal(stored, again)
