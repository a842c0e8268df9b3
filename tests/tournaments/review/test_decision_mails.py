"""Who gets a mail about a decision, when, and what the mail says."""

from __future__ import annotations

import datetime as dt
import email
import email.policy

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.background import jobs, worker
from federation.models import Job, MailPreferences, Office
from tests import cast, postman
from tests.tournaments import events
from tests.tournaments.my_club.buttons import press
from tournaments.corrections import correct
from tournaments.models import Stage, Tournament, Upload
from tournaments.review import decisions, edits
from tournaments.review.decision_mails import Decided, later
from tournaments.updates import apply as updates

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]

ADDRESS = "secretary@example.org"


def with_address(user: User, address: str = ADDRESS) -> User:
    user.email = address
    user.save()
    return user


def reads(user: User, language: str) -> None:
    MailPreferences.objects.update_or_create(user=user, defaults={"language": language})


@pytest.fixture
def sender() -> User:
    """Return the secretary of club 101, who reads English."""
    user = with_address(cast.secretary())
    reads(user, "en")
    return user


@pytest.fixture
def officer() -> User:
    return with_address(cast.rating_officer(), "officer@example.org")


def sent_by(user: User | None, *names: str) -> list[Tournament]:
    """Return tournaments of one file that they sent."""
    made = events.stored(*(events.report(name=name) for name in names or ("Tower Cup",)))
    Upload.objects.filter(pk=made[0].upload_id).update(uploaded_by=user)
    Tournament.objects.filter(upload=made[0].upload_id).update(duplicate_allowed=True)
    return made


def work() -> None:
    for job in Job.objects.filter(kind="decision_mail", state=Job.State.QUEUED):
        worker.run(job.pk)


def told() -> list[tuple[str, str]]:
    """Return the recipient of each mail, and its subject."""
    work()
    return sorted((sent.to[0], sent.subject) for sent in mail.outbox)


@pytest.mark.parametrize(
    ("is_history", "verdict"),
    [
        (False, "Accepted: its games will be rated."),
        (True, "Accepted, for history only: its games count in no rating list."),
    ],
)
def test_the_sender_gets_a_mail_about_the_acceptance(
    sender: User, officer: User, is_history: bool, verdict: str
) -> None:
    [tournament] = sent_by(sender)
    edits.change_settings(tournament, {"unrated_history": is_history})
    decisions.accept(tournament, officer)
    assert told() == [(ADDRESS, "Accepted: Tower Cup")]
    [sent] = mail.outbox
    assert sent.from_email == "Office <office@example.org>"
    assert sent.body.splitlines() == [
        "News about what you, or your club, sent to Classement:",
        "",
        "Tower Cup, 14–15 March 2026",
        verdict,
        f"https://ratings.example.org/en/my-club/tournaments/{tournament.pk}/",
        "",
        (
            "You receive this mail because you sent the file, or because you are the club's "
            "secretary. To stop these mails, go to:"
        ),
        "https://ratings.example.org/en/account/",
        "",
        "Classement",
    ]


def test_the_reason_of_a_rejection_is_in_the_mail_as_it_was_typed(sender: User, officer: User) -> None:
    [tournament] = sent_by(sender)
    decisions.reject(tournament, officer, "Round 3 <is> missing,\nsays D'Hondt & Co.")
    assert told() == [(ADDRESS, "Rejected: Tower Cup")]
    assert "\nRejected: Round 3 <is> missing, says D'Hondt & Co.\n" in mail.outbox[0].body


@pytest.mark.long
def test_a_returned_tournament_gives_a_mail(sender: User, officer: User) -> None:
    [tournament] = sent_by(sender)
    decisions.submit(tournament, sender)
    decisions.reopen(tournament, officer)
    assert told() == [(ADDRESS, "Returned to the club: Tower Cup")]
    assert "Returned to the club: it can be changed and submitted again." in mail.outbox[0].body


@pytest.mark.long
def test_a_submitted_tournament_that_an_officer_brings_up_to_date_is_returned(sender: User, officer: User) -> None:
    [stored] = sent_by(sender)
    decisions.submit(stored, sender)
    [further] = events.stored(events.report(city="Gent-Zuid"))
    updates.apply_update(stored, further, officer)
    assert told() == [(ADDRESS, "Returned to the club: Tower Cup")]


def test_a_club_gets_no_mail_about_its_own_reopening(sender: User) -> None:
    [tournament] = sent_by(sender)
    colleague = with_address(cast.secretary(101, "colleague"), "colleague@example.org")
    decisions.submit(tournament, sender)
    decisions.reopen(tournament, colleague)
    assert told() == []


@pytest.mark.long
def test_a_withdrawal_is_mailed_with_the_reason(sender: User, officer: User) -> None:
    [tournament] = sent_by(sender)
    decisions.accept(tournament, sender)
    correct.withdraw(tournament, officer, "It was played elsewhere.")
    assert told() == [(ADDRESS, "Withdrawn: Tower Cup")]
    assert "Withdrawn, no longer counted: It was played elsewhere." in mail.outbox[0].body


