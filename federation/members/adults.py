"""Minors and adults, on a day."""

import datetime as dt

from federation.models import Member
from federation.profiles.reading import profile


def age_on(born: dt.date, day: dt.date) -> int:
    """Return the age in whole years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def is_minor(member: Member, day: dt.date) -> bool:
    """Return whether the member is under age on the day. Without a birth date nobody is."""
    return member.birth_date is not None and age_on(member.birth_date, day) < profile().on(day).privacy.adult_age


def needs_guardian(member: Member, day: dt.date) -> bool:
    """Return whether a guardian consents for the member on the day: below the profile's age of consent."""
    least = profile().on(day).privacy.consent_age
    return member.birth_date is not None and least is not None and age_on(member.birth_date, day) < least
