"""Recompute a list from what pages show, and compare it with what is stored and published."""

import logging
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_noop as noop

from ratings.calculation.arrays import LedgerLines, RatingLines
from ratings.calculation.chain import read_facts
from ratings.calculation.compute import compute_list
from ratings.calculation.earlier_digests import games_of, is_calculated_otherwise
from ratings.calculation.former_keys import Keys, keys_in
from ratings.calculation.manifest import codes, digest, games_part, lines_part
from ratings.calculation.period_builder import counts_after
from ratings.calculation.store import read_ledger, read_ratings
from ratings.games.players import look_up, read_people
from ratings.models import PoolRules, RatingList
from ratings.pools.rules import parameters_of, rules_of, system_of
from ratings.systems.fqe import rate as fqe
from ratings.verification import games
from ratings.verification.checks import Check, Difference, Verification
from ratings.verification.files import files, privacy
from ratings.verification.lines import NOTHING, as_published, people, same_ledger, same_ratings, sums
from ratings.verification.logged import log as public_log
from ratings.wording import WORDING
from ratings.wording.parameter import names_of
from tournaments.models import Discipline, GamesDigest

log = logging.getLogger(__name__)

OTHER_RULE = noop("Rule “%(what)s”: %(then)s in the list, %(now)s in the rules that hold now.")
OTHER_PROFILE = noop("The list was calculated by the rules %(then)s; the rules %(now)s hold now.")
OTHER_FACT = noop("%(what)s: %(now)s, in the manifest %(then)s.")
UNREADABLE = noop("What is stored of the list cannot be read (%(problem)s).")
UNLISTED = noop("The list of %(date)s was published, but no list of that day is published now.")
NO_PREVIOUS = noop("The previous list is no longer linked to this one.")
NOT_PREVIOUS = noop("The manifest names no previous list, but one is linked.")
OTHER_PREVIOUS = noop("The list of %(date)s, from which this one was calculated, no longer has the same checksum.")
PREVIOUS_RATING = noop("Member %(member)s: %(now)s in the previous list; this list was calculated from %(then)s.")
NOT_STARTING = noop("The list is marked as a starting list, but it was calculated from games.")
OTHER_CODE = noop("“%(word)s” is %(then)s in the list, %(now)s for this version of the program.")
PASSED = Check("manifest", passed=True)
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
        # The manifest or rows were changed into what no version of the site writes.
        log.exception("the list %s cannot be verified", rating_list)
        unreadable = Difference(UNREADABLE, {"problem": f"{type(problem).__name__}: {problem}"})
        return Verification(rating_list, (Check.of("manifest", [unreadable]),))


def renew_games_digests(found: Verification) -> None:
    """Record that games were changed unnoticed, so that a list that failed is compared with its games again."""
    if not found.passed:
        GamesDigest.renew(found.rating_list.tournaments.values_list("tournament", flat=True))


def _checks(rating_list: RatingList) -> Iterator[Check]:
    ratings, ledger, keys_then = read_ratings(rating_list), read_ledger(rating_list), keys_in(rating_list)
    yield from _stored(rating_list, ratings, ledger, keys_then)
    if not rating_list.imported:
        yield from _recomputed(rating_list, ratings, ledger, keys_then)
    yield public_log(rating_list)
    yield files(rating_list)
    yield privacy(rating_list)


def _stored(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines, keys_then: Keys) -> list[Check]:
    contents = rating_list.manifest
    is_as_signed = lines_part(ratings, contents) == contents["ratings"]
    checks = [
        _manifest(rating_list),
        Check.of("list", _other_facts(rating_list)),
        Check("ratings", passed=True) if is_as_signed else _named("ratings", as_published(rating_list)),
        people(rating_list, ratings, ledger, keys_then),
    ]
    if rating_list.imported:
        return checks
    return [
        *checks,
        Check("ledger", lines_part(ledger, contents) == contents["ledger"]),
        sums(ratings, ledger),
        _previous(rating_list, ratings),
    ]


def _manifest(rating_list: RatingList) -> Check:
    """Check the digest of the manifest, and that its numbers still stand for the same words."""
    contents, today = rating_list.manifest, codes()
    renumbered = [
        Difference(OTHER_CODE, {"word": word, "then": number, "now": today[name].get(word, NOTHING)})
        for name, words in contents.get("codes", {}).items()
        for word, number in words.items()
        if today[name].get(word) != number
    ]
    return _named("manifest", renumbered) if renumbered or digest(contents) != rating_list.digest else PASSED