@pytest.mark.parametrize(
    ("language", "subject", "path"),
    [
        ("nl", "Goedgekeurd: Tower Cup", "/nl/my-club/"),
        ("", "Accepté\N{NO-BREAK SPACE}: Tower Cup", "/my-club/"),
    ],
)
def test_the_mail_is_in_the_language_of_its_reader(
    sender: User, officer: User, language: str, subject: str, path: str
) -> None:
    reads(sender, language)
    [tournament] = sent_by(sender)
    decisions.accept(tournament, officer)
    assert told() == [(ADDRESS, subject)]
    assert f"https://ratings.example.org{path}tournaments/{tournament.pk}/" in mail.outbox[0].body


@pytest.mark.long
def test_what_is_decided_together_is_one_mail(sender: User, officer: User, client: Client) -> None:
    names = [f"Cup {number}" for number in range(1, 53)]
    made = sent_by(sender, *names)
    other = with_address(cast.secretary(201), "other@example.org")
    [theirs] = sent_by(other, "Theirs")
    Tournament.objects.filter(pk=theirs.pk).update(club=cast.club(201))
    chosen = [str(each.pk) for each in (*made, theirs)]
    client.force_login(officer)
    form = {"action": "reject_selected", "_selected_action": chosen, "confirmed": "1", "reason": "Not ours."}
    client.post(reverse("admin:tournaments_tournament_changelist"), form)
    assert told() == [("other@example.org", "Refusé\N{NO-BREAK SPACE}: Theirs"), (ADDRESS, "Rejected: 52 tournaments")]
    [sent] = [each for each in mail.outbox if each.to == [ADDRESS]]
    assert sent.body.count("Rejected: Not ours.") == 50
    assert "\nAnd 2 more:\nhttps://ratings.example.org/en/my-club/tournaments/\n" in sent.body


@pytest.mark.long
def test_what_is_decided_one_after_the_other_is_one_mail(sender: User, officer: User) -> None:
    first, second, third = sent_by(sender, "Cup 1", "Cup 2", "Cup 3")
    decisions.accept(first, officer)
    decisions.accept(second, officer)
    decisions.reject(third, officer, "Not ours.")
    assert told() == [(ADDRESS, "Accepted: 2 tournaments"), (ADDRESS, "Rejected: Cup 3")]


def test_a_mail_waits_some_minutes(sender: User, officer: User) -> None:
    [tournament] = sent_by(sender)
    decisions.accept(tournament, officer)
    job = Job.objects.get(kind="decision_mail")
    assert dt.timedelta(seconds=170) < job.sent_at - timezone.now() <= dt.timedelta(minutes=3)


@pytest.mark.long
def test_decisions_made_while_a_mail_is_sent_are_another_mail(sender: User, officer: User) -> None:
    first, second = sent_by(sender, "Cup 1", "Cup 2")
    decisions.accept(first, officer)
    under_way = Job.objects.get(kind="decision_mail")
    Job.objects.filter(pk=under_way.pk).update(state=Job.State.RUNNING)
    decisions.accept(second, officer)
    waiting = Job.objects.get(kind="decision_mail", state=Job.State.QUEUED)
    under_way.refresh_from_db()
    assert (under_way.arguments["tournaments"], waiting.arguments["tournaments"]) == ([first.pk], [second.pk])


def test_the_person_who_decides_gets_no_mail(officer: User) -> None:
    [tournament] = sent_by(officer)
    decisions.accept(tournament, officer)
    assert told() == []


@pytest.mark.long
def test_submitter_and_sender_both_get_the_mail(sender: User, officer: User) -> None:
    [tournament] = sent_by(sender)
    colleague = with_address(cast.secretary(101, "colleague"), "colleague@example.org")
    decisions.submit(tournament, colleague)
    decisions.accept(tournament, officer)
    assert [address for address, _subject in told()] == ["colleague@example.org", ADDRESS]


@pytest.mark.long
def test_the_sender_of_a_later_file_gets_the_mail_too(sender: User, officer: User) -> None:
    [stored], colleague = sent_by(sender), with_address(cast.secretary(101, "colleague"), "colleague@example.org")
    [further] = sent_by(colleague)
    updates.apply_update(stored, further, None)
    decisions.accept(stored, officer)
    assert [address for address, _subject in told()] == ["colleague@example.org", ADDRESS]


@pytest.mark.long
def test_the_present_secretary_gets_the_mail_if_the_sender_left(sender: User, officer: User) -> None:
    [tournament] = sent_by(sender)
    sender.offices.update(end=cast.SEASON[0])
    president = with_address(User.objects.create_user("president"), "president@example.org")
    Office.objects.create(account=president, club=cast.club(), role="president", start=cast.SEASON[0])
    new = with_address(cast.secretary(101, "new"), "new@example.org")
    reads(new, "en")
    Office.objects.create(account=officer, club=cast.club(), role="secretary", start=cast.SEASON[0])  # who decides
    decisions.accept(tournament, officer)
    assert told() == [("new@example.org", "Accepted: Tower Cup")]


