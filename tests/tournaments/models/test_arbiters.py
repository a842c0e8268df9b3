"""The arbiters of a tournament: as a TRF file names them, as people write them, and in the files for FIDE"""

import pytest
from django.urls import reverse

from federation.models import Job, Member
from tests import cast
from tests.tournaments import events
from tests.tournaments.formats.trf import files as trf_files
from tests.tournaments.my_club.buttons import press
from tournaments.corrections import correct
from tournaments.corrections.text import correction_lines
from tournaments.duplicates import differences
from tournaments.errors import Refused
from tournaments.formats.trf import reader as trf_format
from tournaments.models import Correction, Tournament
from tournaments.public import downloads
from tournaments.review import decisions, edits
from tournaments.updates.apply import apply_update
from tournaments.updates.difference_text import difference_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(client):
    """Return a browser in which the secretary of club 101 is logged in."""
    cast.everybody()
    client.force_login(cast.secretary(101))
    return client


CHIEF, DEPUTY = "IA Wit, Willem 1234567", "FA Zwart, Zita"


def as_file(*arbiters, **changes):
    """Return the report of a TRF file with these arbiters, read from its bytes."""
    [told] = trf_format.read(trf_files.write(events.report(arbiters=arbiters, **changes)))
    return told


def test_a_trf_file_names_the_chief_arbiter_and_the_deputies():
    assert as_file(CHIEF, DEPUTY).arbiters == (CHIEF, DEPUTY)
    assert as_file(CHIEF).arbiters == (CHIEF,)
    assert as_file().arbiters == ()


def test_deputies_without_a_chief_are_not_the_chief():
    data = trf_files.write(events.report(arbiters=("?", DEPUTY))).replace(b"102 ?", b"102")
    assert trf_format.read(data)[0].arbiters == ()


def accepted(*arbiters):
    """Return an accepted tournament whose file named these arbiters."""
    [tournament] = events.stored(as_file(*arbiters))
    decisions.accept(tournament, None)
    return tournament


def hide(matricule):
    """Hide the member."""
    Member.objects.filter(key=matricule).update(hidden=True)


def lines_of(tournament, client):
    """Return the lines of arbiters in its public TRF."""
    data = client.get(Tournament.objects.get(pk=tournament.pk).page("tournament_file", "trf26.trf")).content.decode()
    return [line for line in data.splitlines() if line[:3] in {"102", "112"}]


def test_arbiters_are_stored_one_per_line():
    [tournament] = events.stored(as_file(CHIEF, DEPUTY))
    assert tournament.arbiters == f"{CHIEF}\n{DEPUTY}"
    assert tournament.arbiter_names == [CHIEF, DEPUTY]


def test_as_many_are_kept_as_there_is_room_for_each_whole():
    many = [f"IA Arbiter Number {number} with a very long name" for number in range(20)]
    [tournament] = events.stored(as_file(*many))
    assert tournament.arbiter_names == many[: len(tournament.arbiter_names)]
    assert len(tournament.arbiters) <= 500 < len(f"{tournament.arbiters}{many[-1]}")
    edits.restore_settings(tournament)
    assert Tournament.objects.get().arbiter_names == tournament.arbiter_names


def test_edited_arbiters_can_be_restored_from_the_file():
    [tournament] = events.stored(as_file(CHIEF))
    edits.change_settings(tournament, {"arbiters": "Somebody Else"})
    edits.restore_settings(tournament)
    assert Tournament.objects.get().arbiters == CHIEF


def test_a_later_file_that_names_them_changes_them():
    [stored] = events.stored(as_file())
    [sent] = events.stored(as_file(CHIEF))
    [setting] = differences.differences(stored, sent).settings
    assert (setting.name, setting.before, setting.after) == ("arbiters", "", CHIEF)


@pytest.mark.long
def test_the_club_writes_them_and_fide_and_everybody_read_them(secretary):
    [tournament] = events.stored(events.report())
    form = {"name": "Cup", "city": "", "club": cast.club().pk, "pace": "rapid", "discipline": "chess"}
    form |= {"start": "2026-03-14", "end": "2026-03-15", "arbiters": f"{CHIEF}\r\n\r\n {DEPUTY} "}
    page = press(secretary, "tournament_settings", tournament.pk, **form).text
    assert f"Arbiters: {CHIEF} · {DEPUTY}" in page
    tournament.refresh_from_db()
    [file, *_] = downloads.for_fide(tournament).values()
    lines = secretary.get(reverse("my_club_file", args=[tournament.pk, file.name])).content.decode().splitlines()
    assert [line for line in lines if line[:3] in {"102", "112"}] == [f"102 {CHIEF}", f"112 {DEPUTY}"]
    decisions.accept(tournament, None)
    assert f"Arbiters: {CHIEF} · {DEPUTY}" in secretary.get(Tournament.objects.get(pk=tournament.pk).page()).text


def test_hostile_names_of_arbiters_are_cut_to_what_the_column_holds():
    [tournament] = events.stored(events.report(arbiters=("\0" + "x" * 300, *["y" * 200] * 9)))
    assert tournament.arbiter_names == ["x" * 100, *["y" * 100] * 3]


PAGES = ("tournament", "tournament_rounds", "rating_changes")


