"""The table of the public log."""

import json
from collections.abc import Iterable
from datetime import date
from html import escape

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.i18n.dates import long_date
from federation.web.tables import HeadColumn, PublicTable, TextColumn, link
from ratings.models import LogEntry, RatingPool, month_slug
from tournaments.models import Tournament


def _when(entry: LogEntry) -> str:
    return date_format(localtime(entry.made_at), "SHORT_DATETIME_FORMAT")


class LogTable(PublicTable):
    """Entries of the public log: what happened, with a link to it. Two queries more than its rows."""

    number = HeadColumn(gettext_lazy("No."), shows=lambda entry: entry.number)
    made_at = TextColumn(gettext_lazy("Logged"), "wide-only", shows=_when)
    kind = TextColumn(gettext_lazy("Kind"), shows=LogEntry.get_kind_display)
    subject = TextColumn(gettext_lazy("Subject"))

    def html_of(self, records: Iterable[LogEntry]) -> SafeString:
        found = list(records)
        facts = {each.number: json.loads(each.content) for each in found}
        ids = {each["tournament"] for each in facts.values() if "tournament" in each}
        accepted = Tournament.objects.accepted().filter(pk__in=ids).only("name", "address")
        self.tournaments = {each.pk: each for each in accepted}
        self.pools = dict(RatingPool.objects.filter(public=True).values_list("slug", "name"))
        self.facts = facts
        return super().html_of(found)

    def cell_subject(self, entry: LogEntry) -> str:
        facts = self.facts[entry.number]
        details = link(reverse("log_entry", args=[entry.number]), _("Entry"), "quiet sub")
        return f"<td>{self._subject(entry, facts)} {details}</td>"

    def _subject(self, entry: LogEntry, facts: dict[str, str]) -> str:
        match entry.kind:
            case LogEntry.Kind.LIST:
                return self._list(facts["list"], date.fromisoformat(facts["date"]), int(facts["revision"]))
            case LogEntry.Kind.RULES:
                pool = self.pools.get(facts["pool"], facts["pool"])
                return escape(f"{pool}, {long_date(date.fromisoformat(facts['valid_from']))}")
            case LogEntry.Kind.CORRECTION:
                found = self.tournaments.get(int(facts["tournament"]))
                return link(found.page(), found.name) if found else escape(_("withdrawn tournament"))
            case _:
                return escape(facts["key"].split("+")[1])

    def _list(self, slug: str, day: date, revision: int) -> str:
        text = f"{self.pools.get(slug, slug)}, {long_date(day)}"
        if revision:
            text += ", " + _("revision %(number)s") % {"number": revision}
        if slug not in self.pools:
            return escape(text)
        where = reverse("list", args=[slug, month_slug(day)]) + f"?revision={revision}"
        return link(where, text)
