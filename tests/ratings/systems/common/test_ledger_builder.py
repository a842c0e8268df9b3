import numpy as np
import pytest

from ratings.systems.common.ledger_builder import Entries
from ratings.systems.period import NONE, Kind


def test_entries_stand_by_player_then_step_then_place():
    entries = Entries()
    entries.add(2, np.array([1, 0]), Kind.FLOOR, change=np.array([5, 6]))
    entries.add(1, np.array([0, 0]), Kind.GAME, place=np.array([2, 1]), game=np.array([8, 9]), k=320_000)
    ledger = entries.ledger()
    assert ledger.player.tolist() == [0, 0, 0, 1]
    assert ledger.game.tolist() == [9, 8, NONE, NONE]
    assert ledger.kind.tolist() == [Kind.GAME, Kind.GAME, Kind.FLOOR, Kind.FLOOR]
    assert ledger.k.tolist() == [320_000, 320_000, 0, 0]
    assert ledger.change.tolist() == [0, 0, 6, 5]


def test_a_ledger_without_entries_is_empty():
    assert {len(column) for column in vars(Entries().ledger()).values()} == {0}


def test_a_column_that_no_ledger_has_is_refused():
    with pytest.raises(TypeError, match="no column of a ledger: points"):
        Entries().add(1, np.array([0]), Kind.GAME, points=1)
