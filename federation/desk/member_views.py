"""One member of a club: data, contact data with who sees it, guardians and consents, leaving the club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from federation.access import clubs_of
from federation.desk.forms import DETAILS, DeathForm, DetailsForm, GuardianForm
from federation.desk.tabs import desk
from federation.desk.views import club_for
from federation.enrolment import endings
from federation.members import contacts, guardians
from federation.members.adults import is_minor
from federation.members.affiliations import intervals
from federation.members.contacts import Reader
from federation.models import Affiliation, Club, Consent, Member, PersonalDetail
from federation.privacy import looks
from federation.structure.rights import Verb
from federation.web.error_messages import show_errors


def _member(club: Club, pk: int) -> Member:
    """Return a member who is or was in the club, else answer 404."""
    known = Affiliation.objects.filter(club=club).values("member")
    return get_object_or_404(Member, pk=pk, pk__in=known)


def _details(member: Member) -> dict[str, PersonalDetail]:
    return {each.what: each for each in PersonalDetail.objects.filter(member=member)}


def _visibilities(member: Member) -> list[tuple[str, str]]:
    """Return the choices of visibility: of minors no wider than in the club."""
    widest = contacts.WIDER.index(contacts.Visibility(contacts.widest(member)))
    return [(each.value, each.label) for each in contacts.WIDER[: widest + 1]]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def member(request: HttpRequest, pk: int, member_pk: int) -> HttpResponse:
    """Show a member of the club; the secretary changes contact data. ``?as=public`` shows what others see."""
    club = club_for(request, pk)
    person = _member(club, member_pk)
    form = _details_form(person, request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = {what: form.cleaned_data[what] for what in DETAILS.values}
        visible = {what: form.cleaned_data[f"{what}_seen_by"] for what in DETAILS.values}
        contacts.change(person, values, visible, request.user)
        messages.success(request, _("The contact data was saved."))
        return redirect("desk_member", club.pk, person.pk)
    return _shown(request, club, person, form, GuardianForm())


def _details_form(person: Member, data: QueryDict | None = None) -> DetailsForm:
    return DetailsForm(data, details=_details(person), choices=_visibilities(person))


def _shown(
    request: HttpRequest, club: Club, person: Member, form: DetailsForm, guardian_form: GuardianForm
) -> HttpResponse:
    reader = contacts.reader_of(request.user, person)
    seen_as = {"officers": Reader.OFFICER, "club": Reader.CLUB, "members": Reader.MEMBER, "public": Reader.PUBLIC}.get(
        request.GET.get("as", "")
    )
    shown = reader if seen_as is None or reader != Reader.KEEPER else seen_as
    today = timezone.localdate()
    current = person.affiliations.on(today).filter(club=club).first()
    sees_birth_date = clubs_of(request.user, Verb.SEE_BIRTH_DATES).filter(pk=club.pk).exists()
    if sees_birth_date or form.details:
        looks.note(request, member=person)
    context = {
        "club": club,
        "desk": desk(request.user, club, "members"),
        "member": person,
        "sees_birth_date": sees_birth_date,
        "keeps": reader == Reader.KEEPER and seen_as is None,
        "is_keeper": reader == Reader.KEEPER,
        "seen_as": request.GET.get("as", ""),
        "readers": [(each.value, each.label) for each in contacts.WIDER[1:]],
        "details": contacts.seen_by(shown, person, form.details.values()),
        "form": form,
        "intervals": intervals(person.affiliations.select_related("club").order_by("start")),
        "current": current,
        "last_day": endings.last_day(current, today) if current else None,
        "is_minor": is_minor(person, today),
        "guardians": person.guardians.all(),
        "guardian_form": guardian_form,
        "answers": [(Consent.Purpose(each), answer) for each, answer in guardians.answers(person).items()],
        "death_form": DeathForm(),
    }
    return render(request, "federation/desk/member.html", context)


@require_POST
@login_required
def guardian(request: HttpRequest, pk: int, member_pk: int) -> HttpResponse:
    """Add or remove a guardian, or record a consent."""
    club = club_for(request, pk, Verb.ENROL)
    person = _member(club, member_pk)
    form = GuardianForm(request.POST) if request.POST.get("verb") == "add" else None
    if form and not form.is_valid():
        return _shown(request, club, person, _details_form(person), form)
    with show_errors(request):
        if form:
            guardians.add(person, request.user, **form.cleaned_data)
            messages.success(request, _("The guardian was added."))
        else:
            _keep(request, person)
    return redirect("desk_member", club.pk, person.pk)


def _keep(request: HttpRequest, person: Member) -> None:
    """Do what the button says. Raise `UserError`."""
    verb = request.POST.get("verb", "")
    if verb == "remove":
        guardians.remove(get_object_or_404(person.guardians, pk=_number(request, "guardian")), request.user)
        messages.success(request, _("The guardian was removed."))
    elif verb in {"consent", "refuse"} and request.POST.get("purpose") in Consent.Purpose.values:
        by = person.guardians.filter(pk=_number(request, "guardian")).first()
        guardians.record(person, request.user, request.POST["purpose"], given=verb == "consent", guardian=by)
        messages.success(request, _("The answer was recorded."))
    else:
        raise Http404


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 19 else 0


@require_POST
@login_required
def leave(request: HttpRequest, pk: int, member_pk: int) -> HttpResponse:
    """Let a member resign, or report their death."""
    club = club_for(request, pk, Verb.ENROL)
    person = _member(club, member_pk)
    with show_errors(request):
        if request.POST.get("verb") == "resign":
            act = endings.resign(club, person, request.user)
            return redirect("desk_act", club.pk, act.pk)
        form = DeathForm(request.POST)
        if not form.is_valid():
            messages.error(request, form.errors["died_on"][0])
            return redirect("desk_member", club.pk, person.pk)
        endings.report_death(club, person, request.user, form.cleaned_data["died_on"])
        messages.success(request, _("The death was reported. An officer confirms it."))
    return redirect("desk_member", club.pk, person.pk)
