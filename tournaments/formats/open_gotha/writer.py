"""Writes tournaments of go as OpenGotha files (.xml), data version 201 (formats/go, "OpenGotha XML").

UTF-8, one element a line. A reader gets everything back but the numbers of the players, which are their places in the
file, unrated letters (W, D, L) of one side, arbiters but the first, and of a club what follows its fourth letter. A
player without a level has the rating of the grade.

OpenGotha itself opens a file only where every player has a first name, a club of four letters at most, a country of two
or none, and no rating that is not a number, and where the parameters of handicaps and pairing have their elements.
Pairgoth asks for each of their attributes too, and that an absence is worth nothing beside the McMahon score; what the
report does not say is what OpenGotha begins a tournament with.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from tournaments.formats.common.unwritable import DoesNotFit
from tournaments.formats.go.cell_writer import board_of, country_of, komi_of, last_name_of, plain
from tournaments.formats.go.mcmahon import BY_SCORE, BY_WINS
from tournaments.formats.go.values import LOWEST_KYU, RANK, grade_of, level_of_grade
from tournaments.formats.open_gotha.reader import RATING_OF_LEVEL_0, RESULTS, player_key
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport, noop

COLUMNS = 20  # rounds that OpenGotha notes for each player
LONGEST_CLUB = 4
CLOCKS = {
    "standard": ("60", "STDBYOYOMI", "20"),
    "rapid": ("45", "STDBYOYOMI", "20"),
    "blitz": ("20", "SUDDENDEATH", "0"),
}
SUM = re.compile(r"^(SO[A-Z]+|CUSS)")  # SOS-1 is SOSM-1 or SOSW-1
ABSENCES = {Result.ZERO_BYE: "0", Result.HALF_BYE: "1", Result.FULL_BYE: "2"}  # half points
NAMES_OF_RESULTS = {letters: name for name, letters in RESULTS.items()}

NO_HANDICAPS, MOST_STONES = "0", "9"
HANDICAPS = {"hdBasedOnMMS": "true", "hdCorrection": "1", "hdNoHdRankThreshold": "1D"}
PAIRING = {
    "paiStandardNX1Factor": "0.5",
    "paiBaAvoidDuplGame": "500000000000000",
    "paiBaRandom": "0",
    "paiBaDeterministic": "true",
    "paiBaBalanceWB": "1000000",
    "paiMaAvoidMixingCategories": "0",
    "paiMaMinimizeScoreDifference": "100000000000",
    "paiMaDUDDWeight": "100000000",
    "paiMaCompensateDUDD": "true",
    "paiMaDUDDUpperMode": "MID",
    "paiMaDUDDLowerMode": "MID",
    "paiMaMaximizeSeeding": "5000000",
    "paiMaLastRoundForSeedSystem1": "2",
    "paiMaSeedSystem1": "SPLITANDRANDOM",
    "paiMaSeedSystem2": "SPLITANDSLIP",
    "paiMaAdditionalPlacementCritSystem1": "Rating",
    "paiMaAdditionalPlacementCritSystem2": "NULL",
    "paiSeBarThresholdActive": "true",
    "paiSeRankThreshold": "1D",
    "paiSeNbWinsThresholdActive": "false",
    "paiSeDefSecCrit": "100000000000",
    "paiSeMinimizeHandicap": "0",
    "paiSeAvoidSameGeo": "100000000000",
    "paiSePreferMMSDiffRatherThanSameCountry": "1",
    "paiSePreferMMSDiffRatherThanSameClubsGroup": "2",
    "paiSePreferMMSDiffRatherThanSameClub": "3",
}

SAME_NAME = noop("Two players are called %(name)s; OpenGotha allows only one.")
NAMELESS = noop("The results %(letters)s of round %(round)s cannot be expressed in OpenGotha.")
SEVERAL_WORTHS = noop("Absences are worth different points; OpenGotha has one value for all.")


def check(report: TournamentReport) -> None:
    """Raise `DoesNotFit` for what OpenGotha cannot hold.

    That is: two players of one name, boards of several sizes, results of two sides that exclude each other, and
    absences of several worths.
    """
    _keys(report)
    board_of(report.pairings)
    for pairing in report.pairings:
        if pairing.black is not None:
            _result(pairing)
    _worth_of_absences(report)


def write(report: TournamentReport) -> bytes:
    """Return the file. Raise `DoesNotFit`: see `check`."""
    keys = _keys(report)
    return "".join(f"{line}\n" for line in _lines(report, keys)).encode()


def _keys(report: TournamentReport) -> dict[int, str]:
    keys: dict[int, str] = {}
    for player in report.players:
        key = player_key(plain(last_name_of(player)), _first_name(player))
        if key in keys.values():
            raise DoesNotFit(SAME_NAME, name=f"{player.last_name} {player.first_name}")
        keys[player.number] = key
    return keys


def _lines(report: TournamentReport, keys: dict[int, str]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    yield '<Tournament dataVersion="201">'
    yield "<Players>"
    starts = _Starts.of(report)
    for player in report.players:
        yield _element("Player", _player(player, report, starts))
    yield "</Players>"
    yield "<Games>"
    for table, pairing in enumerate((each for each in report.pairings if each.black is not None), start=1):
        yield _element("Game", _game(pairing, keys, table))
    yield "</Games>"
    yield "<ByePlayers>"
    for pairing in report.pairings:
        if pairing.white_result is Result.PAIRING_BYE:
            yield _element("ByePlayer", {"player": keys[pairing.white], "roundNumber": f"{pairing.round}"})
    yield "</ByePlayers>"
    if report.kind == "team":
        yield from _teams(report, keys)
    yield "<TournamentParameterSet>"
    yield _element("GeneralParameterSet", _general(report) | starts.parameters())
    has_stones = any(pairing.handicap for pairing in report.pairings)
    most = MOST_STONES if has_stones or starts.lowest is not None else NO_HANDICAPS
    yield _element("HandicapParameterSet", {"hdCeiling": most, **HANDICAPS})
    yield "<PlacementParameterSet><PlacementCriteria>"
    for number, name in enumerate(_criteria(report), start=1):
        yield _element("PlacementCriterion", {"name": name, "number": f"{number}"})
    yield "</PlacementCriteria></PlacementParameterSet>"
    yield _element("PairingParameterSet", PAIRING)
    yield "</TournamentParameterSet>"
    yield "</Tournament>"


def _element(name: str, attributes: dict[str, str]) -> str:
    return f"<{name} {' '.join(f'{key}={quoteattr(plain(text))}' for key, text in attributes.items())}/>"


class _Starts(NamedTuple):
    """The levels between which the players of a McMahon tournament begin; None if it is none."""

    lowest: int | None = None
    highest: int | None = None

    @classmethod
    def of(cls, report: TournamentReport) -> _Starts:
        begun = [_level_of_start(each.start_score) for each in report.players if each.start_score is not None]
        if report.kind == "mcmahon":  # a player without start begins with that of the grade
            grades = [level_of_grade(_grade(each)) for each in report.players if each.start_score is None]
            begun += [level // RANK * RANK for level in grades if level is not None]
        return cls(min(begun), max(begun)) if begun else cls()

    def parameters(self) -> dict[str, str]:
        """Return the floor and the bar."""
        if self.lowest is None or self.highest is None:
            return {}
        return {"genMMFloor": grade_of(self.lowest), "genMMBar": grade_of(self.highest), "genMMZero": "30K"}

    def correction(self, grade: str, start_score: float | None) -> int:
        """Return what is to be added to the start of a grade so that the player begins with the right score."""
        if self.lowest is None or self.highest is None or start_score is None:
            return 0
        level = level_of_grade(grade)
        begun = min(max(self.lowest if level is None else level // RANK * RANK, self.lowest), self.highest)
        return (_level_of_start(start_score) - begun) // RANK


def _first_name(player: ReportedPlayer) -> str:
    return plain(player.first_name) or "-"


def _grade(player: ReportedPlayer) -> str:
    return player.grade or grade_of(player.rating)


def _level_of_start(score: float) -> int:
    """Return the lowest level of the grade that starts with this score if 30 kyu start with 0."""
    return RANK * (round(score) - LOWEST_KYU)


def _criteria(report: TournamentReport) -> list[str]:
    """Return what ranks the players, in OpenGotha's words; sums over opponents say of which scores."""
    codes = report.tie_breaks or (BY_SCORE if report.kind == "mcmahon" else BY_WINS)
    base = "M" if "MMS" in codes else "W"
    return [SUM.sub(rf"\1{base}", code) for code in codes]


