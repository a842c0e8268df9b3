"""The articles of the federation's rules, as the rows of its profile name them, each with its own address."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as noop

from federation.profiles.reading import profile
from federation.profiles.schema import DATED
from federation.profiles.section import NO_DAY, Dated
from federation.profiles.words import words

# What the rows of a section are about; also the title of rows that name no article.
SECTIONS = {
    "season": noop("Season"),
    "kinds": noop("Kinds of affiliation"),
    "units": noop("Leagues and districts"),
    "roles": noop("Offices"),
    "transfers": noop("Transfers"),
    "renewal": noop("Renewals"),
    "unaffiliated": noop("Players who are not affiliated"),
    "new_member": noop("New members"),
    "ages": noop("Age categories"),
    "fee_classes": noop("Fee classes"),
    "tariff": noop("Fees"),
    "billing": noop("Statements"),
    "clocks": noop("Deadlines"),
    "claims": noop("Claims"),
    "classes": noop("Classes of players"),
    "pools": noop("Rating lists"),
    "activity": noop("Inactive players"),
    "foreigners": noop("Players of other federations"),
    "privacy": noop("Personal data"),
    "retention": noop("How long data is kept"),
    "contact": noop("Contacts"),
}


@dataclass
class Article:
    """An article, with the rows of the profile that come from it, the latest first."""

    slug: str  # in the address of its page
    code: str  # as the profile names it; "" of rows without an article
    rows: list[tuple[str, Dated]] = field(default_factory=list)  # (section, row)

    @property
    def title(self) -> str:
        """Return its name in the reader's language; of rows without an article, what they are about."""
        return name(self.code) or ", ".join(self.about)

    @property
    def since(self) -> dt.date | None:
        """Return the day from which the latest of its rows holds; None if they always held."""
        latest = max(row.from_ for _section, row in self.rows)
        return None if latest == NO_DAY else latest

    @property
    def about(self) -> list[str]:
        """Return what it is about, in the reader's language."""
        return list(dict.fromkeys(section_name(section) for section, _row in self.rows))

    @property
    def sources(self) -> list[str]:
        """Return where the federation's own text stands: addresses, or titles of texts that are not on the web."""
        return list(dict.fromkeys(row.source for _section, row in self.rows if row.source))

    @property
    def summary(self) -> str:
        """Return our summary in the reader's language; "" if there is none."""
        return words().articles.get(self.key, "")

    @property
    def key(self) -> str:
        """Return what the profile names its summary by: the article or, of rows without one, their section."""
        return self.code or self.rows[0][0]

    def of(self, section: str) -> list[Dated]:
        return [row for each, row in self.rows if each == section]


def articles() -> list[Article]:
    """Return the articles of the profile and of what staff decided, by title; last the rows that name no article."""
    found: dict[str, Article] = {}
    for section, row in _rows():
        address = slug(section, row)
        article = found.setdefault(address, Article(address, row.article))
        article.rows.append((section, row))
    for article in found.values():
        article.rows.sort(key=lambda row: row[1].from_, reverse=True)
    return sorted(found.values(), key=lambda article: (not article.code, article.title))


def slug(section: str, row: Dated) -> str:
    """Return what stands in the address of the page of a row; a row without an article is on that of its section."""
    return slugify(row.article) or section.replace("_", "-")


def name(article: str) -> str:
    """Return what the federation calls an article in the reader's language."""
    return words().article_names.get(article, article)


def section_name(section: str) -> str:
    return gettext(SECTIONS[section])


def _rows() -> Iterator[tuple[str, Dated]]:
    for section in DATED:
        for row in profile().all_rows(section):
            yield section, row
