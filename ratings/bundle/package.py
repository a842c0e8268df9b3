"""The open bundle of a list as a ZIP file: the same facts give the same bytes on every database."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from federation.files.zip_writer import zipped
from ratings.bundle.contents import Contents, public_names
from ratings.bundle.identities import Identities, identities
from ratings.calculation.arrays import LedgerLines, RatingLines
from ratings.calculation.earlier_digests import games_of, is_calculated_otherwise, is_earlier
from ratings.calculation.manifest import codes, games_part
from ratings.calculation.period_builder import Gathered, counts_after, gather
from ratings.calculation.store import ratings_of, read_ledger, read_ratings
from ratings.errors import RatingError
from ratings.models import Rating, RatingList

CONTENT_TYPE = "application/zip"
HERE = Path(__file__).parent


class NoBundle(RatingError):
    """The list cannot be recomputed from what is known today."""


@dataclass(frozen=True)
class Facts:
    """Everything in a bundle, read from the database."""

    gathered: Gathered
    who: Identities
    names: list[str]  # public ones, beside ``gathered.rows``
    before: RatingLines  # of the list before
    ratings: RatingLines
    ledger: LedgerLines


def write(rating_list: RatingList) -> bytes:
    """Return the bundle. Raise `NoBundle` for a starting list, or if its games changed since."""
    return packed(rating_list, read(rating_list))


def read(rating_list: RatingList) -> Facts:
    """Return what the bundle contains. Raise `NoBundle` as `write` does."""
    gathered, previous = _gathered(rating_list), rating_list.previous
    who = identities(rating_list, gathered.games.people)
    return Facts(
        gathered,
        who,
        names=public_names(gathered.member_ids, who),
        before=ratings_of(previous.ratings.all() if previous else Rating.objects.none()),
        ratings=read_ratings(rating_list),
        ledger=read_ledger(rating_list),
    )


def is_possible(rating_list: RatingList) -> bool:
    """Return whether the list can be recomputed from what is known today."""
    try:
        _gathered(rating_list)
    except NoBundle:
        return False
    return True


def _gathered(rating_list: RatingList) -> Gathered:
    """Return the games of the list. Raise `NoBundle` as `write` does."""
    if rating_list.imported:
        facts = {"date": rating_list.date}
        raise NoBundle(_("The list of %(date)s is a starting list: there is nothing to recalculate.") % facts)
    gathered = gather(rating_list.pool, rating_list.previous, rating_list.date, rating_list)
    if not is_calculated_otherwise(rating_list) and games_part(gathered.games) == rating_list.manifest["games"]:
        return gathered
    games = games_of(rating_list, gathered.games, counts_after(rating_list.previous))
    facts = {"date": rating_list.date, "pool": rating_list.pool.slug}
    if games_part(games) != rating_list.manifest["games"]:
        raise NoBundle(
            _("The games of the list of %(date)s have changed since: revise it first (rate %(pool)s --date %(date)s).")
            % facts
        )
    if is_calculated_otherwise(rating_list) or not is_earlier(rating_list.manifest):
        raise NoBundle(
            _("An early version of this program calculated the list of %(date)s: it has no verification package.")
            % facts
        )
    return gathered


def packed(rating_list: RatingList, facts: Facts) -> bytes:
    """Return the bundle of these facts, without another query."""
    return zipped(_files(rating_list, facts), rating_list.date, rating_list.digest)


def _files(rating_list: RatingList, facts: Facts) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield name and parts of every file; the last one holds the digests of the others."""
    digests: dict[str, str] = {}
    for name, parts in _contents(rating_list, facts):
        yield name, _counted(parts, name, digests)
    previous = rating_list.previous
    manifest = {
        "digest": rating_list.digest,
        "manifest": rating_list.manifest,
        "previous": previous.manifest if previous else None,
        "codes": rating_list.manifest.get("codes", codes()),
        "files": digests,
    }
    yield "manifest.json", _json(manifest)


def _contents(rating_list: RatingList, facts: Facts) -> Iterator[tuple[str, Iterable[bytes]]]:
    system = rating_list.pool.system
    contents = Contents(facts.gathered, facts.who)
    for path in ("README.txt", "verify.py", "digests.py", f"plain/{system}.py"):
        yield path.rpartition("/")[2], [(HERE / path).read_bytes()]
    yield "rules.json", _json({"system": system, **rating_list.manifest["rules"]})
    yield "players.csv", contents.players(facts.names).parts()
    yield "games.csv", contents.games().parts()
    yield "previous.csv", contents.previous(facts.before).parts()
    yield "list.csv", contents.ratings(facts.ratings).parts()
    yield "entries.csv", contents.entries(facts.ledger).parts()


def _json(facts: Any) -> list[bytes]:
    """Return plain data as JSON that people can read."""
    return [f"{json.dumps(facts, sort_keys=True, ensure_ascii=False, indent=1)}\n".encode()]


def _counted(parts: Iterable[bytes], name: str, digests: dict[str, str]) -> Iterator[bytes]:
    """Yield the parts, then store their digest."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
        yield part
    digests[name] = digest.hexdigest()
