"""Writes tournaments as Swiss-Chess files (.SWT), in both layouts.

Source: formats/swiss-chess, sections 1.1 to 1.5. Of `write`'s result a reader gets back what the format can hold:
names of 32 letters of Windows-1252 together (others become plain ones), both ratings, the personal number (licence,
else matricule; not before version 8.00), boards as tables. Unrated letters (W, D, L) become plain results. An odd field
gets its dummy player "spielfrei", as in Swiss-Chess.

In a team tournament the clubs are the teams, and boards are numbered through all matches of a round: with 8 boards a
match, board 9 is board 1 of match 2.
"""

import datetime as dt
import struct
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from tournaments.formats.common.unwritable import encoded
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.formats.swiss_chess import layout as at
from tournaments.formats.swiss_chess.cards import WITHDRAWN
from tournaments.formats.swiss_chess.layout import NEW, OLD
from tournaments.formats.swiss_chess.reader import BUCHHOLZ, CUT_BUCHHOLZ, DAY_ZERO, THREE_POINTS, TIE_BREAKS

VERSION = 883
TEAM_IDS = 998
DUMMY = "spielfrei"
HOME_PLAYS_BLACK = 0x22  # on the odd boards
SETTINGS = {0x238: 2, 0x23A: 2, 0x260: 0x04, 0x26E: 0x05, 0x530: 0x11}  # pairing rules; tie-break of a round robin

# letter -> own result, status
GAMES = {
    Result.PENDING: (0, 0), Result.WIN: (at.WIN, 0), Result.DRAW: (at.DRAW, 0), Result.LOSS: (at.LOSS, 0),
    Result.UNRATED_WIN: (at.WIN, 0), Result.UNRATED_DRAW: (at.DRAW, 0), Result.UNRATED_LOSS: (at.LOSS, 0),
    Result.FORFEIT_WIN: (at.WIN, at.UNPLAYED), Result.FORFEIT_LOSS: (at.LOSS, at.UNPLAYED),
}  # fmt: skip
BYES = {Result.HALF_BYE: at.DRAW, Result.FULL_BYE: at.WIN, Result.ZERO_BYE: 0}


def write(
    report: TournamentReport, *, version: int = VERSION, legs: int = 1, boards: int = 8, withdrawn: Collection[int] = ()
) -> bytes:
    """Return the file of that version of Swiss-Chess (times 100); before 800 in the old layout.

    ``legs``: how often everybody meets everybody; the header counts the rounds of one leg. ``boards``: of a team match.
    ``withdrawn``: numbers of players who left. Raise `ValueError` if a number is too large for its field.
    """
    try:
        return _Event(report, version, legs, boards, withdrawn).to_bytes()
    except struct.error as error:
        raise ValueError("A number of the tournament is too large for a Swiss-Chess file.") from error


@dataclass
class _Record:
    """A pairing record being made."""

    colour: int = 0
    opponent: int = 0
    result: int = 0
    table: int = 0
    status: int = 0
    board: int = 0

    def to_bytes(self) -> bytes:
        return at.RECORD.pack(self.colour, self.opponent, self.result, self.table, self.status, self.board)


