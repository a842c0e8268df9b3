"""What the search finds of tournaments and of the federation's rules."""

from collections.abc import Collection, Iterable, Sequence
from zlib import crc32

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.regulations.articles import articles
from federation.search.sources import Found, Source
from tournaments.models import Tournament


def tournament_texts(ids: Collection[int] | None) -> Iterable[tuple[int, str]]:
    """Return name, town and year of the accepted tournaments that have their own page."""
    tournaments = Tournament.objects.accepted().standalone().order_by()
    if ids is not None:
        tournaments = tournaments.filter(pk__in=ids)
    for pk, name, city, start in tournaments.values_list("pk", "name", "city", "start"):
        yield pk, f"{name} {city} {start.year if start else ''}"


def tournament_lines(ids: Sequence[int]) -> list[Found]:
    found = (
        Tournament.objects.accepted().standalone().filter(pk__in=ids).only("name", "address", "city", "start", "end")
    )
    lines = {each.pk: _line(each) for each in found}
    return [lines[pk] for pk in ids if pk in lines]


def article_texts(ids: Collection[int] | None) -> Iterable[tuple[int, str]]:
    """Return the titles of the articles in all languages. They have no row: a checksum of the address stands for it."""
    titles: dict[str, list[str]] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for article in articles():
                titles.setdefault(article.slug, [article.code]).append(article.title)
    return [(crc32(slug.encode()), " ".join(names)) for slug, names in titles.items()]


def article_lines(ids: Sequence[int]) -> list[Found]:
    known = {crc32(article.slug.encode()): article for article in articles()}
    return [
        Found(known[pk].title, reverse("rule", args=[known[pk].slug]), ", ".join(known[pk].about))
        for pk in ids
        if pk in known
    ]


def _line(tournament: Tournament) -> Found:
    day = tournament.end or tournament.start
    about = [long_date(day) if day else "", tournament.city]
    return Found(tournament.name, tournament.page(), " · ".join(filter(None, about)))


TOURNAMENTS = Source("tournament", _("Tournaments"), tournament_texts, tournament_lines, "tournament")
ARTICLES = Source("article", _("Rules and documents"), article_texts, article_lines)
