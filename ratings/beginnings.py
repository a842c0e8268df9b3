"""The first steps of a new site in the ratings (see `federation.beginnings`)."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from federation.waiting import User, Waiting
from ratings.models import RatingPool


def pools(user: User) -> Iterator[Waiting]:
    """A pool, and the ratings that it starts from. Two queries."""
    if not user.has_perm("ratings.add_ratingpool"):
        return
    if not RatingPool.objects.exists():
        sentence = _("Add a rating pool: a system with its rules, and the games that count.")
        yield Waiting(sentence, reverse("admin:ratings_ratingpool_add"))
    for pool in RatingPool.objects.filter(lists=None):
        sentence = _("Give %(pool)s the ratings that members have already, or reckon its first list.")
        yield Waiting(sentence % {"pool": pool}, reverse("admin:ratings_ratingpool_change", args=[pool.pk]))
