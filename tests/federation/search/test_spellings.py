"""federation/search/spellings.py"""

from __future__ import annotations

import pytest

from federation.search.spellings import distance, spellings, words_of


def test_particles_are_also_one_word_with_what_follows() -> None:
    assert words_of("d hondt willem") == ["d", "hondt", "willem", "dhondt", "dhondtwillem"]
    assert {"vanden", "vandenbergh"} <= set(words_of("van den bergh jan"))
    assert words_of("janssens jef") == ["janssens", "jef"]


@pytest.mark.parametrize(
    ("written", "word", "far"),
    [
        *(("janssens", "janssens", 0), ("jans", "janssens", 1)),
        *(("jansens", "janssens", 2), ("janssesn", "janssens", 2), ("mulender", "mullender", 2)),
        *(("muellender", "mullender", 2), ("schmits", "schmitz", 2), ("fisher", "fischer", 2)),
        *(("kasparoff", "kasbarov", 4), ("jan", "jon", None), ("2024", "2025", None), ("peeters", "janssens", None)),
    ],
)
def test_a_word_is_as_far_from_another_as_people_may_have_erred(written: str, word: str, far: int | None) -> None:
    assert distance(written, word) == far
    if far is not None and far != 1:
        assert spellings(written) & spellings(word)
