"""federation/identity/name_search.py"""

from hypothesis import given
from hypothesis import strategies as st

from federation.identity.name_search import MOST, NameSearch
from federation.identity.names import PersonName, search_key

WORDS = st.text("abcdefghijklmnoprstuvw", min_size=4, max_size=12)


def test_each_name_finds_those_that_may_be_meant() -> None:
    keys = [(1, "muller karl"), (2, "van den bergh lotte"), (3, "peeters robert"), (4, "huber josef")]
    names = [PersonName("Mueller", "K."), PersonName("Vandenberg", "Lot"), PersonName("Zonderling", "Bob")]
    assert NameSearch(names).among(keys) == [[1], [2], [3]]


def test_of_many_the_most_similar_are_found() -> None:
    keys = [(number, f"janssens {letter}{number}") for number, letter in enumerate("abcd" * 50)]
    [found] = NameSearch([PersonName("Janssens", "C")]).among(keys)
    assert len(found) == MOST
    assert {keys[pk][1].split()[1][0] for pk in found} == {"c"}


@given(WORDS, WORDS, st.data())
def test_two_swapped_letters_never_hide_a_name(last: str, first: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(last) - 2))
    wrong = last[:place] + last[place + 1] + last[place] + last[place + 2 :]
    assert NameSearch([PersonName(wrong, first)]).among([(7, search_key(last, first))]) == [[7]]
