"""Accepted tournaments and their corrections for programs."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from federation.api import keyset
from federation.api.endpoint import Endpoint, PagedEndpoint, PageQuery, Text
from federation.api.keyset import Key
from federation.identity.member_numbers import club_key_of
from tournaments.api import examples
from tournaments.api.answers import (
    AnnouncementAnswer,
    CorrectionAnswer,
    PairingAnswer,
    StandingAnswer,
    TournamentAnswer,
)
from tournaments.corrections.public_corrections import RELATED, PublicCorrection, described_rows, public_corrections
from tournaments.models import Announcement, Correction, Discipline, Pace, Pairing, Tournament
from tournaments.standings.individual import Row, standings

TOURNAMENTS = _("Tournaments")
CORRECTIONS = _("Corrections")


class TournamentsQuery(PageQuery):
    """The filters of the page of tournaments."""

    name = Text(required=False, help_text=_("A part of the name or town."))
    year = serializers.IntegerField(required=False, min_value=1900, max_value=2200)
    pace = serializers.ChoiceField(Pace.values, required=False)
    discipline = serializers.ChoiceField(Discipline.values, required=False)
    club = Text(required=False, max_length=20, help_text=_("The number of the organising club."))


class Tournaments(PagedEndpoint):
    title = _("Accepted tournaments")
    explanation = _("The latest first.")
    tag = TOURNAMENTS
    query = TournamentsQuery
    answer = TournamentAnswer
    example = examples.TOURNAMENT
    keys = (
        *(Key(name, is_descending=True, may_be_null=True) for name in ("end", "start")),
        *(Key(name) for name in ("name", "pk")),
    )

    def find(self, asked: dict[str, Any]) -> QuerySet[Tournament]:
        found = Tournament.objects.accepted().standalone().select_related("club", "unit").with_players()
        if name := asked.get("name"):
            found = found.filter(name__icontains=name) | found.filter(city__icontains=name)
        if year := asked.get("year"):
            found = found.filter(end__year=year)
        if number := asked.get("club"):
            found = found.filter(club__key=club_key_of(number))
        return found.filter(**{name: asked[name] for name in ("pace", "discipline") if name in asked})


class OneTournament(Endpoint):
    title = _("One tournament")
    tag = TOURNAMENTS
    answer = TournamentAnswer
    example = examples.TOURNAMENT

    def find(self, asked: dict[str, Any], pk: int) -> Tournament:
        return get_object_or_404(Tournament.objects.accepted().select_related("club", "unit").with_players(), pk=pk)


class Announced(PagedEndpoint):
    title = _("Announced tournaments")
    explanation = _("Those that are not over, the next ones first.")
    tag = TOURNAMENTS
    answer = AnnouncementAnswer
    example = examples.ANNOUNCEMENT
    keys = (Key("start"), Key("end"), Key("pk"))

    def find(self, asked: dict[str, Any]) -> QuerySet[Announcement]:
        return Announcement.objects.filter(end__gte=timezone.localdate()).select_related("club", "unit")


class Standings(PagedEndpoint):
    title = _("The standings of a tournament")
    explanation = _("By rank, with the tie-breaks that decide.")
    tag = TOURNAMENTS
    query = PageQuery
    answer = StandingAnswer
    example = examples.STANDING

    def find(self, asked: dict[str, Any], pk: int) -> list[Row]:
        self.standings = standings(_accepted(pk))
        return self.standings.rows

    def page(self, rows: list[Row], asked: dict[str, Any]) -> tuple[list[Row], str]:
        return keyset.page_of(rows, lambda row: row.participant.pk, asked["cursor"], asked["limit"])


class PairingsQuery(PageQuery):
    round = serializers.IntegerField(required=False, min_value=1, max_value=1000, help_text=_("Only this round."))


class Pairings(PagedEndpoint):
    title = _("The pairings of a tournament")
    explanation = _("Round by round.")
    tag = TOURNAMENTS
    query = PairingsQuery
    answer = PairingAnswer
    example = examples.PAIRING
    keys = (Key("round"), Key("board", may_be_null=True), Key("pk"))

    def find(self, asked: dict[str, Any], pk: int) -> QuerySet[Pairing]:
        pairings = _accepted(pk).pairings.select_related("white__member", "black__member")
        return pairings.filter(round=asked["round"]) if "round" in asked else pairings


class Corrections(PagedEndpoint):
    title = _("Corrections of accepted tournaments")
    explanation = _("The latest first, with their reasons and the lists that were revised for them.")
    tag = CORRECTIONS
    answer = CorrectionAnswer
    example = examples.CORRECTION
    keys = (Key("made_at", is_descending=True), Key("pk", is_descending=True))

    def find(self, asked: dict[str, Any]) -> QuerySet[Correction]:
        return public_corrections().select_related(*RELATED)

    def prepared(self, rows: list[Correction]) -> list[PublicCorrection]:
        return described_rows(rows)


def _accepted(pk: int) -> Tournament:
    return get_object_or_404(Tournament.objects.accepted().select_related("tie_breaks"), pk=pk)
