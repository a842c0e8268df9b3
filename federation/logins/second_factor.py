"""The second factor of a login: which accounts need one, whether a session has shown it, and how codes are used up.

An account that may see a birth date or act for others needs one. A session in which it was not shown is treated as no
login at all, except on the pages on which an account without a factor sets its first one up.
"""

import time
from collections.abc import Callable
from contextlib import suppress

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.mfa.utils import decrypt
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from federation.models import Office

USED = "mfa"  # how allauth's records of a session call it
EVERYBODY = "*"
# Pages that an account may use before it has set up the factor that it needs.
SETTING_UP = {"mfa_index", "mfa_activate_totp", "mfa_add_webauthn"}
LAST_STEP = "last_step"  # of an authenticator app: the number of the half minute whose code was used last


def of_account(user: User) -> QuerySet[Authenticator]:
    """Return the factors of the account: an authenticator app, passkeys. Recovery codes only replace them."""
    return Authenticator.objects.filter(user=user.pk).exclude(type=Authenticator.Type.RECOVERY_CODES)


def is_needed(user: User) -> bool:
    """Return whether the account has to have a factor: staff, any permission, an office now or later. One query."""
    exempt = settings.SECOND_FACTOR_EXEMPT
    if EVERYBODY in exempt or user.get_username() in exempt:
        return False
    if user.is_staff or user.is_superuser:
        return True
    today = timezone.localdate()
    offices = Office.objects.filter(Q(end=None) | Q(end__gte=today), account=user.pk)
    rights = Q(groups__isnull=False) | Q(user_permissions__isnull=False) | Q(pk__in=offices.values("account"))
    return User.objects.filter(rights, pk=user.pk).exists()


def was_shown(request: HttpRequest, user: User) -> bool:
    """Return whether the account has shown its factor in this session. No query."""
    return any(record.get("method") == USED for record in get_authentication_records(request, user))


def note_shown(request: HttpRequest, user: User, factor: Authenticator) -> None:
    """Remember in the session that the account has shown this factor."""
    record_authentication(request, user, USED, id=factor.pk, type=factor.type)


def is_missing(request: HttpRequest, user: User) -> bool:
    """Return whether the account needs a factor that it has not shown in this session."""
    return not was_shown(request, user) and is_needed(user)


def require(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: treat a session without the factor that its account needs as no login.

    It asks nothing before a view wants to know who the user is.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        found = request.user
        request.user = SimpleLazyObject(lambda: _admitted(request, found))
        return get_response(request)

    return middleware


def _admitted(request: HttpRequest, user: User | AnonymousUser) -> User | AnonymousUser:
    if not user.is_authenticated or not is_missing(request, user):
        return user
    may_set_up = _page(request) in SETTING_UP and not of_account(user).exists()
    return user if may_set_up else AnonymousUser()


def _page(request: HttpRequest) -> str | None:
    """Return the name of the view. Other middleware may ask for the user before Django has looked for it."""
    with suppress(Resolver404):
        return resolve(request.path_info).url_name
    return None


@transaction.atomic
def use_code(user: User, code: str) -> Authenticator | None:
    """Use a code up. Return the app or the list of recovery codes that it belongs to, None if it belongs to neither.

    A code of the app works once, and so do all earlier ones. Of two simultaneous requests with one code, one succeeds.
    """
    rows = Authenticator.objects.select_for_update().filter(user=user).exclude(type=Authenticator.Type.WEBAUTHN)
    for factor in rows.order_by("pk"):
        is_app = factor.type == Authenticator.Type.TOTP
        if _use_step(factor, code) if is_app else factor.wrap().validate_code(code):
            return factor
    return None


def _use_step(app: Authenticator, code: str) -> bool:
    secret = decrypt(app.data["secret"])
    for step in yield_hotp_counters_from_time():
        is_new = step > app.data.get(LAST_STEP, 0)
        if is_new and compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, step))):
            app.data[LAST_STEP] = step
            app.save(update_fields=["data"])
            return True
    return False


def use_up_now(app: Authenticator) -> None:
    """Use up the code with which the app was set up."""
    app.data[LAST_STEP] = int(time.time()) // 30 + settings.MFA_TOTP_TOLERANCE
    app.save(update_fields=["data"])
