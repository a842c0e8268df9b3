"""One's own data: what is on record, who sees it, notices, and deleting one's account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.accounts import mail
from federation.i18n.errors import UserError
from federation.invitations import holders
from federation.logins.second_factor_forms import PasswordAgainForm
from federation.members import contacts
from federation.members.data_export import as_json, kept_of
from federation.models import Member
from federation.money.tariff import members_pay
from federation.own_data import notices, own
from federation.own_data.forms import NoticesForm, VisibilityForm
from federation.privacy import rectifications
from federation.privacy.forms import RectificationForm
from federation.privacy.looks import kept_looks

SHOWN = 20  # notices


@require_safe
@login_required
def own_data(request: HttpRequest) -> HttpResponse:
    """Show the people of the account with their data, and its notices. Nine queries, and three for each person."""
    return _shown(request)


def _shown(request: HttpRequest, wrong: RectificationForm | None = None) -> HttpResponse:
    """Return the page; ``wrong`` is the request for a correction that was not understood."""
    wrongs = {wrong.prefix: wrong} if wrong else {}
    people = [
        (
            *(each, _visibility_form(each.member), kept_looks([each.member])["looked"][:SHOWN]),
            wrongs.get(str(each.member_id)) or RectificationForm(prefix=str(each.member_id)),
            each.member.rectifications.order_by("-asked_at")[:SHOWN],
        )
        for each in holders.people_of(request.user)
    ]
    initial = NoticesForm.initial_of(request.user.notice_choices.all(), mail.preferences_of(request.user))
    facts = {
        "people": people,
        "form": NoticesForm(initial=initial),
        "members_pay": members_pay(timezone.localdate()),
        "notices": request.user.notices.select_related("member")[:SHOWN],
        "feed": request.build_absolute_uri(reverse("notices_feed", args=[notices.feed_token(request.user)])),
    }
    return render(request, "federation/own_data/own_data.html", facts)


def _visibility_form(member: Member, sent: object = None) -> VisibilityForm:
    most = contacts.WIDER.index(contacts.widest(member))
    choices = [(each.value, each.label) for each in contacts.WIDER[: most + 1]]
    return VisibilityForm(sent, details=member.details.all(), choices=choices, prefix=str(member.pk))


def _member(request: HttpRequest, pk: int) -> Member:
    member = own.member_of(request.user, pk)
    if member is None:
        raise Http404
    return member


@require_POST
@login_required
def visibility(request: HttpRequest, pk: int) -> HttpResponse:
    """Store who sees the contact details of the person."""
    member = _member(request, pk)
    form = _visibility_form(member, request.POST)
    if form.is_valid():
        own.set_visibility(member, form.cleaned_data)
        messages.success(request, _("Saved."))
    return redirect("own_data")


@require_POST
@login_required
def correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Request that something on record about the person be corrected."""
    member = _member(request, pk)
    form = RectificationForm(request.POST, prefix=str(member.pk))
    if form.is_valid():
        try:
            rectifications.ask(member, request.user, **form.cleaned_data)
        except rectifications.RectificationError as error:
            form.add_error("value", error.sentence)
        else:
            messages.success(request, _("The request was sent. An officer decides it within 30 days."))
            return redirect("own_data")
    return _shown(request, form)


@require_safe
@login_required
def download(request: HttpRequest, pk: int) -> HttpResponse:
    """Send everything that is stored of the person."""
    member = _member(request, pk)
    headers = {"Content-Disposition": f'attachment; filename="{member.number}.json"'}
    return HttpResponse(as_json(kept_of(member)), content_type="application/json", headers=headers)


@require_POST
@login_required
def choose_notices(request: HttpRequest) -> HttpResponse:
    """Store which notices the account wants, or give its feed another address."""
    form = NoticesForm(request.POST)
    if request.POST.get("verb") == "renew":
        notices.renew_feed(request.user)
        messages.success(request, _("Your feed has a new address. The old one no longer works."))
    elif form.is_valid():
        mails = form.cleaned_data["mails"]
        chosen, is_mailed = form.cleaned_data["kinds"], mails != form.NEVER
        notices.choose(request.user, chosen, is_mailed, mails if is_mailed else notices.Rhythm.AT_ONCE)
        messages.success(request, _("Saved."))
    return redirect("own_data")


@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End the mails of a kind, from the link of one of them, without a login."""
    is_done = request.method == "POST" and notices.unsubscribe(token)
    return render(request, "federation/own_data/unsubscribe.html", {"is_done": is_done})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    """Delete one's account after the password was entered once more."""
    form = PasswordAgainForm(request.POST or None, request=request, user=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            own.delete_account(request.user)
        except UserError as refused:
            form.add_error(None, refused.sentence)
        else:
            logout(request)
            messages.success(request, _("Your account was deleted."))
            return redirect("home")
    return render(request, "federation/own_data/delete_account.html", {"form": form, "sends_mails": mail.are_sent()})
