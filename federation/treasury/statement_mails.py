"""Mail statements to their clubs and members: each statement once to each of its readers.

A mail is marked before the mail server gets it. So a job that is killed sends nothing twice; the one mail of which it
is not known whether it arrived is shown to the treasurer.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.accounts import mail
from federation.background import jobs
from federation.background.kinds import Report
from federation.database import bulk
from federation.i18n.errors import UserError
from federation.identity.seasons import bounds
from federation.members.adults import is_minor
from federation.models import Guardian, Holder, Job, Member, PersonalDetail, Statement, StatementMail
from federation.money.amounts import amount
from federation.overdue.reminders import readers_of
from federation.profiles.reading import profile

KIND = "statement_mails"
MEMBER = "member"
SUBJECT = noop("%(name)s: statement %(season)s")
NO_MAIL = noop("This site sends no mail: no statement was sent.")
CHANGED = noop("The number of mails has changed since. Nothing was sent: check it again.")
NOT_SENT = noop("Some statements could not be mailed: the mail server accepts no mail. Run the job again.")
STEP = noop("Mailing the statements")


class MailingError(UserError):
    """The statements cannot be mailed."""


class Plan(NamedTuple):
    """What would be sent: the readers of each statement, and the statements that reach nobody."""

    readers: dict[Statement, list[str]]
    unreached: list[Statement]

    @property
    def mails(self) -> int:
        return sum(map(len, self.readers.values()))

    @property
    def clubs(self) -> int:
        return sum(each.club_id is not None for each in self.readers)

    @property
    def members(self) -> int:
        return len(self.readers) - self.clubs


def unsent(season: int) -> QuerySet[Statement]:
    """Return the last statement of each club and member in the season, if it was not mailed."""
    newer = Statement.objects.filter(season=season, number__gt=OuterRef("number"))
    newer = newer.filter(Q(club=OuterRef("club")) | Q(member=OuterRef("member")))
    mailed = StatementMail.objects.filter(statement=OuterRef("pk"))
    return Statement.objects.filter(~Exists(newer), ~Exists(mailed), season=season).order_by("pk")


def plan(season: int) -> Plan:
    """Return what `queue` would send. A constant number of queries."""
    return _plan(list(unsent(season).select_related("club", "member")))


def interrupted() -> QuerySet[StatementMail]:
    """Return the mails of which it is not known whether they arrived: their job was killed."""
    return StatementMail.objects.filter(sent_at=None).exclude(begun_at=None).select_related("statement")


@transaction.atomic
def queue(season: int, seen: int, by: User | None) -> Job | None:
    """Have one job mail what `plan` says. ``seen``: the number of mails that the page showed. Raise `MailingError`."""
    if not mail.are_sent():
        raise MailingError(NO_MAIL)
    held = list(Statement.objects.filter(season=season).select_for_update(no_key=True).order_by("pk").values_list("pk"))
    found = plan(season) if held else Plan({}, [])
    if found.mails != seen:
        raise MailingError(CHANGED)
    if not seen:
        return None
    rows = [StatementMail(statement=each, to=to) for each, readers in found.readers.items() for to in readers]
    made = StatementMail.objects.bulk_create(rows)
    first, last = made[0].pk, made[-1].pk
    return jobs.submit(KIND, f"{KIND} {first}", {"first": first, "last": last}, by)


def _plan(statements: Sequence[Statement]) -> Plan:
    clubs = readers_of([each.club_id for each in statements if each.club_id])
    members = _readers_of_members([each.member for each in statements if each.member])
    readers = {
        each: [f"user {pk}" for pk in sorted(clubs.get(each.club_id, ()))]
        if each.club_id
        else members.get(each.member_id or 0, [])
        for each in statements
    }
    return Plan(
        {each: found for each, found in readers.items() if found},
        [each for each, found in readers.items() if not found],
    )


def _readers_of_members(members: Sequence[Member]) -> dict[int, list[str]]:
    """Return who reads the statements of members, by id: their account, else their address on record; for a minor the
    guardians alone. Three queries.
    """
    if not members:
        return {}
    today = timezone.localdate()
    minors = {each.pk for each in members if is_minor(each, today)}
    ids = bulk.in_values([each.pk for each in members])
    found: dict[int, list[str]] = defaultdict(list)
    with_account: set[int] = set()  # guardians
    holders = Holder.objects.filter(member__in=ids, account__is_active=True).exclude(account__email="")
    for member, account, guardian in holders.order_by("pk").values_list("member", "account", "guardian"):
        if (guardian is not None) == (member in minors):
            found[member].append(f"user {account}")
            with_account.add(guardian)
    guardians = Guardian.objects.filter(member__in=ids).exclude(email="").exclude(pk__in=with_account - {None})
    for pk, member in guardians.order_by("pk").values_list("pk", "member"):
        if member in minors:
            found[member].append(f"guardian {pk}")
    addresses = PersonalDetail.objects.filter(member__in=ids, what=PersonalDetail.What.EMAIL).exclude(value="")
    for member in addresses.values_list("member", flat=True):
        if member not in minors and member not in found:
            found[member].append(MEMBER)
    return found


def send(job: Job, first: int, last: int, report: Report) -> int:
    """Send the mails (ids) that were not begun. Return how many. Raise what the mail server raises if it takes none."""
    rows = StatementMail.objects.filter(pk__range=(first, last))
    sent = 0
    with mail.batch(job, UserError(NOT_SENT)) as connection:
        waiting = list(rows.filter(begun_at=None).select_related("statement__member"))
        for number, each in enumerate(waiting):
            report(100 * number // len(waiting), STEP)
            sent += _send(each, connection)
    return sent


def _send(one: StatementMail, connection: BaseEmailBackend) -> int:
    """Send a mail unless another attempt began it."""
    row = StatementMail.objects.filter(pk=one.pk)
    if not row.filter(begun_at=None).update(begun_at=timezone.now()):
        return 0
    address, language = _reached(one)
    if address:
        with translation.override(language):
            subject, text = _written(one)
        letter = mail.letter(address, subject, text)
        mail.send_marked(letter, connection, one, partial(row.update, begun_at=None))
    row.update(sent_at=timezone.now())
    return int(bool(address))


def _reached(one: StatementMail) -> tuple[str, str]:
    """Return the address and the language of the reader; "" if there is no such reader any more."""
    sort, _space, pk = one.to.partition(" ")
    if sort == "user":
        user = User.objects.filter(pk=pk, is_active=True).first()
        return (user.email, mail.language_of(user)) if user else ("", "")
    of_member = {"member": one.statement.member_id}
    if sort == "guardian":
        found = Guardian.objects.filter(pk=pk, **of_member).values_list("email", flat=True).first()
    else:
        known = PersonalDetail.objects.filter(what=PersonalDetail.What.EMAIL, **of_member)
        found = known.values_list("value", flat=True).first()
    return found or "", settings.LANGUAGE_CODE


def _written(one: StatementMail) -> tuple[str, str]:
    """Return the subject and the text, in the active language."""
    statement, facts = one.statement, one.statement.facts
    context = {
        "facts": facts,
        "balance": amount(abs(facts["balance"]), facts["currency"]),
        "iban": profile().on(bounds(statement.season)[0]).billing.iban,
        "link": _link(statement) if one.to.startswith("user") else "",
        "federation_name": settings.FEDERATION_NAME,
    }
    subject = _(SUBJECT) % {"name": facts["name"], "season": facts["season_name"]}
    return subject, render_to_string("federation/treasury/statement_mail.txt", context).strip() + "\n"


def _link(statement: Statement) -> str:
    if statement.club_id:
        return mail.link("club_account", statement.club_id, statement.season)
    return mail.link("member_account", statement.member_id, statement.season)
