"""The machine on which the tests of updates, and of the programs around the site, run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.federation.server.machines import Stage, serving


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stage, list[int]]]:
    """Return a machine on which version 1.0.0 serves, and the ports of its web servers."""
    with serving(Stage(tmp_path_factory.mktemp("update"))) as found:
        yield found
