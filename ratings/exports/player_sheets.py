"""The individual sheets of a list: the games of every player with the change for each, as text in columns.

They contain the same as the ledger pages of the site in one file, like the ``Fiches`` of the Belgian federation.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import pairwise

import numpy as np
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.files.unique_values import map_unique
from ratings.exports.ledger_snapshot import Entries
from ratings.exports.snapshot import Row, Snapshot, chosen, rows_of
from ratings.exports.zip import zipped
from ratings.models import LedgerEntry
from ratings.systems.period import POINT, Kind
from ratings.wording.common import KINDS

POINTS = {None: "", 0: "0", 1: "½", 2: "1"}
WIDTH = 118
NUMBER = 6  # characters of a member number
CHUNK = 500  # sheets that are packed together
# Words of a language beside those of the kinds of entries, by their number in a mark.
NOT_COUNTED, HEAD, RATING, GAMES_PLAYED = -1, -2, -3, -4
_MARK = re.compile("\0(-?[0-9]+)\0")  # stands for a word; no text contains a NUL


def writer(language: str) -> Callable[[Snapshot], bytes]:
    """Return the function that writes the sheets in a language of the site."""
    return partial(write_zip, language=language)


def write_zip(snapshot: Snapshot, *, language: str) -> bytes:
    """Return one text (UTF-8) in an archive. Hidden members and players without games or changes have no sheet."""
    with translation.override(language):
        return zipped(snapshot.list, [(f"sheets-{language}.txt", _text(snapshot))])


def _text(snapshot: Snapshot) -> Iterator[bytes]:
    found, words = snapshot.list, _words()
    yield f"{found.pool.name} {found.date}\n{_('Checksum of the list')} {found.digest}\n\n".encode()
    for sheets in snapshot.once(_sheets):
        yield _MARK.sub(lambda mark: words[int(mark[1])], sheets).encode()


def _head() -> str:
    words = (_("Game"), _("Member number"), _("Opponent"), _("Rating"), "", "W", "We", "K")
    game, matricule, opponent, rating, colour, score, expected, k = words
    change, day, tournament = pgettext("of a rating", "Change"), _("Date"), _("Tournament")
    return (
        f"{game[:6]:>6} {matricule[:15]:>15} {opponent[:26]:26} {rating[:6]:>6} {colour:1} {score:1} {expected:>4}"
        f" {change[:9]:>9} {k:>3} {day[:10]:10} {tournament}\n{'-' * WIDTH}"
    )


def _words() -> dict[int, str]:
    """Return the names of entries without a game, by kind, and the other words, by number."""
    kinds = {kind: str(name) for kind, name in KINDS.items() if kind not in LedgerEntry.GAMES}
    not_counted = KINDS[Kind.NOT_COUNTED]
    return {
        NOT_COUNTED: f" ({not_counted})",
        HEAD: _head(),
        RATING: f"{'-' * WIDTH}\n{'':23}{_('Rating')} ",
        GAMES_PLAYED: f", {_('Games')} ",
        **{kind: text[:45].rstrip() if kind in _WITHOUT_CHANGE else f"{text:45.45}" for kind, text in kinds.items()},
    }


def _sheets(snapshot: Snapshot) -> list[str]:
    """Yield the sheets of all players who have one, by matricule, several in each text, with marks instead of words."""
    people, entries = snapshot.listed, snapshot.entries
    facts = zip(people["matricule"], people["hidden"], strict=True)
    played = set(entries.matricule)
    wanted = [matricule in played and not hidden for matricule, hidden in facts]
    rows = {row.matricule: row for row in rows_of(chosen(people, wanted))}
    lines = _lines(entries)
    bounds = [*np.flatnonzero(np.diff(entries.matricule, prepend=0)).tolist(), len(lines)]
    theirs = {entries.matricule[start]: lines[start:end] for start, end in pairwise(bounds)}
    sheets = [_sheet(rows[matricule], found) for matricule, found in theirs.items() if matricule in rows]
    return ["".join(sheets[start : start + CHUNK]) for start in range(0, len(sheets), CHUNK)]


def _sheet(row: Row, lines: list[str]) -> str:
    club = f"{row.club} {row.club_name}" if row.club else ""
    before = "–" if row.previous_rating is None else row.previous_rating
    now = "–" if row.rating is None else row.rating
    change = "" if row.change is None else f" ({row.change:+d})"
    title = f"{'=' * WIDTH}\n{row.matricule:{NUMBER}} {row.name:40} {club}".rstrip()
    rating = f"{_mark(RATING)}{before} → {now}{change}"
    games = f"{_mark(GAMES_PLAYED)}{row.previous_games} → {row.games}"
    return "\n".join([title, _mark(HEAD), *lines, f"{rating}{games}", "", ""])


def _mark(word: int) -> str:
    return f"\0{word}\0"


def _lines(entries: Entries) -> list[str]:
    changes = list(map(cache(_change), entries.change, entries.kind))
    games = map(" ".join, zip(*_columns(entries, changes), strict=True))
    return list(map(_line, games, entries.kind, changes))


def _line(game: str, kind: int, change: str) -> str:
    if kind not in LedgerEntry.GAMES:
        return f"{'':23}{_mark(kind)} {change}".rstrip()
    return f"{game}{_mark(NOT_COUNTED)}" if kind == Kind.NOT_COUNTED else game.rstrip()


def _columns(entries: Entries, changes: list[str]) -> tuple[list[str], ...]:
    counts = [kind == Kind.GAME for kind in entries.kind]
    expected = [share if counted else 0 for share, counted in zip(entries.expected, counts, strict=True)]
    weights = [k if counted else 0 for k, counted in zip(entries.k, counts, strict=True)]
    return (
        map_unique(lambda number: f"{number or '':>6}", entries.game_number),
        map_unique(lambda matricule: f"{matricule or '':>15}", entries.opponent),
        map_unique(lambda name: f"{name:26.26}", entries.opponent_name),
        map_unique(lambda rating: f"{'' if rating is None else rating:>6}", entries.opponent_rating),
        map_unique(lambda colour: f"{colour:1}", entries.colour),
        map_unique(lambda points: f"{POINTS.get(points, ''):1}", entries.half_points),  # of many games: a special rule
        map_unique(lambda share: f"{share / POINT:4.2f}" if share else " " * 4, expected),
        changes,
        map_unique(lambda k: f"{f'{k / POINT:g}'[:3] if k else '':>3}", weights),
        map_unique(lambda day: f"{'' if day is None else day.isoformat():10}", entries.day),
        entries.tournament,
    )


def _change(change: int, kind: int) -> str:
    return " " * 9 if kind in _WITHOUT_CHANGE else f"{change / POINT:+9.2f}"


_WITHOUT_CHANGE = {Kind.COLLECTED, Kind.NOT_COUNTED, Kind.TIME}
