"""TRF16 and TRF26, the tournament report files of FIDE, and the older TRF06 (formats/trf, section 2).

Read patiently, as real files are (2.6): any line ends and encoding, dates in many orders, shifted columns, missing
opponents of byes, blank ranks. The rules: counts (062, 072) are not trusted; the opponent must name the player back
with the opposite colour and a result that fits; points that differ are reported; rated games are the letters 1, =, 0.
"""

import datetime as dt
import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import repeat

from msgspec.structs import replace

from tournaments.formats.common import consistency
from tournaments.formats.common.consistency import Side
from tournaments.formats.common.decoding import decode, lines_of
from tournaments.formats.common.pace import pace_of_coded, pace_of_text, pace_of_words
from tournaments.formats.common.values import split_name
from tournaments.formats.report import (
    USUAL_POINTS,
    FormatError,
    Place,
    PointSystem,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    TournamentReport,
    noop,
)
from tournaments.formats.trf.cells import Cell, agreed, cell_like
from tournaments.formats.trf.dates import Dates, resolve
from tournaments.formats.trf.line_ups import with_boards
from tournaments.formats.trf.national_records import completed, matricules_of, rated
from tournaments.formats.trf.records import ROUND_DATES, Records, collect_each
from tournaments.formats.trf.rows import CELL, FIRST_CELL, START_NUMBER
from tournaments.formats.trf.scoring import read_scoring
from tournaments.formats.trf.teams import (
    Sides,
    TeamByes,
    bye_of_teams,
    bye_request,
    listed_teams,
    match_scoring_of,
    rounds_of_teams,
    teams_of,
    tie_breaks_of,
)

NAME = "FIDE TRF"
LEAST_FIDE_ID = 100_000  # the first ids that were given had six digits
LONGEST_NAME, LONGEST_TEXT = 200, 100  # letters; more is no name of an event, no place and no time control

_PLAYER_LINE = re.compile(rb"(?:^|[\r\n])(?:\xef\xbb\xbf)?[>\t ]{0,20}001 [ \d]{4}[ \w]")
_FIRST_LINE = re.compile(rb"(?:\xef\xbb\xbf)?[>\s]*(?:012|022|032|042) ")
_INDENTED = re.compile(r"^([>\t ]{1,20})(?:001 [ \d]{4}|012 )", re.MULTILINE)
_EVERYBODY_MEETS = re.compile(
    r"round.?robin|berger|scheveningen|all.play.all|toutes rondes|tous contre tous|rundenturnier|jeder gegen jeden"
    r"|rondtoernooi|(?:ieder|allen?) tegen (?:ieder|allen?)|todos contra todos|girone all.italiana|každý s každým"
)
_FIDE_SYSTEM = re.compile(r"FIDE_[A-Z0-9_]{1,40}")  # others say no more than the kind
COLOURS = ("W", "B")
_KNOCKOUT = re.compile(r"knock.?out|\bk\.?o\b")
_SWISS = re.compile(r"swiss|suisse|schweizer|zwitsers|dutch|dubov|burstein")
_OTHERS = re.compile(rb"(?:\xef\xbb\xbf)?(?:[^\r\n]*[,;]white[,;\s]|00A )", re.IGNORECASE)  # games CSV, SWAR


