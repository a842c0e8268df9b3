"""Make members of participants: what the file knows, what the federation asks for, and nobody twice."""

from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as noop

from federation.database import bulk
from federation.identity.names import PersonName, same_person, search_key
from federation.identity.numbering import NoNumberLeft
from federation.imports.columns import CellError
from federation.imports.member_form import READERS
from federation.members.numbers import gives_numbers, next_numbers
from federation.models import Licence, Member
from federation.profiles.reading import profile
from tournaments.errors import Refused
from tournaments.models import Participant

BIRTH_DATE_MISSING = noop("A new member needs a birth date.")
MEMBER_EXISTS = noop("There is already a member with that name and birth date: %(member)s.")
NUMBER_TAKEN = noop("The new member could not be saved: one of the numbers belongs to another member.")
NO_NUMBER_LEFT = noop("No member number is left for new members.")
NUMBERS_ELSEWHERE = noop("Member numbers come from another system: import the new members first.")

ATTEMPTS = 3  # to find free numbers
FRENCH_LICENCE = 7  # characters
COUNTRY_LETTERS = 3  # of a nationality

LABELS = {
    "last_name": gettext_lazy("last name"), "first_name": gettext_lazy("first name"), "sex": gettext_lazy("sex"),
    "birth_date": gettext_lazy("birth date"), "birth_year": gettext_lazy("year of birth"),
    "birth_place": gettext_lazy("place of birth"), "nationality": gettext_lazy("nationality"),
    "fide_federation": gettext_lazy("FIDE federation"), "street": gettext_lazy("street"),
    "postcode": gettext_lazy("postcode"), "town": gettext_lazy("town"), "country": gettext_lazy("country"),
    "email": gettext_lazy("e-mail"), "telephone": gettext_lazy("telephone"),
}  # fmt: skip


def details_of(participant: Participant) -> dict[str, object]:
    """Return what the file says about a person, as fields of a member."""
    country = participant.file_federation  # files of go name countries by two letters
    return {
        "last_name": participant.file_last_name,
        "first_name": participant.file_first_name,
        "birth_date": participant.file_birth_date,
        "sex": participant.file_sex,
        "nationality": country if len(country) == COUNTRY_LETTERS else "",
        "fide_id": participant.file_fide_id,
    }


def lacking(participant: Participant) -> str:
    """Return why no member can be made from what the file knows, as a sentence; "" if one can.

    What the profile asks for of a new member must be there. Where it asks for the year of birth, the year is enough.
    """
    details = details_of(participant)
    if not gives_numbers():
        return _(NUMBERS_ELSEWHERE)
    year = participant.file_birth_year or (participant.file_birth_date and participant.file_birth_date.year)
    known = {**details, "birth_year": year, "fide_federation": details["nationality"]}
    required = ("last_name", *profile().on(timezone.localdate()).new_member.required)
    missing = [str(LABELS[name]) for name in dict.fromkeys(required) if not known.get(name)]
    if missing:
        return _("The file does not say: %(what)s.") % {"what": ", ".join(missing)}
    try:
        _cleaned(details)
    except CellError as error:
        return str(error)
    return ""


def create(details: Mapping[str, object]) -> Member:
    """Create a member with the next free member number. Raise `Refused` if they exist or no number could be taken."""
    if not details.get("birth_date"):
        raise Refused(BIRTH_DATE_MISSING)
    return _created([details])[0]


def create_all(participants: Sequence[Participant]) -> list[Member]:
    """Create a member of each participant. A constant number of queries. Raise `Refused` as `create` does.

    Numbers of go federations in the file become licences.
    """
    if not participants:
        return []
    members = _created([_cleaned(details_of(participant)) for participant in participants])
    if participants[0].tournament.is_go:
        keep_licences(list(zip(participants, members, strict=True)))
    return members


def keep_licences(made: Sequence[tuple[Participant, Member]]) -> None:
    """Store the licences and the European numbers of a file of go, unless another member has them.

    OpenGotha puts American numbers in the place of the licence; French ones have seven characters (formats/go,
    "Lists").
    """
    rows = []
    for participant, member in made:
        issuer = "FFG" if len(participant.file_licence) == FRENCH_LICENCE else "AGA"
        numbers = ((issuer, participant.file_licence), ("EGF", participant.file_pin))
        rows += [Licence(member=member, issuer=issued_by, number=number) for issued_by, number in numbers if number]
    bulk.insert_new(rows)


def _cleaned(details: Mapping[str, object]) -> dict[str, object]:
    """Return the details as an import would store them. Raise `CellError` for what no member can have."""
    return {name: READERS[name](str(value)) if value and name in READERS else value for name, value in details.items()}


def _created(people: Sequence[Mapping[str, object]]) -> list[Member]:
    """Create members with the next free numbers.

    Another club may create the same person at the same moment: the number is read before the person is looked for, so
    that the second one finds the number taken, tries again, and then finds the person.
    """
    if not gives_numbers():
        raise Refused(NUMBERS_ELSEWHERE)
    for _attempt in range(ATTEMPTS):
        try:
            numbers = next_numbers(len(people))
        except NoNumberLeft as error:
            raise Refused(NO_NUMBER_LEFT) from error
        _require_new(people)
        members = [Member(number=number, **details) for number, details in zip(numbers, people, strict=True)]
        for member in members:
            member.search_name = search_key(member.last_name, member.first_name)
        try:
            with transaction.atomic():
                for member, pk in zip(members, bulk.reserved_ids(Member, len(members)), strict=True):
                    member.pk = pk
                bulk.insert(members)
        except IntegrityError:
            continue
        return members
    raise Refused(NUMBER_TAKEN)


def _require_new(people: Sequence[Mapping[str, object]]) -> None:
    """Raise `Refused` if the person is a member already: by birth date and name; without a day, by the name alone."""
    births = {details["birth_date"] for details in people if details["birth_date"]}
    keys = {search_key(str(details["last_name"]), str(details.get("first_name", ""))) for details in people}
    alike = Q(search_name__in=bulk.in_values(keys))
    if births:
        alike |= Q(birth_date__in=bulk.in_values(births))
    others = list(Member.objects.current().filter(alike))
    for details in people:
        name, born = PersonName(str(details["last_name"]), str(details.get("first_name", ""))), details["birth_date"]
        for other in others:
            same_day = other.birth_date == born or (not born and other.search_name == search_key(*name))
            if same_day and same_person(name, PersonName(other.last_name, other.first_name)):
                raise Refused(MEMBER_EXISTS, member=str(other))
