"""What a group of pages has in common."""

from typing import NamedTuple

from django.utils.functional import Promise


class Topic(NamedTuple):
    """The two paragraphs of some pages, which are given by the names of their addresses, separated by spaces."""

    pages: str
    shows: Promise
    advice: Promise
