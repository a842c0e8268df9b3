"""Take over a running season: read its results from a table in the form that `season_files.results` writes.

Series have to exist. Teams may be new if the table names their clubs. `storing` stores what this finds.
"""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.files import spreadsheets
from federation.files.spreadsheets import Sheet
from federation.identity.member_numbers import club_key_of, key_of
from federation.models import Club, Member
from leagues.errors import Refused
from leagues.files.cells import text
from leagues.models import Board, Match, Season, Series, Team
from leagues.rules.facts import GAMES

SIDES = ("home", "away")
NEEDED = ("series", "round", "date", "home", "away", "board", "home_number", "away_number", "played")
OPTIONAL = ("home_club", "away_club", "home_strength", "away_strength", "white", "ruled_home", "ruled_away", "play_off")
PLAYED = {
    **dict.fromkeys(("10", "1-0", "1–0"), "10"),
    **dict.fromkeys(("01", "0-1", "0–1"), "01"),
    **dict.fromkeys(("==", "½-½", "½–½", "0.5-0.5", "1/2-1/2"), "=="),
    **dict.fromkeys(("+-", "1-0 ff", "1-0F", "+ -"), "+-"),
    **dict.fromkeys(("-+", "0-1 ff", "0-1F", "- +"), "-+"),
    **dict.fromkeys(("--", "0-0 ff", "- -", "0-0"), "--"),
}
MOST = 60_000
MISSING = noop("The table lacks these columns: %(columns)s.")
TOO_MANY = noop("The table has more than %(most)s rows.")


Pair = tuple[str, int, frozenset[str]]  # series, round and both teams, whichever is at home


class Key(NamedTuple):
    """A match in the table."""

    series: str
    round: int
    home: str
    away: str

    @property
    def pair(self) -> Pair:
        return self.series, self.round, frozenset({self.home, self.away})


@dataclass
class TakenMatch:
    """A match with its boards, as the table has them."""

    key: Key
    day: dt.date
    clubs: tuple[str, str]
    boards: list[Board] = field(default_factory=list)


@dataclass
class Takeover:
    """What a table holds: matches, teams that are new, and what is wrong in it."""

    matches: dict[Key, TakenMatch] = field(default_factory=dict)
    new_teams: list[tuple[str, str, str]] = field(default_factory=list)  # series, name, number of the club
    problems: list[str] = field(default_factory=list)
    unnumbered: dict[int, list[str]] = field(default_factory=dict)  # by round: games with a player nobody can rate

    def never_rated(self, rated: Collection[int]) -> list[str]:
        """Return the games that no list would ever count. ``rated``: the rounds that were sent for rating already."""
        return [said for number, lines in sorted(self.unnumbered.items()) if number not in rated for said in lines]

    @property
    def boards(self) -> int:
        return sum(len(match.boards) for match in self.matches.values())

    @property
    def rounds(self) -> list[int]:
        return sorted({key.round for key in self.matches})


@dataclass
class _Known:
    """What the season has already, and what earlier lines say."""

    series: Mapping[str, Series]
    teams: Mapping[tuple[str, str], Team]  # by series and name
    members: Mapping[int, Member]
    clubs: Mapping[int, Club]
    played: Collection[Pair]
    pairs: dict[tuple[str, int, str], Pair]  # by series, round and team: planned on this site, then of earlier lines
    season: Season
    keys: dict[Pair, Key] = field(default_factory=dict)  # of earlier lines
    days: dict[Pair, str] = field(default_factory=dict)
    boards: set[tuple[Pair, int]] = field(default_factory=set)
    seats: set[tuple[Pair, int]] = field(default_factory=set)  # with the key of the member

    def note(self, row: Mapping[str, str]) -> None:
        """Keep what a sound line says, for the lines after it."""
        key = _key(row)
        self.keys[key.pair], self.days[key.pair] = key, row["date"][:10]
        self.boards.add((key.pair, int(row["board"])))
        self.seats |= {(key.pair, key_of(row[f"{side}_number"])) for side in SIDES if row[f"{side}_number"]}
        self.pairs |= {(key.series, key.round, team): key.pair for team in (key.home, key.away)}


