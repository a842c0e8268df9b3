"""What a treasurer decides by hand: charges, credit notes, reversed payments, bank lines that are set aside.

Each page shows what will be written, and the balance afterwards, before one button writes it.
"""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation.i18n.dates import long_date
from federation.i18n.errors import UserError
from federation.identity.seasons import season_name
from federation.models import BankLine, Charge, Payment
from federation.money import charges, payments
from federation.money.amounts import amount
from federation.money.balances import Debtor, DebtorKind, kind_of, owed_by
from federation.money.words import name_of
from federation.profiles.reading import profile
from federation.treasury.access import for_treasurers, seen_by
from federation.treasury.forms import ChargeForm, ReasonForm

PER_PAGE = 50
Rows = list[tuple[str, str]]


@require_http_methods(["GET", "HEAD", "POST"])
@for_treasurers
def charge_by_hand(request: HttpRequest, pk: int, kind: DebtorKind) -> HttpResponse:
    """Charge a club or a member by hand: the form, then a preview, then the charge."""
    debtor: Debtor = get_object_or_404(seen_by(request.user, kind), pk=pk)
    form = ChargeForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and "back" not in request.POST:
        said = form.cleaned_data
        facts = (debtor, said["what"], said["amount"], said["reason"])
        try:
            made = charges.by_hand(*facts, day=said["day"], by=request.user)
            if "confirm" in request.POST:
                charges.raise_by_hand(*facts, day=said["day"], by=request.user, owed=_cents(request.POST.get("owed")))
                messages.success(request, _("%(debtor)s was charged.") % {"debtor": debtor})
                return redirect(_account(debtor, made.season))
        except charges.Changed as error:
            messages.error(request, error.sentence)
        except UserError as error:
            form.add_error("amount", error.sentence)
            return _charge_page(request, debtor, form)
        return _charge_page(request, debtor, form, made)
    return _charge_page(request, debtor, form)


