"""What is to be revised after corrections, in all pools, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import gettext as _

from ratings.games.players import People, read_people
from ratings.lists.stale_lists import StaleList, stale_drafts, stale_lists
from ratings.lists.taken_in import WITHOUT_EFFECT
from ratings.models import RatingList, RatingPool
from tournaments.models import Correction, Tournament

LONGEST_REASON = RatingList._meta.get_field("reason").max_length or 0


@dataclass(frozen=True)
class PoolPlan:
    """What is to be revised in a pool."""

    pool: RatingPool
    stale: list[StaleList]
    following: int  # published lists after the first stale one that follow from it
    drafts: list[RatingList]  # of revisions, in their order
    is_outdated: bool  # a draft of them no longer fits the games
    reason: str  # taken from the corrections

    @property
    def is_ready(self) -> bool:
        """Return whether there is a draft for each stale list, and all fit."""
        days = {draft.date for draft in self.drafts}
        return not self.is_outdated and all(each.rating_list.date in days for each in self.stale)


def plans() -> list[PoolPlan]:
    """Return the pools with stale lists. Some queries for each pool that has calculated lists."""
    calculated = RatingPool.objects.filter(lists__in=RatingList.objects.published().filter(imported=False)).distinct()
    pools = list(calculated)
    people = read_people() if pools else None
    found = [(pool, stale_lists(pool, people, remember=True)) for pool in pools]
    reasons = _reasons_of([each for _pool, stale in found for each in stale])
    return [_plan(pool, stale, people, _reason(stale, reasons)) for pool, stale in found if stale]


def _plan(pool: RatingPool, stale: list[StaleList], people: People | None, reason: str) -> PoolPlan:
    drafts = list(pool.lists.filter(state=RatingList.State.DRAFT, revision__gt=0).order_by("date"))
    outdated = {each.rating_list for each in stale_drafts(pool, people, remember=True)} if drafts else set()
    since = pool.lists.published().filter(imported=False, date__gte=stale[0].rating_list.date)
    return PoolPlan(pool, stale, since.count() - len(stale), drafts, not outdated.isdisjoint(drafts), reason)


def _reasons_of(stale: list[StaleList]) -> dict[int, list[Correction]]:
    """Return the corrections since the first of these lists, by tournament, the earliest first. One query."""
    events = {event.pk for each in stale for event in each.tournaments}
    moments = [each.rating_list.computed_at for each in stale if each.rating_list.computed_at]
    if not events or not moments:
        return {}
    made = Correction.objects.filter(tournament__in=events, made_at__gt=min(moments)).exclude(field__in=WITHOUT_EFFECT)
    rows = made.order_by("tournament", "pk")
    return {tournament: list(each) for tournament, each in groupby(rows, key=lambda row: row.tournament_id)}


def _reason(stale: list[StaleList], corrections: Mapping[int, list[Correction]]) -> str:
    """Return why these lists are revised, from the corrections; of a tournament without any, what became of it."""
    events = dict.fromkeys(event for each in stale for event in each.tournaments)
    said = [_said(event, corrections.get(event.pk, [])) for event in events]
    text = " ".join(said or stale[0].causes)
    return text if len(text) <= LONGEST_REASON else f"{text[: LONGEST_REASON - 1]}…"


def _said(event: Tournament, corrections: list[Correction]) -> str:
    reasons = " ".join(dict.fromkeys(each.reason for each in corrections))
    if not event.is_public:  # it was withdrawn: its name is not shown any more
        return reasons or _("A tournament was withdrawn.")
    if not reasons:
        return _("Tournament changed or added: %(name)s.") % {"name": event.name}
    return _("%(what)s: %(said)s") % {"what": event.name, "said": reasons}


def revisions_page(user: User) -> str:
    """Return the address of the page that revises everything; "" if the user may not revise lists."""
    return reverse("admin:ratings_ratinglist_revisions") if user.has_perm("ratings.change_ratinglist") else ""
