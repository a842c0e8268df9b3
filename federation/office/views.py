"""The inbox of the officers, the lists of flaws in the data, and the search."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation import access, dashboard
from federation.members.search import person
from federation.models import Club, Member
from federation.office import health
from federation.office.inbox import inbox
from federation.structure.rights import Verb

PER_PAGE, FOUND = 50, 30
LONGEST = 60  # letters of a search


@require_safe
@login_required
def office(request: HttpRequest) -> HttpResponse:
    """Show what waits for the officer, the most urgent first, and the health of the data."""
    if not access.is_officer(request.user):
        if request.user.is_staff:  # of a group of the federation's own
            return redirect("admin:index")
        raise PermissionDenied
    sections = inbox(request.user)
    keeps_people = access.may_everywhere(request.user, Verb.CHANGE_IDENTITY)
    context = {
        "sections": sections,
        "roles": [_(role.value) for role in access.federation_roles(request.user)],
        "checks": health.counts() if keeps_people else [],
        "things": dashboard.state_of_things(request.user),
        "keeps_webhooks": access.may_everywhere(request.user, Verb.DECIDE_RESULTS),
        "may_search": access.may_everywhere(request.user, Verb.SEE_MEMBERS),
    }
    return render(request, "federation/office/inbox.html", context)


@require_safe
@login_required
def data(request: HttpRequest, code: str) -> HttpResponse:
    """Show the members or clubs with one flaw, each with the button that leads to where it is fixed."""
    if not access.may_everywhere(request.user, Verb.CHANGE_IDENTITY):
        raise PermissionDenied
    check = health.BY_CODE.get(code)
    if check is None:
        raise Http404
    rows = check.rows()
    page = Paginator([] if rows is None else rows, PER_PAGE).get_page(request.GET.get("page"))
    context = {"check": check, "page": page, "lines": health.lines(check, page)}
    return render(request, "federation/office/data.html", context)


@require_safe
@login_required
def search(request: HttpRequest) -> HttpResponse:
    """Show the members and clubs that every word of the text finds (``?q=``). Two queries."""
    if not access.may_everywhere(request.user, Verb.SEE_MEMBERS):
        raise PermissionDenied
    text = request.GET.get("q", "")[:LONGEST].strip()
    members, clubs = Member.objects.current(), Club.objects.all()
    for word in text.split():
        members = members.filter(person(word))
        clubs = clubs.filter(name__icontains=word) | clubs.filter(number=word)
    context = {
        "text": text,
        "members": members[:FOUND] if text else [],
        "clubs": clubs[:FOUND] if text else [],
    }
    return render(request, "federation/office/search.html", context)
