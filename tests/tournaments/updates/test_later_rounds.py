"""The same bytes again for further rounds: an update of the one event, before and after its acceptance."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from federation.models import Member
from tests import cast
from tests.tournaments import events
from tests.tournaments.formats.trf import files as trf_files
from tournaments import tasks
from tournaments.corrections import correct
from tournaments.duplicates.differences import differences
from tournaments.errors import Refused
from tournaments.intake import receive
from tournaments.models import Correction, Pairing, Stage, Tournament, TournamentUpdate, Upload
from tournaments.review import decisions, edits
from tournaments.review.problems import problems
from tournaments.updates import apply as updates
from tournaments.updates.difference_text import difference_lines

pytestmark = pytest.mark.django_db

WHY = "The file was sent again."


def file(*reports):
    return events.csv_file(*reports or (events.report(),))


def received(first=None, last=None, data=None, club=101):
    return receive.receive(ContentFile(data or file()), "games.csv", cast.club(club), None, (first, last))


def read(first=None, last=None, data=None):
    """Return the tournament that these rounds of the file make, as a worker reads them."""
    cast.everybody()
    upload, is_new = received(first, last, data)
    assert is_new
    receive.read_later(upload, None)
    tasks.read_upload(upload.job, lambda *_: None)
    return upload.tournaments.get()


def rounds(tournament):
    return sorted(tournament.pairings.values_list("round", flat=True))


def shown(stored, sent):
    return [(group.title, [line.what for line in group.lines]) for group in difference_lines(differences(stored, sent))]


def codes(tournament):
    return [(finding.code, finding.other_id) for finding in problems(tournament) if finding.blocks]


def test_the_same_bytes_for_further_rounds_are_another_upload_of_one_file():
    first, second = received(None, 1)[0], received(None, 2)[0]
    assert (first.sha256, first.file.name) == (second.sha256, second.file.name)
    assert first.receipt != second.receipt
    kept = default_storage.listdir(first.file.name.rpartition("/")[0])[1]
    assert [name for name in kept if first.sha256 in name] == [first.sha256]


def test_a_file_that_is_being_read_is_not_rewritten(monkeypatch):
    received(None, 1)
    monkeypatch.setattr(default_storage, "delete", pytest.fail)
    monkeypatch.setattr(default_storage, "save", pytest.fail)
    assert received(None, 2)[1]


def test_an_incomplete_stored_file_is_replaced():
    upload, _ = received()
    upload.delete()
    default_storage.delete(upload.file.name)
    default_storage.save(upload.file.name, ContentFile(file()[:9]))
    with received()[0].file.open("rb") as kept:
        assert kept.read() == file()


@pytest.mark.parametrize(
    ("had", "wanted", "is_new"),
    [
        ((None, None), (None, None), False),
        ((None, None), (2, 3), False),
        ((None, 2), (None, 2), False),
        ((None, 2), (1, 1), False),
        ((None, 2), (None, 3), True),
        ((None, 2), (None, None), True),
        ((2, None), (None, None), True),
        ((2, None), (3, 9), False),
        ((2, None), (1, 1), True),
    ],
)
def test_only_rounds_that_were_not_wanted_before_make_an_upload(had, wanted, is_new):
    first, _ = received(*had)
    second, made = received(*wanted)
    assert (made, second == first) == (is_new, not is_new)


def test_the_file_of_another_club_makes_none():
    first, _ = received(None, 1)
    assert received(None, 2, club=201) == (first, False)


@pytest.mark.long
def test_further_rounds_are_an_update_of_the_event():
    stored, sent = read(None, 1), read(None, 3)
    assert codes(sent) == [("same_file", stored.pk)]
    assert codes(stored) == []
    assert shown(stored, sent) == [("Rounds added", ["round 2", "round 3"])]
    updates.apply_update(stored, sent, None)
    assert list(Tournament.objects.all()) == [stored]
    assert rounds(stored) == [1, 1, 2, 2, 3, 3]


@pytest.mark.long
def test_there_are_rounds_to_come_where_nobody_wanted_the_whole_file_yet():
    stored = read(None, 1)
    assert updates.rounds_to_come(stored) == [1]
    whole = read(None, None)
    assert (updates.rounds_to_come(stored), updates.rounds_to_come(whole)) == ([1], None)
    updates.apply_update(stored, whole, None)
    assert updates.rounds_to_come(stored) is None


def test_no_rounds_are_to_come_of_what_was_rejected_or_is_from_no_file():
    stored = read(None, 1)
    decisions.reject(stored, None, "No.")
    assert updates.rounds_to_come(stored) is None
    assert updates.rounds_to_come(Tournament()) is None


def test_further_rounds_know_whose_games_are_not_rated():
    stored = read(None, 1)
    stored.participants.filter(number=1).update(irregular=True)
    sent = read(2, None)
    assert list(sent.participants.filter(irregular=True).values_list("number", flat=True)) == [1]


@pytest.mark.long
def test_the_other_rounds_alone_are_an_update_too():
    stored, sent = read(None, 1), read(2, None)
    assert codes(sent) == [("same_file", stored.pk)]
    updates.apply_update(stored, sent, None)
    assert rounds(stored) == [1, 1, 2, 2, 3, 3]


def test_a_file_without_days_is_known_by_its_bytes():
    data = file(events.report(start=None, end=None))
    stored, sent = read(None, 1, data), read(None, 2, data)
    assert ("same_file", stored.pk) in codes(sent)


def test_each_tournament_of_a_file_updates_its_own():
    cast.everybody()
    others = [events.player(number, 10004 + number) for number in range(1, 5)]
    data = file(events.report(), events.report(others, name="Second"))
    for last in (1, 2):
        upload = received(None, last, data)[0]
        receive.read(upload)
    first = Upload.objects.earliest("pk")
    known = [first.tournaments.get(position=place).pk for place in (1, 2)]
    assert [codes(each) for each in upload.tournaments.order_by("position")] == [[("same_file", pk)] for pk in known]


@pytest.mark.long
def test_after_acceptance_each_game_of_a_further_round_is_a_correction():
    stored = read(None, 2)
    decisions.accept(stored, None)
    sent = read(None, None)
    updates.apply_update(stored, sent, cast.rating_officer(), WHY)
    stored.refresh_from_db()
    assert (stored.stage, rounds(stored)) == (Stage.ACCEPTED, [1, 1, 2, 2, 3, 3])
    assert list(Correction.objects.order_by("pk").values_list("field", "after")) == [("game", "1 0"), ("game", "0 1")]


@pytest.mark.long
def test_corrections_of_stored_rounds_stay():
    stored = read(None, 2)
    decisions.accept(stored, None)
    game = stored.pairings.get(round=1, board=1)
    correct.swap_colours(game, None, "The sheet says so.")
    correct.correct_date(game, events.NEXT_DAY, None, "The sheet says so.")
    sent = read(None, 3)
    assert shown(stored, sent) == [("Rounds added", ["round 3"])]
    updates.apply_update(stored, sent, None, WHY)
    game.refresh_from_db()
    assert (game.white.member.key, game.date) == (10004, events.NEXT_DAY)


@pytest.mark.long
def test_decisions_of_people_are_recalled():
    data = file(events.report([events.unknown(1), *events.four()[1:]], start=None, end=None))
    stored = read(None, 1, data)
    edits.mark_outsider(stored.participants.get(number=1))
    edits.change_settings(stored, {"name": "Coupe", "start": events.DAY, "end": events.NEXT_DAY})
    sent = read(None, 2, data)
    assert codes(sent) == [("same_file", stored.pk)]
    assert (sent.name, sent.start, sent.participants.get(number=1).outsider) == ("Coupe", events.DAY, True)


@pytest.mark.long
def test_what_was_decided_since_the_first_attempt_at_reading_stays_after_a_second_one():
    edits.change_settings(read(None, 1), {"name": "Coupe"})
    sent = read(None, 2)
    edits.change_settings(sent, {"name": "Knight Cup"})
    tasks.read_upload(sent.upload.job, lambda *_: None)
    sent.refresh_from_db()
    assert sent.name == "Knight Cup"


@pytest.mark.long
def test_a_member_found_in_the_new_reading_stays():
    data = trf_files.write(events.report([events.player(1, 10009, matricule="", fide_id=None), *events.four()[1:]]))
    cast.everybody()
    born = cast.member(10009).birth_date
    Member.objects.filter(key=10009).update(birth_date=None)
    stored = read(None, 1, data)
    Member.objects.filter(key=10009).update(birth_date=born)
    assert stored.participants.get(number=1).member is None
    assert read(None, 2, data).participants.get(number=1).member.key == 10009


@pytest.mark.long
def test_a_file_is_not_read_again_once_other_rounds_came_in():
    stored = read(None, 1)
    updates.apply_update(stored, read(None, 2), None)
    with pytest.raises(Refused, match="cannot be read again"):
        receive.read_again(stored.upload)
    assert rounds(stored) == [1, 1, 2, 2]


@pytest.mark.long
def test_namesakes_of_one_file_stay_two_people():
    twice = [events.unknown(1), events.unknown(2), *[events.player(n, 10000 + n) for n in (3, 4)]]
    data = trf_files.write(events.report(twice))
    stored, sent = read(None, 1, data), read(None, 2, data)
    found = differences(stored, sent)
    assert (len(found.people), found.added, found.gone) == (4, [], [])


@pytest.mark.long
def test_a_file_can_start_over_after_its_tournament_was_rejected():
    stored = read(None, 1)
    decisions.reject(stored, None, "Wrong rounds.")
    sent = read(None, 2)
    assert codes(sent) == []


@pytest.mark.long
def test_earlier_updates_from_this_file_are_remembered():
    stored = events.tournament(pairings=[events.bye(1, 1)])
    updates.apply_update(stored, read(None, 2), None)
    sent = read(3, None)
    assert codes(sent) == [("same_file", stored.pk)]
    updates.apply_update(stored, sent, None)
    assert rounds(stored) == [1, 1, 2, 2, 3, 3]


@pytest.mark.long
def test_a_file_of_which_everything_is_here_says_so():
    stored, sent = read(None, 3), read(None, 9)
    assert differences(stored, sent).count == 0
    updates.apply_update(stored, sent, None)
    assert Pairing.objects.count() == 6


@pytest.mark.long
def test_a_chain_of_updates_leads_to_the_last():
    first, second = read(None, 1), read(None, 2)
    third = read(None, 3)
    updates.apply_update(second, third, None)
    updates.apply_update(first, second, None)
    went = dict(TournamentUpdate.objects.values_list("replaced_id", "tournament"))
    assert went == {second.pk: first.pk, third.pk: first.pk}
    assert Upload.objects.filter(updated_tournaments=first).count() == 2


def test_further_rounds_of_a_kept_file_need_no_file():
    stored = read(None, 1)
    upload, is_new = updates.receive_rounds(stored.upload, (None, 2), None)
    assert (is_new, upload.sha256, upload.club, upload.name) == (
        *(True, stored.upload.sha256, stored.upload.club),
        "games.csv",
    )


@pytest.mark.long
def test_two_who_take_further_rounds_at_once_do_it_once():
    stored, sent = read(None, 1), read(None, 2)
    updates.apply_update(stored, Tournament.objects.get(pk=sent.pk), None)
    with pytest.raises(Refused, match="has meanwhile changed"):
        updates.apply_update(stored, sent, None)
    assert rounds(stored) == [1, 1, 2, 2]
