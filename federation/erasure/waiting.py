"""What waits for officers: erasures that another one has requested, once the days to think are over."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from federation.access import may_everywhere
from federation.dashboard import User, Waiting
from federation.models import Erasure
from federation.models.privacy import TO_THINK
from federation.structure.rights import Verb


def erasures(user: User) -> Iterator[Waiting]:
    """Yield the erasures that the user may approve. One query."""
    if not may_everywhere(user, Verb.ERASE_PEOPLE):
        return
    due = Erasure.objects.open().filter(approved_at=None, asked_at__lte=timezone.now() - TO_THINK)
    if count := due.exclude(asked_by=user.pk).count():
        sentence = ngettext(
            "%(count)d erasure of a person waits for your approval.",
            "%(count)d erasures of people wait for your approval.",
            count,
        )
        yield Waiting(sentence % {"count": count}, reverse("erasures"))
