"""The individual sheets of a list: for every player what he played and what each game did, as a text in columns.

They say what the ledger pages of the site say, in one file, as the ``Fiches`` of the Belgian federation do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from operator import attrgetter

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.matricules import HIGHEST
from ratings.exports.archives import zipped
from ratings.exports.played import Entry, is_game
from ratings.exports.rows import Row, Snapshot
from ratings.systems.period import POINT, Kind

POINTS = {None: "", 0: "0", 1: "½", 2: "1"}
WIDTH = 118
MATRICULE = len(str(HIGHEST))
CHUNK = 5_000  # lines that are packed at once


def writer(language: str) -> Callable[[Snapshot], bytes]:
    """What writes the sheets in a language of the site."""
    return partial(write_zip, language=language)


def write_zip(snapshot: Snapshot, *, language: str) -> bytes:
    """One text (UTF-8) in an archive. Hidden members have no sheet, nor has who did not play and stays as he was."""
    with translation.override(language):
        return zipped(snapshot.list, [(f"sheets-{language}.txt", _text(snapshot))])


def _text(snapshot: Snapshot) -> Iterator[bytes]:
    found = snapshot.list
    yield f"{found.pool.name} {found.date}\n{_('Digest of the list')} {found.digest}\n\n".encode()
    rows = {row.matricule: row for row in snapshot.rows}
    head, kinds = _head(), _kinds()
    made: list[str] = []
    for matricule, entries in groupby(snapshot.entries, key=attrgetter("matricule")):
        row = rows.get(matricule)
        if row is not None and not row.hidden:
            made += [_title(row), head, *(_line(entry, kinds) for entry in entries), _sum(row), ""]
        if len(made) > CHUNK:
            yield _joined(made)
            made = []
    yield _joined(made)


def _joined(lines: list[str]) -> bytes:
    return "".join(f"{line.rstrip()}\n" for line in lines).encode()


def _title(row: Row) -> str:
    club = f"{row.club} {row.club_name}" if row.club else ""
    return f"{'=' * WIDTH}\n{row.matricule:{MATRICULE}} {row.name:40} {club}"


def _head() -> str:
    words = (_("Game"), _("Matricule"), _("Opponent"), _("Rating"), "", "W", "We", "K")
    game, matricule, opponent, rating, colour, score, expected, k = words
    change, day, tournament = pgettext("of a rating", "Change"), _("Date"), _("Tournament")
    return (
        f"{game[:6]:>6} {matricule[:15]:>15} {opponent[:26]:26} {rating[:6]:>6} {colour:1} {score:1} {expected:>4}"
        f" {change[:9]:>9} {k:>3} {day[:10]:10} {tournament}\n{'-' * WIDTH}"
    )


def _line(entry: Entry, kinds: dict[int, str]) -> str:
    change = f"{entry.change / POINT:+9.2f}" if entry.kind not in _WITHOUT_CHANGE else " " * 9
    if not is_game(entry):
        return f"{'':6} {'':15} {kinds[entry.kind][:45]:45} {change}"
    counts = entry.kind == Kind.GAME
    expected = f"{entry.expected / POINT:4.2f}" if counts and entry.expected else ""
    rating = "" if entry.opponent_rating is None else entry.opponent_rating
    end = f" ({kinds[Kind.NOT_COUNTED]})" if entry.kind == Kind.NOT_COUNTED else ""
    return (
        f"{entry.game_number or '':>6} {entry.opponent or '':>15} {entry.opponent_name[:26]:26} {rating:>6}"
        f" {entry.colour:1} {POINTS[entry.half_points]:1} {expected:>4} {change} {_k(entry):>3}"
        f" {'' if entry.day is None else entry.day.isoformat():10} {entry.tournament}{end}"
    )


def _k(entry: Entry) -> str:
    return f"{entry.k / POINT:g}"[:3] if entry.kind == Kind.GAME and entry.k else ""


def _sum(row: Row) -> str:
    before = "–" if row.previous_rating is None else row.previous_rating
    now = "–" if row.rating is None else row.rating
    change = "" if row.change is None else f" ({row.change:+d})"
    return (
        f"{'-' * WIDTH}\n{'':23}{_('Rating')} {before} → {now}{change}, {_('Games')} {row.previous_games} → {row.games}"
    )


_WITHOUT_CHANGE = {Kind.COLLECTED, Kind.NOT_COUNTED, Kind.TIME}


def _kinds() -> dict[int, str]:
    """What an entry without a game is called."""
    return {
        Kind.NOT_COUNTED: _("does not count"),
        Kind.PROVISIONAL: _("Provisional rating"),
        Kind.FIRST_RATING: _("First rating"),
        Kind.PERFORMANCE_25_150: _("Rule 25/150"),
        Kind.TRANSITION: _("Transition"),
        Kind.FLOOR: _("Lowest rating"),
        Kind.ROUNDING: _("Rounding"),
        Kind.FOREIGN: _("FIDE rating"),
        Kind.BONUS: _("Bonus"),
        Kind.HALVING: _("Halving"),
        Kind.MATCH_CAP: _("Cap of a match"),
        Kind.ADJUSTED_START: _("Adjusted start"),
        Kind.TIME: _("Time without games"),
        Kind.ENTRY: _("Start of who has no rating"),
    }
