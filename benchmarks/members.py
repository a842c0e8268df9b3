"""A list of 20 000 members through the admin: the preview and the confirmation, each v reading and writing it raw.

Both go through the whole site with a login: upload, reading, comparing with what is stored, a page of the preview;
then the comparison again, members, affiliations and an entry in every member's history, committed. Raw is ``csv`` and
``executemany`` of the same members and affiliations, without any check, comparison or history.
"""

from __future__ import annotations

import re
from functools import partial

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from benchmarks.invented import raw
from benchmarks.invented.people import members_csv, store_clubs, store_raw
from benchmarks.measure import Row, medians
from federation.models import Affiliation, Member

HIDDEN_INPUT = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    store_clubs()
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_superuser("officer"), "django.contrib.auth.backends.ModelBackend")
    whole = members_csv(2_000 if quick else 20_000)
    forms: list[dict[str, str]] = []  # the preview of each repetition hands its form to the confirmation
    ways = {
        "preview": lambda: forms.append(_preview(client, whole)),
        "confirm": lambda: _confirm(client, forms[-1]),
        "raw": partial(_committed, whole),
    }
    seconds = medians(ways, 1 if quick else 3, _forget)
    rows = whole.count(b"\n") - 1
    reading = "csv and raw executemany of the same rows"
    return [
        Row(f"preview of {rows:,} members in the admin", reading, seconds["preview"] / seconds["raw"], at_most=10),
        Row(f"confirmation of {rows:,} members", reading, seconds["confirm"] / seconds["raw"], at_most=10),
    ]


def _preview(client: Client, data: bytes) -> dict[str, str]:
    """Upload the list; return what the form under the preview would send."""
    file = SimpleUploadedFile("members.csv", data, "text/csv")
    page = client.post(reverse("admin:federation_member_import"), {"import_file": file, "resource": "0"})
    found = dict(HIDDEN_INPUT.findall(page.content.decode()))
    assert "import_file_name" in found, "the preview has no form to confirm it"
    return found


def _confirm(client: Client, form: dict[str, str]) -> None:
    client.post(reverse("admin:federation_member_process_import"), form)
    assert Member.objects.exists(), "nothing was imported"


def _committed(data: bytes) -> None:
    with transaction.atomic():
        store_raw(data)


def _forget() -> None:
    raw.empty(LogEntry, Affiliation, Member)
