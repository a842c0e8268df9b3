"""Which games of a member are shown: by colour, result, opponents and whether they count."""

from collections.abc import Callable, Sequence

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ratings.records.games import Game

CHOICES: dict[str, tuple[object, Callable[[Game], bool]]] = {
    "white": (_("White"), lambda game: game.is_white),
    "black": (_("Black"), lambda game: not game.is_white),
    "won": (_("Won"), lambda game: game.half_points == 2),
    "drawn": (_("Drawn"), lambda game: game.half_points == 1),
    "lost": (_("Lost"), lambda game: game.half_points == 0),
    "stronger": (_("Against stronger players"), lambda game: game.has_expectation and game.expected < 0.5),
    "waiting": (_("For the next list"), lambda game: not game.is_official),
    "not_counted": (_("Not counted"), lambda game: not game.counts),
}


class GameFilter:
    """The games that the query of a page asks for; ``chips`` are the choices, each with its number of games."""

    def __init__(self, query: QueryDict, games: Sequence[Game]) -> None:
        self.chosen = query.get("only", "") if query.get("only", "") in CHOICES else ""
        self.year = query.get("year", "")
        self.years = sorted({game.day.year for game in games if game.day}, reverse=True)
        if self.year in map(str, self.years):
            games = [game for game in games if game.day and str(game.day.year) == self.year]
        else:
            self.year = ""
        self.all_count = len(games)
        counts = {name: sum(map(fits, games)) for name, (_label, fits) in CHOICES.items()}
        self.chips = [(name, CHOICES[name][0], count) for name, count in counts.items() if count]
        self.games = [game for game in games if not self.chosen or CHOICES[self.chosen][1](game)]
