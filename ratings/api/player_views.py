"""Members for programs: ratings, history, games, calculations, and the search."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from federation.api import keyset
from federation.api.endpoint import Endpoint, PagedEndpoint, PageQuery, Text
from federation.api.fields import MemberName
from federation.api.keyset import Key
from federation.members.search_filters import named
from federation.models import Club, Member
from ratings.api import examples
from ratings.api.answers import GameAnswer, HistoryAnswer, LedgerAnswer, PlayerAnswer
from ratings.checklist.today import explain_today
from ratings.find_lists import find_list
from ratings.models import LivingRating, Rating, RatingList, RatingPool
from ratings.players.ledger import Explanation, explain
from ratings.players.member_ratings import histories, of_today
from ratings.players.merged_views import member_of
from ratings.records.games import Game, games_of

PLAYERS = _("Players")
TODAY = "today"


@dataclass(frozen=True)
class Found:
    """A member with what the API says of them."""

    member: Member
    club: Club | None
    ratings: list[Rating]
    today: list[LivingRating]


class PlayersQuery(PageQuery):
    name = Text(help_text=_("The beginning of a name, words of it, a member number or a FIDE ID."))


class Players(PagedEndpoint):
    title = _("Search for players")
    explanation = _("By name. Hidden members are found by their number only.")
    tag = PLAYERS
    query = PlayersQuery
    answer = MemberName
    example = examples.PLAYER["player"]
    keys = (Key("search_name"), Key("key"))

    def find(self, asked: dict[str, Any]) -> QuerySet[Member]:
        return named(Member.objects.current(), asked["name"])


class Player(Endpoint):
    title = _("One player")
    explanation = _("A former number, or that of a merged record, leads to the record that remains.")
    tag = PLAYERS
    answer = PlayerAnswer
    example = examples.PLAYER

    def find(self, asked: dict[str, Any], number: str) -> Found:
        member = _member(number)
        affiliated = member.affiliations.on(timezone.localdate()).select_related("club").first()
        current = [history.current for history in histories(member)]
        today = list(of_today([member.pk]).get(member.pk, {}).values())
        return Found(member, affiliated.club if affiliated else None, current, today)


class HistoryQuery(PageQuery):
    pool = serializers.SlugField(required=False, default="", help_text=_("Only in this rating type."))


class History(PagedEndpoint):
    title = _("The ratings of a player, list by list")
    explanation = _("The latest first.")
    tag = PLAYERS
    query = HistoryQuery
    answer = HistoryAnswer
    example = examples.HISTORY
    keys = (Key("list__date", is_descending=True), Key("list_id"))

    def find(self, asked: dict[str, Any], number: str) -> QuerySet[Rating]:
        ratings = _member(number).ratings.filter(list__state=RatingList.State.PUBLISHED, list__pool__public=True)
        if asked["pool"]:
            ratings = ratings.filter(list__pool__slug=asked["pool"])
        return ratings.select_related("list__pool").defer("list__manifest")


class GamesQuery(PageQuery):
    pool = serializers.SlugField(help_text=_("The rating type."))


class Games(PagedEndpoint):
    title = _("The games of a player")
    explanation = _("In the published lists of a rating type and since, the latest first.")
    tag = PLAYERS
    query = GamesQuery
    answer = GameAnswer
    example = examples.GAME

    def find(self, asked: dict[str, Any], number: str) -> list[Game]:
        member = _member(number)
        return games_of(member, get_object_or_404(RatingPool, slug=asked["pool"], public=True))

    def page(self, rows: list[Game], asked: dict[str, Any]) -> tuple[list[Game], str]:
        return keyset.page_of(rows, lambda game: game.pairing, asked["cursor"], asked["limit"])

    def prepared(self, rows: list[Game]) -> list[Game]:
        self.people = Member.objects.in_bulk({game.opponent for game in rows if game.opponent})
        return rows


class Ledger(Endpoint):
    title = _("The calculation of a rating")
    explanation = _("Every game and every special rule, in a list or, with “today”, since the last list.")
    tag = PLAYERS
    answer = LedgerAnswer
    example = examples.LEDGER

    def find(self, asked: dict[str, Any], number: str, slug: str, month: str) -> Explanation:
        member = _member(number)
        if month == TODAY:
            return explain_today(member, slug)
        found = explain(find_list(slug, month), member)
        if found.rating is None and not found.lines:
            raise Http404
        return found


def _member(number: str) -> Member:
    """Return the member with the number, or the record into which theirs was merged. Raise Http404."""
    member = member_of(number)
    return member.merged_into or member
