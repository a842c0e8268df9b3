"""tournaments/intake/private.py"""

import hashlib
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from federation.background import worker
from tests import cast
from tests.tournaments.formats.binary_event import REPORT
from tests.tournaments.formats.papi.files import INFO, ROWS
from tests.tournaments.formats.sharly_chess.files import PRIVATE, event
from tournaments.errors import Refused
from tournaments.formats.papi import jet4_reader
from tournaments.formats.papi.extract import extract
from tournaments.formats.papi.writer import database
from tournaments.formats.sharly_chess.tables import DAMAGED
from tournaments.intake import private, receive
from tournaments.intake.private import without_private
from tournaments.models import Tournament, Upload, upload_path


@pytest.fixture(autouse=True)
def media(settings: LazySettings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def papi(**info: str) -> bytes:
    """Return a Papi file with a password of the organiser and addresses of players."""
    people = [row | {"Tel": PRIVATE, "EMail": PRIVATE, "Adresse": PRIVATE} for row in ROWS.values()]
    return database(INFO | {"FTPPassword": PRIVATE} | info, people)


def names_private(data: bytes) -> bool:
    return PRIVATE.encode() in data or PRIVATE.encode("utf-16-le") in data


def stored(upload: Upload) -> bytes:
    return default_storage.open(upload.file.name).read()


def as_it_came(data: bytes, **fields: object) -> Upload:
    """Return an upload that an earlier version stored."""
    digest = hashlib.sha256(data).hexdigest()
    upload = Upload(name="x", size=len(data), sha256=digest, **fields)
    upload.file = upload_path(upload, "")
    default_storage.save(upload.file.name, ContentFile(data))
    upload.save()
    return upload


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "name", "kind", "players"),
    [(event(), "Winter Open", "sharly_chess", 3), (papi(), REPORT.name, "papi", len(REPORT.players))],
)
def test_only_the_extract_is_kept_and_read(sent, name, kind, players):
    assert names_private(sent)
    upload, _is_new = receive.receive(ContentFile(sent), "winter", cast.club(), None)
    assert not names_private(stored(upload))
    assert upload.sha256 == hashlib.sha256(stored(upload)).hexdigest()
    assert upload.sent_sha256 == hashlib.sha256(sent).hexdigest()
    receive.read(upload)
    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.format, tournament.participants.count()) == (name, kind, players)
    again, is_new = receive.receive(ContentFile(sent), "copy", cast.club(), None)
    assert (again, is_new) == (upload, False)
    receive.read_again(upload)
    assert Tournament.objects.get().name == name


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "reason"), [(event()[:5_000], DAMAGED), (papi()[: 5 * jet4_reader.PAGE], jet4_reader.DAMAGED)]
)
def test_of_a_damaged_file_nothing_is_kept(sent, reason):
    with pytest.raises(Refused) as refused:
        receive.receive(ContentFile(sent), "winter", cast.club(), None)
    assert refused.value.template == reason
    assert not Upload.objects.exists()


def test_any_other_file_stays_as_it_is():
    file = ContentFile(b"012 Winter")
    assert without_private(file) is file
    assert file.read() == b"012 Winter"


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_files_that_were_stored_as_they_came_are_cleaned():
    whole, later = as_it_came(papi()), as_it_came(papi(FTPLogin="other"))
    damaged = as_it_came(papi()[: 5 * jet4_reader.PAGE], state=Upload.State.FAILED)
    other, lost = as_it_came(b"012 Winter"), as_it_came(b"012 Summer")
    default_storage.delete(lost.file.name)
    before = {each.pk: (each.sha256, each.file.name) for each in (whole, later, damaged, other, lost)}
    worker.run(private.queue().pk)
    for each in (whole, later, damaged, other, lost):
        each.refresh_from_db()
        assert each.sent_sha256 == before[each.pk][0]
    two = extract(papi())  # of both; they stay two uploads
    assert {stored(whole), stored(later)} == {two, two + bytes(jet4_reader.PAGE)}
    assert stored(damaged) == papi()[: jet4_reader.PAGE]
    assert [(each.sha256, each.file.name) == before[each.pk] for each in (whole, other, lost)] == [False, True, True]
    for each in (whole, later, damaged, other):
        assert (each.sha256, each.size) == (hashlib.sha256(stored(each)).hexdigest(), len(stored(each)))
    assert not any(default_storage.exists(before[each.pk][1]) for each in (whole, later, damaged))
    assert private.queue() is None


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_file_that_is_sent_again_finds_the_one_that_was_stored_as_it_came():
    club = cast.club()
    earlier = as_it_came(papi(), club=club)
    receive.read(earlier)
    upload, is_new = receive.receive(ContentFile(papi()), "again", club, None)
    assert (upload, is_new, Tournament.objects.count()) == (earlier, False, 1)
    assert not names_private(stored(upload))
