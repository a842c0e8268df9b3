"""Twenty-five questions of readers, each answered within three clicks from the home page (a field is a click)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from federation.models import Affiliation, Member
from federation.search import index
from ratings.living.renew import renew
from ratings.models import ClubStrength, RatingList, RatingPool
from tests import cast
from tests.browser.conftest import Visitor
from tests.leagues import scene as league_scene
from tests.ratings import published, scene
from tournaments.addresses import give_addresses
from tournaments.models import Announcement, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
MOST = 3  # clicks


class Reader:
    """A reader on the home page who counts clicks."""

    def __init__(self, visitor: Visitor) -> None:
        self.page: Page = visitor.open("/en/")
        self.clicks = 0

    def click(self, name: str, exact: bool = True, of: str = "") -> Reader:
        """Follow the first link of that name in the section or the page, or in the menu and the foot."""
        part = self.page.get_by_role("region", name=of) if of else self.page.locator("main")
        inside = part.get_by_role("link", name=name, exact=exact)
        link = inside if inside.count() else self.page.get_by_role("link", name=name, exact=exact)
        link.first.click()
        self.page.wait_for_load_state()
        self.clicks += 1
        return self

    def open(self, name: str) -> Reader:
        """Click on a disclosure."""
        self.page.locator("summary", has_text=name).first.click()
        self.clicks += 1
        return self

    def fill(self, label: str, text: str) -> Reader:
        """Fill in a field and send it."""
        field = self.page.locator("main").get_by_label(label, exact=True)
        field.fill(text)
        field.press("Enter")
        self.page.wait_for_load_state()
        self.clicks += 1
        return self

    def choose(self, label: str, choice: str) -> Reader:
        """Choose from a filter that acts at once."""
        with self.page.expect_response(lambda answer: "/lists/" in answer.url):
            self.page.get_by_role("combobox", name=label).select_option(label=choice)
        self.clicks += 1
        return self

    def player(self, name: str = "Aerts, Anna") -> Reader:
        """Search for a player, who is the first found."""
        return self.fill("Name, member number, title or town", name.partition(",")[0]).click(name)


QUESTIONS: dict[str, tuple[Callable[[Reader], Reader], str]] = {
    "Who is the best girl under 14 of my league?": (
        lambda reader: reader.click("Leagues").click("Liège", exact=False).click("U14"),
        "Evrard, Élodie",
    ),
    "How did I do against strong opponents?": (
        lambda reader: reader.player().click("Record"),
        "By strength of the opponents",
    ),
    "What did an earlier list look like?": (
        lambda reader: reader.click("Earlier lists").click("1 January 2026"),
        "8 players ranked",
    ),
    "Who gained most this year?": (
        lambda reader: reader.click("Tops and records").click("Gains in 2026"),
        "Fontaine, Félix",
    ),
    "What is my score against each opponent?": (
        lambda reader: reader.player().click("Opponents"),
        "Baeten, Bram",
    ),
    "When is the next list?": (lambda reader: reader, "1 January 2027"),
    "What is my rating today?": (lambda reader: reader.player(), "today, not official"),
    "Which games did I play with White?": (
        lambda reader: reader.player().click("with White"),
        "Baeten, Bram",
    ),
    "Which tournaments are coming near me?": (
        lambda reader: reader.click("All", of="Announced").click("Oost-Vlaanderen"),
        "Winter Open",
    ),
    "How is my team placed?": (
        lambda reader: reader.click("Interclubs").click("3A"),
        "Tour Blanche",
    ),
    "How do three players compare?": (
        lambda reader: reader.click("Compare players").fill("Name or member number", "Aerts; Baeten; Dubois"),
        "Aerts, Anna – Baeten, Bram – Dubois, Didier",
    ),
    "Which titles and classes did I reach?": (lambda reader: reader.player().click("Record"), "Milestones"),
    "How many games until my child has a rating?": (
        lambda reader: reader.player("Iserbyt, Ilse").click("Record"),
        "a first rating",
    ),
    "How do I hear of a new rating?": (lambda reader: reader.player(), "By mail, for members"),
    "What does a link to me show in a chat?": (lambda reader: reader.player().open("Share this page"), "Short address"),
    "How do I show my club on its own site?": (
        lambda reader: reader.click("Clubs").click("Tour Blanche").click("Members in a frame", exact=False),
        "Aerts, Anna",
    ),
    "How does my program read ratings?": (lambda reader: reader.click("For programs"), "OpenAPI 3.1"),
    "What is the formula?": (
        lambda reader: reader.click("The four methods").click("Belgian Elo", exact=False),
        "The formulas",
    ),
    "Why is my tournament not rated yet?": (
        lambda reader: reader.click("Autumn Cup").click("Rating changes"),
        "It will count for",
    ),
    "Where do I report a wrong result?": (lambda reader: reader.click("Claims"), "Report an error"),
    "Who has a FIDE rating, too?": (
        lambda reader: reader.click("The full list").choose("FIDE rating", "With one"),
        "Hermans, Hanne",
    ),
    "Which clubs are strongest by their best eight?": (
        lambda reader: reader.click("Clubs").click("Clubs by strength"),
        "Tour Blanche",
    ),
    "Who is the oldest active player?": (
        lambda reader: reader.click("Tops and records").click("Oldest active players"),
        "Goossens, Gust",
    ),
    "How are ratings spread?": (lambda reader: reader.click("Statistics"), "Distribution of ratings"),
    "Who was number one, and when?": (
        lambda reader: reader.click("Tops and records").click("Number ones"),
        "Hermans, Hanne",
    ),
}


def everything() -> None:
    """Make a published list and games since, a season of teams, and a tournament to come."""
    published.spring_list()
    Affiliation.objects.update(end=None)
    Member.objects.filter(key=10005).update(birth_date=dt.date(2013, 5, 5))
    Member.objects.filter(key=10008).update(title="WIM", fide_rating=2190)
    autumn = ["10001 10002 1-0", "10002 10001 1/2"]
    give_addresses([*Tournament.objects.all(), scene.tournament(autumn, name="Autumn Cup", start=dt.date(2026, 9, 5))])
    renew(RatingPool.objects.get())
    day = timezone.localdate() + dt.timedelta(days=20)
    Announcement.objects.create(club=cast.club(), name="Winter Open", city="Gent", start=day, end=day)
    league_scene.rows()
    best = {"list": RatingList.objects.latest("date"), "strength": 1700, "rank": 1, "ranked": 1}
    ClubStrength.objects.create(club=cast.club(), **best)
    index.build()


@pytest.mark.long
def test_twenty_five_questions_take_three_clicks_at_most(visitor: Visitor) -> None:
    everything()
    clicks: dict[str, int] = {}
    for question, (way, answer) in QUESTIONS.items():
        reader = way(Reader(visitor))
        expect(reader.page.locator("body"), question).to_contain_text(answer)
        clicks[question] = reader.clicks
    assert {question: count for question, count in clicks.items() if count > MOST} == {}
    assert len(clicks) == 25
