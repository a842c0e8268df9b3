"""federation/admin/jobs: jobs are looked at, and the failed ones run again."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from federation.models import Job
from tests import cast

pytestmark = pytest.mark.django_db


def test_failed_jobs_are_run_again(client):
    client.force_login(cast.membership_officer())
    failed = Job.objects.create(kind="rate", key="rate:1", arguments={"pool": 1}, state=Job.State.FAILED)
    unknown = Job.objects.create(kind="forgotten", key="x", state=Job.State.FAILED)
    done = Job.objects.create(kind="rate", key="rate:2", state=Job.State.DONE)
    chosen = {"action": "run_again", "_selected_action": [str(job.pk) for job in (failed, unknown, done)]}
    response = client.post(reverse("admin:federation_job_changelist"), chosen, follow=True)
    assert [str(message) for message in response.context["messages"]] == [
        "1 job was queued again.",
        "Only failed jobs can be retried, and none that another user started.",
    ]
    again = Job.objects.get(state=Job.State.QUEUED)
    assert (again.kind, again.key, again.arguments, again.created_by) == (
        "rate",
        "rate:1",
        {"pool": 1},
        User.objects.get(),
    )


def test_a_failed_job_is_run_again_from_its_page_with_permission(client):
    failed = Job.objects.create(kind="render", key="render:1", arguments={"list": 1}, state=Job.State.FAILED)
    others = [Job.objects.create(kind="render", key="render:2"), Job.objects.create(kind="old", state="failed")]
    again = reverse("admin:federation_job_again", args=[failed.pk])

    def offers(job: Job) -> bool:
        return "/again/" in client.get(reverse("admin:federation_job_change", args=[job.pk])).text

    client.force_login(cast.viewer())
    assert not offers(failed)
    assert client.post(again).status_code == 403
    client.force_login(cast.rating_officer())
    assert [offers(job) for job in (failed, *others)] == [True, False, False]
    assert client.get(again).status_code == 405
    assert client.post(again)["Location"] == reverse("admin:federation_job_changelist")
    assert Job.objects.get(key="render:1", state=Job.State.QUEUED).arguments == {"list": 1}


def test_an_officer_retries_no_job_that_another_user_started(client):
    mine, theirs = cast.membership_officer(), cast.rating_officer()
    failed = Job.objects.create(kind="rate", key="rate:1", state=Job.State.FAILED, created_by=theirs)
    again = reverse("admin:federation_job_again", args=[failed.pk])
    client.force_login(mine)
    assert again not in client.get(reverse("admin:federation_job_change", args=[failed.pk])).text
    assert client.post(again).status_code == 403
    chosen = {"action": "run_again", "_selected_action": [str(failed.pk)]}
    client.post(reverse("admin:federation_job_changelist"), chosen)
    assert not Job.objects.filter(state=Job.State.QUEUED).exists()
    client.force_login(theirs)
    assert client.post(again).status_code == 302
    assert Job.objects.get(state=Job.State.QUEUED).created_by == theirs


def test_nobody_edits_or_deletes_a_job(client):
    client.force_login(cast.membership_officer())
    job = Job.objects.create(kind="rate", key="rate:1")
    assert client.post(reverse("admin:federation_job_change", args=[job.pk]), {"key": "other"}).status_code == 403
    assert client.post(reverse("admin:federation_job_delete", args=[job.pk])).status_code == 403
    client.force_login(cast.viewer())
    page = client.get(reverse("admin:federation_job_changelist"))
    assert "run_again" not in page.text
    assert "delete_selected" not in page.text


def test_only_failed_jobs_can_be_deleted(client):
    client.force_login(cast.membership_officer())
    states = (Job.State.FAILED, Job.State.FAILED, Job.State.DONE)
    first, second, done = (Job.objects.create(kind="render", key=f"{pk}", state=each) for pk, each in enumerate(states))
    assert client.post(reverse("admin:federation_job_delete", args=[first.pk]), {"post": "yes"}).status_code == 302
    for chosen in ([second, done], [second]):
        ids = [str(job.pk) for job in chosen]
        confirmed = {"action": "delete_selected", "_selected_action": ids, "post": "yes"}
        client.post(reverse("admin:federation_job_changelist"), confirmed)
        assert set(Job.objects.all()) == ({second, done} if done in chosen else {done})


def test_jobs_are_listed_by_the_names_of_their_kinds(client):
    client.force_login(cast.viewer())
    job = Job.objects.create(kind="read_upload", key="read_upload:1")
    for page in (
        reverse("admin:federation_job_changelist"),
        reverse("admin:federation_job_change", args=[job.pk]),
    ):
        assert "Reading a tournament file" in client.get(page).text


def test_the_list_of_jobs_shows_errors_and_progress(client):
    client.force_login(cast.viewer())
    Job.objects.create(kind="rate", key="1", state=Job.State.FAILED, error="No list before.", progress=40)
    Job.objects.create(kind="rate", key="2", state=Job.State.RUNNING, progress=70, step="Storing the data")
    Job.objects.create(kind="rate", key="3", state=Job.State.DONE, progress=100)
    page = client.get(reverse("admin:federation_job_changelist"), headers={"accept-language": "en"}).text
    told = [line.split("<")[0] for line in page.split('<td class="field-news">')[1:]]
    assert told == ["-", "70 % · Storing the data", "No list before."]
