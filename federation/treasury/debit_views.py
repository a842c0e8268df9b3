"""SEPA direct debits: the mandate of a club or a member, and the collections that the bank gets as files."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from federation.i18n.errors import UserError
from federation.models import Collection, Mandate
from federation.money import debits, mandates, pain008
from federation.money.balances import DebtorKind
from federation.profiles.reading import profile
from federation.structure.rights import Verb
from federation.treasury.access import for_treasurers, seen_by
from federation.treasury.forms import CollectionForm, MandateForm

PER_PAGE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mandate(request: HttpRequest, pk: int, kind: DebtorKind) -> HttpResponse:
    """Record the mandate of a club or a member, or end it: by its treasurer, the member, or that of the federation."""
    debtor = get_object_or_404(seen_by(request.user, kind, Verb.MANAGE_MANDATES), pk=pk)
    ends = "end" in request.POST
    form = MandateForm(None if ends else request.POST or None, of_person=kind is DebtorKind.MEMBER)
    if request.method == "POST" and (ends or form.is_valid()):
        try:
            if ends:
                mandates.end(debtor)
                messages.success(request, _("The mandate is ended."))
            else:
                mandates.record(debtor, **form.cleaned_data, by=request.user)
                messages.success(request, _("The mandate is recorded."))
        except UserError as error:
            messages.error(request, error.sentence)
        return redirect(f"current_{kind.value}_account", debtor.pk)
    context = {
        "debtor": debtor,
        "account": reverse(f"current_{kind.value}_account", args=[debtor.pk]),
        "form": form,
        "mandate": debtor.mandates.filter(ended_on=None).first(),
        "offered": debits.offered(),
        "creditor": profile().federation.name,
    }
    return render(request, "federation/treasury/mandate.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_treasurers
def collections(request: HttpRequest) -> HttpResponse:
    """Show what can be collected, and the collections so far; collect it. A constant number of queries."""
    if request.method == "POST":
        form = CollectionForm(request.POST)
        try:
            if form.is_valid():
                made = debits.collect(form.cleaned_data["day"], form.cleaned_data["seen"], request.user)
                messages.success(request, _("The collection is ready. Send its file to the bank."))
                return redirect("collection", made.pk)
            messages.error(request, _("Enter the day of the collection."))
        except UserError as error:
            messages.error(request, error.sentence)
        return redirect("collections")
    dues = debits.dues() if debits.offered() else []
    made = Collection.objects.annotate(count=Count("debits"), cents=Sum("debits__cents")).order_by("-pk")
    context = {
        "offered": debits.offered(),
        "dues": dues,
        "cents": sum(each.cents for each in dues),
        "form": CollectionForm(initial={"day": debits.earliest_day(), "seen": debits.digest_of(dues)}),
        "page": Paginator(made, PER_PAGE).get_page(request.GET.get("page")),
        "currency": profile().federation.currency,
    }
    return render(request, "federation/treasury/collections.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_treasurers
def collection(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a collection with its debits, or withdraw it. A constant number of queries."""
    found = get_object_or_404(Collection, pk=pk)
    if request.method == "POST":
        try:
            debits.withdraw(found)
            messages.success(request, _("The collection is withdrawn: these amounts are still owed."))
        except UserError as error:
            messages.error(request, error.sentence)
        return redirect("collection", pk)
    rows = list(found.debits.select_related("mandate__club", "mandate__member", "payment__reversed_by", "collection"))
    title = ngettext("%(count)d direct debit", "%(count)d direct debits", len(rows)) % {"count": len(rows)}
    context = {
        "collection": found,
        "debits": rows,
        "cents": sum(each.cents for each in rows),
        "title": title,
        "schemes": sorted({each.mandate.scheme for each in rows}, reverse=True),
        "is_open": found.withdrawn_at is None and all(each.is_pending for each in rows),
        "currency": profile().federation.currency,
    }
    return render(request, "federation/treasury/collection.html", context)


@require_safe
@for_treasurers
def collection_file(request: HttpRequest, pk: int, scheme: str) -> HttpResponse:
    """Return the file for the bank with the debits of a scheme; without any, redirect to the collection."""
    found = get_object_or_404(Collection, pk=pk, withdrawn_at=None)
    if not found.debits.filter(mandate__scheme=scheme).exists():
        return redirect("collection", pk)
    try:
        data = pain008.written(found, scheme)
    except UserError as error:
        messages.error(request, error.sentence)
        return redirect("collection", pk)
    suffix = "" if scheme == Mandate.Scheme.CORE else f"-{scheme}"
    answer = HttpResponse(data, content_type="application/xml")
    answer["Content-Disposition"] = f'attachment; filename="{found.reference}{suffix}.pain.008.xml"'
    return answer
