"""Titles, web sites and a hidden member for the people and clubs of the demo."""

import datetime as dt

from federation.identity.names import folded
from federation.members.adults import is_minor
from federation.models import Club, Member

# FIDE titles by FIDE rating, as if the norms were there; the first that fits.
TITLES = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))
WOMEN = ((2300, "WGM"), (2200, "WIM"), (2100, "WFM"), (2000, "WCM"))
HIDDEN = 40  # place of the hidden member among those without an office, by number


def mark(today: dt.date) -> None:
    """Give titles to the strongest members and web sites to clubs, and hide one adult. Before any list is published."""
    for titles, members in ((WOMEN, Member.objects.filter(sex="F")), (TITLES, Member.objects.all())):
        for least, title in titles:
            members.filter(fide_rating__gte=least, title="").update(title=title)
    for club in Club.objects.all():
        name = folded(club.name).replace(" ", "-")
        club.website, club.email = f"https://{name}.example/", f"info@{name}.example"
        club.save(update_fields=["website", "email"])
    others = Member.objects.filter(offices=None).exclude(birth_date=None).order_by("key")[: 2 * HIDDEN]
    adults = [member for member in others if not is_minor(member, today)]
    if len(adults) > HIDDEN:
        Member.objects.filter(pk=adults[HIDDEN].pk).update(hidden=True)