def _named(code: str, found: list[Difference]) -> Check:
    """Return a comparison that failed, with the differences that can be named."""
    named = Check.of(code, found, dict.fromkeys(each.facts["member"] for each in found if "member" in each.facts))
    return Check(code, False, named.keys, named.differences, named.further)


def _other_facts(rating_list: RatingList) -> list[Difference]:
    """Return how the row of the list differs from the manifest."""
    contents, pool = rating_list.manifest, rating_list.pool
    facts = {
        "date": (contents["date"], rating_list.date.isoformat()),
        "pool": (contents["pool"], pool.slug),
        "system": (contents["system"], pool.system),
        "players": (contents["ratings"]["count"], rating_list.player_count),
        "games": (contents["games"]["count"] if contents["games"] else 0, rating_list.game_count),
    }
    found = [
        Difference(OTHER_FACT, {"what": LABELS[name], "then": then, "now": now})
        for name, (then, now) in facts.items()
        if then != now
    ]
    if rating_list.imported and contents["games"]:
        found.append(Difference(NOT_STARTING, {}))
    if rating_list.is_unlisted:
        found.append(Difference(UNLISTED, {"date": rating_list.date}))
    return found


def _previous(rating_list: RatingList, ratings: RatingLines) -> Check:
    previous, named = rating_list.previous, rating_list.manifest["previous"]
    if previous is None or named is None:
        return Check.of(
            "previous", [] if previous is named else [Difference(NOT_PREVIOUS if previous else NO_PREVIOUS, {})]
        )
    before = read_ratings(previous)
    is_itself = digest(previous.manifest) == previous.digest == named["digest"]
    if is_itself and lines_part(before, previous.manifest) == previous.manifest["ratings"]:
        return Check("previous", passed=True)
    now = look_up(before.key, before.rating, ratings.key, missing=0)
    found = [Difference(OTHER_PREVIOUS, {"date": previous.date})]
    for row in (now != ratings.previous_rating).nonzero()[0].tolist():
        facts = {"member": int(ratings.key[row]), "now": int(now[row]), "then": int(ratings.previous_rating[row])}
        found.append(Difference(PREVIOUS_RATING, facts))
    return _named("previous", found)


def _recomputed(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines, keys_then: Keys) -> Iterator[Check]:
    stored, pool, date = rating_list.manifest, rating_list.pool, rating_list.date
    facts = read_facts(pool, counts_after(rating_list.previous), date, date, read_people(keys_then=keys_then))
    again = compute_list(pool, date, rating_list.previous, once_more=rating_list, settled=True, facts=facts)
    gathered = again.step.gathered.games
    now = games_of(rating_list, gathered, again.step.after)
    is_earlier = is_calculated_otherwise(rating_list) or (pool.discipline == Discipline.GO and now is not gathered)
    events = games.tournaments(rating_list, now)
    if games_part(now) == stored["games"]:
        yield Check("games", passed=True)
    else:
        yield _named("games", [] if is_earlier else games.games(rating_list, again, ledger, events))
    yield Check.of("tournaments", events)
    yield Check.of("rules", _other_rules(rules_of(pool, date), system_of(pool), stored["rules"]))
    if is_earlier:
        yield Check("earlier", passed=True)
    else:
        yield same_ratings(ratings, again.ratings)
        yield same_ledger(ledger, again.ledger, is_cut=stored["version"] == 1 and pool.system == fqe.KEY)


def _other_rules(today: PoolRules, system: ModuleType, stored: dict[str, Any]) -> list[Difference]:
    """Return how the rules of the pool differ from those that the list names.

    Another number of a profile in a later version of the site is no difference: the list keeps its own.
    """
    found = []
    if stored["profile"] != today.profile:
        found.append(Difference(OTHER_PROFILE, {"then": stored["profile"], "now": today.profile}))
    names, values = names_of(WORDING[system.KEY].RULES), parameters_of(today, system).as_dict()
    for name in sorted(stored["parameters"].keys() | today.parameters.keys()):
        if stored["parameters"].get(name) != today.parameters.get(name):
            with translation.override("en"):  # as the catalogues know it
                what = str(names[name].name) if name in names else name
            then, now = str(stored["values"].get(name)), str(values.get(name))
            found.append(Difference(OTHER_RULE, {"what": what, "then": then, "now": now}))
    return found
