"""Mails to the administrators: a published list no longer verifies."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.accounts import mail
from federation.background import jobs
from federation.i18n.dates import long_date
from federation.i18n.errors import UserError
from federation.models import Job
from ratings.models import ListCheck, RatingList
from ratings.verification.checks import sentences_of

KIND = "verification_mail"
NOT_SENT = noop(
    "The mail to the account “%(user)s” about a list that does not match its games could not be sent: the mail server "
    "refused it. Its answer is in the administrator's log."
)


def later(rating_list: RatingList) -> None:
    """Queue a mail to each administrator."""
    if mail.are_sent():
        for user in User.objects.filter(is_superuser=True, is_active=True).exclude(email="").order_by("pk"):
            jobs.submit(KIND, f"{KIND} {user.pk} {rating_list.pk}", {"user": user.pk, "list": rating_list.pk})


def send(job: Job, user_id: int, list_id: int) -> None:
    """Mail what differs, if the list still fails. Raise what `mail.deliver` raises."""
    user = User.objects.filter(pk=user_id, is_superuser=True, is_active=True).exclude(email="").first()
    result = ListCheck.objects.select_related("list__pool").filter(list=list_id, passed=False).first()
    if user is None or result is None:
        return
    with mail.in_language_of(user):
        named = {"pool": result.list.pool.name, "date": long_date(result.list.date)}
        text = [
            _("The %(pool)s list of %(date)s does not match its games, rules and files as they are now:") % named,
            "\n".join(f"- {sentence}" for sentence in sentences_of(result.findings)),
            _("If a tournament was corrected on purpose, revise the list. Else find out who changed the data."),
            mail.link("admin:ratings_ratinglist_verify", list_id),
        ]
        subject = _("Verification failed: %(pool)s, %(date)s") % named
        mail.deliver(job, user, subject, "\n\n".join(text) + "\n", UserError(NOT_SENT, user=mail.account_name(user)))
