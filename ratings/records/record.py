"""A member's record in a pool: won, drawn and lost by colour and by strength of the opponents, best wins, streaks."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from ratings.models import RatingPool
from ratings.records.games import Event, Game
from ratings.systems.ffg.levels import grade_of_level
from tournaments.models import performance

BAND = 200  # rating points; in go two grades
BEST = 5  # wins


@dataclass
class Score:
    """How some games went."""

    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    expected: float = 0  # in those of them that were rated one by one
    rated: int = 0  # how many of them
    rated_half_points: int = 0

    @property
    def games(self) -> int:
        """Return how many games have a result."""
        return self.won + self.drawn + self.lost

    @property
    def half_points(self) -> int:
        """Return the points, times two."""
        return 2 * self.won + self.drawn

    @property
    def percent(self) -> int:
        """Return the share of the points."""
        return round(50 * self.half_points / self.games) if self.games else 0

    @property
    def scored_share(self) -> float:
        """Return the share of points scored in the rated games, in per cent: the bar."""
        return 50 * self.rated_half_points / self.rated if self.rated else 0

    @property
    def expected_share(self) -> float:
        """Return the share of points expected in them, in per cent: the vertical line."""
        return 100 * self.expected / self.rated if self.rated else 0

    def add(self, game: Game) -> None:
        """Count a game; one without a result does not matter."""
        if game.half_points is None:
            return
        name = ("lost", "drawn", "won")[game.half_points]
        setattr(self, name, getattr(self, name) + 1)
        if game.has_expectation:
            self.expected += game.expected
            self.rated += 1
            self.rated_half_points += game.half_points


@dataclass
class Streak:
    """Consecutive games of one kind, the earliest first."""

    games: list[Game] = field(default_factory=list)

    @property
    def length(self) -> int:
        return len(self.games)


@dataclass(frozen=True)
class Record:
    """Everything that the games of a member in a pool say together."""

    colours: list[Score]
    together: Score
    bands: list[Score]
    best_wins: list[Game]
    wins: Streak  # the longest
    unbeaten: Streak


def record_of(games: Sequence[Game], pool: RatingPool) -> Record:
    """Return the record of games at the board, which come the latest first."""
    played = [game for game in reversed(games) if game.half_points is not None and is_played(game)]
    white = scored(_("White"), (game for game in played if game.is_white))
    black = scored(_("Black"), (game for game in played if not game.is_white))
    won = [game for game in played if game.half_points == 2 and game.counts and game.opponent_rating]
    best = sorted(won, key=lambda game: game.opponent_rating or 0, reverse=True)
    return Record(
        colours=[white, black],
        together=scored(_("Overall"), played),
        bands=_bands(played, pool),
        best_wins=best[:BEST],
        wins=_longest(played, lambda game: game.half_points == 2),
        unbeaten=_longest(played, lambda game: game.half_points != 0),
    )


def is_played(game: Game) -> bool:
    """Return whether it was played at the board."""
    return game.reason.name not in {"FORFEIT", "PENDING", "BYE"}


def scored(name: str, games: Iterable[Game]) -> Score:
    """Return how these games went."""
    score = Score(name)
    for game in games:
        score.add(game)
    return score


def _bands(games: Sequence[Game], pool: RatingPool) -> list[Score]:
    """Return the scores by the ratings of the opponents, the weakest first."""
    found: dict[int, list[Game]] = defaultdict(list)
    for game in games:
        if game.has_expectation and game.opponent_rating is not None:
            found[game.opponent_rating // BAND].append(game)
    return [scored(_band(place, pool), found[place]) for place in sorted(found)]


def _band(place: int, pool: RatingPool) -> str:
    low, high = place * BAND, (place + 1) * BAND - 1
    if pool.has_grades:
        low_grade, high_grade = grade_of_level(low), grade_of_level(high)
        return low_grade if low_grade == high_grade else f"{low_grade} – {high_grade}"
    return f"{low} – {high}"


def _longest(games: Sequence[Game], fits: Callable[[Game], bool]) -> Streak:
    best, now = Streak(), Streak()
    for game in games:
        now = Streak([*now.games, game]) if fits(game) else Streak()
        best = now if now.length > best.length else best
    return best


@dataclass
class Opponent:
    """An opponent of a member, and the results."""

    member: int
    score: Score
    last: Game


def opponents_of(games: Sequence[Game]) -> list[Opponent]:
    """Return the opponents in these games, the most frequent first. Games come the latest first."""
    found: dict[int, Opponent] = {}
    for game in games:
        if game.opponent is not None and game.half_points is not None and is_played(game):
            one = found.setdefault(game.opponent, Opponent(game.opponent, Score(""), game))
            one.score.add(game)
    return sorted(found.values(), key=lambda each: -each.score.games)


@dataclass
class EventScore:
    """A tournament of a member in a pool."""

    event: Event
    score: Score
    change: float
    games: list[Game]
    opponents: list[int]  # their ratings
    is_official: bool

    @property
    def first_rating(self) -> int | None:
        """Return the first rating to which its games led."""
        return next((game.first_rating for game in self.games if game.first_rating is not None), None)

    @property
    def performance(self) -> int | None:
        """Return the performance rating; None without rated opponents."""
        rated = [game for game in self.games if game.opponent_rating and is_played(game)]
        return performance(self.opponents, sum(game.half_points or 0 for game in rated))


def events_of(games: Sequence[Game]) -> list[EventScore]:
    """Return the tournaments of these games, in their order."""
    found: dict[int, EventScore] = {}
    for game in games:
        if game.event.pk is None:
            continue
        one = found.setdefault(game.event.pk, EventScore(game.event, Score(""), 0, [], [], game.is_official))
        one.games.insert(0, game)
        one.change += game.change if game.moves_rating else 0
        if is_played(game):
            one.score.add(game)
            if game.opponent_rating and game.half_points is not None:
                one.opponents.append(game.opponent_rating)
    return list(found.values())