def matches(filename: str, data: bytes) -> bool:
    """Return whether there is a player line, or the first records of a file that has no players yet."""
    head = data[:200_000]
    if head[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        head = decode(head)[0].encode()
    return (_PLAYER_LINE.search(head) or _FIRST_LINE.match(head)) is not None and _OTHERS.match(head) is None


def read(data: bytes) -> list[TournamentReport]:
    """Return the tournaments of a file. Raise `FormatError` if the file has no record of TRF, or too many of them."""
    text, is_clean = decode(data)
    found = collect_each(text)
    if not _says_something(found[0]):
        found = collect_each(_unquoted(text))
    if not _says_something(found[0]):
        raise FormatError(noop("The file has no TRF records: neither players (001) nor a name (012)."))
    return [_with_national_numbers(report_of(records, is_clean), records) for records in found]


def _says_something(records: Records) -> bool:
    return bool(records.players.lines or records.places)


def _unquoted(text: str) -> str:
    """Return the text without the blanks or ``>`` before the lines of a file that was pasted out of a mail."""
    text = "\n".join(lines_of(text))
    quoted = _INDENTED.search(text)
    return re.sub(f"^{re.escape(quoted[1])}", "", text, flags=re.MULTILINE) if quoted else text


def _with_national_numbers(report: TournamentReport, records: Records) -> TournamentReport:
    """Return the report with numbers too short for a FIDE id as national numbers: some write them in those columns."""
    if min(filter(None, records.players.fide_ids), default=LEAST_FIDE_ID) >= LEAST_FIDE_ID:
        return report
    home = {"", records.texts["032"].upper()}
    return replace(report, players=tuple(_with_national_number(player, home) for player in report.players))


def _with_national_number(player: ReportedPlayer, home: Collection[str]) -> ReportedPlayer:
    if player.fide_id is None or player.fide_id >= LEAST_FIDE_ID:
        return player
    if player.federation.upper() in home and not player.matricule:
        return replace(player, matricule=str(player.fide_id))
    return replace(player, licence=player.licence or str(player.fide_id))


def report_of(records: Records, is_clean: bool) -> TournamentReport:
    """Return the tournament of the records; ``is_clean``: every letter of the file could be read."""
    return _Tournament(records, is_clean).report()


class _Tournament:
    """Make the report of a file's records, step by step; collect the problems on the way."""

    def __init__(self, records: Records, is_clean: bool) -> None:
        self.records = records
        self.problems: list[Problem] = [] if is_clean else [Problem("text_unreadable")]
        self.problems += records.problems
        self.homeless: dict[int, int | None] = {}  # the numbers that were given to players, and what the file has
        self.rows = records.players
        self.numbers = self._numbers()
        if self.numbers != sorted(self.numbers):
            order = sorted(range(len(self.numbers)), key=self.numbers.__getitem__)
            self.rows = self.rows.in_order(order)
            self.numbers.sort()
        if not (records.byes or records.team_rounds):  # these may be about the last rounds
            self.rows, junk = self.rows.without_junk(self.announced)
            self.problems += junk
        self.rounds = len(self.rows.rounds)
        described = f"{records.texts['192']} {records.texts['092']}".lower()
        self.kind = "team" if records.team_line is not None else _kind_of_words(described)
        self.teams = listed_teams(records.teams)
        self.team_byes: TeamByes = ()
        self.byes = self._team_rounds() if self.kind == "team" else self._requested_byes()

    @cached_property
    def cells(self) -> dict[int, tuple[Cell, ...]]:
        """Return the rounds of the players by number."""
        return dict(zip(self.numbers, self.rows.cells, strict=True))

    @property
    def announced(self) -> int:
        """Return how many rounds the file declares; 0 if it does not."""
        declared = self.records.texts["142"] or self.records.texts["XXR"]
        return int(declared[:6]) if declared.isascii() and declared.isdigit() else 0

    def report(self) -> TournamentReport:
        records, texts = self.records, self.records.texts
        players = self._players()
        dates = self._dates()
        days = [*dates.rounds[: self.rounds], *[None] * (self.rounds - len(dates.rounds))]
        pairings = self._pairings(players, days)
        point_system = self._check_points(players)
        self._check_whole(bool(pairings))
        if records.line_ups:
            pairings, problems = with_boards(records, self.teams, pairings)
            self.problems += problems
        match_scoring, problems = match_scoring_of(records)
        self.problems += problems
        time_control = texts["122"] or texts["222"]
        return TournamentReport(
            format="trf",
            name=texts["012"][:LONGEST_NAME],
            city=texts["022"][:LONGEST_TEXT],
            start=dates.start,
            end=dates.end,
            rounds=self.rounds,
            pace=_pace(records),
            time_control=time_control[:LONGEST_TEXT],
            kind=self.kind,
            program=texts["182"][:LONGEST_TEXT],
            players=players,
            pairings=tuple(pairings),
            problems=consistency.listed(self.problems),
            round_dates=dates.rounds,
            tie_breaks=tie_breaks_of(texts["212"], texts["202"]),
            team_bye=bye_of_teams(records) if self.kind == "team" else None,
            team_byes=self.team_byes,
            match_scoring=match_scoring,
            point_system=point_system,
            arbiters=tuple(name[:LONGEST_TEXT] for name in records.arbiters),
            system=texts["192"] if _FIDE_SYSTEM.fullmatch(texts["192"]) else "",
            first_colour=texts["152"] if texts["152"] in COLOURS else "",
        )

    def _numbers(self) -> list[int]:
        """Return the numbers of the rows.

        A row without one, or with one that is taken, gets the next free one and a problem.
        """
        rows = self.rows
        if [*rows.numbers] == (usual := [*range(1, len(rows.numbers) + 1)]):
            return usual
        numbers = [number for number in rows.numbers if number is not None]
        if len(set(numbers)) == len(rows.numbers):
            return numbers
        free = max(numbers, default=0)
        settled: dict[int, int | None] = {}  # what the file has, by number
        for number, line, name in zip(rows.numbers, rows.lines, rows.names, strict=True):
            if number is not None and number not in settled:
                settled[number] = number
                continue
            free += 1
            settled[free] = self.homeless[free] = number
            facts: dict[str, object] = {"number": number}
            if number is None:
                facts = {"field": START_NUMBER, "value": name.strip()}
            code = "field_unknown" if number is None else "number_twice"
            self.problems.append(Problem(code, Place(line=line), facts))
        return [*settled]

    def _players(self) -> tuple[ReportedPlayer, ...]:
        """Return the players, made of columns in the order of their fields."""
        rows, numbers = self.rows, self.numbers
        if not numbers:
            return ()
        home = f"{self.records.texts['032']} {self.records.texts['172']}".upper().split()
        nationals = self.records.nationals
        matricules, licences = matricules_of(nationals, numbers, home)
        last_names, first_names = zip(*map(split_name, rows.names), strict=True)
        columns = (
            numbers,
            last_names,
            first_names,
            matricules,
            *completed(rows.birth_dates, rows.birth_years, numbers, nationals, home),
            rows.federations,
            rows.fide_ids,
            licences,
            rated(rows.ratings, numbers, nationals, home),
            repeat(""),  # TRF knows no clubs
            rows.titles,
            rows.sexes,
            rows.points,
            rows.ranks,
        )
        players = tuple(map(ReportedPlayer, *columns))
        teams = teams_of(self.teams)
        return tuple(replace(player, team=teams.get(player.number, "")) for player in players) if teams else players

    def _dates(self) -> Dates:
        texts, places = self.records.texts, self.records.places
        lines = (places.get("042", 0), places.get("052", 0), places.get(ROUND_DATES, 0))
        dates = resolve(texts["042"], texts["052"], _round_date_texts(texts[ROUND_DATES]), lines)
        self.problems += dates.problems
        self.problems += consistency.date_problems(dates.start, dates.end, dates.rounds)
        return dates

    def _pairings(self, players: Sequence[ReportedPlayer], days: Sequence[dt.date | None]) -> list[ReportedPairing]:
        # A team that has the bye of the pairing has it on all boards.
        most_byes = len(self.numbers) if self.kind == "team" else 1
        pairings = agreed(self.numbers, self._stated_rounds(), days, most_byes=most_byes)
        if pairings is None:
            labels = {player.number: consistency.label(player) for player in players}
            dated = [side._replace(date=days[side.round - 1]) for side in self.byes.values()]
            pairings, problems = consistency.pair_up([*self._sides(days), *dated], labels)
            self.problems += [each for each in problems if each.code != "bye_twice" or self.kind != "team"]
        return pairings

    def _stated_rounds(self) -> Sequence[Sequence[Cell]]:
        """Return what the players say of the rounds, with what other records say if their lines are silent."""
        if not self.byes:
            return self.rows.rounds
        rounds = [*map(list, self.rows.rounds)]
        places = {number: place for place, number in enumerate(self.numbers)}
        for (round_number, number), side in self.byes.items():
            rounds[round_number - 1][places[number]] = cell_like(side.opponent, side.colour, side.result)
        return rounds

    def _sides(self, days: Sequence[dt.date | None]) -> Iterator[Side]:
        """Yield what every row says of every round, line by line; rows whose number was given here come last."""
        rounds = [(number, FIRST_CELL + CELL * number, day) for number, day in enumerate(days, start=1)]
        rows = zip(self.numbers, self.rows.cells, self.rows.lines, strict=True)
        for player, cells, line in sorted(rows, key=lambda row: (row[0] in self.homeless, row[2])):
            told = self.homeless.get(player, player)
            for (number, column, day), cell in zip(rounds, cells, strict=False):
                yield Side(number, player, cell.opponent, cell.colour, cell.result, line, column, day)
                for code, facts in cell.doubts:
                    place = Place(line=line, column=column, round=number, player=told)
                    self.problems.append(Problem(code, place, facts))

    def _team_rounds(self) -> Sides:
        """Return forfeits of teams (330) by player and round, if the rows say nothing; keep their byes (240, 320)."""
        if not self.records.byes and not self.records.team_rounds:
            return {}
        sides, self.team_byes, problems = rounds_of_teams(self.records, self.teams, self.cells, self.rounds)
        self.problems += problems
        return sides

    def _requested_byes(self) -> Sides:
        """Return the byes asked for in records 240, by round and player, if the row says nothing.

        Those of rounds that the file has not reached are wishes, not facts.
        """
        byes: Sides = {}
        for line, text in self.records.byes:
            request = bye_request(text)
            if request is None:
                self.problems.append(Problem("line_unknown", Place(line=line)))
                continue
            letter, round_number, numbers = request
            for number in numbers:
                if number in self.cells and 1 <= round_number <= self.rounds:
                    cells = self.cells[number]
                    if round_number > len(cells) or cells[round_number - 1].is_blank:
                        byes[round_number, number] = Side(round_number, number, None, "", letter, line)
        return byes

    @property
    def _has_usual_points(self) -> bool:
        """Return whether the points of all players are what their results are worth by the usual scoring."""
        return [halves / 2 for halves in self.rows.halves] == [*self.rows.points]

    def _check_points(self, players: tuple[ReportedPlayer, ...]) -> PointSystem:
        """Check what the results are worth in the standings; points that the results do not have are problems."""
        scoring = read_scoring(self.records, is_team=self.kind == "team")
        self.problems += scoring.problems
        # TRF26 counts no byes of teams in the points of their players.
        is_plain = not self.records.abnormal and (not self.byes or self.kind == "team")
        if scoring.unsure or (is_plain and scoring.is_usual and self._has_usual_points):
            return scoring.point_system
        computed = scoring.points(self.cells, self.byes)
        if self.kind == "team":
            games = {number: [cell for cell in cells if cell.opponent] for number, cells in self.cells.items()}
            for bare in (scoring.points(self.cells, {}), scoring.points(games, {})):
                computed |= {each.number: bare[each.number] for each in players if each.points == bare[each.number]}
        factor = None if self.records.scoring else _own_factor(players, computed)
        if factor is not None:
            found = PointSystem(factor, factor / 2, 0, 0, factor)
            if found.is_usable and self.kind != "team":
                return found
            told = f"{factor:g}, {factor / 2:g}, 0"
            self.problems.append(Problem("scoring_unusual", Place(), {"scoring": told}))
            return USUAL_POINTS
        lines = dict(zip(self.numbers, self.rows.lines, strict=True))
        self.problems += consistency.points_problems(players, computed, lines)
        return scoring.point_system

    def _check_whole(self, has_pairings: bool) -> None:
        if 0 < self.announced < self.rounds:
            place = Place(line=self.records.places["142" if self.records.texts["142"] else "XXR"])
            facts: dict[str, object] = {"found": self.rounds, "announced": self.announced}
            self.problems.append(Problem("rounds_more", place, facts))
        if self.records.team_line is not None:
            self.problems.append(Problem("team_event", Place(line=self.records.team_line)))
        if not self.numbers:
            self.problems.append(Problem("no_players"))
        elif not has_pairings:
            self.problems.append(Problem("no_games"))


def _round_date_texts(text: str) -> list[str]:
    """Return the dates of record 132: in their columns, or word by word if they are elsewhere."""
    at = FIRST_CELL - 3 + 2  # the text begins behind the code
    if not text[:at].strip():
        columns = [text[start : start + CELL].strip() for start in range(at, len(text), CELL)]
        if not any(" " in column for column in columns):
            return columns
    return text.split()


def _own_factor(players: tuple[ReportedPlayer, ...], computed: dict[int, float]) -> float | None:
    """Return the points of a win if a file without scoring records counts all points k times, else None."""
    both = [(player.points, computed[player.number]) for player in players if player.points is not None]
    stored_sum, computed_sum = sum(stored for stored, _ in both), sum(points for _, points in both)
    if not stored_sum or not computed_sum or stored_sum == computed_sum:
        return None
    factor = stored_sum / computed_sum
    winners = sum(1 for _, points in both if points)
    return factor if winners > 1 and all(abs(stored - factor * points) < 0.001 for stored, points in both) else None


@lru_cache(maxsize=1000)  # most events are of few kinds
def _kind_of_words(words: str) -> str:
    if "team" in words:
        return "team"
    if _EVERYBODY_MEETS.search(words):
        return "round_robin"
    if _SWISS.search(words):
        return "swiss"
    return "cup" if _KNOCKOUT.search(words) else ""


def _pace(records: Records) -> str:
    return (
        pace_of_words(records.texts["122"], records.texts["092"])
        or pace_of_coded(records.texts["222"])
        or pace_of_text(records.texts["122"])
        or pace_of_words(records.texts["012"])
    )
