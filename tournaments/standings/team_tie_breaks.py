"""The tie-breaks of teams (C.07, articles 11 to 13), calculated by gacrux: matches and codes in, values out.

The worth of a match and of the pairing-allocated bye is set by the rules of the event, else by `teams`. Everything else
is as in `tie_breaks`.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from typing import Any

from gacrux.chessjson import chessjson

from tournaments.formats.report import Result, noop
from tournaments.standings.team_tie_break_codes import BOARD_POINTS
from tournaments.standings.teams import DRAWN, LOST, WON, Match, Schedule, Teams
from tournaments.standings.tie_breaks import NO_GAMES, TieBreakError, Value, frame, game_of, run

TWO_MATCHES = noop("%(team)s has two matches in round %(round)s: FIDE's tie-breaks allow only one.")
_OF_MATCHES = {"BH", "FB", "WIN"}  # always by match points
_BYES = {
    Result.PAIRING_BYE: ("P", True),
    Result.FULL_BYE: ("W", False),
    Result.HALF_BYE: ("H", False),
    Result.ZERO_BYE: ("Z", False),
}


@dataclass(frozen=True)
class TeamTieBreaks:
    rules: str  # the edition of C.07: its day, ISO
    ranks: dict[str, int]  # by name; equal for ties that the used tie-breaks do not break
    values: dict[str, dict[str, Value]]  # by name and code


def compute(played: Schedule, members: Teams, start: dt.date | None, used: Sequence[str], robin: bool) -> TeamTieBreaks:
    """Calculate the tie-breaks of all teams of ``members``. ``used`` decide the ranks.

    Match or board points come first.

    ``robin``: every team meets every other. Games without a result are left out. Raise `TieBreakError`.
    """
    teams = {name: place for place, name in enumerate(sorted(set(members.values())), start=1)}
    event = _event(played, members, teams, start, robin)
    if not event["matchList"]:
        raise TieBreakError(NO_GAMES)
    by_boards = used[0] == BOARD_POINTS
    event["scoreSystem"]["primary"] = "game" if by_boards else "match"
    factor = _factor(event["numRounds"], played, by_boards)
    asked = {_asked(code, factor): code for code in used}
    rules, ranks, values = run(event, teams, list(asked))
    by_code = {name: {asked[code]: value for code, value in row.items()} for name, row in values.items()}
    return TeamTieBreaks(rules, ranks, by_code)


def _factor(rounds: int, played: Schedule, by_boards: bool) -> int:
    """Return the factor of SSSC: how often a match has the highest points of the other score, rounded down."""
    of_match = played.scale.won, played.boards
    first, second = of_match[::-1] if by_boards else of_match
    return max(int(rounds * first / second), 1) if second else 1


def _asked(code: str, factor: int) -> str:
    """Return the code for gacrux, with the score that the name leaves open, and with a factor that is not 0."""
    name, *modifiers = code.split("/")
    if name == "SSSC" and not any(each.startswith("K") for each in modifiers):
        modifiers.append(f"K{factor}")
    return "/".join([f"{name}:MP" if name in _OF_MATCHES else name, *modifiers])


def _event(
    played: Schedule, members: Teams, teams: dict[str, int], start: dt.date | None, robin: bool
) -> dict[str, Any]:
    """Return the tournament as gacrux reads it, with places instead of ids for teams and players."""
    players = {player: place for place, player in enumerate(members, start=1)}
    games: list[dict[str, Any]] = []
    matches = [found for each in played.matches if (found := _match(each, games, players, teams))]
    _fill_boards(matches, games, {players[player]: teams[team] for player, team in members.items()}, played.boards)
    matches += [_bye(bye.round, teams[bye.team], bye.letter) for bye in played.byes]
    seen = _require_one_match_a_round(matches, list(teams))
    rounds = max((match["round"] for match in matches), default=0)
    everywhere = product(range(1, rounds + 1), teams.values())  # gacrux needs every team in every round
    matches += [_bye(*each, Result.ZERO_BYE) for each in everywhere if each not in seen]
    for number, match in enumerate(matches, start=1):
        match["id"] = number
    return {
        **frame(start, rounds, robin),
        "teamTournament": True,
        "teamSize": played.boards,
        "scoreSystem": _scores(played),
        "competitors": [
            {
                "cid": place,
                "teamId": place,
                "random": place,
                "cplayers": [
                    {"cid": players[player], "teamId": place} for player, team in members.items() if team == name
                ],
            }
            for name, place in teams.items()
        ],
        "gameList": games,
        "matchList": matches,
    }


def _scores(played: Schedule) -> dict[str, Any]:
    usual, bye = chessjson().default_score, played.worth(Result.PAIRING_BYE)
    own = {outcome: Decimal(played.scale.worth(outcome)) for outcome in (WON, DRAWN, LOST)}
    own |= {"P": Decimal(bye.match_points), "PG": Decimal(bye.board_points) / 2}
    return {"game": usual["game"], "match": usual["match"] | own}


def _match(
    match: Match, games: list[dict[str, Any]], players: dict[int, int], teams: dict[str, int]
) -> dict[str, Any] | None:
    """Return the match, and add its games to ``games``. None if no game has a result."""
    finished = [each for each in match.pairings if each.results[0] is not Result.PENDING]
    if not finished:
        return None
    mine = [
        game_of(len(games) + board, each.round, players[each.white_id], players.get(each.black_id), each.results)
        | {"board": board}
        for board, each in enumerate(finished, start=1)
    ]
    games += mine
    home, away = match.outcomes
    return {
        "round": match.round,
        "white": {"cid": teams[match.home], "result": home},
        "black": {"cid": teams[match.away], "result": away},
        "played": match.is_played,
        "rated": False,
        "games": [game["id"] for game in mine],
    }


def _fill_boards(
    matches: Iterable[dict[str, Any]], games: list[dict[str, Any]], homes: Mapping[int, int], boards: int
) -> None:
    """Add the boards that a team left empty, which count as lost: TBR and BBE need all of them.

    ``homes``: the team by player.
    """
    anybody = {team: player for player, team in homes.items()}
    for match in matches:
        had: dict[int, set[int]] = {match[side]["cid"]: set() for side in ("white", "black")}
        for number in match["games"]:
            game = games[number - 1]
            for side in filter(None, (game["white"], game["black"])):
                had[homes[side["cid"]]].add(game["board"])
        for team, boards_had in had.items():
            for board in sorted({*range(1, boards + 1)} - boards_had):
                match["games"].append(len(games) + 1)
                nobody = _bye(match["round"], anybody[team], Result.ZERO_BYE)
                games.append({**nobody, "id": len(games) + 1, "board": board})


def _bye(number: int, team: int, letter: Result) -> dict[str, Any]:
    result, is_played = _BYES[letter]
    return {
        "round": number,
        "white": {"cid": team, "result": result},
        "black": None,
        "played": is_played,
        "rated": False,
        "games": [],
    }


def _require_one_match_a_round(matches: Iterable[dict[str, Any]], names: Sequence[str]) -> set[tuple[int, int]]:
    """Raise `TieBreakError` if a team has two matches in a round."""
    seen: set[tuple[int, int]] = set()
    for match in matches:
        for side in (match["white"], match["black"]):
            if side is None:
                continue
            if (match["round"], side["cid"]) in seen:
                raise TieBreakError(TWO_MATCHES, team=names[side["cid"] - 1], round=match["round"])
            seen.add((match["round"], side["cid"]))
    return seen
