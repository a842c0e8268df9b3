"""What FIDE would refuse in a report, or ask about, before it is sent (rating regulations B.02, in force since 2024).

`check` looks at the report as the file for FIDE has it, and names what is wrong. It knows nothing of FIDE's own list:
whether an ID, a title or a rating is the one that FIDE has.
"""

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tournaments.formats.common.pace import minutes_of_text, pace_of_text
from tournaments.formats.report import ReportedPlayer, Result, TournamentReport, noop

LONG = 30  # days; a longer event is reported by the month
MINUTES_A_DAY = 12 * 60
ROUNDS_A_DAY = {"rapid": 15, "blitz": 30}
MINUTES_BY_RATING = ((2400, 120), (1800, 90))  # for 60 moves, from this rating of either player on
YOUNGEST, OLDEST = 4, 105  # years
LISTS = 3  # FIDE rates nothing that was not on the third monthly list after the end
_ID = re.compile(r"(?<!\d)\d{4,9}(?!\d)")

# code -> sentence with what to do
SENTENCES: Mapping[str, str] = {
    "event_number": noop("The tournament has no FIDE event number: register it with FIDE first."),
    "too_old": noop("It ended on %(end)s: FIDE does not rate a tournament after the third list that follows its end."),
    "days_missing": noop("The first or the last day is missing: enter both."),
    "round_days_missing": noop("Rounds without a date: %(rounds)s. Enter the days of the rounds."),
    "round_day_outside": noop("Round %(round)s (%(day)s) lies outside the days of the tournament: correct it."),
    "round_day_order": noop("Round %(round)s is dated before the round that precedes it: correct the days."),
    "long": noop("The tournament lasts %(days)s days: beyond 30 days, FIDE wants a report of each month."),
    "rounds_a_day": noop("%(rounds)s rounds on %(day)s: FIDE allows %(most)s."),
    "hours_a_day": noop("%(hours)s hours of play on %(day)s: FIDE allows 12."),
    "rate_of_play": noop("The rate of play is missing or cannot be read: enter it, such as 90 min + 30 s."),
    "rate_of_other_class": noop("The rate of play “%(rate)s” is not %(pace)s: correct one of them."),
    "too_short": noop(
        "Games too short for the ratings of the players: %(count)s. They have %(minutes)s minutes for 60 moves; FIDE "
        "wants %(needed)s. They will not be rated."
    ),
    "no_chief": noop("The chief arbiter is missing: enter name and FIDE ID."),
    "arbiter_id": noop("%(name)s has no FIDE ID: add it to the line of the arbiter."),
    "arbiter_plays": noop("%(name)s is both arbiter and player."),
    "id_missing": noop("%(name)s has no FIDE ID: apply for one, or enter it."),
    "id_missing_abroad": noop("%(name)s (%(federation)s) has no FIDE ID: only their own federation can apply for one."),
    "id_twice": noop("%(name)s and %(other)s have the same FIDE ID %(id)s: correct one of them."),
    "birth_missing": noop("The birth date of %(name)s is missing: enter it."),
    "birth_odd": noop("%(name)s would be %(age)s years old: check the birth date."),
    "sex_missing": noop("The sex of %(name)s is missing: enter it."),
    "federation_missing": noop("The federation of %(name)s is missing: enter its three letters."),
    "open_games": noop("Games without a result: %(count)s. Enter the results; the file leaves these games out."),
    "results_differ": noop("Round %(round)s, %(name)s – %(other)s: the two results do not fit together."),
    "byes_of_round": noop("Round %(round)s has %(count)s pairing byes; there can be one."),
    "bye_twice": noop("%(name)s has the pairing bye twice."),
}


class Finding(NamedTuple):
    """Something that FIDE would refuse, or ask about."""

    code: str
    facts: Mapping[str, object]
    refused: bool = True
    player: int | None = None  # number in the report


def check(
    report: TournamentReport, *, federation: str, today: dt.date, ratings: Mapping[int, int | None] | None = None
) -> Iterator[Finding]:
    """Yield what is wrong: the event, its days and its rate of play, the arbiters, the players, the games.

    ``federation``: that which reports, three letters. ``ratings``: those of FIDE by number.
    """
    yield from _days(report, today)
    yield from _rate_of_play(report, ratings or {})
    yield from _arbiters(report)
    for player in report.players:
        yield from _player(player, federation, report.start or today)
    yield from _same_ids(report)
    yield from _games(report)


