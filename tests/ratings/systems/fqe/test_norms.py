"""Categories and norms, as far as the document prints them."""

from ratings.systems.fqe.norms import Category, categories, category_of


def test_quebec_prints_categories_9_and_15_with_the_scores_of_a_grandmaster_norm() -> None:
    rows = {row.number: row for row in categories()}
    assert list(rows) == list(range(1, 22))
    assert (rows[9].low, rows[9].high, rows[9].grandmaster) == (2451, 2475, 70)
    assert (rows[15].low, rows[15].high, rows[15].grandmaster) == (2601, 2625, 50)


def test_a_mean_finds_its_category_and_none_outside_them() -> None:
    assert category_of(2500) == Category(10, 2476, 2500, 54, 67)
    assert [category_of(mean) for mean in (2250, 2776)] == [None, None]
