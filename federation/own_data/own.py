"""What people do with their own data and their own account."""

from collections.abc import Mapping

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.accounts import sessions
from federation.i18n.errors import UserError
from federation.invitations import holders
from federation.members import contacts
from federation.members.affiliations import lock
from federation.models import Holder, Member, Notice, NoticeChoice, Office, PersonalDetail

HAS_OFFICE = noop("You hold an office: end it first, or ask for a successor.")
IS_STAFF = noop("An administrator deletes accounts of staff.")


class OwnDataError(UserError):
    """This cannot be done with one's own account."""


def member_of(account: User, key: int) -> Member | None:
    """Return the member with that id if the account stands for them, else None."""
    return next((each.member for each in holders.people_of(account) if each.member_id == key), None)


@transaction.atomic
def set_visibility(member: Member, visible: Mapping[str, str]) -> None:
    """Store who sees each contact detail, of minors the club at most. The caller checks that the member is theirs."""
    lock([member.pk])
    for detail in PersonalDetail.objects.filter(member=member, what__in=visible):
        detail.visibility = contacts.capped(member, visible[detail.what])
        detail.save(update_fields=["visibility"])


@transaction.atomic
def delete_account(account: User) -> None:
    """Delete what is personal about the account, so that nobody logs in with it again. The member's record stays.

    Its row stays under a number, for the history of records. Raise `OwnDataError` if it holds an office or is of staff.
    """
    account = User.objects.select_for_update().get(pk=account.pk)  # under any hat
    if account.is_staff or account.is_superuser:
        raise OwnDataError(IS_STAFF)
    if Office.objects.on(timezone.localdate()).filter(account=account).exists():
        raise OwnDataError(HAS_OFFICE)
    for model in (Holder, NoticeChoice, Notice):
        model.objects.filter(account=account).delete()
    Authenticator.objects.filter(user=account).delete()
    sessions.end_all(account)
    account.username, account.email, account.first_name, account.last_name = f"former-{account.pk}", "", "", ""
    account.is_active = False
    account.set_unusable_password()
    account.save()
