"""The help of a page."""

from typing import Final

from federation.help import for_officers, for_readers
from federation.help.topic import Topic

BY_PAGE: Final = {page: topic for topic in (*for_readers.TOPICS, *for_officers.TOPICS) for page in topic.pages.split()}
# The page whose help stands on pages without help of their own, by the beginning of their address.
BY_SECTION: Final = {
    "account": "account",
    "backtest": "backtest",
    "captain": "captain",
    "claims": "claims",
    "clubs": "club",
    "interclubs": "league_seasons",
    "invitations": "invitation",
    "league-office": "league_office",
    "leagues": "unit",
    "lists": "list",
    "login": "login",
    "my-club": "my_club",
    "my-data": "own_data",
    "office": "office",
    "offices": "offices",
    "players": "player",
    "privacy": "privacy",
    "rules": "rules",
    "statistics": "statistics",
    "tournaments": "tournament",
    "treasury": "treasury",
    "what-if": "what_if",
}


def help_of(page: str, route: str = "") -> Topic | None:
    """Return the help of the page with that name among the addresses, or of its section; ``route`` is its address."""
    return BY_PAGE.get(page) or BY_PAGE.get(BY_SECTION.get(route.partition("/")[0], ""))
