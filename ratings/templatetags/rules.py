"""Rules of a published list in words, from its manifest."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django import template

from federation.dates import long_date
from ratings.rule_tables import Group, in_words
from ratings.wording import NAMES, WORDING

register = template.Library()


@register.filter
def iso_day(text: str) -> str:
    """A day of a manifest as the reader's language writes it."""
    return long_date(dt.date.fromisoformat(text))


@register.filter
def system_in_words(manifest: Mapping[str, Any]) -> str:
    """What the rating system of the list is called."""
    return str(NAMES[manifest["system"]])


@register.filter
def profile_in_words(manifest: Mapping[str, Any]) -> str:
    """What the profile of the list is."""
    profile = manifest["rules"]["profile"]
    return str(WORDING[manifest["system"]].PROFILES.get(profile, profile))


@register.filter
def rules_in_words(manifest: Mapping[str, Any]) -> list[Group]:
    """All rules of the list, by groups."""
    return in_words(manifest["system"], manifest["rules"]["values"])
