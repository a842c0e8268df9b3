"""Whoever changes the audit, or a record past it, is found."""

import datetime as dt
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from federation import dashboard
from federation.audit import nightly, sealing, triggers, verification
from federation.background import health
from federation.database.acts import ROOM, Act, acting
from federation.members.season_renewal import renew_all
from federation.models import Affiliation, AuditEntry, AuditValue, Club, Job, Member, Sign, UnsealedChange
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("audit")]

SIXTY = range(20001, 20061)


def sixty_renewals() -> list[AuditEntry]:
    """Renew sixty members of a club in one act, and return the entries of their affiliations."""
    club = cast.club(101)
    members = Member.objects.bulk_create(Member(number=str(each), last_name=f"M{each}") for each in SIXTY)
    start, end = dt.date(2025, 9, 1), dt.date(2026, 8, 31)
    Affiliation.objects.bulk_create(Affiliation(member=each, club=club, start=start, end=end) for each in members)
    sealing.seal()
    with acting(Act(ROOM, "renewals", "secretary", "club 101", "192.0.2.1")):
        renew_all(Affiliation.objects.all(), 2027)
    sealing.seal()
    return list(AuditEntry.objects.filter(kind="affiliation", account="secretary").order_by("n"))


def refusal(**options: int) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("verify_audit", **options)
    return str(refused.value)


@contextmanager
def past_the_triggers() -> Iterator[None]:
    """Write as somebody does who knows the triggers: without them."""
    with connection.cursor() as cursor:
        for name, table in triggers._found(cursor, connection).items():
            triggers._drop(cursor, connection, name, table)
    yield
    triggers.install()


def sql(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@pytest.mark.long
def test_scenario_19_an_entry_and_one_renewal_of_sixty_edited_in_sql_are_named(capsys: pytest.CaptureFixture[str]):
    renewals = sixty_renewals()
    assert len(renewals) == 60
    call_command("verify_audit")
    last = AuditEntry.objects.order_by("-n").first()
    assert capsys.readouterr().out == f"{last.n} entries verified, the last is {last.n} {last.hash.hex()}.\n"

    one = renewals[30]
    with past_the_triggers():
        sql("UPDATE federation_affiliation SET club_id = NULL WHERE id = %s", one.row.removeprefix("affiliation:"))
    assert refusal() == f"n {one.n}: club of {one.kind} {one.object} is no longer what it was made here."

    sql("UPDATE federation_auditentry SET account = 'nobody' WHERE n = %s", renewals[5].n)
    assert refusal().splitlines()[0] == f"n {renewals[5].n}: it was changed."
    assert refusal(**{"from": renewals[6].n}).splitlines()[0].startswith(f"n {one.n}: club of")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM federation_auditentry WHERE n = 3", "n 3: it is missing."),
        ("UPDATE federation_auditvalue SET after = 'x' WHERE entry_id = 2", "n 2: its values were changed."),
        (
            "UPDATE federation_auditentry SET previous = hash WHERE n = 2",
            "n 2: it does not follow the entry before it.",
        ),
        ("UPDATE federation_auditentry SET owner = 'club:9' WHERE n = 4", "n 4: it was changed."),
    ],
)
def test_each_change_of_the_chain_is_named(statement: str, said: str):
    cast.members([10001, 10002])
    sealing.seal()
    if statement.startswith("DELETE"):
        sql("DELETE FROM federation_auditvalue WHERE entry_id = 3")
    sql(statement)
    assert refusal().splitlines()[0] == said


def test_an_erased_value_leaves_the_chain_whole():
    cast.members([10001, 10002])
    sealing.seal()
    AuditValue.objects.filter(entry__kind="member").delete()
    assert verification.verify().problems == []


def test_a_record_that_vanished_or_came_back_is_named():
    cast.club()
    sealing.seal()
    with past_the_triggers():
        Club.objects.all().delete()
    [problem] = verification.verify().problems
    assert problem.sentence.startswith("club ")
    assert problem.sentence.endswith("is gone, but nobody deleted it here.")


