"""Which files a list has on the site of each federation."""

import pytest
from django.conf import LazySettings

from ratings.exports.downloads import DOWNLOADS
from ratings.models import RatingList, RatingPool

OF_FEDERATIONS = {"player.zip", "chcklist.zip"}


@pytest.mark.parametrize(
    ("profile", "offered"), [("be-frbe", OF_FEDERATIONS), ("xx-demo", {"chcklist.zip"}), ("nl-knsb", set())]
)
def test_a_federation_offers_the_formats_that_its_profile_names(
    settings: LazySettings, profile: str, offered: set[str]
) -> None:
    settings.FEDERATION_PROFILE = profile
    found = {name for name, file in DOWNLOADS.items() if file.fits(RatingList(pool=RatingPool(discipline="chess")))}
    assert found & OF_FEDERATIONS == offered
    assert "list.csv" in found
