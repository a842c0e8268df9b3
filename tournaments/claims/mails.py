"""Mails about claims: to the organiser who should answer, and to the user who raised one, each time it moves on."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.access import offices_for
from federation.accounts import mail
from federation.models import Job
from federation.structure.rights import Verb
from tournaments.claims import access, claim_notices, wording
from tournaments.mail_text import News, one_line, send_news
from tournaments.models import Claim
from tournaments.review.decision_mails import NOT_SENT, PAUSE

SUBJECTS = noop("Claim: %(name)s"), noop("Claims: news about %(count)s")


def later(claim: Claim, by: User | None) -> None:
    """Queue a mail to those whom the claim concerns now, except ``by``, or add to the one that waits.

    Tell the member, too, if they asked for notices.
    """
    claim_notices.tell(claim)
    if not mail.are_sent():
        return
    readers = {claim.raised_by_id}
    if claim.state == Claim.State.ORGANISER:
        event = claim.tournament
        place = {"unit": event.unit_id} if event.club_id is None else {"club": event.club_id}
        answering = offices_for(Verb.ANSWER_CLAIM, timezone.localdate()).filter(**place)
        readers |= set(answering.values_list("account", flat=True))
    wanted = readers - {None, by.pk if by else None}
    for user in mail.wanted_by([pk for pk in wanted if pk is not None]).order_by("pk"):
        arguments = {"user": user.pk, "claims": [claim.pk]}
        mail.gather("claim_mail", f"claim_mail {user.pk}", arguments, "claims", PAUSE)


def send(job: Job, user_id: int, ids: Collection[int]) -> None:
    """Mail the user where these claims (ids) stand, if they may see them. Raise what `mail.deliver` raises."""
    user = mail.wanted_by([user_id]).first()
    if user is None:
        return
    found = list(access.claims_of(user).filter(pk__in=ids).select_related("tournament").distinct().order_by("pk"))
    if not found:
        return
    with mail.in_language_of(user):
        news = [_news(each) for each in found]
        send_news(job, user, news, names=[each.name for each in news], subjects=SUBJECTS, not_sent=NOT_SENT)


def _news(claim: Claim) -> News:
    said = _("%(claim)s: %(standing)s.") % {"claim": claim, "standing": wording.standing(claim)}
    return News(one_line(claim.tournament.name), one_line(said), mail.link("claim", claim.pk))
