"""The style sheet with the federation's colours, its logo, and the page where administrators choose them."""

from __future__ import annotations

import hashlib

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation.appearance import choose, stylesheet
from federation.appearance.forms import AppearanceForm
from federation.models import Appearance

CSS = "text/css; charset=utf-8"
FIVE_MINUTES = "public, max-age=300"
FOR_EVER = "public, max-age=31536000, immutable"


@require_safe
def colours(request: HttpRequest) -> HttpResponse:
    """Return the colours in force. Stored pages load them too, so that a change shows everywhere. One query."""
    content = stylesheet.css(choose.in_force()).encode()
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    answer = HttpResponse(content, content_type=CSS, headers={"Cache-Control": FIVE_MINUTES, "ETag": etag})
    return get_conditional_response(request, etag=etag, response=answer) or answer


@require_safe
def logo(request: HttpRequest, digest: str, kind: str) -> HttpResponse:
    """Return a logo by its SHA-256. One query."""
    found = Appearance.objects.filter(logo_digest=digest, logo_kind=kind).first()
    if found is None:
        raise Http404
    headers = {"Cache-Control": FOR_EVER, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(bytes(found.logo), content_type=f"image/{kind}", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
def appearance(request: HttpRequest) -> HttpResponse:
    """Let administrators choose: what is sent becomes a preview, on its own page."""
    _require_administrator(request)
    held = choose.in_force()
    form = AppearanceForm(
        request.POST or None,
        request.FILES or None,
        initial={"light": held.light, "dark": held.dark} if held else {},
    )
    if request.method == "POST" and form.is_valid():
        facts = form.cleaned_data
        keep = not facts["no_logo"]
        made = choose.draft(
            facts["light"], facts["dark"], facts["logo"] if keep else None, request.user, keep_logo=keep
        )
        return redirect("appearance_preview", made.pk)
    context = {**admin.site.each_context(request), "title": _("Colours and logo"), "form": form, "held": held}
    return TemplateResponse(request, "admin/appearance.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a preview in both themes, and put it into force."""
    _require_administrator(request)
    found = get_object_or_404(Appearance.objects.defer("logo"), pk=pk, used_at=None)
    if request.method == "POST":
        choose.use(found)
        messages.success(request, _("The colours are in force. Readers see them within five minutes."))
        return redirect("appearance")
    context = {**admin.site.each_context(request), "title": _("Preview"), "found": found, "themes": ["light", "dark"]}
    return TemplateResponse(request, "admin/appearance_preview.html", context)


@require_safe
def preview_colours(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the style sheet of a preview."""
    _require_administrator(request)
    found = get_object_or_404(Appearance.objects.defer("logo"), pk=pk)
    return HttpResponse(stylesheet.preview(found), content_type=CSS, headers={"Cache-Control": "private, no-store"})


def _require_administrator(request: HttpRequest) -> None:
    if not request.user.is_superuser:
        raise PermissionDenied
