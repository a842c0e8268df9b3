"""The category of a tournament, and who has the score of a norm, where the rating type has categories."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from federation.web.tables import points
from tournaments.public.lines import Category, Facts, Figures, Line
from tournaments.standings.individual import Standings

MASTER, GRANDMASTER = "IM", "GM"
TITLED = {MASTER: (MASTER, GRANDMASTER), GRANDMASTER: (GRANDMASTER,)}  # who needs no such norm any more


@dataclass(frozen=True)
class NormScore:
    """A norm of a tournament: the percentage of points, those in all rounds, and who has scored them."""

    title: str
    percent: int
    points: str
    players: list[tuple[Line, str]]  # with their points

    @property
    def name(self) -> str:
        return _("GM norm") if self.title == GRANDMASTER else _("IM norm")


@dataclass(frozen=True)
class NormScores:
    category: Category
    norms: list[NormScore]


def norm_scores(
    rounds: int, now: Standings, lines: Sequence[Line], figures: Figures, facts: Facts
) -> NormScores | None:
    """Return the category of a tournament of so many rounds and its norms, None without a category.

    The score alone is looked at, of players who played all rounds and do not have the title.
    """
    category = figures.category_of(facts.mean) if facts.mean else None
    if category is None:
        return None
    wanted = ((MASTER, category.master), (GRANDMASTER, category.grandmaster))
    found = []
    for title, percent in wanted:
        if percent is not None:
            needed = -(-2 * rounds * percent // 100)
            without = [line for line in lines if line.title not in TITLED[title]]
            players = [
                (line, points(line.row.half_points)) for line in without if _has_scored(line, now, rounds, needed)
            ]
            found.append(NormScore(title, percent, points(needed), players))
    return NormScores(category, found)


def _has_scored(line: Line, now: Standings, rounds: int, needed: int) -> bool:
    played = [game.result for game in now.seen[line.participant.pk] if game.result.is_played]
    return len(played) >= rounds > 0 and sum(result.half_points for result in played) >= needed
