"""What a user asked for cannot be done: one sentence, and nothing was changed."""

from federation.i18n.errors import UserError


class Refused(UserError):
    """What was asked cannot be done; nothing was changed. One sentence for the person who asked."""
