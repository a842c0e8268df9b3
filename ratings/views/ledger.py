"""A member's ledger of a list."""

from django.http import Http404


def ledger(request, matricule, slug, month):
    raise Http404
