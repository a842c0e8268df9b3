"""tournaments/intake/receive.py"""

import datetime as dt
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.utils import translation

from federation.models import Licence
from tests import cast
from tests.at_once import at_once
from tests.tournaments import events
from tests.tournaments.events import read
from tests.tournaments.formats.trf import files as trf_files
from tournaments import errors
from tournaments.corrections import correct
from tournaments.errors import Refused
from tournaments.formats.go import egd_writer, ffg_writer
from tournaments.formats.open_gotha import writer as open_gotha
from tournaments.formats.papi import writer as papi
from tournaments.formats.report import Place, Problem
from tournaments.intake import receive
from tournaments.models import Pairing, Participant, Stage, Tournament, Upload
from tournaments.review import decisions


@pytest.mark.django_db
def test_the_same_bytes_are_one_upload():
    data = events.csv_file(events.report())
    club = cast.club()
    first, is_new = receive.receive(ContentFile(data), "a.csv", club, cast.secretary())
    second, is_new_again = receive.receive(ContentFile(data), "b.csv", cast.club(201), None)
    assert (is_new, is_new_again, second) == (True, False, first)
    assert (second.name, second.club, second.size) == ("a.csv", club, len(data))
    assert default_storage.open(first.file.name).read() == data
    assert Path(first.file.path).stat().st_mode & 0o077 == 0  # nobody else reads birth dates


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_eight_threads_with_the_same_bytes_make_one_upload():
    data = events.csv_file(events.report(name="Sent eight times"))
    start = threading.Barrier(8)

    def send(number):
        try:
            start.wait()
            upload, is_new = receive.receive(ContentFile(data), f"{number}.csv", None, None)
            receive.read(upload)
            return upload.pk, is_new
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        sent = list(pool.map(send, range(8)))
    upload = Upload.objects.get()
    assert {pk for pk, _ in sent} == {upload.pk}
    assert sum(is_new for _, is_new in sent) == 1
    assert (upload.state, Tournament.objects.count(), Pairing.objects.count()) == ("read", 1, 6)
    assert default_storage.listdir(upload.file.name.rpartition("/")[0])[1] == [upload.sha256]


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 20])
def test_files_received_together_take_the_queries_of_one(count, django_assert_num_queries):
    files = [(ContentFile(f"file {number}".encode()), f"{number}.csv") for number in range(count)]
    club = cast.club()
    with django_assert_num_queries(5):  # two of them begin and end the transaction
        received = receive.receive_together(files, club, None)
    assert [(upload.name, is_new) for upload, is_new in received] == [(f"{n}.csv", True) for n in range(count)]
    assert [default_storage.open(upload.file.name).read() for upload, _is_new in received] == [
        f"file {number}".encode() for number in range(count)
    ]


@pytest.mark.django_db
def test_of_files_received_together_those_of_the_same_bytes_are_one_upload():
    [(earlier, _is_new)] = receive.receive_together([(ContentFile(b"a"), "a.csv")], None, None)
    files = [(ContentFile(data), name) for data, name in [(b"b", "b.csv"), (b"a", "c.csv"), (b"b", "d.csv")]]
    first, second, third = receive.receive_together(files, None, None)
    assert second == (earlier, False)
    assert (first[0].name, first[1], third) == ("b.csv", True, (first[0], False))
    assert Upload.objects.count() == 2


@pytest.mark.django_db
def test_of_files_received_together_none_is_kept_where_one_is_refused():
    with pytest.raises(Refused, match="The file is empty."):
        receive.receive_together([(ContentFile(b"a"), "a.csv"), (ContentFile(b""), "b.csv")], None, None)
    assert not Upload.objects.exists()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_same_files_in_different_orders_do_not_deadlock():
    files = [f"file {number}".encode() for number in range(40)]
    start = threading.Barrier(2)

    def send(contents):
        try:
            start.wait()
            received = receive.receive_together([(ContentFile(data), "a.csv") for data in contents], None, None)
            return [upload.pk for upload, is_new in received if is_new]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        sent = list(pool.map(send, [files, files[::-1]]))
    assert sorted(sent[0] + sent[1]) == sorted(Upload.objects.values_list("pk", flat=True))
    assert Upload.objects.count() == 40


