"""Notices to members who asked for them: a request of theirs was decided, their affiliation ends soon."""

import datetime as dt

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_noop as noop

from federation.database import bulk
from federation.models import Affiliation, NoticeChoice, Rectification
from federation.own_data import notices

Kind = NoticeChoice.Kind
BEFORE = dt.timedelta(days=30)
ACCEPTED = noop("The correction that %(name)s asked for was made: %(value)s.")
DECLINED = noop("The correction that %(name)s asked for was declined: %(value)s. Reason: %(reason)s")
ENDS = noop("The affiliation of %(name)s ends on %(day)s. The club renews it.")


def request_decided(request: Rectification) -> int:
    """Announce that a request for a correction was decided. Return the number of accounts. One query for none."""
    if not notices.is_wanted(Kind.REQUEST):
        return 0
    facts = {"name": request.member.name, "value": request.value, "reason": request.reason}
    text = ACCEPTED if request.accepted else DECLINED
    return notices.tell(Kind.REQUEST, f"request {request.pk}", [notices.News(request.member_id, text, facts, _path())])


def queue() -> None:
    """Queue notices of affiliations that end within 30 days, each once. A `NIGHTLY` hook."""
    endings()


def endings(today: dt.date | None = None) -> int:
    """Announce affiliations that end within 30 days and are not continued. Return the number of accounts."""
    today = today or timezone.localdate()
    members = notices.members_of_subscribers(Kind.ENDING)
    if not members:
        return 0
    later = Affiliation.objects.filter(Q(end=None) | Q(end__gt=OuterRef("end")), member=OuterRef("member"))
    ending = Affiliation.objects.filter(
        ~Exists(later), member__in=bulk.in_values(list(members)), end__range=(today, today + BEFORE)
    )
    count = 0
    for each in ending.select_related("member").order_by("pk"):
        facts = {"name": each.member.name, "day": {"day": each.end.isoformat()}}
        about = f"affiliation {each.pk} {each.end}"
        if not each.member.notices.filter(kind=Kind.ENDING, about=about).exists():
            count += notices.tell(Kind.ENDING, about, [notices.News(each.member_id, ENDS, facts, _path())])
    return count


def _path() -> str:
    with translation.override(settings.LANGUAGE_CODE):
        return reverse("own_data")