@pytest.mark.parametrize("page", PAGES)
def test_a_hidden_member_has_no_name_as_arbiter_either(client, page):
    tournament = accepted(CHIEF, "FA Baeten, Bram 990002")
    address = Tournament.objects.get(pk=tournament.pk).page(page)
    assert "FA Baeten, Bram 990002" in client.get(address).text
    hide(10002)
    shown = client.get(address).text
    assert f"Arbiters: {CHIEF} · Member 10002" in shown
    assert ("Baeten" in shown, "990002" in shown) == (False, False)


@pytest.mark.long
def test_a_hidden_arbiter_is_named_only_in_files_for_fide(secretary):
    tournament = accepted("Baeten, Bram", DEPUTY)
    hide(10002)
    assert lines_of(tournament, secretary) == ["102 Member 10002", f"112 {DEPUTY}"]
    for offer in downloads.offers(tournament).values():
        address = Tournament.objects.get(pk=tournament.pk).page("tournament_file", offer.name)
        assert b"Baeten" not in secretary.get(address).content
    fide = secretary.get(reverse("my_club_file", args=[tournament.pk, "trf26.trf"])).content.decode()
    assert "102 Baeten, Bram" in fide.splitlines()


@pytest.mark.long
def test_arbiters_take_one_query_however_many_they_are(client, django_assert_num_queries):
    tournament = accepted()
    address = Tournament.objects.get(pk=tournament.pk).page()
    client.get(address)
    for names, queries in ([], 5), ([CHIEF], 6), ([CHIEF, DEPUTY, "NA Third, Thea"], 6):
        Tournament.objects.update(arbiters="\n".join(names))
        with django_assert_num_queries(queries):
            client.get(address)


def test_arbiters_of_an_accepted_tournament_are_corrected_publicly(client):
    tournament, officer = accepted(CHIEF), cast.rating_officer()
    correct.correct_event(tournament, {"arbiters": f" {CHIEF} \r\n\r\n{DEPUTY}"}, officer, "She was there too.")
    assert lines_of(tournament, client) == [f"102 {CHIEF}", f"112 {DEPUTY}"]
    said = Correction.objects.get()
    assert (said.field, said.before, said.after, said.made_by) == (
        "arbiters", CHIEF, f"{CHIEF}\n{DEPUTY}", officer,
    )  # fmt: skip


def test_no_rating_depends_on_them():
    tournament = accepted(CHIEF)
    Job.objects.all().delete()  # one that waits would be the same
    correct.correct_event(tournament, {"arbiters": ""}, None, "He was not there.")
    assert not Job.objects.exclude(kind="public_log").exists()


def test_a_removed_arbiter_is_not_named_in_public(client):
    tournament = accepted(CHIEF)
    correct.correct_event(tournament, {"arbiters": ""}, None, "He asked for it.")
    page = client.get(Tournament.objects.get(pk=tournament.pk).page()).text
    assert ("Wit, Willem" in page, "He asked for it." in page) == (False, True)
    [line] = correction_lines(tournament)
    assert (line.what, line.before, line.after) == ("arbiters", "", "")
    assert lines_of(tournament, client) == ["102"]


@pytest.mark.parametrize(
    ("names", "reason", "sentence"),
    [
        (f"{CHIEF}\n", "Why not.", correct.NOTHING_NEW),
        ("", " ", correct.REASON_MISSING),
    ],
)
def test_a_correction_of_them_says_something_new_and_why(names, reason, sentence):
    with pytest.raises(Refused) as refused:
        correct.correct_event(accepted(CHIEF), {"arbiters": names}, None, reason)
    assert refused.value.sentence == sentence
    assert not Correction.objects.exists()


def test_a_correction_holds_the_longest_list_of_arbiters():
    names = "\n".join(f"IA Arbiter, Number {number:02}" for number in range(22))
    [said] = correct.correct_event(accepted(), {"arbiters": names}, None, "A large event.")
    said.refresh_from_db()
    assert (said.after, len(names)) == (names, 483)


@pytest.mark.long
def test_a_correction_of_them_outlives_the_file_sent_again():
    stored = accepted(CHIEF)
    correct.correct_event(stored, {"arbiters": DEPUTY}, None, "It was she.")
    [sent] = events.stored(as_file(CHIEF))
    apply_update(stored, sent, None, "Sent again.")
    stored.refresh_from_db()
    assert stored.arbiters == DEPUTY


@pytest.mark.long
def test_an_update_shows_changed_arbiters_first():
    stored = accepted(CHIEF)
    correct.correct_event(stored, {"arbiters": DEPUTY}, None, "It was she.")
    stored.refresh_from_db()
    [sent] = events.stored(as_file(CHIEF, "NA Third, Thea"))
    [group] = difference_lines(differences.differences(stored, sent))
    assert [(line.what, line.before, line.after) for line in group.lines] == [
        ("arbiters", DEPUTY, f"{CHIEF} · NA Third, Thea")
    ]
    apply_update(stored, sent, None, "Sent again.")
    stored.refresh_from_db()
    assert stored.arbiters == f"{CHIEF}\nNA Third, Thea"
    assert correction_lines(stored)[0].after == ""
