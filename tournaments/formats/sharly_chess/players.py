"""The players of a tournament of a Sharly-Chess event."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from federation.files.sqlite_reader import Row, Tables, Value
from tournaments.formats.common.json_values import inside, whole
from tournaments.formats.common.values import (
    MAX_FIDE_ID,
    MAX_NUMBER,
    YEARS,
    matricule_in,
    read_day,
    two_ratings,
)
from tournaments.formats.report import FormatError, Place, ReportedPlayer, noop
from tournaments.formats.sharly_chess.tables import object_of, text_of

MAX_PLAYERS = 5_000

_SEXES = {1: "F", 2: "M", "F": "F", "M": "M"}
_TITLES = ("", "WCM", "CM", "WFM", "FM", "WIM", "IM", "WGM", "GM")  # by number in older files, the lowest first
_NATIONAL, _FIDE = 2, 3  # types of a rating in older files; 1 is an estimate, which no list has
TOO_MANY = noop("The file has more than %(most)s players.")


def players_of(
    stored: Tables, entries: Sequence[Row], column: int
) -> tuple[tuple[ReportedPlayer, ...], Mapping[Value, int]]:
    """Return the players with their numbers by their keys. ``column``: of the ratings, 1 standard, 2 rapid, 3 blitz.

    Numbers are the starting ranks; where one is missing or given twice, all follow from rating, title and name.
    """
    if len(entries) > MAX_PLAYERS:
        raise FormatError(TOO_MANY, most=MAX_PLAYERS)
    rows = {row.get("id"): row for row in stored.get("player", [])}
    teams = {row.get("id"): text_of(row.get("name")) for row in stored.get("team", [])}
    given = {key: entry.get("pairing_number") for entry in entries if (key := entry.get("player_id")) in rows}
    players = {key: _player(rows[key], column, teams) for key in given}
    numbers = {key: number for key, number in given.items() if isinstance(number, int) and 0 < number <= MAX_NUMBER}
    if len(set(numbers.values())) < len(players):
        order = sorted(players, key=lambda key: _strength(players[key]))
        numbers = {key: number for number, key in enumerate(order, start=1)}
    numbered = (replace(players[key], number=number) for key, number in numbers.items())
    return tuple(sorted(numbered, key=lambda player: player.number)), numbers


def _strength(player: ReportedPlayer) -> tuple[int, int, str, str]:
    title = _TITLES.index(player.title) if player.title in _TITLES else 0
    return -(player.rating or 0), -title, player.last_name, player.first_name


def _player(row: Row, column: int, teams: Mapping[Value, str]) -> ReportedPlayer:
    fide_id, year, title = row.get("fide_id"), row.get("year_of_birth"), row.get("title")
    rating, fide_rating = _ratings(row.get("ratings"), column)
    licence = text_of(row.get("ffe_licence_number"))
    return ReportedPlayer(
        number=0,
        last_name=text_of(row.get("last_name")),
        first_name=text_of(row.get("first_name")),
        matricule=matricule_in(licence),
        birth_date=read_day(text_of(row.get("date_of_birth"))[:10], Place())[0],
        birth_year=year if isinstance(year, int) and year in YEARS else None,
        federation=text_of(row.get("federation")),
        fide_id=fide_id if isinstance(fide_id, int) and 0 < fide_id <= MAX_FIDE_ID else None,
        licence=licence,
        rating=rating,
        fide_rating=fide_rating,
        club=text_of(row.get("club")),
        title=_TITLES[title] if isinstance(title, int) and 0 < title < len(_TITLES) else text_of(title),
        sex=_SEXES.get(row.get("gender"), ""),
        team=teams.get(row.get("team_id"), ""),
    )


def _ratings(value: Value, column: int) -> tuple[int | None, int | None]:
    """Return ``rating`` and ``fide_rating``; an estimate is none."""
    said = inside(object_of(value), str(column))
    of_type = {_FIDE: "fide", _NATIONAL: "national"}.get(whole(said, "type"), "")
    if of_type:
        said = {of_type: said.get("value")}
    return two_ratings(whole(said, "national"), whole(said, "fide"))
