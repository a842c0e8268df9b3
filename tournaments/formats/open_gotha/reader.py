"""Reads OpenGotha files (.xml), the tournaments of the pairing program of the go federations.

Source: formats/go, "OpenGotha XML". Everything stands in attributes: a Player an entry, a Game a pairing, a ByePlayer a
bye, and the parameters of the tournament. Games name a player by last and first name in capitals without blanks.
A Team has a Board for each of its players and rounds; where a team meets several in a round, teams are mere lists.
A document type may be named, as some files do; it is never fetched, and a file that declares entities is refused.
"""

import datetime as dt
import re
from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace

from tournaments.formats.common.consistency import (
    bye_of_worth,
    content_problems,
    date_problems,
    label,
    listed,
    unfinished_problems,
)
from tournaments.formats.common.decoding import decode
from tournaments.formats.common.values import arbiters_of, clean_text, read_day, whole_number
from tournaments.formats.go.cells import MAX_CELLS, MAX_ROUNDS
from tournaments.formats.go.values import filled, level_of_grade, pace_of_clock, read_board, read_number, signed_number
from tournaments.formats.open_gotha.ranking_order import Placement
from tournaments.formats.open_gotha.xml import Attributes, Document, parsed
from tournaments.formats.report import Place, Problem, ReportedPairing, ReportedPlayer, Result, TournamentReport

NAME = "OpenGotha"

RATING_OF_LEVEL_0 = 2050  # since version 201 of the data
SHIFTED_SINCE = 201
HIGHEST_RATING = 9_999
LONGEST_TEAM = 100  # letters
MAX_STONES = 99

_START = re.compile(r"<Tournament(?![^>]{0,500}\btypeversion=)[\s>]")  # with it the file is MacMahon's
_CONTENT = re.compile(r"dataVersion=|<Players[\s/>]|<Player\s")
_CLOCKS = {
    "STDBYOYOMI": ("stdByoYomiTime", "byo-yomi {0} s"),
    "CANBYOYOMI": ("canByoYomiTime", "byo-yomi {0} s / {1}"),
    "FISCHER": ("fischerTime", "{0} s"),
}
_BYES = {"0": Result.ZERO_BYE, "1": Result.HALF_BYE, "2": Result.PAIRING_BYE}  # by half points
RESULTS = {
    "RESULT_UNKNOWN": "**",
    "RESULT_WHITEWINS": "10",
    "RESULT_BLACKWINS": "01",
    "RESULT_EQUAL": "==",
    "RESULT_BOTHWIN": "WW",  # A6: such games are not rated
    "RESULT_BOTHLOSE": "LL",
    "RESULT_WHITEWINS_BYDEF": "+-",
    "RESULT_BLACKWINS_BYDEF": "-+",
    "RESULT_EQUAL_BYDEF": "DD",
    "RESULT_BOTHWIN_BYDEF": "++",
    "RESULT_BOTHLOSE_BYDEF": "--",
}
_OTHER_SPELLINGS = {"RESULT_BOTHLOOSE": "LL", "RESULT_BOTHLOOSE_BYDEF": "--"}  # Pairgoth's
_BOTH = {"WW": "both_won", "++": "both_won", "LL": "both_lost"}

_NO_LEVEL = re.compile(r"FFG\s*:\s*-9999")  # the scale knows the player, without a level
_SIDES = ("whitePlayer", "blackPlayer")
_TEXTS = (
    *("name", "firstName", "country", "club", "egfPin", "ffgLicence", "agaId"),
    *("rank", "grade", "rating", "ratingOrigin"),
)


def matches(filename: str, data: bytes) -> bool:
    """Return whether it has the root of OpenGotha's files and one of their elements."""
    head = decode(data[:20_000])[0]
    start = _START.search(head)
    return (
        start is not None
        and head.lstrip("\ufeff \t\r\n").startswith("<")
        and bool(_CONTENT.search(head, start.start()))
    )


def read(data: bytes) -> list[TournamentReport]:
    """Return the one tournament of the file. Raise `FormatError` if the bytes are no proper file of OpenGotha."""
    return [_Reader(parsed(data)).report()]


