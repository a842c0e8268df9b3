"""Every page for everybody: axe-core finds nothing, on a phone and at a desk, light and dark; nothing overflows."""

from __future__ import annotations

import datetime as dt

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import LazySettings
from django.contrib.auth.tokens import default_token_generator
from django.core.files.base import ContentFile
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from playwright.sync_api import Page

from federation.background import jobs
from federation.models import Affiliation, Member
from federation.search import index
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.public.rendering import render
from tests import cast
from tests.browser.conftest import DESK, PHONE, Visitor
from tests.ratings import published, scene
from tests.tournaments import events
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.intake import receive
from tournaments.models import Pairing, Stage, Tournament, Upload

pytestmark = pytest.mark.django_db(transaction=True)

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SCREENS = {"phone": PHONE, "desk": DESK}
# axe on the document: what is wrong, and the first element of each.
RUN = """rules => axe.run(document, {runOnly: rules, resultTypes: ["violations"]}).then(
    found => found.violations.map(each => `${each.id} (${each.nodes.length}): ${each.nodes[0].html.slice(0, 160)}`))"""
LETTERS = "size => { document.documentElement.style.fontSize = size }"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def faults(page: Page) -> list[str]:
    """Return all that axe and the ruler find: the rules on both screens, and the contrasts in both lights.

    Who needs letters of twice the size reads without scrolling to the side, too.
    """
    page.evaluate(AXE_SCRIPT)
    found = []
    for screen, size in SCREENS.items():
        page.set_viewport_size(size)
        for light, rules in (("light", RULES), ("dark", ["color-contrast", "link-in-text-block"])):
            page.emulate_media(color_scheme=light)
            found += [f"{screen}, {light}: {fault}" for fault in page.evaluate(RUN, rules)]
        if wide := page.evaluate(OVERFLOW):
            found.append(f"{screen}: {wide} px too wide")
    page.set_viewport_size(PHONE)
    page.evaluate(LETTERS, "200%")
    if wide := page.evaluate(OVERFLOW):
        found.append(f"phone, large letters: {wide} px too wide")
    page.evaluate(LETTERS, "")
    return found


def everything() -> None:
    """Make a published list with a revision, a tournament with corrections, files of a secretary in every state."""
    rating_list = published.spring_list()
    Affiliation.objects.update(end=None)
    Member.objects.filter(key=10003).update(hidden=True)
    officer = cast.rating_officer()
    correct.correct_result(Pairing.objects.get(round=4), Result.DRAW, Result.DRAW, officer, "Both say draw.")
    render(publish(rate(rating_list.pool, scene.LIST, reason="A result was corrected.")))
    scene.tournament(["10001 10002 1-0", "10003 10001 1/2", "10002 10003 0-1"], name="Round robin", club=cast.club())
    events.read(
        events.csv_file(events.report(name="To fix", start=dt.date(2027, 2, 1), end=dt.date(2027, 2, 2))), "fix.csv"
    )
    events.read(b"no tournament at all", "broken.csv")
    waiting = events.received(events.csv_file(events.report(name="Waiting")), "waiting.csv")
    waiting.job = jobs.submit("read_upload", "browser", {"upload": waiting.pk})
    waiting.save()


def team_event() -> Tournament:
    """Return two teams of two, accepted."""
    players = [events.player(number, 10000 + number, team=f"Team {number % 2}") for number in range(1, 5)]
    (found,) = events.stored(events.report(players, name="Teams", kind="team"), everybody=False)
    Tournament.objects.filter(pk=found.pk).update(stage=Stage.ACCEPTED)
    return found


def some_rounds(last: int) -> Tournament:
    """Return the rounds of a file up to this one, read."""
    file = ContentFile(events.csv_file(events.report(name="Some rounds")))
    upload, _is_new = receive.receive(file, "some.csv", cast.club(), None, (None, last))
    receive.read(upload)
    return upload.tournaments.get()


