"""The tournaments of a member, on a desk and on a phone"""

import datetime as dt

from ratings.models import RatingPool
from ratings.players.member_ratings import Played
from ratings.players.tables import PlayedTable
from tournaments.models import Tournament

POOLS = [RatingPool(pk=1, name="Elo"), RatingPool(pk=2, name="Cote <b>"), RatingPool(pk=3, name="Go")]


def html(*pools: RatingPool) -> str:
    spring = Played(Tournament(pk=7, name="Spring Open", end=dt.date(2026, 3, 4)), {1: 12.5, 2: -4})
    return str(PlayedTable([spring], list(pools), "Tournaments").rows_html())


def test_changes_of_several_pools_stand_below_the_name_where_columns_have_no_room() -> None:
    shown = html(*POOLS)
    chips = shown[shown.index('<span class="changes narrow-only">') : shown.index("</td>", shown.index("changes"))]
    assert "<span>Elo " in chips
    assert "<span>Cote &lt;b&gt; " in chips
    assert "Go" not in chips  # nothing happened there
    assert shown.count('<td class="number wide-only">') == 3


def test_a_first_rating_stands_in_place_of_a_change() -> None:
    spring = Played(Tournament(pk=7, name="Spring Open", end=dt.date(2026, 3, 4)), {}, {1: 1615})
    shown = str(PlayedTable([spring], POOLS, "Tournaments").rows_html())
    assert "<span>Elo first rating 1615</span>" in shown
    assert '<td class="number wide-only">first rating 1615</td>' in shown
    assert "loss" not in shown


def test_one_pool_has_room_on_a_phone() -> None:
    shown = html(POOLS[0])
    assert "changes narrow-only" not in shown
    assert shown.count('<td class="number">') == 1
