"""The treasurer's overview: bank lines to book, and what clubs owe."""

from collections.abc import Iterable

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from federation.bank.bank_csv import COLUMNS
from federation.bank.bank_files import UnknownColumns, take_in
from federation.i18n.errors import UserError
from federation.identity.seasons import enrolment_year, season_name
from federation.members.search import person
from federation.models import BankLine, Charge, Club, Member, Payment
from federation.money import debits, payments, statement_files, statements
from federation.money.balances import DebtorKind, balances
from federation.money.charges import price_open
from federation.money.matching import proposals
from federation.money.tariff import members_pay
from federation.profiles.reading import profile
from federation.treasury.access import for_treasurers
from federation.treasury.forms import BankFileForm, ColumnsForm, LineForm, season_of

PER_PAGE, LINES_SHOWN = 50, 100


@require_safe
@for_treasurers
def overview(request: HttpRequest) -> HttpResponse:
    """Show the lines to book, charges without an amount, and what each club owes, the largest debt first.

    A constant number of queries.
    """
    season = enrolment_year(timezone.localdate())
    found = proposals(BankLine.objects.waiting().order_by("booked_on", "pk")[:LINES_SHOWN])
    clubs = list(Club.objects.order_by("key"))
    owed = balances([club.pk for club in clubs])
    clubs.sort(key=lambda club: -owed.get(club.pk, 0))
    page = Paginator(clubs, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "season": season,
        "season_name": season_name(season),
        "currency": profile().federation.currency,
        "lines": found,
        "seasons": _seasons(season, [each.season for each in found]),
        "sure": [each for each in found if each.is_sure],
        "outstanding": sum(cents for cents in owed.values() if cents > 0),
        "unpriced": Charge.objects.unpriced().count(),
        "page": page,
        "clubs": [(club, owed.get(club.pk, 0)) for club in page],
        "form": BankFileForm(),
        "collects": debits.offered(),
        "members_pay": members_pay(timezone.localdate()),
    }
    return render(request, "federation/treasury/overview.html", context)


def _seasons(season: int, proposed: Iterable[int]) -> list[tuple[int, str]]:
    """Return the seasons that a line may be for: the proposed ones, the next one, and those of the last ten years."""
    years = {*range(season - 9, season + 2), *proposed}
    return [(year, season_name(year)) for year in sorted(years, reverse=True)]


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
        said = form.cleaned_data
        club, member = (said[name] and said[name].pk for name in ("club", "member"))
        part = payments.Split(club, said["season"], said["amount"], member)
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
    """Issue the statements of the season for all clubs that have charges, or for all members who pay directly."""
    season = enrolment_year(timezone.localdate())
    kind = DebtorKind.MEMBER if request.POST.get("kind") == DebtorKind.MEMBER else DebtorKind.CLUB
    charged = Charge.objects.filter(season=season, debtor=kind).exclude(**{kind.value: None})
    ids = charged.order_by().values_list(kind.value, flat=True).distinct()
    made = statements.issue(ids, season, request.user, kind)
    sentence = ngettext("%(count)d statement was issued.", "%(count)d statements were issued.", len(made))
    messages.success(request, sentence % {"count": len(made)})
    return redirect("treasury" if kind is DebtorKind.CLUB else "member_accounts")


@require_safe
@for_treasurers
def members(request: HttpRequest) -> HttpResponse:
    """List the members who pay directly, with what they owe; ``q`` finds names and numbers. A constant number of
    queries.
    """
    season, query = enrolment_year(timezone.localdate()), request.GET.get("q", "").strip()[:60]
    has_account = Q(pk__in=Charge.objects.filter(debtor=DebtorKind.MEMBER).values("member"))
    has_account |= Q(pk__in=Payment.objects.exclude(member=None).values("member"))
    found = Member.objects.current().filter(has_account).order_by("key")
    for word in query.split():
        found = found.filter(person(word))
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    owed = balances([each.pk for each in page], kind=DebtorKind.MEMBER)
    context = {
        "season": season,
        "season_name": season_name(season),
        "currency": profile().federation.currency,
        "q": query,
        "page": page,
        "members": [(each, owed.get(each.pk, 0)) for each in page],
    }
    return render(request, "federation/treasury/members.html", context)


@require_safe
@for_treasurers
def bookkeeping(request: HttpRequest, season: int) -> HttpResponse:
    """Return the bookkeeper's export of a season."""
    answer = HttpResponse(statement_files.bookkeeping(season_of(season)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="bookkeeping-{season}.csv"'
    return answer
