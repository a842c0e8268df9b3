"""What league seasons have for the officers' inbox: protests to decide, matches of past days that are not closed."""

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.db.models import Count, F, Min, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.access import may_everywhere
from federation.desk.waiting import Waiting
from federation.office.inbox import SHOWN, Section, section
from federation.structure.rights import Verb
from leagues import access
from leagues.models import Match, Protest, Season

SEASON = "series__division__season"


def inbox(user: User) -> Iterator[Section]:
    """Yield what the officers of league seasons decide. Two queries, none for users who run no whole competition."""
    if may_everywhere(user, Verb.RUN_LEAGUES):
        running = access.seasons_run_by(user).filter(stage=Season.Stage.RUNNING)
        yield section("leagues", gettext_lazy("Interclubs"), [*_protests(running), *_late(running)])


def _protests(seasons: QuerySet[Season]) -> Iterator[Waiting]:
    waiting = Protest.objects.filter(**{f"match__{SEASON}__in": seasons}, decided_at=None)
    for each in waiting.select_related("match__home", "match__away").order_by("at", "pk")[:SHOWN]:
        title = _("%(team)s protests: %(match)s") % {"team": each.match.team(each.side), "match": each.match}
        address = reverse("league_office_match", args=[each.match_id])
        yield Waiting(title, each.text[:200], _("Decide"), address, since=timezone.localdate(each.at))


def _late(seasons: QuerySet[Season]) -> Iterator[Waiting]:
    """Yield a line for each season with matches of past days that are not closed."""
    late = Match.objects.filter(**{f"{SEASON}__in": seasons}, day__lt=timezone.localdate())
    of = late.exclude(state=Match.State.CLOSED).order_by().values(slug=F(f"{SEASON}__slug"), name=F(f"{SEASON}__name"))
    for season in of.annotate(count=Count("pk"), since=Min("day")):
        count = season["count"]
        title = ngettext(
            "%(count)d match of a past day is not closed", "%(count)d matches of past days are not closed", count
        ) % {"count": count}
        address = reverse("league_office_season", args=[season["slug"]])
        yield Waiting(title, season["name"], _("See the matches"), address, since=season["since"])
