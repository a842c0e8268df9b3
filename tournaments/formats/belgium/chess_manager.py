"""Chess Manager, a Belgian program for interclub matches: its dBase table of games, Part24L (formats/belgium, F11).

| field | what it holds |
|---|---|
| TOURNOI, DIVISION, SERIE | key of the tournament; its title stands in another file (Tournois) |
| DATE, RONDE, TABLEAU | day, round and board |
| MAT_B, NOM_B, CLUB_B, ELO_B | White: matricule, name in capitals, club, rating; the same with _N: Black |
| RES | `1-0` `0-1` `½-½`; forfeits `1F-0F` `0F-1F`; `0F-0F`: irregular players, no game (rule B45); `-`: not played |
"""

from tournaments.formats.common.dbase_games import Record, day, field_names, read_records, text, whole
from tournaments.formats.common.game_lists import Event, Events, report_of
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, Result, TournamentReport, noop

NAME = "Chess Manager (dBase)"

_NEEDED = {"TOURNOI", "RES", "MAT_B", "MAT_N", "NOM_B", "NOM_N", "RONDE"}
_TITLES = {"ID", "INTITULE", "DEBUT", "FIN", "NBRJOU"}  # fields of the table of tournaments
_RESULTS = {
    "1-0": "10", "0-1": "01", "½-½": "==", "1/2-1/2": "==", "1F-0F": "+-", "0F-1F": "-+", "0F-0F": "--", "-": "**",
    "": "**",
}  # fmt: skip


def matches(filename: str, data: bytes) -> bool:
    """Return whether it is a dBase table with the fields of Part24L, or of the titles that people send instead."""
    found = field_names(data)
    return found >= _NEEDED or found >= _TITLES


def read(data: bytes) -> list[TournamentReport]:
    """Return the tournaments of a table. Raise `FormatError` if it is damaged or holds no game."""
    if not field_names(data) >= _NEEDED:
        raise FormatError(
            noop("This Chess Manager table contains the titles of tournaments: send the games (Part24L.DBF).")
        )
    events = Events()
    for number, record in read_records(data):
        code = text(record, "TOURNOI")
        part = f"{whole(record, 'DIVISION') or ''}{text(record, 'SERIE')}"
        name = code if part in code else f"{code} {part}".strip()
        _add(events.of((code, part), Event(name or "Chess Manager", kind="team")), number, record)
    if not len(events):
        raise FormatError(noop("The table contains no games."))
    return [report_of(event, "chess_manager", "Chess Manager") for event in events]


def _add(event: Event, number: int, record: Record) -> None:
    token = text(record, "RES").replace(" ", "").upper()
    letters = _RESULTS.get(token)
    place = Place(line=number, round=whole(record, "RONDE") or None, board=whole(record, "TABLEAU") or None)
    if letters is None:
        event.problems.append(Problem("result_unknown", place, {"result": token}))
        letters = "**"
    white, black = _player(event, record, "B"), _player(event, record, "N")
    if white == black:
        event.problems.append(Problem("self_pairing", place, {"player": text(record, "NOM_B")}))
        return
    results = (Result(letters[0]), Result(letters[1]))
    event.add((white, black), results, day(record, "DATE"), place)


def _player(event: Event, record: Record, side: str) -> int:
    """Return a player by member number, else by name, club and rating."""
    matricule, name = whole(record, f"MAT_{side}"), text(record, f"NOM_{side}")
    club, rating = whole(record, f"CLUB_{side}"), whole(record, f"ELO_{side}")
    player = ReportedPlayer(
        number=0, last_name=name, matricule=str(matricule or ""), rating=rating or None, club=str(club or "")
    )
    return event.number(matricule or ((name, club, rating) if name else None), player)
