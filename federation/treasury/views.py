"""The treasurer's pages: bank lines to book, what clubs owe, the statement of a club, which the club sees, too."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import F, QuerySet, Sum, Value
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.access import clubs_of, may, may_everywhere
from federation.bank.bank_csv import COLUMNS
from federation.bank.bank_files import UnknownColumns, take_in
from federation.i18n.errors import UserError
from federation.identity.seasons import enrolment_year, season_name
from federation.models import BankLine, Charge, Club, Payment, Statement
from federation.money import debits, payments, statement_files, statements
from federation.money.balances import balances
from federation.money.charges import price_open
from federation.money.matching import proposals
from federation.profiles.reading import profile
from federation.structure.rights import Verb
from federation.treasury.access import for_treasurers, require_treasurer
from federation.treasury.forms import SEASONS, BankFileForm, ColumnsForm, LineForm, PaymentForm

PER_PAGE, LINES_SHOWN = 50, 100
FILES: dict[str, tuple[str, Callable[[statements.Facts], bytes]]] = {
    "statement.csv": ("text/csv; charset=utf-8", statement_files.as_csv),
    "statement.xlsx": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        statement_files.as_xlsx,
    ),
    "statement.pdf": ("application/pdf", statement_files.as_pdf),
}


def _season(season: int) -> int:
    """Return the season of an address. Raise `Http404` for a year without one."""
    if not SEASONS["min_value"] <= season <= SEASONS["max_value"]:
        raise Http404
    return season


@require_safe
@for_treasurers
def overview(request: HttpRequest) -> HttpResponse:
    """Show the lines to book, charges without an amount, and what each club owes. A constant number of queries."""
    season = enrolment_year(timezone.localdate())
    found = proposals(BankLine.objects.waiting().order_by("booked_on", "pk")[:LINES_SHOWN])
    page = Paginator(Club.objects.order_by("key"), PER_PAGE).get_page(request.GET.get("page"))
    owed = balances([club.pk for club in page])
    context = {
        "season": season,
        "season_name": season_name(season),
        "currency": profile().federation.currency,
        "lines": found,
        "sure": [each for each in found if each.is_sure],
        "unpriced": Charge.objects.unpriced().count(),
        "page": page,
        "clubs": [(club, owed.get(club.pk, 0)) for club in page],
        "form": BankFileForm(),
        "collects": debits.offered(),
    }
    return render(request, "federation/treasury/overview.html", context)


@require_POST
@for_treasurers
def bank_file(request: HttpRequest) -> HttpResponse:
    """Take in a bank's file; ask for the columns of a CSV that is not known yet."""
    form = BankFileForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, _("Choose the file of the bank."))
        return redirect("treasury")
    file = form.cleaned_data["file"]
    data = file.read()
    try:
        taken = take_in(data, file.name, request.user, _columns(request))
    except UnknownColumns as unknown:
        columns = ColumnsForm(unknown.table.header)
        return render(request, "federation/treasury/columns.html", {"columns": columns, "form": BankFileForm()})
    except UserError as error:
        messages.error(request, error.sentence)
        return redirect("treasury")
    sentence = ngettext(
        "%(lines)d line was read, %(new)d is new.", "%(lines)d lines were read, %(new)d are new.", taken.lines
    )
    messages.success(request, sentence % taken._asdict())
    return redirect("treasury")


def _columns(request: HttpRequest) -> dict[str, int] | None:
    """Return the columns that the form names; None if it names none."""
    chosen = {name: request.POST.get(name, "") for name in COLUMNS}
    places = {name: int(place) for name, place in chosen.items() if place.isdecimal() and len(place) < 4}
    return places or None


@require_POST
@for_treasurers
def book(request: HttpRequest) -> HttpResponse:
    """Book all lines that are sure, of those that the page showed, or one line by hand."""
    if request.POST.get("verb") == "sure":
        ids = [int(each) for each in request.POST.getlist("line") if each.isdecimal() and len(each) < 19]
        made = payments.book_sure(ids, request.user)
    else:
        form = LineForm(request.POST)
        if not form.is_valid():
            messages.error(request, " ".join(text for texts in form.errors.values() for text in texts))
            return redirect("treasury")
        line = get_object_or_404(BankLine, pk=form.cleaned_data["line"])
        part = payments.Split(form.cleaned_data["club"].pk, form.cleaned_data["season"], form.cleaned_data["amount"])
        try:
            made = payments.book(line.pk, [part], request.user)
        except UserError as error:
            messages.error(request, error.sentence)
            return redirect("treasury")
    sentence = ngettext("%(count)d payment was booked.", "%(count)d payments were booked.", len(made))
    messages.success(request, sentence % {"count": len(made)})
    return redirect("treasury")


@require_POST
@for_treasurers
def price(request: HttpRequest) -> HttpResponse:
    """Price the charges for which there is a tariff row by now."""
    count = len(price_open())
    sentence = ngettext("%(count)d charge has its amount now.", "%(count)d charges have their amount now.", count)
    messages.success(request, sentence % {"count": count})
    return redirect("treasury")


@require_POST
@for_treasurers
def issue(request: HttpRequest) -> HttpResponse:
    """Issue the statements of the season for all clubs that have charges."""
    season = enrolment_year(timezone.localdate())
    charged = Charge.objects.filter(season=season).exclude(club=None).values_list("club", flat=True).distinct()
    made = statements.issue(list(charged.order_by()), season, request.user)
    sentence = ngettext("%(count)d statement was issued.", "%(count)d statements were issued.", len(made))
    messages.success(request, sentence % {"count": len(made)})
    return redirect("treasury")


@require_safe
@for_treasurers
def bookkeeping(request: HttpRequest, season: int) -> HttpResponse:
    """Give the bookkeeper's export of a season."""
    answer = HttpResponse(statement_files.bookkeeping(_season(season)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="bookkeeping-{season}.csv"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    """Show what a club owes for a season, to the club as well; the treasurer books a payment by hand."""
    club = get_object_or_404(clubs_of(request.user, Verb.SEE_STATEMENTS), pk=pk)
    facts = statements.facts_of([club], _season(season))[club.pk]
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
        facts = get_object_or_404(Statement, club=club, season=_season(season), number=int(number)).facts
    else:
        facts = statements.facts_of([club], _season(season))[club.pk]
    answer = HttpResponse(write(facts), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{club.number}-{season}-{name}"'
    return answer
