"""When a deadline ends. The last day is included (BA15), in the federation's time zone; weekends count."""

import calendar
import datetime as dt

from django.utils import timezone

from federation.profiles.office import Clock

ONE_DAY = dt.timedelta(days=1)


def last_day(clock: Clock, of: dt.date) -> dt.date:
    """Return the last day of a deadline that is counted from the given day, forwards or backwards.

    One that ends so many days before the end of a month is the first such day from the given day on.
    """
    if clock.before_month_end is not None:
        this = _before_month_end(of, clock.before_month_end)
        return this if this >= of else _before_month_end(months_after(of.replace(day=1), 1), clock.before_month_end)
    way = -1 if clock.before else 1
    if clock.months is not None:
        return months_after(of, way * clock.months)
    return of + way * (clock.days or 0) * ONE_DAY


def ends_at(day: dt.date) -> dt.datetime:
    """Return the moment at which the day is over."""
    return timezone.make_aware(dt.datetime.combine(day + ONE_DAY, dt.time()))


def months_after(day: dt.date, months: int) -> dt.date:
    """Return the same day so many months later, or the last day of that month if it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _before_month_end(of: dt.date, days: int) -> dt.date:
    return of.replace(day=calendar.monthrange(of.year, of.month)[1]) - days * ONE_DAY
