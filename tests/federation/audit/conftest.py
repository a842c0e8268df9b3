"""An audit with nothing in it but what the test does."""

import pytest

from federation.models import UnsealedChange


@pytest.fixture
def audit(db: None) -> None:
    """Forget what made the groups of staff."""
    UnsealedChange.objects.all().delete()
