"""The page on which a club sets the prizes of a tournament."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.prizes.forms import PrizesForm
from tournaments.prizes.prizes import set_prizes


@login_required
def prizes(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose the prizes. The club chooses until the tournament is accepted, then the federation does."""
    found = get_object_or_404(access.tournaments_of(request.user), pk=pk)
    if not access.may_order(request.user, found):
        raise PermissionDenied
    form = PrizesForm(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        set_prizes(found, form.prizes())
        messages.success(request, _("The prizes were saved."))
        return redirect("my_club_tournament", found.pk)
    return render(request, "tournaments/my_club/prizes.html", {"tournament": found, "form": form})
