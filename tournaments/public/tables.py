"""The public tables of tournaments."""

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from operator import attrgetter

from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.i18n.dates import long_date
from federation.web.tables import (
    NumberColumn,
    PublicTable,
    TextColumn,
    address,
    decimal,
    link,
    number_cell,
    points,
    stone,
    text_cell,
)
from tournaments.models import Discipline, Pace, Pairing, Participant, Tournament
from tournaments.standings.crosstables import Cell, Crosstable, CrosstableRow
from tournaments.standings.individual import Row
from tournaments.standings.team_standings import TeamRow
from tournaments.standings.tie_break_codes import TieBreak

NO_BREAK = "\N{NON-BREAKING HYPHEN}"


def _day(tournament: Tournament) -> str:
    day = tournament.end or tournament.start
    return long_date(day) if day else ""


class _Tournaments(PublicTable):
    """Tournaments with their organisers and players; the rows have ``players``."""

    def cell_club(self, tournament: Tournament) -> str:
        club, unit = tournament.club, tournament.unit
        cell = link(address("club", club.number), club.name, "quiet") if club else ""
        if unit and not club:
            cell = link(reverse("unit", args=[unit.code]), unit.name, "quiet")
        return f'<td class="wide-only">{cell}</td>'


class TournamentTable(_Tournaments):
    live = True

    end = TextColumn(
        *(_("Date"), "wide-only"),
        mark="muted day",
        order_by=("end", "name"),
        initial_sort_descending=True,
        shows=_day,
    )
    name = TextColumn(_("Tournament"), order_by=("name", "-end"))
    city = TextColumn(_("Town"), "wide-only", order_by=("city", "-end"))
    club = TextColumn(_("Organiser"), "wide-only")
    rounds = NumberColumn(_("Rounds"), css="wide-only")
    players = NumberColumn(_("Players"), "players")

    winners: Mapping[int, str] = {}  # by id of the tournament, for the rows of the page

    def cell_name(self, tournament: Tournament) -> str:
        where_and_when = " · ".join(filter(None, [_day(tournament), tournament.city]))
        special = [tournament.get_discipline_display()] if tournament.discipline != Discipline.CHESS else []
        special += [tournament.get_pace_display()] if tournament.pace != Pace.STANDARD else []
        badges = "".join(f' <span class="badge">{escape(word)}</span>' for word in special)
        name = link(tournament.page(), tournament.name)
        won = self.winners.get(tournament.pk, "")
        below = f'<span class="sub">{escape(won)}</span>' if won else ""
        return f'<td>{name}{badges}<span class="sub narrow-only">{escape(where_and_when)}</span>{below}</td>'


class RunningTable(_Tournaments):
    """Tournaments that are being played; the rows have ``last_round``, too."""

    name = TextColumn(_("Tournament"))
    club = TextColumn(_("Organiser"), "wide-only")
    last_round = NumberColumn(_("Round"))
    players = NumberColumn(_("Players"))

    def cell_name(self, tournament: Tournament) -> str:
        organiser = tournament.organiser.name if tournament.organiser else ""
        where = " · ".join(filter(None, [organiser, tournament.city]))
        words = [tournament.get_pace_display()] if tournament.pace != Pace.STANDARD else []
        words += [] if tournament.is_running else [_("finished, not yet rated")]
        badges = "".join(f' <span class="badge">{escape(str(word))}</span>' for word in words)
        name = link(tournament.page("running_tournament"), tournament.name)
        return f'<td>{name}{badges}<span class="sub narrow-only">{escape(where)}</span></td>'

    def cell_last_round(self, tournament: Tournament) -> str:
        """Return "2/7"; before a round robin is drawn, the number of rounds is not known."""
        text = f"{tournament.last_round}/{tournament.rounds}" if tournament.rounds else ""
        return number_cell(text)


def tie_break_columns(tie_breaks: Sequence[TieBreak], css: str = "") -> list[tuple[str, NumberColumn]]:
    """Return a column for each tie-break, named after its code."""
    return [(f"column_{each.code}", NumberColumn(each.short.replace("-", NO_BREAK), css=css)) for each in tie_breaks]


def tie_break_cell(tie_break: TieBreak, row: Row | TeamRow, css: str = "number") -> str:
    """Return the value with as many decimals as it needs; "" if there is none."""
    value = row.tie_breaks.get(tie_break.code)
    if value is None or (tie_break.is_place and not value):
        return number_cell("", css)
    digits = next((few for few in range(tie_break.digits) if value == round(value, few)), tie_break.digits)
    return number_cell(decimal(value, digits), css)


class TieBreakColumns(PublicTable):
    """A table whose last columns are tie-breaks; its rows are `Row`."""

    css = "crosstable"

    def __init__(self, rows: Sequence[Row], caption: str, tie_breaks: Sequence[TieBreak]) -> None:
        super().__init__(rows, caption, extra_columns=tie_break_columns(tie_breaks))
        for each in tie_breaks:
            setattr(self, f"cell_column_{each.code}", partial(tie_break_cell, each))

    def cell_rank(self, row: Row) -> str:
        return number_cell("" if row.is_annulled else row.rank, "number muted")

    def cell_name(self, row: Row) -> str:
        return name_cell(row.participant)

    def cell_points(self, row: Row) -> str:
        return number_cell(points(row.half_points), "number strong")


