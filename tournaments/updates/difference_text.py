"""The differences between a tournament and a later file of it, in words."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.i18n.dates import long_date
from tournaments.corrections.text import WHAT
from tournaments.duplicates.differences import Changed, Described, Differences, Setting
from tournaments.formats.report import Result
from tournaments.labels import kind_name
from tournaments.models import Pace, Pairing, Participant

SHOWN = 200  # lines of a group
DESCRIBED = {
    "member": WHAT["member"],
    "name": WHAT["name"],
    "file_matricule": gettext_lazy("member number"),
    "file_fide_id": gettext_lazy("FIDE ID"),
    "file_licence": gettext_lazy("licence"),
    "file_pin": gettext_lazy("EGF number"),
    "file_birth_date": gettext_lazy("birth date"),
    "file_rating": WHAT["rating"],
    "file_fide_rating": gettext_lazy("FIDE rating in the file"),
    "file_grade": gettext_lazy("grade"),
    "file_team": WHAT["team"],
}
NOT_RATED = gettext_lazy("not rated")
KINDS_OF_RESULT = {
    **dict.fromkeys((Result.UNRATED_WIN, Result.UNRATED_DRAW, Result.UNRATED_LOSS), NOT_RATED),
    Result.PAIRING_BYE: gettext_lazy("pairing-allocated bye"),
    Result.FULL_BYE: gettext_lazy("requested bye"),
    Result.ZERO_BYE: gettext_lazy("absent"),
}


@dataclass(frozen=True)
class DifferenceLine:
    """One difference; texts are empty if there is nothing to say."""

    what: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class DifferenceGroup:
    title: str
    lines: list[DifferenceLine]
    count: int

    @property
    def hidden(self) -> int:
        return self.count - len(self.lines)


def difference_lines(found: Differences) -> list[DifferenceGroup]:
    """Return the kinds of differences that there are, the most important first. No query."""
    groups = [
        (_("Results changed"), [_changed(each) for each in found.changed if each.has_other_result]),
        (_("Rounds added"), _rounds(found)),
        (_("Games added"), [_game(game, added=True) for game in found.new_games if game.round not in found.new_rounds]),
        (_("Games not in the later file"), [_game(game, added=False) for game in found.gone_games]),
        (_("Players added"), [_player(person) for person in found.added]),
        (_("Players not in the later file"), [_player(person) for person in found.gone]),
        (_("Games changed"), [_changed(each) for each in found.changed if not each.has_other_result]),
        (_("Player details changed"), [_described(each) for each in found.described]),
        (_("The event"), [_setting(each) for each in found.settings]),
    ]
    return [DifferenceGroup(title, lines[:SHOWN], len(lines)) for title, lines in groups if lines]


def _changed(change: Changed) -> DifferenceLine:
    """Return what differs in a game, with the players if their colours are exchanged."""
    game, sent = change.stored, change.sent
    changes = []
    if change.is_turned:
        changes.append((f"{_names(game)} {game.score}", f"{_names(sent)} {sent.score}"))
    elif change.has_other_result:
        changes.append(_two_scores(game, sent))
    if change.has_other_day:
        changes.append((_day(game.date), _day(sent.date)))
    for name, after in change.other_terms.items():
        label, before = Pairing._meta.get_field(name).verbose_name, getattr(game, name)
        changes.append((f"{label} {_shown(before)}", f"{label} {_shown(after)}"))
    before, after = (" · ".join(texts) for texts in zip(*changes, strict=True))
    return DifferenceLine(_where(game), before, after)


def _two_scores(game: Pairing, sent: Pairing) -> tuple[str, str]:
    """Return both scores; if they look alike, with what they mean."""
    before, after = game.score, sent.score
    if before != after:
        return before, after
    kinds = [KINDS_OF_RESULT.get(Result(each.white_result), _("rated")) for each in (game, sent)]
    return f"{before} ({kinds[0]})", f"{after} ({kinds[1]})"


def _rounds(found: Differences) -> list[DifferenceLine]:
    """Return how many games each new round brings."""
    counts = Counter(game.round for game in found.new_games if game.black_id is not None)
    lines = []
    for number in found.new_rounds:
        games = _("games: %(count)s") % {"count": counts[number]}
        lines.append(DifferenceLine(_("round %(value)s") % {"value": number}, after=games))
    return lines


def _game(game: Pairing, *, added: bool) -> DifferenceLine:
    return DifferenceLine(_where(game), *(("", game.score) if added else (game.score, "")))


def _player(person: Participant) -> DifferenceLine:
    return DifferenceLine(str(person), after=str(person.member or ""))


def _described(each: Described) -> DifferenceLine:
    label = DESCRIBED[each.name]
    return DifferenceLine(f"{each.person.member or each.person} · {label}", _shown(each.before), _shown(each.after))


def _shown(value: object) -> str:
    """Return a value; a dash if there is none."""
    if isinstance(value, dt.date):
        return long_date(value)
    return "–" if value in (None, "") else f"{value}"


def _day(day: dt.date | None) -> str:
    return long_date(day) if day else "–"


def _setting(setting: Setting) -> DifferenceLine:
    before, after = (_value(setting.name, value) for value in (setting.before, setting.after))
    return DifferenceLine(str(WHAT[setting.name]), before, after)


def _value(name: str, value: object) -> str:
    if isinstance(value, dt.date):
        return _day(value)
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
