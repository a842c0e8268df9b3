"""Where things lie in a Swiss-Chess file (.SWT), and which of the two layouts a file has.

Source: formats/swiss-chess, sections 1.1 to 1.5. All numbers are little-endian, all texts fields of fixed length in
Windows-1252. Files of version 8.00 and later have longer headers and cards than those before:

    header | pairing records: entrants x rounds x 19 bytes | cards of the players, then of the teams

The size of a file follows from its counts; the number of stored rounds, which no field gives, follows from the size.
"""

import struct
from dataclasses import dataclass

from tournaments.formats.common.values import clean_text
from tournaments.formats.report import FormatError, noop

# Header
DRAWN_FLAG = 0x000  # FF once a round was drawn
ROUNDS, CURRENT_ROUND, DRAWN_ROUNDS, PLAYERS = 0x001, 0x003, 0x005, 0x007
HEADLINE = (0x0F5, 60)
CUTS = 0x009  # of Buchholz
SECOND_TIE_BREAK, FIRST_TIE_BREAK = 0x23C, 0x26D  # of a Swiss tournament
TEAM_IDS = 0x241  # the id of a team is this number plus the number of the team
MODE, GAMES_A_ROUND, LEG, LEGS_CLM, LEGS = 0x254, 0x255, 0x256, 0x257, 0x258
BOARDS = 0x25C
TEAM_EVENT = 0x25E
VERSION = 0x261
TOURNAMENT_NAME, CITY = (0x316, 40), (0x33F, 40)
ARBITERS = ((0x368, 60), (0x3A5, 60))
START, END = (0x41F, 20), (0x434, 20)
TIME_CONTROLS = ((0x449, 20), (0x45E, 20), (0x473, 21))
HOME_COLOUR = 0x531  # of board 1
TEAMS = 0x534
SCORING = 0x538
MATCH_SCORING = 0x53A
OWN_SCORES = (0x1576, 0x157A, 0x157E)  # win, draw, loss; new layout only, as are the four below
OWN_MATCH_SCORES = (0x158A, 0x158E, 0x1592)  # the same of a match
ROUND_DATES = 0x2CC1  # 4 bytes a round: day, hour, minute
DATED_ROUNDS = 40
MORE_ARBITERS = ((0x2E47, 60), (0x2E84, 60), (0x2EC1, 60))
ENOUGH = 0x540  # bytes that hold every count

# Pairing record: colour, opponent's id, result, table, status, board in the match
RECORD = struct.Struct("<8xBHBxHBxxB")
WHITE, WHITE_FREE, BLACK, BLACK_FREE = 1, 2, 3, 4
LOSS, DRAW, WIN = 1, 2, 3  # two bits; 0: no result
ADJOURNED, UNPLAYED, NOT_NOMINATED = 1, 2, 3  # low half of the status byte

# Card of a player (of a team: only the ids are used)
CARD_NAME, CARD_CLUB, CARD_TITLE = (0x00, 32), (0x21, 32), (0x42, 3)
CARD_ELO, CARD_NATIONAL, CARD_COUNTRY, CARD_BIRTH = (0x46, 4), (0x4B, 4), (0x69, 3), (0x80, 10)
CARD_ATTRIBUTE, CARD_DUMMY = 0x0B8, 0x0BD
DUMMY_FLAG = 0x66
CARD_TEAM, CARD_ID, CARD_START_NUMBER, CARD_RANK = 0x0C9, 0x0D9, 0x0DB, 0x0DD

MAX_ROUNDS, MAX_PLAYERS = 200, 10_000
MAX_RECORDS = 30_000  # 2500 entrants of twelve rounds
VERSIONS = range(500, 1501)  # the version times 100; files of the DOS program have 0

NOT_SWISS_CHESS = noop("This is not a Swiss-Chess tournament.")
TOO_SHORT = noop("The file is too short for a Swiss-Chess tournament; copy it again from the original.")
TOO_LARGE = noop("The file has more pairings than a tournament can have.")
WRONG_SIZE = noop(
    "The file is cut off or damaged: its size does not match its %(players)s players, %(teams)s teams and "
    "%(rounds)s rounds; copy it again from the original."
)


@dataclass(frozen=True)
class Layout:
    """What differs between the versions before 8.00 and those since."""

    header: int
    card: int
    points: int  # twice the points, in the card
    fide_id: tuple[int, int]
    pkz: tuple[int, int] | None  # personal number of the national federation
    modes: dict[int, str]
    has_round_dates: bool


OLD = Layout(0x0F36, 292, 0x0E9, (0x08B, 7), None, {0x00: "swiss", 0xFF: "round_robin"}, has_round_dates=False)
NEW = Layout(
    0x3448,
    655,
    0x124,
    (0x144, 12),
    (0x151, 12),
    {0: "swiss", 1: "round_robin", 2: "knockout", 3: "scheveningen"},
    has_round_dates=True,
)


