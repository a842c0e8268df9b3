"""SENDING, the Belgian table of games to be rated: one dBase record a game (formats/belgium, F01).

| field | what it holds |
|---|---|
| DATE_S | the day of the game |
| SENDER_S, PAGE_S, FILE | the club that sent it, its page, the name of its file: together they name the event |
| MATRI1_S, MATRI2_S | the matricules of the first player, who had White, and of the second |
| RESULT_S | what the first player scored: 1, 0, or 5 for a draw |
| CODE_N_S | N, or S: the opponent is no member, and MATRI2_S is their rating |
| SUPPRIME_S | T where the line was taken back |

There are two structures, of 2004 and of 2005; the fields are found by their names.
"""

from tournaments.formats.common.dbase_games import Record, code, day, field_names, read_records, text, whole
from tournaments.formats.common.game_lists import Event, Events, report_of
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, Result, TournamentReport, noop

NAME = "SENDING (dBase)"

_NEEDED = {"DATE_S", "SENDER_S", "MATRI1_S", "MATRI2_S", "RESULT_S", "CODE_N_S"}
_RESULTS: dict[int | None, tuple[Result, Result]] = {
    1: (Result.WIN, Result.LOSS),
    0: (Result.LOSS, Result.WIN),
    5: (Result.DRAW, Result.DRAW),
}


def matches(filename: str, data: bytes) -> bool:
    """Return whether it is a dBase table with the fields of SENDING."""
    return field_names(data) >= _NEEDED


def read(data: bytes) -> list[TournamentReport]:
    """Return the events of a table. Raise `FormatError` if it is damaged or holds no game."""
    events = Events()
    for number, record in read_records(data):
        if text(record, "SUPPRIME_S").upper() not in {"T", "TRUE"}:
            _add(events, number, record)
    if not len(events):
        raise FormatError(noop("The table contains no games."))
    return [report_of(event, "sending") for event in events]


def _add(events: Events, number: int, record: Record) -> None:
    sender, file = str(whole(record, "SENDER_S") or ""), text(record, "FILE")
    page = "" if file else str(whole(record, "PAGE_S") or "")
    name = file or f"SENDING {sender} {page}".strip()
    event = events.of((sender, file, page), Event(name))
    results = _RESULTS.get(code(record, "RESULT_S"))
    if results is None:
        facts: dict[str, object] = {"result": text(record, "RESULT_S")}
        event.problems.append(Problem("result_unknown", Place(line=number), facts))
        results = (Result.PENDING, Result.PENDING)
    white = _member(event, whole(record, "MATRI1_S"))
    stands_for_rating = text(record, "CODE_N_S") == "S"
    second = whole(record, "MATRI2_S")
    black = _outsider(event, second) if stands_for_rating or not second else _member(event, second)
    if white == black:
        facts = {"player": str(whole(record, "MATRI1_S"))}
        event.problems.append(Problem("self_pairing", Place(line=number), facts))
        return
    event.add((white, black), results, day(record, "DATE_S"))


def _member(event: Event, matricule: int) -> int:
    if not matricule:
        return _outsider(event, 0)
    return event.number(matricule, ReportedPlayer(0, "", matricule=str(matricule)))


def _outsider(event: Event, rating: int) -> int:
    return event.number(None, ReportedPlayer(0, "", rating=rating or None))
