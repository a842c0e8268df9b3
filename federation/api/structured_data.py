"""What search engines read about a page, as JSON-LD (schema.org)."""

from collections.abc import Sequence
from typing import Any

from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe


def script(facts: dict[str, Any]) -> SafeString:
    """Return the script element of a page."""
    made = json_script({"@context": "https://schema.org", **facts})
    return mark_safe(made.replace("application/json", "application/ld+json", 1))  # noqa: S308 - json_script escapes


def breadcrumb(steps: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the way to a page: name and address of each step, the page itself last."""
    items = [
        {"@type": "ListItem", "position": place, "name": name, "item": item}
        for place, (name, item) in enumerate(steps, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def organization(name: str, url: str) -> dict[str, str]:
    return {"@type": "SportsOrganization", "name": name, "url": url}
