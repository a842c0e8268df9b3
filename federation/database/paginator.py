"""Pages of tables that grow with the federation, for the lists of the admin."""

from __future__ import annotations

from django.core.paginator import Page, Paginator


class LongPaginator(Paginator):
    """Sorts keys alone, and reads the rows of one page: the database carries no wide rows through the sort.

    Pages of the second half are looked for from the end, so that the last one costs what the first one does. The order
    must be of all rows (the admin sees to that), or rows that are equal could stand on two pages.
    """

    def page(self, number: int | str) -> Page:
        """The page of that number; one query for the keys, one for the rows."""
        number = self.validate_number(number)
        start, end = (number - 1) * self.per_page, min(number * self.per_page, self.count)
        keys = self.object_list.values_list("pk", flat=True)
        if start > self.count - end:
            found = list(keys.reverse()[self.count - end : self.count - start])
        else:
            found = list(keys[start:end])
        rows = self.object_list.all()
        rows.query.clear_where()  # a search is not made a second time for those that were found
        return self._get_page(rows.filter(pk__in=found), number, self)
