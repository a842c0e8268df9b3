"""The table of what a tournament changed."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from federation.web.tables import NumberColumn, PublicTable, TextColumn, decimal, link, number_cell, points, signed
from ratings.figures import cell_of, first_rating
from ratings.models import RatingList
from ratings.public.tables import CHANGE, LEDGER, member_link
from ratings.review.tournament_effects import Effect


class EffectTable(PublicTable):
    """The effect of a tournament on the ratings of its members in one list."""

    name = TextColumn(_("Name"))
    before = NumberColumn(_("Previous rating"))
    games = NumberColumn(_("Games"), css="wide-only")
    points = NumberColumn(_("Points"), shows=lambda effect: points(effect.half_points))
    expected = NumberColumn(_("Expected"), css="wide-only", shows=lambda effect: decimal(effect.expected, 2))
    change = NumberColumn(CHANGE)
    why = TextColumn(_("Why"), "wide-only")

    def __init__(self, rows: list[Effect], rating_list: RatingList, caption: str) -> None:
        # In go a game changes the level without an expected score.
        super().__init__(rows, caption, exclude=("expected",) if rating_list.pool.has_grades else ())
        self.list = rating_list
        figure = cell_of(rating_list.pool)
        self.columns["before"].column.shows = lambda effect: figure(effect.before)

    def cell_name(self, effect: Effect) -> str:
        return f"<td>{member_link(effect.member)}</td>"

    def cell_change(self, effect: Effect) -> str:
        if effect.before is not None:
            return number_cell(signed(effect.change, 2))
        return number_cell("" if effect.after is None else first_rating(effect.after, self.list.pool))

    def cell_why(self, effect: Effect) -> str:
        numbers = [effect.member.number, self.list.pool.slug]
        where = reverse("ledger_today", args=numbers)
        if self.list.pk:
            where = reverse("ledger", args=[*numbers, self.list.month_slug])
        return f'<td class="wide-only">{link(where, LEDGER)}</td>'
