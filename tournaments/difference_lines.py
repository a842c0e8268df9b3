"""The differences between a tournament and a later file of it, as a person reads them."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from federation.dates import long_date
from tournaments.correction_lines import WHAT
from tournaments.differences import Changed, Differences, Setting
from tournaments.formats.report import Result
from tournaments.labels import kind_name
from tournaments.models import Pace, Pairing, Participant
from tournaments.results import score

SHOWN = 200  # lines of a group; nobody reads more


@dataclass(frozen=True)
class DifferenceLine:
    """One difference; empty texts where there is nothing to say."""

    what: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class DifferenceGroup:
    """The differences of one kind."""

    title: str
    lines: list[DifferenceLine]
    count: int

    @property
    def hidden(self) -> int:
        """How many are not listed."""
        return self.count - len(self.lines)


def difference_lines(found: Differences) -> list[DifferenceGroup]:
    """The kinds of differences that there are, what matters most first. No query."""
    groups = [
        (_("Results changed"), [_changed(each) for each in found.changed]),
        (_("Rounds added"), _rounds(found)),
        (_("Games added"), [_game(game, added=True) for game in found.new_games if game.round not in found.new_rounds]),
        (_("Games that are not in the later file"), [_game(game, added=False) for game in found.gone_games]),
        (_("Players added"), [_player(person) for person in found.added]),
        (_("Players who are not in the later file"), [_player(person) for person in found.gone]),
        (_("The event"), [_setting(each) for each in found.settings]),
    ]
    return [DifferenceGroup(title, lines[:SHOWN], len(lines)) for title, lines in groups if lines]


def _changed(change: Changed) -> DifferenceLine:
    game, sent = change.stored, change.sent
    before, after = _score(game), _score(sent)
    if change.has_other_day and not change.has_other_result:
        before, after = (long_date(each.date) if each.date else "–" for each in (game, sent))
    if change.is_turned:
        before, after = f"{_names(game)} {_score(game)}", f"{_names(sent)} {_score(sent)}"
    return DifferenceLine(_where(game), before, after)


def _rounds(found: Differences) -> list[DifferenceLine]:
    """How many games each new round brings."""
    counts = Counter(game.round for game in found.new_games if game.black_id is not None)
    lines = []
    for number in found.new_rounds:
        games = _("games: %(count)s") % {"count": counts[number]}
        lines.append(DifferenceLine(_("round %(value)s") % {"value": number}, after=games))
    return lines


def _game(game: Pairing, *, added: bool) -> DifferenceLine:
    return DifferenceLine(_where(game), *(("", _score(game)) if added else (_score(game), "")))


def _player(person: Participant) -> DifferenceLine:
    return DifferenceLine(str(person), after=str(person.member or ""))


def _setting(setting: Setting) -> DifferenceLine:
    before, after = (_value(setting.name, value) for value in (setting.before, setting.after))
    return DifferenceLine(str(WHAT[setting.name]), before, after)


def _value(name: str, value: object) -> str:
    if isinstance(value, dt.date):
        return long_date(value)
    if name == "kind":
        return kind_name(str(value or ""))
    if name == "arbiters":
        return " · ".join(str(value or "").splitlines())
    return str(Pace(value).label) if name == "pace" else str(value or "")


def _where(game: Pairing) -> str:
    return _("round %(round)s: %(players)s") % {"round": game.round, "players": _names(game)}


def _names(game: Pairing) -> str:
    sides: Iterable[Participant | None] = (game.white, game.black)
    return " – ".join(str(side.member or side) if side else _("bye") for side in sides)


def _score(game: Pairing) -> str:
    return score(Result(game.white_result), Result(game.black_result) if game.black_result else None)
