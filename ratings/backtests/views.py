"""Back-tests and what-ifs: how good the predictions of pools are, and how good they would be with other rules."""

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.models import Job, Member
from ratings.access import may_test, pools_for, what_ifs_for
from ratings.backtests.backtest import is_of_today, lists_digests
from ratings.backtests.forms import WhatIfForm
from ratings.backtests.pages import backtest_sections, comparison_section, what_if_sections
from ratings.errors import RatingError
from ratings.lists.job_queue import backtest_key, backtests_at_work, queue_backtest, queue_what_if
from ratings.models import Backtest, PoolComparison, RatingPool, WhatIf
from ratings.pools.rules_text import RuleTable, changed, profile_name


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show all pools with their scores, side by side on the games that they share, and the what-ifs. Six queries."""
    pools = {pool.slug: pool for pool in pools_for(request.user)}
    tests = Backtest.objects.filter(pool__in=pools.values()).defer("games")
    sections = [
        comparison_section(number, comparison, pools) for number, comparison in enumerate(PoolComparison.objects.all())
    ]
    context = {
        "section": "lists",
        "pools": _tested(pools.values(), {test.pool_id: test for test in tests}),
        "sections": [section for section in sections if section],
        "what_ifs": what_ifs_for(request.user),
    }
    return render(request, "ratings/backtest/index.html", context)


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how good the predictions of a pool were. Four queries. Staff, who may start it, also see a running job."""
    pool = get_object_or_404(pools_for(request.user), slug=slug)
    test = Backtest.objects.filter(pool=pool).select_related("pool").defer("games").first()
    context = {
        "section": "lists",
        "pool": pool,
        "test": test,
        "is_stale": test and not is_of_today(test),
        "sections": backtest_sections(pool, test.result) if test else [],
        "what_ifs": what_ifs_for(request.user).filter(pool=pool),
        "may_test": may_test(request.user),
    }
    if context["may_test"]:
        context["job"] = Job.objects.filter(key=backtest_key(pool)).order_by("-created_at").first()
    return render(request, "ratings/backtest/detail.html", context)


@require_POST
def compute(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the back-test of a pool."""
    if not may_test(request.user):
        raise PermissionDenied
    pool = get_object_or_404(pools_for(request.user), slug=slug)
    queue_backtest(pool, by=request.user)
    return redirect("backtest", pool.slug)


def ask_what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for other rules, and queue the calculation."""
    if not may_test(request.user):
        raise PermissionDenied
    pool = get_object_or_404(pools_for(request.user), slug=slug)
    try:
        form = WhatIfForm(pool, request.POST or None, instance=WhatIf(created_by=request.user))
    except RatingError as problem:
        messages.error(request, problem.sentence)
        return redirect("backtest", pool.slug)
    if request.method == "POST" and form.is_valid():
        asked = form.save()
        queue_what_if(asked, by=request.user)
        return redirect("what_if", asked.pk)
    return render(request, "ratings/backtest/ask.html", {"section": "lists", "pool": pool, "form": form})


@require_safe
def what_if(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a pool as it is and as it would be. Three queries."""
    found = get_object_or_404(what_ifs_for(request.user), pk=pk)
    context = {
        "section": "lists",
        "what_if": found,
        "pool": found.pool,
        "profile": profile_name(found),
        "rules": RuleTable(changed(found), _("What would be different")),
        "sections": what_if_sections(found, _movers(found)) if found.result else [],
        "is_stale": found.result and found.lists_digest != lists_digests([found.pool])[found.pool.pk],
        "may_test": may_test(request.user),
    }
    return render(request, "ratings/backtest/what_if.html", context)


@require_POST
def change_what_if(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the what-if to anyone or to staff only, or delete it, depending on the button."""
    if not may_test(request.user):
        raise PermissionDenied
    found = get_object_or_404(what_ifs_for(request.user), pk=pk)
    if "delete" in request.POST:
        found.delete()
        messages.success(request, _("The scenario “%(title)s” was deleted.") % {"title": found.title})
        return redirect("backtest", found.pool.slug)
    WhatIf.objects.filter(pk=found.pk).update(public="publish" in request.POST)  # may be deleted by now
    return redirect("what_if", found.pk)


def _tested(pools: Collection[RatingPool], tests: dict[int, Backtest]) -> list[dict[str, Any]]:
    """Return a row for each pool: its test, whether that is older than the latest list, and whether one is running."""
    digests, at_work = lists_digests(pools), backtests_at_work()
    return [
        {
            "pool": pool,
            "test": test,
            "is_stale": bool(test and test.lists_digest != digests[pool.pk]),
            "is_at_work": pool.slug in at_work,
        }
        for pool in pools
        for test in [tests.get(pool.pk)]
    ]


def _movers(found: WhatIf) -> dict[int, Member]:
    ratings = found.result["ratings"]
    members = Member.objects.filter(pk__in=[row["member"] for key in ("gains", "losses") for row in ratings[key]])
    return {member.pk: member for member in members}
