"""Remind clubs by mail of what they did not pay in time: their secretaries and treasurers."""

from collections import defaultdict
from collections.abc import Collection

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation import access
from federation.accounts import mail
from federation.background import jobs
from federation.database import bulk
from federation.i18n.dates import long_date
from federation.i18n.errors import UserError
from federation.identity.seasons import bounds, season_name
from federation.models import Club, Job, Reminder
from federation.money.amounts import amount
from federation.money.references import reference_of
from federation.money.statements import due_day
from federation.overdue.amounts_due import Deadline, overdue
from federation.overdue.measures import OverdueError
from federation.profiles.reading import profile
from federation.structure.rights import Role, Verb

KIND = "reminder_mail"
SUBJECT = noop("%(club)s: %(amount)s is overdue")
NO_MAIL = noop("This site sends no mail: no reminder was sent.")
NOT_SENT = noop("The reminder to club %(club)s could not be sent to account %(account)s.")
READERS = (Role.SECRETARY, Role.CLUB_TREASURER)


@transaction.atomic
def remind(due: Deadline, clubs: Collection[int], by: User | None) -> tuple[int, int]:
    """Remind clubs (ids) that still owe, at most once a day. Return how many, and how many have no mail address.

    Raise `OverdueError` if the site sends no mail.
    """
    if not mail.are_sent():
        raise OverdueError(NO_MAIL)
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=list(clubs)).order_by("pk"))
    today = timezone.localdate()
    found = [each for each in overdue(due, clubs) if each.cents > 0 and each.reminded_on != today]
    readers = readers_of([each.club.pk for each in found])
    reached = [each for each in found if each.club.pk in readers]
    made = Reminder.objects.bulk_create(
        Reminder(club=each.club, season=due.season, cents=each.cents, day=today, sent_by=by) for each in reached
    )
    for reminder in made:
        for account in readers[reminder.club_id]:
            jobs.submit(KIND, f"{KIND} {reminder.pk} {account}", {"reminder": reminder.pk, "user": account})
    return len(reached), len(found) - len(reached)


def readers_of(clubs: list[int]) -> dict[int, set[int]]:
    """Return the accounts (ids) with a mail that read the statements of each club (id)."""
    held = access.offices_for(Verb.SEE_STATEMENTS, timezone.localdate(), READERS)
    found: dict[int, set[int]] = defaultdict(set)
    rows = held.filter(club__in=bulk.in_values(clubs), account__is_active=True).exclude(account__email="")
    for club, account in rows.values_list("club", "account"):
        found[club].add(account)
    return found


def send(job: Job, reminder: int, account: int) -> None:
    """Send a reminder to an account, unless it has gone. Raise what `mail.deliver` raises."""
    row = Reminder.objects.select_related("club").filter(pk=reminder).first()
    user = User.objects.filter(pk=account, is_active=True).exclude(email="").first()
    if row is None or user is None:
        return
    with mail.in_language_of(user):
        cents = amount(row.cents, profile().federation.currency)
        rules = profile().on(bounds(row.season)[0]).billing
        due = due_day(rules, row.season)
        context = {
            "club": row.club,
            "amount": cents,
            "season": season_name(row.season),
            "due": long_date(due) if due else "",
            "reference": reference_of(row.club, row.season),
            "iban": rules.iban,
            "link": mail.link("club_account", row.club_id, row.season),
            "federation_name": settings.FEDERATION_NAME,
        }
        text = render_to_string("federation/treasury/reminder.txt", context).strip() + "\n"
        failure = UserError(NOT_SENT, club=row.club.number, account=user.get_username())
        mail.deliver(job, user, _(SUBJECT) % {"club": row.club, "amount": cents}, text, failure)
