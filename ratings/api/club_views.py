"""Clubs for programs, their members, and the search over everything."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from federation.api.endpoint import Endpoint, PagedEndpoint, PageQuery, Text
from federation.api.fields import ClubName, MemberName, OwnPageField, PageField
from federation.api.keyset import Key
from federation.identity.member_numbers import club_key_of
from federation.models import Affiliation, Club, Member
from federation.search import find as index
from ratings.api import examples
from ratings.api.answers import ClubMemberAnswer
from ratings.find_lists import latest_lists
from ratings.models import Rating
from ratings.players.member_ratings import with_ratings
from ratings.searched import CLUBS as CLUB_SOURCE
from ratings.searched import MEMBERS, members_numbered
from tournaments.models import Tournament

CLUBS = _("Clubs")
SEARCH = _("Search")
FOUND_AT_MOST = 20  # of each kind
MEMBER, CLUB, TOURNAMENT = MEMBERS.kind, CLUB_SOURCE.kind, "tournament"  # as the index knows them
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class ClubMember:
    """A member of a club, with the rating of each latest list that has one."""

    member: Member
    ratings: list[Rating]


class ClubAnswer(serializers.Serializer):
    """A club."""

    number = serializers.CharField()
    name = serializers.CharField()
    city = serializers.CharField()
    website = serializers.CharField()
    members = serializers.IntegerField(help_text="Affiliated today.")
    page = PageField("club", "number")


class ClubsQuery(PageQuery):
    name = Text(
        required=False, default="", help_text=_("Words of the name or town, also misspelt, or the number of the club.")
    )


class Clubs(PagedEndpoint):
    title = _("Active clubs")
    explanation = _("By number.")
    tag = CLUBS
    query = ClubsQuery
    answer = ClubAnswer
    example = examples.CLUB
    keys = (Key("key"),)

    def find(self, asked: dict[str, Any]) -> QuerySet[Club]:
        clubs = Club.objects.active().with_members(timezone.localdate())
        return clubs.filter(_named(asked["name"])) if asked["name"] else clubs


class OneClub(Endpoint):
    title = _("One club")
    tag = CLUBS
    answer = ClubAnswer
    example = examples.CLUB

    def find(self, asked: dict[str, Any], number: str) -> Club:
        return get_object_or_404(Club.objects.with_members(timezone.localdate()), key=club_key_of(number))


class ClubMembers(PagedEndpoint):
    title = _("The members of a club")
    explanation = _("Those affiliated today, by member number, with their ratings.")
    tag = CLUBS
    answer = ClubMemberAnswer
    example = examples.CLUB_MEMBER
    keys = (Key("key"),)

    def find(self, asked: dict[str, Any], number: str) -> QuerySet[Member]:
        club = get_object_or_404(Club, key=club_key_of(number))
        affiliated = Affiliation.objects.on(timezone.localdate()).filter(club=club)
        return Member.objects.current().filter(pk__in=affiliated.values("member"))

    def prepared(self, rows: list[Member]) -> list[ClubMember]:
        lists = list(latest_lists())
        found = with_ratings(rows, lists)
        return [
            ClubMember(each.member, [each.ratings[one.pk] for one in lists if one.pk in each.ratings]) for each in found
        ]


class FoundTournament(serializers.Serializer):
    """A tournament as the search names it."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    end = serializers.DateField(allow_null=True)
    page = OwnPageField()


class SearchAnswer(serializers.Serializer):
    """What was found, at most 20 of each kind."""

    players = MemberName(many=True)
    clubs = ClubName(many=True)
    tournaments = FoundTournament(many=True)


@dataclass(frozen=True)
class Found:
    """What the search found."""

    players: list[Member]
    clubs: list[Club]
    tournaments: list[Tournament]


class SearchQuery(serializers.Serializer):
    q = Text(help_text=_("A name, also misspelt, or a number."))


class Search(Endpoint):
    title = _("Search for players, clubs and tournaments")
    explanation = _(
        "At most 20 of each kind, the nearest first. Accents, the order of words, typing errors and names that sound "
        "alike do not matter. Hidden members are found by their number only."
    )
    tag = SEARCH
    query = SearchQuery
    answer = SearchAnswer
    example = examples.SEARCH
    refusals = (400, 429)

    def find(self, asked: dict[str, Any]) -> Found:
        text = asked["q"]
        rows = index.Search(text).rows([MEMBER, CLUB, TOURNAMENT])
        members = Member.objects.current().filter(hidden=False, erased_at=None)
        return Found(
            [*members_numbered(text).order_by("key"), *_nearest(members, rows[MEMBER])][:FOUND_AT_MOST],
            _nearest(Club.objects.active(), rows[CLUB]),
            _nearest(Tournament.objects.accepted().standalone(), rows[TOURNAMENT]),
        )


def _nearest(rows: QuerySet[Row], ids: Sequence[int]) -> list[Row]:
    """Return the rows of the index that may still be seen, in its order. One query."""
    found = rows.in_bulk(ids[:FOUND_AT_MOST]) if ids else {}
    return [found[pk] for pk in ids if pk in found]


def _named(text: str) -> Q:
    found = Q(name__icontains=text) | Q(city__icontains=text) | Q(pk__in=index.Search(text).rows([CLUB])[CLUB])
    key = club_key_of(text)
    return found | Q(key=key) if key else found
