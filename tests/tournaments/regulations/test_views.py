"""tournaments/regulations: the pages of the federation's rules."""

import pytest
from django.conf import LazySettings
from django.test import Client

from federation.profiles.reading import shipped
from tests import cast, pages
from tests.cases import long_after
from tests.tournaments import events
from tournaments import formats
from tournaments.formats.games_csv.reader import COLUMNS
from tournaments.regulations.file_templates import GAMES, games_csv
from tournaments.regulations.programs import LAYOUTS, PROGRAMS

pytestmark = pytest.mark.django_db


def test_the_index_shows_deadlines_articles_programs_and_contacts(django_assert_num_queries):
    with django_assert_num_queries(1):
        text = pages.text(Client().get("/en/rules/"))
    for words in (
        "Results of a tournament: 3 days after the last round After that there is a warning.",
        "Results of a round: 3 days after the round (only for tournaments of more than 30 days)",
        "Tournament rules 12 c",
        "For international tournaments with large prizes the French federation has to agree first.",
        "Sharly-Chess .sce AGPL-3.0",
        "National rating ratings@frbe-kbsb-ksb.be",
    ):
        assert words in text


@pytest.mark.long
@pytest.mark.parametrize("code", long_after(1, shipped()))
def test_each_article_of_each_profile_has_its_page(code: str, settings: LazySettings):
    settings.FEDERATION_PROFILE = code
    page = Client().get("/en/rules/").content.decode()
    addresses = {part.partition('"')[0] for part in page.split('href="')[1:] if part.startswith("/en/rules/")}
    articles = sorted(addresses - {"/en/rules/", "/en/rules/files/games.csv"})
    assert articles
    assert [address for address in articles if Client().get(address).status_code != 200] == []


def test_the_page_of_an_article_has_our_summary_and_the_source_in_the_language_of_the_reader():
    text = pages.text(Client().get("/nl/rules/tournament-rules-12-c/"))
    assert "Toernooireglement, art. 12 c" in text
    assert "Resultaten worden binnen drie dagen na de laatste ronde verstuurd." in text
    assert "https://blog.frbe-kbsb-ksb.be/blog/new-national-elo-july-1st-2025/" in text
    assert Client().get("/en/rules/nothing/").status_code == 404


def test_the_template_of_games_can_be_sent_as_it_is():
    cast.member(10001)
    answer = Client().get("/en/rules/files/games.csv")
    assert (answer.content, answer["Content-Disposition"]) == (games_csv(), 'attachment; filename="games.csv"')
    made = events.read(answer.content).tournaments.get()
    assert (made.name, made.pairings.count(), made.participants.filter(member__key=10001).count()) == (
        "Club championship", 2, 1,
    )  # fmt: skip
    assert Client().get("/en/rules/files/other.csv").status_code == 404


def test_each_format_that_can_be_read_is_on_the_page():
    known = {each for program in (*PROGRAMS, *LAYOUTS) for each in program.formats}
    assert known == set(formats.FORMATS)
    of_go = {"handicap", "board_size", "komi"}
    assert [column.name for column in GAMES] == [name for name in COLUMNS if name not in of_go]
