"""``manage.py reset_second_factor LOGIN``: let a user who lost their second factor set up a new one."""

import argparse
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from federation.logins import recovery


class Command(BaseCommand):
    help = "Remove the second factor of an account: its next login asks for the password and sets up a new one."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("login")

    def handle(self, login: str, **options: Any) -> None:
        account = User.objects.filter(username=login).first()
        if account is None:
            raise CommandError(f"There is no account {login}.")
        removed = recovery.remove(account)
        self.stdout.write(
            f"{login}: {removed} factors removed, all sessions ended." if removed else f"{login} had none."
        )
