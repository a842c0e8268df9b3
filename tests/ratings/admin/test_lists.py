"""Pools and lists in the admin: what an officer sees before publishing."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.background import worker
from federation.models import Job
from ratings.admin.lists import RatingListAdmin
from ratings.lists import diffs
from ratings.lists.job_queue import queue_rating
from ratings.lists.publication import publish, withdraw
from ratings.lists.rating_run import rate
from ratings.models import RatingList, RatingPool
from tests import cast, pages
from tests.forms import logged_in, send
from tests.ratings import scene, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> RatingPool:
    return scene.spring_pool(months=[1, 7])


@pytest.fixture
def draft(pool: RatingPool) -> RatingList:
    return rate(pool, scene.LIST)


@pytest.fixture
def officer(client: Client) -> Client:
    return logged_in(cast.rating_officer())


def of_list(name: str, rating_list: RatingList) -> str:
    return reverse(f"admin:ratings_ratinglist_{name}", args=[rating_list.pk])


@pytest.mark.long
def test_a_draft_shows_what_it_changes(officer: Client, draft: RatingList) -> None:
    page = officer.get(of_list("change", draft))
    assert "With a rating: 8; up: 2; down: 5; largest change: 25; new: 0; removed: 0." in pages.text(page)
    assert ["10006 Fontaine, Félix", "1420", "1445", "+25", "+2"] in pages.rows(page)


def test_a_draft_that_is_discarded_while_its_page_is_made_is_gone(
    officer: Client, draft: RatingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = RatingListAdmin.get_object

    def found_before(admin: RatingListAdmin, request: HttpRequest, object_id: str, *more: object) -> RatingList | None:
        rating_list = found(admin, request, object_id, *more)
        if rating_list is not None:
            withdraw(rating_list)
        return rating_list

    monkeypatch.setattr(RatingListAdmin, "get_object", found_before)
    page = officer.get(of_list("change", draft), follow=True)
    assert "doesn’t exist. Perhaps it was deleted?" in pages.text(page)


def test_screen_readers_find_what_explains_a_field_of_a_run(officer: Client, pool: RatingPool) -> None:
    page = officer.get(reverse("admin:ratings_ratingpool_rate", args=[pool.pk])).text
    led_to = re.findall(r'aria-describedby="(id_[^"]+)"', page)
    assert led_to == ["id_date_helptext", "id_reason_helptext", "id_revise_helptext"]
    assert [each for each in led_to if f'id="{each}"' not in page] == []


@pytest.mark.long
def test_the_publication_shows_the_same_and_then_publishes(officer: Client, draft: RatingList) -> None:
    page = officer.get(of_list("publish", draft))
    assert ["10006 Fontaine, Félix", "1420", "1445", "+25", "+2"] in pages.rows(page)
    done = send(officer, page, {})
    assert done.redirect_chain == [(of_list("change", draft), 302)]  # whose public page is one click away
    draft.refresh_from_db()
    assert (draft.state, draft.published_by.username) == (RatingList.State.PUBLISHED, "officer")


def test_a_draft_shows_what_is_worth_a_second_look(officer: Client, pool: RatingPool) -> None:
    scene.starting_list(pool)
    turned = ["10005 10008 1-0", "10005 10007 1-0", "10006 10004 1-0"]
    scene.tournament([f"{game} 2026-03-07" for game in turned], name="Turned", city="Gent")
    scene.tournament(["10008 10007 1/2 2026-03-07"], name="Elsewhere", city="Liège")
    page = officer.get(of_list("change", rate(pool, scene.LIST)))
    assert "Worth a second look: 3" in pages.text(page)
    assert "far more likely the other way round: Turned" in pages.text(page)
    assert ["10007 Goossens, Gust", "7 March 2026", "Turned (Gent), Elsewhere (Liège)"] in pages.rows(page)


@pytest.mark.long
def test_a_draft_that_no_longer_fits_says_so_and_stays(officer: Client, draft: RatingList) -> None:
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    for page in ("change", "publish"):
        assert "Tournament changed or added: Late Open." in pages.text(officer.get(of_list(page, draft)))
    answer = send(officer, officer.get(of_list("publish", draft)), {})
    assert "is out of date: recalculate it" in pages.text(answer)
    draft.refresh_from_db()
    assert draft.state == RatingList.State.DRAFT


@pytest.mark.long
def test_a_revision_shows_both_differences(officer: Client, draft: RatingList) -> None:
    scene.published(draft.pool)
    scene.tournament(["10001 10004 1-0"], name="Late")
    revision = rate(draft.pool, scene.LIST, reason="Late came late.")
    text = pages.text(officer.get(of_list("change", revision)))
    days = ("1 July 2026", "1 January 2026")
    replaced, before = (text.index(f"Compared with Elo, {day}") for day in days)
    assert replaced < before


def test_a_long_difference_shows_the_largest_changes(officer: Client, draft: RatingList, monkeypatch) -> None:
    monkeypatch.setattr(diffs, "SHOWN_AT_MOST", 2)
    page = officer.get(of_list("change", draft))
    text = pages.text(page)
    assert "Largest changes (2 of 7)" in text
    assert text.index("up: 2; down: 5") < text.index("Largest changes")
    assert [row[0] for row in pages.rows(page)] == ["10006 Fontaine, Félix", "10002 Baeten, Bram"]


@pytest.mark.long
def test_a_published_list_that_no_longer_fits_says_so_and_has_nothing_to_save(
    officer: Client, pool: RatingPool
) -> None:
    published = scene.published(pool)
    assert "Tournament changed or added" not in pages.text(officer.get(of_list("change", published)))
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    page = officer.get(of_list("change", published))
    assert "Tournament changed or added: Late Open." in pages.text(page)
    assert "_save" not in page.text


@pytest.mark.parametrize(("today", "warns"), [(dt.date(2026, 6, 30), True), (scene.LIST, False)])
def test_a_list_of_a_day_to_come_is_published_after_a_warning(
    officer: Client, draft: RatingList, monkeypatch: pytest.MonkeyPatch, today: dt.date, warns: bool
) -> None:
    monkeypatch.setattr("ratings.admin.lists.timezone.localdate", lambda: today)
    page = pages.text(officer.get(of_list("publish", draft)))
    assert ("The date of this list is in the future." in page) == warns


def test_a_draft_is_discarded(officer: Client, draft: RatingList) -> None:
    send(officer, officer.get(of_list("withdraw", draft), headers={"accept-language": "en"}), {})
    assert not RatingList.objects.filter(pk=draft.pk).exists()
    [kept] = LogEntry.objects.all()
    assert (kept.get_edited_object(), kept.get_change_message()) == (
        draft.pool,
        "The draft of 1 July 2026 was discarded.",
    )


def test_a_list_is_checked(officer: Client, draft: RatingList) -> None:
    assert "Verified: the list follows from the games and the rules." in pages.text(
        officer.get(of_list("verify", draft))
    )
    stored.change(draft, 10001, rating=1900)
    text = pages.text(officer.get(of_list("verify", draft)))
    assert "does not follow from the games" in text
    assert "Member 10001: rating 1900 in the list, 1799 when recalculated." in text


@pytest.mark.parametrize("address", ["999999", "no-number", "9" * 30])
def test_a_list_that_is_none_leads_back(officer: Client, address: str) -> None:
    answer = officer.get(reverse("admin:ratings_ratinglist_change", args=[address]))
    assert (answer.status_code, answer.url) == (302, reverse("admin:index"))


def test_a_list_is_not_edited(officer: Client, draft: RatingList) -> None:
    officer.post(of_list("change", draft), {"digest": "0", "state": "published", "player_count": 1})
    draft.refresh_from_db()
    assert (draft.state, draft.player_count) == (RatingList.State.DRAFT, 9)
    assert officer.get(reverse("admin:ratings_ratinglist_add")).status_code == 403
    assert officer.get(of_list("delete", draft)).status_code == 403


def test_a_run_is_handed_to_the_worker_and_followed(officer: Client, pool: RatingPool) -> None:
    address = reverse("admin:ratings_ratingpool_rate", args=[pool.pk])
    page = officer.get(address)
    assert 'value="2026-07-01"' in page.text
    page = send(officer, page, {})
    job = Job.objects.get(kind="rate")
    followed = reverse("admin:ratings_run", args=[job.pk])
    assert page.redirect_chain == [(followed, 302)]
    assert 'http-equiv="refresh"' in page.text
    worker.run(job.pk)
    done = officer.get(followed).text
    assert of_list("change", RatingList.objects.get(state=RatingList.State.DRAFT)) in done
    assert 'http-equiv="refresh"' not in done


@pytest.mark.long
def test_a_revision_without_a_reason_is_refused_at_once(officer: Client, pool: RatingPool) -> None:
    published = scene.published(pool)
    page = officer.get(reverse("admin:ratings_ratingpool_rate", args=[pool.pk]))
    answer = send(officer, page, {"date": published.date.isoformat(), "reason": " "})
    sentence = "The list of 1 July 2026 is published: give the reason for the revision."
    assert answer.context["form"].errors == {"reason": [sentence]}
    assert not Job.objects.filter(kind="rate").exists()


def test_a_run_that_was_refused_says_why(officer: Client, pool: RatingPool) -> None:
    scene.published(pool)
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    job = worker.run(queue_rating(pool, dt.date(2027, 1, 1)).pk)
    page = officer.get(reverse("admin:ratings_run", args=[job.pk]))
    assert "no longer matches the games: revise it first (rate elo --date 2026-07-01)." in pages.text(page)
    assert f'{reverse("admin:ratings_ratingpool_rate", args=[pool.pk])}?date=2027-01-01"' in page.text


@pytest.mark.long
def test_a_list_after_one_that_no_longer_fits_is_calculated_with_its_revision_alone(
    officer: Client, pool: RatingPool
) -> None:
    scene.published(pool)
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    address = reverse("admin:ratings_ratingpool_rate", args=[pool.pk])
    page = officer.get(address)
    assert page.context["form"]["revise"].value() is True
    answer = send(officer, page, {"date": "2027-01-01", "revise": []})
    sentence = "The list of 1 July 2026 no longer matches the games: it has to be revised."
    assert answer.context["form"].errors == {"revise": [sentence]}
    answer = send(officer, answer, {"revise": "on"})
    assert answer.context["form"].errors == {"reason": ["Give the reason for revising the list of 1 July 2026."]}
    send(officer, answer, {"reason": "It came late."})
    worker.run(Job.objects.get(kind="rate").pk)
    drafts = RatingList.objects.filter(state=RatingList.State.DRAFT).order_by("date")
    assert [each.date for each in drafts] == [dt.date(2026, 7, 1), dt.date(2027, 1, 1)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("date", "sentence"),
    [
        (
            "1999-01-01",
            ("The list of 1 January 2026 is published: a list of 1 January 1999 can no longer be added before it."),
        ),
        (
            "2026-04-01",
            ("The list of 1 July 2026 is published: a list of 1 April 2026 can no longer be added before it."),
        ),
        ("2026-01-01", "The list of 1 January 2026 is an imported starting list: it is not calculated."),
        ("2028-01-01", "1 January 2028 is more than a year ahead: no list is calculated so early."),
    ],
)
def test_a_day_that_can_have_no_list_is_refused_at_once(
    officer: Client, pool: RatingPool, monkeypatch: pytest.MonkeyPatch, date: str, sentence: str
) -> None:
    scene.published(pool)
    monkeypatch.setattr("ratings.lists.rating_run.timezone.localdate", lambda: dt.date(2026, 11, 22))
    page = officer.get(reverse("admin:ratings_ratingpool_rate", args=[pool.pk]))
    answer = send(officer, page, {"date": date, "reason": "Why."})
    assert answer.context["form"].errors == {"date": [sentence]}
    assert not Job.objects.filter(kind="rate").exists()


def test_the_run_page_names_lists_that_no_longer_fit(officer: Client, pool: RatingPool) -> None:
    scene.published(pool)
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    text = pages.text(officer.get(reverse("admin:ratings_ratingpool_rate", args=[pool.pk])))
    assert "Tournament changed or added: Late Open." in text


def made(officer: Client, **changes: str) -> HttpResponse:
    """The answer to the form of a new pool: an Elo, unless these fields, two underscores a dash, say otherwise."""
    fields = {"name": "Elo", "slug": "elo", "system": "frbe", "months": ["1", "7"], "rules-0-valid_from": "2026-01-01"}
    page = officer.get(reverse("admin:ratings_ratingpool_add"))
    return send(officer, page, fields | {name.replace("__", "-"): value for name, value in changes.items()})


def test_a_pool_is_made_with_its_rules(officer: Client) -> None:
    made(officer, rules__0__profile="2015")
    pool = RatingPool.objects.get()
    assert (pool.months, pool.paces, pool.rules.get().profile) == ([1, 7], [], "2015")


def test_a_new_pool_begins_with_the_letter_of_the_rules(officer: Client) -> None:
    page = officer.get(reverse("admin:ratings_ratingpool_add"))
    (rules,) = page.context["inline_admin_formsets"][0].formset.forms
    assert rules["profile"].value() == "seed"
    send(officer, page, {"name": "Elo", "slug": "elo", "system": "frbe", "months": ["1", "7"]})
    [stored] = RatingPool.objects.get().rules.all()
    assert (stored.valid_from, stored.profile, stored.parameters) == (dt.date(1900, 1, 1), "seed", {})
    assert page.context["adminform"].prepopulated_fields[0]["dependencies"][0].name == "name"


def test_a_pool_of_games_that_its_system_does_not_rate_is_refused(officer: Client) -> None:
    page = made(officer, system="ffg")
    sentence = "The system French go scale (FFG) does not rate chess."
    assert page.context["adminform"].form.errors == {"discipline": [sentence]}
    assert not RatingPool.objects.exists()


def test_a_profile_of_another_system_is_refused(officer: Client) -> None:
    page = made(officer, rules__0__profile="1995")
    (rules,) = page.context["inline_admin_formsets"][0].formset.forms
    assert rules.errors == {"profile": ["These rules belong to another system."]}
    assert not RatingPool.objects.exists()


@pytest.mark.long
def test_a_pool_tells_its_rules_in_words(officer: Client, pool: RatingPool) -> None:
    pool.rules.update(parameters={"floor": 1300})
    rows = pages.rows(officer.get(reverse("admin:ratings_ratingpool_change", args=[pool.pk])))
    assert ["Lowest published rating", "1300 points", "floor"] in rows
    cut = "The percentage of a performance is truncated, not rounded"
    assert [cut, "no", "truncate_percent"] in rows


def test_profiles_of_a_pool_are_chosen_by_what_they_are(officer: Client, pool: RatingPool) -> None:
    page = officer.get(reverse("admin:ratings_ratingpool_change", args=[pool.pk]))
    assert '<option value="2015">As published since April 2015</option>' in page.content.decode()


@pytest.mark.long
def test_systems_are_called_by_their_names(officer: Client, pool: RatingPool) -> None:
    new = officer.get(reverse("admin:ratings_ratingpool_add")).content.decode()
    assert '<option value="fqe">Quebec rating (FQE)</option>' in new
    listed = officer.get(reverse("admin:ratings_ratingpool_changelist")).content.decode()
    assert '<td class="field-system_name">Belgian Elo (FRBE)</td>' in listed
    assert pool.lists.exists()
    fixed = officer.get(reverse("admin:ratings_ratingpool_change", args=[pool.pk])).content.decode()
    assert '<div class="readonly">Belgian Elo (FRBE)</div>' in fixed
    assert 'name="system"' not in fixed


def test_a_pool_whose_rules_make_no_sense_can_be_fixed(officer: Client, pool: RatingPool) -> None:
    pool.rules.update(parameters={"luck": 1})
    page = officer.get(reverse("admin:ratings_ratingpool_change", args=[pool.pk]))
    assert page.status_code == 200
    assert "Rules in force today" not in pages.text(page)


def test_what_a_manifest_names_does_not_change(officer: Client, pool: RatingPool) -> None:
    page = officer.get(reverse("admin:ratings_ratingpool_change", args=[pool.pk])).content.decode()
    assert 'name="slug"' not in page
    assert 'name="name"' in page


@pytest.mark.long
@pytest.mark.parametrize("name", ["publish", "withdraw"])
def test_a_viewer_looks_and_does_not_touch(draft: RatingList, name: str) -> None:
    viewer = logged_in(cast.viewer())
    assert viewer.get(of_list("change", draft)).status_code == 200
    assert viewer.get(of_list("verify", draft)).status_code == 200
    assert viewer.post(of_list(name, draft)).status_code == 403
    assert viewer.post(reverse("admin:ratings_ratingpool_rate", args=[draft.pool_id])).status_code == 403
    draft.refresh_from_db()
    assert draft.state == RatingList.State.DRAFT


def test_a_secretary_has_no_place_here(draft: RatingList) -> None:
    assert logged_in(cast.secretary()).get(of_list("publish", draft)).status_code == 302
    draft.refresh_from_db()
    assert draft.state == RatingList.State.DRAFT


@pytest.mark.long
def test_a_published_list_leads_to_its_public_page_and_a_draft_has_none(officer: Client, draft: RatingList) -> None:
    assert not officer.get(of_list("change", draft)).context["has_absolute_url"]
    publish(draft, None)
    public = officer.get(of_list("change", draft)).context["absolute_url"]
    assert public == reverse("list", args=[draft.pool.slug, draft.month_slug])


def test_the_table_says_where_ratings_come_from(officer: Client, draft: RatingList) -> None:
    page = officer.get(reverse("admin:ratings_ratinglist_changelist")).text
    assert page.count('<td class="field-origin">calculated from games</td>') == 1
    assert page.count('<td class="field-origin">starting list</td>') == 1


@pytest.mark.long
def test_the_tables_have_a_constant_number_of_queries(officer: Client, pool: RatingPool) -> None:
    counts = []
    for number in range(2):
        scene.started(f"pool{number}")
        with CaptureQueriesContext(connection) as queries:
            officer.get(reverse("admin:ratings_ratinglist_changelist"))
            officer.get(reverse("admin:ratings_ratingpool_changelist"))
        counts.append(len(queries))
    assert counts[0] == counts[1]