@dataclass(frozen=True)
class Swt:
    """The bytes of a file with the layout that fits them."""

    data: bytes
    layout: Layout
    players: int
    teams: int
    rounds: int  # stored for each entrant; 0 before the first draw
    is_team_event: bool

    def byte(self, offset: int) -> int:
        return self.data[offset]

    def word(self, offset: int) -> int:
        return read_word(self.data, offset)

    def text(self, field: tuple[int, int], start: int = 0) -> str:
        """Return the text up to its first NUL: after it there are leftovers of other people's data."""
        offset, size = field
        raw = self.data[start + offset : start + offset + size].partition(b"\0")[0]
        return clean_text(raw.decode("cp1252", "replace"))

    def card(self, index: int) -> int:
        """Return where the card of an entrant begins: players first, then teams."""
        entrants = self.players + (self.teams if self.is_team_event else 0)
        records = self.layout.header + entrants * self.rounds * RECORD.size
        return records + index * self.layout.card

    def records(self, first: int, count: int) -> list[tuple[int, ...]]:
        """Return the pairing records of ``count`` entrants from the entrant ``first`` on, round by round for each."""
        start = self.layout.header + first * self.rounds * RECORD.size
        return list(RECORD.iter_unpack(self.data[start : start + count * self.rounds * RECORD.size]))


def read_word(data: bytes, offset: int) -> int:
    """Return two bytes as a number, little-endian."""
    return data[offset] | data[offset + 1] << 8


def is_plausible(data: bytes) -> bool:
    """Return whether Swiss-Chess may have written these counts and this version; cheap."""
    if len(data) < ENOUGH:
        return False
    version = read_word(data, VERSION)
    counts = read_word(data, ROUNDS) <= MAX_ROUNDS and read_word(data, PLAYERS) <= MAX_PLAYERS
    return counts and (version == 0 or version in VERSIONS)


def fit(data: bytes) -> Swt:
    """Return the layout and the number of stored rounds that give the file its size.

    Raise `FormatError` if none does.
    """
    if len(data) < ENOUGH:
        raise FormatError(TOO_SHORT)
    if not is_plausible(data):
        raise FormatError(NOT_SWISS_CHESS)
    own, other = (NEW, OLD) if read_word(data, VERSION) >= 800 else (OLD, NEW)
    for layout in (own, other):
        found = _fitted(data, layout)
        if found is not None and ((layout is own and found.rounds == _announced(data)) or _is_sound(found)):
            return found
    players, teams, rounds = (read_word(data, offset) for offset in (PLAYERS, TEAMS, ROUNDS))
    raise FormatError(WRONG_SIZE, players=players, teams=teams, rounds=rounds)


def _fitted(data: bytes, layout: Layout) -> Swt | None:
    """Solve size = header + entrants x rounds x 19 + cards; the header counts the rounds of one leg only."""
    players, teams = read_word(data, PLAYERS), read_word(data, TEAMS)
    is_team_event = data[TEAM_EVENT] != 0
    entrants = players + (teams if is_team_event else 0)
    rest = len(data) - layout.header - (players + teams) * layout.card
    rounds, odd = divmod(rest, entrants * RECORD.size) if entrants else (0, rest)
    if rest < 0 or odd or rounds > _announced(data) + 1:
        return None
    if entrants * rounds > MAX_RECORDS:
        raise FormatError(TOO_LARGE)
    return Swt(data, layout, players, teams, rounds, is_team_event)


def _announced(data: bytes) -> int:
    """Return the rounds of all legs; a tournament that is not drawn yet stores none of them."""
    return read_word(data, ROUNDS) * max(1, data[LEGS_CLM], data[LEGS])


def _is_sound(swt: Swt) -> bool:
    """Return whether most players have ids and most opponents name the player back.

    The size of a file that was cut off can fit fewer rounds or the other layout: then everything is in another place.
    """
    ids = [swt.word(swt.card(index) + CARD_ID) for index in range(swt.players)]
    drawn_but_empty = swt.word(DRAWN_ROUNDS) > 0 and swt.rounds == 0
    if drawn_but_empty or 2 * len({*ids} - {0}) < len(ids):
        return False
    opponents = {}
    for index, record in enumerate(swt.records(0, swt.players)):
        player, round_ = divmod(index, swt.rounds)
        if record[1]:
            opponents[round_, ids[player]] = record[1]
    mutual = sum(opponents.get((round_, opponent)) == player for (round_, player), opponent in opponents.items())
    return 2 * mutual >= len(opponents)