def _charge_page(request: HttpRequest, debtor: Debtor, form: forms.Form, made: Charge | None = None) -> HttpResponse:
    context = {"debtor": debtor, "account": reverse(f"current_{kind_of(debtor).value}_account", args=[debtor.pk])}
    context["form"] = form
    if made is not None:
        owed = owed_by(debtor)
        context |= {"owed": owed, "rows": [*_facts_of(made), *_balance(owed, made.cents or 0)]}
    return render(request, "federation/treasury/charge.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_treasurers
def credit_charge(request: HttpRequest, number: int) -> HttpResponse:
    """Cancel what is left of a charge by a credit note."""
    charge = get_object_or_404(Charge.objects.select_related("club", "member"), number=number, cancels=None)
    notes = charge.credit_notes.aggregate(part=Sum("part", default=0), cents=Sum("cents", default=0))
    left = None if charge.cents is None else charge.cents + notes["cents"]
    rows = _facts_of(charge)
    if notes["part"]:
        rows.append((_("Remaining after credit notes"), _shown(left)))
    debtor = charge.member if charge.debtor == DebtorKind.MEMBER else charge.club
    if debtor:
        rows += _balance(owed_by(debtor), -(left or 0))
    page = {
        "title": _("Cancel charge %(number)s") % {"number": charge.number},
        "rows": rows,
        "button": _("Issue the credit note"),
        "back": _account(debtor, charge.season),
        "refused": _("This charge is cancelled already.") if charge.part + notes["part"] <= 0 else "",
    }
    done = _("The credit note was issued.")
    return _act(request, page, lambda reason: charges.credit([charge.pk], reason, request.user), done)


@require_http_methods(["GET", "HEAD", "POST"])
@for_treasurers
def reverse_payment(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo a payment by one that is its negative."""
    payment = get_object_or_404(Payment.objects.select_related("club", "member", "line"), pk=pk, reverses=None)
    page = {
        "title": _("Reverse a payment"),
        "rows": [
            (_("Club"), str(payment.club)) if payment.club else (_("Member"), str(payment.member)),
            (_("Season"), season_name(payment.season)),
            (_("Day"), long_date(payment.day)),
            (_("Amount"), _shown(payment.cents)),
            (_("Note"), payment.note or (payment.line.payer if payment.line else "") or "–"),
            *_balance(owed_by(payment.payer), payment.cents),
        ],
        "note": _("Its bank line is then waiting to be booked again.") if payment.line else "",
        "button": _("Reverse the payment"),
        "back": _account(payment.payer, payment.season),
        "refused": _(payments.REVERSED) if Payment.objects.filter(reverses=payment).exists() else "",
    }
    done = _("The payment was reversed.")
    return _act(request, page, lambda reason: payments.reverse(payment, reason, request.user), done)


@require_http_methods(["GET", "HEAD", "POST"])
@for_treasurers
def set_line_aside(request: HttpRequest, pk: int) -> HttpResponse:
    """Set a bank line aside because it is no payment to book, or put it back."""
    line = get_object_or_404(BankLine.objects.with_booked(), pk=pk)
    page = {
        "title": _("Put a bank line back") if line.set_aside else _("Set a bank line aside"),
        "rows": [
            (_("Day"), long_date(line.booked_on)),
            (_("Amount"), _shown(line.cents)),
            (_("Left to book"), _shown(line.cents - line.booked)),
            (_("Payer"), line.payer or "–"),
            (_("Communication"), line.structured or line.text or "–"),
            *([(_("Set aside because"), line.aside_because)] if line.set_aside else []),
        ],
        "note": ""
        if line.set_aside
        else _("It is not a payment to book. It is no longer waiting, and no balance changes."),
        "button": _("Put the line back") if line.set_aside else _("Set the line aside"),
        "back": reverse("treasury"),
        "without_reason": line.set_aside,
        "refused": "" if line.set_aside or line.booked != line.cents else _(payments.BOOKED),
    }
    if line.set_aside:
        return _act(request, page, lambda _reason: payments.put_back(line.pk), _("The line is waiting to be booked."))
    return _act(request, page, lambda reason: payments.set_aside(line.pk, reason), _("The line is set aside."))


@require_safe
@for_treasurers
def lines_set_aside(request: HttpRequest) -> HttpResponse:
    """List the bank lines that were set aside, the latest first. A constant number of queries."""
    lines = BankLine.objects.filter(set_aside=True).order_by("-booked_on", "-pk")
    page = Paginator(lines, PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "currency": profile().federation.currency}
    return render(request, "federation/treasury/lines_set_aside.html", context)


def _act(request: HttpRequest, page: dict[str, object], write: Callable[[str], object], done: str) -> HttpResponse:
    """Show a page with its reason and its button, or do what it says."""
    form = None if page.get("without_reason") else ReasonForm(request.POST or None)
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            write(form.cleaned_data["reason"] if form else "")
        except UserError as error:
            messages.error(request, error.sentence)
        else:
            messages.success(request, done)
        return redirect(str(page["back"]))
    return render(request, "federation/treasury/act.html", {**page, "form": form})


def _facts_of(charge: Charge) -> Rows:
    return [
        (_("Club"), str(charge.club)) if charge.club else (_("Member"), charge.member.name if charge.member else "–"),
        (_("Season"), season_name(charge.season)),
        (_("Charge for"), name_of(charge.what, charge.fee_class)),
        *([(_("Member"), charge.member.name)] if charge.club and charge.member else []),
        (_("Day"), long_date(charge.day)),
        (_("Amount"), _shown(charge.cents)),
        *([(_("Reason"), charge.reason)] if charge.reason else []),
    ]


def _balance(owed: int, change: int) -> Rows:
    return [(_("Balance now"), _shown(owed)), (_("Balance afterwards"), _shown(owed + change))]


def _shown(cents: int | None) -> str:
    return _("no price yet") if cents is None else amount(cents, profile().federation.currency)


def _account(debtor: Debtor | None, season: int) -> str:
    if debtor is None:
        return reverse("treasury")
    return reverse(f"{kind_of(debtor).value}_account", args=[debtor.pk, season])


def _cents(text: str | None) -> int:
    """Return the cents that a page showed."""
    return int(text) if text and text.removeprefix("-").isdecimal() and len(text) < 19 else 0
