"""Mails about a transfer, at each step: to both clubs, the member or their guardians, and the officers (A06)."""

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation import access
from federation.accounts import mail
from federation.background import jobs
from federation.i18n.dates import long_date
from federation.i18n.errors import UserError
from federation.members.adults import is_minor
from federation.models import Guardian, Job, PersonalDetail, TransferRequest
from federation.structure.rights import Verb

KIND = "transfer_mail"
SUBJECT = noop("Transfer of %(member)s to %(club)s")
NOT_SENT = noop("The mail about the transfer of member %(number)s could not be sent to %(to)s.")
NEWS = {
    "asked": noop("%(new)s asks that %(member)s moves there from %(old)s on %(day)s."),
    "objected": noop("%(old)s objects to the transfer of %(member)s to %(new)s: %(objection)s"),
    "allowed": noop("%(member)s moves from %(old)s to %(new)s on %(day)s."),
    "refused": noop("The transfer of %(member)s from %(old)s to %(new)s was refused: %(decision)s"),
    "withdrawn": noop("%(new)s has withdrawn its request for the transfer of %(member)s."),
    "undone": noop("The transfer of %(member)s from %(old)s to %(new)s was undone: %(decision)s"),
}
MEMBER = "member"


def later(request: TransferRequest, step: str) -> None:
    """Queue a mail to everybody concerned, in the transaction of the step. Five queries, then a few for each mail."""
    if not mail.are_sent():
        return
    for to in _recipients(request):
        jobs.submit(KIND, f"{KIND} {request.pk} {step} {to}", {"request": request.pk, "step": step, "to": to})


def _recipients(request: TransferRequest) -> Iterator[str]:
    """Yield accounts as "user 7", the member as "member", guardians as "guardian 3"."""
    clubs = [request.old_club_id, request.new_club_id]
    held = access.offices_for(Verb.OBJECT_TO_TRANSFER, timezone.localdate()).filter(club__in=clubs)
    ids = set(held.values_list("account", flat=True))
    ids |= set(access.officers_for(Verb.DECIDE_TRANSFER).values_list("pk", flat=True))
    reached = User.objects.filter(pk__in=ids, is_active=True).exclude(email="")
    yield from (f"user {pk}" for pk in reached.order_by("pk").values_list("pk", flat=True))
    if is_minor(request.member, timezone.localdate()):
        theirs = Guardian.objects.filter(member=request.member_id).exclude(email="")
        yield from (f"guardian {pk}" for pk in theirs.order_by("pk").values_list("pk", flat=True))
    elif _addresses(request).exists():
        yield MEMBER


def _addresses(request: TransferRequest) -> QuerySet[PersonalDetail]:
    return PersonalDetail.objects.filter(member=request.member_id, what=PersonalDetail.What.EMAIL)


def send(job: Job, request_id: int, step: str, to: str) -> None:
    """Send one of the mails, unless its reader has gone. Raise what `mail.deliver_to` raises."""
    request = TransferRequest.objects.select_related("member", "old_club", "new_club").filter(pk=request_id).first()
    address, language = _reached(request, to) if request else ("", "")
    if request is None or not address:
        return
    failure = UserError(NOT_SENT, number=request.member.number, to=to)
    with translation.override(language):
        facts = {"member": request.member.name, "club": request.new_club}
        mail.deliver_to(job, address, _(SUBJECT) % facts, _text(request, step, to), failure)


def _reached(request: TransferRequest, to: str) -> tuple[str, str]:
    """Return the address and the language of a recipient, "" without one."""
    sort, _space, pk = to.partition(" ")
    if sort == "user":
        user = User.objects.filter(pk=pk, is_active=True).first()
        return (user.email, mail.language_of(user)) if user else ("", "")
    if sort == "guardian":
        found = Guardian.objects.filter(pk=pk, member=request.member_id).values_list("email", flat=True).first()
    else:
        found = _addresses(request).values_list("value", flat=True).first()
    return found or "", settings.LANGUAGE_CODE


def _text(request: TransferRequest, step: str, to: str) -> str:
    facts = {
        "member": request.member.name,
        "old": request.old_club,
        "new": request.new_club,
        "day": long_date(request.effective),
        "objection": request.objection,
        "decision": request.decision,
    }
    context = {
        "news": _(NEWS[step]) % facts,
        "link": mail.link("transfer", request.pk) if to.startswith("user") else "",
        "object_until": request.object_until if step == "asked" else None,
        "federation_name": settings.FEDERATION_NAME,
    }
    return render_to_string("federation/desk/transfer_mail.txt", context).strip() + "\n"
