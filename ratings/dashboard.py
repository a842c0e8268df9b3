"""What waits for the staff in the ratings (see `federation.dashboard`)."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator

from django.db.models import Count, Max, Q, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.dashboard import User, Waiting
from federation.desk import waiting as desk
from federation.i18n.dates import long_date
from federation.office.inbox import Section
from ratings.games.players import read_people
from ratings.lists.stale_lists import stale_drafts, stale_lists
from ratings.models import ListCheck, RatingList, RatingPool
from ratings.pools.creation import day_after
from ratings.verification import nightly
from ratings.verification.checks import sentences_of

SHOWN_AT_MOST = 5  # lists that failed verification


def lists(user: User) -> Iterator[Waiting]:
    """Return drafts to publish, lists that no longer fit their games, and lists whose day has come.

    Two queries, three more to read the members if a list was calculated, and some for each pool with such lists.
    """
    if not user.has_perm("ratings.change_ratinglist"):
        return
    drafts: dict[RatingPool, list[RatingList]] = defaultdict(list)
    found = RatingList.objects.filter(state=RatingList.State.DRAFT).select_related("pool").defer("manifest")
    for draft in found.order_by("pool", "date"):
        drafts[draft.pool].append(draft)
    people = read_people() if drafts else None
    for pool, waiting in drafts.items():
        yield from _drafts(waiting, {stale.rating_list.pk for stale in stale_drafts(pool, people, remember=True)})
    published = Q(lists__state=RatingList.State.PUBLISHED)
    calculated = Max("lists__date", filter=published & Q(lists__imported=False))
    pools = RatingPool.objects.annotate(last=Max("lists__date", filter=published), calculated=calculated)
    for pool in pools.exclude(last=None):
        drafted = {draft.date for draft in drafts[pool]}
        if pool.calculated:
            people = people or read_people()
            stale = [found.rating_list.date for found in stale_lists(pool, people, remember=True)]
            yield from _to_revise(pool, [day for day in stale if day not in drafted])
        day = day_after(pool, pool.last)
        if day <= timezone.localdate() and not drafted:
            sentence = _("The %(pool)s list of %(date)s is due.") % _named(pool, day)
            yield Waiting(sentence, _run(pool, day), _("Calculate the list"))


def _drafts(drafts: list[RatingList], stale: set[int]) -> Iterator[Waiting]:
    """Return a line for each draft of a pool, by day, except those after one that must be recalculated."""
    unfit: set[int] = set()
    for draft in drafts:
        if draft.previous_id in unfit:
            unfit.add(draft.pk)
            continue
        sentence = _("The %(pool)s draft of %(date)s is ready to be published.")
        if draft.pk in stale:
            unfit.add(draft.pk)
            sentence = _("The %(pool)s draft of %(date)s no longer matches its games: recalculate or discard it.")
        page = reverse("admin:ratings_ratinglist_change", args=[draft.pk])
        yield Waiting(sentence % _named(draft.pool, draft.date), page, _("Open the draft"))


def _to_revise(pool: RatingPool, days: list[dt.date]) -> Iterator[Waiting]:
    """Return one line for all lists of a pool that no longer fit: one page revises them all."""
    if days:
        sentence = ngettext(
            "The %(pool)s list of %(date)s no longer matches its games: it has to be revised.",
            "%(count)d %(pool)s lists no longer match their games, the first one of %(date)s: they have to be revised.",
            len(days),
        )
        page = reverse("admin:ratings_ratinglist_revisions")
        yield Waiting(sentence % {**_named(pool, days[0]), "count": len(days)}, page, _("Revise the lists"))


def _run(pool: RatingPool, day: dt.date) -> str:
    """Return the address of the page that starts a run."""
    return f"{reverse('admin:ratings_ratingpool_rate', args=[pool.pk])}?date={day.isoformat()}"


def _named(pool: RatingPool, day: dt.date) -> dict[str, str]:
    return {"pool": pool.name, "date": long_date(day)}


def verification(user: User) -> Iterator[Waiting]:
    """Return published lists that failed their last verification, and a verification that does not run. One query."""
    if not user.has_perm("ratings.view_ratinglist"):
        return
    checks = ListCheck.objects.filter(list__in=RatingList.objects.once_published())
    longest_ago = checks.order_by("checked_at").values("pk")[:1]
    found = checks.filter(Q(passed=False) | Q(pk=Subquery(longest_ago))).select_related("list__pool")
    results = list(found.order_by("-list__date"))
    for result in [each for each in results if not each.passed][:SHOWN_AT_MOST]:
        named = _named(result.list.pool, result.list.date)
        [first, *_others] = sentences_of(result.findings)
        sentence = _("The %(pool)s list of %(date)s failed verification: %(first)s") % {**named, "first": first}
        page = reverse("admin:ratings_ratinglist_verify", args=[result.list_id])
        yield Waiting(sentence, page, _("Verify the list"))
    oldest = min((each.checked_at for each in results), default=None)
    if nightly.is_late(oldest):
        sentence = _(
            "The published lists were last verified on %(date)s; this should happen every night. "
            "Start the sweeper on the server again."
        )
        yield Waiting(sentence % {"date": long_date(oldest)}, reverse("admin:federation_job_changelist"))


def inbox(user: User) -> Iterator[Section]:
    """Yield what `lists` and `verification` do, for the officers' inbox."""
    found = [*lists(user), *verification(user)]
    lines = [desk.Waiting(each.text, "", each.button or _("Open the jobs"), each.address) for each in found]
    yield Section("lists", gettext_lazy("Lists"), lines)


def verified(user: User) -> Iterator[Waiting]:
    """Return what the last verification of the published lists found, in one line. One query."""
    if not user.has_perm("ratings.view_ratinglist"):
        return
    found = ListCheck.objects.filter(list__in=RatingList.objects.once_published()).aggregate(
        count=Count("pk"), passed=Count("pk", filter=Q(passed=True)), last=Max("checked_at")
    )
    if found["last"]:
        sentence = ngettext(
            "%(passed)d of %(count)d published list verified, last on %(moment)s.",
            "%(passed)d of %(count)d published lists verified, last on %(moment)s.",
            found["count"],
        )
        facts = {**found, "moment": date_format(timezone.localtime(found["last"]), "DATETIME_FORMAT")}
        yield Waiting(sentence % facts, reverse("admin:ratings_ratinglist_changelist"))


def pools(user: User) -> Iterator[Waiting]:
    """Remind of a first pool and its starting ratings. Two queries."""
    if not user.has_perm("ratings.add_ratingpool"):
        return
    if not RatingPool.objects.exists():
        sentence = _("Add a rating type: a system, its rules, and the games that count.")
        yield Waiting(sentence, reverse("admin:ratings_ratingpool_add"))
    for pool in RatingPool.objects.filter(lists=None):
        sentence = _("Import the ratings that members already have into %(pool)s, or calculate its first list.")
        yield Waiting(sentence % {"pool": pool}, reverse("admin:ratings_ratingpool_change", args=[pool.pk]))
