"""``manage.py seal_again``: encrypt again what a former SECRET_KEY encrypted."""

from typing import Any

from django.core.management.base import BaseCommand

from federation.database.sealed import seal_again


class Command(BaseCommand):
    help = "Encrypt with SECRET_KEY what keys of SECRET_KEY_FALLBACKS encrypted: IBANs, second factors, webhooks."

    def handle(self, **options: Any) -> None:
        found = seal_again()
        self.stdout.write(f"{found.read} texts are encrypted with SECRET_KEY, {found.unreadable} cannot be read.")
