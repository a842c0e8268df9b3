"""The exceptions of this app's verbs."""

from federation.i18n.errors import UserError


class RatingError(UserError):
    """What a user asked for cannot be done: one sentence that says why and where."""


class NothingToTest(RatingError):
    """The pool has not predicted any game yet."""