def plan(season: Season, data: bytes) -> Takeover:
    """Return what the table would store. Seven queries. Raise `SheetError` and `Refused`."""
    sheet = spreadsheets.read(data)
    columns = {heading.strip().casefold(): place for place, heading in enumerate(sheet.header)}
    lacking = [name for name in NEEDED if name not in columns]
    if lacking:
        raise Refused(MISSING, columns=", ".join(lacking))
    if len(sheet) > MOST:
        raise Refused(TOO_MANY, most=MOST)
    rows = _rows(sheet, columns)
    known, found = _known(season, rows), Takeover()
    new: dict[tuple[str, str], str] = {}
    for line, row in rows:
        problem = _problem(row, known, new)
        if problem:
            found.problems.append(_said(line, row, problem))
            continue
        key = _key(row)
        match = found.matches.setdefault(
            key, TakenMatch(key, dt.date.fromisoformat(row["date"][:10]), (row["home_club"], row["away_club"]))
        )
        board = _board(row, known)
        match.boards.append(board)
        if board.played in GAMES and None in (board.home, board.away):
            column = "home_number" if board.home is None else "away_number"
            problem = _("the member number in the column %(column)s is missing.") % {"column": column}
            found.unnumbered.setdefault(key.round, []).append(_said(line, row, problem))
    found.new_teams = [(series, name, club) for (series, name), club in new.items()]
    return found


def _said(line: int, row: Mapping[str, str], problem: str) -> str:
    """Return what is wrong in a line, with its round and board as it has them."""
    facts = {"line": line, "round": row["round"], "board": row["board"], "problem": problem}
    if row["round"] and row["board"]:
        return _("Line %(line)s (round %(round)s, board %(board)s): %(problem)s") % facts
    return _("Line %(line)s: %(problem)s") % facts


def _rows(sheet: Sheet, columns: Mapping[str, int]) -> list[tuple[int, dict[str, str]]]:
    places = {name: columns.get(name) for name in (*NEEDED, *OPTIONAL)}
    return [(line, {name: text(row, place) for name, place in places.items()}) for line, row in sheet.rows]


def _known(season: Season, rows: list[tuple[int, dict[str, str]]]) -> _Known:
    found = Series.objects.filter(division__season=season).select_related("division__season__competition")
    series = {each.code: each for each in found}
    teams = Team.objects.filter(series__in=series.values()).select_related("series__division", "club")
    members = {key_of(row[f"{side}_number"]) for _line, row in rows for side in SIDES}
    clubs = {club_key_of(row[f"{side}_club"]) for _line, row in rows for side in SIDES}
    there = Match.objects.filter(series__in=series.values()).select_related("series__division", "home", "away")
    matches = {
        Key(match.series.code, match.round, match.home.name, match.away.name): match.is_revealed for match in there
    }
    return _Known(
        series,
        {(team.series.code, team.name): team for team in teams},
        Member.objects.filter(merged_into=None).in_bulk(members - {0}, field_name="key"),
        Club.objects.in_bulk(clubs - {0}, field_name="key"),
        {key.pair for key, is_revealed in matches.items() if is_revealed},
        {(key.series, key.round, team): key.pair for key in matches for team in (key.home, key.away)},
        season,
    )


def _key(row: Mapping[str, str]) -> Key:
    return Key(row["series"], int(row["round"]), row["home"], row["away"])


def _problem(row: Mapping[str, str], known: _Known, new: dict[tuple[str, str], str]) -> str:
    """Return what is wrong in a line, "" if nothing; note teams that are new."""
    problem = next(_faults(row, known), "")
    if problem:
        return problem
    for side in SIDES:
        if (row["series"], row[side]) not in known.teams:
            new[row["series"], row[side]] = row[f"{side}_club"]
    known.note(row)
    return ""