@pytest.mark.django_db
def test_a_file_above_the_limit_is_refused(settings):
    settings.UPLOAD_LIMIT = 10
    with pytest.raises(Refused, match="The file is too large: this site accepts up to 10\xa0bytes."):
        receive.receive(ContentFile(b"x" * 11), "a.csv", None, None)
    assert not Upload.objects.exists()


@pytest.mark.django_db
def test_an_empty_file_is_refused():
    with pytest.raises(Refused, match="The file is empty."):
        receive.receive(ContentFile(b""), "a.csv", None, None)
    assert not Upload.objects.exists()


@pytest.mark.django_db
def test_all_tournaments_of_a_file_are_stored():
    cast.everybody()
    upload = read(events.csv_file(events.report(), events.report(name="Knight Cup", city="Liège")))
    assert (upload.state, upload.format) == ("read", "games_csv")
    found = upload.tournaments.order_by("position").values_list("position", "name", "city", "club", "stage", "format")
    club = cast.club().pk
    assert list(found) == [
        (1, "Tower Cup", "Gent", club, "read", "games_csv"),
        (2, "Knight Cup", "Liège", club, "read", "games_csv"),
    ]
    first, second = upload.tournaments.order_by("position")
    for tournament in (first, second):
        games = tournament.pairings.order_by("round", "board").values_list(
            "round", "white__member__key", "black__member__key", "white_result", "black_result"
        )
        assert list(games) == [
            (1, 10001, 10004, "1", "0"),
            (1, 10002, 10003, "=", "="),
            (2, 10004, 10003, "0", "1"),
            (2, 10001, 10002, "1", "0"),
            (3, 10002, 10004, "1", "0"),
            (3, 10003, 10001, "0", "1"),
        ]


