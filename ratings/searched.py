"""What the search finds of members, clubs and lists."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.identity.member_numbers import key_of
from federation.members.former_numbers import has_number
from federation.models import Affiliation, Club, Member, MemberQuerySet, shown_name
from federation.search.sources import Found, Source
from federation.web.tables import address_before
from ratings.find_lists import public_lists

FIDE_DIGITS = 15  # of the longest number that the column holds


def member_texts(ids: Collection[int] | None) -> Iterable[tuple[int, str]]:
    """Return the names of members whom anyone may find by name."""
    members = Member.objects.current().filter(hidden=False, erased_at=None).order_by()
    members = members if ids is None else members.filter(pk__in=ids)
    return members.values_list("pk", "search_name").iterator(chunk_size=10_000)


def member_lines(ids: Sequence[int]) -> list[Found]:
    members = Member.objects.filter(pk__in=ids, merged_into=None, hidden=False, erased_at=None)
    return _sorted(dict(_lines(members)), ids)


def members_numbered(text: str) -> MemberQuerySet:
    """Return the members who have, or had, this member number or FIDE ID; hidden members by the former only."""
    found = Member.objects.none()
    if not any(map(str.isdecimal, text)):
        return found
    if key := key_of(text):
        found = Member.objects.current().filter(has_number(key))
    if text.isdecimal() and text.isascii() and len(text) <= FIDE_DIGITS:
        found = found | Member.objects.current().filter(fide_id=int(text), hidden=False)
    return found


def numbered_lines(text: str) -> list[Found]:
    found = members_numbered(text)
    if found.query.is_empty():  # the lines of nobody take as long to ask for as those of somebody
        return []
    return [line for _pk, line in _lines(found)]


def club_texts(ids: Collection[int] | None) -> Iterable[tuple[int, str]]:
    clubs = Club.objects.active().order_by()
    for club in clubs if ids is None else clubs.filter(pk__in=ids):
        yield club.pk, f"{club.name} {club.short_name} {club.city} {club.number}"


def club_lines(ids: Sequence[int]) -> list[Found]:
    clubs = Club.objects.active().filter(pk__in=ids)
    lines = {}
    for club in clubs:
        about = " · ".join(filter(None, [club.number, club.city]))
        lines[club.pk] = Found(club.name, reverse("club", args=[club.number]), about)
    return _sorted(lines, ids)


def list_texts(ids: Collection[int] | None) -> Iterable[tuple[int, str]]:
    lists = public_lists()
    for each in lists if ids is None else lists.filter(pk__in=ids):
        yield each.pk, f"{each.pool.name} {each.pool.slug} {each.date:%Y %m}"


def list_lines(ids: Sequence[int]) -> list[Found]:
    lines = {}
    for each in public_lists().filter(pk__in=ids):
        address = reverse("list", args=[each.pool.slug, each.month_slug])
        lines[each.pk] = Found(f"{each.pool.name}, {long_date(each.date)}", address)
    return _sorted(lines, ids)


def _lines(members: MemberQuerySet) -> Iterator[tuple[int, Found]]:
    """Yield ids and lines: number and club of today tell namesakes apart."""
    affiliated = Affiliation.objects.on(timezone.localdate()).filter(member=OuterRef("pk")).order_by("-start")
    club = Subquery(affiliated.exclude(club=None).values("club__name")[:1])
    names = members.order_by("key").values_list("pk", "number", "last_name", "first_name", "hidden", club)
    before = address_before("player")
    for pk, number, last_name, first_name, hidden, club_name in names:
        title = shown_name(number, last_name, first_name, hidden)
        yield pk, Found(title, f"{before}{number}/", " · ".join(filter(None, [number, club_name])))


def _sorted(lines: dict[int, Found], ids: Sequence[int]) -> list[Found]:
    return [lines[pk] for pk in ids if pk in lines]


MEMBERS = Source("member", _("Players"), member_texts, member_lines, "member", numbered_lines)
CLUBS = Source("club", _("Clubs"), club_texts, club_lines, "club")
LISTS = Source("list", _("Rating lists"), list_texts, list_lines, "list")
