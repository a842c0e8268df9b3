"""A list as a file: one module per format, all from the same snapshot, with the digest of the list if possible."""

from collections.abc import Callable

from django.utils.translation import gettext_noop as noop

from ratings.bundle import package
from ratings.errors import RatingError
from ratings.exports.downloads import DOWNLOADS, Download, DownloadGroup
from ratings.exports.programs import player_dbf
from ratings.exports.snapshot import Snapshot
from ratings.models import RatingList

__all__ = ["DOWNLOADS", "WRITERS", "Download", "DownloadGroup", "Snapshot", "downloads_of"]


def downloads_of(rating_list: RatingList) -> dict[str, Download]:
    """Return the `DOWNLOADS` that the list has, by the path of the file."""
    return {path: download for path, download in DOWNLOADS.items() if download.fits(rating_list)}


def _writer(path: str) -> Callable[[RatingList], bytes]:
    """Return the function that writes this file of a list. It raises `RatingError` if the list has no such file."""

    def write(rating_list: RatingList) -> bytes:
        if path not in downloads_of(rating_list):
            facts = {"date": rating_list.date, "file": path}
            raise RatingError(noop("The list of %(date)s has no file %(file)s."), **facts)
        return DOWNLOADS[path].write(Snapshot(rating_list))

    return write


# What ``export_list --format`` accepts: every download by the name of its file, the common ones by their ending.
WRITERS: dict[str, Callable[[RatingList], bytes]] = {
    **{path.removeprefix("list."): _writer(path) for path in DOWNLOADS},
    "dbf": lambda rating_list: player_dbf.write(Snapshot(rating_list)),
    "bundle": package.write,
}