@pytest.mark.django_db
def test_the_values_of_the_file_are_stored():
    cast.everybody()
    player = events.player(1, 10001, rating=1830, federation="BEL", points=2.5, rank=3, title="FM", birth_year=1990)
    problem = Problem("result_unknown", Place(line=7, round=2), {"result": "?"})
    [tournament] = events.stored(
        events.report(
            [player, *events.four()[1:]], program="Pairer 7", problems=(problem,), round_dates=(events.DAY, None)
        )
    )
    participant = tournament.participants.get(number=1)
    said = {
        name: getattr(participant, f"file_{name}") for name in ("last_name", "first_name", "matricule", "birth_date")
    }
    assert said == {"last_name": "Aerts", "first_name": "Anna", "matricule": "10001", "birth_date": dt.date(1990, 1, 1)}
    assert (participant.file_rating, participant.file_points, participant.file_rank) == (1830, 2.5, 3)
    assert tournament.file_problems == [
        {"code": "result_unknown", "place": {"line": 7, "round": 2}, "facts": {"result": "?"}}
    ]
    assert tournament.file_facts["program"] == "Pairer 7"
    assert tournament.file_facts["round_dates"] == ["2026-03-14", None]
    assert list(tournament.pairings.order_by("round").values_list("round", "date").distinct()) == [
        (1, events.DAY),
        (2, None),
        (3, None),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("level", [-2950, 0, 250])
def test_levels_and_grades_of_go_are_kept(level):
    player = events.player(1, 10001, rating=level, grade="7K", pin="14500123")
    tournament = events.tournament(player, events.player(2, 10002), pairings=[events.game(1, 1, 2)], discipline="go")
    participant = tournament.participants.get(number=1)
    assert (participant.file_rating, participant.file_grade, participant.file_pin) == (level, "7K", "14500123")


@pytest.mark.django_db
def test_days_that_the_file_does_not_give_come_from_its_games():
    game = events.game(1, 1, 2, date=events.NEXT_DAY)
    [tournament] = events.stored(events.report(pairings=[game], start=None, end=None))
    assert (tournament.start, tournament.end) == (events.NEXT_DAY, events.NEXT_DAY)
    assert (tournament.file_facts.get("start"), tournament.file_facts.get("end")) == (None, None)


@pytest.mark.django_db
def test_a_file_without_any_day_has_none():
    [tournament] = events.stored(events.report(start=None, end=None))
    assert (tournament.start, tournament.end) == (None, None)


@pytest.mark.django_db
def test_a_file_that_is_no_tournament_leaves_its_sentence_in_the_readers_language():
    upload = read(b"event,white,black,result\nCup,10001,10002,7-3\n")
    assert (upload.state, upload.tournaments.count()) == ("failed", 0)
    assert upload.error_place == {"line": 2}
    with translation.override("en"):
        assert errors.failure(upload) == "The result 7-3 is not known. Wrong lines: 1. (line 2)"


@pytest.mark.django_db
def test_reading_twice_changes_nothing():
    cast.everybody()
    upload = read(events.csv_file(events.report()))
    before = list(Participant.objects.values()), list(Pairing.objects.values()), list(Tournament.objects.values())
    receive.read(upload)
    assert before == (
        list(Participant.objects.values()),
        list(Pairing.objects.values()),
        list(Tournament.objects.values()),
    )


@pytest.mark.django_db
def test_reading_again_uses_members_added_since():
    upload = read(events.csv_file(events.report()))
    assert not Participant.objects.exclude(member=None).exists()
    cast.everybody()
    receive.read_again(upload)
    assert Tournament.objects.count() == 1
    assert not Participant.objects.filter(member=None).exists()


@pytest.mark.django_db
def test_a_submitted_tournament_is_not_read_again():
    upload = read(events.csv_file(events.report()))
    upload.tournaments.update(stage=Stage.SUBMITTED)
    with pytest.raises(Refused, match="Tournaments from this file have been submitted"):
        receive.read_again(upload)
    assert Pairing.objects.count() == 6


@pytest.mark.django_db
def test_reading_again_keeps_a_withdrawn_tournament():
    cast.everybody()
    upload = read(events.csv_file(events.report()))
    tournament = upload.tournaments.get()
    decisions.accept(tournament, None)
    correct.withdraw(tournament, None, "It was played elsewhere.")
    for again in (lambda: None, lambda: decisions.reopen(tournament, None)):
        again()
        with pytest.raises(Refused, match="Tournaments from this file have been submitted"):
            receive.read_again(upload)
    assert tournament.corrections.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "write", "key"), [("a.papi", papi.write, "papi"), ("a.trf", trf_files.write, "trf")])
def test_files_of_pairing_programs_come_in(name, write, key):
    cast.everybody()
    upload = read(write(events.report()), name)
    tournament = upload.tournaments.get()
    assert (tournament.format, tournament.name, tournament.start, tournament.end) == (
        key,
        "Tower Cup",
        events.DAY,
        events.NEXT_DAY,
    )
    members = tournament.participants.order_by("number").values_list("member__key", flat=True)
    assert list(members) == [10001, 10002, 10003, 10004]
    assert tournament.pairings.count() == 6


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "write", "number"),
    [("a.xml", open_gotha.write, "licence"), ("a.h9", egd_writer.write, "pin"), ("a.tou", ffg_writer.write, "licence")],
)
def test_files_of_go_programs_come_in_with_handicaps_and_a_guest(name, write, number):
    players = [
        events.player(
            who, 10000 + who, matricule="", birth_date=None, fide_id=None, grade="3K", **{number: f"180000{who}"}
        )
        for who in (1, 2)
    ]
    for who in (1, 2):
        Licence.objects.create(member=cast.member(10000 + who), issuer="FFG", number=f"180000{who}")
    guest = events.unknown(3, "Aokawa", "Haruki", grade="4D")
    games = [events.game(1, 3, 1, "10", handicap=6, board_size=19), events.game(2, 1, 2, "01", komi=7.5, board_size=19)]
    written = write(events.report([*players, guest], games, discipline="go", rounds=2))
    tournament = read(written, name).tournaments.get()
    assert (tournament.discipline, tournament.pace) == ("go", "standard")
    found = tournament.participants.order_by("number").values_list("member__key", "file_grade", "file_rating")
    assert list(found) == [(10001, "3K", -250), (10002, "3K", -250), (None, "4D", 350)]
    games = tournament.pairings.filter(black__isnull=False).order_by("round")
    assert list(games.values_list("handicap", "board_size", "komi")) == [(6, 19, None), (0, 19, 7.5)]


