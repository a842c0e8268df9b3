"""A form that was sent after its session had ended: kept in the login page, and offered again after the login.

Nothing is stored: the fields travel through that page, signed. They come from a form that passed the check against
forgery, are sent again by a click with the token of the new session, and are then judged like any other form.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.forms import AuthenticationForm
from django.core import signing
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRedirect

SALT = "federation.accounts.resume_form"
GOOD_FOR = 24 * 3600  # seconds
LOST = gettext_lazy("You had been logged out, so what you sent was not saved. Log in and send it again.")
LONGEST = 200_000  # letters of all fields
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field
SECRET = "password"  # noqa: S105 - a part of the names of fields that are never kept


@dataclass(frozen=True)
class UnsentForm:
    """A form whose data were not saved."""

    path: str  # where it was sent to
    page: str  # where it stood; "" where that is not known
    fields: list[tuple[str, str]]  # name, value
    files: list[str]  # names of files, which are not kept

    @property
    def signed(self) -> str:
        """Return the form as the login page carries it."""
        return signing.dumps(asdict(self), salt=SALT, compress=True)


def unsent(signed: str) -> UnsentForm | None:
    """Return the form that a login page carried. If there is none, or it is too old, return None."""
    try:
        return UnsentForm(**signing.loads(signed, salt=SALT, max_age=GOOD_FOR))
    except (signing.BadSignature, TypeError):  # TypeError: signed before an update of the site
        return None


def came_from(request: HttpRequest) -> str:
    """Return the page of this site on which the form stood, "" if the browser does not say."""
    page = request.headers.get("referer", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if is_ours else ""


def ask_to_log_in(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a form sent without a session leads to the login, which keeps it.

    Large files of people who are not logged in are refused before a byte is read, also where the web server accepts
    them.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if _is_large(request) and not request.user.is_authenticated:
            return _login(request, None, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        response = get_response(request)
        if not _leads_to_login(request, response):
            return response
        if request.htmx:  # its answer would be put into the page
            return _led_to_login(request)
        return _login(request, _form_of(request)) if request.method == "POST" else response

    return middleware


def _leads_to_login(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether a view refused the request because it needs a login."""
    if response.status_code != 302:
        return False
    login, _mark, query = response["Location"].partition("?")
    is_login = login in {resolve_url(settings.LOGIN_URL), reverse("admin:login")}
    is_way_back = QueryDict(query).get(REDIRECT_FIELD_NAME) == request.get_full_path()
    return is_login and is_way_back and not request.user.is_authenticated


def _led_to_login(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        messages.warning(request, LOST)
    try:
        page = request.htmx.current_url_abs_path or request.get_full_path()
    except ValueError:  # what no browser sends: the header is no address
        page = request.get_full_path()
    return HttpResponseClientRedirect(f"{resolve_url(settings.LOGIN_URL)}?{urlencode({REDIRECT_FIELD_NAME: page})}")


def _is_large(request: HttpRequest) -> bool:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return length.isdecimal() and int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def _login(request: HttpRequest, form: UnsentForm | None, status: int = HTTPStatus.OK) -> HttpResponse:
    context = {
        "form": AuthenticationForm(request),
        "next": came_from(request),
        "logged_out": True,
        "lost": LOST,
        "unsent": form.signed if form else "",
        "had_files": form and form.files,
    }
    response = render(request, "registration/login.html", context, status=status)
    add_never_cache_headers(response)
    return response


def _form_of(request: HttpRequest) -> UnsentForm | None:
    """Return what was sent, without files. If it is too long or has a password in it, return None."""
    fields = [(name, value) for name, values in request.POST.lists() if name != TOKEN for value in values]
    if any(SECRET in name.lower() for name, _value in fields) or sum(map(len, map("".join, fields))) > LONGEST:
        return None
    files = [file.name or "" for _name, listed in request.FILES.lists() for file in listed]
    return UnsentForm(request.get_full_path(), came_from(request), fields, files)
