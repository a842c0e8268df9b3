"""The one exception of this app's verbs."""

from __future__ import annotations


class RatingError(Exception):
    """What was asked cannot be done: one sentence, in the reader's language, that says why and where."""
