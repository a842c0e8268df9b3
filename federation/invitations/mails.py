"""The mail with the link of an invitation. The link is made when the mail is sent, so that no job holds it."""

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.accounts import mail
from federation.i18n.errors import UserError
from federation.invitations import invitations
from federation.models import Invitation, Job

NOT_SENT = noop("Invitation %(number)s could not be sent: the mail server refused it. Send it again.")


def send(job: Job, key: int, link: int, language: str) -> None:
    """Mail the link, unless the invitation was used, withdrawn or sent again since.

    Raise what `mail.deliver_to` raises.
    """
    found = Invitation.objects.open().filter(pk=key, link=link).select_related("club", "unit", "member").first()
    if found is None:
        return
    with translation.override(language or settings.LANGUAGE_CODE):
        facts = {
            "invitation": found,
            "link": mail.link("invitation", invitations.token(found)),
            "federation_name": settings.FEDERATION_NAME,
        }
        subject = _("Your invitation by %(federation)s") % {"federation": settings.FEDERATION_NAME}
        text = render_to_string("registration/invitation_mail.txt", facts)
    mail.deliver_to(job, found.email, subject, text, UserError(NOT_SENT, number=key))
