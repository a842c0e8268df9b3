"""The arbiters of a tournament: as a TRF file names them, as people write them, and in the files for FIDE"""

import pytest
from django.urls import reverse

from tests import cast
from tests.tournaments import events
from tests.tournaments.views.buttons import press
from tournaments import acceptance, differences, downloads, mending
from tournaments.formats import trf as trf_format
from tournaments.models import Tournament
from tournaments.writers import trf

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(client):
    """A browser in which the secretary of club 101 is logged in."""
    cast.everybody()
    client.force_login(cast.secretary(101))
    return client


CHIEF, DEPUTY = "IA Wit, Willem 1234567", "FA Zwart, Zita"


def as_file(*arbiters, **changes):
    """A report of a TRF file with these arbiters, read from its bytes."""
    [told] = trf_format.read(trf.write(events.report(arbiters=arbiters, **changes)))
    return told


def test_a_trf_file_names_the_chief_arbiter_and_his_deputies():
    assert as_file(CHIEF, DEPUTY).arbiters == (CHIEF, DEPUTY)
    assert as_file(CHIEF).arbiters == (CHIEF,)
    assert as_file().arbiters == ()


def test_deputies_without_a_chief_are_not_taken_for_him():
    data = trf.write(events.report(arbiters=("?", DEPUTY))).replace(b"102 ?", b"102")
    assert trf_format.read(data)[0].arbiters == ()


def test_they_are_kept_a_line_each():
    [tournament] = events.stored(as_file(CHIEF, DEPUTY))
    assert tournament.arbiters == f"{CHIEF}\n{DEPUTY}"
    assert tournament.arbiter_names == [CHIEF, DEPUTY]


def test_as_many_are_kept_as_there_is_room_for_each_whole():
    many = [f"IA Arbiter Number {number} with a very long name" for number in range(20)]
    [tournament] = events.stored(as_file(*many))
    assert tournament.arbiter_names == many[: len(tournament.arbiter_names)]
    assert len(tournament.arbiters) <= 500 < len(f"{tournament.arbiters}{many[-1]}")
    mending.restore_settings(tournament)
    assert Tournament.objects.get().arbiter_names == tournament.arbiter_names


def test_what_people_write_is_undone_by_what_the_file_says():
    [tournament] = events.stored(as_file(CHIEF))
    mending.change_settings(tournament, {"arbiters": "Somebody Else"})
    mending.restore_settings(tournament)
    assert Tournament.objects.get().arbiters == CHIEF


def test_a_later_file_that_names_them_changes_them():
    [stored] = events.stored(as_file())
    [sent] = events.stored(as_file(CHIEF))
    [setting] = differences.differences(stored, sent).settings
    assert (setting.name, setting.before, setting.after) == ("arbiters", "", CHIEF)


def test_the_club_writes_them_and_fide_and_everybody_read_them(secretary):
    [tournament] = events.stored(events.report())
    form = {"name": "Cup", "city": "", "club": cast.club().pk, "pace": "rapid", "discipline": "chess"}
    form |= {"start": "2026-03-14", "end": "2026-03-15", "arbiters": f"{CHIEF}\r\n\r\n {DEPUTY} "}
    page = press(secretary, "tournament_settings", tournament.pk, **form).text
    assert f"Arbiters: {CHIEF} · {DEPUTY}" in page
    tournament.refresh_from_db()
    [file, *_] = downloads.for_fide(tournament).values()
    lines = secretary.get(reverse("room_file", args=[tournament.pk, file.name])).content.decode().splitlines()
    assert [line for line in lines if line[:3] in {"102", "112"}] == [f"102 {CHIEF}", f"112 {DEPUTY}"]
    acceptance.accept(tournament, None)
    assert f"Arbiters: {CHIEF} · {DEPUTY}" in secretary.get(reverse("tournament", args=[tournament.pk])).text


def test_hostile_names_of_arbiters_are_cut_to_what_the_column_holds():
    [tournament] = events.stored(events.report(arbiters=("\0" + "x" * 300, *["y" * 200] * 9)))
    assert tournament.arbiter_names == ["x" * 100, *["y" * 100] * 3]
