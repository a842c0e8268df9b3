"""The input of the simulator: games, a goal and options, all in the query of its address.

A game is a word such as ``1850.1`` or ``m10002.h``: the opponent (a rating or grade, or ``m`` and the member number)
and the result (1, h, 0). In go, colour with stones, board and pace may follow: ``5k.1.b2.13.rapid``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.identity.member_numbers import key_of
from federation.members.search_filters import named
from federation.models import Member
from ratings.simulator.answers import Goal
from ratings.simulator.simulate import Game, Opponent
from ratings.systems.ffg.levels import GRADE, LOWEST_KYU, RANK, level_of_grade
from tournaments.models import Discipline, Pace

MOST_GAMES = 60
MOST_FOUND = 8
LONGEST = 60  # letters of a name or a game
LOWEST, HIGHEST = 100, 3500  # ratings of chess
LOWEST_LEVEL, HIGHEST_LEVEL = -LOWEST_KYU * RANK, 9 * RANK  # of go
MOST_STONES = 9
RESULTS = {"1": 2, "h": 1, "0": 0}
BOARD_SIZES = (19, 13, 9)
COLOUR = re.compile(r"([wb])([0-9]?)")
NUMBER = re.compile(r"-?[0-9]{1,9}")


class Asked(NamedTuple):
    """The opponent that a text means: a member by number, a rating, or else a name."""

    key: int = 0
    rating: int = 0
    name: str = ""


@dataclass(frozen=True)
class Row:
    number: int
    word: str
    game: Game | None  # None where it cannot be read
    problem: str = ""

    @property
    def result(self) -> str:
        """Return 1, h or 0, as in the word."""
        return self.word.split(".")[1] if self.game else ""


@dataclass(frozen=True)
class Sheet:
    """All games, and the opponent that is being looked for."""

    rows: list[Row]
    left_out: int  # games beyond the limit
    text: str  # the name or rating in the field of the opponent
    problem: str  # about that field
    acted: bool  # whether the query asked for a change, which the rows include already

    @property
    def games(self) -> list[Game]:
        """Return the readable games, in their order."""
        return [row.game for row in self.rows if row.game]

    @property
    def options(self) -> dict[str, Any]:
        """Return what the last game has besides opponent and result: a good guess for the next one."""
        if not self.games:
            return {}
        game = self.games[-1]
        colour, board = "w" if game.is_white else "b", game.board_size or BOARD_SIZES[0]
        return {"colour": colour, "handicap": game.handicap, "board": board, "pace": game.pace}

    @property
    def is_full(self) -> bool:
        return len(self.rows) >= MOST_GAMES


class OptionsForm(forms.Form):
    """What a go game has besides opponent and result."""

    colour = forms.ChoiceField(label=lazy("I play"), choices=[("b", lazy("Black")), ("w", lazy("White"))])
    handicap = forms.TypedChoiceField(
        label=lazy("Handicap stones"), coerce=int, choices=[(number, str(number)) for number in range(MOST_STONES + 1)]
    )
    board = forms.TypedChoiceField(
        label=lazy("Board size"), coerce=int, choices=[(size, f"{size} × {size}") for size in BOARD_SIZES]
    )
    pace = forms.ChoiceField(label=lazy("Time control"), choices=Pace.choices)

    def word(self) -> str:
        """Return the options as in the word of a game; invalid ones count as not given."""
        cleaned = self.cleaned_data if self.is_valid() else {}
        parts = [f"{cleaned.get('colour', 'b')}{cleaned.get('handicap') or ''}"]
        if cleaned.get("board", 19) != 19:
            parts.append(str(cleaned["board"]))
        if cleaned.get("pace", Pace.STANDARD) != Pace.STANDARD:
            parts.append(cleaned["pace"])
        return "." + ".".join(parts)


class GoalForm(forms.Form):
    """A rating to reach, in the games entered or in a number of games against opponents of one rating."""

    goal = forms.CharField(label=lazy("Goal"), max_length=8, required=False)
    n = forms.IntegerField(
        label=lazy("Further games"),
        min_value=1,
        max_value=MOST_GAMES,
        required=False,
        help_text=lazy("Leave empty to use the games above."),
    )
    r = forms.CharField(label=lazy("Against"), max_length=8, required=False)

    def __init__(self, *args: Any, discipline: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._discipline = discipline
        for name, grade in (("goal", "1d"), ("r", "5k")):
            hint = {"placeholder": grade} if discipline == Discipline.GO else {"inputmode": "numeric"}
            self.fields[name].widget.attrs |= hint

    def clean_goal(self) -> int | None:
        """Return the lowest rating (go: the lowest level of the grade) that reaches the goal."""
        text = self.cleaned_data["goal"].strip()
        found = self._rating(text)
        is_grade = found is not None and GRADE.fullmatch(text) is not None
        return found - RANK // 2 if is_grade else found

    def clean_r(self) -> int | None:
        """Return the rating of the opponents."""
        return self._rating(self.cleaned_data["r"].strip())

    @property
    def goal_text(self) -> str:
        """Return the goal as it was entered, if it is valid."""
        is_one = "goal" not in self.errors and self.cleaned_data["goal"] is not None
        return str(self["goal"].value()) if is_one else ""

    def asked(self) -> Goal | None:
        """Return the goal; None without a goal or if something is wrong."""
        if not self.is_valid() or self.cleaned_data["goal"] is None:
            return None
        cleaned = self.cleaned_data
        return Goal.with_games(cleaned["goal"], cleaned["n"], cleaned["r"]) if cleaned["n"] else Goal(cleaned["goal"])

    def _rating(self, text: str) -> int | None:
        if not text:
            return None
        asked = read_opponent(text, self._discipline)
        if asked.rating:
            return asked.rating
        if self._discipline == Discipline.GO:
            raise forms.ValidationError(_("Enter a grade such as 5k or 1d."))
        facts = {"low": LOWEST, "high": HIGHEST}
        raise forms.ValidationError(_("Enter a rating from %(low)s to %(high)s."), params=facts)

    def clean(self) -> dict[str, Any]:
        """Require games and opponents together."""
        cleaned = super().clean()
        if cleaned.get("n") and cleaned.get("r") is None and "r" not in self.errors:
            self.add_error("r", _("Enter the strength of these opponents."))
        if cleaned.get("r") is not None and not cleaned.get("n") and "n" not in self.errors:
            self.add_error("n", _("Enter the number of games against them."))
        return cleaned


def read_opponent(text: str, discipline: str) -> Asked:
    """Return the opponent that a text means: ``1850``, ``5k``, ``m10002``, ``10002``, ``Baeten``."""
    text = text.strip()[:LONGEST].replace("\u2212", "-")
    if text[:1] in {"m", "#"} and (key := _key(text[1:])):
        return Asked(key=key)
    if discipline == Discipline.GO and GRADE.fullmatch(text):
        return Asked(rating=level_of_grade(text))
    if not NUMBER.fullmatch(text):
        return Asked(key=_key(text), name=text)
    number = int(text)
    low, high = (LOWEST_LEVEL, HIGHEST_LEVEL) if discipline == Discipline.GO else (LOWEST, HIGHEST)
    if number and low <= number <= high:
        return Asked(rating=number)
    return Asked(key=_key(text)) if number > high else Asked(name=text)


def _key(text: str) -> int:
    """Return the key of a member number, 0 if the text is none: names have no digits."""
    return key_of(text) if any(map(str.isdigit, text)) else 0


def candidates(text: str, member: Member, discipline: str) -> list[Member]:
    """Return the members that a text may mean, by name. Two queries."""
    asked = read_opponent(text, discipline)
    if asked.rating or not (asked.name or asked.key):
        return []
    found = Member.objects.current().exclude(pk=member.pk)
    found = found.filter(key=asked.key) if asked.key else named(found, asked.name)
    return list(found.order_by("search_name", "key")[:MOST_FOUND])


def read_sheet(query: QueryDict, member: Member, discipline: str) -> Sheet:
    """Return the games of the query after the change that it asks for. At most two queries."""
    words = [word[:LONGEST] for word in query.getlist("g")]
    words, left_out = words[:MOST_GAMES], len(words[MOST_GAMES:])
    text, problem = query.get("opponent", "").strip()[:LONGEST], ""
    acted = False
    if len(words) < MOST_GAMES:
        word, problem = _further_game(query, text, member, discipline)
        if word:
            words, text, acted = [*words, word], "", True
    changed = _changed(words, query)
    acted = acted or changed != words
    return Sheet(_rows(changed, member, discipline), left_out, text, problem, acted)


def _further_game(query: QueryDict, text: str, member: Member, discipline: str) -> tuple[str, str]:
    """Return the word of the game to add, and what is wrong with it; neither if there is none to add."""
    options = OptionsForm(query).word() if discipline == Discipline.GO else ""
    if "pick" in query:
        return query["pick"][:LONGEST] + options, ""
    if query.get("add") not in RESULTS:
        return "", ""
    asked = read_opponent(text, discipline)
    if asked.rating:
        return f"{text}.{query['add']}{options}", ""
    found = candidates(text, member, discipline)
    if len(found) == 1:
        return f"m{found[0].number}.{query['add']}{options}", ""
    return "", _why_not(asked, found, member)


def _why_not(asked: Asked, found: list[Member], member: Member) -> str:
    """Return what is wrong with a text that means no member, or several."""
    if found:
        return _("Several members have this name: choose one of them.")
    if asked.key == member.key:
        return _("A player cannot play against themselves.")
    if asked.key or asked.name:
        return _("No member has this name or number.")
    return _("Enter the opponent: a rating or a name.")


def _changed(words: Sequence[str], query: QueryDict) -> list[str]:
    """Return the words without the one to remove, and with the result to set."""
    if "clear" in query:
        return []
    changed = list(words)
    number, _dot, result = query.get("set", "").partition(".")
    if result in RESULTS and (row := _row(number, changed)) is not None:
        opponent, *rest = changed[row].split(".")
        changed[row] = ".".join((opponent, result, *rest[1:]))
    if (row := _row(query.get("remove", ""), changed)) is not None:
        del changed[row]
    return changed


def _row(number: str, words: Sequence[str]) -> int | None:
    place = int(number) if NUMBER.fullmatch(number) else 0
    return place - 1 if 1 <= place <= len(words) else None


def _rows(words: Sequence[str], member: Member, discipline: str) -> list[Row]:
    asked = [read_opponent(word.split(".")[0], discipline) for word in words]
    keys = {each.key for each in asked if each.key}
    members = {}
    if keys:
        found = Member.objects.filter(key__in=keys).select_related("merged_into")
        members = {each.key: each.merged_into or each for each in found}
    rows = zip(words, asked, strict=True)
    return [_row_of(number, word, who, members, member) for number, (word, who) in enumerate(rows, 1)]


def _row_of(number: int, word: str, asked: Asked, members: Mapping[int, Member], member: Member) -> Row:
    opponent = members.get(asked.key)
    facts = {"number": number, "word": word, "member": word.split(".", maxsplit=1)[0].lstrip("m#")}
    if asked.key and opponent is None:
        return Row(number, word, None, _("Game %(number)s: no member has the number %(member)s.") % facts)
    if opponent == member:
        return Row(number, word, None, _("Game %(number)s: a player cannot play against themselves.") % facts)
    game = _game(word, Opponent(opponent, asked.rating))
    if game is None or asked.name:
        return Row(number, word, None, _("Game %(number)s: “%(word)s” is not a game.") % facts)
    return Row(number, word, game)


def _game(word: str, opponent: Opponent) -> Game | None:
    """Return the game that the word describes; None if it cannot be read."""
    _who, *parts = word.split(".")
    if not parts or parts[0] not in RESULTS:
        return None
    options: dict[str, Any] = {}
    for part in parts[1:]:
        if colour := COLOUR.fullmatch(part):
            options |= {"is_white": colour[1] == "w", "handicap": int(colour[2] or 0)}
        elif part in map(str, BOARD_SIZES):
            options["board_size"] = int(part)
        elif part in Pace.values:
            options["pace"] = part
        else:
            return None
    return Game(opponent, RESULTS[parts[0]], **options)
