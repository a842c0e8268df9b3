"""Twenty errors that tournament files make in names and numbers, each with the member who is meant."""

import pytest

from federation.models import Member
from tests.made_once import made_once
from tests.tournaments import events
from tournaments.intake.suggestions import suggestions
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

MEMBERS = {
    20001: ("Müller", "Karl"),
    20002: ("Janssens", "Wouter"),
    20003: ("Meyer", "Sophie"),
    20004: ("Dupont", "Luc"),
    20005: ("Van Dijk", "Saskia"),
    20006: ("Declerck", "Tom"),
    20007: ("Philips", "Nora"),
    20008: ("Lambert-Dubois", "Céline"),
    20009: ("Peeters", "Robert"),
    20010: ("Lefèvre", "Frédéric"),
    20011: ("Huber", "Josef"),
    20012: ("Wouters", "Johannes"),
    20013: ("Vandenbergh", "Lotte"),
    20014: ("Renard", "Jean-Pierre"),
    20015: ("Verstraeten", "Griet"),
    # People whom one could take for them.
    20101: ("Müllender", "Karel"),
    20102: ("Jansen", "Walter"),
    20103: ("Moor", "Sofie"),
    20104: ("Dumont", "Luc"),
    20105: ("Van Dam", "Saskia"),
    20106: ("De Clercq", "Tim"),
    20107: ("Peeters", "Rudi"),
    20108: ("Huber", "Jonas"),
    20109: ("Wouters", "Joris"),
    20110: ("Renard", "Jules"),
}
ERRORS = {
    "only the initial": (("Müller", "K."), 20001),
    "an umlaut written out": (("Mueller", "Karl"), 20001),
    "last and first name swapped": (("Wouter", "Janssens"), 20002),
    "two letters swapped": (("Jnassens", "Wouter"), 20002),
    "a letter missing": (("Janssns", "Wouter"), 20002),
    "a letter doubled": (("Jannssens", "Wouter"), 20002),
    "the first letter wrong": (("Hanssens", "Wouter"), 20002),
    "Maier for Meyer": (("Maier", "Sofie"), 20003),
    "Dupond for Dupont": (("Dupond", "Luc"), 20004),
    "Dyck for Dijk": (("Vandyck", "Saskia"), 20005),
    "k for ck and c": (("Deklerk", "Tom"), 20006),
    "f for ph": (("Filips", "Nora"), 20007),
    "a part of a double name missing": (("Dubois", "Céline"), 20008),
    "an English nickname": (("Peeters", "Bob"), 20009),
    "a French nickname": (("Lefevre", "Fred"), 20010),
    "a German nickname": (("Huber", "Sepp"), 20011),
    "a Dutch nickname": (("Wouters", "Hans"), 20012),
    "particles apart, and a nickname of two": (("Van den Berg", "Lot"), 20013),
    "the initials of two first names": (("Renard", "J.P."), 20014),
    "a wrong digit in the number": (("Verstraten", "Grietje", "20051"), 20015),
}


@made_once
def people() -> list[Member]:
    """Return the members of the table."""
    named = [Member(number=str(key), last_name=last, first_name=first) for key, (last, first) in MEMBERS.items()]
    for member in named:
        member.save()
    return named


def tournament_with(last: str, first: str, number: str = "") -> Tournament:
    player = events.unknown(1, last, first, matricule=number)
    return events.tournament(player, events.player(9, 10009), pairings=[events.game(1, 1, 9)])


@pytest.mark.parametrize(("written", "meant"), ERRORS.values(), ids=ERRORS)
def test_the_member_meant_is_suggested_first_and_chosen(written: tuple[str, ...], meant: int) -> None:
    people()
    tournament = tournament_with(*written)
    participant = tournament.participants.get(number=1)
    first = suggestions([participant], tournament)[participant.pk][0]
    assert (first.member.key, first.is_chosen) == (meant, True)
