"""The table of the standings of an accepted tournament: one row says all of a player."""

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.web.tables import NumberColumn, PublicTable, TextColumn, link, number_cell, points, stone, text_cell
from tournaments.models import Tournament
from tournaments.public.lines import Figures, Line
from tournaments.public.tables import participant_link, stones, tie_break_cell, tie_break_columns
from tournaments.standings.crosstables import symbol_of
from tournaments.standings.sides import Played
from tournaments.standings.tie_break_codes import TieBreak


class LineTable(PublicTable):
    """Rank, title, name, club, rating, points, tie-breaks, performance and change; points lead to the games."""

    css = "standings"
    rank = NumberColumn(_("Rank"), css="slim")
    name = TextColumn(_("Name"), "name")
    points = NumberColumn(_("Points"))
    performance = NumberColumn(_("Performance"), css="wide-only")
    change = NumberColumn(pgettext_lazy("of a rating", "Change"))

    def __init__(
        self, rows: Sequence[Line], tournament: Tournament, figures: Figures, tie_breaks: Sequence[TieBreak]
    ) -> None:
        columns = tie_break_columns(tie_breaks, "wide-only")
        columns.append(("rating", NumberColumn(_("Grade") if tournament.is_go else _("Rating"))))
        order = ("rank", "name", "rating", "points", *(name for name, _column in columns[:-1]), "performance", "change")
        super().__init__(rows, _("Standings"), extra_columns=columns, sequence=order)
        for each in tie_breaks:
            setattr(self, f"cell_column_{each.code}", partial(self._tie_break, each))
        for name in ("rating", "performance", "change"):
            if not any(self._shown(name, row) for row in rows):
                self.columns.hide(name)
        self.tournament, self.figures = tournament, figures

    def _shown(self, name: str, line: Line) -> object:
        return getattr(line, name) or (name == "rating" and line.participant.file_grade)

    def _tie_break(self, tie_break: TieBreak, line: Line) -> str:
        return tie_break_cell(tie_break, line.row, "number wide-only")

    def cell_rank(self, line: Line) -> str:
        return number_cell("" if line.row.is_annulled else line.row.rank, "number muted slim")

    def cell_name(self, line: Line) -> str:
        title = f'<span class="muted">{escape(line.title)}</span> ' if line.title else ""
        below = " · ".join(filter(None, (line.participant.file_team, line.club)))
        return f'<td class="name">{title}{participant_link(line.participant)}{_sub(below)}</td>'

    def cell_rating(self, line: Line) -> str:
        return rating_cell(line, self.figures)

    def cell_points(self, line: Line) -> str:
        where = self.tournament.page("tournament_player", line.participant.number)
        return number_cell(link(where, points(line.row.half_points)), "number strong")

    def cell_performance(self, line: Line) -> str:
        return number_cell(line.performance, "number wide-only")

    def cell_change(self, line: Line) -> str:
        return number_cell(line.change)


class PlayerGamesTable(PublicTable):
    """The games of one player, round by round; the results of the opponents lead to theirs."""

    round = NumberColumn(_("Round"), css="slim", mark="muted")
    colour = TextColumn(_("Colour"), "slim")
    name = TextColumn(_("Opponent"))
    rating = NumberColumn(_("Rating"))
    points = NumberColumn(_("Points"), css="wide-only")
    result = NumberColumn(_("Result"))

    def __init__(
        self, games: Sequence[Played], lines: Mapping[int, Line], tournament: Tournament, figures: Figures
    ) -> None:
        super().__init__(games, _("Games"))
        self.lines, self.tournament, self.figures = lines, tournament, figures

    def _opponent(self, game: Played) -> Line | None:
        return self.lines.get(game.opponent) if game.opponent is not None else None

    def cell_colour(self, game: Played) -> str:
        return f'<td class="slim">{stone(game.is_white) if game.opponent is not None else ""}</td>'

    def cell_name(self, game: Played) -> str:
        other = self._opponent(game)
        if other is None:
            return text_cell(_("bye"), "muted")
        where = self.tournament.page("tournament_player", other.participant.number)
        below = " · ".join(filter(None, (stones(game.stones), other.participant.file_team, other.club)))
        return f"<td>{link(where, other.participant.public_name)}{_sub(below)}</td>"

    def cell_rating(self, game: Played) -> str:
        other = self._opponent(game)
        return rating_cell(other, self.figures) if other else number_cell("")

    def cell_points(self, game: Played) -> str:
        other = self._opponent(game)
        return number_cell(points(other.row.half_points) if other else "", "number wide-only")

    def cell_result(self, game: Played) -> str:
        return number_cell(escape(symbol_of(game.result)), "number strong")


def _sub(below: str) -> str:
    return f'<span class="sub">{escape(below)}</span>' if below else ""


def rating_cell(line: Line, figures: Figures) -> str:
    """Return the rating; in go the grade of the file, where no list knows better."""
    if line.participant.file_grade and not figures.pool:
        return number_cell(escape(line.participant.file_grade.lower()))
    return number_cell(figures.written(line.rating))
