"""What each kind of ledger entry is called where there is no room for a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ratings.systems.period import Kind

KINDS = {
    Kind.GAME: _("Game"),
    Kind.COLLECTED: _("Game"),
    Kind.NOT_COUNTED: _("does not count"),
    Kind.PROVISIONAL: _("Provisional rating"),
    Kind.FIRST_RATING: _("First rating"),
    Kind.PERFORMANCE_25_150: _("Rule 25/150"),
    Kind.TRANSITION: _("Transition"),
    Kind.FLOOR: _("Lowest rating"),
    Kind.ROUNDING: _("Rounding"),
    Kind.FOREIGN: _("FIDE rating"),
    Kind.BONUS: _("Bonus"),
    Kind.HALVING: _("Halving"),
    Kind.MATCH_CAP: _("Match cap"),
    Kind.ADJUSTED_START: _("Adjusted start"),
    Kind.TIME: _("Inactivity"),
    Kind.ENTRY: _("Start without a rating"),
}