def test_a_club_with_a_new_number_is_not_a_difference():
    cast.member(10001)
    sealing.seal()
    Club.objects.update(number=999)
    assert verification.verify().problems == []


def test_a_new_password_is_not_a_difference():
    user = User.objects.create_user("anna", password="one")
    sealing.seal()
    user.set_password("another")
    user.save()
    sealing.seal()
    assert AuditEntry.objects.filter(kind="account", field="password").count() == 1
    assert verification.verify().problems == []


def test_changes_of_another_program_wait_for_a_review():
    cast.club()
    UnsealedChange.objects.update(act="")
    sealing.seal()
    number = AuditEntry.objects.latest("n").n
    assert refusal().endswith("see --reviewed.")
    call_command("verify_audit", reviewed=number)
    assert verification.verify().problems == []


@pytest.mark.long
@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite: on PostgreSQL sessions have no triggers")
@pytest.mark.django_db(transaction=True)
def test_what_another_program_changes_in_sqlite_has_no_author():
    with closing(sqlite3.connect(connection.settings_dict["NAME"], uri=True)) as other, other:
        other.execute("INSERT INTO federation_league (code, name) VALUES ('1', 'One')")
    sealing.seal()
    entry = AuditEntry.objects.get(kind="league")
    assert (entry.act, entry.object, entry.account, entry.via) == ("create", "1", "", "")


def test_the_nightly_job_reports_to_monitors(settings):
    settings.HEALTH = ["federation.audit.nightly.health_lines"]
    assert nightly.queue() is None
    cast.club()
    sealing.seal()
    assert nightly.queue().kind == "verify_audit"
    nightly.verify()
    Job.objects.all().delete()
    assert nightly.queue() is None
    [line] = nightly.health_lines()
    assert line.startswith("audit ok: 4 entries, verified 20")
    days_ago(3)
    assert nightly.queue().kind == "verify_audit"
    [line] = nightly.health_lines()
    assert line.startswith("audit late: ")
    sql("UPDATE federation_auditentry SET account = 'x' WHERE n = 2")
    verification.verify()
    assert any("audit failed: n 2: it was changed." in line for line in health.state()[1])


def days_ago(days: int) -> None:
    """Let the last verification, and the last one of the whole chain, be so many days old."""
    then = timezone.now() - dt.timedelta(days=days)
    sign = Sign.objects.get(part="audit")
    Sign.objects.update(seen_at=then, facts=sign.facts | {"whole": then.isoformat()})


def test_a_night_reads_what_is_new_of_the_chain_and_a_week_or_a_problem_the_whole():
    cast.club()
    sealing.seal()
    assert nightly.verify().entries == 4
    assert nightly.verify().entries == 0
    cast.club(201)
    sealing.seal()
    assert nightly.verify().entries == AuditEntry.objects.count() - 4
    days_ago(7)
    assert nightly.verify().entries == AuditEntry.objects.count()
    sql("UPDATE federation_auditentry SET account = 'x' WHERE n = 2")
    assert nightly.verify().problems == []  # it is new of the chain that was read
    days_ago(7)
    for _night in (1, 2):
        [problem] = nightly.verify().problems
        assert str(problem) == "n 2: it was changed."


def test_an_administrator_sees_on_the_first_page_what_another_program_changed():
    admin = cast.administrator()
    member = cast.member(10001)
    sealing.seal()
    nightly.verify()
    assert list(dashboard.audit(admin)) == []
    Member.objects.filter(pk=member.pk).update(birth_date=dt.date(2015, 1, 1))
    UnsealedChange.objects.update(act="")
    assert [problem.sentence for problem in nightly.verify().problems] == [
        "another program than the site changed member 10001; see --reviewed."
    ]
    [line] = dashboard.audit(admin)
    number = AuditEntry.objects.latest("n").n
    assert line.text == (
        f"The audit failed its last verification: n {number}: another program than the site changed member 10001; "
        "see --reviewed."
    )
    assert list(dashboard.audit(cast.rating_officer())) == []
