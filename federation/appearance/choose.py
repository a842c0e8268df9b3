"""Choose the colours and the logo of the site: a preview first, then into force."""

from __future__ import annotations

import datetime as dt

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation import hooks
from federation.appearance import colours
from federation.appearance.logos import Logo
from federation.i18n.errors import UserError
from federation.models import Appearance
from federation.web.site_version import forget_colours

PREVIEWS_KEPT = dt.timedelta(days=1)
LOW_LIGHT = noop(
    "On light pages %(colour)s has a contrast of %(ratio)s to 1; text needs 4.5 to 1. "
    "The nearest colour that has it is %(nearest)s."
)
LOW_DARK = noop(
    "On dark pages %(colour)s has a contrast of %(ratio)s to 1; text needs 4.5 to 1. "
    "The nearest colour that has it is %(nearest)s."
)


class LowContrast(UserError):
    """The colour cannot be read on the pages of a theme."""


def in_force() -> Appearance | None:
    """Return what administrators chose last, None if the site has its own colours. One query, without the picture."""
    return Appearance.objects.in_force().defer("logo").first()


def require_readable(accent: str, theme: colours.Theme) -> None:
    """Raise `LowContrast` with the measured contrast and the nearest colour that can be read."""
    if colours.is_readable(accent, theme):
        return
    ratio = int(100 * colours.worst(accent, theme)) / 100  # never rounded up to what it is not
    raise LowContrast(
        LOW_LIGHT if theme == "light" else LOW_DARK, colour=accent, ratio=ratio, nearest=colours.nearest(accent, theme)
    )


@transaction.atomic
def draft(light: str, dark: str, logo: Logo | None, by: User | None, *, keep_logo: bool = True) -> Appearance:
    """Store a preview. Without a dark colour the nearest readable one of the light colour's hue is taken.

    Without a logo that in force stays, unless it is not to be kept. Raise `LowContrast`.
    """
    if light and not dark:
        dark = colours.nearest(light, "dark")
    if light:
        require_readable(light, "light")
        require_readable(dark, "dark")
    made = Appearance(light=light, dark=dark if light else "", by=by)
    if logo:
        made.logo, made.logo_kind, made.logo_width, made.logo_height, made.logo_digest = logo
    elif keep_logo and (held := Appearance.objects.in_force().first()):
        made.logo, made.logo_kind, made.logo_digest = held.logo, held.logo_kind, held.logo_digest
        made.logo_width, made.logo_height = held.logo_width, held.logo_height
    Appearance.objects.filter(used_at=None, at__lt=timezone.now() - PREVIEWS_KEPT).delete()
    made.save()
    return made


@transaction.atomic
def use(appearance: Appearance) -> None:
    """Put a preview into force. Doing it twice changes nothing.

    Pages load the style sheet with the colours only if there are any: stored ones are written again.
    """
    Appearance.objects.filter(pk=appearance.pk, used_at=None).update(used_at=timezone.now())
    forget_colours()
    for write_again in hooks.functions("COLOURS_CHOSEN"):
        write_again()
