"""Name the lines of a list, and of its ledger, that differ from what they should be."""

import csv
import datetime as dt
import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop as noop

from federation.models import Club, Member
from ratings.calculation.arrays import LedgerLines, Lines, RatingLines
from ratings.calculation.former_keys import Keys
from ratings.calculation.manifest import DEVIATION_PLACES, IDS, records
from ratings.exports import DOWNLOADS, Snapshot
from ratings.games.players import look_up, replaced
from ratings.models import RatingList
from ratings.systems.period import POINT, Kind, Reason, Status
from ratings.verification.checks import Check, Difference
from ratings.verification.files import stored_content

NOTHING = "–"
# Deviations are the only fractions of a list. Machines differ in their last bits, so they are equal where they differ
# by no more than this; where some differ by more, lines differ that differ in the places of the digest.
DEVIATION_TOLERANCE = 1e-6

DIFFERS = noop("Member %(member)s: %(what)s %(then)s in the list, %(now)s when recalculated.")
ENTRY_DIFFERS = noop(
    "Member %(member)s, calculation line %(number)s: %(what)s %(then)s in the list, %(now)s when recalculated."
)
TOO_MANY = noop("Member %(member)s: in the list, but not when recalculated.")
TOO_FEW = noop("Member %(member)s: missing from the list.")
ENTRY_TOO_MANY = noop("Member %(member)s, calculation line %(number)s: in the list, but not when recalculated.")
ENTRY_TOO_FEW = noop("Member %(member)s, calculation line %(number)s: missing from the list.")
NOT_AS_PUBLISHED = noop("Member %(member)s: %(what)s %(now)s in the list, %(then)s in the published file.")
NOT_PUBLISHED = noop("Member %(member)s: in the list, but not in the published file.")
NO_LONGER_LISTED = noop("Member %(member)s: in the published file, but no longer in the list.")
ANOTHER_MEMBER = noop("Member %(member)s: the line is now linked to member %(now)s.")
ANOTHER_CLUB = noop("Member %(member)s: club %(then)s in the list, but the line is now linked to club %(now)s.")
SUM = noop("Member %(member)s: the calculation adds up to %(now)s points, the rating changed by %(then)s.")

LABELS = {
    "member": noop("member number"),
    "club": noop("club"),
    "club_key": noop("club"),
    "rating": noop("rating"),
    "games": noop("games"),
    "status": noop("status"),
    "rank": noop("rank"),
    "previous_rating": noop("previous rating"),
    "was_rated": noop("previous rating"),
    "previous_games": noop("previous games"),
    "period_games": noop("games this period"),
    "opponents_sum": noop("sum of opponents"),
    "half_points": noop("half points"),
    "deviation": noop("RD"),
    "last_day": noop("last game"),
    "last_minute": noop("end of the last game"),
    "affiliated": noop("affiliated"),
    "kind": noop("kind"),
    "reason": noop("reason"),
    "pairing": noop("game"),
    "opponent": noop("opponent"),
    "opponent_key": noop("opponent"),
    "opponent_rating": noop("rating of the opponent"),
    "difference": noop("rating difference"),
    "expected": noop("expected score"),
    "k": noop("K-factor"),
    "change": noop("change"),
    "game_number": noop("number of the game"),
}
POINTS = {"expected", "k", "change"}  # in ten-thousandths
# Columns of list.csv that do not follow the members' own data of today.
PUBLISHED = {
    "rating": "rating", "games": "games", "previous_rating": "previous_rating", "status": "status", "rank": "rank",
    "period_games": "period_games", "opponents_sum": "opponents_sum", "points": "half_points",
    "deviation": "deviation", "last_played": "last_day", "affiliated": "affiliated", "club": "club_key",
}  # fmt: skip


def same_ratings(stored: RatingLines, again: RatingLines) -> Check:
    return _compared("recomputed_ratings", stored, again, ("key",))


def same_ledger(stored: LedgerLines, again: LedgerLines, *, is_cut: bool = False) -> Check:
    """Compare two ledgers. ``is_cut``: changes were cut to ten-thousandths, which are rounded now."""
    if is_cut and len(stored) == len(again):
        near = np.abs(stored.change - again.change) <= 2  # the last of a tournament absorbs two roundings
        again = again.copy()
        again.change[near] = stored.change[near]
    return _compared("recomputed_ledger", stored, again, ("key", "number"))


def _compared(code: str, stored: Lines, again: Lines, keys: tuple[str, ...]) -> Check:
    names = [*keys, *(name for name in stored.dtype.names if name not in keys)]
    if len(stored) == len(again) and all(_equal(stored[name], again[name]) for name in names):
        return Check(code, passed=True)
    sides = [{row.tobytes(): row.tolist() for row in records(each, names)} for each in (stored, again)]
    then, now = (
        {tuple(side[row][: len(keys)]): side[row] for row in side.keys() - other.keys()}
        for side, other in (sides, sides[::-1])
    )
    different = sorted(then.keys() | now.keys())
    found = [each for key in different for each in _of_line(names, key, then.get(key), now.get(key))]
    found.sort(key=_importance)
    return Check.of(code, found, sorted({key[0] for key in different}))


def _importance(difference: Difference) -> int:
    """Return the place of a difference: lines that are not on both sides first, ranks, which follow others, last."""
    what = difference.facts.get("what", "")
    return 0 if not what else 1 if what == LABELS["rating"] else 3 if what == LABELS["rank"] else 2


