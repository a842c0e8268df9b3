"""The club secretary's pages: files and tournaments of their clubs, sending a file, and the public receipt."""

import datetime as dt

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from federation.access import clubs_of, may_everywhere, may_send, units_of
from federation.accounts import mail
from federation.desk.tabs import desk, own_clubs
from federation.structure.rights import Verb
from federation.web.unavailable import DATABASE_AWAY
from tournaments import access, errors
from tournaments.deadlines.statement import admissions, statement
from tournaments.errors import Refused
from tournaments.intake import mails as reading_mails
from tournaments.intake import receive, spool
from tournaments.intake.forms import RoundsForm, UploadForm
from tournaments.models import Stage, Tournament, Upload
from tournaments.review import decisions
from tournaments.review.problems import problems_of
from tournaments.updates.apply import same_file_events

PER_PAGE = 25
STAGES = [  # plural: some languages inflect the adjective
    (Stage.READ, pgettext_lazy("tournaments", "To check")),
    (Stage.WITH_LEAGUE, pgettext_lazy("tournaments", "With the league")),
    (Stage.SUBMITTED, pgettext_lazy("tournaments", "Submitted")),
    (Stage.ACCEPTED, pgettext_lazy("tournaments", "Accepted")),
    (Stage.REJECTED, pgettext_lazy("tournaments", "Rejected")),
]
FAILURES_SHOWN = dt.timedelta(days=14)  # a file that could not be read is listed
ANNOUNCED_SHOWN = dt.timedelta(days=14)  # after its last day an announcement can still be withdrawn from the list
REJECTIONS_WAIT = dt.timedelta(days=60)  # a rejected tournament is listed first


@require_safe
@login_required
def my_club_tournaments(request: HttpRequest) -> HttpResponse:
    """Show the files that are not read yet, and the tournaments of the user's clubs and units: what they announced,
    and what was sent, with its stage.
    """
    stage = request.GET.get("stage", "")
    tournaments = access.tournaments_of(request.user).select_related("club", "unit", "upload")
    if stage in Stage.values:
        tournaments = tournaments.filter(stage=stage)
    tournaments = tournaments.waiting_first(access.waiting_for(request.user), timezone.now() - REJECTIONS_WAIT)
    old_failures = Q(state=Upload.State.FAILED, uploaded_at__lt=timezone.now() - FAILURES_SHOWN)
    mine = access.uploads_of(request.user).filter(superseded=False, dismissed=False)
    unread = mine.exclude(state=Upload.State.READ).exclude(old_failures)
    uploads = list(unread.select_related("club", "job")[:PER_PAGE])
    are_at_work = any(upload.is_at_work for upload in uploads)
    if request.htmx and not are_at_work:
        return HttpResponseClientRefresh()
    reading_mails.seen(uploads, request.user)
    shown_since = timezone.localdate() - ANNOUNCED_SHOWN
    announced = access.announced_by(request.user).filter(end__gte=shown_since).select_related("club", "unit")
    context = {
        "organisers": [*clubs_of(request.user)[:PER_PAGE], *units_of(request.user)[:PER_PAGE]],
        "announced": announced[:PER_PAGE],
        "desk": desk(request.user, next(iter(own_clubs(request.user)), None), "tournaments"),
        "acts_for_all": may_everywhere(request.user, Verb.SEND_RESULTS),
        "uploads": uploads,
        "are_at_work": are_at_work,
        "page": Paginator(tournaments, PER_PAGE).get_page(request.GET.get("page")),
        "stages": STAGES,
        "stage": stage,
    }
    return render(request, "tournaments/my_club/tournaments.html", context)


def send(request: HttpRequest) -> HttpResponse:
    """Take files of a club or a unit; keep them on the disk if the database does not answer."""
    try:
        return _send(request)
    except DATABASE_AWAY:
        kept = _kept(request) if request.method == "POST" else None
        if kept is None:
            raise
        return kept


@login_required
def _send(request: HttpRequest) -> HttpResponse:
    if not may_send(request.user):
        raise PermissionDenied
    form = UploadForm(clubs_of(request.user), units_of(request.user), request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        form.save(request.user)
        mail.remember_language(request.user, get_language())
        mine = _show_known_uploads(request, form)
        if form.is_valid():
            return redirect(
                reverse("upload", args=[mine[0].receipt]) + "?sent" if len(mine) == 1 else "my_club_tournaments"
            )
        if mine:  # the form is shown again because of the others
            messages.success(request, _("Received: %(names)s.") % {"names": ", ".join(each.name for each in mine)})
    sender = spool.note(request.user, request.session.session_key)
    return render(request, "tournaments/my_club/send.html", {"form": form, "sender": sender})


def _kept(request: HttpRequest) -> HttpResponse | None:
    """Keep the files until the database is back; None if that cannot be done, for instance for an unknown sender."""
    sender = spool.sender_of(request.POST.get("sender", ""), request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""))
    files, rounds = request.FILES.getlist("files"), RoundsForm(request.POST)
    places = {name: int(said) for name in ("club", "unit") if (said := request.POST.get(name, "")).isdecimal()}
    if sender is None or not files or len(places) != 1 or not rounds.is_valid():
        return None
    try:
        names = spool.keep([(file, file.name) for file in files], sender, places, rounds.rounds)
    except Refused as refused:
        return render(request, "tournaments/my_club/kept.html", {"refusal": refused.sentence}, status=400)
    except spool.Full:
        return None
    return render(request, "tournaments/my_club/kept.html", {"names": names}, status=202)


