"""The tasks of a secretary in a real browser: send, follow, fix, submit; with scripts and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from federation.background import worker
from tests import cast
from tests.browser.conftest import PHONE, Visitor
from tests.tournaments import events
from tests.tournaments.formats.trf import files as trf_files
from tournaments.models import Tournament, Upload

pytestmark = pytest.mark.django_db(transaction=True)


def file(name: str = "cup.trf") -> FilePayload:
    """Return a tournament in which somebody has no number: Félix must be chosen."""
    players = [*events.four()[:3], events.unknown(4, "Fontaine", "Felix")]
    return {"name": name, "mimeType": "text/plain", "buffer": trf_files.write(events.report(players))}


def choose_and_send(page: Page, *files: FilePayload) -> None:
    page.get_by_role("link", name="Send a tournament file").click()
    page.get_by_label("Tournament files").set_input_files(files)
    page.get_by_role("button", name="Send").click()


def fix_and_submit(page: Page) -> None:
    expect(page.get_by_role("button", name="Submit")).to_be_disabled()
    page.get_by_role("button", name="10006 Fontaine, Félix").click()
    expect(page.get_by_text("1 point is for the federation to settle")).to_be_visible()
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Submitted. Oost-Vlaanderen will check it")).to_be_visible()
    assert Tournament.objects.get().stage == "league"


def test_a_secretary_sends_watches_fixes_and_submits_on_a_phone(visitor: Visitor) -> None:
    cast.everybody()
    visitor.log_in(cast.secretary())
    visitor.page.set_viewport_size(PHONE)
    page = visitor.open("/en/my-club/tournaments/")
    choose_and_send(page, file())
    expect(page.get_by_role("progressbar")).to_be_visible()
    worker.run(Upload.objects.get().job_id)
    expect(page.get_by_role("heading", name="Tower Cup")).to_be_visible()  # the page came by itself
    fix_and_submit(page)


@pytest.mark.long
def test_all_of_it_works_without_scripts(reader_without_javascript: Visitor) -> None:
    cast.everybody()
    reader_without_javascript.log_in(cast.secretary())
    page = reader_without_javascript.open("/en/my-club/tournaments/")
    choose_and_send(page, file())
    worker.run(Upload.objects.get().job_id)
    page.get_by_role("link", name="Refresh").click()
    fix_and_submit(page)


def test_files_can_be_dropped_on_the_form(visitor: Visitor) -> None:
    visitor.log_in(cast.secretary())
    page = visitor.open("/en/my-club/upload/")
    dropped = page.evaluate_handle(
        """() => {
            const files = new DataTransfer();
            files.items.add(new File(["one"], "one.trf"));
            files.items.add(new File(["two"], "two.trf"));
            return files;
        }"""
    )
    page.dispatch_event("form[data-drop]", "drop", {"dataTransfer": dropped})
    expect(page.locator("[data-drop-list] li")).to_have_text(["one.trf", "two.trf"])
    page.get_by_role("button", name="Send").click()
    expect(page).to_have_url(f"{visitor.home}/en/my-club/tournaments/")
    assert set(Upload.objects.values_list("name", flat=True)) == {"one.trf", "two.trf"}
