"""What the API says of lists, ratings and calculations."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from federation.api.fields import ClubName, MemberName, PageField, is_nameless
from ratings.figures import grade
from ratings.models import LivingRating, Rating
from ratings.players.ledger import Explanation, Line
from ratings.records.games import Game
from ratings.systems.period import Kind, Status

STATUSES = [each.name.lower() for each in Status]
KINDS = [each.name.lower() for each in Kind]


class PoolAnswer(serializers.Serializer):
    """A rating type."""

    slug = serializers.CharField(help_text="How addresses name it.")
    name = serializers.CharField()
    discipline = serializers.CharField()
    system = serializers.CharField(help_text="The rating system.")


class PoolName(serializers.Serializer):
    """A rating type as other rows name it."""

    slug = serializers.CharField()
    name = serializers.CharField()


class ListAnswer(serializers.Serializer):
    """A published list."""

    pool = PoolName()
    date = serializers.DateField(help_text="Games up to and including this day count.")
    month = serializers.CharField(source="month_slug", help_text="How addresses write the day.")
    revision = serializers.IntegerField(help_text="0 is the first publication.")
    reason = serializers.CharField(help_text="Why it was revised.")
    players = serializers.IntegerField(source="player_count")
    games = serializers.IntegerField(source="game_count")
    digest = serializers.CharField(help_text="The checksum of the list (SHA-256).")
    published_at = serializers.DateTimeField(allow_null=True)
    page = PageField("list", "pool.slug", "month_slug")


class _Figures(serializers.Serializer):
    """The figures that a list has of a member."""

    rating = serializers.IntegerField(allow_null=True)
    grade = serializers.SerializerMethodField(help_text="The grade in go; empty elsewhere.")
    status = serializers.SerializerMethodField()
    games = serializers.IntegerField(help_text="Games that counted, ever.")
    period_games = serializers.IntegerField(help_text="Games that counted since the previous list.")
    previous_rating = serializers.IntegerField(allow_null=True)
    change = serializers.IntegerField(allow_null=True, help_text="Since the previous list.")
    deviation = serializers.SerializerMethodField(help_text="The RD, where the system has one.")
    last_played = serializers.DateField(allow_null=True)

    def get_grade(self, line: Rating | LivingRating) -> str:
        return grade(line.rating, line.list.pool)

    @extend_schema_field(serializers.ChoiceField(STATUSES))
    def get_status(self, line: Rating | LivingRating) -> str:
        return Status(line.status).name.lower()

    def get_deviation(self, line: Rating | LivingRating) -> float | None:
        return line.deviation if line.list.pool.has_deviations else None


class RatingAnswer(_Figures):
    """A member's line of a list."""

    rank = serializers.IntegerField(allow_null=True, help_text="None for provisional ratings.")
    player = MemberName(source="member")
    club = ClubName(allow_null=True, help_text="On the day of the list.")


class HistoryAnswer(_Figures):
    """A member's rating in a list."""

    rank = serializers.IntegerField(allow_null=True, help_text="None for provisional ratings.")
    pool = PoolName(source="list.pool")
    date = serializers.DateField(source="list.date")
    revision = serializers.IntegerField(source="list.revision")


class TodayAnswer(_Figures):
    """A member's rating of today in one rating type. It is not official yet."""

    pool = PoolName(source="list.pool")
    next_list = serializers.DateField(source="list.date", help_text="The day of the next list.")


class LivingAnswer(_Figures):
    """A rating of today. It is not official yet."""

    player = MemberName(source="member")


class LivingListAnswer(serializers.Serializer):
    """The next list of a rating type as it would be today."""

    pool = PoolName()
    date = serializers.DateField(help_text="The day of the next list.")
    as_of = serializers.DateTimeField(help_text="When it was calculated.")
    games = serializers.IntegerField(source="game_count", help_text="That count so far.")
    page = PageField("next_list", "pool.slug")


