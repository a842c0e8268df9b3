"""The calculators of one game: go, and Glicko."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from ratings.methods.forms import HIGHEST, LOWEST
from ratings.methods.scenes import Game, Person, Scene
from ratings.systems.ffg.levels import GRADE, RANK, level_of_grade
from ratings.systems.period import MINUTES_A_DAY

LEVEL: Final = re.compile(r"-?[0-9]{1,4}")
HIGHEST_LEVEL: Final = 9 * RANK
KNOWN_GAMES: Final = 100  # of players whose level is known
WON, DRAWN, LOST = "2", "1", "0"


class LevelField(forms.CharField):
    """A level of go, entered as such or as a grade."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=8, **kwargs)

    def clean(self, value: Any) -> int:
        text = super().clean(value).replace("−", "-")
        if GRADE.fullmatch(text):
            level = level_of_grade(text)
        elif LEVEL.fullmatch(text):
            level = int(text)
        else:
            raise forms.ValidationError(_("Enter a grade such as 5k or 1d."))
        if not level_of_grade("30k") <= level <= HIGHEST_LEVEL:
            raise forms.ValidationError(_("Enter a grade from 30k to 9d."))
        return level


class GoForm(forms.Form):
    """A game of go between two players of known levels."""

    own = LevelField(label=lazy("Your grade or level"))
    other = LevelField(label=lazy("Your opponent"))
    result = forms.ChoiceField(label=lazy("Result"), choices=[(WON, lazy("won")), (LOST, lazy("lost"))])
    colour = forms.ChoiceField(label=lazy("You play"), choices=[("b", lazy("Black")), ("w", lazy("White"))])
    stones = forms.IntegerField(label=lazy("Handicap stones"), min_value=0, max_value=9)
    board = forms.TypedChoiceField(
        label=lazy("Board size"), coerce=int, choices=[(size, f"{size} × {size}") for size in (19, 13, 9)]
    )
    time = forms.TypedChoiceField(
        label=lazy("Time control"),
        coerce=int,
        choices=[(0, lazy("an hour or more")), (1, lazy("from 30 minutes")), (2, lazy("less than 30 minutes"))],
    )

    def scene(self, rules: Any) -> Scene:
        """Return the game of a valid form; its first player is the reader."""
        cleaned = self.cleaned_data
        is_white, has_won = cleaned["colour"] == "w", cleaned["result"] == WON
        game = Game(
            half_points=2 if is_white == has_won else 0,
            white=0 if is_white else 1,
            black=1 if is_white else 0,
            handicap=cleaned["stones"],
            board_size=cleaned["board"],
            tempo=cleaned["time"],
        )
        return Scene("ffg", rules, [Person(cleaned[name], KNOWN_GAMES) for name in ("own", "other")], [game])


class GlickoForm(forms.Form):
    """A game of two players with a rating and an RD each."""

    rating = forms.IntegerField(label=lazy("Your rating"), min_value=LOWEST, max_value=HIGHEST)
    deviation = forms.FloatField(label=lazy("Your RD"), min_value=1, max_value=350)
    days = forms.IntegerField(label=lazy("Days since your last rated game"), min_value=0, max_value=36_500)
    other = forms.IntegerField(label=lazy("Rating of your opponent"), min_value=LOWEST, max_value=HIGHEST)
    other_deviation = forms.FloatField(label=lazy("RD of your opponent"), min_value=1, max_value=350)
    result = forms.ChoiceField(
        label=lazy("Result"), choices=[(WON, lazy("won")), (DRAWN, lazy("drawn")), (LOST, lazy("lost"))]
    )

    def scene(self, rules: Any) -> Scene:
        cleaned = self.cleaned_data
        idle = cleaned["days"] * MINUTES_A_DAY
        own = Person(cleaned["rating"], KNOWN_GAMES, deviation=cleaned["deviation"], idle_minutes=idle)
        other = Person(cleaned["other"], KNOWN_GAMES, deviation=cleaned["other_deviation"])
        return Scene("fics", rules, [own, other], [Game(int(cleaned["result"]), black=1)])


class MeanForm(forms.Form):
    """The mean rating of a tournament."""

    mean = forms.IntegerField(label=lazy("Mean rating of a tournament"), min_value=LOWEST, max_value=HIGHEST)
