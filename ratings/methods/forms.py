"""The calculators of the methods: a tournament of one's own, in the query of the address."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from ratings.methods.scenes import Game, Person, Scene
from ratings.systems.frbe import rate as frbe

LOWEST, HIGHEST = 100, 3500  # ratings
MOST_GAMES: Final = 60
MOST_CAREER_GAMES: Final = 9999
GAME: Final = re.compile(r"([0-9]{1,4})\s+(1|0|½|1/2|0\.5|=)")
HALF_POINTS: Final = {"1": 2, "0": 0}  # all else is a draw


class TournamentForm(forms.Form):
    """A player and their games; after cleaning, ``games`` has the games as the scene needs them."""

    rating = forms.IntegerField(
        label=lazy("Your rating"),
        min_value=LOWEST,
        max_value=HIGHEST,
        required=False,
        help_text=lazy("Leave empty if you have none yet."),
    )
    games = forms.IntegerField(label=lazy("Games so far"), min_value=0, max_value=MOST_CAREER_GAMES)
    played = forms.CharField(
        label=lazy("Your games"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=lazy("Rating of the opponent and result of each game, separated by commas: 1645 1, 1680 ½, 1920 0."),
    )

    def __init__(self, *args: Any, system: str, rules: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._system, self._rules = system, rules

    def clean_played(self) -> list[Game]:
        parts = [part.strip() for part in re.split(r"[,;\n]+", self.cleaned_data["played"]) if part.strip()]
        if not parts:
            raise forms.ValidationError(_("Enter at least one game."))
        if len(parts) > MOST_GAMES:
            raise forms.ValidationError(_("Enter at most %(limit)s games."), params={"limit": MOST_GAMES})
        return [self._game(part) for part in parts]

    def _game(self, text: str) -> Game:
        found = GAME.fullmatch(text)
        if found is None:
            message = _("“%(text)s” is not a game: write the rating of the opponent and the result, such as 1645 1.")
            raise forms.ValidationError(message, params={"text": text[:40]})
        rating = int(found[1])
        if not LOWEST <= rating <= HIGHEST:
            facts = {"text": text, "low": LOWEST, "high": HIGHEST}
            raise forms.ValidationError(_("“%(text)s”: enter a rating from %(low)s to %(high)s."), params=facts)
        return Game(HALF_POINTS.get(found[2], 1), rating)

    def clean(self) -> dict[str, Any]:
        """Require the number of games so far with a rating, and none without one."""
        cleaned = super().clean() or {}
        rating, games = cleaned.get("rating"), cleaned.get("games")
        if games is None or "rating" in self.errors:
            return cleaned
        if (rating is None) != (games == 0):
            self.add_error("games", _("Enter a rating and the games so far, or no rating and 0 games."))
        elif self._system == frbe.KEY and 0 < games < self._rules.games_for_rating:
            message = _(
                "Below %(count)s games the rating is the performance over all games: enter all of them, and no rating."
            )
            self.add_error("games", message % {"count": self._rules.games_for_rating})
        return cleaned

    def scene(self) -> Scene:
        """Return the tournament of a valid form."""
        cleaned = self.cleaned_data
        person = Person(cleaned["rating"], cleaned["games"])
        return Scene(self._system, self._rules, [person], cleaned["played"])
