"""Ask by mail the clubs that have not renewed all their members for a season: their secretaries."""

from collections import defaultdict
from collections.abc import Collection

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

from federation import access
from federation.accounts import mail
from federation.background import jobs
from federation.database import bulk
from federation.enrolment.renewal import NOT_OPEN, RenewalError, opens_on, unrenewed
from federation.i18n.errors import UserError
from federation.identity.seasons import season_name
from federation.models import Club, Job, RenewalReminder
from federation.structure.rights import Verb

KIND = "renewal_mail"
NO_MAIL = noop("This site sends no mail: no club was asked.")
NOT_SENT = noop("The request to renew members could not be sent to account %(account)s of club %(club)s.")


def late(season: int) -> dict[int, int]:
    """Return how many members each club (id) has not renewed for the season. One query."""
    if timezone.localdate() < opens_on(season):
        return {}
    return dict(unrenewed(season).order_by().values_list("club").annotate(Count("member", distinct=True)))


@transaction.atomic
def ask(season: int, by: User) -> tuple[int, int]:
    """Ask the clubs that are late, each once a day. Return how many, and how many have no secretary with a mail.

    Raise `RenewalError` if the site sends no mail, or clubs cannot renew yet.
    """
    if not mail.are_sent():
        raise RenewalError(NO_MAIL)
    if timezone.localdate() < opens_on(season):
        raise RenewalError(NOT_OPEN, day=opens_on(season))
    today, counts = timezone.localdate(), late(season)
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=bulk.in_values(counts)).order_by("pk"))
    asked = set(RenewalReminder.objects.filter(season=season, day=today).values_list("club", flat=True))
    found = sorted(counts.keys() - asked)
    readers = _secretaries(found)
    made = RenewalReminder.objects.bulk_create(
        RenewalReminder(club_id=club, season=season, members=counts[club], day=today, sent_by=by)
        for club in found
        if club in readers
    )
    for reminder in made:
        for account in readers[reminder.club_id]:
            jobs.submit(KIND, f"{KIND} {reminder.pk} {account}", {"reminder": reminder.pk, "user": account})
    return len(made), len(found) - len(made)


def _secretaries(clubs: Collection[int]) -> dict[int, set[int]]:
    """Return the accounts (ids) with a mail that renew the members of each club (id)."""
    held = access.offices_for(Verb.ENROL, timezone.localdate()).filter(club__in=bulk.in_values(clubs))
    found: dict[int, set[int]] = defaultdict(set)
    for club, account in held.exclude(account__email="").values_list("club", "account"):
        found[club].add(account)
    return found


def send(job: Job, reminder: int, account: int) -> None:
    """Send a request to an account, unless it has gone. Raise what `mail.deliver` raises."""
    asked = RenewalReminder.objects.select_related("club").filter(pk=reminder).first()
    user = User.objects.filter(pk=account, is_active=True).exclude(email="").first()
    if asked is None or user is None:
        return
    with mail.in_language_of(user):
        facts = {"club": asked.club, "count": asked.members, "season": season_name(asked.season)}
        subject = ngettext(
            "%(club)s: %(count)d member is not renewed for %(season)s",
            "%(club)s: %(count)d members are not renewed for %(season)s",
            asked.members,
        )
        link = mail.link("desk_renewal", asked.club_id)
        context = {**facts, "link": link, "federation_name": settings.FEDERATION_NAME}
        text = render_to_string("federation/office/renewal_mail.txt", context).strip() + "\n"
        failure = UserError(NOT_SENT, club=asked.club.number, account=user.get_username())
        mail.deliver(job, user, subject % facts, text, failure)
