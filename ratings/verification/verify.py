"""Recompute a list from what pages show, and compare it with what is stored and published."""

from collections.abc import Iterator
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_noop as noop

from ratings.calculation.arrays import LedgerLines, RatingLines
from ratings.calculation.compute import ComputedList, compute_list
from ratings.calculation.manifest import digest, lines_part
from ratings.calculation.store import read_ledger, read_ratings
from ratings.games.players import look_up
from ratings.models import RatingList
from ratings.verification import games
from ratings.verification.checks import Check, Difference, Verification
from ratings.verification.files import files
from ratings.verification.lines import as_published, people, same_ledger, same_ratings, sums
from ratings.wording import WORDING
from ratings.wording.parameter import names_of

OTHER_RULE = noop("Rule “%(what)s”: %(then)s in the list, %(now)s in the rules that hold now.")
OTHER_PROFILE = noop("The list was calculated by the rules %(then)s; the rules %(now)s hold now.")
OTHER_FACT = noop("%(what)s: %(now)s, in the manifest %(then)s.")
UNREADABLE = noop("What is stored of the list cannot be read (%(problem)s).")
NO_PREVIOUS = noop("The previous list is no longer linked to this one.")
NOT_PREVIOUS = noop("The manifest names no previous list, but one is linked.")
OTHER_PREVIOUS = noop("The list of %(date)s, from which this one was calculated, no longer has the same checksum.")
PREVIOUS_RATING = noop("Member %(member)s: %(now)s in the previous list; this list was calculated from %(then)s.")
LABELS = {
    "date": noop("date"),
    "pool": noop("rating type"),
    "system": noop("system"),
    "players": noop("players"),
    "games": noop("games"),
}


def verify(rating_list: RatingList) -> Verification:
    """Compare a list, draft or published, with its manifest, with its stored files, and with what the games give today.

    Games, ratings and ledger are read from the rows that pages show. A starting list has no games: only what is stored
    is compared. Raise `RatingError` if the pool has lost its rules for the day.
    """
    try:
        return Verification(rating_list, tuple(_checks(rating_list)))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
        # Somebody changed the manifest or rows into what no version of the site writes.
        unreadable = Difference(UNREADABLE, {"problem": f"{type(problem).__name__}: {problem}"})
        return Verification(rating_list, (Check.of("manifest", [unreadable]),))


def _checks(rating_list: RatingList) -> Iterator[Check]:
    ratings, ledger = read_ratings(rating_list), read_ledger(rating_list)
    yield from _stored(rating_list, ratings, ledger)
    if not rating_list.imported:
        pool, previous = rating_list.pool, rating_list.previous
        again = compute_list(pool, rating_list.date, previous, once_more=rating_list, settled=True)
        yield from _recomputed(rating_list, ratings, ledger, again)
    yield files(rating_list)


def _stored(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines) -> list[Check]:
    contents = rating_list.manifest
    is_as_signed = lines_part(ratings) == contents["ratings"]
    checks = [
        Check("manifest", digest(contents) == rating_list.digest),
        Check.of("list", _other_facts(rating_list)),
        Check("ratings", passed=True) if is_as_signed else _named("ratings", as_published(rating_list)),
        people(rating_list, ratings, ledger),
    ]
    if rating_list.imported:
        return checks
    return [
        *checks,
        Check("ledger", lines_part(ledger) == contents["ledger"]),
        sums(ratings, ledger),
        _previous(rating_list, ratings),
    ]


def _named(code: str, found: list[Difference]) -> Check:
    """Return a comparison that failed, with the differences that can be named."""
    named = Check.of(code, found, dict.fromkeys(each.facts["member"] for each in found if "member" in each.facts))
    return Check(code, False, named.matricules, named.differences, named.further)


def _other_facts(rating_list: RatingList) -> list[Difference]:
    """Return what the row of the list says otherwise than the manifest."""
    contents, pool = rating_list.manifest, rating_list.pool
    facts = {
        "date": (contents["date"], rating_list.date.isoformat()),
        "pool": (contents["pool"], pool.slug),
        "system": (contents["system"], pool.system),
        "players": (contents["ratings"]["count"], rating_list.player_count),
        "games": (contents["games"]["count"] if contents["games"] else 0, rating_list.game_count),
    }
    return [
        Difference(OTHER_FACT, {"what": LABELS[name], "then": then, "now": now})
        for name, (then, now) in facts.items()
        if then != now
    ]


def _previous(rating_list: RatingList, ratings: RatingLines) -> Check:
    previous, named = rating_list.previous, rating_list.manifest["previous"]
    if previous is None or named is None:
        return Check.of(
            "previous", [] if previous is named else [Difference(NOT_PREVIOUS if previous else NO_PREVIOUS, {})]
        )
    before = read_ratings(previous)
    is_itself = digest(previous.manifest) == previous.digest == named["digest"]
    if is_itself and lines_part(before) == previous.manifest["ratings"]:
        return Check("previous", passed=True)
    now = look_up(before.matricule, before.rating, ratings.matricule, missing=0)
    found = [Difference(OTHER_PREVIOUS, {"date": previous.date})]
    for row in (now != ratings.previous_rating).nonzero()[0].tolist():
        facts = {"member": int(ratings.matricule[row]), "now": int(now[row]), "then": int(ratings.previous_rating[row])}
        found.append(Difference(PREVIOUS_RATING, facts))
    return _named("previous", found)


def _recomputed(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines, again: ComputedList) -> list[Check]:
    stored = rating_list.manifest
    events = games.tournaments(rating_list, again)
    same_games = again.manifest["games"] == stored["games"]
    return [
        Check("games", passed=True) if same_games else _named("games", games.games(rating_list, again, ledger, events)),
        Check.of("tournaments", events),
        Check.of("rules", _other_rules(rating_list.pool.system, stored["rules"], again.manifest["rules"])),
        same_ratings(ratings, again.ratings),
        same_ledger(ledger, again.ledger),
    ]


def _other_rules(system: str, stored: dict[str, Any], today: dict[str, Any]) -> list[Difference]:
    """Return the rules that differ from those of the list; the system may have learnt new ones since."""
    names = names_of(WORDING[system].RULES)
    found = []
    if stored["profile"] != today["profile"]:
        found.append(Difference(OTHER_PROFILE, {"then": stored["profile"], "now": today["profile"]}))
    for name in sorted({*stored["parameters"], *today["parameters"], *stored["values"]}):
        sides = [[rules[part].get(name) for part in ("values", "parameters")] for rules in (stored, today)]
        if sides[0] != sides[1]:
            with translation.override("en"):  # as the catalogues know it
                what = str(names[name].name) if name in names else name
            then, now = (str(value) for value, _parameter in sides)
            found.append(Difference(OTHER_RULE, {"what": what, "then": then, "now": now}))
    return found
