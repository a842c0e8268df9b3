"""The help of a page."""

from typing import Final

from federation.help import for_officers, for_readers
from federation.help.topic import Topic

BY_PAGE: Final = {page: topic for topic in (*for_readers.TOPICS, *for_officers.TOPICS) for page in topic.pages.split()}


def help_of(page: str) -> Topic | None:
    """Return the help of the page with that name among the addresses."""
    return BY_PAGE.get(page)
