"""All of a member on one page."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation import access, hooks
from federation.members import contacts
from federation.members.affiliations import intervals
from federation.models import Charge, DeathReport, Member, Office, PersonalDetail, TransferRequest
from federation.privacy import looks
from federation.profiles.reading import profile
from federation.structure.rights import Verb

SHOWN = 10  # charges and transfers


@require_safe
@login_required
def member(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all that the officer may see of a member. A constant number of queries."""
    user = request.user
    if not access.may_everywhere(user, Verb.SEE_MEMBERS):
        raise PermissionDenied
    person = get_object_or_404(Member.objects.select_related("merged_into"), pk=pk)
    rows = list(person.affiliations.select_related("club").order_by("start"))
    sees_contacts = access.may_everywhere(user, Verb.SEE_CONTACTS)
    sees_money = access.may_everywhere(user, Verb.SEE_STATEMENTS)
    if sees_contacts or access.may_everywhere(user, Verb.SEE_BIRTH_DATES):
        looks.note(request, member=person)
    charges = Charge.objects.filter(member=person).select_related("club").order_by("-number")
    charged = list(charges[:SHOWN]) if sees_money else []
    moves = TransferRequest.objects.filter(member=person).select_related("old_club", "new_club")
    context = {
        "member": person,
        "current": next((row for row in rows if row.holds_on(timezone.localdate())), None),
        "intervals": intervals(rows)[::-1],
        "sees_birth_date": access.may_everywhere(user, Verb.SEE_BIRTH_DATES),
        "changes": access.may_everywhere(user, Verb.CHANGE_IDENTITY),
        "details": PersonalDetail.objects.filter(member=person) if sees_contacts else [],
        "sees_contacts": sees_contacts,
        "keeps_contacts": contacts.reader_of(user, person) == contacts.Reader.KEEPER,
        "guardians": person.guardians.all() if sees_contacts else [],
        "licences": person.licences.all(),
        "former_numbers": person.former_numbers.all(),
        "merged": person.merged_from.all(),
        "offices": Office.objects.filter(member=person).select_related("club", "unit").order_by("-start"),
        "ratings": [each for ratings in hooks.functions("RATINGS_OF_MEMBER") for each in ratings(person)],
        "transfers": moves[:SHOWN],
        "reports": DeathReport.objects.filter(member=person).select_related("club"),
        "charges": charged,
        "has_account": any(each.debtor == Charge.Debtor.MEMBER for each in charged),
        "sees_money": sees_money,
        "currency": profile().federation.currency,
    }
    return render(request, "federation/office/member.html", context)
