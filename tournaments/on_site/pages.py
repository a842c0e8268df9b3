"""What the pages of a tournament paired here show: its players, a round with its boards, and warnings about it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import filled
from federation.identity.names import folded
from federation.models import Job
from tournaments.formats.report import Result
from tournaments.models import Pairing, Participant, Tournament
from tournaments.on_site import tournament as on_site
from tournaments.on_site.next_round import absence
from tournaments.standings.sides import ROUND_ROBIN

MET = noop("%(white)s and %(black)s have met in round %(round)s already.")
BYE_TWICE = noop("%(player)s has had a bye or a win by forfeit in round %(round)s already.")
THREE_WHITE = noop("%(player)s has White for the third time in a row.")
THREE_BLACK = noop("%(player)s has Black for the third time in a row.")
IN_A_ROW = 3
BYES = {
    Result.PAIRING_BYE: noop("bye, 1 point"),
    Result.HALF_BYE: noop("bye, half a point"),
    Result.ZERO_BYE: noop("not playing"),
}


@dataclass(frozen=True)
class Board:
    """A pairing on the page of its round."""

    pairing: Pairing
    before: dict[int, int]  # half points of each player before the round, by id

    @property
    def letters(self) -> str:
        """Return both results as the buttons name them; "" if there is none yet."""
        return "" if self.is_open else self.pairing.letters

    @property
    def is_open(self) -> bool:
        return self.pairing.white_result == Result.PENDING

    @property
    def white_points(self) -> float:
        return self.before.get(self.pairing.white_id, 0) / 2

    @property
    def black_points(self) -> float:
        return self.before.get(self.pairing.black_id or 0, 0) / 2


@dataclass(frozen=True)
class Seat:
    """The place of a player in a round."""

    participant: Participant
    pairing: Pairing
    is_white: bool

    @property
    def opponent(self) -> Participant | None:
        return self.pairing.black if self.is_white else self.pairing.white


@dataclass(frozen=True)
class Round:
    number: int
    boards: list[Board]
    byes: list[Board]
    doubts: list[str] = field(default_factory=list)

    @property
    def seats(self) -> list[Seat]:
        """Return the places of all players, with byes, by name."""
        pairings = [board.pairing for board in (*self.boards, *self.byes)]
        white = [Seat(pairing.white, pairing, True) for pairing in pairings]
        black = [Seat(pairing.black, pairing, False) for pairing in pairings if pairing.black]
        return sorted([*white, *black], key=lambda seat: folded(str(seat.participant)))

    @property
    def done(self) -> int:
        return sum(not board.is_open for board in self.boards)

    @property
    def day(self) -> object:
        """Return the day of the round, if it is known."""
        return next((board.pairing.date for board in self.boards), None)


@dataclass(frozen=True)
class Idle:
    """A participant without a game in a round."""

    participant: Participant
    letter: str  # of the bye, or of the one asked for; "" = none

    @property
    def has_bye(self) -> bool:
        """Return whether they have the bye of the pairing."""
        return self.letter == Result.PAIRING_BYE

    @property
    def label(self) -> str:
        """Return the name, and why they have no game, in the reader's language."""
        return f"{self.participant} ({_(BYES[self.letter])})" if self.letter else str(self.participant)


@dataclass(frozen=True)
class Line:
    """A round in the list of rounds."""

    number: int
    games: int
    open: int


@dataclass(frozen=True)
class Entrant:
    """A participant in the list of players."""

    participant: Participant
    is_withdrawn: bool
    byes: list[tuple[int, str]]  # later rounds without a game, each with H or Z


@dataclass(frozen=True)
class Progress:
    """How far the tournament has come."""

    tournament: Tournament
    rounds: list[Line]
    players: int
    unrated: int  # players without a rating
    job: Job | None

    @property
    def last(self) -> int:
        """Return the last round that is paired; 0 if none is."""
        return max((line.number for line in self.rounds), default=0)

    @property
    def open(self) -> int:
        """Return the number of games without a result."""
        return sum(line.open for line in self.rounds)

    @property
    def current(self) -> int:
        """Return the round that is being played: the first with open games, else the last one; 0 if none is paired."""
        return next((line.number for line in self.rounds if line.open), self.last)

    @property
    def next(self) -> int | None:
        """Return the round to pair next; None if all are paired."""
        if self.tournament.kind == ROUND_ROBIN:
            return None if self.rounds else 1
        return self.last + 1 if self.last < self.tournament.rounds else None

    @property
    def is_pairing(self) -> bool:
        """Return whether a worker pairs the next round or will."""
        return self.job is not None and not self.job.is_over

    @property
    def failure(self) -> str:
        """Return why the next round could not be paired, in the reader's language; "" if that was not tried."""
        failed = self.job is not None and self.job.state == Job.State.FAILED
        return self.job.failure if failed and self.job and self.job.arguments.get("round") == self.next else ""


