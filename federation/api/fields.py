"""What several answers of the API say of people and clubs. Of hidden members they give the number alone."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from federation.models import Member


class PageField(serializers.URLField):
    """The address of the page for readers: that of a route with these attributes of the row."""

    def __init__(self, route: str, *attributes: str, **options: Any) -> None:
        super().__init__(source="*", read_only=True, help_text="The page for readers.", **options)
        self.route, self.attributes = route, attributes

    def to_representation(self, row: Any) -> str:
        values = []
        for path in self.attributes:
            value = row
            for name in path.split("."):
                value = getattr(value, name)
            values.append(value)
        address: str = self.context["request"].build_absolute_uri(reverse(self.route, args=values))
        return address


class OwnPageField(serializers.URLField):
    """The address of the page for readers, of rows that know it: their method ``page``."""

    def __init__(self, **options: Any) -> None:
        super().__init__(source="*", read_only=True, help_text="The page for readers.", **options)

    def to_representation(self, row: Any) -> str:
        address: str = self.context["request"].build_absolute_uri(row.page())
        return address


class ClubName(serializers.Serializer):
    """A club as other rows name it."""

    number = serializers.CharField()
    name = serializers.CharField()
    page = PageField("club", "number")


class UnitName(serializers.Serializer):
    """A unit above the clubs, or an organiser that is not a club, as other rows name it."""

    code = serializers.CharField()
    name = serializers.CharField()
    page = PageField("unit", "code")


class MemberName(serializers.Serializer):
    """A member as other rows name them."""

    number = serializers.CharField(help_text="The member number.")
    name = serializers.SerializerMethodField(help_text="Last name, first name. Empty for hidden members.")
    title = serializers.SerializerMethodField()
    fide_id = serializers.SerializerMethodField()
    page = PageField("player", "number")

    def get_name(self, member: Member) -> str:
        return "" if is_nameless(member) else member.name

    def get_title(self, member: Member) -> str:
        return "" if is_nameless(member) else member.title

    def get_fide_id(self, member: Member) -> int | None:
        return None if is_nameless(member) else member.fide_id


def is_nameless(member: Member) -> bool:
    """Return whether the member is hidden or was erased: nothing that leads to the name is shown."""
    return member.hidden or member.erased_at is not None
