"""Pages of large tables in the admin."""

from functools import cached_property

from django.core.paginator import Page, Paginator
from django.db.models import Max


class LongPaginator(Paginator):
    """Sorts only keys and reads the rows of one page, so that the database sorts no wide rows.

    Pages of the second half are read from the end: the last page costs as much as the first. The order must be total
    (the admin sees to that), otherwise equal rows could appear on two pages.
    """

    def page(self, number: int | str) -> Page:
        """Return the page of that number. One query for the keys, one for the rows."""
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


class EstimatingPaginator(Paginator):
    """Takes the highest id for the number of all rows: to count millions would take longer than to show a page.

    What is filtered is counted.
    """

    @cached_property
    def count(self) -> int:
        """Return the number of rows; of a whole table at least as many as there are."""
        if self.object_list.query.where:
            return super().count
        return self.object_list.model.objects.aggregate(highest=Max("pk"))["highest"] or 0
