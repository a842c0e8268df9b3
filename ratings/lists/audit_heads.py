"""The entries of the audit that published lists name: an audit without its end contradicts a list."""

from collections.abc import Iterator

from ratings.calculation.manifest import AUDIT
from ratings.models import RatingList


def named_heads() -> Iterator[tuple[int, str, str]]:
    """Yield number, hash and list. One query."""
    lists = RatingList.objects.exclude(published_at=None).filter(manifest__facts__has_key=AUDIT)
    for rating_list in lists.select_related("pool"):
        named = rating_list.manifest["facts"][AUDIT]
        yield named["n"], named["hash"], f"the list {rating_list.pool.slug} of {rating_list.date}"