@require_safe
@login_required
def upload(request: HttpRequest, receipt: str) -> HttpResponse:
    """Show what became of a file: its progress, why it could not be read, or its tournaments.

    After sending (``?sent``) a file with one tournament, lead to that tournament.
    """
    found = get_object_or_404(access.uploads_of(request.user).select_related("club", "unit", "job"), receipt=receipt)
    if request.htmx and not found.is_at_work:
        return HttpResponseClientRefresh()
    reading_mails.seen([found], request.user)
    tournaments = found.all_tournaments().select_related("club", "unit").order_by("position")
    if "sent" in request.GET and len(only := tournaments[:2]) == 1:
        return redirect(_next_page(request, only[0]))
    page = Paginator(tournaments, PER_PAGE).get_page(request.GET.get("page"))
    open_ones = [tournament for tournament in page if tournament.stage in decisions.OPEN]
    findings = problems_of(open_ones) if open_ones else {}
    lines = [(tournament, _counts(findings.get(tournament.pk, []))) for tournament in page]
    context = {
        "upload": found,
        "is_stuck": found.state == Upload.State.RECEIVED and not found.is_at_work,
        "failure": errors.failure(found),
        "is_empty": found.state == Upload.State.READ and not page,
        "page": page,
        "lines": lines,
        "may_submit": any(tournament.stage == Stage.READ and not counts["blocks"] for tournament, counts in lines),
    }
    return render(request, "tournaments/my_club/upload.html", context)


@require_POST
@login_required
def read_upload(request: HttpRequest, receipt: str) -> HttpResponse:
    """Have a file read that was not read, could not be read, or whose tournaments were all deleted."""
    found = get_object_or_404(access.uploads_of(request.user), receipt=receipt)
    if found.is_to_read:
        receive.read_later(found, request.user)
    return redirect("upload", found.receipt)


@require_POST
@login_required
def dismiss(request: HttpRequest, receipt: str) -> HttpResponse:
    """Dismiss a file that could not be read."""
    found = get_object_or_404(access.uploads_of(request.user), receipt=receipt)
    if receive.dismiss(found):
        sentence = _("“%(name)s” was dismissed. It can still be reached by its receipt: %(receipt)s.")
        messages.info(request, _linked(sentence, "upload", found))
    return redirect("my_club_tournaments")


@require_POST
@login_required
def submit_upload(request: HttpRequest, receipt: str) -> HttpResponse:
    """Submit all tournaments of a file that nothing blocks."""
    found = get_object_or_404(access.uploads_of(request.user), receipt=receipt)
    mine = access.tournaments_of(request.user).filter(upload=found, stage=Stage.READ)
    decision = decisions.submit_many(mine.values_list("pk", flat=True), request.user)
    if decision.changed:
        messages.success(request, _("Submitted: %(count)s.") % {"count": len(decision.changed)})
    if decision.blocked:
        messages.warning(request, _("Still to fix: %(count)s.") % {"count": len(decision.blocked)})
    return redirect("upload", found.receipt)


@require_safe
def receipt(request: HttpRequest, receipt: str) -> HttpResponse:
    """Show the public state of a file to anyone who has its number. It says nothing about people."""
    found = get_object_or_404(Upload.objects.select_related("club", "unit"), receipt=receipt)
    tournaments = found.all_tournaments().with_players().select_related("forwarder").order_by("position")
    admitted = ("deadline_overrides__made_by", "deadline_overrides__second_by")
    tournaments = tournaments.prefetch_related("rated_in__list__pool", *admitted)
    page = Paginator(tournaments, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "upload": found,
        "failure": errors.failure(found),
        "page": page,
        "lines": [(each, statement(each), admissions(each)) for each in page],
        "is_mine": request.user.is_authenticated and access.uploads_of(request.user).filter(pk=found.pk).exists(),
    }
    return render(request, "tournaments/my_club/receipt.html", context)


def _next_page(request: HttpRequest, tournament: Tournament) -> str:
    """Return where the sender is led: if the file has later rounds of a tournament, to what they change."""
    known = same_file_events(tournament) if tournament.stage in decisions.OPEN else None
    if known is not None and access.visible_to(request.user, [known]):
        return reverse("update_from", args=[tournament.pk, known])
    return reverse("my_club_tournament", args=[tournament.pk])


def _counts(findings: list) -> dict[str, int]:
    blocking = sum(finding.blocks_club for finding in findings)
    return {"blocks": blocking, "warns": len(findings) - blocking}


def _show_known_uploads(request: HttpRequest, form: UploadForm) -> list[Upload]:
    """Say for each file whether it was sent before, and where it is; return the uploads that the user may see."""
    mine = set(access.uploads_of(request.user).filter(pk__in=[saved.pk for saved, _ in form.saved]))
    for saved, is_new in form.saved:
        if saved not in mine:
            sentence = _("“%(name)s” has already been sent by another organiser. Its receipt: %(receipt)s.")
            messages.error(request, _linked(sentence, "receipt", saved))
        elif not is_new and saved.organiser != form.organiser:
            sentence = _("“%(name)s” has already been sent for %(club)s and stays as it is; this is its status.")
            messages.warning(request, _linked(sentence, "upload", saved))
        elif not is_new:
            sentence = _("“%(name)s” has already been sent; this is its status.")
            messages.info(request, _linked(sentence, "upload", saved))
    return [saved for saved, _ in form.saved if saved in mine]


def _linked(sentence: str, page: str, upload: Upload) -> SafeString:
    """Return the sentence about an upload, with its name as a link to the page."""
    name = format_html('<a href="{}">{}</a>', reverse(page, args=[upload.receipt]), upload.name)
    facts = {"name": name, "receipt": upload.receipt, "club": escape(upload.organiser or "–")}
    return mark_safe(escape(sentence) % facts)  # noqa: S308 - escaped
