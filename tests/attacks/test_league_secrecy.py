"""A line-up is secret until it is revealed: whoever it names, every address answers others alike.

Pages, downloads, packed files, calendars, feeds, embedded frames, the API, the search and the history of records are
asked. Those that read a table in which the line-up leaves a trace are asked again before and after it names other
players and is locked: their answers are the same to the letter. No file of the site changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from django.core import mail
from django.utils import timezone

from leagues.models import LineUp, ListEntry, Match
from tests.attacks import addresses, traces
from tests.attacks.site import Site
from tests.attacks.visitors import Reading, Visitor, parts

pytestmark = pytest.mark.django_db

# What differs from answer to answer, whatever is asked: tokens, clocks, and the space left on the disk.
CHANGING = re.compile(
    rb"""name="csrfmiddlewaretoken"\ value="\w+" | (csrftoken|sessionid)=\w+ | \d\d:\d\d(:\d\d(\.\d+)?)?
    | :\w{6}:[\w-]{43} | [\d,.]+\xc2\xa0gi?[ob]""",
    re.VERBOSE,
)


def asked(site: Site, named: ListEntry) -> Iterator[str]:
    """Yield every address, and those that somebody asks who looks for the player in the match."""
    yield from addresses.of(site).values()
    match, name = site.to_come, named.member.last_name
    yield from (
        f"/captain/{match.pk}/{side}{page}" for side in ("home", "away") for page in ("/", "/line-up/", "/move/")
    )
    yield f"/interclubs/matches/{match.pk}/"
    yield f"/interclubs/teams/{match.home_id}/"
    yield f"/interclubs/players/{named.member.number}/"
    yield f"/league-office/matches/{match.pk}/"
    yield from (f"/{page}?q={name}" for page in ("search/", "api/v1/search/", "clubs/"))
    for model, row in (("listentry", named), ("match", match)):
        yield f"/admin/leagues/{model}/{row.pk}/history/"
    yield f"/admin/federation/member/{named.member_id}/history/"


def answers(reading: Reading, asked_for: Iterable[str]) -> dict[str, tuple[int, bytes]]:
    """Return what the visitor is told at each address: status, headers, and the page with all that is packed in it."""
    found = {}
    for address in asked_for:
        answer, body, *_ = reading[address]
        whole = b"\n".join([str(sorted(answer.headers.items())).encode(), *parts(body)])
        found[address] = answer.status_code, CHANGING.sub(b"", whole)
    return found


def name_players(line_up: LineUp, seats: list[int | None], is_locked: bool) -> None:
    line_up.seats, line_up.locked_at = seats, timezone.now() if is_locked else None
    line_up.save()


ROLES = ("nobody", "neighbour", "admin")


@pytest.mark.parametrize("role", ROLES)
def test_no_address_reveals_a_secret_line_up_to_another_visitor(
    whole_site: Site, role: str, read_by: dict[str, Reading]
) -> None:
    line_up = LineUp.objects.get()
    first, second = ListEntry.objects.select_related("member").in_bulk(line_up.seats).values()
    assert (line_up.seats, line_up.locked_at) == ([first.pk, second.pk], None)
    asked_for = list(asked(whole_site, first))
    pages = {address: [read_by[each][address] for each in ROLES] for address in asked_for}
    assert {page.answer.status_code for found in pages.values() for page in found} >= {200, 404}
    traced = traces.tables(lambda: name_players(LineUp.objects.get(), [second.pk, None], is_locked=True))
    assert "leagues_lineup" in traced
    telling = [address for address, found in pages.items() if any(traces.is_read(traced, page) for page in found)]
    assert f"/captain/{line_up.match_id}/away/line-up/" in telling
    before = answers(read_by[role].again(), telling)  # now: what others read may be from before a login
    files = traces.files()
    name_players(line_up, [second.pk, None], is_locked=True)
    after = answers(read_by[role].again(), telling)
    assert [address for address, answer in before.items() if after[address] != answer] == []
    assert traces.files() == files
    assert not Match.objects.get(pk=line_up.match_id).boards.exists()
    assert mail.outbox == []


def test_the_side_itself_sees_its_line_up(whole_site: Site) -> None:
    visitor, line_up = Visitor("secretary", whole_site), LineUp.objects.get()
    named = ListEntry.objects.select_related("member").get(pk=line_up.seats[0])
    page = visitor.ask("GET", f"/captain/{line_up.match_id}/home/line-up/").content
    assert b"<strong>" + named.member.name.encode() in page
