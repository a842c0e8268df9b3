"""The switch between hats."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.structure import hats


@require_POST
@login_required
def act_as(request: HttpRequest) -> HttpResponse:
    """Put on the hat of the form, and redirect to the pages where that hat works."""
    if not hats.choose(request, request.POST.get("hat", "")):
        messages.error(request, _("Your account no longer holds this office. Choose another one."))
        return redirect("account")
    hat = hats.worn(request)
    if hat is None:
        messages.success(request, _("You act with all your offices at once."))
    else:
        messages.success(request, _("You act as: %(office)s.") % {"office": hat.name})
    return redirect("office" if hat and hat.office == hats.FEDERATION else "my_club")