@pytest.mark.django_db
def test_letters_that_no_database_takes_are_left_out():
    [tournament] = events.stored(events.report([events.unknown(1, "Nul\0", "Half\ud800"), *events.four()[1:]]))
    participant = tournament.participants.get(number=1)
    assert (participant.file_last_name, participant.file_first_name) == ("Nul", "Half?")


@pytest.mark.django_db
@pytest.mark.parametrize("events_in_the_file", [1, 40])
def test_the_number_of_queries_does_not_grow_with_the_file(events_in_the_file, django_assert_num_queries):
    cast.everybody()
    upload = events.received(events.csv_file(*(events.report(name=f"Cup {i}") for i in range(events_in_the_file))))
    with django_assert_num_queries(12):
        receive.read(upload)
    assert Pairing.objects.count() == 6 * events_in_the_file


def file_of(players, rounds):
    """Return a TRF of players who are not members; each plays in every round."""
    field = [events.unknown(number, f"Visitor{number}", "V", rating=1700) for number in range(1, players + 1)]
    games = [
        events.game(number, white, white + players // 2)
        for number in range(1, rounds + 1)
        for white in range(1, players // 2 + 1)
    ]
    return trf_files.write(events.report(field, games, name=f"Cup of {players}", rounds=rounds))


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "rounds", "games"), [(4, 1, 2), (60, 7, 210)])
def test_a_small_and_a_large_file_take_the_same_queries(players, rounds, games, django_assert_num_queries):
    upload = events.received(file_of(players, rounds), "cup.trf")
    with django_assert_num_queries(11):
        receive.read(upload)
    assert Pairing.objects.count() == games


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 20])
def test_files_read_together_take_the_queries_of_one(count, django_assert_num_queries):
    uploads = [events.received(file_of(players, 1), f"{players}.trf") for players in range(4, 4 + 2 * count, 2)]
    with django_assert_num_queries(10):
        receive.read_together(uploads)
    assert list(Tournament.objects.order_by("pk").values_list("name", flat=True)) == [
        f"Cup of {players}" for players in range(4, 4 + 2 * count, 2)
    ]
    assert Participant.objects.count() == sum(range(4, 4 + 2 * count, 2))


@pytest.mark.django_db
def test_one_unreadable_file_of_several_fails_alone():
    uploads = [
        events.received(data, name)
        for data, name in [(file_of(4, 1), "a.trf"), (b"event,white,black,result\n", "b.csv")]
    ]
    uploads.append(events.received(file_of(6, 1), "c.trf", club=cast.club(201)))
    receive.read_together([*uploads, uploads[0]])
    assert list(Upload.objects.order_by("pk").values_list("name", "state")) == [
        ("a.trf", "read"),
        ("b.csv", "failed"),
        ("c.trf", "read"),
    ]
    assert list(Tournament.objects.order_by("pk").values_list("name", "club__key")) == [
        ("Cup of 4", 101),
        ("Cup of 6", 201),
    ]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_tournament_submitted_before_a_queued_reading_stays():
    [tournament] = events.stored(events.report())
    _submitted, refused = at_once(
        Tournament.objects.filter(pk=tournament.pk),
        lambda: decisions.submit(tournament, None),
        lambda: receive.read_again(tournament.upload),
    )
    assert str(refused) == "Tournaments from this file have been submitted: it cannot be read again."
    assert Tournament.objects.get().stage == "league"
