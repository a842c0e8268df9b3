"""The exceptions of this app's verbs."""

from federation.i18n.errors import UserError


class RatingError(UserError):
    """What was asked cannot be done: one sentence that says why and where."""


class NothingToTest(RatingError):
    """A pool has predicted no game yet."""
