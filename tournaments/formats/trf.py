"""TRF16 and TRF26, the tournament report files of FIDE, and the older TRF06 (formats/trf, section 2).

Read patiently, as real files are (2.6): any line ends and encoding, dates in many orders, shifted columns, missing
opponents of byes, blank ranks. The rules: counts (062, 072) are not trusted; the opponent must name the player back
with the opposite colour and a result that fits; points that differ are reported; rated games are the letters 1, =, 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from tournaments.formats import checks
from tournaments.formats.checks import Side
from tournaments.formats.decoding import decode
from tournaments.formats.pace import pace_of_coded, pace_of_text, pace_of_words
from tournaments.formats.report import (
    FormatError,
    Place,
    Problem,
    ReportedPlayer,
    Result,
    TournamentReport,
    gettext_noop,
)
from tournaments.formats.trf_dates import Dates, resolve
from tournaments.formats.trf_records import (
    CELL,
    FIRST_CELL,
    START_NUMBER,
    Cell,
    NationalRow,
    PlayerRow,
    Records,
    collect,
)
from tournaments.formats.trf_scoring import Scoring, read_scoring
from tournaments.formats.trf_teams import teams_of, tie_breaks_of

NAME = "FIDE TRF"
MAX_BYTES = 4 << 20
LONGEST_NAME, LONGEST_TEXT = 200, 100  # letters; more is no name of an event, no place and no time control

_PLAYER_LINE = re.compile(rb"(?:^|[\r\n])(?:\xef\xbb\xbf)?001 [ \d]{4}[ \w]")
_FIRST_LINE = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:012|022|032|042) ")
_OTHERS = re.compile(rb"(?:\xef\xbb\xbf)?(?:[^\r\n]*[,;]white[,;\s]|00A )", re.IGNORECASE)  # games CSV, SWAR
_TITLES = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
_SEXES = {"m": "M", "M": "M", "w": "F", "W": "F", "f": "F", "F": "F"}
_LETTERS = {result.value: result for result in Result if result is not Result.PENDING}


def matches(filename: str, data: bytes) -> bool:
    """A player line, or the first records of a file that has no players yet."""
    head = data[:200_000]
    if head[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        head = decode(head)[0].encode()
    return (_PLAYER_LINE.search(head) or _FIRST_LINE.match(head)) is not None and _OTHERS.match(head) is None


def read(data: bytes) -> list[TournamentReport]:
    """The one tournament of a file. Raises `FormatError` where the file has no record of TRF, or too many of them."""
    if len(data) > MAX_BYTES:
        raise FormatError(
            gettext_noop("The file is larger than any tournament report (%(most)s MB)."), most=MAX_BYTES >> 20
        )
    text, is_clean = decode(data)
    records = collect(text)
    if not records.players and not records.texts:
        raise FormatError(gettext_noop("The file has no record of TRF: neither players (001) nor a name (012)."))
    return [report_of(records, is_clean)]


def report_of(records: Records, is_clean: bool) -> TournamentReport:
    """The tournament that the records tell of; ``is_clean``: every letter of the file could be read."""
    return _Tournament(records, is_clean).report()


class _Tournament:
    """Makes the report of a file's records, step by step; collects the problems on the way."""

    def __init__(self, records: Records, is_clean: bool) -> None:
        self.records = records
        self.problems: list[Problem] = [] if is_clean else [Problem("text_unreadable")]
        self.problems += records.problems
        self.rows = self._numbered()
        self.rounds = max((len(row.cells) for row in records.players), default=0)

    def report(self) -> TournamentReport:
        records = self.records
        nationals = self._nationals()
        teams = teams_of(records.teams)
        players = tuple(
            _player(number, row, nationals.get(number, []), teams.get(number, ""))
            for number, row in sorted(self.rows.items())
        )
        dates = self._dates()
        labels = {player.number: checks.label(player) for player in players}
        sides = self._sides(dates)
        pairings, problems = checks.pair_up(sides, labels)
        self.problems += problems
        self._check_points(players, sides)
        self._check_whole(players, bool(pairings))
        time_control = records.text("122") or records.text("222")
        return TournamentReport(
            format="trf",
            name=records.text("012")[:LONGEST_NAME],
            city=records.text("022")[:LONGEST_TEXT],
            start=dates.start,
            end=dates.end,
            rounds=self.rounds,
            pace=_pace(records),
            time_control=time_control[:LONGEST_TEXT],
            kind=_kind(records),
            program=records.text("182")[:LONGEST_TEXT],
            players=players,
            pairings=tuple(pairings),
            problems=checks.listed(self.problems),
            round_dates=dates.rounds,
            tie_breaks=tie_breaks_of(records.text("212"), records.text("202")),
        )

    def _numbered(self) -> dict[int, PlayerRow]:
        """The players by number. Whoever has none, or one that is taken, gets the next free one and a problem."""
        rows: dict[int, PlayerRow] = {}
        homeless: list[PlayerRow] = []
        for row in self.records.players:
            if row.number is None or row.number in rows:
                homeless.append(row)
            else:
                rows[row.number] = row
        free = max(rows, default=0)
        for row in homeless:
            free += 1
            rows[free] = row
            facts: dict[str, object] = {"number": row.number}
            if row.number is None:
                facts = {"field": START_NUMBER, "value": row.name}
            code = "field_unknown" if row.number is None else "number_twice"
            self.problems.append(Problem(code, Place(line=row.line), facts))
        return rows

    def _nationals(self) -> dict[int, list[NationalRow]]:
        """The national records by start number, those of the federation of the event first."""
        home = f"{self.records.text('032')} {self.records.text('172')}".upper().split()
        by_number: dict[int, list[NationalRow]] = {}
        for row in self.records.nationals:
            by_number.setdefault(row.number, []).append(row)
        for rows in by_number.values():
            rows.sort(key=lambda row: row.federation not in home)
        return by_number

    def _dates(self) -> Dates:
        records = self.records
        dates = resolve(
            records.text("042"),
            records.text("052"),
            _round_date_texts(records.texts.get("132", (0, ""))[1]),
            (records.line("042"), records.line("052"), records.line("132")),
        )
        self.problems += dates.problems
        self.problems += checks.date_problems(dates.start, dates.end, dates.rounds)
        return dates

    def _sides(self, dates: Dates) -> list[Side]:
        """What every player's row says of every round; requested byes (240) where the row says nothing."""
        days = [*dates.rounds, *[None] * (self.rounds - len(dates.rounds))]
        rounds = [(number, FIRST_CELL + CELL * number, day) for number, day in enumerate(days, start=1)]
        sides = []
        for player, row in self.rows.items():
            for (number, column, day), cell in zip(rounds, row.cells, strict=False):
                opponent, colour, result, doubts = _said(cell)
                sides.append(Side(number, player, opponent, colour, result, row.line, column, day))
                for code, facts in doubts:
                    place = Place(line=row.line, column=column, round=number, player=row.number)
                    self.problems.append(Problem(code, place, facts))
        byes = [] if _kind(self.records) == "team" else self._byes()  # of team events 240 names teams
        return [*({side[:2]: side for side in [*sides, *byes]}).values()] if byes else sides

    def _byes(self) -> list[Side]:
        """Record 240 asks for byes. Those of rounds that the file has not reached are wishes, not facts."""
        byes = []
        for line_number, line in self.records.byes:
            words = line[3:].split()
            if len(words) < 2 or words[0] not in {"F", "H", "Z"} or not all(word.isdecimal() for word in words[1:]):
                self.problems.append(Problem("line_unknown", Place(line=line_number)))
                continue
            round_number = int(words[1][:4])
            for number in (int(word[:4]) for word in words[2:]):
                if number in self.rows and 1 <= round_number <= self.rounds:
                    cells = self.rows[number].cells
                    if round_number > len(cells) or not "".join(Cell.of(cells[round_number - 1])).strip():
                        bye = _LETTERS[words[0]]
                        byes.append(Side(round_number, number, None, "", bye, line_number))
        return byes

    def _check_points(self, players: tuple[ReportedPlayer, ...], sides: Sequence[Side]) -> None:
        scoring = read_scoring(self.records)
        self.problems += scoring.problems
        if scoring.unsure:
            return
        computed = scoring.points((player.number for player in players), sides)
        factor = _own_factor(players, computed, scoring)
        if factor is not None:
            told = f"{factor:g}, {factor / 2:g}, 0"
            self.problems.append(Problem("scoring_unusual", Place(), {"scoring": told}))
            return
        lines = {number: row.line for number, row in self.rows.items()}
        self.problems += checks.points_problems(players, computed, lines)

    def _check_whole(self, players: tuple[ReportedPlayer, ...], has_pairings: bool) -> None:
        announced = self.records.text("142") or self.records.text("XXR")
        code = "142" if self.records.text("142") else "XXR"
        if announced.isascii() and announced.isdigit() and 0 < int(announced[:6]) < self.rounds:
            place = Place(line=self.records.line(code))
            facts: dict[str, object] = {"found": self.rounds, "announced": int(announced[:6])}
            self.problems.append(Problem("rounds_more", place, facts))
        if self.records.team_line is not None:
            self.problems.append(Problem("team_event", Place(line=self.records.team_line)))
        if not players:
            self.problems.append(Problem("no_players"))
        elif not has_pairings:
            self.problems.append(Problem("no_games"))