def _player(player: ReportedPlayer, report: TournamentReport, starts: _Starts) -> dict[str, str]:
    away = {
        each.round
        for each in report.pairings
        if each.white == player.number and each.black is None and each.white_result in ABSENCES
    }
    grade = _grade(player)
    level = player.rating if player.rating is not None else level_of_grade(grade)
    strength = {"rank": grade} if grade else {}
    if level is not None:
        strength["rating"] = f"{level + RATING_OF_LEVEL_0}"
    return {
        "name": last_name_of(player),
        "firstName": _first_name(player),
        "country": country_of(player.federation),
        "club": plain(player.club)[:LONGEST_CLUB],
        **strength,
        "ratingOrigin": "INI" if player.rating is None else f"FFG : {level}",
        "ffgLicence": player.licence,
        "egfPin": player.pin,
        "participating": "".join("0" if number in away else "1" for number in range(1, COLUMNS + 1)),
        "registeringStatus": "FIN",
        "smmsCorrection": f"{starts.correction(grade, player.start_score)}",
    }


def _teams(report: TournamentReport, keys: dict[int, str]) -> Iterator[str]:
    """Give all players the board that they have in the list of their team, in all rounds."""
    teams: dict[str, list[str]] = {}
    for player in report.players:
        if player.team:
            teams.setdefault(player.team, []).append(keys[player.number])
    yield "<Teams>"
    for number, (team, players) in enumerate(teams.items(), start=1):
        yield f'<Team teamName={quoteattr(plain(team))} teamNumber="{number}">'
        for round_number in range(1, report.rounds + 1):
            for board, key in enumerate(players, start=1):
                said = {"boardNumber": f"{board}", "player": key, "roundNumber": f"{round_number}"}
                yield _element("Board", said)
        yield "</Team>"
    yield "</Teams>"


