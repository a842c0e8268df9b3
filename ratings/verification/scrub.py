"""Stored files that were damaged on the disk: they are no longer served, and rendered again."""

import shutil

from django.conf import settings

from federation.files import bucket
from ratings.lists.job_queue import queue_rendering_again
from ratings.models import RatingList
from ratings.verification.files import damaged


def scrub(rating_list: RatingList) -> int:
    """Remove the damaged files of a list and queue its rendering. Return how many there were.

    Pages and downloads are made for each reader until then. A list that was revised keeps no rows of such files.
    """
    paths = [difference.facts["path"] for difference in damaged(rating_list)]
    files = rating_list.files.filter(path__in=paths)
    for file in files:
        shutil.rmtree(file.place.parent, ignore_errors=True)
    if settings.MEDIA_BUCKET:
        bucket.remove(file.place for file in files)
    if paths and rating_list.state == RatingList.State.PUBLISHED:
        queue_rendering_again(rating_list)
    elif paths:
        files.delete()
    return len(paths)
