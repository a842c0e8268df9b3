"""Files that hold more about people than a tournament needs: what is kept of them."""

from django.core.files import File
from django.core.files.base import ContentFile

from federation.files import sqlite_reader
from tournaments.errors import Refused
from tournaments.formats.report import FormatError
from tournaments.formats.sharly_chess import tables


def without_private(file: File) -> File:
    """Return the file; of a Sharly-Chess event its extract, without mail addresses, passwords and schools.

    Raise `Refused` if such a file is damaged: nothing of it is kept.
    """
    file.seek(0)
    beginning = file.read(len(sqlite_reader.MAGIC))
    file.seek(0)
    if not sqlite_reader.is_sqlite(beginning):
        return file
    data = file.read()
    file.seek(0)
    try:
        return ContentFile(tables.extract(data))
    except FormatError as error:
        raise Refused(error.template, **error.facts) from None