def test_every_public_page_is_for_everybody(visitor: Visitor) -> None:
    everything()
    tournament, round_robin = Tournament.objects.accepted().order_by("pk").values_list("pk", flat=True)
    matches = team_event().pk
    addresses = [
        *("/en/", "/verify/", "/corrections/", "/lists/", "/lists/elo/", "/de/lists/elo/?sex=F&age=S50"),
        *("/lists/elo/2026-07/?revision=0", "/lists/elo/2026-07/downloads/", "/lists/elo/2019-01/"),
        *(
            "/lists/elo/?columns=title&columns=category",
            "/tops/",
            "/tops/elo/u20/",
            "/tops/elo/clubs/",
            "/tops/elo/records/",
        ),
        *("/players/?name=a", "/players/10001/?against=10002", "/players/10006/", "/players/10009/", "/players/10003/"),
        *("/nl/players/10001/elo/2026-07/", "/players/10009/elo/2026-07/", "/players/10001/elo/2026-01/"),
        *("/methods/", "/en/methods/frbe/", "/methods/fqe/?mean=2460", "/nl/methods/ffg/", "/de/methods/fics/"),
        *("/clubs/", "/clubs/201/", "/tournaments/", "/tournaments/?name=nothing", f"/tournaments/{tournament}/"),
        *(
            f"/tournaments/{tournament}/{tab}/"
            for tab in ("crosstable", "rounds", "players/1", "files", "rating-changes")
        ),
        *(f"/tournaments/{matches}/{tab}/" for tab in ("crosstable", "rounds/1", "standings")),
        *(
            f"/tournaments/{matches}/",
            f"/tournaments/{round_robin}/crosstable/",
            f"/receipts/{Upload.objects.first().receipt}/",
            "/login/",
            "/no/such/page/",
        ),
    ]
    assert {address: found for address in addresses if (found := faults(visitor.open(address)))} == {}


def test_the_search_and_the_tabs_of_the_home_page_are_for_everybody(visitor: Visitor) -> None:
    everything()
    index.build()
    addresses = ["/en/search/", "/search/?q=jansens", "/de/search/?q=quetzal", "/nl/?pool=elo&top=women"]
    assert {address: found for address in addresses if (found := faults(visitor.open(address)))} == {}


def test_the_way_to_a_new_password_is_for_everybody(visitor: Visitor, settings: LazySettings) -> None:
    settings.EMAIL_HOST = "mail.example"
    user = cast.secretary()
    account = urlsafe_base64_encode(force_bytes(user.pk))
    links = [f"/login/password/{account}/{token}/" for token in (default_token_generator.make_token(user), "used")]
    addresses = ["/login/", "/login/password/", "/login/password/sent/", *links]
    assert {address: found for address in addresses if (found := faults(visitor.open(address)))} == {}


def test_every_page_of_my_club_is_for_everybody(visitor: Visitor, settings: LazySettings) -> None:
    settings.EMAIL_HOST = "mail.example"
    everything()
    visitor.log_in(cast.secretary())
    first, second = some_rounds(1), some_rounds(2)
    tournament = Tournament.objects.get(name="To fix")
    receipts = Upload.objects.values_list("receipt", flat=True)
    page = f"/en/my-club/tournaments/{tournament.pk}/"
    addresses = [
        *("/en/account/", "/en/my-club/", "/en/my-club/upload/"),
        *(f"/en/my-club/uploads/{receipt}/" for receipt in receipts),
        *(page, f"{page}settings/", f"{page}results/", f"{page}participants/{tournament.participants.first().pk}/"),
        f"{page}players/",
        *(f"/en/my-club/tournaments/{first.pk}/", f"/en/my-club/tournaments/{second.pk}/update-from/{first.pk}/"),
    ]
    assert {address: found for address in addresses if (found := faults(visitor.open(address)))} == {}


def test_the_checks_see_what_is_wrong(visitor: Visitor) -> None:
    page = visitor.open("/en/verify/")
    page.evaluate("""() => document.querySelector("main").insertAdjacentHTML(
        "beforeend", "<input type=text><div class=number>" + "x".repeat(200) + "</div>")""")
    found = " ".join(faults(page))
    assert "phone, light: label (1)" in found
    assert "px too wide" in found
    assert "phone, large letters: " in found