def test_an_officer_who_sent_the_file_gets_the_mail(officer: User, sender: User) -> None:
    [tournament] = sent_by(officer)
    reads(officer, "en")
    decisions.accept(tournament, cast.administrator())
    assert told() == [("officer@example.org", "Accepted: Tower Cup")]


@pytest.mark.parametrize(
    "change",
    [
        lambda _user: User.objects.update(email=""),
        lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
        lambda user: MailPreferences.objects.filter(user=user).update(of_files=False),
        lambda _user: Upload.objects.update(uploaded_by=None),
    ],
    ids=["no address", "closed account", "does not want", "sent by a command"],
)
def test_only_the_concerned_users_get_a_mail(sender: User, officer: User, change) -> None:
    [tournament] = sent_by(sender)
    change(sender)
    decisions.accept(tournament, officer)
    assert not Job.objects.filter(kind="decision_mail").exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
        lambda user: MailPreferences.objects.filter(user=user).update(of_files=False),
        lambda user: user.offices.update(end=cast.SEASON[0]),
        lambda _user: Tournament.objects.update(stage=Stage.READ),
    ],
    ids=["closed account", "does not want", "left the club", "decided otherwise"],
)
def test_the_mail_reports_the_state_when_it_is_sent(sender: User, officer: User, change) -> None:
    [tournament] = sent_by(sender)
    decisions.accept(tournament, officer)
    change(sender)
    assert told() == []
    assert Job.objects.get(kind="decision_mail").state == Job.State.DONE


def test_without_a_mail_server_nothing_is_queued(
    sender: User, officer: User, settings: LazySettings, django_assert_num_queries
) -> None:
    settings.EMAIL_HOST = ""
    [tournament] = sent_by(sender)
    decisions.accept(tournament, officer)
    assert not Job.objects.filter(kind="decision_mail").exists()
    with django_assert_num_queries(0):
        later([tournament.pk], Decided.ACCEPTED, officer)


@pytest.mark.parametrize("count", [1, 20])
def test_however_many_are_decided_finding_the_readers_takes_the_same_queries(
    sender: User, officer: User, count: int, django_assert_num_queries
) -> None:
    made = sent_by(sender, *(f"Cup {number}" for number in range(count)))
    with django_assert_num_queries(6):  # the tournaments, later files, roles, officers, users; the job
        later([each.pk for each in made], Decided.ACCEPTED, officer)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_an_undone_decision_gives_no_mail(sender: User, officer: User) -> None:
    [tournament] = sent_by(sender)
    with pytest.raises(RuntimeError), transaction.atomic():
        decisions.accept(tournament, officer)
        raise RuntimeError
    assert not Job.objects.exists()


@pytest.mark.long
def test_a_decision_on_the_page_mails_the_club(sender: User, officer: User, client: Client) -> None:
    [tournament] = sent_by(sender)
    client.force_login(officer)
    press(client, "decide", tournament.pk, verb="reject", reason="Round 3 is missing.")
    press(client, "decide", tournament.pk, verb="reopen")
    work()
    assert [sent.subject for sent in mail.outbox] == [
        "Returned to the club: Tower Cup"
    ]  # the rejection does not stand any more


@pytest.mark.long
def test_a_mail_that_failed_three_times_is_named_among_the_failed_jobs(
    sender: User, officer: User, settings: LazySettings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    made = sent_by(sender, "Cup 1", "Cup 2", "Cup 3", "Cup 4")
    decisions.accept_many([each.pk for each in made], officer)
    for attempt in (1, 2, 3):
        work()
        assert Job.objects.get(kind="decision_mail").attempts == attempt
    [job] = jobs.unresolved_failures()
    assert job.failure == (
        "The mail to the account “secretary101” about decisions (Cup 1, Cup 2, Cup 3 …) could not be sent: the "
        "mail server refused it. Its answer is in the administrator's log."
    )
    assert ADDRESS not in repr([job.error_facts, job.arguments, job.key])


def test_a_mail_server_is_given_the_mail(sender: User, officer: User, settings: LazySettings) -> None:
    reads(sender, "fr")
    [tournament] = sent_by(sender, "Coupe d'été – « Élodie »")
    decisions.reject(tournament, officer, "La ronde 3 manque.")
    with postman.serving(settings) as mails:
        work()
    sent = email.message_from_bytes(mails[0], policy=email.policy.default)
    assert (sent["To"], sent["Subject"]) == (ADDRESS, "Refusé\N{NO-BREAK SPACE}: Coupe d'été – « Élodie »")
    assert (sent.get_content_type(), sent["Auto-Submitted"]) == ("text/plain", "auto-generated")
    assert "\nRefusé : La ronde 3 manque.\n" in sent.get_content().replace("\r", "")
