"""Invite to offices and records, open the link of an invitation, and claim one's own record."""

from axes.helpers import get_client_ip_address
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from federation.accounts import mail
from federation.i18n.errors import UserError
from federation.identity import member_numbers
from federation.identity.number_forms import NumberError
from federation.invitations import holders, invitations
from federation.invitations.forms import ClaimForm, InviteForm, NewAccountForm
from federation.logins import second_factor
from federation.logins.second_factor_views import NEXT
from federation.models import Club, Invitation, Member, Unit
from federation.models.structure import role_choices
from federation.structure import offices
from federation.web.error_messages import show_errors


@login_required
def of_club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the open invitations to offices of a club, and invite to another one."""
    return _of_place(request, get_object_or_404(Club, pk=pk))


@login_required
def of_unit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the open invitations to offices of a unit, and invite to another one."""
    return _of_place(request, get_object_or_404(Unit, pk=pk))


def _of_place(request: HttpRequest, place: Club | Unit) -> HttpResponse:
    roles = offices.roles_to_give(request.user, place)
    if not roles:
        raise Http404
    form = InviteForm(request.POST or None, roles=roles, names=dict(role_choices()))
    if request.method == "POST" and form.is_valid():
        with show_errors(request):
            email, role = form.cleaned_data["email"], form.cleaned_data["role"]
            invitations.invite(request.user, place, role, email, get_language())
            messages.success(request, _said(email))
        return redirect(_address(place))
    own = {role.code for role in roles}
    listed = [(each, _link(request, each)) for each in invitations.open_at(place) if each.role in own]
    facts = {"place": place, "form": form, "invitations": listed, "back": _offices(place)}
    return render(request, "registration/invitations.html", facts)


def _said(email: str) -> str:
    if mail.are_sent():
        return _("The invitation is on its way to %(email)s.") % {"email": email}
    return _("Give the link below to %(email)s.") % {"email": email}


def _link(request: HttpRequest, invitation: Invitation) -> str:
    """Return the link for the inviter to hand over where no mail is sent; else "", for only the address gets it."""
    if mail.are_sent():
        return ""
    return request.build_absolute_uri(reverse("invitation", args=[invitations.token(invitation)]))


def _address(place: Club | Unit) -> str:
    return reverse("club_invitations" if isinstance(place, Club) else "unit_invitations", args=[place.pk])


def _offices(place: Club | Unit) -> str:
    return reverse("club_offices" if isinstance(place, Club) else "unit_offices", args=[place.pk])


@require_POST
@login_required
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Send an invitation again, with a new link, or withdraw it."""
    invitation = get_object_or_404(Invitation.objects.select_related("club", "unit", "member"), pk=pk)
    with show_errors(request):
        if request.POST.get("verb") == "withdraw":
            invitations.withdraw(request.user, invitation)
            messages.success(request, _("The invitation was withdrawn."))
        else:
            invitations.send_again(request.user, invitation, get_language())
            messages.success(request, _said(invitation.email))
    return redirect(_address(invitation.place) if invitation.place else "account")


@login_required
def invite_member(request: HttpRequest, pk: int) -> HttpResponse:
    """Invite a member to an account for their record; show the links where no mail is sent."""
    member = get_object_or_404(Member, pk=pk)
    if not holders.may_invite(request.user, member):
        raise PermissionDenied
    listed: list[tuple[Invitation, str]] = []
    if request.method == "POST":
        with show_errors(request):
            made = invitations.invite_member(request.user, member, get_language())
            listed = [(each, _link(request, each)) for each in made]
            for each in made:
                messages.success(request, _said(each.email))
    return render(request, "registration/invite_member.html", {"member": member, "invitations": listed})


@never_cache
def open_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a link offers, and accept it: with the account of its address, or with a new one."""
    try:
        invitation = invitations.of_token(token)
        needs_login = invitations.needs_login(invitation)
        form = None if request.user.is_authenticated or needs_login else NewAccountForm(request.POST or None)
        if request.method == "POST" and (form is None or form.is_valid()):
            return _accepted(request, token, form)
    except UserError as refused:
        return render(request, "registration/invitation.html", {"refused": refused.sentence}, status=410)
    facts = {"invitation": invitation, "form": form, "is_theirs": _is_theirs(request, invitation)}
    return render(request, "registration/invitation.html", facts)


def _is_theirs(request: HttpRequest, invitation: Invitation) -> bool:
    return request.user.is_authenticated and request.user.email.casefold() == invitation.email.casefold()


def _accepted(request: HttpRequest, token: str, form: NewAccountForm | None) -> HttpResponse:
    if form is not None:
        invitations.accept_as_new(token, form.save(commit=False))
        messages.success(request, _("Your account was created. Log in with your user name and password."))
        return redirect("login")
    if not request.user.is_authenticated:
        return redirect(f"{reverse('login')}?next={request.path}")
    done = invitations.accept(token, request.user)
    messages.success(request, _("You have accepted the invitation: %(what)s.") % {"what": done})
    if second_factor.is_missing(request, request.user):
        request.session[NEXT] = reverse("account")
        return redirect("mfa_index")
    return redirect("account")


def claim(request: HttpRequest) -> HttpResponse:
    """Ask for an account for one's own record. The answer never says whether there is such a record."""
    if not mail.are_sent():
        raise Http404
    form = ClaimForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "registration/claim.html", {"form": form})
    number = _canonical(form.cleaned_data["number"])
    if not holders.admits(number, get_client_ip_address(request)):
        form.add_error(None, _("Too many requests for this member number today. Try again tomorrow, or ask your club."))
        return render(request, "registration/claim.html", {"form": form}, status=429)
    for each in holders.claimed(number, form.cleaned_data["birth_date"], form.cleaned_data["email"]):
        invitations.made(each, get_language())
    return render(request, "registration/claim.html", {"is_sent": True})


def _canonical(said: str) -> str:
    """Return the number as the site writes it, or the text as it is if no member has such a number."""
    try:
        return member_numbers.form().canonical(said)
    except NumberError:
        return said.strip()[:20]
