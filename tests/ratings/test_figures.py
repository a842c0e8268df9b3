"""How people write ratings."""

from __future__ import annotations

import pytest

from ratings.figures import cell_of, grade, in_words
from ratings.models import RatingPool

CHESS = RatingPool(discipline="chess")
GO = RatingPool(discipline="go")


@pytest.mark.parametrize(
    ("level", "words"),
    [(0, "1d (0)"), (-1, "1k (−1)"), (-437, "5k (−437)"), (99, "1d (99)"), (100, "2d (100)"), (-2950, "30k (−2950)")],
)
def test_a_level_is_written_as_a_grade_with_the_level_beside_it(level: int, words: str) -> None:
    assert in_words(level, GO) == words


def test_a_cell_tells_the_level_apart_from_the_grade() -> None:
    assert cell_of(GO)(-437) == '5k <span class="level">−437</span>'
    assert cell_of(CHESS)(1843) == "1843"


def test_chess_has_no_grades() -> None:
    assert (in_words(1843, CHESS), grade(1843, CHESS), grade(-437, GO)) == ("1843", "", "5k")


@pytest.mark.parametrize("pool", [CHESS, GO])
def test_who_has_no_rating_has_a_dash_in_sentences_and_an_empty_cell(pool: RatingPool) -> None:
    assert (in_words(None, pool), cell_of(pool)(None), grade(None, pool)) == ("–", "", "")
