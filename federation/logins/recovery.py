"""Remove the second factor of an account whose owner has lost it. Two officers do it together, or who runs the server.

The next login asks for the password and leads to setting up a new factor.
"""

import datetime as dt

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation import access
from federation.accounts import sessions
from federation.i18n.errors import UserError
from federation.models import FactorReset
from federation.structure.rights import Verb

GOOD_FOR = dt.timedelta(days=7)
NO_FACTOR = noop("%(account)s has no second factor.")
ASKED = noop("The removal of the second factor of %(account)s has been asked for already.")
GONE = noop("This request is no longer open.")


class RecoveryError(UserError):
    """The second factor cannot be removed like this."""


def may_help(officer: User, account: User) -> bool:
    """Return whether the officer may take part: never in their own case; administrators alone in that of staff."""
    if officer.pk == account.pk or not account.is_active:
        return False
    is_staff = account.is_staff or account.is_superuser
    return officer.is_superuser if is_staff else access.may_everywhere(officer, Verb.APPOINT)


def open_requests() -> QuerySet[FactorReset]:
    return FactorReset.objects.filter(done_at=None, asked_at__gt=timezone.now() - GOOD_FOR)


@transaction.atomic
def ask(officer: User, account: User) -> FactorReset:
    """Ask another officer to agree. Raise `PermissionDenied`, or `RecoveryError` if there is nothing to remove."""
    if not may_help(officer, account):
        raise PermissionDenied
    User.objects.select_for_update().get(pk=account.pk)
    if not Authenticator.objects.filter(user=account).exists():
        raise RecoveryError(NO_FACTOR, account=account.get_username())
    if open_requests().filter(account=account).exists():
        raise RecoveryError(ASKED, account=account.get_username())
    return FactorReset.objects.create(account=account, asked_by=officer)


@transaction.atomic
def agree(request: FactorReset, officer: User) -> None:
    """Remove the factors, as the second officer, and end all sessions of the account.

    Raise `PermissionDenied` for the one who asked, `RecoveryError` if it is no longer open.
    """
    User.objects.select_for_update().get(pk=request.account_id)
    found = open_requests().filter(pk=request.pk).first()
    if found is None:
        raise RecoveryError(GONE)
    # Who asked may have lost their office since.
    if found.asked_by_id == officer.pk or not all(may_help(each, found.account) for each in (officer, found.asked_by)):
        raise PermissionDenied
    found.agreed_by, found.done_at = officer, timezone.now()
    found.save()
    remove(found.account)


@transaction.atomic
def remove(account: User) -> int:
    """Remove every factor of the account, and end its sessions. Return how many factors there were."""
    sessions.end_all(account)
    return Authenticator.objects.filter(user=account).delete()[0]
