"""Players of files who were not matched to the erased person but have the same name."""

from federation.erasure.person import Person
from federation.erasure.registry import NAME, PERSONAL
from federation.identity.names import PersonName, same_person
from tournaments.models import Participant


def erase(person: Person) -> list[Participant]:
    """Empty what the files say of players with the person's name, unless birth date or FIDE id is another's. Return
    them.
    """
    suspects = Participant.objects.filter(person.in_texts("file_last_name", "file_first_name"), member=None)
    found = [each for each in suspects if _may_be(each, person)]
    emptied = PERSONAL[Participant].emptied
    named = {name: person.replacement if value is NAME else value for name, value in emptied.items()}
    Participant.objects.filter(pk__in=[each.pk for each in found]).update(**named)
    return found


def _may_be(participant: Participant, person: Person) -> bool:
    if participant.file_birth_date and person.birth_dates and participant.file_birth_date not in person.birth_dates:
        return False
    fide_ids = {each for each in person.numbers if each.isdigit()}
    if participant.file_fide_id and fide_ids and str(participant.file_fide_id) not in fide_ids:
        return False
    name = PersonName(participant.file_last_name, participant.file_first_name)
    return any(same_person(name, each) for each in person.names)
