"""What differs from regulation to regulation: one struct for each subject, `Rules` for all of them.

A parameter that is `None` is not decided: no federation's value is known well enough to be a default. What it would
limit has no limit then.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Count = Annotated[int, Meta(ge=0)]
Clock = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
CRITERIA = Literal["MP", "BP", "DIRECT", "BD", "SB", "BERLIN", "BC", "BP-1", "BP-2", "WINS", "GW", "PLAY_OFF"]


class Subject(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The parameters of one subject."""


class BoardPoints(Subject, frozen=True, kw_only=True):
    """What a game is worth to its team, in half points."""

    win: Count = 2
    draw: Count = 1
    loss: Count = 0


class MatchPoints(Subject, frozen=True, kw_only=True):
    """What a match is worth, in whole match points."""

    win: Count = 2
    draw: Count = 1
    loss: Count = 0
    loss_by_decision: Count = 0  # a match lost without play, or by a ruling on the whole match
    won_by: Literal["more", "half"] = "more"  # more than the other, or more than half of all boards
    with_board_points: bool = False  # board points count as match points, beside those above
    appearance: Count = 0  # for a team that mans all its boards


class Order(Subject, frozen=True, kw_only=True):
    """The order of a table."""

    criteria: tuple[CRITERIA, ...] = ("MP", "BP", "DIRECT")
    unfinished: Literal["ignore", "draws", "decided"] = "ignore"  # decided: match points as soon as they are sure


class Boards(Subject, frozen=True, kw_only=True):
    """How many play, and how the boards are manned."""

    count: Annotated[int, Meta(ge=1)] = 8
    least: Count = 0  # fewer players lose the match
    white: Literal["home_odd", "home_even"] = "home_odd"  # the boards on which the home team has White
    gap: Literal["allowed", "fault"] = "allowed"  # an empty board above a manned one
    empty: Literal["allowed", "fault"] = "allowed"
    unnamed: Literal["allowed", "fault"] = "allowed"  # a default without a name above a board with one
    titulars_least: Count = 0
    titulars_most: Count | None = None


class Strength(Subject, frozen=True, kw_only=True):
    """The order of players in a line-up, and what may stand in a player list."""

    family: Literal["free", "tolerance", "displacement", "list", "strict_list"] = "free"
    tolerance: Count = 0  # how much stronger a player on a lower board may be
    at_tolerance: Literal["allowed", "fault"] = "allowed"  # exactly that much stronger
    displacement: Count | None = None  # boards away from one's rank; None: half of the boards
    band_below: Count | None = None  # below the lower of two ratings
    band_above: Count | None = None  # above the higher one
    unrated_least: Count | None = None
    unrated_most: Count | None = None
    floor: Count | None = None
    equal: Literal["allowed", "fault"] = "allowed"  # two of a club alike
    list_gap: Count | None = None  # no player on the list behind one weaker by so much


class Selection(Subject, frozen=True, kw_only=True):
    """Who may play in which team."""

    titulars_elsewhere: Literal["anywhere", "higher"] = "anywhere"  # higher: in no other team of the same series
    places: Count = 0  # without named regular players: so many of the list for each team may not play below it
    reserve_cap: Count | None = None  # the highest rating of a reserve
    reserves_most: Count | None = None  # different reserves of a team in a season
    tied_after: Count | None = None  # appearances in higher teams that are allowed
    tied_per: Literal["all", "team"] = "all"  # counted over all higher teams, or for each
    teams_most: Count | None = None  # different teams in a season
    forfeits_won_count: bool = True
    twice: tuple[Literal["round", "day", "weekend"], ...] = ("round", "day")
    affiliated_days_before: Count = 0


class Quotas(Subject, frozen=True, kw_only=True):
    """How many players of a kind a line-up may have, or must."""

    transfers: Count | None = None
    foreigners: Count | None = None
    nationals: Count = 0
    women: Count = 0
    youth: Count = 0
    guests: Count | None = None
    guests_from_board: Count = 1
    rating_sum: float | None = None
    rating_average: float | None = None
    counted_at_most: Count | None = None  # a higher rating counts as this
    lower_team_above: Literal["allowed", "fault"] = "allowed"  # on a day, by average
    surplus: Literal["weakest", "last"] | None = None  # which of the surplus players lose; None: an officer decides


