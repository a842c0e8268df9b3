"""What a file leaves open of its tournament, and the likely answers: the first one is what the club said last time.

`Tournament.open_points` keeps the questions until a person answers:

    {"pace": {"claims": [["name", "blitz"], ["file", "standard"]], "likely": "blitz"}, "round_dates": {}, "ratings": {}}

The pace is open if nothing states it, or if the rate of play, the name and the rest of the file contradict each other.
Rounds without a day are open in a tournament of several months: the day decides in which list a game counts. Where
players have two ratings, it is open which one counts for those who are not members.
"""

import re
from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db.models import Q

from tournaments.formats.common.pace import pace_of_coded, pace_of_text, pace_of_words
from tournaments.formats.report import TournamentReport
from tournaments.models import Discipline, Pace, RememberedAnswer, Tournament

PACE, ROUND_DATES, RATINGS = "pace", "round_dates", "ratings"
TIME_CONTROL, NAME, FILE, DAY = "time_control", "name", "file", "day"  # what states a pace, the surest first
STATED = {"sending", "checklist", "chess_manager"}  # formats of the federation's own list of standard games
FEWEST_SECONDS = 150  # nobody writes so many minutes as a bare number
_SECONDS = re.compile(r"(?:\d{1,3}/)?(\d{1,5})(?=[+:]|\Z)", re.ASCII)
# On one day: too many for standard play, and so many that it is hardly such. No rules name a number.
MANY_ROUNDS, FEW_ROUNDS = 7, 4


def points_of(report: TournamentReport) -> dict[str, dict[str, object]]:
    """Return the open points of a file."""
    points: dict[str, dict[str, object]] = {}
    claims = _paces(report)
    if report.discipline != Discipline.BUGHOUSE and report.format not in STATED and len({*claims.values()}) != 1:
        points[PACE] = {
            "claims": list(map(list, claims.items())),
            "likely": next(iter(claims.values()), _likely(report)),
        }
    if _has_undated_months(report):
        points[ROUND_DATES] = {}
    if any(player.fide_rating and player.rating != player.fide_rating for player in report.players):
        points[RATINGS] = {}
    return points


def pace_of(report: TournamentReport) -> str:
    """Return the pace that something states, the surest first; without any the usual one until the user chooses."""
    return next(iter(_paces(report).values()), Pace.STANDARD.value)


def _paces(report: TournamentReport) -> dict[str, str]:
    """Return what states which pace, the surest first."""
    claims = {FILE: report.pace}
    if report.discipline == Discipline.CHESS:
        of_control = _pace_of_control(report.time_control)
        claims = {TIME_CONTROL: of_control, NAME: pace_of_words(report.name), **claims}
        if report.pace == Pace.STANDARD and not of_control and _rounds_of_a_day(report) >= MANY_ROUNDS:
            claims = {DAY: Pace.RAPID.value, **claims}
    return {source: pace for source, pace in claims.items() if pace}


def _pace_of_control(text: str) -> str:
    """Return the pace of a time control in words or in seconds; a small bare number means minutes: `15+5`."""
    bare = _SECONDS.match(text.strip())
    coded = pace_of_coded(text) if bare and int(bare[1]) >= FEWEST_SECONDS else ""
    return pace_of_words(text) or coded or pace_of_text(text)


def _rounds_of_a_day(report: TournamentReport) -> int:
    return report.rounds if report.start and report.start == report.end else 0


def _likely(report: TournamentReport) -> str:
    """Return the pace of a file that states none: many rounds on one day are not standard play."""
    is_fast = report.discipline == Discipline.CHESS and _rounds_of_a_day(report) >= FEW_ROUNDS
    return (Pace.RAPID if is_fast else Pace.STANDARD).value


def _has_undated_months(report: TournamentReport) -> bool:
    if report.start is None or report.end is None or report.rounds < 2:
        return False
    is_long = (report.start.year, report.start.month) != (report.end.year, report.end.month)
    days = {pairing.date for pairing in report.pairings if pairing.black} | {*report.round_dates}
    return is_long and bool(report.pairings) and not days - {None}


def remember(tournament: Tournament, answer: str, by: User | None) -> None:
    """Remember for the club which pace a file of this kind has; for a unit, nothing. One query."""
    case = _case(tournament)
    if case and tournament.unit_id is None:
        found = {"club": tournament.club, "question": PACE, "case": case}
        RememberedAnswer.objects.update_or_create(**found, defaults={"answer": answer, "given_by": by})


def answer_from_memory(tournaments: Iterable[Tournament]) -> None:
    """Answer as the club did last time: what no file states for good, contradictions as the likely answer.

    The tournaments are not saved. One query if anything is open, else none.
    """
    cases = {id(each): (each, case) for each in tournaments if (case := _case(each))}
    if not cases:
        return
    clubs = {each.club_id for each, _case_of_it in cases.values()}
    of_club = Q(club__in=clubs - {None}) | (Q(club=None) if None in clubs else Q(pk=None))
    rows = RememberedAnswer.objects.filter(of_club, question=PACE, case__in={case for _each, case in cases.values()})
    known = {(club, case): answer for club, case, answer in rows.values_list("club", "case", "answer")}
    for each, case in cases.values():
        if answer := known.get((each.club_id, case)):
            point = each.open_points[PACE]
            each.open_points[PACE] = point | {"likely": answer, "remembered": True}
            each.pace = each.pace if point["claims"] else answer


def is_remembered(tournament: Tournament) -> bool:
    """Return whether the pace is an answer of last time."""
    return bool((tournament.open_points or {}).get(PACE, {}).get("remembered"))


def _case(tournament: Tournament) -> str:
    """Return what a file says and does not say of the pace, as a key; "" if that is not open."""
    point: Mapping[str, list[list[str]]] | None = (tournament.open_points or {}).get(PACE)
    if point is None:
        return ""
    said = ",".join(f"{source}={pace}" for source, pace in point["claims"])
    return f"{tournament.format}:{said}"[: RememberedAnswer.LONGEST]
