"""What somebody reads who follows every link of the site without a login: pages, files, feeds and archives."""

from __future__ import annotations

import datetime as dt
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.test import Client
from pytest_django import DjangoDbBlocker

from federation.members.hiding import rewrite_public_files
from federation.models import Affiliation, Club, Job, Licence, Member
from ratings.public import rendering
from tests import cast
from tests.attacks import addresses
from tests.attacks.site import Site
from tests.attacks.visitors import parts

pytestmark = pytest.mark.django_db

HIDDEN = 10002
START = [
    *("/", "/en/", "/en/lists/elo/", "/en/tournaments/", "/lists/", "/sitemap.xml", "/robots.txt", "/health/"),
    *(f"/players/{HIDDEN}/", f"/players/?name={HIDDEN}", "/players/10001/simulator/opponents/?opponent=Bae"),
]
NAME = cast.PEOPLE[HIDDEN][0]
SECRETS = ["@canary.example", "kanarivogel", "lic-7781", "April Cup", "May Cup", "elo/2027-01"]
FORMULA = "=2+5"
FOR_LOGINS = re.compile(r"(admin|language|login|logout|my-club|account|office|treasury|captain|league-office)")
# What finds people by name or number, of all and of the hidden one.
QUERIES = [
    *(f"{page}?q={text}" for page in ("/search/", "/api/v1/search/") for text in ("Baetn", HIDDEN, "Bram")),
    *(f"/api/v1/players/?name={text}" for text in ("Baet", HIDDEN)),
    *(f"/api/v1/players/{HIDDEN}/{part}" for part in ("", "history/", "games/?pool=elo", "calculations/elo/2026-07/")),
    *(
        f"/players/{HIDDEN}/{part}"
        for part in ("card.png", "qr.svg", "ratings.atom", "games/", "record/", "opponents/")
    ),
    *(
        "/players/10009/card.png",
        f"/embed/players/{HIDDEN}/",
        f"/head-to-head/?player={HIDDEN}&player=10001",
        f"/p/{HIDDEN}/",
    ),
]
MINOR = "Iserbyt"
# What search engines and previews of links read of a page.
FOR_ENGINES = re.compile(r"<title>.*?</title>|<meta [^>]*>|<script[^>]*ld\+json.*?</script>", re.DOTALL)
LINK = re.compile(r"""(?:href|src|action)=["']?([^"'\s>]+)|<loc>([^<]+)""")
ELSEWHERE = re.compile(r"/(en|static|language|admin|login|my-club|account)/")
SHOWN = {
    *("text/html", "text/plain", "text/calendar", "text/css", "image/png", "image/svg+xml"),
    *(
        "application/xml",
        "application/atom+xml",
        "application/json",
        "application/problem+json",
        "application/opensearchdescription+xml",
        "application/manifest+json",
    ),
}
MOST = 3000  # answers; the site has a few hundred


@dataclass
class Answers:
    """What every address answered, with its headers."""

    contents: dict[str, bytes] = field(default_factory=dict)
    headers: dict[str, Mapping[str, str]] = field(default_factory=dict)
    setting_cookies: set[str] = field(default_factory=set)

    def naming(self, *words: str) -> list[tuple[str, str]]:
        """Return the addresses that say one of the words, also inside archives and Excel files."""
        sought = [(word, word.casefold().encode("utf-8")) for word in words]
        return sorted(
            (address, word)
            for address, content in self.contents.items()
            for word, coded in sought
            if any(coded in part for part in parts(content))
        )


@pytest.fixture(scope="module")
def before(whole_site: Site, django_db_blocker: DjangoDbBlocker) -> Iterator[Answers]:
    """Read the whole site, with what nobody may find on it."""
    with django_db_blocker.unblock(), transaction.atomic():
        User.objects.update(
            username=Concat(Value("kanarivogel-"), F("username")), email=Concat(F("username"), Value("@canary.example"))
        )
        Club.objects.update(email="club@canary.example")
        Member.objects.filter(key=10003).update(last_name=FORMULA)
        season = {"start": dt.date(2026, 9, 1), "end": dt.date(2099, 8, 31)}
        Affiliation.objects.create(member=cast.member(HIDDEN), club=cast.club(), **season)
        Licence.objects.create(member=cast.member(10001), issuer="FFE", number="LIC-7781")
        stored = {file.path: file for file in rendering.render(whole_site.published)}["list.csv"]
        first = [*START, f"/published/{stored.sha256}/list.csv", *receipts(whole_site), *public_addresses(whole_site)]
        yield crawl(first)
        transaction.set_rollback(True)


def public_addresses(whole_site: Site) -> list[str]:
    """Return an address of every route outside the rooms of those who log in, links or none: also of programs."""
    routes = addresses.of(whole_site).items()
    return [address for route, address in routes if not FOR_LOGINS.match(route)] + QUERIES


def receipts(whole_site: Site) -> list[str]:
    uploads = (whole_site.read.upload, whole_site.unread)
    return [f"/receipts/{upload.receipt}/" for upload in uploads if upload]


