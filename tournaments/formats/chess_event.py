"""ChessEvent, a French platform for registrations: its JSON (formats/papi, section 5). It has players and no games.

Who registered becomes a participant, so that members are found and missing affiliations show before the first round;
the games come later, in the file of the pairing program. Times are seconds since 1970, before which people were born
too. A birth is midnight in Greenwich or in Paris, so that two hours more make it the right day either way.
"""

from __future__ import annotations

import datetime as dt
import json
import re

from tournaments.formats.checks import date_problems, listed
from tournaments.formats.contents import content_problems
from tournaments.formats.pace import pace_of_coded, pace_of_text
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, TournamentReport, gettext_noop
from tournaments.formats.values import MAX_FIDE_ID, MAX_RATING, YEARS, clean_text

NAME = "ChessEvent"
MAX_BYTES = 4 << 20
MAX_PLAYERS, MAX_ROUNDS = 5_000, 24

_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,99}\{")
_KINDS = {1: "swiss", 2: "round_robin"}
_PACES = {1: "standard", 2: "rapid", 3: "blitz"}
_SEXES = {1: "F", 2: "M"}
_TITLES = {1: "WFM", 2: "FM", 3: "WIM", 4: "IM", 5: "WGM", 6: "GM"}
_EPOCH = dt.datetime(1970, 1, 1)
_PARIS = 2 * 60 * 60

Facts = dict[str, object]


def matches(filename: str, data: bytes) -> bool:
    """JSON with the names of ChessEvent's fields."""
    return _BEGINNING.match(data) is not None and b'"players"' in data and b'"last_name"' in data


def read(data: bytes) -> list[TournamentReport]:
    """The registrations as one tournament without games. Raises `FormatError` where the JSON is not whole."""
    if len(data) > MAX_BYTES:
        raise FormatError(
            gettext_noop("The file is larger than any tournament report (%(most)s MB)."), most=MAX_BYTES >> 20
        )
    facts = _parsed(data)
    rows = facts.get("players")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise FormatError(gettext_noop("The registrations have no list of players."))
    if len(rows) > MAX_PLAYERS:
        raise FormatError(gettext_noop("The file has more than %(most)s players."), most=MAX_PLAYERS)
    pace = _PACES.get(_whole(facts, "rating"), "")
    players = tuple(_player(number, row, pace or "standard") for number, row in enumerate(rows, start=1))
    start, end = _day(facts.get("start")), _day(facts.get("end"))
    problems: list[Problem] = [*date_problems(start, end), *content_problems(players, [])]
    tempo = _text(facts, "time_control")
    return [
        TournamentReport(
            format="chess_event",
            name=_text(facts, "name"),
            city=_text(facts, "location"),
            start=start,
            end=end,
            rounds=min(_whole(facts, "rounds"), MAX_ROUNDS),
            pace=pace or pace_of_coded(tempo) or pace_of_text(tempo),
            time_control=tempo,
            kind=_KINDS.get(_whole(facts, "type"), ""),
            program="ChessEvent",
            players=players,
            problems=listed(problems),
        )
    ]


def _parsed(data: bytes) -> Facts:
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FormatError(gettext_noop("The JSON is not written in UTF-8.")) from None
    except json.JSONDecodeError as error:
        place = Place(line=error.lineno, column=error.colno)
        raise FormatError(gettext_noop("The file is no proper JSON: it was cut off or changed."), place) from None
    except (RecursionError, ValueError):  # nested without end; a number of thousands of digits
        raise FormatError(gettext_noop("The file is no proper JSON: it was cut off or changed.")) from None
    if not isinstance(found, dict):
        raise FormatError(gettext_noop("The registrations have no list of players."))
    return found


def _player(number: int, row: Facts, pace: str) -> ReportedPlayer:
    fide_id, rating = _whole(row, "fide_id"), _whole(row, f"{pace}_rating")
    return ReportedPlayer(
        number=number,
        last_name=_text(row, "last_name"),
        first_name=_text(row, "first_name"),
        birth_date=_day(row.get("birth"), _PARIS),
        federation=_text(row, "federation"),
        fide_id=fide_id if 0 < fide_id <= MAX_FIDE_ID else None,
        licence=_text(row, "ffe_license_number") or _text(row, "ffe_licence_number"),
        rating=rating if 0 < rating <= MAX_RATING else None,
        club=_text(row, "ffe_club") or _text(row, "club"),
        title=_TITLES.get(_whole(row, "title"), ""),
        sex=_SEXES.get(_whole(row, "gender"), ""),
    )


def _text(facts: Facts, name: str) -> str:
    value = facts.get(name)
    return clean_text(value)[:200] if isinstance(value, str) else ""


def _whole(facts: Facts, name: str) -> int:
    value = facts.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _day(value: object, later: int = 0) -> dt.date | None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) < 1e11:
        return None
    try:
        day = (_EPOCH + dt.timedelta(seconds=value + later)).date()
    except OverflowError:
        return None
    return day if day.year in YEARS else None
