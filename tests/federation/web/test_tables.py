"""The base of public tables."""

from __future__ import annotations

from operator import itemgetter

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils import translation

from federation.web.tables import (
    HeadColumn,
    NumberColumn,
    PublicTable,
    TextColumn,
    address,
    decimal,
    points,
    signed,
    text_cell,
)


class FruitTable(PublicTable):
    """A table for these tests."""

    name = TextColumn("Name", order_by=("name",))
    weight = NumberColumn("Weight", "weight", shows=itemgetter("weight"))

    def cell_name(self, fruit: dict[str, object]) -> str:
        return text_cell(fruit["name"])


class PlainTable(PublicTable):
    """Numbers for these tests; every column says what it shows."""

    name = HeadColumn("Name", shows=lambda number: f"<{number}>")
    word = TextColumn("Word", "wide-only", shows=lambda number: f"&{number}")
    double = NumberColumn("Double", css="wide-only", shows=lambda number: f"<b>{2 * number}</b>")
    triple = NumberColumn("Triple", mark="strong", shows=lambda number: 3 * number)


def page(table: PublicTable) -> str:
    with translation.override("en"):
        return render_to_string("tables/table.html", {"table": table})


FRUIT = [{"name": f"fruit <{number}>", "weight": number} for number in range(25)]


def test_rows_are_escaped() -> None:
    table = FruitTable(FRUIT[:1], "Fruit").configure(QueryDict(), per_page=10)
    assert table.rows_html() == '<tr><td>fruit &lt;0&gt;</td><td class="number">0</td></tr>\n'


def test_columns_without_a_method_show_texts_escaped_and_numbers_as_they_are() -> None:
    assert PlainTable([1], "Numbers").rows_html() == (
        '<tr><th scope="row">&lt;1&gt;</th><td class="wide-only">&amp;1</td>'
        '<td class="number wide-only"><b>2</b></td><td class="number strong">3</td></tr>\n'
    )


@pytest.mark.parametrize(
    ("query", "first"),
    [("", 0), ("page=2", 10), ("page=3", 20), ("page=4", 20), ("page=-1", 0), ("page=²", 0), ("per_page=1&page=2", 10)],
)
def test_pages(query: str, first: int) -> None:
    table = FruitTable(FRUIT, "Fruit").configure(QueryDict(query), per_page=10)
    assert next(iter(table.paginated_rows)).record["weight"] == first


def test_the_pager_leaves_out_pages_in_the_middle() -> None:
    table = FruitTable(FRUIT * 10, "Fruit").configure(QueryDict("page=12&name=&sort=name"), per_page=10)
    assert [number for number, _link, _name in table.page_links()] == [1, None, 11, 12, 13, None, 25]
    assert list(table.page_links())[:3] == [
        (1, "?sort=name&page=1", "Page 1"),
        (None, "", ""),
        (11, "?sort=name&page=11", "Page 11"),
    ]
    assert (table.previous_link(), table.next_link()) == ("?sort=name&page=11", "?sort=name&page=13")


@pytest.mark.parametrize(("query", "links"), [("", ("", "?page=2")), ("page=3", ("?page=2", ""))])
def test_there_is_no_page_before_the_first_and_after_the_last(query: str, links: tuple[str, str]) -> None:
    table = FruitTable(FRUIT, "Fruit").configure(QueryDict(query), per_page=10)
    assert (table.previous_link(), table.next_link()) == links


def test_a_table_of_one_page_has_no_pager() -> None:
    assert "Pages: Fruit" not in page(FruitTable(FRUIT, "Fruit").configure(QueryDict(), per_page=25))
    assert "Pages: Fruit" not in page(FruitTable(FRUIT, "Fruit"))
    assert 'aria-label="Pages: Fruit"' in page(FruitTable(FRUIT, "Fruit").configure(QueryDict(), per_page=24))


def test_numbers_begin_with_the_highest() -> None:
    table = FruitTable(FRUIT, "Fruit")
    assert table.columns["weight"].order_by_alias.next == "-weight"
    assert table.columns["name"].order_by_alias.next == "name"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12, '<span class="gain">+12</span>'),
        (-7, '<span class="loss">−7</span>'),
        (0, "0"),
        (None, ""),
    ],
)
def test_a_change_has_its_sign_and_its_colour(value: int | None, text: str) -> None:
    assert signed(value) == text


def test_decimals_are_written_as_the_reader_writes_them() -> None:
    with translation.override("fr"):
        assert (decimal(1.5, 2), signed(-0.25, 2)) == ("1,50", '<span class="loss">−0,25</span>')
    with translation.override("en"):
        assert (decimal(1.5, 2), decimal(None, 2)) == ("1.50", "")


@pytest.mark.parametrize(("half_points", "text"), [(0, "0"), (1, "½"), (2, "1"), (7, "3½"), (None, "")])
def test_points_are_written_with_halves(half_points: int | None, text: str) -> None:
    assert points(half_points) == text


@pytest.mark.parametrize(("language", "prefix"), [("fr", ""), ("nl", "/nl"), ("fr", "")])
def test_addresses_are_those_of_the_readers_language(language: str, prefix: str) -> None:
    with translation.override(language):
        assert address("player", 10001) == f"{prefix}/players/10001/"