def crawl(first: list[str], before: Answers | None = None) -> Answers:
    """Read every address that links lead to, without those of a login.

    Each value of a filter is asked for with every set of other filters, but not with every value of theirs.
    """
    client, answers = Client(), Answers()
    waiting, seen, tried = list(first), set(first), {value for address in first for value in _asked(address)}
    while waiting and len(seen) < MOST:
        address = waiting.pop()
        known = before.headers.get(address, {}).get("ETag") if before else None
        said = client.get(address, headers={"If-None-Match": known} if known else {})
        answers.contents[address], answers.headers[address] = said.getvalue(), said.headers
        answers.setting_cookies |= {address} if said.cookies else set()
        for link in _links(said.headers, answers.contents[address]):
            path = link.removeprefix("http://testserver").partition("#")[0]
            if path.startswith("/") and path not in seen and not ELSEWHERE.match(path):
                seen.add(path)
                if _asked(path) - tried:
                    tried |= _asked(path)
                    waiting.append(path)
    assert not waiting
    return answers


def _asked(address: str) -> set[tuple[str, ...]]:
    """Return the values that a query asks a page for, each with the names of all: of no query, the page itself."""
    page, _, query = address.partition("?")
    names = tuple(sorted(part.partition("=")[0] for part in query.split("&")))
    return {(page, *names, part) for part in query.split("&")}


def _links(headers: Mapping[str, str], content: bytes) -> list[str]:
    if headers.get("Location"):
        return [headers["Location"]]
    if headers.get("Content-Type", "").startswith(("text/html", "application/xml", "application/atom")):
        return [unescape(one or other) for one, other in LINK.findall(content.decode())]
    return []


def test_no_public_answer_tells_what_is_kept_for_staff(before: Answers) -> None:
    assert before.naming(*SECRETS) == []


def test_no_public_answer_tells_a_birth_date(before: Answers) -> None:
    born: dt.date = cast.PEOPLE[HIDDEN][3]
    written = [born.strftime(form) for form in ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%Y%m%d", "%Y/%m/%d")]
    assert before.naming(*written, f"{born.day} February", f">{(born - dt.date(1899, 12, 30)).days}<") == []
    in_access = struct.pack("<d", (born - dt.date(1899, 12, 30)).days)
    assert [
        address for address, content in before.contents.items() if any(in_access in part for part in parts(content))
    ] == []


def test_no_cell_of_a_file_is_a_formula(before: Answers) -> None:
    tables = {address for address, said in before.headers.items() if "csv" in said["Content-Type"]}
    naming = {address for address, _ in before.naming(FORMULA)}
    assert len(tables & naming) > 5
    as_cell = re.compile(rb"""(^|[;,\t"])%s""" % re.escape(FORMULA.encode()), re.MULTILINE)
    assert [address for address in tables & naming if as_cell.search(before.contents[address])] == []
    workbooks = [part for address in naming if ".xlsx" in address for part in parts(before.contents[address])]
    assert workbooks
    assert [part for part in workbooks if b"<f>" in part] == []


def test_a_file_that_is_not_a_page_is_an_attachment_and_nothing_is_guessed(before: Answers) -> None:
    wrong = []
    for address, said in before.headers.items():
        assert address == "/health/" or said["X-Content-Type-Options"] == "nosniff", address
        shown = said["Content-Type"].partition(";")[0] in SHOWN or "Location" in said
        if not shown and not said.get("Content-Disposition", "").startswith("attachment"):
            wrong.append((address, said["Content-Type"]))
    assert wrong == []


def test_shared_caches_keep_no_cookie_and_ask_again_for_every_name(before: Answers) -> None:
    kept = {address for address, said in before.headers.items() if "public" in said.get("Cache-Control", "")}
    assert kept & before.setting_cookies == set()
    asked = {
        each for each in kept if {"no-cache", "s-maxage=0"} & set(before.headers[each]["Cache-Control"].split(", "))
    }
    by_digest = {address for address in kept if address.startswith("/published/")}
    naming = {address for address, _ in before.naming(NAME)}
    assert naming & (kept - asked - by_digest) == set()


def test_a_member_hidden_while_no_worker_runs_is_named_in_no_public_answer(whole_site: Site, before: Answers) -> None:
    naming = {address for address, _ in before.naming(NAME)}
    assert len(naming) > 100
    Member.objects.filter(key=HIDDEN).update(hidden=True)
    job = rewrite_public_files()
    assert Job.objects.get(pk=job.pk).state == Job.State.QUEUED
    after = crawl(list(before.contents), before)
    assert after.naming(NAME, str(cast.PEOPLE[HIDDEN][5])) == []
    assert [address for address in naming if not after.contents[address]] == []


def test_search_engines_and_previews_of_links_name_no_minor(whole_site: Site, before: Answers) -> None:
    read = {
        address: " ".join(FOR_ENGINES.findall(content.decode()))
        for address, content in before.contents.items()
        if before.headers[address]["Content-Type"].startswith("text/html")
    }
    assert [address for address, said in read.items() if MINOR in said and "noindex" not in said] == []
    naming = {address for address, _ in before.naming(MINOR)}
    assert not {address for address in naming if "sitemap" in address or address in {"/", "/en/"}}
    assert before.headers["/players/10009/card.png"]["Content-Type"] != "image/png"
