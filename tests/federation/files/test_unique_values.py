"""federation/files/unique_values.py"""

from federation.files.unique_values import map_unique


def test_equal_values_are_computed_once_if_many_repeat():
    seen = []

    def doubled(value):
        seen.append(value)
        return 2 * value

    assert map_unique(doubled, [3, 1, 3, 3, 1]) == [6, 2, 6, 6, 2]
    assert seen == [3, 1]


def test_different_values_are_computed_one_by_one():
    assert map_unique(abs, [1, -2, 3, -2]) == [1, 2, 3, 2]


def test_none_is_a_value_like_any_other():
    assert map_unique(repr, [None, "a", None, None]) == ["None", "'a'", "None", "None"]


def test_equal_values_of_different_types_are_not_the_same():
    assert map_unique(repr, [1, True, 1.0, 1]) == ["1", "True", "1.0", "1"]
    assert map_unique(repr, [1, True, 1, 1]) == ["1", "True", "1", "1"]


def test_no_values_give_an_empty_list():
    assert map_unique(repr, []) == []
