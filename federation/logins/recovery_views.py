"""The page on which two officers remove the second factor of an account whose owner has lost it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from federation import access
from federation.logins import recovery
from federation.models import FactorReset
from federation.structure.rights import Verb
from federation.web.error_messages import show_errors


@login_required
def lost_factors(request: HttpRequest) -> HttpResponse:
    """Show the open requests. Ask for one more, or agree to one."""
    if not access.may_everywhere(request.user, Verb.APPOINT):
        raise PermissionDenied
    if request.method == "POST":
        _answer(request)
        return redirect("lost_factors")
    rows = recovery.open_requests().select_related("account", "asked_by")
    return render(request, "registration/lost_factors.html", {"requests": rows})


def _answer(request: HttpRequest) -> None:
    with show_errors(request):
        if number := request.POST.get("request", ""):
            asked = get_object_or_404(FactorReset, pk=number if number.isdecimal() else None)
            recovery.agree(asked, request.user)
            sentence = _("The second factor of %(account)s was removed. Tell them to log in and to set up a new one.")
        else:
            account = User.objects.filter(username=request.POST.get("login", "").strip()).first()
            if account is None:
                messages.error(request, _("There is no account with this user name."))
                return
            asked = recovery.ask(request.user, account)
            sentence = _("Another officer has to agree to removing the second factor of %(account)s.")
        messages.success(request, sentence % {"account": asked.account})
