"""The account of a club, or of a member who pays directly: its statement as page and files, which they see, too."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import F, QuerySet, Sum, Value
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation.access import may_everywhere
from federation.i18n.errors import UserError
from federation.identity.seasons import enrolment_year
from federation.models import Charge, Club, Payment, Statement
from federation.money import debits, payments, statement_files, statements
from federation.money.balances import Debtor, DebtorKind, kind_of
from federation.structure.rights import Verb
from federation.treasury.access import require_treasurer, seen_by
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
def account(request: HttpRequest, pk: int, season: int, kind: DebtorKind) -> HttpResponse:
    """Show what a club or a member owes for a season, to them as well; the treasurer books a payment by hand."""
    debtor: Debtor = get_object_or_404(seen_by(request.user, kind), pk=pk)
    facts = statements.facts_of([debtor], season_of(season))[debtor.pk]
    form = PaymentForm(request.POST or None)
    if request.method == "POST":
        require_treasurer(request)
        if form.is_valid():
            said = form.cleaned_data
            try:
                payments.pay(debtor, said["amount"], said["day"], request.user, note=said["note"], season=season)
            except UserError as error:
                messages.error(request, error.sentence)
            else:
                messages.success(request, _("The payment was booked."))
            return redirect(f"{kind.value}_account", pk, season)
    keeps_money = may_everywhere(request.user, Verb.BOOK_MONEY)
    context = {
        "debtor": debtor,
        "facts": facts,
        "season": season,
        "creditable": set(_creditable(debtor, season)) if keeps_money else (),
        "payments": zip(facts["payments"], _reversible(debtor, season, keeps_money), strict=True),
        "issued": Statement.objects.filter(**{kind.value: debtor}, season=season).order_by("-number"),
        "keeps_money": keeps_money,
        "form": form,
        "files": [(_file(debtor, season, name), name.rpartition(".")[2].upper()) for name in FILES],
        "pdf": _file(debtor, season, "statement.pdf"),
        "charge": reverse(f"charge_{kind.value}", args=[pk]),
        "mandate": debtor.mandates.filter(ended_on=None).first(),
        "mandate_page": reverse(f"mandate_of_{kind.value}", args=[pk]),
        "may_record_mandate": debits.offered()
        and seen_by(request.user, kind, Verb.MANAGE_MANDATES).filter(pk=pk).exists(),
    }
    if isinstance(debtor, Club):
        context |= {"club": debtor, "suspended": debtor.suspensions.filter(lifted_on=None).first()}
    return render(request, "federation/treasury/account.html", context)


def _file(debtor: Debtor, season: int, name: str) -> str:
    return reverse(f"{kind_of(debtor).value}_statement_file", args=[debtor.pk, season, name])


def _creditable(debtor: Debtor, season: int) -> QuerySet[Charge, int]:
    """Return the numbers of the charges that credit notes have not cancelled completely."""
    kind = kind_of(debtor)
    charges = Charge.objects.filter(debtor=kind, **{kind.value: debtor}, season=season, cancels=None)
    left = F("part") + Coalesce(Sum("credit_notes__part"), Value(0))
    return charges.annotate(left=left).filter(left__gt=0).order_by().values_list("number", flat=True)


def _reversible(debtor: Debtor, season: int, keeps_money: bool) -> list[int | None]:
    """Return the id of each payment of a statement, in its order; None for those that cannot be reversed."""
    paid = Payment.objects.filter(**{kind_of(debtor).value: debtor}, season=season).order_by("day", "pk")
    rows = paid.values_list("pk", "reverses", "reversed_by")
    return [pk if keeps_money and not (reverses or reversed_by) else None for pk, reverses, reversed_by in rows]


@require_safe
@login_required
def current_account(request: HttpRequest, pk: int, kind: DebtorKind) -> HttpResponse:
    """Redirect to the account in the season for which members enrol now."""
    get_object_or_404(seen_by(request.user, kind), pk=pk)
    return redirect(f"{kind.value}_account", pk, enrolment_year(timezone.localdate()))


@require_safe
@login_required
def statement_file(request: HttpRequest, pk: int, season: int, name: str, kind: DebtorKind) -> HttpResponse:
    """Return the statement as a file: as it is now, or one that was issued (``?number=2``)."""
    debtor: Debtor = get_object_or_404(seen_by(request.user, kind), pk=pk)
    if name not in FILES:
        raise Http404
    media_type, write = FILES[name]
    number = request.GET.get("number", "")
    if number.isdecimal() and len(number) < 5:
        own = {kind.value: debtor, "season": season_of(season), "number": int(number)}
        facts = get_object_or_404(Statement, **own).facts
    else:
        facts = statements.facts_of([debtor], season_of(season))[debtor.pk]
    answer = HttpResponse(write(facts), content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{debtor.number}-{season}-{name}"'
    return answer
