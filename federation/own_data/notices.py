"""Notices that people asked for: who gets which, in their feed and by mail.

Everything is opt-in. Each matter is announced once, however often the job runs.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from federation.accounts import mail
from federation.background import jobs
from federation.invitations import holders
from federation.members.adults import needs_guardian
from federation.models import Consent, Holder, MailPreferences, Notice, NoticeChoice

KIND = "notice_mails"
Rhythm = MailPreferences.Rhythm
BATCH = 500  # mails of a job: one that dies sends nothing twice, and others continue beside it
EVERY_KIND = ""
FEED, UNSUBSCRIBE = "federation.own_data.feed", "federation.own_data.unsubscribe"


class News(NamedTuple):
    """News about a member: a sentence of the catalogues with its facts, and the page that shows more."""

    member: int  # id
    text: str
    facts: dict[str, Any]
    path: str


@transaction.atomic
def choose(account: User, chosen: Iterable[str], by_mail: bool, rhythm: str = Rhythm.AT_ONCE) -> None:
    """Store which kinds of notices the account wants, ending all others, and how often they are mailed, if at all."""
    wanted = set(chosen)
    waiting = account.notices.filter(mail_due=True)
    (waiting.exclude(kind__in=wanted) if by_mail else waiting).update(mail_due=False)
    if by_mail:
        MailPreferences.objects.update_or_create(user=account, defaults={"rhythm": rhythm})
    NoticeChoice.objects.filter(account=account).exclude(kind__in=wanted).delete()
    for kind in wanted:
        NoticeChoice.objects.update_or_create(account=account, kind=kind, defaults={"by_mail": by_mail})


def is_wanted(kind: str) -> bool:
    """Return whether anybody asked for this kind. One query."""
    return NoticeChoice.objects.filter(kind=kind).exists()


def members_of_subscribers(kind: str) -> set[int]:
    """Return the members (ids) about whom some account wants this kind of notice. One query."""
    chosen = NoticeChoice.objects.filter(kind=kind, account__is_active=True)
    return set(Holder.objects.filter(account__in=chosen.values("account")).values_list("member", flat=True))


@transaction.atomic
def tell(kind: str, about: str, news: Iterable[News]) -> int:
    """Store the notices about a matter, and queue their mails in batches. Return the number of accounts.

    Accounts of children who may not consent themselves get none without the consent of a guardian.
    """
    by_member = {each.member: each for each in news}
    chosen = dict(NoticeChoice.objects.filter(kind=kind, account__is_active=True).values_list("account", "by_mail"))
    rows = Holder.objects.filter(account__in=chosen, member__in=by_member).select_related("member", "account")
    made = []
    for holder in _allowed(list(rows)):
        each = by_member[holder.member_id]
        due = chosen[holder.account_id] and bool(holder.account.email) and mail.are_sent()
        facts = {"text": each.text, "facts": each.facts, "path": each.path, "mail_due": due}
        made.append(Notice(account=holder.account, member=holder.member, kind=kind, about=about, **facts))
    Notice.objects.bulk_create(made, BATCH, ignore_conflicts=True)
    _queue(kind, about)
    return len(made)


def _allowed(rows: list[Holder]) -> list[Holder]:
    today = timezone.localdate()
    standing = [row for row in rows if row.guardian_id is None or holders.is_minor(row.member, today)]
    young = [row.member_id for row in standing if row.guardian_id is None and needs_guardian(row.member, today)]
    answers = dict(
        Consent.objects.filter(member__in=young, purpose=Consent.Purpose.MAILS)
        .order_by("day", "pk")
        .values_list("member", "given")
    )
    return [row for row in standing if row.member_id not in young or row.guardian_id or answers.get(row.member_id)]


def _queue(kind: str, about: str) -> None:
    ids = list(mailed_alone(kind, about).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        first, last = ids[start], ids[start : start + BATCH][-1]
        jobs.submit(KIND, f"{KIND} {first}", {"kind": kind, "about": about, "first": first, "last": last})


def mailed_alone(kind: str, about: str) -> QuerySet[Notice]:
    """Return the notices about a matter that are due in their own mail; `digests` mails the others."""
    gathered = MailPreferences.objects.exclude(rhythm=Rhythm.AT_ONCE).values("user")
    return Notice.objects.to_mail().filter(kind=kind, about=about).exclude(account__in=gathered)


# -- Secret addresses ---------------------------------------------------------------------------------------------
def feed_token(account: User) -> str:
    """Return the secret part of the address of the account's feed."""
    return signing.dumps([account.pk, mail.preferences_of(account).feed], salt=FEED)


def of_feed(token: str) -> User | None:
    """Return the account whose feed has this address, None if there is none (any more)."""
    try:
        key, number = signing.loads(token, salt=FEED)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    account = User.objects.filter(pk=key, is_active=True).first()
    return account if account and mail.preferences_of(account).feed == number else None


def renew_feed(account: User) -> None:
    """Give the feed a new address; the old one stops working."""
    number = mail.preferences_of(account).feed + 1
    MailPreferences.objects.update_or_create(user=account, defaults={"feed": number})


def unsubscribe_token(notice: Notice) -> str:
    return signing.dumps([notice.account_id, notice.kind], salt=UNSUBSCRIBE)


def unsubscribe_all_token(account: User) -> str:
    return signing.dumps([account.pk, EVERY_KIND], salt=UNSUBSCRIBE)


def unsubscribe(token: str) -> bool:
    """End mails of the kinds that a mail had, without a login. Return whether the link is one of ours."""
    try:
        key, kind = signing.loads(token, salt=UNSUBSCRIBE)
    except (signing.BadSignature, TypeError, ValueError):
        return False
    choices = NoticeChoice.objects.filter(account=key)
    (choices if kind == EVERY_KIND else choices.filter(kind=kind)).update(by_mail=False)
    return True
