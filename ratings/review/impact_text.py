"""What a change would do to the ratings, as pages show it beside the button that makes the change."""

from django.contrib.auth.models import AnonymousUser, User
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from federation.web.dry_run import Change
from ratings.access import SEES_ALL, pools_for
from ratings.errors import RatingError
from ratings.review.impact import foresee


def describe_impact(change: Change, user: User | AnonymousUser) -> SafeString:
    """Return it as HTML, for the pools that the user may see. Only staff see the names of hidden members.

    Raise what the change raises.
    """
    context: dict[str, object] = {}
    try:
        pools, public = pools_for(user), not user.has_perm(SEES_ALL)
        context["foreseen"] = foresee(change, pools, timezone.localdate(), public=public)
    except RatingError as problem:
        context["problem"] = problem.sentence
    return render_to_string("ratings/_foreseen.html", context)
