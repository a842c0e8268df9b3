"""The corrections of all tournaments that anyone may read, each with the lists that were revised for it."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from federation.hooks import functions
from tournaments.corrections.text import NAMED, PEOPLE, CorrectionLine, lines_for
from tournaments.models import Correction, Stage, Tournament

WITHDRAWAL = "stage"
RELATED = ("tournament", *NAMED)

List = tuple[str, str]  # its title and its address


@dataclass(frozen=True)
class PublicCorrection:
    """A correction as anyone may read it, in the reader's language."""

    line: CorrectionLine
    tournament: Tournament
    lists: list[List]  # revised for it

    @property
    def title(self) -> str:
        """Return the name of the tournament, which is not shown once the tournament is withdrawn."""
        return self.tournament.name if self.tournament.is_public else _("withdrawn tournament")

    @property
    def address(self) -> str:
        """Return the address of the correction on the page of the tournament; "" if that is withdrawn."""
        page = self.tournament.page() if self.tournament.is_public else ""
        return f"{page}#correction-{self.line.pk}" if page else ""

    @property
    def change(self) -> str:
        """Return the value before and after, "" if neither is public."""
        before, after = self.line.before, self.line.after
        return f"{before or '–'} → {after or '–'}" if before or after else ""


def public_corrections() -> QuerySet[Correction]:
    """Return the corrections of accepted tournaments and the withdrawals of others, the latest first."""
    shown = Correction.objects.filter(Q(tournament__stage=Stage.ACCEPTED) | Q(field=WITHDRAWAL))
    return shown.order_by("-made_at", "-pk")


def latest_corrections(count: int) -> list[PublicCorrection]:
    """Return the latest corrections for the home page, without those of who played, which name people. One query."""
    named = public_corrections().exclude(field__in=PEOPLE).select_related("tournament", *NAMED)[:count]
    return [PublicCorrection(line, each.tournament, []) for each, line in zip(named, lines_for(named), strict=True)]


def described(corrections: QuerySet[Correction]) -> list[PublicCorrection]:
    """Return these corrections for the page and the feed, in their order. Two queries, and one if they name people."""
    return described_rows(list(corrections.select_related(*RELATED)))


def described_rows(found: list[Correction]) -> list[PublicCorrection]:
    """Return the same of corrections that were selected with `RELATED`. One query, and one if they name people."""
    lists: dict[int, list[List]] = {}
    for of_corrections in functions("LISTS_REVISED"):
        lists |= of_corrections([each.pk for each in found])
    return [
        PublicCorrection(line, each.tournament, lists.get(each.pk, []))
        for each, line in zip(found, lines_for(found), strict=True)
    ]
