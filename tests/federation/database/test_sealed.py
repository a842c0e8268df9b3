"""federation/database/sealed.py"""

import datetime as dt
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import call_command

from federation.database.sealed import cipher
from federation.logins.adapters import FactorAdapter
from federation.models import Webhook
from federation.money import mandates
from federation.webhooks import webhooks
from tests import cast

pytestmark = pytest.mark.django_db
NEW = "a new key that nobody has guessed so far, long enough"


def test_a_new_secret_key_reads_everything_once_it_is_sealed_again(settings):
    mandate = mandates.record(cast.club(), "BE71096123456769", "Tour", dt.date(2026, 1, 2), None)
    stored = cipher("webhooks").encrypt(b"whsec").decode()
    webhook = Webhook.objects.create(club=cast.club(), address="https://example.org", secret=stored)
    secret = FactorAdapter().encrypt("ABCD")
    factor = Authenticator.objects.create(user=cast.secretary(), type="totp", data={"secret": secret})
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [settings.SECRET_KEY]
    said = StringIO()
    call_command("seal_again", stdout=said)
    assert said.getvalue() == "3 texts are encrypted with SECRET_KEY, 0 cannot be read.\n"
    settings.SECRET_KEY_FALLBACKS = []
    for row in (mandate, webhook, factor):
        row.refresh_from_db()
    assert mandates.iban_of(mandate) == "BE71096123456769"
    assert webhooks.secrets_of(webhook) == ["whsec"]
    assert FactorAdapter().decrypt(factor.data["secret"]) == "ABCD"
    settings.SECRET_KEY = "the key is lost"
    call_command("seal_again", stdout=said)
    assert said.getvalue().endswith("0 texts are encrypted with SECRET_KEY, 3 cannot be read.\n")