@lru_cache(maxsize=4096)  # files are full of cells alike
def _said(text: str) -> tuple[int | None, str, Result, list[tuple[str, dict[str, object]]]]:
    """What a cell says: opponent, colour, result; and its problems, code and facts."""
    cell = Cell.of(text)
    doubts: list[tuple[str, dict[str, object]]] = []
    opponent: int | None = None
    if cell.opponent.isascii() and cell.opponent.isdigit():
        opponent = int(cell.opponent) or None
    elif cell.opponent:
        doubts.append(("field_unknown", {"field": gettext_noop("opponent"), "value": cell.opponent}))
    result: Result | None = _LETTERS.get(cell.letter)
    if result is None:
        if cell.letter != " ":
            doubts.append(("result_unknown", {"result": cell.letter}))
        result = Result.ZERO_BYE if opponent is None else Result.PENDING
    return opponent, cell.colour.lower() if cell.colour in "wbWB" else "", result, doubts


def _player(number: int, row: PlayerRow, nationals: list[NationalRow], team: str) -> ReportedPlayer:
    last_name, _comma, first_name = row.name.partition(",")
    birth_date, birth_year = row.birth_date, row.birth_year
    for national in nationals:
        birth_date = birth_date or national.birth_date
        birth_year = birth_year or national.birth_year
    numbers = [national.matricule for national in nationals if national.matricule.strip("0")]
    return ReportedPlayer(
        number=number,
        last_name=last_name.strip(),
        first_name=first_name.strip(),
        matricule=numbers[0] if numbers else "",
        birth_date=birth_date,
        birth_year=None if birth_date else birth_year,
        federation=row.federation,
        fide_id=row.fide_id,
        licence=numbers[1] if len(numbers) > 1 else "",
        rating=row.rating,
        title=_TITLES.get(row.title.upper(), row.title.upper()),
        sex=_SEXES.get(row.sex, ""),
        points=row.points,
        rank=row.rank,
        team=team,
    )


