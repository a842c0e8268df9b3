"""The table of corrections."""

from collections.abc import Iterable
from html import escape

from django.db.models import QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.web.tables import PublicTable, TextColumn, link
from tournaments.corrections.public_corrections import List, PublicCorrection, described
from tournaments.models import Correction


class CorrectionTable(PublicTable):
    """Corrections with reasons and revised lists. Two queries for the rows of a page, and one if they name people."""

    live = True

    day = TextColumn(_("Date"), "wide-only")
    tournament = TextColumn(_("Tournament"))
    correction = TextColumn(_("Correction"))
    lists = TextColumn(_("Revised lists"), "wide-only")

    def html_of(self, records: QuerySet[Correction]) -> SafeString:
        return super().html_of(described(records))

    def cell_day(self, found: PublicCorrection) -> str:
        return f'<td class="wide-only muted day">{escape(_day(found))}</td>'

    def cell_tournament(self, found: PublicCorrection) -> str:
        name = (
            link(found.address, found.title) if found.address else f'<span class="muted">{escape(found.title)}</span>'
        )
        return (
            f'<td id="correction-{found.line.pk}">{name}<span class="sub narrow-only">{escape(_day(found))}</span></td>'
        )

    def cell_correction(self, found: PublicCorrection) -> str:
        line = found.line
        change = f" · <del>{escape(line.before or '–')}</del> → <ins>{escape(line.after or '–')}</ins>"
        what = f"<strong>{escape(line.what)}</strong>{' · ' if line.where else ''}{escape(line.where)}"
        said = " · ".join(filter(None, [line.reason, line.by]))
        lists = f'<span class="sub narrow-only">{_links(found.lists)}</span>' if found.lists else ""
        return f'<td>{what}{change if found.change else ""}<span class="sub">{escape(said)}</span>{lists}</td>'

    def cell_lists(self, found: PublicCorrection) -> str:
        return f'<td class="wide-only">{_links(found.lists) or "–"}</td>'


def _day(found: PublicCorrection) -> str:
    return long_date(found.line.made_at)


def _links(lists: Iterable[List]) -> str:
    return "<br>".join(link(address, title) for title, address in lists)
