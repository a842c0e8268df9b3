"""federation/own_data/member_notices.py"""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox

from federation.background import worker
from federation.models import Affiliation, Holder, Job, MailPreferences, Notice
from federation.own_data import notices
from federation.own_data.member_notices import endings
from federation.privacy import rectifications
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]
TODAY = dt.date(2027, 8, 1)


def reader(number: int, kind: str, language: str = "nl") -> User:
    user = User.objects.create_user(f"reader{number}", f"{number}@example.org")
    Holder.objects.create(account=user, member=cast.member(number))
    MailPreferences.objects.create(user=user, language=language, chosen=True)
    notices.choose(user, [kind], by_mail=True)
    return user


def mails() -> list[str]:
    for job in Job.objects.filter(kind=notices.KIND, state=Job.State.QUEUED):
        worker.run(str(job.pk))
    return sorted(sent.body.partition("\n")[0] for sent in outbox.outbox)


def test_members_who_asked_get_one_notice_that_their_affiliation_ends_unless_it_continues():
    for number in (10001, 10002, 10003):
        reader(number, "ending")
        Affiliation.objects.filter(member=cast.member(number)).update(end=dt.date(2027, 8, 31))
    goes_on, far = cast.member(10002), cast.member(10003)
    cast.affiliate(goes_on, cast.club(), dt.date(2027, 9, 1))
    Affiliation.objects.filter(member=far).update(end=dt.date(2027, 9, 1))
    assert [endings(TODAY), endings(TODAY + dt.timedelta(days=1))] == [1, 1]
    assert endings(TODAY + dt.timedelta(days=2)) == 0
    assert mails() == [
        "De aansluiting van Aerts, Anna eindigt op 31 augustus 2027. De club verlengt ze.",
        f"De aansluiting van {far.name} eindigt op 1 september 2027. De club verlengt ze.",
    ]


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("", "De correctie die Aerts, Anna vroeg, is doorgevoerd: Ana."),
        ("No proof", "De correctie die Aerts, Anna vroeg, is afgewezen: Ana. Reden: No proof"),
    ],
)
def test_a_member_learns_what_became_of_a_request(reason, said):
    user, officer = reader(10001, "request"), cast.membership_officer()
    asked = rectifications.ask(cast.member(10001), user, "first_name", "Ana", "My passport")
    if reason:
        rectifications.decline(asked, officer, reason)
    else:
        rectifications.accept(asked, officer)
    assert (Notice.objects.count(), mails()) == (1, [said.replace("Aerts, Anna", cast.member(10001).name)])
