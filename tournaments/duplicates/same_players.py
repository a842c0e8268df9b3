"""Match the players of a later file with those of the stored tournament, even if numbers and spellings changed.

The surest sign comes first, and a sign that two people of a file share is ignored: the member, a number in the files,
the name. Then comes the place in the pairings: nearly the same name, against the same opponents, with the same colours.
So a name that was cut or corrected makes no second player, nor does a player without name or number. Last come the
number in the file, and names that may belong to one person.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence

from federation.identity.names import PersonName, folded, matching_key, same_person, similarity
from tournaments.intake.matching import ALIKE_FROM
from tournaments.models import Pairing, Participant

SHARED = 0.5  # of the seats of the player who has fewer
BEGINNING = 4  # letters of a last name that no program cuts
NUMBERS = ("member_id", "file_matricule", "file_fide_id")  # a person has only one of each

Found = dict[int, Participant]  # stored participants, by the id of the same person as sent
Seat = tuple[int, int, bool]  # round, stored id of the opponent, whether it is White's
Seats = Mapping[int, set[Seat]]


def same_people(
    here: Sequence[Participant], there: Sequence[Participant], games: Sequence[Pairing], sent: Sequence[Pairing]
) -> Found:
    """Return everybody who is in both. ``games``: of the stored tournament; ``sent``: of the other one."""
    found: Found = {}
    signs = range(len(_signs(Participant())))
    for sign in signs:
        if sign == signs[-1]:
            _add_by_seats(found, here, there, games, sent)
        left, others = _left(here, there, found)
        mine, theirs = _by_sign(left, sign), _by_sign(others, sign)
        for key in mine.keys() & theirs.keys():
            if len(mine[key]) == len(theirs[key]) == 1:
                found[theirs[key][0].pk] = mine[key][0]
    _add_by_seats(found, here, there, games, sent)
    found |= _by_spelling(*_left(here, there, found))
    return found


def _left(
    here: Iterable[Participant], there: Iterable[Participant], found: Found
) -> tuple[list[Participant], list[Participant]]:
    known = {person.pk for person in found.values()}
    return [each for each in here if each.pk not in known], [each for each in there if each.pk not in found]


def _signs(person: Participant) -> tuple[Hashable, ...]:
    """Return what identifies a person, the surest sign first; "" or None if there is no such sign."""
    name = matching_key(person.file_last_name, person.file_first_name)
    return (
        person.member_id,
        person.file_matricule,
        person.file_fide_id,
        person.file_licence or person.file_pin,
        name,
        matching_key(*_name(person)),  # for files with nothing but matricules
        (
            person.number,
            name,
            person.file_matricule,
            person.file_rating,
        ),  # for namesakes, and for unnamed players of a games CSV
    )


def _name(person: Participant) -> PersonName:
    """Return the member's name, else that of the file."""
    if person.member is not None:
        return PersonName(person.member.last_name, person.member.first_name)
    return PersonName(person.file_last_name, person.file_first_name)


def _by_sign(people: Iterable[Participant], sign: int) -> dict[Hashable, list[Participant]]:
    found: dict[Hashable, list[Participant]] = defaultdict(list)
    for person in people:
        if key := _signs(person)[sign]:
            found[key].append(person)
    return found


def _seats(games: Iterable[Pairing], known: Mapping[int, int]) -> Seats:
    """Return where everybody played against a known opponent; ``known``: stored ids of the known ones."""
    seats: dict[int, set[Seat]] = defaultdict(set)
    for game in games:
        for own, other, is_white in ((game.white_id, game.black_id, True), (game.black_id, game.white_id, False)):
            if own is not None and other in known:
                seats[own].add((game.round, known[other], is_white))
    return seats


def _add_by_seats(
    found: Found,
    here: Sequence[Participant],
    there: Sequence[Participant],
    games: Sequence[Pairing],
    sent: Sequence[Pairing],
) -> None:
    """Add players who are identified by their opponents, and repeat that until nobody is added."""
    left, others = _left(here, there, found)
    more = found
    while more and left and others:
        ids = {sent_id: person.pk for sent_id, person in found.items()}
        more = _by_seats(left, others, _seats(games, {pk: pk for pk in ids.values()}), _seats(sent, ids))
        found |= more
        left, others = _left(left, others, found)


def _by_seats(left: Sequence[Participant], others: Sequence[Participant], mine: Seats, theirs: Seats) -> Found:
    """Return the players who had the places of one of those left, if they can be nobody else."""
    sitting: dict[Seat, list[Participant]] = defaultdict(list)
    for person in left:
        for seat in mine.get(person.pk, ()):
            sitting[seat].append(person)
    likely: dict[int, list[Participant]] = {}
    for sent in others:
        seats = theirs.get(sent.pk, set())
        shared = Counter(person for seat in seats for person in sitting.get(seat, ()))
        likely[sent.pk] = [
            person
            for person, count in shared.items()
            if count >= SHARED * min(len(seats), len(mine[person.pk])) and _may_be_one(person, sent)
        ]
    return _undisputed(likely)


def _by_spelling(left: Sequence[Participant], others: Sequence[Participant]) -> Found:
    """Return those whose names begin alike and can be spellings of one name, if they can be nobody else."""
    beginnings: dict[str, list[Participant]] = defaultdict(list)
    for person in left:
        for beginning in {folded(name.last)[:BEGINNING] for name in _names(person)}:
            beginnings[beginning].append(person)
    likely: dict[int, list[Participant]] = {}
    for sent in others:
        names = _names(sent)
        near = {person for name in names for person in beginnings.get(folded(name.last)[:BEGINNING], ())}
        likely[sent.pk] = [
            person
            for person in near
            if _may_be_one(person, sent) and any(same_person(one, name) for one in _names(person) for name in names)
        ]
    return _undisputed(likely)


def _undisputed(likely: Mapping[int, list[Participant]]) -> Found:
    """Return pairs of which each is the only candidate of the other."""
    claims = Counter(person for people in likely.values() for person in people)
    return {pk: people[0] for pk, people in likely.items() if len(people) == 1 and claims[people[0]] == 1}


def _may_be_one(person: Participant, sent: Participant) -> bool:
    """Return whether no number contradicts, and the names are alike or one is missing."""
    if any((one := getattr(person, name)) and (other := getattr(sent, name)) and one != other for name in NUMBERS):
        return False
    names, others = _names(person), _names(sent)
    return not names or not others or any(similarity(one, other) >= ALIKE_FROM for one in names for other in others)


def _names(person: Participant) -> list[PersonName]:
    """Return the names of the file and of the member, as far as there are any."""
    names = [PersonName(person.file_last_name, person.file_first_name), _name(person)]
    return [name for name in dict.fromkeys(names) if any(name)]