def progress(tournament: Tournament) -> Progress:
    """Return how far the tournament has come. Three queries."""
    job = on_site.last_job(tournament)  # read before the rounds, so that they include what a finished job paired
    games: dict[int, int] = defaultdict(int)
    open_games: dict[int, int] = defaultdict(int)
    rows = tournament.pairings.order_by("round").values_list("round", "black", "white_result")
    for number, black, result in rows:
        games[number] += black is not None
        open_games[number] += result == Result.PENDING
    lines = [Line(number, games[number], open_games[number]) for number in games]
    count = tournament.participants.aggregate(all=Count("pk"), rated=Count("file_rating"))
    return Progress(tournament, lines, count["all"], count["all"] - count["rated"], job)


def entrants(tournament: Tournament, last: int) -> list[Entrant]:
    """Return the players by number; ``last``: the last round that is paired. One query."""
    found = []
    for participant in tournament.participants.select_related("member").order_by("number"):
        withdrawn = on_site.is_withdrawn(participant, last, tournament.rounds)
        coming = range(last + 1, tournament.rounds + 1)
        byes = [(number, letter) for number in coming if (letter := absence(participant, number))]
        found.append(Entrant(participant, withdrawn, [] if withdrawn else byes))
    return found


def paired_round(tournament: Tournament, number: int) -> Round | None:
    """Return the round with its boards; None if it is not paired. One query."""
    people = ("white__member", "black__member")
    pairings = list(
        tournament.pairings.filter(round__lte=number).select_related(*people).order_by("round", "board", "pk")
    )
    before: dict[int, int] = defaultdict(int)
    earlier = [pairing for pairing in pairings if pairing.round < number]
    for pairing in earlier:
        white, black = pairing.results
        before[pairing.white_id] += white.half_points
        if pairing.black_id is not None and black is not None:
            before[pairing.black_id] += black.half_points
    mine = [Board(pairing, before) for pairing in pairings if pairing.round == number]
    if not mine:
        return None
    boards = [board for board in mine if board.pairing.black_id is not None]
    byes = [board for board in mine if board.pairing.black_id is None]
    doubts = [] if tournament.kind == ROUND_ROBIN else list(_doubts([board.pairing for board in mine], earlier))
    return Round(number, boards, byes, doubts)


def idle(tournament: Tournament, number: int, found: Round | None) -> list[Idle]:
    """Return who has no game in the round, by name; ``found``: the round, if it is paired. One query."""
    boards = found.boards if found else []
    playing = {who for board in boards for who in (board.pairing.white_id, board.pairing.black_id)}
    letters = {board.pairing.white_id: board.pairing.white_result for board in found.byes} if found else None
    without = [each for each in tournament.participants.select_related("member") if each.pk not in playing]
    return [
        Idle(each, absence(each, number) if letters is None else letters.get(each.pk, ""))
        for each in sorted(without, key=lambda each: folded(str(each)))
    ]


def _doubts(pairings: Iterable[Pairing], earlier: Iterable[Pairing]) -> Iterator[str]:
    """Yield warnings about pairings made by hand that the rules of Swiss systems (C.04.1) forbid, or allow only in the
    last round.
    """
    met: dict[frozenset[int], int] = {}
    free: dict[int, int] = {}
    colours: dict[int, str] = defaultdict(str)
    for pairing in earlier:
        _remember(pairing, met, free, colours)
    for pairing in pairings:
        if pairing.black is None:
            if pairing.white_result == Result.PAIRING_BYE and (number := free.get(pairing.white_id)):
                yield filled(BYE_TWICE, {"player": str(pairing.white), "round": number})
            continue
        if number := met.get(frozenset((pairing.white_id, pairing.black.pk))):
            yield filled(MET, {"white": str(pairing.white), "black": str(pairing.black), "round": number})
        for who, colour, sentence in ((pairing.white, "w", THREE_WHITE), (pairing.black, "b", THREE_BLACK)):
            if (colours[who.pk] + colour)[-IN_A_ROW:] == colour * IN_A_ROW:
                yield filled(sentence, {"player": str(who)})


def _remember(pairing: Pairing, met: dict[frozenset[int], int], free: dict[int, int], colours: dict[int, str]) -> None:
    white, black = pairing.results
    if pairing.black_id is not None and white.is_played:
        met[frozenset((pairing.white_id, pairing.black_id))] = pairing.round
        colours[pairing.white_id] += "w"
        colours[pairing.black_id] += "b"
    sides = [(pairing.white_id, white), (pairing.black_id, black)]
    for who, result in sides:
        if who and result in {Result.PAIRING_BYE, Result.FULL_BYE, Result.FORFEIT_WIN}:
            free[who] = pairing.round