def too_late_from(end: dt.date) -> dt.date:
    """Return the first day on which FIDE rates the tournament no more: the day after the third list."""
    months = end.year * 12 + end.month - 1 + LISTS
    return dt.date(months // 12, months % 12 + 1, 2)


def _days(report: TournamentReport, today: dt.date) -> Iterator[Finding]:
    if report.start is None or report.end is None:
        yield Finding("days_missing", {})
    elif (days := (report.end - report.start).days + 1) > LONG:
        yield Finding("long", {"days": days}, refused=False)
    if report.end and today >= too_late_from(report.end):
        yield Finding("too_old", {"end": report.end})
    dates = _dates(report)
    if missing := [str(number) for number in range(1, report.rounds + 1) if not dates[number]]:
        yield Finding("round_days_missing", {"rounds": ", ".join(missing)})
    before: dt.date | None = None
    for number in sorted(dates):
        if not (days_of_round := sorted(dates[number])):
            continue
        if report.start and report.end and not report.start <= days_of_round[0] <= days_of_round[-1] <= report.end:
            day = days_of_round[0] if days_of_round[0] < report.start else days_of_round[-1]
            yield Finding("round_day_outside", {"round": number, "day": day})
        if before and days_of_round[-1] < before:
            yield Finding("round_day_order", {"round": number})
        before = days_of_round[0]


def _dates(report: TournamentReport) -> dict[int, set[dt.date]]:
    """Return the days on which each round was played."""
    dates: dict[int, set[dt.date]] = defaultdict(set)
    for number, day in enumerate(report.round_dates, start=1):
        dates[number].update(filter(None, [day]))
    for pairing in report.pairings:
        dates[pairing.round].update(filter(None, [pairing.date]))
    return dates


def _rate_of_play(report: TournamentReport, ratings: Mapping[int, int | None]) -> Iterator[Finding]:
    minutes, pace = minutes_of_text(report.time_control), pace_of_text(report.time_control)
    if not minutes or not pace:
        yield Finding("rate_of_play", {})
    elif pace != report.pace:
        yield Finding("rate_of_other_class", {"rate": report.time_control, "pace": report.pace})
    elif pace == "standard":
        yield from _too_short(report, minutes, ratings)
    rounds = Counter(min(days) for days in _dates(report).values() if days)
    for day, count in sorted(rounds.items()):
        if count > (most := ROUNDS_A_DAY.get(report.pace, count)):
            yield Finding("rounds_a_day", {"rounds": count, "day": day, "most": most}, refused=False)
        if report.pace == "standard" and 2 * minutes * count > MINUTES_A_DAY:
            hours = -(-2 * minutes * count // 60)
            yield Finding("hours_a_day", {"hours": hours, "day": day}, refused=False)


def _too_short(report: TournamentReport, minutes: int, ratings: Mapping[int, int | None]) -> Iterator[Finding]:
    needed = [
        _minutes_for(max(ratings.get(pairing.white) or 0, ratings.get(pairing.black) or 0))
        for pairing in report.pairings
        if pairing.black is not None and pairing.white_result.is_rated
    ]
    if short := [each for each in needed if each > minutes]:
        yield Finding("too_short", {"count": len(short), "minutes": minutes, "needed": max(short)})


def _minutes_for(rating: int) -> int:
    return next((minutes for lowest, minutes in MINUTES_BY_RATING if rating >= lowest), 60)


def _arbiters(report: TournamentReport) -> Iterator[Finding]:
    if not report.arbiters:
        yield Finding("no_chief", {})
    players = {str(player.fide_id) for player in report.players if player.fide_id}
    for line in report.arbiters:
        found = _ID.search(line)
        if found is None:
            yield Finding("arbiter_id", {"name": line})
        elif found[0] in players:
            yield Finding("arbiter_plays", {"name": line}, refused=False)


def _player(player: ReportedPlayer, federation: str, first_day: dt.date) -> Iterator[Finding]:
    is_new, name = player.fide_id is None, _name(player)

    def finding(code: str, refused: bool = True, **facts: object) -> Finding:
        return Finding(code, {"name": name, **facts}, refused, player.number)

    if is_new and player.federation in ("", federation):
        yield finding("id_missing")
    elif is_new:
        yield finding("id_missing_abroad", federation=player.federation)
    born = player.birth_date.year if player.birth_date else player.birth_year
    if born is None or (is_new and player.birth_date is None):
        yield finding("birth_missing", is_new)
    elif not YOUNGEST <= first_day.year - born <= OLDEST:
        yield finding("birth_odd", refused=False, age=first_day.year - born)
    if player.sex not in {"M", "F"}:
        yield finding("sex_missing", is_new)
    if not re.fullmatch("[A-Z]{3}", player.federation):
        yield finding("federation_missing", refused=False)


def _same_ids(report: TournamentReport) -> Iterator[Finding]:
    known: dict[int, ReportedPlayer] = {}
    for player in report.players:
        if player.fide_id is None:
            continue
        first = known.setdefault(player.fide_id, player)
        if first is not player:
            facts = {"name": _name(first), "other": _name(player), "id": str(player.fide_id)}
            yield Finding("id_twice", facts, player=player.number)


def _games(report: TournamentReport) -> Iterator[Finding]:
    names = {player.number: _name(player) for player in report.players}
    byes: Counter[int] = Counter()
    of_player: Counter[int] = Counter()
    if count := sum(pairing.white_result is Result.PENDING for pairing in report.pairings):
        yield Finding("open_games", {"count": count})
    for pairing in report.pairings:
        if pairing.white_result is Result.PAIRING_BYE:
            byes[pairing.round] += 1
            of_player[pairing.white] += 1
        elif pairing.black and pairing.black_result and not pairing.white_result.may_stand_with(pairing.black_result):
            facts = {"round": pairing.round, "name": names[pairing.white], "other": names[pairing.black]}
            yield Finding("results_differ", facts, player=pairing.white)
    for number, count in sorted(byes.items()):
        if count > 1:
            yield Finding("byes_of_round", {"round": number, "count": count}, refused=False)
    for player, count in sorted(of_player.items()):
        if count > 1:
            yield Finding("bye_twice", {"name": names[player]}, refused=False, player=player)


def _name(player: ReportedPlayer) -> str:
    return ", ".join(filter(None, [player.last_name, player.first_name]))
