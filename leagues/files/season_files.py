"""A whole season as a file: JSON with matches, rulings, rules and a checksum; results as a table."""

import datetime as dt
import hashlib
import json
from collections import defaultdict
from typing import Any

from federation.files import spreadsheets
from leagues.models import Board, Division, Match, Ruling, Season, SeasonRules, Team

COLUMNS = (
    *("series", "round", "date", "home", "away", "board", "home_number", "home_player", "home_strength"),
    *("away_number", "away_player", "away_strength", "white", "played", "ruled_home", "ruled_away", "play_off"),
)


def results(season: Season) -> bytes:
    """Return all boards that were revealed as CSV, with what was played and what is ruled. One query."""
    return spreadsheets.write_csv(COLUMNS, (_row(board) for board in _boards(season)))


def _boards(season: Season) -> Any:
    found = Board.objects.filter(match__series__division__season=season).exclude(match__revealed_at=None)
    related = ("home", "away", "match__home", "match__away", "match__series__division")
    order = ("match__series__division__level", "match__series__letter", "match__round", "match", "number")
    return found.select_related(*related).order_by(*order)


def _row(board: Board) -> list[Any]:
    match = board.match
    return [
        *(match.series.code, match.round, match.day, match.home.name, match.away.name, board.number),
        *(board.home.number if board.home else "", board.home.public_name if board.home else "", board.home_strength),
        *(board.away.number if board.away else "", board.away.public_name if board.away else "", board.away_strength),
        *("home" if board.home_is_white else "away", board.played),
        *(_points(board.ruled_home), _points(board.ruled_away), "yes" if match.is_play_off else ""),
    ]


def _points(halves: int | None) -> str:
    return "" if halves is None else f"{halves / 2:g}"


def bundle(season: Season) -> bytes:
    """Return everything behind the tables of a season, as JSON with a checksum of the rest. Six queries.

    Halves are points times two. Names are those of public pages.
    """
    facts = _facts(season)
    whole = facts | {"sha256": hashlib.sha256(_text(facts)).hexdigest()}
    return _text(whole)


def _text(facts: dict[str, Any]) -> bytes:
    return json.dumps(facts, ensure_ascii=False, sort_keys=True, indent=1, default=_as_text).encode()


def _as_text(value: Any) -> str:
    if isinstance(value, dt.date):
        return value.isoformat()
    raise TypeError


def _facts(season: Season) -> dict[str, Any]:
    boards: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for board in _boards(season):
        boards[board.match_id].append(_board(board))
    teams = Team.objects.filter(series__division__season=season).select_related("series__division", "club")
    matches = Match.objects.filter(series__division__season=season).select_related("series__division")
    rulings = Ruling.objects.filter(series__division__season=season, replaced_by=None).order_by("pk")
    divisions = Division.objects.filter(season=season).order_by("level")
    return {
        "season": season.slug,
        "name": season.name,
        "start": season.start,
        "end": season.end,
        "regulation": season.regulation,
        "rules": list(SeasonRules.objects.filter(season=season).values("level", "valid_from", "changes", "reason")),
        "divisions": list(divisions.values("level", "name", "pace", "time_control")),
        "teams": [_team(team) for team in teams.order_by("pk")],
        "matches": [_match(match) | {"boards": boards[match.pk]} for match in matches.order_by("pk")],
        "rulings": list(rulings.values("match", "team", "day", "reason", "article", "effects")),
    }


def _team(team: Team) -> dict[str, Any]:
    return {
        "id": team.pk,
        "series": team.series.code,
        "name": team.name,
        "club": team.club.number,
        "rank": team.rank,
        "number": team.number,
        "withdrawn_after": team.withdrawn_after,
    }


def _match(match: Match) -> dict[str, Any]:
    return {
        "id": match.pk,
        "series": match.series.code,
        "round": match.round,
        "home": match.home_id,
        "away": match.away_id,
        "day": match.day,
        "moved_from": match.moved_from,
        "state": match.state,
        "is_play_off": match.is_play_off,
        "by_decision": match.by_decision,
        "ruled_match_points": [match.ruled_home, match.ruled_away],
    }


def _board(board: Board) -> dict[str, Any]:
    return {
        "number": board.number,
        "home": board.home.number if board.home else None,
        "away": board.away.number if board.away else None,
        "home_name": board.home.public_name if board.home else "",
        "away_name": board.away.public_name if board.away else "",
        "home_strength": board.home_strength,
        "away_strength": board.away_strength,
        "home_is_white": board.home_is_white,
        "played": board.played,
        "ruled": board.ruled,
    }
