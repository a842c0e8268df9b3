import numpy as np

from ratings.systems.common.grouping import group_by, ranks_of, runs_of


def test_rows_of_one_key_keep_their_order():
    groups = group_by(np.array([7, 2, 7, 2, 7]))
    assert groups.order.tolist() == [1, 3, 0, 2, 4]
    assert groups.keys.tolist() == [2, 7]
    assert groups.ranks().tolist() == [0, 1, 0, 1, 2]


def test_keys_beyond_sixteen_bits_are_ordered_too():
    keys = np.array([70_000, 3, 65_536, 70_000, 4_464])
    assert group_by(keys).keys.tolist() == [3, 4_464, 65_536, 70_000]
    assert group_by(keys).order.tolist() == np.argsort(keys, kind="stable").tolist()


def test_sums_and_spread_go_by_group():
    groups = group_by(np.array([1, 0, 1, 1]))
    assert groups.sums(np.array([10, 1, -2, 3])[groups.order]).tolist() == [1, 11]
    assert groups.spread(np.array([5, 6])).tolist() == [5, 6, 6, 6]


def test_nothing_gives_no_groups():
    groups = group_by(np.empty(0, dtype=np.int64))
    assert (len(groups.keys), len(groups.ranks()), len(groups.sums(groups.order))) == (0, 0, 0)


def test_runs_are_found_in_keys_that_are_in_order():
    runs = runs_of(np.array([4, 4, 9, 2, 2, 2]))
    assert runs.keys.tolist() == [4, 9, 2]
    assert (runs.starts.tolist(), runs.sizes.tolist()) == ([0, 2, 3], [2, 1, 3])
    assert runs.ranks().tolist() == [0, 1, 0, 0, 1, 2]
    assert runs.ranks(np.array([10, 20, 30])).tolist() == [10, 11, 20, 30, 31, 32]


def test_flags_are_counted():
    assert runs_of(np.array([0, 0, 1])).sums(np.array([True, True, False])).tolist() == [2, 0]


def test_rows_of_one_key_are_numbered_from_nought():
    assert ranks_of(np.array([4, 4, 9, 2, 2, 2])).tolist() == [0, 1, 0, 0, 1, 2]
    assert ranks_of(np.empty(0, dtype=np.int64)).tolist() == []
