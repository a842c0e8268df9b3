"""The public tables of team events: the matches of a round, and the standings of the teams."""

from collections.abc import Iterator
from functools import partial
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.web.tables import NumberColumn, PublicTable, TextColumn, number_cell, points, stone, text_cell
from tournaments.formats.report import Result
from tournaments.formats.results import score
from tournaments.models import Pairing, Participant
from tournaments.public.tables import participant_link, result_cell, tie_break_cell, tie_break_columns
from tournaments.standings.team_standings import TeamCell, TeamRow, TeamStandings
from tournaments.standings.team_tie_break_codes import BOARD_POINTS, MATCH_POINTS
from tournaments.standings.teams import Schedule


class TeamRoundTable(PublicTable):
    """The matches of one round, of chess or go: below the heading of each its boards, and at the end the byes.

    Everybody is in the column of their team, with their colour; results are read from the left like those of the match.
    """

    board = NumberColumn(_("Board"), css="slim")
    home = TextColumn(_("Team"))
    result = TextColumn(_("Result"), "cell")
    away = TextColumn(_("Team"))

    def __init__(self, played: Schedule, caption: str) -> None:
        self._played = played
        self._resting = {bye.team for bye in played.byes}
        self._singles = [pairing for pairing in played.singles if not self._is_shown_elsewhere(pairing)]
        rows = [pairing for match in played.matches for pairing in match.pairings] + self._singles
        super().__init__(rows, caption)
        self._has_boards = any(each.board for each in rows)
        if not self._has_boards:
            self.columns.hide("board")

    def rows_html(self) -> SafeString:
        """Return the row of the match, then those of its boards."""
        return mark_safe("".join(f"<tr{css}>{cells}</tr>\n" for css, cells in self._lines()))  # noqa: S308 - escaped

    def _is_shown_elsewhere(self, pairing: Pairing) -> bool:
        """Return whether the team has a bye, or plays without this player."""
        team = pairing.white.file_team
        return pairing.black is None and bool(team) and (team in self._resting or not pairing.results[0].half_points)

    def _lines(self) -> Iterator[tuple[str, str]]:
        for match in self._played.matches:
            reached = f"{points(match.home_points)}–{points(match.away_points)}"
            away = f'<th scope="colgroup">{escape(match.away)}</th>'
            yield ' class="match"', self._heading(match.home, reached, away)
            yield from (("", self._board(pairing, match.home)) for pairing in match.pairings)
        yield from (("", self._single(pairing)) for pairing in self._singles)
        for bye in self._played.byes:
            reached = points(self._played.worth(bye.letter).board_points)
            yield ' class="match"', self._heading(bye.team, reached, text_cell(_("bye"), "muted"))

    def _heading(self, team: str, reached: str, other: str) -> str:
        board = "<td></td>" if self._has_boards else ""
        return f'{board}<th scope="colgroup">{escape(team)}</th><td class="cell strong">{reached}</td>{other}'

    def _board(self, pairing: Pairing, home: str) -> str:
        """Return a board, with the player of ``home`` on the left."""
        white, black = pairing.results
        seats = [
            (_seat(pairing.white, stone(True) if pairing.black else ""), white),
            (_seat(pairing.black, stone(False)), black or Result.ZERO_BYE),
        ]
        if pairing.white.file_team != home:
            seats.reverse()
        (left, won), (right, lost) = seats
        return f"{self._number(pairing)}{left}{result_cell(score(won, lost), pairing)}{right}"

    def _single(self, pairing: Pairing) -> str:
        if pairing.black:
            return self._board(pairing, pairing.white.file_team)
        result, nobody = result_cell(pairing.score, pairing), text_cell(_("bye"), "muted")
        return f"{self._number(pairing)}{_seat(pairing.white)}{result}{nobody}"

    def _number(self, pairing: Pairing) -> str:
        return number_cell(pairing.board, "number muted") if self._has_boards else ""


def _seat(who: Participant | None, colour: str = "") -> str:
    """Return a player with their colour, if they have one."""
    return f"<td>{colour} {participant_link(who)}</td>" if who else text_cell(_("no opponent"), "muted")


class GoTeamRoundTable(TeamRoundTable):
    """The matches of one round of go: see `tables.GoRoundTable`."""

    board = NumberColumn(pgettext_lazy("of go", "Board"), css="slim")


class TeamsTable(PublicTable):
    """The standings of the teams, with their tie-breaks and a column for each round."""

    css = "crosstable"
    caption_shown = True
    rank = NumberColumn(_("Rank"))
    name = TextColumn(_("Team"), "name")
    match_points = NumberColumn(_("Match points"))
    board_points = NumberColumn(_("Board points"))

    def __init__(self, found: TeamStandings, caption: str) -> None:
        self.tie_breaks = [each for each in found.used if each.code not in {MATCH_POINTS, BOARD_POINTS}]
        columns = [(f"round_{number}", TextColumn(str(number), "cell")) for number in found.rounds]
        super().__init__(found.rows, caption, extra_columns=[*tie_break_columns(self.tie_breaks), *columns])
        for each in self.tie_breaks:
            setattr(self, f"cell_column_{each.code}", partial(tie_break_cell, each))
        for place, number in enumerate(found.rounds):
            setattr(self, f"cell_round_{number}", partial(self.match_cell, place))

    def cell_rank(self, row: TeamRow) -> str:
        return number_cell(row.rank, "number muted")

    def cell_name(self, row: TeamRow) -> str:
        return f'<td class="name">{escape(row.team)}</td>'

    def cell_match_points(self, row: TeamRow) -> str:
        return number_cell(points(round(2 * row.match_points)), "number strong")

    def cell_board_points(self, row: TeamRow) -> str:
        return number_cell(points(row.board_points))

    def match_cell(self, place: int, row: TeamRow) -> str:
        """Return the team's own board points in the round, below them the row of the opponent."""
        return f'<td class="cell">{"".join(map(_match, row.rounds[place]))}</td>'


def _match(cell: TeamCell) -> str:
    below = escape(_("bye")) if cell.opponent_line is None else cell.opponent_line
    return f'<span class="result">{points(cell.board_points)}</span><span class="sub">{below}</span>'
