"""federation/imports/undo.py: what an import changed becomes again what it was."""

from __future__ import annotations

import datetime as dt
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from federation.audit import sealing
from federation.database.acts import COMMAND, Act, acting
from federation.imports import clubs, member_files, members, undo
from federation.models import Affiliation, AuditEntry, Club, Consent, FormerNumber, Job, Licence, Member, Unit
from tests import cast

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 3, 1)
MODELS = (Member, Club, Unit, Affiliation, Licence, FormerNumber)
LIST = (
    "id,nom,prenom,fide_id,hidden,club,affiliated,licences,former_numbers\n"
    "10001,Aertsen,Anna,990099,1,,0,,\n"
    "10004,,,990001,,,,FFE A1,\n"
    "10005,,,,,,0,,\n"
    "20001,Peeters,Jan,,,303,,FFE A2,7 2020-08-31\n"
)


def site() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in MODELS]


def imported(text: str, command: str = "manage.py import_members") -> int:
    """Import a list of members as the command does. Return the number of its batch in the audit."""
    with acting(Act(COMMAND, command)):
        reading, day = member_files.read("members.csv", text.encode(), DAY)
        assert members.take_over(reading, day).problems == []
    sealing.seal()
    return AuditEntry.objects.filter(act="batch").latest("n").n


@pytest.fixture(autouse=True)
def people() -> None:
    """Two members, of whom the list gives the FIDE ID of the first to the second, and one affiliated from `DAY` on."""
    cast.members([10001, 10004])
    cast.affiliate(cast.member(10005, affiliated=False), cast.club(201), DAY)


def refused(n: int) -> str:
    before = site()
    with pytest.raises(undo.UndoError) as error:
        undo.undo(n)
    assert site() == before
    return error.value.sentence


def test_everything_becomes_again_what_it_was() -> None:
    before = site()
    n = imported(LIST)
    assert [now == was for now, was in zip(site(), before, strict=True)] == [False, False, True, False, False, False]
    assert undo.undo(n) == (6, 3, 1)
    assert site() == before


def test_public_files_follow_where_a_member_is_shown_again() -> None:
    n = imported(LIST)
    Job.objects.all().delete()
    undo.undo(n)
    assert [job.kind for job in Job.objects.all()] == ["hide"]


def test_the_undoing_is_in_the_audit_and_an_import_is_undone_once() -> None:
    n = imported(LIST)
    undo.undo(n)
    sealing.seal()
    assert AuditEntry.objects.filter(kind="member", act="delete", object="20001").exists()
    assert refused(n).endswith("was changed after the import. It cannot be undone.")


def test_nothing_is_undone_once_a_row_was_changed() -> None:
    n = imported(LIST)
    Member.objects.filter(key=10004).update(title="FM")
    assert refused(n) == "Member 10004 was changed after the import. It cannot be undone."


def test_nothing_is_undone_once_a_member_has_another_affiliation() -> None:
    n = imported(LIST)
    cast.affiliate(Member.objects.get(key=10001), cast.club(201), dt.date(2026, 4, 1))
    assert refused(n).startswith("Affiliation ")


def test_nothing_is_undone_once_a_created_member_is_in_use() -> None:
    n = imported(LIST)
    consent = Consent.objects.create(member=Member.objects.get(key=20001), purpose="photo", given=True)
    assert refused(n) == "Records that came with the import are in use (consent). It cannot be undone."
    consent.delete()
    undo.undo(n)
    assert not Member.objects.filter(key=20001).exists()


def test_other_acts_are_not_undone_as_imports() -> None:
    n = imported(LIST, "manage.py move_in")
    assert refused(n) == f"Entry {n} of the audit is no import of members or clubs."


def test_an_import_of_clubs_is_undone() -> None:
    cast.club(101)
    before = site()
    with acting(Act(COMMAND, "manage.py import_clubs")):
        clubs.take_over(clubs.read(b"number,name,league,email\n101,Tour,600,a@tour.example\n404,Dame,900,\n"))
    sealing.seal()
    undo.undo(AuditEntry.objects.filter(act="batch").latest("n").n)
    assert site() == before


def test_the_command_lists_imports_and_undoes_one() -> None:
    n, listed, said = imported(LIST), StringIO(), StringIO()
    call_command("undo_import", stdout=listed)
    assert [line.split()[0] for line in listed.getvalue().splitlines()] == [str(n)]
    call_command("undo_import", str(n), stdout=said)
    assert said.getvalue() == "Undone: 6 rows deleted, 3 changed back, 1 inserted again.\n"
    with pytest.raises(CommandError, match="was changed after the import"):
        call_command("undo_import", str(n))
