"""tournaments/claims/mails.py: the organiser and the user who raised a claim are told."""

import pytest
from django.contrib.auth.models import User
from django.core import mail

from federation.background import worker
from federation.models import Job, MailPreferences
from tests import cast, pages
from tests.forms import logged_in
from tests.tournaments.claims import scene
from tournaments.claims import claims, decide

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]


def reading(user: User) -> User:
    User.objects.filter(pk=user.pk).update(email=f"{user.username}@example.org")
    MailPreferences.objects.create(user=user, language="en")
    return user


def told() -> list[tuple[str, str]]:
    """Return receiver and first line of each new mail about claims."""
    mail.outbox.clear()
    for job in Job.objects.filter(kind="claim_mail", state=Job.State.QUEUED).order_by("pk"):
        worker.run(job.pk)
    return [(each.to[0], each.subject) for each in mail.outbox]


@pytest.mark.long
def test_each_step_of_a_claim_is_mailed_to_the_people_concerned():
    scene.accepted()
    player, secretary, officer = reading(scene.player()), reading(cast.secretary()), cast.rating_officer()
    claim = scene.raised(by=player)
    assert told() == [("secretary101@example.org", "Claim: Tower Cup")]
    assert "with the organiser" in mail.outbox[0].body
    claims.answer(claim, secretary, agrees=True)
    assert told() == [("player10002@example.org", "Claim: Tower Cup")]
    decide.correct_as_claimed(claim, officer, "Score sheet.")
    assert [to for to, _subject in told()] == ["player10002@example.org"]
    assert "Claim 1: corrected." in mail.outbox[0].body.replace(f"Claim {claim.pk}", "Claim 1")


def test_a_claim_waits_on_the_first_page_of_the_club():
    scene.accepted()
    claim = scene.raised()
    assert f"{claim} about “Tower Cup” is waiting for your answer" in pages.text(
        logged_in(cast.secretary()).get("/en/my-club/")
    )
