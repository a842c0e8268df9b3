"""Writes a tournament as TRF16 or TRF26, column by column (formats/trf, sections 2.2 to 2.4).

UTF-8, CR LF. A bye and an open game are written as TRF has them; a game whose opponent the report does not know is a
bye there too. Matricules have a place in TRF26 only: the national record of the federation. Teams stand in records 013
(TRF16) or 310 (TRF26), with their players by start number; what they reached has a place in TRF26.

Pairing programs refuse more than FIDE does (2.6b): what results are worth is written only where it is unusual, the
number of rounds only if there is one, and the system of pairing only where it is known.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from federation.files.unique_values import map_unique
from tournaments.formats.common.consistency import points_of
from tournaments.formats.common.unwritable import DoesNotFit
from tournaments.formats.report import (
    USUAL_POINTS,
    PointSystem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
    noop,
)
from tournaments.formats.trf.line_ups import line_ups

EDITIONS = ("trf16", "trf26")
PROGRAM = "Classement"
SYSTEMS = {"swiss": ": Swiss-System", "round_robin": ": Round-Robin"}
DUTCH = "FIDE_DUTCH_2026"  # codes of record 192
BERGER = {1: "FIDE_ROUNDROBIN", 2: "FIDE_DOUBLEROUNDROBIN"}  # by cycles
COLOURS = {"W": "white1", "B": "black1"}  # of record 152, as the older extension XXC has them
PACES = {"standard": "Standard", "rapid": "Rapid", "blitz": "Blitz"}
LETTERS = ("W", "D", "L", "A", "P")  # of record 162
MATCH_LETTERS, MATCH_SCORING = ("TW", "TD", "TL"), (2.0, 1.0, 0.0)
LONGEST_TEAM, POINTS_WIDTH, RATING_WIDTH, IDENTIFIER_WIDTH = 32, 4, 4, 11
NO_GAME, ROUND = " " * 8, 10
ROUNDS_FROM = 91  # columns before the first round date
TWO_GAMES = noop("Player %(player)s has two games in round %(round)s; TRF allows only one.")
TOO_MANY_POINTS = noop("The %(points)s points of player %(player)s do not fit in TRF, which has four characters.")
NUMBER_TOO_LARGE = noop("The start number %(number)s does not fit in TRF, which has four digits.")


class TeamBye(NamedTuple):
    """What the bye of the pairing is worth for a team."""

    match_points: float
    board_points: float


class TeamTotals(NamedTuple):
    """What a team reached."""

    match_points: float
    board_points: float
    rank: int


_Sides = Mapping[tuple[int, int], str]  # (round, player) -> the eight letters of a round


def check(report: TournamentReport) -> None:
    """Raise `DoesNotFit` for two games of a player in a round, and for more players than TRF can number."""
    _sides(report.pairings)
    _require_number(len(report.players) or 1)


def write(
    report: TournamentReport,
    *,
    edition: str = "trf26",
    federation: str,
    totals: Mapping[str, TeamTotals] | None = None,
    team_bye: TeamBye | None = None,
    national_ratings: Mapping[int, int] | None = None,
    comments: Sequence[str] = (),
) -> bytes:
    """Return the file. ``federation``: three letters, of record 032 and of the national records with the matricules.

    TRF26 only: ``totals`` of the teams, by name; ``team_bye``, by itself half of a match; ``national_ratings`` by start
    number, while the rating of a player is FIDE's; ``comments``, a line each. Tie-breaks of teams follow the match
    points, unless board points are the first of them and match points another one.

    Raise `DoesNotFit` where TRF cannot say what the report says: a number above 9999, two games of a player in one
    round, or 100.5 points.
    """
    if edition not in EDITIONS:
        raise ValueError(f"{edition!r} is no edition of TRF: say trf16 or trf26.")
    sides = _sides(report.pairings)
    rated = sum(1 for player in report.players if player.rating)
    heading = _heading(report, len(report.players), rated, edition=edition, federation=federation)
    lines = [line.rstrip() for line in heading]
    points = points_of(report.players, report.pairings, report.point_system)
    lines += [_player(player, points[player.number], report.rounds, sides) for player in report.players]
    if edition == "trf26":
        national = national_ratings or {}
        lines += [
            _identity(player, federation, player.matricule, rating=national.get(player.number)).rstrip()
            for player in report.players
            if player.matricule or player.number in national
        ]
    teams = _teams(report)
    lines += [
        _team(number, name, players, totals or {}, edition)
        for number, (name, players) in enumerate(teams.items(), start=1)
    ]
    if edition == "trf26":
        lines += _byes_of_teams(report, teams, team_bye)
        lines += line_ups(report.pairings, dict(enumerate(teams.values(), start=1)))
        lines += [f"### {_plain(comment)}" for comment in comments]
    return "".join(f"{line}\r\n" for line in lines).encode()


def write_registrations(name: str, players: Mapping[str, Sequence[Any]], *, federation: str) -> bytes:
    """Return a TRF26 file as `write` does, of a Swiss before its first round, of many players by column.

    ``players``: columns by the names of the fields of `ReportedPlayer`, and ``national_rating``; they are numbered as
    they come, and everybody has a matricule. Raise `DoesNotFit` for more players than TRF can number.
    """
    ratings = players["rating"]
    _require_number(len(ratings))
    numbers, rated = range(1, len(ratings) + 1), sum(1 for rating in ratings if rating)
    names = list(map(_name, players["last_name"], players["first_name"]))
    sexes, births = map_unique(_sex, players["sex"]), map_unique(_day, players["birth_date"])
    titles, federations = map_unique(_title, players["title"]), map_unique(_federation, players["federation"])
    strengths = map_unique(_rating, ratings)
    own = (strengths, federations, [_number(number, IDENTIFIER_WIDTH) for number in players["fide_id"]])
    everybody = map(_IDENTITY, repeat("001"), numbers, sexes, titles, names, *own, births)
    none, national = repeat(""), map_unique(_rating, players["national_rating"])
    again = map(
        _IDENTITY, repeat(federation), numbers, sexes, none, names, national, none, players["matricule"], births
    )
    report = TournamentReport(format="trf", name=name, kind="swiss")
    lines = [*_heading(report, len(ratings), rated, federation=federation)]
    lines += [f"{identity} {0:4.1f}" for identity in everybody]
    lines += again
    return "".join([f"{line.rstrip()}\r\n" for line in lines]).encode()


def _heading(
    report: TournamentReport,
    players: int,
    rated: int,
    *,
    federation: str,
    edition: str = "trf26",
) -> Iterable[str]:
    pace = f" ({PACES[report.pace]})" if report.pace in PACES else ""
    yield f"012 {_plain(report.name)}"
    yield f"022 {_plain(report.city)}"
    yield f"032 {federation}"
    yield f"042 {_day(report.start)}"
    yield f"052 {_day(report.end)}"
    yield f"062 {players}"
    yield f"072 {rated}"
    yield f"082 {len(_teams(report))}"
    yield f"092 {_kind(report)}{pace}"
    yield f"102 {_plain(report.arbiters[0]) if report.arbiters else ''}"
    yield from (f"112 {_plain(name)}" for name in report.arbiters[1:])
    yield f"122 {_plain(report.time_control)}"
    if edition == "trf16":
        yield from _pairing_of_trf16(report)
    else:
        yield from _pairing_of_trf26(report)
    if any(report.round_dates):
        yield "132".ljust(ROUNDS_FROM) + "  ".join(f"{_day(day)[2:]:8}" for day in report.round_dates)


def _kind(report: TournamentReport) -> str:
    """Return whether players or teams meet, and by which system, as far as that is known."""
    if report.kind != "team":
        return f"Individual{SYSTEMS.get(report.kind, '')}"
    teams = {player: number for number, players in enumerate(_teams(report).values()) for player in players}
    met = {
        frozenset((teams[each.white], teams[each.black]))
        for each in report.pairings
        if each.white in teams and each.black in teams
    }
    count = len({*teams.values()})
    has_met_all = count > 2 and sum(len(pair) == 2 for pair in met) == count * (count - 1) // 2
    is_round_robin = has_met_all or report.system in BERGER.values()
    return f"Team{SYSTEMS['round_robin'] if is_round_robin else ''}"


def _pairing_of_trf16(report: TournamentReport) -> Iterable[str]:
    """Rounds, colour and points in the records of JaVaFo (XX) and of bbpPairings (BB), which knows no XXS."""
    if report.rounds:
        yield f"XXR {report.rounds}"
    if report.first_colour:
        yield f"XXC {COLOURS[report.first_colour]}"
    points = report.point_system
    if points != USUAL_POINTS:
        yield f"XXS {' '.join(f'{code}={worth:.1f}' for code, worth in _codes(points))}"
        codes = zip("WDLZFU", (points.win, points.draw, points.loss, points.absent, *points[3:]), strict=True)
        yield from (f"BB{code} {worth:4.1f}" for code, worth in codes)


def _pairing_of_trf26(report: TournamentReport) -> Iterable[str]:
    """Rounds, colour, points, system and tie-breaks."""
    if report.rounds:
        yield f"142 {report.rounds}"
    if report.first_colour:
        yield f"152 {report.first_colour}"
    usual = (*USUAL_POINTS[:4], report.point_system.win)  # the bye is worth a win where nothing is said
    yield from _worths("162", LETTERS, report.point_system, usual)
    if _teams(report):
        yield from _worths("362", MATCH_LETTERS, report.match_scoring or MATCH_SCORING, MATCH_SCORING)
    yield f"182 {_plain(report.program) or PROGRAM}"
    if report.system:
        yield f"192 {report.system}"
    if report.tie_breaks:
        yield f"202 {','.join(report.tie_breaks)}"
        points = () if report.tie_breaks[0] == "GPTS" and "MPTS" in report.tie_breaks else ("PTS",)
        yield f"212 {','.join((*points, *report.tie_breaks))}"


def _worths(record: str, codes: Sequence[str], worths: Sequence[float], usual: Sequence[float]) -> Iterable[str]:
    """Return the record of the results with an unusual worth, if there are any."""
    rows = zip(codes, worths, usual, strict=True)
    unusual = [f"{code:>2}{worth:4.1f}" for code, worth, expected in rows if worth != expected]
    if unusual:
        yield f"{record} {'   '.join(unusual)}"


def _player(player: ReportedPlayer, computed: float, last: int, sides: _Sides) -> str:
    """Record 001; the points as stated, else calculated."""
    rounds = [sides.get((number, player.number), NO_GAME) for number in range(1, last + 1)]
    points = computed if player.points is None else player.points
    written = f"{points:4.1f}" if points < 100 else f"{points:g}"
    if len(written) > POINTS_WIDTH:
        raise DoesNotFit(TOO_MANY_POINTS, points=written, player=player.number)
    number = _number(player.fide_id, IDENTIFIER_WIDTH)
    identity = _identity(player, "001", number, title=player.title, rating=player.rating)
    cells = "  ".join(rounds).rstrip()
    if not cells:
        return f"{identity} {written:>4} {player.rank or '':>4}".rstrip()
    whole = len(cells) // ROUND * ROUND + len(NO_GAME)  # an open game ends in a blank, and some readers want it
    return f"{identity} {written:>4} {player.rank or '':>4}  {cells:<{whole}}"


def _teams(report: TournamentReport) -> dict[str, list[int]]:
    """Return the start numbers of each team of a team event, and its name as the file has it."""
    teams: dict[str, list[int]] = {}
    for player in report.players:
        if report.kind == "team" and (name := _plain(player.team)):
            teams.setdefault(name, []).append(player.number)
    return teams


def _byes_of_teams(
    report: TournamentReport, teams: Mapping[str, Sequence[int]], worth: TeamBye | None
) -> Iterable[str]:
    """Records 240, the byes that teams asked for, and 320, who had that of the pairing in each round and its worth."""
    places = {_plain(name): number for number, name in enumerate(teams, start=1)}
    byes = [(number, places[team], letter) for number, team, letter in report.team_byes if team in places]
    asked = sorted({(letter, number) for number, _team, letter in byes if letter is not Result.PAIRING_BYE})
    for letter, number in asked:
        having = sorted(place for each, place, own in byes if (own, each) == (letter, number))
        yield f"240 {letter} {number:3}" + "".join(f" {place:4}" for place in having)
    numbers = {player: number for number, players in enumerate(teams.values(), start=1) for player in players}
    boards: Counter[tuple[int, int]] = Counter()  # by round and team
    resting = {(number, place) for number, place, letter in byes if letter is Result.PAIRING_BYE}
    for pairing in report.pairings:
        for player in (pairing.white, pairing.black):
            if player in numbers and pairing.black is not None:
                boards[pairing.round, numbers[player]] += 1
        if pairing.white_result is Result.PAIRING_BYE and pairing.white in numbers:
            resting.add((pairing.round, numbers[pairing.white]))
    free = dict(sorted(resting - set(boards)))
    if free:
        cells = "".join(f" {free.get(number, 0):3}" for number in range(1, report.rounds + 1))
        drawn = (report.match_scoring or MATCH_SCORING)[1]
        match_points, board_points = worth or TeamBye(drawn, max(boards.values(), default=0) / 2)
        yield f"320 {match_points:4.1f} {board_points:4.1f}{cells}"


def _team(number: int, name: str, players: Sequence[int], totals: Mapping[str, TeamTotals], edition: str) -> str:
    members = " ".join(f"{player:4}" for player in players)
    if edition == "trf16":
        return f"013 {name[:LONGEST_TEAM]:32}{members}"
    reached = totals.get(name)
    result = f"{reached.match_points:6.1f} {reached.board_points:6.1f} {reached.rank:3}" if reached else " " * 17
    return f"310 {number:3} {name[:LONGEST_TEAM]:32} {'':5} {'':6} {result}  {members}"


def _identity(player: ReportedPlayer, code: str, identifier: str, *, title: str = "", rating: int | None = None) -> str:
    """Return columns 1 to 79; the birth date is the last."""
    _require_number(player.number)
    federation = _federation(player.federation) if code == "001" else ""
    birth = _day(player.birth_date) or (f"{player.birth_year}/00/00" if player.birth_year else "")
    name = _name(player.last_name, player.first_name)
    facts = (_sex(player.sex), _title(title), name, _rating(rating), federation, identifier[:IDENTIFIER_WIDTH], birth)
    return _IDENTITY(code, player.number, *facts)


# Columns 1 to 79: code, number, sex, title, name, rating, federation, identifier, birth date.
_IDENTITY = "{:3} {:4} {:1}{:>3} {:33} {:>4} {:3} {:>11} {:10}".format


def _require_number(number: int) -> None:
    if not 0 < number <= 9999:
        raise DoesNotFit(NUMBER_TOO_LARGE, number=number)


def _name(last: str, first: str) -> str:
    return _plain(f"{last}, {first}" if first else last)[:33]


def _rating(rating: int | None) -> str:
    return _number(rating, RATING_WIDTH)


def _number(number: int | None, width: int) -> str:
    """Return the digits; nothing without a number, or if it does not fit: cut off, it would be another number."""
    digits = str(number or "")
    return digits if len(digits) <= width else ""


def _sex(letter: str) -> str:
    return {"M": "m", "F": "w"}.get(letter, "")


def _title(letters: str) -> str:
    return letters[:3]


def _federation(letters: str) -> str:
    return _plain(letters)[:3]


def _sides(pairings: Iterable[ReportedPairing]) -> dict[tuple[int, int], str]:
    """Opponent, colour and letter of every player in every round."""
    sides: dict[tuple[int, int], str] = {}
    for pairing in pairings:
        both = [(pairing.white, pairing.black, "w", pairing.white_result)]
        if pairing.black is not None:
            both.append((pairing.black, pairing.white, "b", pairing.black_result or Result.PENDING))
        for player, opponent, colour, result in both:
            if (pairing.round, player) in sides:
                raise DoesNotFit(TWO_GAMES, player=player, round=pairing.round)
            letter = " " if result is Result.PENDING else result.value
            side = f"0000 - {letter}" if opponent is None else f"{opponent:4} {colour} {letter}"
            sides[pairing.round, player] = side
    return sides


def _codes(points: PointSystem) -> Iterable[tuple[str, float]]:
    """Return the codes of record XXS: those with two or three letters where W and D alone leave them open."""
    yield from (("W", points.win), ("D", points.draw), ("WL", points.loss), ("BL", points.loss))
    yield from (("ZPB", points.absent), ("FL", points.absent), ("PAB", points.bye))


def _day(day: dt.date | None) -> str:
    return f"{day:%Y/%m/%d}" if day else ""


def _plain(text: str) -> str:
    """On one line."""
    return " ".join(text.split())
