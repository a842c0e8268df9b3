"""The account of a club: its statement as page and as files, which the club sees, too."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import F, QuerySet, Sum, Value
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation.access import clubs_of, may, may_everywhere
from federation.i18n.errors import UserError
from federation.identity.seasons import enrolment_year
from federation.models import Charge, Club, Payment, Statement
from federation.money import debits, payments, statement_files, statements
from federation.structure.rights import Verb
from federation.treasury.access import require_treasurer
from federation.treasury.forms import PaymentForm, season_of

FILES: dict[str, tuple[str, Callable[[statements.Facts], bytes]]] = {
    "statement.csv": ("text/csv; charset=utf-8", statement_files.as_csv),
    "statement.xlsx": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        statement_files.as_xlsx,
    ),
    "statement.pdf": ("application/pdf", statement_files.as_pdf),
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    """Show what a club owes for a season, to the club as well; the treasurer books a payment by hand."""
    club = get_object_or_404(clubs_of(request.user, Verb.SEE_STATEMENTS), pk=pk)
    facts = statements.facts_of([club], season_of(season))[club.pk]
    keeps_money = may_everywhere(request.user, Verb.BOOK_MONEY)
    form = PaymentForm(request.POST or None)
    if request.method == "POST":
        require_treasurer(request)
        if form.is_valid():
            said = form.cleaned_data
            try:
                payments.pay(club, said["amount"], said["day"], request.user, note=said["note"], season=season)
            except UserError as error:
                messages.error(request, error.sentence)
            else:
                messages.success(request, _("The payment was booked."))
            return redirect("club_account", pk, season)
    context = {
        "club": club,
        "facts": facts,
        "season": season,
        "suspended": club.suspensions.filter(lifted_on=None).first(),
        "mandate": club.mandates.filter(ended_on=None).first(),
        "may_record_mandate": debits.offered() and may(request.user, Verb.MANAGE_MANDATES, club),
        "creditable": set(_creditable(club, season)) if keeps_money else (),
        "payments": zip(facts["payments"], _reversible(club, season, keeps_money), strict=True),
        "issued": Statement.objects.filter(club=club, season=season).order_by("-number"),
        "keeps_money": keeps_money,
        "form": form,
        "files": [(name, name.rpartition(".")[2].upper()) for name in FILES],
    }
    return render(request, "federation/treasury/account.html", context)


def _creditable(club: Club, season: int) -> QuerySet[Charge, int]:
    """Return the numbers of the charges of which credit notes leave something."""
    charges = Charge.objects.filter(club=club, season=season, cancels=None)
    left = F("part") + Coalesce(Sum("credit_notes__part"), Value(0))
    return charges.annotate(left=left).filter(left__gt=0).order_by().values_list("number", flat=True)


def _reversible(club: Club, season: int, keeps_money: bool) -> list[int | None]:
    """Return the id of each payment of a statement, in its order; None for those that cannot be reversed."""
    paid = Payment.objects.filter(club=club, season=season).order_by("day", "pk")
    rows = paid.values_list("pk", "reverses", "reversed_by")
    return [pk if keeps_money and not (reverses or reversed_by) else None for pk, reverses, reversed_by in rows]


@require_safe
@login_required
def current_account(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead to the account of the club in the season for which members enrol now."""
    get_object_or_404(clubs_of(request.user, Verb.SEE_STATEMENTS), pk=pk)
    return redirect("club_account", pk, enrolment_year(timezone.localdate()))


@require_safe
@login_required
def statement_file(request: HttpRequest, pk: int, season: int, name: str) -> HttpResponse:
    """Give the statement as a file: as it is now, or one that was issued (``?number=2``)."""
    club = get_object_or_404(clubs_of(request.user, Verb.SEE_STATEMENTS), pk=pk)
    if name not in FILES:
        raise Http404
    kind, write = FILES[name]
    number = request.GET.get("number", "")
    if number.isdecimal() and len(number) < 5:
        facts = get_object_or_404(Statement, club=club, season=season_of(season), number=int(number)).facts
    else:
        facts = statements.facts_of([club], season_of(season))[club.pk]
    answer = HttpResponse(write(facts), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{club.number}-{season}-{name}"'
    return answer
