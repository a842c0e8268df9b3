"""A worker compares a list and deletes it; an officer copies what they choose."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from federation.background import worker
from federation.foreign_lists import compare, fide
from federation.models import ComparedPlayer, Job, Licence, ListComparison, Member
from tests import cast
from tests.federation.foreign_lists.list_files import egf, ffg, line, person, text, xml, zipped

pytestmark = pytest.mark.django_db

ANNA, BRAM = line(990001, "Aerts, Anna", born="1990"), line(77, "Baeten, Bram", born="1985")


@pytest.fixture(autouse=True)
def own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture(autouse=True)
def members():
    """Create the cast; Bram has no FIDE id yet."""
    cast.everybody()
    Member.objects.filter(key=10002).update(fide_id=None)


def received(data, name="players_list.txt"):
    comparison = ListComparison()
    compare.receive(comparison, ContentFile(data, name), None)
    return comparison


def compared(data):
    """Return the comparison after its job has run."""
    comparison = received(data)
    worker.run(comparison.job_id)
    comparison.refresh_from_db()
    return comparison


def rows(comparison):
    columns = ("verdict", "number", "member__key")
    return [row for row in comparison.compared.order_by("pk").values_list(*columns) if row[0] != "missing"]


def files():
    return default_storage.listdir(compare.FOLDER)[1]


@pytest.mark.parametrize(
    "data",
    [
        text(ANNA, BRAM),
        zipped(text(ANNA, BRAM)),
        xml(person(990001, "Aerts, Anna", birthday=1990), person(77, "Baeten, Bram", birthday=1985)),
        xml(person(990001, "Aerts, Anna", birthday=1990), person(77, "Baeten, Bram", birthday=1985)).split(b"\n", 1)[1],
    ],
)
def test_fides_list_is_compared_in_each_of_its_forms(data):
    comparison = compared(data)
    assert (comparison.issuer, comparison.players, comparison.job.state) == ("FIDE", 2, "done")
    assert rows(comparison) == [("matched", "990001", 10001), ("suggestion", "77", 10002)]


def test_ids_missing_in_the_list_are_reported():
    missing = compared(text(ANNA)).compared.filter(verdict="missing").values_list("number", flat=True)
    assert sorted(missing) == ["990004", "990008"]


def test_the_scale_of_the_ffg_is_compared():
    comparison = compared(ffg(("BAETEN Bram", -150, "-", "99A0007")))
    assert (comparison.issuer, comparison.day) == ("FFG", dt.date(2019, 11, 5))
    assert rows(comparison) == [("suggestion", "99A0007", 10002)]


def test_the_european_list_is_compared():
    comparison = compared(egf(("10000001", "Aerts Anna", 2300)))
    assert (comparison.issuer, rows(comparison)) == ("EGF", [("suggestion", "10000001", 10001)])


def test_a_player_who_may_be_several_members_has_a_row_for_each():
    Member.objects.filter(key=10003).update(last_name="Baeten", first_name="Bram", birth_date=dt.date(1985, 1, 1))
    assert rows(compared(text(BRAM))) == [("duplicate", "77", 10002), ("duplicate", "77", 10003)]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"hello", "This list cannot be compared"),
        (b"<html></html>", "This list cannot be compared"),
        (xml(ANNA)[:-30], "The XML is damaged or cut off after 0 players."),
        (zipped(b"x"), "does not name the columns"),
    ],
)
def test_other_files_are_refused_and_deleted(data, sentence):
    comparison = compared(data)
    assert comparison.job.state == "failed"
    assert sentence in comparison.job.failure
    assert (files(), comparison.compared.count()) == ([], 0)
    Job.objects.update(state=Job.State.QUEUED)
    assert worker.run(comparison.job_id).failure == "The file is no longer stored. Send the list again."


def test_the_file_is_kept_until_it_is_read_and_no_longer():
    comparison = received(text(ANNA))
    assert files() == [str(comparison.pk)]
    worker.run(comparison.job_id)
    assert files() == []


def test_a_job_of_a_deleted_comparison_succeeds():
    comparison = received(text(ANNA))
    ListComparison.objects.all().delete()
    job = worker.run(comparison.job_id)
    assert (job.state, job.result, files()) == ("done", {}, [])


def test_abandoned_files_are_deleted_after_a_day(monkeypatch):
    received(text(ANNA))
    later = timezone.now() + dt.timedelta(days=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    second = received(text(BRAM))
    assert files() == [str(second.pk)]


def test_a_second_attempt_starts_over():
    comparison = received(text(ANNA, BRAM))
    ComparedPlayer.objects.create(comparison=comparison, verdict="matched", number="1", member=cast.member(10001))
    worker.run(comparison.job_id)
    assert len(rows(comparison)) == 2


def test_an_attempt_that_died_after_storing_everything_is_not_repeated():
    comparison = compared(text(ANNA, BRAM))
    before = rows(comparison)
    Job.objects.update(state=Job.State.QUEUED)
    again = worker.run(comparison.job_id)
    assert (again.state, again.result, rows(comparison)) == ("done", {"compared": comparison.compared.count()}, before)


def test_a_fast_worker_does_not_overwrite_the_job_of_the_comparison():
    comparison = received(text(ANNA, BRAM))
    early = ListComparison.objects.get()
    early.job = None  # as it was when the worker began
    compare.compare(early, worker.claim(comparison.job_id), lambda *_: None)
    comparison.refresh_from_db()
    assert (comparison.job, comparison.players) == (Job.objects.get(), 2)


def test_progress_follows_the_file(monkeypatch):
    monkeypatch.setattr(compare, "PLAYERS_A_REPORT", 1)
    told = []
    comparison = received(text(*[line(number, "Nobody, Nora") for number in range(1, 2000)]))
    job = worker.claim(comparison.job_id)
    compare.compare(comparison, job, lambda percent, _step: told.append(percent))
    assert told == sorted(told)
    assert (told[0], told[-1], len(set(told)) > 10) == (1, 95, True)


def test_a_list_with_names_that_no_database_takes_is_compared():
    comparison = compared(text(BRAM.replace("Baeten, Bram ", "Baeten, B\0ram")))
    assert comparison.job.state == "done"


def test_invalid_numbers_are_skipped():
    assert list(fide.players(ContentFile(xml(person(10**15, "Baeten, Bram"))).file)) == []


# -- Taking over ----------------------------------------------------------------------------------------------------


def all_rows():
    return ComparedPlayer.objects.select_related("comparison", "member").order_by("pk")


def bram():
    return Member.objects.get(key=10002)


def test_a_suggested_id_is_filled_in_on_request():
    compared(text(ANNA, BRAM))
    assert bram().fide_id is None
    [taken] = compare.take_over(all_rows(), compare.numbers)
    assert taken.changes == {"fide_id": (None, 77)}
    assert (bram().fide_id, bram().fide_rating) == (77, None)
    assert list(all_rows().exclude(taken_at=None).values_list("number", flat=True)) == ["77"]


def test_a_suggested_licence_is_filled_in():
    compared(ffg(("BAETEN Bram", -150, "-", "99A0007")))
    compare.take_over(all_rows(), compare.numbers)
    assert list(Licence.objects.values_list("member__key", "issuer", "number")) == [(10002, "FFG", "99A0007")]


def test_differing_fide_data_are_copied_to_matched_members():
    compared(text(ANNA, BRAM))
    [taken] = compare.take_over(all_rows(), compare.news)
    assert taken.changes == {"fide_rating": (None, 1812), "title": ("", "WFM")}
    anna = Member.objects.get(key=10001)
    assert (anna.fide_rating, anna.title, bram().fide_rating) == (1812, "WFM", None)
    assert compare.take_over(all_rows(), compare.news) == []


def test_a_go_level_is_never_copied_as_a_fide_rating():
    compared(ffg(("BAETEN Bram", 150, "-", "99A0007")))
    assert all_rows().get().news == {}
    assert compare.take_over(all_rows(), compare.news) == []


def test_the_rating_follows_the_number():
    compared(text(BRAM))
    compare.take_over(all_rows(), compare.numbers)
    compare.take_over(all_rows(), compare.news)
    assert (bram().fide_id, bram().fide_rating) == (77, 1812)


def test_no_number_is_overwritten():
    compared(text(BRAM))
    chosen = list(all_rows())  # before somebody else fills it in
    Member.objects.filter(key=10002).update(fide_id=55)
    assert compare.take_over(chosen, compare.numbers) == []
    assert bram().fide_id == 55


def test_a_number_taken_meanwhile_is_not_assigned_twice():
    compared(text(BRAM))
    Member.objects.filter(key=10003).update(fide_id=77)
    assert compare.take_over(all_rows(), compare.numbers) == []


def test_a_licence_suggested_by_two_lists_is_stored_once():
    for _ in range(2):
        compared(egf(("10000001", "Aerts Anna", 2300)))
    assert len(compare.take_over(all_rows(), compare.numbers)) == 1
    assert Licence.objects.count() == 1


def test_a_member_gets_the_first_of_two_suggested_numbers():
    for number in ("10000001", "10000002"):
        compared(egf((number, "Aerts Anna", 2300)))
    compare.take_over(all_rows(), compare.numbers)
    assert list(Licence.objects.values_list("member__key", "number")) == [(10001, "10000001")]


def test_a_number_that_lists_suggest_for_two_members_is_given_to_the_first():
    for name in ("Aerts Anna", "Baeten Bram"):
        compared(egf(("10000001", name, 2300)))
    compare.take_over(all_rows(), compare.numbers)
    assert list(Licence.objects.values_list("member__key", "number")) == [(10001, "10000001")]


def test_members_merged_meanwhile_are_not_changed():
    compared(text(BRAM))
    Member.objects.filter(key=10002).update(merged_into=cast.member(10003))
    assert compare.take_over(all_rows(), compare.numbers) == []


@pytest.mark.parametrize("verdict", ["mismatch", "duplicate", "missing"])
def test_only_matches_and_suggestions_are_copied(verdict):
    compared(text(ANNA, BRAM))
    ComparedPlayer.objects.update(verdict=verdict)
    for choice in (compare.numbers, compare.news):
        assert compare.take_over(all_rows(), choice) == []


def test_with_news_returns_exactly_the_rows_with_differences():
    Member.objects.filter(key=10004).update(fide_rating=1812, title="WFM")
    compared(text(ANNA, BRAM, line(990004, "Dubois, Didier", born="1970")))
    for _ in range(2):
        assert set(ComparedPlayer.objects.with_news()) == {row for row in all_rows() if row.news}
        compare.take_over(all_rows(), compare.numbers)
    assert ComparedPlayer.objects.with_news().count() == 2


@pytest.mark.parametrize(
    ("ours", "news"),
    [
        ({"title": "NM", "fide_federation": "BEL"}, {}),
        ({"title": "FM", "fide_federation": "BEL"}, {"title": ("FM", "")}),
    ],
)
def test_titles_unknown_to_fide_are_not_removed(ours, news):
    Member.objects.filter(key=10001).update(fide_rating=1812, **ours)
    compared(xml(person(990001, "Aerts, Anna", title="", country="", birthday=1990)))
    row = all_rows().get(number="990001")
    assert row.news == news
    assert (row in ComparedPlayer.objects.with_news()) is bool(news)


@pytest.mark.parametrize("count", [1, 3])
def test_copying_many_rows_makes_the_queries_of_one(count, django_assert_num_queries):
    people = [cast.PEOPLE[matricule] for matricule in (10003, 10005, 10006)][:count]
    compared(text(*[line(80 + n, f"{one[0]}, {one[1]}", born=str(one[3].year)) for n, one in enumerate(people)]))
    chosen = list(all_rows().filter(verdict="suggestion"))
    assert len(chosen) == count
    with django_assert_num_queries(6):
        compare.take_over(chosen, compare.numbers)
    assert Job.objects.count() == 1