def _game(pairing: ReportedPairing, keys: dict[int, str], table: int) -> dict[str, str]:
    return {
        "roundNumber": f"{pairing.round}",
        "tableNumber": f"{table if pairing.board is None else pairing.board}",
        "whitePlayer": keys[pairing.white],
        "blackPlayer": keys[pairing.black or 0],
        "knownColor": "true",
        "handicap": f"{pairing.handicap or 0}",
        "result": _result(pairing),
    }


def _result(pairing: ReportedPairing) -> str:
    result = NAMES_OF_RESULTS.get(pairing.letters)
    if result is None:
        raise DoesNotFit(NAMELESS, letters=pairing.letters, round=pairing.round)
    return result


def _worth_of_absences(report: TournamentReport) -> str:
    worths = {ABSENCES[each.white_result] for each in report.pairings if each.white_result in ABSENCES}
    if len(worths) > 1:
        raise DoesNotFit(SEVERAL_WORTHS)
    return next(iter(worths), "0")


def _general(report: TournamentReport) -> dict[str, str]:
    size, komi = board_of(report.pairings), komi_of(report)
    minutes, system, seconds = CLOCKS.get(report.pace, ("", "SUDDENDEATH", "0"))
    absent = _worth_of_absences(report)
    return {
        "name": report.name,
        "shortName": report.name[:40],
        "location": report.city,
        "director": report.arbiters[0] if report.arbiters else "",
        "beginDate": _day(report.start),
        "endDate": _day(report.end),
        "basicTime": minutes,
        "complementaryTimeSystem": system,
        "stdByoYomiTime": seconds,
        "size": "" if size is None else f"{size}",
        "komi": "" if komi is None else f"{komi:g}",
        "numberOfRounds": f"{report.rounds}",
        "genMMS2ValueAbsent": absent,
        "genNBW2ValueAbsent": "0" if "MMS" in _criteria(report) else absent,
        **{f"gen{score}2ValueBye": "2" for score in ("MMS", "NBW")},
        "genRoundDownNBWMMS": "true" if report.rounds_down else "false",
    }


def _day(day: dt.date | None) -> str:
    return day.isoformat() if day else ""
