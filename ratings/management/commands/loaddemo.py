"""Loads the invented federation, once, through the very commands and intake that everybody uses."""

from __future__ import annotations

import datetime as dt
from io import StringIO
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from federation.models import Affiliation, Club, ClubRole, League, Member, Season
from tournaments.demo import files, people
from tournaments.demo.files import Demo

POOL = "elo"
PASSWORD = "classement-demo"  # noqa: S105 - printed at every start of the demo
STAFF = {"arbitre": "rating officer", "membres": "membership officer", "lecture": "viewer"}


class Command(BaseCommand):
    """``manage.py loaddemo``: does nothing where members exist; refuses in production mode."""

    help = "Load the invented demo federation (once; never in production mode)."

    def handle(self, *args: object, **options: object) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demo federation is not for production mode.")
        if Member.objects.exists():
            self.stdout.write("There are members already: the demo was not loaded.")
            return
        demo = files.write(Path(settings.DEMO_ROOT), timezone.localdate())
        with transaction.atomic():  # all of it, or the next start begins anew
            logins = _load(demo)
        path = Path(settings.VAR_DIR) / "demo" / "logins.txt"
        path.write_text("\n".join(logins) + "\n", encoding="utf-8")
        self.stdout.write(
            f"Demo: {len(demo.members)} members, {len(demo.clubs)} clubs, {len(demo.tournaments)} tournaments, "
            f"{len(demo.lists)} lists."
        )


def _load(demo: Demo) -> list[str]:
    """Everything into the database; the logins, a line each."""
    _people(demo)
    logins = _logins(demo)
    _command("create_pool", POOL, system="frbe", rules="seed", name="Elo", months=[1, 7], paces=["standard"])
    _command("import_ratings", POOL, str(demo.ratings_file), date=demo.start)
    _tournaments(demo)
    for day in demo.lists:
        _command("rate", POOL, date=day)
        _command("publish", POOL, date=day)
    _command("rate", POOL, date=demo.draft)
    return logins


def _command(*arguments: object, **options: object) -> None:
    """A command, without its report."""
    call_command(*arguments, stdout=StringIO(), **options)


def _people(demo: Demo) -> None:
    League.objects.bulk_create(League(code=code, name=name) for code, name in people.LEAGUES.items())
    leagues = League.objects.in_bulk(field_name="code")
    Club.objects.bulk_create(
        Club(number=club.number, name=club.name, city=club.city, league=leagues[club.league]) for club in demo.clubs
    )
    _command("import_members", str(demo.members_file))
    clubs = Club.objects.in_bulk(field_name="number")
    members = Member.objects.in_bulk(field_name="matricule")
    years = sorted({year for member in demo.members for year in member.seasons})
    Season.objects.bulk_create(
        [Season(year=year, start=_season(year)[0], end=_season(year)[1]) for year in years], ignore_conflicts=True
    )
    Affiliation.objects.bulk_create(
        Affiliation(
            member=members[member.matricule],
            club=clubs[member.club.number],
            start=_season(year)[0],
            end=_season(year)[1],
        )
        for member in demo.members
        for year in member.seasons
    )


def _season(year: int) -> tuple[dt.date, dt.date]:
    return dt.date(year - 1, 9, 1), dt.date(year, 8, 31)


def _logins(demo: Demo) -> list[str]:
    """An administrator, one of staff a group, and the secretary of the club with the upload to mend."""
    User.objects.create_superuser("admin", password=PASSWORD)
    lines = [f"admin / {PASSWORD}    everything (admin)"]
    for username, group in STAFF.items():
        User.objects.create_user(username, password=PASSWORD, is_staff=True).groups.add(Group.objects.get(name=group))
        lines.append(f"{username} / {PASSWORD}    {group} (admin)")
    club = Club.objects.get(number=demo.waiting[0].number)
    secretary = User.objects.create_user("secretaire", password=PASSWORD)
    ClubRole.objects.create(user=secretary, club=club, role=ClubRole.Role.SECRETARY, start=demo.start)
    return [*lines, f"secretaire / {PASSWORD}    secretary of {club}"]


def _tournaments(demo: Demo) -> None:
    """Every file goes through the intake on behalf of its club; all but one are accepted."""
    by_club = sorted(demo.tournaments, key=lambda pair: (pair[0].number, pair[1].name))
    for club, group in groupby(by_club, key=lambda pair: pair[0]):
        paths = [str(path) for _, path in group]
        _command("import_tournament", *paths, club=club.number, accept=True)
    club, path = demo.waiting
    _command("import_tournament", str(path), club=club.number)
