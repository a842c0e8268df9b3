"""tournaments/intake/private.py"""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from tests import cast
from tests.tournaments.formats.sharly_chess.files import PRIVATE, event
from tournaments.errors import Refused
from tournaments.formats.sharly_chess.tables import DAMAGED
from tournaments.intake import receive
from tournaments.intake.private import without_private
from tournaments.models import Tournament, Upload


@pytest.mark.django_db
def test_of_an_event_only_the_extract_is_kept_and_read():
    upload, _is_new = receive.receive(ContentFile(event()), "winter.sce", cast.club(), None)
    stored = default_storage.open(upload.file.name).read()
    assert PRIVATE.encode() not in stored
    receive.read(upload)
    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.format, tournament.participants.count()) == ("Winter Open", "sharly_chess", 3)
    again, is_new = receive.receive(ContentFile(event()), "copy.sce", cast.club(), None)
    assert (again, is_new) == (upload, False)
    receive.read_again(upload)
    assert Tournament.objects.get().name == "Winter Open"


@pytest.mark.django_db
def test_of_a_damaged_event_nothing_is_kept():
    with pytest.raises(Refused) as refused:
        receive.receive(ContentFile(event()[:5_000]), "winter.sce", cast.club(), None)
    assert refused.value.template == DAMAGED
    assert not Upload.objects.exists()


def test_any_other_file_stays_as_it_is():
    file = ContentFile(b"012 Winter")
    assert without_private(file) is file
    assert file.read() == b"012 Winter"
