"""Rules of a published list in words, from its manifest."""

import datetime as dt
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from federation.i18n.dates import long_date
from ratings.models import month_slug
from ratings.pools.rules_text import in_words
from ratings.wording import NAMES, WORDING

register = template.Library()


@register.filter
def iso_day(text: str) -> str:
    """Return a day of a manifest as the reader's language writes it."""
    return long_date(dt.date.fromisoformat(text))


@register.filter
def iso_slug(text: str) -> str:
    """Return the same as the address of its list writes it."""
    return month_slug(dt.date.fromisoformat(text))


@register.filter
def system_in_words(manifest: Mapping[str, Any]) -> str:
    return str(NAMES[manifest["system"]])


@register.filter
def profile_in_words(manifest: Mapping[str, Any]) -> str:
    profile = manifest["rules"]["profile"]
    return str(WORDING[manifest["system"]].PROFILES.get(profile, profile))


@register.simple_tag
def rules_in_words(manifest: Mapping[str, Any]) -> SafeString:
    return _rules_in_words(manifest["system"], json.dumps(manifest["rules"]["values"]), get_language())


@lru_cache(maxsize=64)  # every page of a list shows them, and the next list is likely to have the same
def _rules_in_words(system: str, values: str, _language: str | None) -> SafeString:
    return render_to_string("ratings/_rules.html", {"groups": in_words(system, json.loads(values))})
