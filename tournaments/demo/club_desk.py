"""What the desk of a club shows in the demo: contact data, guardians, consents, a transfer that waits."""

import datetime as dt

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.enrolment import transfers
from federation.identity.names import folded
from federation.members.adults import is_minor, needs_guardian
from federation.models import Affiliation, Club, Consent, Guardian, Member, PersonalDetail
from federation.profiles.identity import Demo

SOON = dt.timedelta(days=14)


def fill(club: Club, other: Club, words: Demo, by: User) -> None:
    """Keep contact data of the members of the club, and let the other club ask for one of them.

    The consent of one guardian is missing.
    """
    today = timezone.localdate()
    here = Affiliation.objects.on(today).filter(club=club).values("member")
    members = list(Member.objects.filter(pk__in=here).order_by("key"))
    details = []
    for member in members:
        address = f"{folded(member.first_name)}.{folded(member.last_name)}".replace(" ", ".")
        details.append(PersonalDetail(member=member, what="email", value=f"{address}@example.org"))
        details.append(PersonalDetail(member=member, what="town", value=club.city, visibility="club"))
    PersonalDetail.objects.bulk_create(details)
    young = [member for member in members if is_minor(member, today)]
    for place, member in enumerate(young):
        name = f"{member.last_name}, {words.women[place % len(words.women)]}"
        parent = Guardian.objects.create(member=member, name=name, email=f"parent{member.number}@example.org")
        if needs_guardian(member, today) and place:
            Consent.objects.bulk_create(
                Consent(member=member, purpose=purpose, given=True, guardian=parent, recorded_by=by)
                for purpose in Consent.Purpose.values
            )
    grown_up = [member for member in members if not is_minor(member, today) and not member.offices.exists()]
    if grown_up and other != club:
        reason = _("A move to %(town)s, close to the new club.") % {"town": other.city}
        transfers.ask(grown_up[-1], other, by, reason=reason, effective=today + SOON)
