"""federation/identity/name_errors.py"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.identity.name_errors import Difference, compare, differ_by_one, sound
from federation.identity.names import PersonName

NAMES = st.builds(PersonName, st.text(max_size=30), st.text(max_size=30))


@pytest.mark.parametrize(
    "words",
    [
        ("meyer", "maier", "meier", "mayer"),
        ("dupont", "dupond"),
        ("dijk", "dyk", "dyck"),
        ("declerck", "deklerk"),
        ("philips", "filips"),
        ("mueller", "muller"),
        ("renaud", "renault", "renaux"),
        ("fontaine", "fontein"),
        ("schmidt", "smid", "smit"),
    ],
)
def test_spellings_of_one_sound_have_one_key(words: tuple[str, ...]) -> None:
    assert len(set(map(sound, words))) == 1


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("janssens", "jansens", True),
        ("janssens", "jnassens", True),
        ("janssens", "hanssens", True),
        ("janssens", "janssenss", True),
        ("janssens", "janssens", False),
        ("janssens", "jansen", False),
        ("janssens", "jnasesns", False),
        ("", "a", True),
    ],
)
def test_one_letter_or_two_neighbours_differ(one: str, other: str, differ: bool) -> None:
    assert differ_by_one(one, other) == differ_by_one(other, one) == differ


@pytest.mark.parametrize(
    ("written", "known", "score", "differences"),
    [
        (("Müller", "Karl"), ("MULLER", "karl"), 100, []),
        (("Müller", "K."), ("Müller", "Karl"), 89, [Difference.INITIAL]),
        (("Müller", ""), ("Müller", "Karl"), 80, [Difference.NO_FIRST_NAME]),
        (("Peeters", "Bob"), ("Peeters", "Robert"), 96, [Difference.NICKNAME]),
        (("Dupond", "Luc"), ("Dupont", "Luc"), 94, [Difference.LETTER]),
        (("Karl", "Müller"), ("Müller", "Karl"), 98, [Difference.ORDER]),
        (("Dubois", "Céline"), ("Lambert-Dubois", "Céline"), 90, [Difference.PART]),
        (("Renard", "J.P."), ("Renard", "Jules"), 55, [Difference.ALIKE]),
        (("Quux", "Q"), ("Müller", "Karl"), 0, [Difference.ALIKE]),
    ],
)
def test_a_comparison_says_what_differs(
    written: tuple[str, str], known: tuple[str, str], score: int, differences: list[Difference]
) -> None:
    found = compare(PersonName(*written), PersonName(*known))
    assert (found.score, [*found.differences]) == (score, differences)


@pytest.mark.long
@given(NAMES, NAMES)
def test_any_two_names_can_be_compared(one: PersonName, other: PersonName) -> None:
    assert 0 <= compare(one, other).score <= 100
