"""ChessEvent, a French platform for registrations: its JSON (formats/papi, section 5). It has players and no games.

Who registered becomes a participant, so that members are found and missing affiliations show before the first round;
the games come later, in the file of the pairing program. Times are seconds since 1970, before which people were born
too. A birth is midnight in Greenwich or in Paris, so that two hours more make it the right day either way.
"""

import datetime as dt

from tournaments.formats.common.consistency import content_problems, date_problems, listed, rounds_of
from tournaments.formats.common.json_values import Facts, is_object, parsed, rows, text, whole
from tournaments.formats.common.pace import pace_of_coded, pace_of_text
from tournaments.formats.common.values import MAX_FIDE_ID, MAX_RATING, YEARS, arbiters_of
from tournaments.formats.report import FormatError, ReportedPlayer, TournamentReport, noop

NAME = "ChessEvent"
MAX_PLAYERS, MAX_ROUNDS = 5_000, 24

_KINDS = {1: "swiss", 2: "round_robin"}
_PACES = {1: "standard", 2: "rapid", 3: "blitz"}
_SEXES = {1: "F", 2: "M"}
_TITLES = {1: "WFM", 2: "FM", 3: "WIM", 4: "IM", 5: "WGM", 6: "GM"}
_EPOCH = dt.datetime(1970, 1, 1)
_PARIS = 2 * 60 * 60


def matches(filename: str, data: bytes) -> bool:
    """Return whether it is JSON with the names of ChessEvent's fields."""
    return is_object(data) and b'"players"' in data and b'"last_name"' in data


def read(data: bytes) -> list[TournamentReport]:
    """Return the registrations as one tournament without games. Raise `FormatError` if the JSON is not complete."""
    facts = parsed(data)
    registered = rows(facts, "players")
    if registered is None:
        raise FormatError(noop("The registrations contain no player list."))
    if len(registered) > MAX_PLAYERS:
        raise FormatError(noop("The file has more than %(most)s players."), most=MAX_PLAYERS)
    pace = _PACES.get(whole(facts, "rating"), "")
    players = tuple(_player(number, row, pace or "standard") for number, row in enumerate(registered, start=1))
    start, end = _day(facts.get("start")), _day(facts.get("end"))
    rounds, problems = rounds_of(whole(facts, "rounds"), MAX_ROUNDS, [])
    problems += [*date_problems(start, end), *content_problems(players, [])]
    tempo = text(facts, "time_control")
    return [
        TournamentReport(
            format="chess_event",
            name=text(facts, "name"),
            city=text(facts, "location"),
            start=start,
            end=end,
            rounds=rounds,
            pace=pace or pace_of_coded(tempo) or pace_of_text(tempo),
            time_control=tempo,
            kind=_KINDS.get(whole(facts, "type"), ""),
            program="ChessEvent",
            players=players,
            problems=listed(problems),
            arbiters=arbiters_of(text(facts, "arbiter")),
        )
    ]


def _player(number: int, row: Facts, pace: str) -> ReportedPlayer:
    fide_id, rating = whole(row, "fide_id"), whole(row, f"{pace}_rating")
    return ReportedPlayer(
        number=number,
        last_name=text(row, "last_name"),
        first_name=text(row, "first_name"),
        birth_date=_day(row.get("birth"), _PARIS),
        federation=text(row, "federation"),
        fide_id=fide_id if 0 < fide_id <= MAX_FIDE_ID else None,
        licence=text(row, "ffe_license_number") or text(row, "ffe_licence_number"),
        rating=rating if 0 < rating <= MAX_RATING else None,
        club=text(row, "ffe_club") or text(row, "club"),
        title=_TITLES.get(whole(row, "title"), ""),
        sex=_SEXES.get(whole(row, "gender"), ""),
    )


def _day(value: object, later: int = 0) -> dt.date | None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) < 1e11:
        return None
    try:
        day = (_EPOCH + dt.timedelta(seconds=value + later)).date()
    except OverflowError:
        return None
    return day if day.year in YEARS else None
