"""Find people known to the federation who may be the person that a club enrols."""

import datetime as dt
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.identity.names import PersonName, same_person, search_key
from federation.models import Affiliation, Club, Member

ALIKE = 0.9  # of names: "Aerts, Ana" and "Aerts, Anna"
ALIKE_SAME_DAY = 0.75  # where the birth date is the same
SHOWN = 10

SAME_FIDE_ID = gettext_lazy("the same FIDE ID")
SAME_DAY_SAME_NAME = gettext_lazy("the same name and birth date")
SAME_DAY = gettext_lazy("that birth date and a similar name")
SAME_YEAR = gettext_lazy("that year of birth and a similar name")
SAME_NAME = gettext_lazy("the same name, birth date unknown")


class Hit(NamedTuple):
    """A member who may be the person."""

    member: Member  # the record in use
    why: str
    affiliation: Affiliation | None  # the last one
    is_own: bool  # of the club that asks: it sees name and number

    @property
    def is_affiliated(self) -> bool:
        return self.affiliation is not None and self.affiliation.holds_on(timezone.localdate())

    @property
    def text(self) -> str:
        """Return what the asking club may know: of a member of another club no name, number or birth date."""
        if self.is_own:
            return _("%(member)s: %(why)s") % {"member": self.member, "why": self.why}
        if self.member.deceased:
            return _("A deceased member: %(why)s") % {"why": self.why}
        club = self.affiliation.club if self.affiliation else None
        if club is None:
            return _("A person known to the federation: %(why)s") % {"why": self.why}
        facts = {"club": club, "why": self.why}
        return (
            _("A member of %(club)s: %(why)s") if self.is_affiliated else _("A former member of %(club)s: %(why)s")
        ) % facts


def find(
    club: Club, last_name: str, first_name: str, birth_date: dt.date | None, fide_id: int | None = None
) -> list[Hit]:
    """Return the members, former ones and merged records among them, who may be the person. Three queries at most."""
    key, name = search_key(last_name, first_name), PersonName(last_name, first_name)
    found: dict[int, tuple[Member, str]] = {}
    for member in _candidates(key, birth_date, fide_id):
        why = reason(member, key, name, birth_date, fide_id)
        record = member.merged_into or member
        if why and record.pk not in found:
            found[record.pk] = (record, why)
    last: dict[int, Affiliation] = {}
    if found:
        rows = Affiliation.objects.filter(member__in=list(found)[:SHOWN]).select_related("club").order_by("start")
        last = {row.member_id: row for row in rows}
    return [
        Hit(record, why, last.get(pk), pk in last and last[pk].club_id == club.pk)
        for pk, (record, why) in list(found.items())[:SHOWN]
    ]


def _candidates(key: str, birth_date: dt.date | None, fide_id: int | None) -> Iterable[Member]:
    """Return everybody of that FIDE id, name or year of birth."""
    alike = Q(search_name=key)
    if birth_date is not None:
        year = birth_date.year
        alike |= Q(birth_date__range=(dt.date(year, 1, 1), dt.date(year, 12, 31)))
    if fide_id:
        alike |= Q(fide_id=fide_id)
    return Member.objects.filter(alike).select_related("merged_into").order_by("key")


def reason(member: Member, key: str, name: PersonName, birth_date: dt.date | None, fide_id: int | None = None) -> str:
    """Return why the member may be the person, "" if they are not."""
    if fide_id and member.fide_id == fide_id:
        return str(SAME_FIDE_ID)
    is_same_name = same_person(name, PersonName(member.last_name, member.first_name))
    if member.birth_date is None or birth_date is None:
        return str(SAME_NAME) if is_same_name else ""
    if member.birth_date == birth_date:
        if is_same_name:
            return str(SAME_DAY_SAME_NAME)
        return str(SAME_DAY) if _alike(member.search_name, key, ALIKE_SAME_DAY) else ""
    is_same_year = member.birth_date.year == birth_date.year
    return str(SAME_YEAR) if is_same_year and (is_same_name or _alike(member.search_name, key, ALIKE)) else ""


def _alike(one: str, other: str, least: float) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= least and matcher.quick_ratio() >= least and matcher.ratio() >= least
