"""Describe forms of the club's pages that were sent without a session: see `federation.accounts.resume_form_words`."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import ResolverMatch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.accounts.resume_form_words import Place
from tournaments import access
from tournaments.models import Tournament

STEPS = {
    "send": lazy("Send a tournament file"),
    "read_upload": lazy("Read the file again"),
    "dismiss": lazy("Dismiss"),
    "submit_upload": lazy("Submit all ready tournaments"),
    "fix": lazy("Checks"),
    "decide": "",
    "discard": lazy("Delete this tournament"),
    "tournament_settings": lazy("Name, dates, club, time control, arbiters"),
    "tournament_tie_breaks": lazy("Tie-breaks"),
    "tournament_results": lazy("Enter results"),
    "unmatched_players": lazy("Unmatched players"),
    "update_from": lazy("Update the tournament"),
    "add_rounds": lazy("Add later rounds"),
    "event_new": lazy("New tournament"),
}
EVENT = "event_"
MOVES = {
    "submit": lazy("Submit"),
    "accept": lazy("Accept"),
    "reject": lazy("Reject"),
    "reopen": lazy("Reopen the tournament"),
}


def in_room(request: HttpRequest, page: ResolverMatch, fields: Mapping[str, str]) -> Place | None:
    """Return the page, the tournament of the user and the step that the form is about."""
    name = page.url_name or ""
    if name not in STEPS and not name.startswith(EVENT):
        return None
    step = STEPS.get(name, lazy("Players, rounds, standings")) or MOVES.get(fields.get("verb", ""), "")
    mine = access.tournaments_of(request.user).filter(pk=page.kwargs.get("pk"))
    event = mine.values_list("name", flat=True).first()
    return Place([_("My club"), event or "", str(step)], Tournament)
