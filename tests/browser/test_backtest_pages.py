"""The pages of back-tests and what-ifs, for the public and for who starts them: as good as all others."""

from __future__ import annotations

import pytest

from ratings.backtests import backtest, what_if
from tests import cast
from tests.browser.conftest import Visitor
from tests.browser.test_accessibility import faults
from tests.ratings import trials

pytestmark = pytest.mark.django_db(transaction=True)


def test_back_tests_are_for_everybody(visitor: Visitor) -> None:
    pool = trials.of_two_lists()
    for each in (pool, trials.of_two_lists("cote", "fqe")):
        backtest.compute(each)
    asked = what_if.compute(trials.what_if(pool, public=True, parameters={"floor": 1800}))
    addresses = ["/en/backtest/", "/de/backtest/elo/", f"/what-if/{asked.pk}/"]
    assert {address: found for address in addresses if (found := faults(visitor.open(address)))} == {}
    visitor.log_in(cast.rating_officer())
    addresses = ["/en/backtest/elo/", "/nl/backtest/elo/what-if/", f"/en/what-if/{asked.pk}/"]
    assert {address: found for address in addresses if (found := faults(visitor.open(address)))} == {}