class _Event:
    def __init__(
        self, report: TournamentReport, version: int, legs: int, boards: int, withdrawn: Collection[int]
    ) -> None:
        self.report, self.version, self.legs, self.boards, self.withdrawn = report, version, legs, boards, withdrawn
        self.layout = NEW if version >= 800 else OLD
        self.clubs = {player.number: player.club for player in report.players}
        self.is_team_event = report.kind == "team"
        self.teams = list(dict.fromkeys(self.clubs.values())) if self.is_team_event else []
        self.dummy = 0
        if any(pairing.white_result is Result.PAIRING_BYE for pairing in report.pairings):
            self.dummy = 1 + max(self.clubs)
        self.games = 1
        self.records: defaultdict[tuple[int, int], _Record] = defaultdict(_Record)  # number of the player, round
        self.matches: defaultdict[tuple[str, int], _Record] = defaultdict(_Record)  # team, round
        for pairing in report.pairings:
            self._add(pairing)

    def to_bytes(self) -> bytes:
        numbers = [*self.clubs, *([self.dummy] if self.dummy else [])]
        rounds = range(1, self.report.rounds + 1) if self.report.pairings else range(0)
        parts = [self._header(len(numbers))]
        parts += [self.records[number, round_].to_bytes() for number in numbers for round_ in rounds]
        parts += [self.matches[team, round_].to_bytes() for team in self.teams for round_ in rounds]
        parts += [self._player_card(player) for player in self.report.players]
        if self.dummy:
            parts.append(self._dummy_card())
        parts += [self._team_card(number, team) for number, team in enumerate(self.teams, 1)]
        return b"".join(parts)

    def _add(self, pairing: ReportedPairing) -> None:
        white = self.records[pairing.white, pairing.round]
        if pairing.black is None or pairing.black_result is None:
            self._add_bye(pairing, white)
            return
        black = self.records[pairing.black, pairing.round]
        sides = (
            (white, pairing.black, at.WHITE, pairing.white_result),
            (black, pairing.white, at.BLACK, pairing.black_result),
        )
        for record, opponent, colour, letter in sides:
            own, status = GAMES[letter]
            if record.opponent == opponent:  # their second game in the round
                self.games = 2
                record.result |= own << 4
                continue
            record.colour, record.opponent, record.status = colour, opponent, status
            record.result = own << 2 | own if self.teams else own
            record.table = pairing.board or 0
        if self.teams and pairing.board:
            self._add_match(pairing, white, black)

    def _add_bye(self, pairing: ReportedPairing, record: _Record) -> None:
        record.status = at.UNPLAYED
        if pairing.white_result is Result.PAIRING_BYE:
            record.colour, record.opponent, record.result = at.WHITE_FREE, self.dummy, at.WIN
            self.records[self.dummy, pairing.round] = _Record(at.BLACK_FREE, pairing.white, at.LOSS, status=at.UNPLAYED)
        else:
            record.result = BYES[pairing.white_result]

    def _add_match(self, pairing: ReportedPairing, white: _Record, black: _Record) -> None:
        """Add the match of which a game is one board: home team and visitors each have a record."""
        match, board = divmod((pairing.board or 1) - 1, self.boards)
        for record in (white, black):
            record.table, record.board = match + 1, board + 1
        clubs = [self.clubs[pairing.white], self.clubs[pairing.black or 0]]
        home, away = clubs if (board + 1) % 2 == 0 else reversed(clubs)
        for team, opponent, colour in ((home, away, at.WHITE), (away, home, at.BLACK)):
            team_id = TEAM_IDS + 1 + self.teams.index(opponent)
            self.matches[team, pairing.round] = _Record(colour, team_id, 0, table=match + 1)

    def _header(self, players: int) -> bytes:
        report, layout = self.report, self.layout
        head = bytearray(layout.header)
        drawn = max((pairing.round for pairing in report.pairings), default=0)
        rounds = report.rounds // self.legs
        head[at.DRAWN_FLAG] = 0xFF if drawn else 0
        for offset, value in SETTINGS.items():
            head[offset] = value
        words = {at.ROUNDS: rounds, at.CURRENT_ROUND: min(drawn, rounds), at.DRAWN_ROUNDS: min(drawn, rounds)}
        words |= {at.PLAYERS: players, at.TEAMS: len(self.teams), at.TEAM_IDS: TEAM_IDS, at.VERSION: self.version}
        for offset, value in words.items():
            struct.pack_into("<H", head, offset, value)
        head[at.MODE] = next((code for code, kind in layout.modes.items() if kind == report.kind), 0)
        self._put_tie_breaks(head)
        head[at.SCORING] = THREE_POINTS if report.point_system == (3, 1, 0, 0, 3) else 0
        head[at.GAMES_A_ROUND] = self.games
        head[at.LEG] = 1
        head[at.LEGS_CLM] = head[at.LEGS] = self.legs
        head[at.BOARDS] = self.boards if self.teams else 0
        head[at.TEAM_EVENT] = 0xFF if self.is_team_event else 0
        head[at.HOME_COLOUR] = HOME_PLAYS_BLACK
        self._put_header_texts(head)
        if layout.has_round_dates:
            for number, day in enumerate(report.round_dates[: at.DATED_ROUNDS]):
                struct.pack_into("<H", head, at.ROUND_DATES + 4 * number, (day - DAY_ZERO).days if day else 0)
        return bytes(head)

    def _put_tie_breaks(self, head: bytearray) -> None:
        """Write the first two tie-breaks that Swiss-Chess knows.

        How many opponents Buchholz leaves out is its own field.
        """
        numbers = {code: number for number, code in TIE_BREAKS.items()}
        numbers |= dict.fromkeys(("BH", *CUT_BUCHHOLZ), BUCHHOLZ)
        known = [code for code in self.report.tie_breaks if code in numbers]
        for offset, code in zip((at.FIRST_TIE_BREAK, at.SECOND_TIE_BREAK), known, strict=False):
            head[offset] = numbers[code]
            if code in CUT_BUCHHOLZ:
                struct.pack_into("<H", head, at.CUTS, CUT_BUCHHOLZ.index(code) + 1)

    def _put_header_texts(self, head: bytearray) -> None:
        report = self.report
        _put(head, at.HEADLINE, report.name)
        _put(head, at.TOURNAMENT_NAME, report.name)
        _put(head, at.CITY, report.city)
        fields = at.ARBITERS + (at.MORE_ARBITERS if self.layout is NEW else ())
        for place, name in zip(fields, report.arbiters, strict=False):
            _put(head, place, name)
        _put(head, at.START, _dotted(report.start))
        _put(head, at.END, _dotted(report.end))
        for place, text in zip(at.TIME_CONTROLS, report.time_control.split(", "), strict=False):
            _put(head, place, text)

    def _player_card(self, player: ReportedPlayer) -> bytes:
        layout = self.layout
        card = self._card(player.number)
        name = f"{player.last_name},{player.first_name}" if player.first_name else player.last_name
        _put(card, at.CARD_NAME, name)
        _put(card, at.CARD_CLUB, player.club)
        _put(card, at.CARD_TITLE, player.title)
        _put(card, at.CARD_NATIONAL, f"{player.rating:4}" if player.rating else "")
        _put(card, at.CARD_ELO, f"{player.fide_rating:4}" if player.fide_rating else "")
        _put(card, at.CARD_COUNTRY, player.federation)
        year = str(player.birth_year) if player.birth_year else ""
        _put(card, at.CARD_BIRTH, f"{player.birth_date:%Y%m%d}" if player.birth_date else year)
        fide_id = str(player.fide_id or "")
        _put(card, layout.fide_id, fide_id if len(fide_id) <= layout.fide_id[1] else "")
        if layout.pkz:
            _put(card, layout.pkz, player.licence or player.matricule)
        card[at.CARD_ATTRIBUTE] = ord({"M": "m", "F": "w"}.get(player.sex, "\0"))
        if player.number in self.withdrawn:
            card[at.CARD_ATTRIBUTE] = ord(WITHDRAWN)
        if self.teams:
            struct.pack_into("<H", card, at.CARD_TEAM, 1 + self.teams.index(player.club))
        struct.pack_into("<H", card, at.CARD_RANK, player.rank or 0)
        struct.pack_into("<H", card, layout.points, round(2 * (player.points or 0)))
        return bytes(card)

    def _dummy_card(self) -> bytes:
        card = self._card(self.dummy)
        _put(card, at.CARD_NAME, DUMMY)
        card[at.CARD_DUMMY] = at.DUMMY_FLAG
        return bytes(card)

    def _team_card(self, number: int, team: str) -> bytes:
        card = self._card(TEAM_IDS + number)
        _put(card, at.CARD_NAME, team)
        _put(card, at.CARD_CLUB, team)
        struct.pack_into("<H", card, at.CARD_TEAM, number)
        return bytes(card)

    def _card(self, number: int) -> bytearray:
        card = bytearray(self.layout.card)
        struct.pack_into("<H", card, at.CARD_ID, number)
        struct.pack_into("<H", card, at.CARD_START_NUMBER, number)
        return card


def _dotted(day: dt.date | None) -> str:
    return f"{day:%d.%m.%Y}" if day else ""


def _put(buffer: bytearray, place: tuple[int, int], text: str) -> None:
    """Write a text into its field, cut to the length; what Windows-1252 lacks becomes a question mark."""
    offset, size = place
    raw = encoded(text, "cp1252")[:size]
    buffer[offset : offset + len(raw)] = raw
