"""Who gets a mail about a correction, and what the mail says."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core import mail

from federation.background import worker
from federation.models import Job, MailPreferences
from tests import cast
from tests.tournaments import events
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import Tournament, Upload
from tournaments.review import decisions
from tournaments.updates import apply as updates

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]

ADDRESS = "secretary@example.org"
WHY = "The card says so."


@pytest.fixture
def sender() -> User:
    """Return the secretary of club 101, who reads English."""
    return with_address(cast.secretary(), ADDRESS)


@pytest.fixture
def officer() -> User:
    return with_address(cast.rating_officer(), "officer@example.org")


def with_address(user: User, address: str) -> User:
    User.objects.filter(pk=user.pk).update(email=address)
    MailPreferences.objects.create(user=user, language="en")
    return user


def accepted_of(user: User, name: str = "Tower Cup") -> Tournament:
    """Return a tournament that they sent, accepted before; nobody gets a mail about that."""
    [made] = events.stored(events.report(name=name))
    Upload.objects.filter(pk=made.upload_id).update(uploaded_by=user)
    Tournament.objects.filter(pk=made.pk).update(duplicate_allowed=True)
    decisions.accept(made, user)
    return made


def told() -> list[tuple[str, str]]:
    """Return the recipient of each mail, and its subject."""
    for job in Job.objects.filter(kind="correction_mail", state=Job.State.QUEUED):
        worker.run(job.pk)
    return sorted((sent.to[0], sent.subject) for sent in mail.outbox)


def said_of(tournament: Tournament) -> list[str]:
    """Return the text of the only mail between the name of the tournament and the link."""
    [sent] = mail.outbox
    lines = sent.body.splitlines()
    link = f"https://ratings.example.org/en/tournaments/{tournament.pk}/#corrections"
    return lines[3 : lines.index(link)]


def test_the_sender_gets_the_corrections_with_reasons(sender: User, officer: User) -> None:
    tournament = accepted_of(sender)
    correct.correct_result(tournament.pairings.get(round=1, board=1), Result.DRAW, Result.DRAW, officer, WHY)
    assert told() == [(ADDRESS, "Corrected: Tower Cup")]
    assert mail.outbox[0].body.splitlines() == [
        "News about what you, or your club, sent to Classement:",
        "",
        "Tower Cup, 14–15 March 2026",
        "Corrected: The card says so.",
        "- round 1: Aerts, Anna – Dubois, Didier · result · 1–0 → ½–½",
        f"https://ratings.example.org/en/tournaments/{tournament.pk}/#corrections",
        "",
        (
            "You receive this mail because you sent the file, or because you are the club's "
            "secretary. To stop these mails, go to:"
        ),
        "https://ratings.example.org/en/account/",
        "",
        "Classement",
    ]


@pytest.mark.long
def test_corrections_in_the_pause_are_one_mail_with_each_reason_once(sender: User, officer: User) -> None:
    tournament, other = accepted_of(sender), accepted_of(sender, "Bridge Cup")
    games = tournament.pairings.order_by("round", "board")
    correct.swap_colours(games[0], officer, WHY)
    correct.correct_date(games[1], events.DAY, officer, WHY)
    correct.correct_event(tournament, {"city": "", "pace": "rapid"}, officer, "A slip.")
    correct.correct_event(other, {"arbiters": "Wit, Willem"}, officer, "He was there.")
    assert told() == [(ADDRESS, "Corrected: 2 tournaments")]
    body = mail.outbox[0].body
    assert (
        "\n".join(
            [
                "Tower Cup, 14–15 March 2026",
                "Corrected: The card says so.",
                "- round 1: Dubois, Didier – Aerts, Anna · colours swapped",
                "- round 1: Baeten, Bram – Claes, Chloé · date · – → 14 March 2026",
                "Corrected: A slip.",
                "- town · Gent → –",
                "- time control · standard → rapid",
                f"https://ratings.example.org/en/tournaments/{tournament.pk}/#corrections",
            ]
        )
        in body
    )
    assert "Corrected: He was there.\n- arbiters\n" in body


@pytest.mark.long
def test_an_update_is_mailed_to_the_senders_of_both_files(sender: User, officer: User) -> None:
    tournament = accepted_of(sender)
    colleague = with_address(cast.secretary(101, "colleague"), "colleague@example.org")
    later = events.report(city="Aalst", pairings=[*events.three_rounds()[:-1], events.game(3, 3, 1, "==", board=2)])
    [sent] = events.stored(later)
    Upload.objects.filter(pk=sent.upload_id).update(uploaded_by=colleague)
    updates.apply_update(tournament, sent, officer, "The file was sent again.")
    subject = "Corrected: Tower Cup"
    assert told() == [("colleague@example.org", subject), (ADDRESS, subject)]
    mail.outbox.pop()
    assert said_of(tournament) == [
        "Corrected: The file was sent again.",
        "- round 3: Claes, Chloé – Aerts, Anna · result · 0–1 → ½–½",
        "- town · Gent → Aalst",
    ]


@pytest.mark.long
def test_only_the_first_of_many_corrections_are_listed(sender: User, officer: User) -> None:
    tournament = accepted_of(sender)
    for number in range(12):
        correct.correct_event(tournament, {"name": f"Cup {number}", "city": f"Town {number}"}, officer, WHY)
    told()
    assert said_of(tournament) == [
        "Corrected: The card says so.",
        "- name · Tower Cup → Cup 0",
        "- town · Gent → Town 0",
        *(
            f"- {what} · {word} {number} → {word} {number + 1}"
            for number in range(9)
            for what, word in (("name", "Cup"), ("town", "Town"))
        ),
        "and 4 more corrections",
    ]


@pytest.mark.long
def test_a_mail_names_no_hidden_member(sender: User, officer: User) -> None:
    tournament = accepted_of(sender)
    hidden = cast.member(10009)
    hidden.hidden = True
    hidden.save()
    correct.correct_member(tournament.participants.get(number=1), hidden, officer, WHY)
    told()
    assert said_of(tournament) == [
        "Corrected: The card says so.",
        "- Member 10009 · who played · Aerts, Anna → Member 10009",
    ]


def test_the_person_who_corrects_gets_no_mail(sender: User, officer: User) -> None:
    correct.correct_event(accepted_of(officer), {"city": "Aalst"}, officer, WHY)
    assert told() == []


def test_a_tournament_withdrawn_in_the_pause_gives_only_that_mail(sender: User, officer: User) -> None:
    tournament = accepted_of(sender)
    correct.correct_event(tournament, {"city": "Aalst"}, officer, WHY)
    correct.withdraw(tournament, officer, "It was played elsewhere.")
    assert told() == []
    assert Job.objects.filter(kind="decision_mail").count() == 1


@pytest.mark.parametrize("sees_it_before", [True, False])
def test_users_who_declined_get_no_mail(sender: User, officer: User, sees_it_before: bool) -> None:
    tournament = accepted_of(sender)
    if sees_it_before:
        MailPreferences.objects.update(of_files=False)
    correct.correct_event(tournament, {"city": "Aalst"}, officer, WHY)
    assert Job.objects.filter(kind="correction_mail").exists() is not sees_it_before
    MailPreferences.objects.update(of_files=False)
    assert told() == []


def test_without_a_mail_server_nothing_is_queued(sender: User, officer: User, settings: LazySettings) -> None:
    settings.EMAIL_HOST = ""
    correct.correct_event(accepted_of(sender), {"city": "Aalst"}, officer, WHY)
    assert not Job.objects.filter(kind="correction_mail").exists()


@pytest.mark.long
def test_a_refused_mail_is_tried_again(sender: User, officer: User, settings: LazySettings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    correct.correct_event(accepted_of(sender), {"city": "Aalst"}, officer, WHY)
    told()
    job = Job.objects.get(kind="correction_mail")
    assert (job.state, job.attempts) == (Job.State.QUEUED, 1)
