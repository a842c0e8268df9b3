"""Celery's only task, a wake-up for a job; and the federation's own kinds of jobs."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as noop

from federation.accounts import password_reset
from federation.audit import nightly as audit
from federation.background import jobs, sweeper, worker
from federation.background.kinds import Report, job_kind
from federation.celery import app
from federation.enrolment import renewal_reminders, transfer_mails, transfers
from federation.erasure import erasing, erasures
from federation.foreign_lists import compare
from federation.invitations import invitations
from federation.invitations import mails as invitation_mails
from federation.models import Erasure, Job, ListComparison, Sign
from federation.office import near_duplicates
from federation.overdue import reminders
from federation.own_data import digests, notice_mails, notices
from federation.search import index
from federation.treasury import statement_mails
from federation.webhooks import delivery, webhooks


@app.task(name=jobs.TASK)
def run_job(job_id: str) -> None:
    """Run the job with that id if it is waiting."""
    worker.run(job_id)


@app.task(name=sweeper.SIGN_TASK)
def leave_sign() -> None:
    """Leave a worker's sign for monitors."""
    Sign.leave("worker")


@job_kind("compare_list", _("Comparing a list with the members"), error_on_page=True)
def compare_list(job: Job, report: Report) -> dict[str, int]:
    """Compare a list with the members: {"comparison": id}. The comparison may have been deleted in the meantime."""
    comparison = ListComparison.objects.filter(pk=job.arguments["comparison"]).first()
    if comparison is None:
        compare.forget(job.arguments["comparison"])
        return {}
    return {"compared": compare.compare(comparison, job, report)}


@job_kind("password_mail", _("Mailing a link for a new password"))
def send_password_mail(job: Job, report: Report) -> None:
    """Mail the link to a new password: {"user": id, "language": "nl"}."""
    password_reset.send(job, job.arguments["user"], job.arguments["language"])


@job_kind(audit.KIND, _("Verifying the audit"), urgent=False)
def verify_audit(job: Job, report: Report) -> dict[str, object]:
    """Verify the audit: {}."""
    outcome = audit.verify()
    return {"entries": outcome.entries, "problems": [str(problem) for problem in outcome.problems]}


@job_kind(reminders.KIND, _("Mailing a reminder of what a club owes"), urgent=False)
def send_reminder(job: Job, report: Report) -> None:
    """Mail a reminder: {"reminder": id, "user": id}."""
    reminders.send(job, job.arguments["reminder"], job.arguments["user"])


@job_kind(statement_mails.KIND, _("Mailing statements"), urgent=False)
def send_statements(job: Job, report: Report) -> dict[str, int]:
    """Mail statements: {"first": id, "last": id} of the mails."""
    return {"mails": statement_mails.send(job, job.arguments["first"], job.arguments["last"], report)}


@job_kind(renewal_reminders.KIND, _("Asking a club to renew its members"), urgent=False)
def send_renewal_reminder(job: Job, report: Report) -> None:
    """Mail a request to renew: {"reminder": id, "user": id}."""
    renewal_reminders.send(job, job.arguments["reminder"], job.arguments["user"])


@job_kind(transfer_mails.KIND, _("Mailing about a transfer"), urgent=False)
def send_transfer_mail(job: Job, report: Report) -> None:
    """Mail about a step of a transfer: {"request": id, "step": "asked", "to": "user 7"}."""
    transfer_mails.send(job, job.arguments["request"], job.arguments["step"], job.arguments["to"])


@job_kind(transfers.KIND, _("Allowing transfers that nobody objected to"), urgent=False)
def allow_silent_transfers(job: Job, report: Report) -> dict[str, int]:
    """Allow the transfers whose old club did not object in time: {}."""
    return {"allowed": transfers.allow_silent()}


@job_kind(near_duplicates.KIND, _("Looking for duplicate member records"), urgent=False)
def look_for_near_duplicates(job: Job, report: Report) -> dict[str, int]:
    """Compare the names of all members: {}."""
    return {"pairs": near_duplicates.look()}


@job_kind(index.KIND, _("Building the search index"), urgent=False)
def make_search_index(job: Job, report: Report) -> dict[str, int]:
    """Rebuild the search index. Arguments: {}."""
    return {"texts": index.build()}


@job_kind(erasures.KIND, _("Erasing a person"), urgent=False)
def erase(job: Job, report: Report) -> None:
    """Erase a person: {"erasure": id}. Files go first; a run that was interrupted begins again."""
    erasure = Erasure.objects.select_related("member").get(pk=job.arguments["erasure"])
    if erasure.done_at or not erasure.approved_at:
        return
    person = erasing.remove_files(erasure.member)
    report(50, noop("Erasing the rows"))
    with jobs.writing(job):
        erasing.erase_rows(person)


@job_kind(invitations.KIND, _("Mailing an invitation"))
def send_invitation(job: Job, report: Report) -> None:
    """Mail the link of an invitation: {"invitation": id, "link": number, "language": "nl"}."""
    invitation_mails.send(job, job.arguments["invitation"], job.arguments["link"], job.arguments["language"])


@job_kind(notices.KIND, _("Mailing notices"), urgent=False)
def send_notices(job: Job, report: Report) -> dict[str, int]:
    """Mail a batch of notices: {"kind": "list", "about": "list 12", "first": id, "last": id}."""
    what = job.arguments
    return {"mails": notice_mails.send(job, what["kind"], what["about"], what["first"], what["last"])}


@job_kind(digests.KIND, _("Mailing daily and weekly notices"), urgent=False)
def send_digests(job: Job, report: Report) -> dict[str, int]:
    """Mail accounts their notices of a day or a week: {"accounts": [ids], "day": "2026-07-01"}."""
    return {"mails": digests.send(job, job.arguments["accounts"], job.arguments["day"])}


@job_kind(webhooks.KIND, _("Sending a message to a program"), urgent=False)
def send_webhook(job: Job, report: Report) -> dict[str, str]:
    """Send a message: {"webhook": id, "message": "msg_...", "body": {...}, "attempt": 1}."""
    said = job.arguments
    return {"answer": delivery.deliver(said["webhook"], said["message"], said["body"], said["attempt"])}