def _faults(row: Mapping[str, str], known: _Known) -> Iterator[str]:
    if row["play_off"]:
        yield _("leave play-offs out of the table; make them on the page “Next season” and enter their results.")
    if row["series"] not in known.series:
        yield _("there is no series “%(value)s” in this season.") % {"value": row["series"]}
    if not (_is_count(row["round"]) and _is_count(row["board"])):
        yield _("round and board have to be numbers from 1 to 999.")
    if not _is_day(row["date"]):
        yield _("the date “%(value)s” cannot be read; write it as 2026-10-04.") % {"value": row["date"]}
    elif not known.season.start <= dt.date.fromisoformat(row["date"][:10]) <= known.season.end:
        yield _("the date “%(value)s” is outside the season.") % {"value": row["date"]}
    if row["played"] not in PLAYED:
        yield _("the result “%(value)s” is not known.") % {"value": row["played"]}
    for side in SIDES:
        number, column = row[f"{side}_number"], f"{side}_club"
        if number and key_of(number) not in known.members:
            yield _("nobody has the member number %(number)s.") % {"number": number}
        if (row["series"], row[side]) not in known.teams and club_key_of(row[column]) not in known.clubs:
            facts = {"value": row[side], "column": column}
            yield _("the team “%(value)s” is new: name its club in the column %(column)s.") % facts
    yield from _faults_of_board(row)
    yield from _faults_of_match(row, known)


def _faults_of_board(row: Mapping[str, str]) -> Iterator[str]:
    """Find values of the columns that may be missing which nobody can read."""
    if row["white"] not in {"", *SIDES}:
        yield _("White is “home” or “away”, not “%(value)s”.") % {"value": row["white"]}
    for side in SIDES:
        if row[f"{side}_strength"] and _number(row[f"{side}_strength"]) is None:
            yield _("the strength “%(value)s” is not a number.") % {"value": row[f"{side}_strength"]}
    ruled = [row[f"ruled_{side}"] for side in SIDES]
    if any(ruled) and None in {_halves(each) for each in ruled}:
        yield _("a ruled result is 0, 0.5 or 1 for each side, not “%(value)s”.") % {"value": " – ".join(ruled)}


def _faults_of_match(row: Mapping[str, str], known: _Known) -> Iterator[str]:
    """Find what does not fit with the matches of this site and with earlier lines."""
    key = _key(row)
    if not key.home or key.home == key.away:
        yield _("a match has two different teams.")
    if key.pair in known.played:
        yield _("this match has results on this site already.")
    for team in (key.home, key.away):
        other = known.pairs.get((key.series, key.round, team), key.pair)
        if other != key.pair:
            yield _("%(team)s has another match in this round: %(match)s.") % {
                "team": team,
                "match": " – ".join(sorted(other[2])),
            }
    if known.keys.get(key.pair, key) != key:
        yield _("home and away are swapped in an earlier line of this match.")
    if known.days.get(key.pair, row["date"][:10]) != row["date"][:10]:
        yield _("this match has another date in an earlier line.")
    if (key.pair, int(row["board"])) in known.boards:
        yield _("this board is in the table twice.")
    numbers = [row[f"{side}_number"] for side in SIDES if row[f"{side}_number"]]
    for place, number in enumerate(numbers):
        if (key.pair, key_of(number)) in known.seats or number in numbers[:place]:
            yield _("the player %(number)s is in this match twice.") % {"number": number}


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and 0 < int(text[:4]) < 1000 and len(text) < 4


def _is_day(text: str) -> bool:
    try:
        return bool(dt.date.fromisoformat(text[:10]))
    except ValueError:
        return False


def _board(row: Mapping[str, str], known: _Known) -> Board:
    number = int(row["board"])
    home, away = (known.members.get(key_of(row[f"{side}_number"])) for side in SIDES)
    ruled = [_halves(row["ruled_home"]), _halves(row["ruled_away"])]
    return Board(
        number=number,
        home=home,
        away=away,
        home_strength=_number(row["home_strength"]),
        away_strength=_number(row["away_strength"]),
        home_is_white=row["white"] == "home" if row["white"] else number % 2 == 1,
        played=PLAYED[row["played"]],
        ruled_home=ruled[0] if None not in ruled else None,
        ruled_away=ruled[1] if None not in ruled else None,
    )


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _halves(text: str) -> int | None:
    return {"0": 0, "0.5": 1, "½": 1, "1": 2}.get(text)
