"""What the API says of tournaments and corrections."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from federation.api.fields import ClubName, MemberName, OwnPageField, UnitName, is_nameless
from tournaments.corrections.public_corrections import PublicCorrection
from tournaments.models import Participant
from tournaments.standings.individual import Row


class TournamentAnswer(serializers.Serializer):
    """An accepted tournament."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    city = serializers.CharField()
    start = serializers.DateField(allow_null=True)
    end = serializers.DateField(allow_null=True)
    rounds = serializers.IntegerField()
    discipline = serializers.CharField()
    pace = serializers.CharField(help_text="The time control category: standard, rapid or blitz.")
    time_control = serializers.CharField(help_text="As the file has it.")
    kind = serializers.CharField(help_text="swiss, round_robin, team, or empty.")
    club = ClubName(allow_null=True, help_text="The organising club.")
    unit = UnitName(allow_null=True, help_text="The organising unit, in place of a club.")
    players = serializers.IntegerField()
    page = OwnPageField()


class AnnouncementAnswer(serializers.Serializer):
    """A tournament to come."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    city = serializers.CharField()
    start = serializers.DateField()
    end = serializers.DateField()
    page = OwnPageField()
    discipline = serializers.CharField(help_text='As in the answers about tournaments; "": not said.')
    pace = serializers.CharField(help_text='As in the answers about tournaments; "": not said.')
    website = serializers.CharField(help_text="The organiser's page about it.")
    norms = serializers.BooleanField(help_text="Whether title norms can be made.")
    fide_rated = serializers.BooleanField(help_text="Whether it is to be FIDE rated, as its organiser says.")
    club = ClubName(allow_null=True, help_text="The organising club.")
    unit = UnitName(allow_null=True, help_text="The organising unit, in place of a club.")
    withdrawn = serializers.DateTimeField(
        source="withdrawn_at", allow_null=True, help_text="When its organiser withdrew it; null: it takes place."
    )
    withdrawal_reason = serializers.CharField(help_text="Why it was withdrawn, in the organiser's words.")


class SeatAnswer(serializers.Serializer):
    """A player of a tournament."""

    number = serializers.IntegerField(help_text="The pairing number.")
    name = serializers.SerializerMethodField(help_text="Last name, first name. Empty for hidden members.")
    rating = serializers.IntegerField(source="file_rating", allow_null=True, help_text="As the file has it.")
    player = MemberName(source="member", allow_null=True, help_text="None for players who are not members.")

    def get_name(self, seat: Participant) -> str:
        if seat.member:
            return "" if is_nameless(seat.member) else seat.member.name
        return seat.file_name


class StandingAnswer(serializers.Serializer):
    """A line of the standings."""

    rank = serializers.SerializerMethodField(help_text="None for players who withdrew.")
    seat = SeatAnswer(source="participant")
    points = serializers.FloatField()
    tie_breaks = serializers.SerializerMethodField(help_text="By the code of FIDE, in the order that decides.")

    def get_rank(self, row: Row) -> int | None:
        return None if row.is_annulled else row.rank

    @extend_schema_field({"type": "object", "additionalProperties": {"type": ["number", "null"]}})
    def get_tie_breaks(self, row: Row) -> dict[str, Any]:
        used = [each.code for each in self.context["view"].standings.used]
        return {code: row.tie_breaks.get(code) for code in used}


class PairingAnswer(serializers.Serializer):
    """A pairing of a tournament."""

    round = serializers.IntegerField()
    board = serializers.IntegerField(allow_null=True)
    date = serializers.DateField(allow_null=True)
    white = SeatAnswer()
    black = SeatAnswer(allow_null=True, help_text="None for a bye.")
    result = serializers.CharField(source="score", help_text="Such as 1-0, ½-½ or +:-.")
    handicap = serializers.IntegerField(allow_null=True, help_text="In go.")
    board_size = serializers.IntegerField(allow_null=True, help_text="In go.")


class TournamentName(serializers.Serializer):
    """A tournament as other rows name it."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class RevisedList(serializers.Serializer):
    """A list that was revised."""

    title = serializers.CharField()
    page = serializers.URLField()


class CorrectionAnswer(serializers.Serializer):
    """A correction of an accepted tournament."""

    id = serializers.IntegerField(source="line.pk")
    made_at = serializers.DateTimeField(source="line.made_at")
    tournament = serializers.SerializerMethodField(help_text="None once the tournament is withdrawn.")
    what = serializers.CharField(source="line.what")
    where = serializers.CharField(source="line.where", help_text="The game or the player; empty for the event.")
    before = serializers.CharField(source="line.before")
    after = serializers.CharField(source="line.after")
    reason = serializers.CharField(source="line.reason")
    lists = serializers.SerializerMethodField(help_text="The lists that were revised for it.")
    page = serializers.SerializerMethodField(help_text="The page for readers.")

    @extend_schema_field(TournamentName(allow_null=True))
    def get_tournament(self, found: PublicCorrection) -> dict[str, Any] | None:
        return TournamentName(found.tournament).data if found.tournament.is_public else None

    @extend_schema_field(RevisedList(many=True))
    def get_lists(self, found: PublicCorrection) -> list[dict[str, str]]:
        return [{"title": title, "page": self._whole(address)} for title, address in found.lists]

    def get_page(self, found: PublicCorrection) -> str:
        return self._whole(found.address or f"{reverse('corrections')}#correction-{found.line.pk}")

    def _whole(self, address: str) -> str:
        whole: str = self.context["request"].build_absolute_uri(address)
        return whole
