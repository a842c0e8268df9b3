"""What the tournaments have for the staff to do (see `federation.dashboard`)."""

from collections.abc import Iterator

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.dashboard import User, Waiting
from tournaments.models import Claim, DeadlineOverride, Stage, Tournament


def tournaments(user: User) -> Iterator[Waiting]:
    """Yield tournaments and claims that wait for a decision, and tournaments that nobody submitted yet. Two queries."""
    if not user.has_perm("tournaments.change_tournament"):
        return
    stages = Tournament.objects.order_by().aggregate(
        submitted=Count("pk", filter=Q(stage=Stage.SUBMITTED)),
        read=Count("pk", filter=Q(stage=Stage.READ, on_site_visibility="")),
    )
    if count := Claim.objects.filter(state__in=[Claim.State.LATE, Claim.State.OFFICER]).count():
        sentence = ngettext(
            "%(count)d claim is waiting for a decision.", "%(count)d claims are waiting for a decision.", count
        )
        yield Waiting(sentence % {"count": count}, reverse("claims"))
    submitted, read = stages["submitted"], stages["read"]
    address = reverse("admin:tournaments_tournament_changelist")
    if submitted:
        sentence = ngettext(
            "%(count)d submitted tournament is waiting for a decision.",
            "%(count)d submitted tournaments are waiting for a decision.",
            submitted,
        )
        yield Waiting(sentence % {"count": submitted}, f"{address}?stage={Stage.SUBMITTED}")
    if read:
        sentence = ngettext(
            "%(count)d tournament was read but not submitted yet.",
            "%(count)d tournaments were read but not submitted yet.",
            read,
        )
        yield Waiting(sentence % {"count": read}, f"{address}?stage={Stage.READ}")


def admissions(user: User) -> Iterator[Waiting]:
    """Yield how often officers admitted results after a deadline this year, by officer. One query."""
    if not user.has_perm("tournaments.change_tournament"):
        return
    made = DeadlineOverride.objects.filter(made_at__year=timezone.localdate().year).order_by("made_by__username")
    counts = dict(made.values_list("made_by__username").annotate(count=Count("pk")))
    if counts:
        names = ", ".join(f"{name or '–'}: {count}" for name, count in counts.items())
        sentence = _("Admitted after a deadline this year: %(count)s (%(names)s).")
        facts = {"count": sum(counts.values()), "names": names}
        yield Waiting(sentence % facts, reverse("admin:tournaments_tournament_changelist"))
