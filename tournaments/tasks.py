"""The kinds of jobs of the tournaments: each gets ids, calls one verb and returns facts."""

from contextlib import suppress

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.background.kinds import Report, job_kind
from federation.models import Job
from tournaments.claims import claims
from tournaments.claims import mails as claim_mails
from tournaments.corrections import mails as correction_mails
from tournaments.deadlines import reminders
from tournaments.errors import Refused
from tournaments.intake import mails as reading_mails
from tournaments.intake import private, receive
from tournaments.models import Tournament, Upload
from tournaments.on_site import next_round, rules_check
from tournaments.review import decision_mails, decisions, forwarding
from tournaments.review.decision_mails import Decided
from tournaments.review.forwarding import Moment
from tournaments.standings import outcomes, ranking
from tournaments.updates import apply as updates


@job_kind(forwarding.KIND, _("Passing on overdue tournaments"), urgent=False)
def forward_overdue(job: Job, report: Report) -> dict[str, int]:
    """Pass on to the federation the tournaments whose league missed its deadline (B37)."""
    with jobs.writing(job):
        return {"tournaments": decisions.forward_overdue()}


@job_kind(claims.KIND, _("Passing on unanswered claims"), urgent=False)
def unanswered_claims(job: Job, report: Report) -> dict[str, int]:
    """Pass claims that no organiser answered in time on to the rating officer; delete old evidence."""
    with jobs.writing(job):
        return {"claims": claims.pass_on_unanswered(), "files": claims.delete_old_evidence()}


@job_kind(private.KIND, _("Removing private data from stored files"), urgent=False)
def clean_uploads(job: Job, report: Report) -> dict[str, int]:
    """Replace stored files by what is kept of them. Each is stored at once: an interrupted run can continue."""
    found = private.unclean()
    for place, sha256 in enumerate(found):
        report(100 * place // len(found), noop("Removing private data from stored files"))
        with jobs.writing(job):
            private.clean(sha256)
    return {"files": len(found)}


def reading_failed(job: Job) -> None:
    """Mail the sender of a file that could not be read, if they asked for the reading."""
    upload = Upload.objects.filter(pk=job.arguments["upload"], uploaded_by=job.created_by_id).first()
    if upload is not None:
        reading_mails.later(upload)


@job_kind("read_upload", _("Reading a tournament file"), error_on_page=True, on_failure=reading_failed)
def read_upload(job: Job, report: Report) -> dict[str, int]:
    """Read the file of an upload. Arguments: {"upload": id, "again": whether to forget what was read}."""
    upload = Upload.objects.get(pk=job.arguments["upload"])
    (receive.read_again if job.arguments.get("again") else receive.read)(upload, report, updates.recall)
    if upload.state == Upload.State.FAILED:
        raise Refused(upload.error_template, **upload.error_facts)
    read = list(upload.tournaments.values_list("pk", flat=True))
    ranking.later(read, job.created_by)
    return {"tournaments": len(read)}


@job_kind("reading_mail", _("Mailing about unreadable files"), urgent=False)
def send_reading_mail(job: Job, report: Report) -> None:
    """Mail which files could not be read. Arguments: {"user": id}."""
    reading_mails.send(job, job.arguments["user"])


@job_kind("decision_mail", _("Mailing decisions"), urgent=False)
def send_decision_mail(job: Job, report: Report) -> None:
    """Mail what was decided. Arguments: {"user": id, "tournaments": ids, "decided": one of `Decided`}."""
    facts = job.arguments
    decision_mails.send(job, facts["user"], facts["tournaments"], Decided(facts["decided"]))


@job_kind(forwarding.MAIL, _("Mailing leagues"), urgent=False)
def send_league_mail(job: Job, report: Report) -> None:
    """Mail what waits for a league or went on. Arguments: {"user": id, "tournaments": ids, "moment": which}."""
    facts = job.arguments
    forwarding.send_mail(job, facts["user"], facts["tournaments"], Moment(facts["moment"]))


@job_kind("claim_mail", _("Mailing about claims"), urgent=False)
def send_claim_mail(job: Job, report: Report) -> None:
    """Mail where claims stand. Arguments: {"user": id, "claims": ids}."""
    claim_mails.send(job, job.arguments["user"], job.arguments["claims"])


@job_kind(reminders.KIND, _("Mailing about results that are due"), urgent=False)
def send_deadline_mail(job: Job, report: Report) -> None:
    """Mail which results are due. Arguments: {"user": id, "announcements": ids}."""
    reminders.send(job, job.arguments["user"], job.arguments["announcements"])


@job_kind("correction_mail", _("Mailing corrections"), urgent=False)
def send_correction_mail(job: Job, report: Report) -> None:
    """Mail what was corrected. Arguments: {"user": id, "corrections": ids}."""
    correction_mails.send(job, job.arguments["user"], job.arguments["corrections"])


@job_kind("pair_round", _("Pairing a round"), error_on_page=True)
def pair_round(job: Job, report: Report) -> dict[str, int]:
    """Pair a round of a tournament that is played here. Arguments: {"tournament": id, "round": its number}."""
    report(10, noop("Pairing the round"))
    with suppress(Tournament.DoesNotExist):  # it was deleted meanwhile
        plan = next_round.plan(Tournament.objects.get(pk=job.arguments["tournament"]), job.arguments["round"])
        if plan is not None:
            with jobs.writing(job):
                next_round.store(plan)
    return {"round": job.arguments["round"]}


@job_kind("compare_pairings", _("Comparing pairings with the rules"), urgent=False)
def compare_pairings(job: Job, report: Report) -> None:
    """Compare the rounds of a finished Swiss with the rules. Arguments: {"tournament": id}."""
    report(10, noop("Pairing each round again"))
    with suppress(Tournament.DoesNotExist):  # it was deleted meanwhile
        made = rules_check.compared(Tournament.objects.get(pk=job.arguments["tournament"]))
        with jobs.writing(job):
            rules_check.store(made)


@job_kind("tie_breaks", _("Calculating tie-breaks"), urgent=False)
def compute_tie_breaks(job: Job, report: Report) -> dict[str, int]:
    """Calculate and store the tie-breaks and winners of tournaments. Arguments: {"tournaments": ids}."""
    tournaments = job.arguments["tournaments"]
    computed = 0
    for place, tournament_id in enumerate(tournaments):
        report(100 * place // len(tournaments), noop("Calculating tie-breaks"))
        with jobs.writing(job):
            computed += ranking.keep(tournament_id)
            outcomes.keep(tournament_id)
    return {"tournaments": computed}
