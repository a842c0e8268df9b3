"""What public search forms share: people by name or matricule, and the clubs and leagues one can choose."""

from __future__ import annotations

from django.db.models import Q

from federation.models import Club
from federation.names import folded

LAST_CHARACTER = "\U0010ffff"
Choices = list[tuple[str, str]]


def named(text: str, path: str = "") -> Q:
    """Members whose name begins with the text, or whose matricule it is; ``path`` leads to the member ("member__").

    The words may stand in any turn ("Anna Aerts", "Aerts Anna"). Each turn is a range of the index on the folded
    name: that stays fast for 100 000 members. A hidden member is found by matricule only, or the search would tell
    his name.
    """
    text = text.strip()
    if text.isdecimal():
        return Q(**{f"{path}matricule": int(text)}) if len(text) < 10 else Q(pk__in=[])
    words = folded(text).split()[:6]
    if not words:
        return Q(pk__in=[])
    found = Q()
    for turn in range(len(words)):
        start = " ".join(words[turn:] + words[:turn])
        found |= Q(**{f"{path}search_name__gte": start, f"{path}search_name__lt": start + LAST_CHARACTER})
    return found & Q(**{f"{path}hidden": False})


def clubs_and_leagues() -> tuple[Choices, Choices]:
    """The clubs that exist and their leagues, to choose from: number and code first, then the name. One query."""
    clubs = list(Club.objects.active().select_related("league").order_by("number"))
    leagues = {club.league.code: club.league.name for club in clubs if club.league}
    return [(str(club.number), f"{club.number} {club.name}") for club in clubs], sorted(leagues.items())