def _round_date_texts(text: str) -> list[str]:
    """The dates of record 132: in their columns, or word by word where they stand elsewhere."""
    at = FIRST_CELL - 3 + 2  # the text begins behind the code
    if not text[:at].strip():
        columns = [text[start : start + CELL].strip() for start in range(at, len(text), CELL)]
        if not any(" " in column for column in columns):
            while columns and not columns[-1]:
                columns.pop()
            return columns
    return text.split()


def _own_factor(players: tuple[ReportedPlayer, ...], computed: dict[int, float], scoring: Scoring) -> float | None:
    """The points of a win where a file without scoring records counts all points k times, else None."""
    if scoring.problems:
        return None
    both = [(player.points, computed[player.number]) for player in players if player.points is not None]
    stored_sum, computed_sum = sum(stored for stored, _ in both), sum(points for _, points in both)
    if not stored_sum or not computed_sum or stored_sum == computed_sum:
        return None
    factor = stored_sum / computed_sum
    winners = sum(1 for _, points in both if points)
    return factor if winners > 1 and all(abs(stored - factor * points) < 0.001 for stored, points in both) else None


def _kind(records: Records) -> str:
    told = f"{records.text('192')} {records.text('092')}".lower()
    if records.team_line is not None or "team" in told:
        return "team"
    if re.search(r"round.?robin|berger|scheveningen|toutes rondes|rundenturnier|rondtoernooi", told):
        return "round_robin"
    return "swiss" if re.search(r"swiss|suisse|schweizer|zwitsers|dutch|dubov|burstein", told) else ""


def _pace(records: Records) -> str:
    return (
        pace_of_words(records.text("122"), records.text("092"))
        or pace_of_coded(records.text("222"))
        or pace_of_text(records.text("122"))
        or pace_of_words(records.text("012"))
    )
