"""The rows made from what a file says. Values are cut to fit their columns, because files may be hostile."""

import math
from collections.abc import Iterator, Mapping
from operator import attrgetter

from tournaments.formats.report import USUAL_POINTS, ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.intake.matching import Claim, Decision
from tournaments.intake.open_points import pace_of, points_of
from tournaments.models import Tournament, Upload

SMALL, INTEGER, BIG = 32_767, 2_147_483_647, 9_223_372_036_854_775_807  # the highest value of each column type
ARBITERS = 500  # length of all their names together
# The columns of participants; those of `Claim` and of `Decision` stand in their own order.
PARTICIPANT = (
    *("id", "tournament", "number", "file_last_name", "file_first_name", "file_matricule", "file_birth_date"),
    *("file_birth_year", "file_fide_id", "file_licence", "file_pin", "file_federation", "file_rating", "file_club"),
    *("file_title", "file_sex", "file_points", "file_rank", "file_grade", "file_start_score", "file_team"),
    *("file_fide_rating", "member", "matched_by", "certainty", "outsider", "irregular"),
)
PAIRING = ("tournament", "round", "board", "date", "white", "black", "white_result", "black_result", "file_result")
FURTHER = ("ended", "handicap", "board_size", "komi", "white_partner", "black_partner")  # few tournaments have these
_FURTHER = attrgetter(*FURTHER)
_LETTERS = {result: str(result) for result in Result}


def tournament(upload: Upload, position: int, report: TournamentReport) -> Tournament:
    """Return the tournament at this position in the file, from 1 on; not saved."""
    dates = [date for date in (*report.round_dates, *(pairing.date for pairing in report.pairings)) if date]
    start = report.start or min(dates, default=None) or report.end
    end = report.end or max(dates, default=None) or start
    return Tournament(
        upload=upload,
        position=position,
        format=report.format,
        name=text(report.name, 200) or text(upload.name, 200),
        city=text(report.city, 100),
        start=start,
        end=end,
        rounds=_number(report.rounds, SMALL) or 0,
        pace=pace_of(report),
        open_points=points_of(report) or None,
        time_control=text(report.time_control, 100),
        kind=text(report.kind, 20),
        arbiters="\n".join(_arbiters(report)),
        discipline=report.discipline,
        club_id=upload.club_id,
        unit_id=upload.unit_id,
        received_at=upload.uploaded_at if upload.uploaded_by_id else None,  # no account: a command brought it in
        guid=text(report.guid, 100),
        file_facts=_file_facts(report),
        file_problems=[
            {"code": problem.code, "place": plain(problem.place.facts()), "facts": plain(problem.facts)}
            for problem in report.problems
        ],
    )


def _arbiters(report: TournamentReport) -> list[str]:
    """Return as many names as fit into the column, each of them whole."""
    names: list[str] = []
    for name in report.arbiters:
        clean = text(" ".join(name.split()), 100)
        if clean and len("\n".join([*names, clean])) <= ARBITERS:
            names.append(clean)
    return names


def _file_facts(report: TournamentReport) -> dict[str, object]:
    names = ("name", "city", "start", "end", "rounds", "pace", "time_control", "kind", "discipline", "program")
    return plain({name: getattr(report, name) for name in names}) | {
        "round_dates": [date.isoformat() if date else None for date in report.round_dates],
        "tie_breaks": list(report.tie_breaks),
        "rounds_down": report.rounds_down,
        "arbiters": _arbiters(report),
        "team_bye": report.team_bye,
        "team_byes": [(number, text(team, 100), letter) for number, team, letter in report.team_byes],
        "match_scoring": report.match_scoring,
        "system": report.system,
        "first_colour": report.first_colour,
        "point_system": None if report.point_system == USUAL_POINTS else report.point_system,
    }


def claim(player: ReportedPlayer) -> Claim:
    """Return what the file says about who the player is."""
    return Claim(
        last_name=text(player.last_name, 100),
        first_name=text(player.first_name, 100),
        matricule=text(player.matricule, 20),
        birth_date=player.birth_date,
        birth_year=_number(player.birth_year, SMALL),
        fide_id=_number(player.fide_id, BIG),
        licence=text(player.licence, 20),
        pin=text(player.pin, 20),
    )


def participant(
    key: int, tournament_id: int, player: ReportedPlayer, claimed: Claim, decision: Decision
) -> tuple[object, ...]:
    """Return the row of `PARTICIPANT`."""
    born = claimed.birth_date.isoformat() if claimed.birth_date else None
    return (
        *(key, tournament_id, player.number),
        *claimed._replace(birth_date=born),
        *(text(player.federation, 10), _level(player.rating), text(player.club, 100), text(player.title, 10)),
        *(text(player.sex, 1), _real(player.points), _number(player.rank, INTEGER), text(player.grade, 10)),
        *(_real(player.start_score), text(player.team, 100), _number(player.fide_rating, INTEGER)),
        *decision._replace(matched_by=str(decision.matched_by)),
        False,
    )


def pairings(
    report: TournamentReport, upload: Upload, tournament_id: int, ids: Mapping[int, int], *, further: bool
) -> Iterator[tuple[object, ...]]:
    """Return the rows of `PAIRING` in the rounds that the sender wants, each with that of `FURTHER` if asked for.

    ``ids``: those of the participants by their numbers.
    """
    days = {number: date.isoformat() for number, date in enumerate(report.round_dates, start=1) if date}
    first, last = upload.first_round or -math.inf, upload.last_round or math.inf
    for pairing in report.pairings:
        if not first <= pairing.round <= last:
            continue
        row = (
            tournament_id,
            _number(pairing.round, SMALL) or 0,
            _number(pairing.board, INTEGER),
            pairing.date.isoformat() if pairing.date else days.get(pairing.round),
            ids[pairing.white],
            None if pairing.black is None else ids[pairing.black],
            _LETTERS[pairing.white_result],
            _LETTERS[pairing.black_result] if pairing.black_result else "",
            "",
        )
        yield row + _further(pairing, ids) if further else row


def has_further(report: TournamentReport) -> bool:
    """Return whether any of its pairings has a field of `FURTHER`."""
    return any(value is not None for pairing in report.pairings for value in _FURTHER(pairing))


def _further(pairing: ReportedPairing, ids: Mapping[int, int]) -> tuple[object, ...]:
    return (
        None if pairing.ended is None else pairing.ended.isoformat(),
        _number(pairing.handicap, SMALL),
        _number(pairing.board_size, SMALL),
        _real(pairing.komi),
        None if pairing.white_partner is None else ids[pairing.white_partner],
        None if pairing.black_partner is None else ids[pairing.black_partner],
    )


def text(value: str, limit: int) -> str:
    """Return the text without what databases refuse: NUL and halves of surrogate pairs."""
    if not value or (value.isascii() and "\0" not in value):
        return value[:limit]
    return value.replace("\0", "").encode("utf-8", "replace").decode()[:limit]


def plain(facts: dict[str, object]) -> dict[str, object]:
    """Return facts as JSON keeps them on both databases."""
    return {
        name: value if isinstance(value, int) else text(str(value), 300)
        for name, value in facts.items()
        if value is not None
    }


def _number(value: int | None, highest: int) -> int | None:
    return value if value is not None and 0 <= value <= highest else None


def _level(value: int | None) -> int | None:
    """Return a rating within the column; levels of go may be negative."""
    return value if value is not None and -INTEGER <= value <= INTEGER else None


def _real(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