class StandingsTable(TieBreakColumns):
    """The standings of a tournament that is being played, with the tie-breaks that decide, and ratings of its file."""

    rank = NumberColumn(_("Rank"))
    name = TextColumn(_("Name"), "name")
    rating = NumberColumn(_("Rtg"), css="wide-only", shows=attrgetter("participant.file_rating"))
    points = NumberColumn(_("Points"))

    def __init__(self, rows: Sequence[Row], caption: str, tie_breaks: Sequence[TieBreak]) -> None:
        super().__init__(rows, caption, tie_breaks)
        if not any(row.participant.file_rating for row in rows):
            self.columns.hide("rating")


class OtherTieBreaksTable(TieBreakColumns):
    """The tie-breaks that were calculated and do not decide."""

    rank = NumberColumn(_("Rank"))
    name = TextColumn(_("Name"), "name")
    points = NumberColumn(_("Points"))


class CrosstableTable(PublicTable):
    """All games: one column for each round, or in a round robin for each opponent. The caption explains the cells."""

    line = NumberColumn(_("No."), mark="muted")
    name = TextColumn(_("Name"), "name")
    points = NumberColumn(_("Points"), mark="strong", shows=lambda row: points(row.standing.half_points))

    css = "crosstable"
    caption_shown = True

    def __init__(self, table: Crosstable, is_go: bool) -> None:
        columns = [(f"column_{number}", TextColumn(str(number), "cell")) for number in table.columns]
        super().__init__(table.rows, _legend(table.is_round_robin, is_go), extra_columns=columns)
        for number in table.columns:
            cell = self.opponent_cell if table.is_round_robin else self.round_cell
            setattr(self, f"cell_column_{number}", partial(cell, number))

    def cell_name(self, row: CrosstableRow) -> str:
        return name_cell(row.standing.participant)

    def round_cell(self, number: int, row: CrosstableRow) -> str:
        """Return the result, below it colour and row of the opponent; "" if the team plays without this player."""
        cells = row.cells[number - 1]
        if row.standing.participant.file_team:
            cells = [cell for cell in cells if cell.symbol]
        return f'<td class="cell">{"".join(map(_game, cells))}</td>'

    def opponent_cell(self, number: int, row: CrosstableRow) -> str:
        """Return the results against one opponent, one after the other."""
        if number == row.line:
            return '<td class="cell self"></td>'
        return f'<td class="cell">{" ".join(escape(cell.symbol) for cell in row.cells[number - 1])}</td>'


class RoundTable(PublicTable):
    """The pairings of one round, with the boards if the file numbers them."""

    board = NumberColumn(_("Board"), css="slim")
    white = TextColumn(_("White"))
    result = TextColumn(_("Result"), "cell", mark="strong", shows=attrgetter("score"))
    black = TextColumn(_("Black"))

    def __init__(self, rows: Sequence[Pairing], caption: str) -> None:
        super().__init__(rows, caption)
        if not any(each.board for each in rows):
            self.columns.hide("board")

    def cell_board(self, pairing: Pairing) -> str:
        return number_cell(pairing.board, "number muted")

    def cell_white(self, pairing: Pairing) -> str:
        return f"<td>{participant_link(pairing.white)}</td>"

    def cell_black(self, pairing: Pairing) -> str:
        return f"<td>{participant_link(pairing.black)}</td>" if pairing.black else text_cell(_("bye"), "muted")


class GoRoundTable(RoundTable):
    """The pairings of one round of go, with their handicaps below the results."""

    board = NumberColumn(pgettext_lazy("of go", "Board"), css="slim")  # in French only a chess board is an échiquier

    def cell_result(self, pairing: Pairing) -> str:
        return result_cell(pairing.score, pairing)


def participant_link(participant: Participant) -> str:
    """Return the public name, as a link if the participant is a member."""
    name = participant.public_name
    return link(address("player", participant.member.number), name) if participant.member else escape(name)


def name_cell(participant: Participant) -> str:
    team = f'<span class="sub">{escape(participant.file_team)}</span>' if participant.file_team else ""
    return f'<td class="name">{participant_link(participant)}{team}</td>'


def result_cell(result: str, pairing: Pairing) -> str:
    """Return a result, below it the handicap of go."""
    handicap = stones(pairing.handicap or 0)
    below = f'<span class="sub">{handicap}</span>' if handicap else ""
    return f'<td class="cell"><b>{escape(result)}</b>{below}</td>'


def _legend(is_round_robin: bool, is_go: bool) -> SafeString:
    if is_round_robin:
        return conditional_escape(_("Results against the player of that number"))
    if is_go:
        legend = _(
            "Result; below it the colour (%(white)s white, %(black)s black), the number of the opponent and the "
            "handicap (h3: three stones)"
        )
    else:
        legend = _("Result; below it the colour (%(white)s white, %(black)s black) and the number of the opponent")
    return mark_safe(escape(str(legend)) % {"white": stone(True), "black": stone(False)})  # noqa: S308 - escaped


def _game(cell: Cell) -> str:
    opponent = f"{stone(cell.played.is_white)} {cell.opponent_line}" if cell.opponent_line else escape(_("bye"))
    below = f"{opponent} {stones(cell.played.stones)}".strip()
    return f'<span class="result">{escape(cell.symbol)}</span><span class="sub">{below}</span>'


def stones(handicap: int) -> str:
    """Return a handicap as go writes it; "" for an even game."""
    return f"h{handicap}" if handicap else ""