class LineUps(Subject, frozen=True, kw_only=True):
    """When line-ups are given, and when the other side sees them."""

    reveal: Literal["together", "hour", "open"] = "together"
    lock_minutes: Count = 0  # before the start


class Deadlines(Subject, frozen=True, kw_only=True):
    """Local times of the day so many days after the match. None: the season has no such deadline."""

    enter_days: Count = 1
    enter: Clock | None = None
    confirm_days: Count = 1
    confirm: Clock | None = None
    unopposed_hours: Count | None = None  # after entry: then a result counts as not objected to
    protest_days: Count | None = None
    appeal_days: Count | None = None


class Fixtures(Subject, frozen=True, kw_only=True):
    """Who meets whom, and when."""

    cycles: Annotated[int, Meta(ge=1, le=4)] = 1
    club_mates: Literal["anywhere", "first_round", "first_half"] = "anywhere"
    last_round_together: bool = False
    move_direction: Literal["both", "forward", "back"] | None = None
    after_last_round: bool | None = None


class Withdrawal(Subject, frozen=True, kw_only=True):
    """What becomes of the matches of a team that withdraws. None: the officer decides in each case."""

    then: Literal["annul", "forfeit", "annul_before_half"] | None = None


class PlayOff(Subject, frozen=True, kw_only=True):
    """A match between two places of final tables, and in which division winner and loser then play."""

    home: Annotated[str, Meta(pattern=r"^\d+[A-Z]*\.\d+$")]  # 2A.11: the eleventh of series 2A
    away: Annotated[str, Meta(pattern=r"^\d+[A-Z]*\.\d+$")]
    winner: Annotated[int, Meta(ge=1)]  # level
    loser: Annotated[int, Meta(ge=1)]
    drawn: Literal["home", "away"] | None = None  # who has won then; None: an officer rules


class Movement(Subject, frozen=True, kw_only=True):
    """Promotion and relegation after the season."""

    up: Count = 0
    play_off_up: Count = 0
    down: Count = 0
    play_off_down: Count = 0
    play_offs: tuple[PlayOff, ...] = ()
    refusals_running: Count | None = None  # how many years running a team may decline


class Price(Subject, frozen=True, kw_only=True):
    """What a fault costs the nth time, in divisions of one level or of any."""

    amount: Annotated[float, Meta(ge=0)]
    level: Count = 0  # 0: any
    from_nth: Annotated[int, Meta(ge=1)] = 1


EFFECTS = Literal["none", "board", "both_boards", "boards_down", "match", "match_points", "points_off"]


class Consequence(Subject, frozen=True, kw_only=True):
    """What the rules propose for a fault."""

    effect: EFFECTS = "none"
    points: Count = 0  # match points off
    from_nth: Annotated[int, Meta(ge=1)] = 1  # from which time in the season on
    counts: Annotated[int, Meta(ge=1)] = 1  # as so many times
    counts_with: str = ""  # codes with the same word here are counted together; "": each alone
    fines: tuple[Price, ...] = ()
    article: str = ""
    decides: Literal["division", "league", "membership"] = "division"

    def fine(self, level: int, nth: int = 1) -> float:
        """Return the fine for the nth time in a division; a row of that level goes before one of any."""
        rows = [row for row in self.fines if row.level in {0, level} and row.from_nth <= nth]
        return max(rows, key=lambda row: (row.level, row.from_nth)).amount if rows else 0


class Rules(Subject, frozen=True, kw_only=True):
    """All parameters of a division on a day."""

    board_points: BoardPoints = BoardPoints()
    match_points: MatchPoints = MatchPoints()
    order: Order = Order()
    boards: Boards = Boards()
    strength: Strength = Strength()
    selection: Selection = Selection()
    quotas: Quotas = Quotas()
    line_ups: LineUps = LineUps()
    deadlines: Deadlines = Deadlines()
    fixtures: Fixtures = Fixtures()
    withdrawal: Withdrawal = Withdrawal()
    movement: Movement = Movement()
    entry_fee: float | None = None
    consequences: dict[str, Consequence] = field(default_factory=dict)  # by code of the finding
