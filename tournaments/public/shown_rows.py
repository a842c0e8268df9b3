"""The rows that the pages of a tournament show, for their ETags (`federation.web.conditional`)."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.corrections.text import correction_lines
from tournaments.models import ComputedTieBreaks, Pairing, Participant, Tournament

OF_MEMBER = ("matricule", "last_name", "first_name", "hidden", "title", "fide_id", "merged_into__matricule")


def of_tournament(request: HttpRequest, pk: int, number: int | None = None) -> Iterable[Iterable[Any]]:
    """Return what any page of a tournament shows. Five queries, one for arbiters, one for corrections that name people.

    Raise Http404 if it is not public.
    """
    found = get_object_or_404(Tournament.objects.accepted().select_related("club"), pk=pk)
    seats = Participant.objects.filter(tournament=pk).order_by("pk")
    return [
        [getattr(found, name) for name in _fields(Tournament)],
        [found.club and (found.club.number, found.club.name), *found.public_arbiters],
        seats.values_list(*_fields(Participant), *(f"member__{name}" for name in OF_MEMBER)),
        Pairing.objects.filter(tournament=pk).order_by("pk").values_list(),
        ComputedTieBreaks.objects.filter(pk=pk).values_list(),
        correction_lines(found),
    ]


def _fields(model: type[Tournament] | type[Participant]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]