class PlayerAnswer(serializers.Serializer):
    """A member, with what their page shows."""

    player = MemberName(source="member")
    club = ClubName(allow_null=True, help_text="Today.")
    ratings = HistoryAnswer(many=True, help_text="In the latest list of each rating type.")
    today = TodayAnswer(many=True, help_text="Where something has happened since; not official.")


class ClubMemberAnswer(serializers.Serializer):
    """A member of a club."""

    player = MemberName(source="member")
    ratings = HistoryAnswer(many=True, help_text="In the latest list of each rating type.")


class GameAnswer(serializers.Serializer):
    """A game of a member in a rating type."""

    date = serializers.DateField(source="day", allow_null=True)
    tournament = serializers.IntegerField(source="event.pk")
    tournament_name = serializers.CharField(source="event.name")
    round = serializers.IntegerField()
    colour = serializers.SerializerMethodField()
    opponent = serializers.SerializerMethodField(help_text="None for players who are not members.")
    opponent_rating = serializers.IntegerField(allow_null=True)
    points = serializers.SerializerMethodField(help_text="1, 0.5 or 0; none without a result.")
    expected = serializers.SerializerMethodField(help_text="The expected score, where there is one.")
    change = serializers.FloatField(help_text="What the game did to the rating.")
    counts = serializers.BooleanField()
    is_official = serializers.BooleanField(help_text="Whether a published list has it.")

    @extend_schema_field(serializers.ChoiceField(["white", "black"]))
    def get_colour(self, game: Game) -> str:
        return "white" if game.is_white else "black"

    @extend_schema_field(MemberName(allow_null=True))
    def get_opponent(self, game: Game) -> dict[str, Any] | None:
        person = self.context["view"].people.get(game.opponent)
        return MemberName(person, context=self.context).data if person else None

    def get_points(self, game: Game) -> float | None:
        return None if game.half_points is None else game.half_points / 2

    def get_expected(self, game: Game) -> float | None:
        return game.expected if game.has_expectation else None


class LineAnswer(serializers.Serializer):
    """A line of a calculation: a game, or a special rule."""

    number = serializers.IntegerField(source="entry.number")
    kind = serializers.SerializerMethodField()
    date = serializers.DateField(source="day", allow_null=True)
    tournament = serializers.IntegerField(source="tournament.pk", allow_null=True, default=None)
    colour = serializers.CharField(help_text="white, black, or empty for a rule.")
    opponent = MemberName(allow_null=True)
    opponent_name = serializers.SerializerMethodField(help_text="As the file has it where it is no member.")
    opponent_rating = serializers.IntegerField(source="entry.opponent_rating", allow_null=True)
    points = serializers.SerializerMethodField()
    expected = serializers.FloatField(allow_null=True)
    k = serializers.FloatField(allow_null=True)
    change = serializers.FloatField()
    sentence = serializers.CharField(help_text="In the language of Accept-Language.")
    formula = serializers.CharField()

    @extend_schema_field(serializers.ChoiceField(KINDS))
    def get_kind(self, line: Line) -> str:
        return line.kind.name.lower()

    def get_opponent_name(self, line: Line) -> str:
        return "" if line.opponent and is_nameless(line.opponent) else line.opponent_name

    def get_points(self, line: Line) -> float | None:
        half_points = line.entry.half_points if line.is_game else None
        return None if half_points is None else half_points / 2


class LedgerAnswer(serializers.Serializer):
    """The calculation of a member's rating in a list, or of today. The changes add up exactly."""

    player = MemberName(source="member")
    pool = PoolName(source="rating_list.pool")
    date = serializers.DateField(source="rating_list.date")
    before = serializers.SerializerMethodField(help_text="The rating of the previous list.")
    rating = serializers.SerializerMethodField()
    change = serializers.FloatField(source="total")
    how = serializers.CharField(help_text="The whole calculation in a paragraph.")
    lines = LineAnswer(many=True)

    def get_before(self, found: Explanation) -> int | None:
        return found.rating.previous_rating if found.rating else None

    def get_rating(self, found: Explanation) -> int | None:
        return found.rating.rating if found.rating else None