def _equal(stored: np.ndarray, again: np.ndarray) -> bool:
    if stored.dtype.kind == "f":
        return bool(np.allclose(stored, again, rtol=0, atol=DEVIATION_TOLERANCE, equal_nan=True))
    return np.array_equal(stored, again)


def _of_line(
    names: list[str], key: tuple[int, ...], then: list[int] | None, now: list[int] | None
) -> Iterator[Difference]:
    """Yield a difference for each column of a line, or one if the line is not on both sides."""
    is_entry = len(key) > 1
    facts = dict(zip(("member", "number"), key, strict=False))
    if then is None or now is None:
        too_many, too_few = (ENTRY_TOO_MANY, ENTRY_TOO_FEW) if is_entry else (TOO_MANY, TOO_FEW)
        yield Difference(too_few if then is None else too_many, facts)
        return
    differing = {name: each for name, *each in zip(names, then, now, strict=True) if each[0] != each[1]}
    for name, (one, other) in differing.items():
        if name not in IDS or differing.keys() <= IDS:  # numbers of this database are named where nothing else differs
            sides = {"then": shown(name, one), "now": shown(name, other)}
            yield Difference(ENTRY_DIFFERS if is_entry else DIFFERS, {**facts, "what": LABELS[name], **sides})


def shown(name: str, value: int) -> str:
    """Return a figure of a column as a sentence writes it."""
    forms: dict[str, Callable[[int], str]] = {
        **dict.fromkeys(POINTS, lambda parts: f"{parts / POINT:g}"),
        "deviation": lambda parts: NOTHING if parts < 0 else f"{parts / 10**DEVIATION_PLACES:g}",
        "last_day": lambda day: dt.date.fromordinal(day).isoformat() if day else NOTHING,
        "status": lambda code: _word(Status, code),
        "kind": lambda code: _word(Kind, code),
        "reason": lambda code: _word(Reason, code),
        **{name: lambda key: f"#{key}" if key else NOTHING for name in ("member", "club", "pairing", "opponent")},
    }
    return forms.get(name, str)(value)


def _word(codes: Any, code: int) -> str:
    return codes(code).name.lower() if code in set(codes) else str(code)


def sums(ratings: RatingLines, ledger: LedgerLines) -> Check:
    """Check that each member's entries add up to the difference of the two ratings."""
    place = look_up(ratings.key, np.arange(len(ratings)), ledger.key)
    found = np.zeros(len(ratings) + 1, np.int64)  # the last row is for members without a line: their games do not count
    np.add.at(found, place, ledger.change)
    due = np.append(ratings.rating - ratings.previous_rating, 0)
    wrong = np.flatnonzero(found != POINT * due)
    numbers = np.append(ratings.key, 0)
    return Check.of(
        "sums",
        [
            Difference(SUM, {"member": int(numbers[row]), "now": f"{found[row] / POINT:g}", "then": int(due[row])})
            for row in wrong.tolist()
        ],
        [int(numbers[row]) for row in wrong.tolist() if row < len(ratings)],
    )


def as_published(rating_list: RatingList) -> list[Difference]:
    """Return how the list differs from its stored CSV file; nothing if that is not there."""
    content = stored_content(rating_list, "list.csv")
    if content is None:
        return []
    then, now = (_table(each) for each in (content, DOWNLOADS["list.csv"].write(Snapshot(rating_list))))
    found = []
    for number in sorted(then.keys() | now.keys(), key=int):
        if number not in then or number not in now:
            found.append(Difference(NOT_PUBLISHED if number in now else NO_LONGER_LISTED, {"member": int(number)}))
            continue
        for column, name in PUBLISHED.items():
            one, other = then[number][column], now[number][column]
            if one != other:
                facts = {"member": int(number), "what": LABELS[name], "then": one or NOTHING, "now": other or NOTHING}
                found.append(Difference(NOT_AS_PUBLISHED, facts))
    return found


def _table(content: bytes) -> dict[str, dict[str, str]]:
    return {row["matricule"]: row for row in csv.DictReader(io.StringIO(content.decode(), newline=""))}


def people(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines, keys_then: Keys) -> Check:
    """Check that lines and entries belong to the members, and lines to the clubs, whose numbers they have.
    ``keys_then``: of members whom the list knows by a former number.

    A club whose number nobody has any more was given another one.
    """
    ids, today = _columns(Member.objects.order_by("pk").values_list("pk", "key"))
    numbers, found = replaced(ids, today, keys_then), []
    for lines, who, number in (
        (ratings, ratings.member, ratings.key),
        (ledger, ledger.member, ledger.key),
        (ledger, ledger.opponent, ledger.opponent_key),
    ):
        now = look_up(ids, numbers, who, missing=0)
        for row in np.flatnonzero(now != number).tolist():
            facts = {"member": int(number[row] or lines.key[row]), "now": int(now[row]) or NOTHING}
            found.append(Difference(ANOTHER_MEMBER, facts))
    clubs, club_keys = _columns(Club.objects.order_by("pk").values_list("pk", "key"))
    now = look_up(clubs, club_keys, ratings.club, missing=0)
    wrong = (now != ratings.club_key) & np.isin(ratings.club_key, np.append(club_keys, 0))
    for row in np.flatnonzero(wrong).tolist():
        then, to = (int(each) or NOTHING for each in (ratings.club_key[row], now[row]))
        found.append(Difference(ANOTHER_CLUB, {"member": int(ratings.key[row]), "then": then, "now": to}))
    return Check.of("people", found, dict.fromkeys(int(each.facts["member"]) for each in found))


def _columns(rows: Any) -> tuple[np.ndarray, np.ndarray]:
    found = np.array(list(rows), np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]