class _Entry(NamedTuple):
    """A player, their rounds ("1110...", from round 1 on), and what is added to their start."""

    player: ReportedPlayer
    participating: str
    correction: int


class _Reader:
    """Make the report of a document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.general = document.first("GeneralParameterSet")
        self.placement = Placement(document)
        self.problems: list[Problem] = []
        self.entries: dict[str, _Entry] = {}
        self.pairings: list[ReportedPairing] = []

    def report(self) -> TournamentReport:
        """Return the tournament with everything that is wrong with it."""
        start, end = (self._day(name) for name in ("beginDate", "endDate"))
        pace, time_control = self._clock()
        self._read_players()
        self._read_games()
        self._read_byes()
        rounds = self._rounds()
        self._add_absences(rounds)
        pairings = sorted(self.pairings, key=lambda each: (each.round, each.board or MAX_CELLS, each.white))
        corrections = {entry.player.number: entry.correction for entry in self.entries.values()}
        players = self.placement.ranked([entry.player for entry in self.entries.values()], corrections, pairings)
        teams = self._has_matches()
        self.problems += [Problem("team_event")] if teams else []
        self.problems += date_problems(start, end)
        self.problems += [*unfinished_problems(pairings), *content_problems(players, pairings)]
        return TournamentReport(
            format="open_gotha",
            name=self._text("name") or self._text("shortName"),
            city=self._text("location"),
            start=start,
            end=end,
            rounds=rounds,
            pace=pace,
            time_control=time_control,
            kind="team" if teams else "mcmahon" if self.placement.is_mcmahon else "swiss",
            discipline="go",
            program=_program(self.document.first("Tournament")),
            players=players,
            pairings=tuple(pairings),
            problems=listed(self.problems),
            tie_breaks=self.placement.criteria,
            rounds_down=self.placement.rounds_down,
            arbiters=arbiters_of(self._text("director")),
        )

    def _text(self, name: str) -> str:
        return clean_text(self.general.get(name, ""))

    def _day(self, name: str) -> dt.date | None:
        day, found = read_day(self._text(name), Place())
        self.problems += found
        return day

    def _unknown(self, field: str, value: str, place: Place | None = None) -> None:
        facts: dict[str, object] = {"field": field, "value": clean_text(value)[:40]}
        self.problems.append(Problem("field_unknown", place or Place(), facts))

    def _clock(self) -> tuple[str, str]:
        """Return the pace, and the time control: main time in minutes, then the complementary time system."""
        minutes = whole_number(self._text("basicTime"))
        if minutes is None or minutes > 9_999:
            if self._text("basicTime"):
                self._unknown("basicTime", self._text("basicTime"))
            return "", ""
        name, words = _CLOCKS.get(self._text("complementaryTimeSystem"), ("", ""))
        more = words.format(self._text(name)[:6], self._text("nbMovesCanTime")[:6])
        return pace_of_clock(minutes, bool(words)), " + ".join(filter(None, [f"{minutes} min", more]))

    def _read_players(self) -> None:
        """Read the players; their numbers are the places in the file.

        Skip provisional registrations that did not play.
        """
        version = whole_number(self.document.first("Tournament").get("dataVersion", "")) or SHIFTED_SINCE
        shift = RATING_OF_LEVEL_0 if version >= SHIFTED_SINCE else 0
        playing = {_bare(each.get(side, "")) for each in self.document.elements.get("Game", []) for side in _SIDES}
        teams = self._teams()
        for number, attributes in enumerate(self.document.elements["Player"], start=1):
            player, place = self._player(number, attributes, shift), Place(player=number)
            key = _bare(attributes.get("name", "") + attributes.get("firstName", ""))
            if key in self.entries:
                self.problems.append(Problem("name_twice", place, {"player": label(player)}))
            elif attributes.get("registeringStatus") == "PRE" and key not in playing:
                self.problems.append(Problem("player_preliminary", place, {"player": label(player)}))
            else:
                correction = signed_number(attributes.get("smmsCorrection", "")) or 0
                player = replace(player, team=teams[key]) if key in teams else player
                self.entries[key] = _Entry(player, attributes.get("participating", ""), correction)

    def _teams(self) -> dict[str, str]:
        """Return the team of each player who has a board in one; of several, the first."""
        teams: dict[str, str] = {}
        for team, board in self.document.lineups:
            teams.setdefault(_bare(board.get("player", "")), clean_text(team)[:LONGEST_TEAM])
        return {player: team for player, team in teams.items() if player and team}

    def _has_matches(self) -> bool:
        """Return whether there are teams, and none met two others in a round."""
        teams = {entry.player.number: entry.player.team for entry in self.entries.values() if entry.player.team}
        met: dict[tuple[int, str], str] = {}
        for each in self.pairings:
            white, black = teams.get(each.white), teams.get(each.black or 0)
            if white and black and white != black:
                for mine, other in ((white, black), (black, white)):
                    if met.setdefault((each.round, mine), other) != other:
                        return False
        return bool(self.document.elements.get("Team"))

    def _player(self, number: int, attributes: Attributes, shift: int) -> ReportedPlayer:
        texts = {name: clean_text(attributes.get(name, "")) for name in _TEXTS}
        return ReportedPlayer(
            number=number,
            last_name=texts["name"],
            first_name=filled(texts["firstName"]),
            federation=filled(texts["country"]),
            licence=filled(texts["ffgLicence"]) or texts["agaId"],
            rating=self._level(number, texts, shift),
            club=filled(texts["club"]),
            grade=texts["rank"] or texts["grade"],
            pin=texts["egfPin"] if texts["egfPin"].strip("0") else "",  # 0 is nobody's
        )

    def _level(self, number: int, texts: Attributes, shift: int) -> int | None:
        """Return the level that the file states, of any origin; else the registration level of the grade (F2).

        The program writes its lowest rating for players without a level.
        """
        written = "" if _NO_LEVEL.fullmatch(texts["ratingOrigin"]) else texts["rating"]
        rating = signed_number(written)
        if rating is not None and abs(rating) <= HIGHEST_RATING:
            return rating - shift
        if written:
            self.problems.append(Problem("rating_unknown", Place(player=number), {"value": written[:20]}))
        return level_of_grade(texts["rank"] or texts["grade"])

    def _read_games(self) -> None:
        size, komi = read_board(self._text("size")), read_number(self._text("komi"))
        for name, value in (("size", size), ("komi", komi)):
            if value is None and self._text(name):
                self._unknown(name, self._text(name))
        uncertain = 0
        for attributes in self.document.elements.get("Game", []):
            pairing = self._game(attributes)
            if pairing is not None and pairing.black is not None:
                uncertain += attributes.get("knownColor", attributes.get("strKnownColor", "")).lower() == "false"
                komi_of_game = None if pairing.handicap else komi
                pairing = replace(pairing, board_size=size, komi=komi_of_game)
            if pairing is not None:
                self.pairings.append(pairing)
        if uncertain:
            self.problems.append(Problem("colours_unknown", Place(), {"count": uncertain}))

    def _game(self, attributes: Attributes) -> ReportedPairing | None:
        """Return a pairing; with an unknown opponent a bye of equal worth, None if nothing can be made of it."""
        number, board = self._round(attributes), whole_number(attributes.get("tableNumber", ""))
        if number is None:
            return None
        place = Place(round=number, board=board)
        sides = [self.entries.get(_bare(attributes.get(side, ""))) for side in _SIDES]
        letters = self._letters(attributes.get("result", ""), place)
        for side, entry in zip(_SIDES, sides, strict=True):
            if entry is None:
                unknown = clean_text(attributes.get(side, ""))[:60]
                self.problems.append(Problem("opponent_unknown", place, {"opponent": unknown}))
        known = [(entry.player, Result(letter)) for entry, letter in zip(sides, letters, strict=True) if entry]
        if len(known) < 2:
            byes = [ReportedPairing(number, None, who.number, None, bye_of_worth(mine), None) for who, mine in known]
            return byes[0] if byes else None
        (white, white_result), (black, black_result) = known
        if white.number == black.number:
            self.problems.append(Problem("self_pairing", place, {"player": label(white)}))
            return None
        if letters in _BOTH:
            names: dict[str, object] = {"player": label(white), "opponent": label(black)}
            self.problems.append(Problem(_BOTH[letters], place, names))
        stones = self._stones(attributes.get("handicap", ""), place)
        return ReportedPairing(number, board, white.number, black.number, white_result, black_result, handicap=stones)

    def _round(self, attributes: Attributes) -> int | None:
        written = attributes.get("roundNumber", "")
        number = whole_number(written)
        if number is not None and 1 <= number <= MAX_ROUNDS:
            return number
        self._unknown("roundNumber", written)
        return None

    def _letters(self, written: str, place: Place) -> str:
        letters = RESULTS.get(written, _OTHER_SPELLINGS.get(written, ""))
        if not letters:
            self.problems.append(Problem("result_unknown", place, {"result": clean_text(written)[:40]}))
        return letters or "**"

    def _stones(self, written: str, place: Place) -> int | None:
        stones = whole_number(written)
        if stones is not None and stones <= MAX_STONES:
            return stones
        if written:
            self._unknown("handicap", written, place)
        return None

    def _read_byes(self) -> None:
        """Read the byes; the tournament says what they are worth."""
        worth = _BYES.get(self._worth("Bye"), Result.PAIRING_BYE)
        rested: Counter[int] = Counter()
        for attributes in self.document.elements.get("ByePlayer", []):
            number, entry = self._round(attributes), self.entries.get(_bare(attributes.get("player", "")))
            if entry is None:
                unknown = clean_text(attributes.get("player", ""))[:60]
                self.problems.append(Problem("opponent_unknown", Place(round=number), {"opponent": unknown}))
            elif number is not None:
                rested[number] += 1
                self.pairings.append(ReportedPairing(number, None, entry.player.number, None, worth, None))
        twice = sorted(number for number, count in rested.items() if count > 1)
        self.problems += [Problem("bye_twice", Place(round=number)) for number in twice]

    def _worth(self, what: str) -> str:
        """Return twice the points of a bye or an absence, in the score by which the tournament ranks."""
        score = "MMS" if self.placement.is_mcmahon else "NBW"
        return self._text(f"gen{score}2Value{what}")

    def _rounds(self) -> int:
        """Return the announced number of rounds, or the last round that was played if that is more."""
        announced, found = self._text("numberOfRounds"), max((each.round for each in self.pairings), default=0)
        number = whole_number(announced)
        if number is None or number > MAX_ROUNDS:
            self._unknown("numberOfRounds", announced)
            return found
        if found > number:
            self.problems.append(Problem("rounds_more", Place(), {"found": found, "announced": number}))
        return max(number, found)

    def _add_absences(self, rounds: int) -> None:
        """Add the absences from rounds that were played."""
        worth = _BYES.get(self._worth("Absent"), Result.ZERO_BYE)
        if worth is Result.PAIRING_BYE:
            worth = Result.FULL_BYE
        there = {(each.round, number) for each in self.pairings for number in (each.white, each.black)}
        played = sorted({each.round for each in self.pairings if each.black is not None and each.round <= rounds})
        self.pairings += [
            ReportedPairing(number, None, player.number, None, worth, None)
            for player, participating, _correction in self.entries.values()
            for number in played
            if participating[number - 1 : number] == "0" and (number, player.number) not in there
        ]


def player_key(last_name: str, first_name: str) -> str:
    """Return how games name a player: last and first name in capitals without blanks."""
    return _bare(last_name + first_name)


def _bare(text: str) -> str:
    """Return the text in capitals without blanks; a Turkish computer writes I with a dot."""
    return "".join(clean_text(text).split()).upper().replace("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "I")


def _program(attributes: Attributes) -> str:
    """Return "OpenGotha 3.48", which newer files write, and older ones as 348."""
    version, old = (clean_text(attributes.get(name, ""))[:20] for name in ("fullVersionNumber", "gothaVersion"))
    return f"OpenGotha {version or (f'{old[0]}.{old[1:]}' if old else '')}".strip()
