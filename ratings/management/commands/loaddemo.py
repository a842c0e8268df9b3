"""Loads the invented federation, once, through the same commands and intake that everybody uses."""

import datetime as dt
import json
import random
from collections.abc import Sequence
from io import StringIO
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from federation import hooks
from federation.identity.seasons import bounds
from federation.models import Affiliation, Club, Holder, Member, Office, Unit, UnitMembership
from federation.profiles.identity import Demo as Words
from federation.profiles.identity import DemoPool
from federation.profiles.membership import UnitKind
from federation.profiles.reading import profile
from federation.structure import memberships
from ratings.lists.revise_all import publish_all, revise_all
from ratings.lists.revision_plan import plans
from ratings.models import RatingList, RatingPool
from tournaments.claims.claims import Said, raise_claim
from tournaments.corrections.correct import correct_result
from tournaments.deadlines.announcements import announce
from tournaments.demo import club_desk, events, files, loading, notables, treasury
from tournaments.demo.files import Demo
from tournaments.demo.people import DemoClub
from tournaments.formats.report import Result
from tournaments.models import Announcement, Claim, OnSiteVisibility, Pairing, Stage, Tournament
from tournaments.on_site import next_round, results
from tournaments.on_site import tournament as on_site
from tournaments.review import decisions, edits

PASSWORD = "classement-demo"  # noqa: S105 - printed at every start of the demo
WEEK = dt.timedelta(days=7)
PUBLISHED = dt.time(8)  # on the day of the list
EVENING = 9  # players of the tournament that is being played: one is free
RESULTS = ((Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW), (Result.LOSS, Result.WIN))
# Of which game a result is corrected: if there is chess, of a slow tournament, which counts in most rating types.
CORRECTED = ("tournament__discipline", "-tournament__pace", "-tournament__end", "pk")
OFFICER = "arbitre"
TREASURER = "tresorier"
STAFF = {OFFICER: "rating officer", "membres": "membership officer", TREASURER: "treasurer", "lecture": "viewer"}


class Command(BaseCommand):
    """``manage.py loaddemo``: the demo of the site's profile. It does nothing where members exist or the profile has
    none; it refuses in production mode.
    """

    help = "Load the invented demo federation (once; never in production mode)."

    def handle(self, *args: object, **options: object) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demo federation is not for production mode.")
        try:
            self.stdout.write(_loaded())
        finally:
            loading.finish()


def _loaded() -> str:
    """Load the demo where there is nobody yet; say what was done."""
    if Member.objects.exists():
        return "There are members already: the demo was not loaded."
    words = profile().demo
    if words is None:
        return f"The profile {profile().federation.code} has no demo.toml: no demo was loaded."
    loading.report(0)
    demo = files.write(Path(settings.DEMO_ROOT), timezone.localdate(), words)
    with transaction.atomic():  # all of it, or the next start begins again
        _people(demo, words)
        logins = _logins(demo)
        notables.mark(timezone.localdate())
        _desk(demo, words)
        treasury.fill(Path(settings.DEMO_ROOT), User.objects.get(username=TREASURER))
        _tournaments(demo)
        if demo.tournaments:
            _evening(demo, timezone.localdate())
        for part in hooks.functions("DEMO_PARTS"):
            logins += part(demo, User.objects.get(username="admin").password)
        for position, pool in enumerate(words.pools, start=1):
            loading.report(80 + 20 * position // (len(words.pools) + 1))
            _pool(demo, pool, position)
        _correction(demo)
        _claim_and_announcement(timezone.localdate())
        for pool in words.pools:
            if pool.draft:
                _command("rate", pool.slug, date=demo.draft)
        path = Path(settings.DEMO_ROOT) / "logins.txt"
        path.write_text("\n".join(logins) + "\n", encoding="utf-8")
    tournaments = len(demo.tournaments) + len(demo.go_tournaments)
    counts = (
        f"{len(demo.members)} members, {len(demo.clubs)} clubs, {tournaments} tournaments, {len(words.pools)} pools"
    )
    return f"Demo of {profile().federation.name}: {counts}."


def _pool(demo: Demo, pool: DemoPool, position: int) -> None:
    """Make the pool with its starting list and the lists since."""
    rules = {"rules": "seed", "parameters": json.dumps(pool.parameters)}
    _command("create_pool", pool.slug, system=pool.system, **rules, name=pool.name, paces=list(pool.paces))
    days = demo.lists[::-1][:: pool.every][::-1]
    months = sorted({day.month for day in days})  # the demo has a list each half-year with any profile
    RatingPool.objects.filter(slug=pool.slug).update(position=position, months=months)
    start = demo.levels_file if pool.system == "ffg" else demo.ratings_file
    _command("import_ratings", pool.slug, str(start), date=demo.start)
    for day in days:
        _command("rate", pool.slug, date=day)
        _command("publish", pool.slug, date=day)
    for each in RatingList.objects.filter(pool__slug=pool.slug):
        moment = timezone.make_aware(dt.datetime.combine(each.date, PUBLISHED))
        RatingList.objects.filter(pk=each.pk).update(published_at=moment, computed_at=moment)


def _correction(demo: Demo) -> None:
    """Correct a result of the last period after its lists were published, and publish their revisions."""
    accepted = Tournament.objects.accepted().filter(end__lte=demo.lists[-1]).exclude(kind="team")
    game = Pairing.objects.filter(tournament__in=accepted, white_result=Result.WIN, black_result=Result.LOSS)
    game = game.exclude(white__member=None).exclude(black__member=None).order_by(*CORRECTED).first()
    if game is None:
        return
    officer = User.objects.get(username=OFFICER)
    correct_result(game, Result.LOSS, Result.WIN, officer, _("The result was entered the wrong way round."))
    reasons = {plan.pool.slug: plan.reason for plan in plans()}
    if reasons:
        publish_all(revise_all(reasons), officer)


def _claim_and_announcement(today: dt.date) -> None:
    """Let a player of a club with a login raise a claim about its latest tournament, and the club announce the next."""
    own = Tournament.objects.accepted().exclude(kind="team").filter(club__offices__account__isnull=False)
    game = Pairing.objects.filter(tournament__in=own, white_result=Result.WIN, black_result=Result.LOSS)
    game = game.exclude(black__member=None).order_by("-tournament__end", "pk").first()
    if game is None or game.black is None or game.black.member is None or game.tournament.club is None:
        return
    said = Said(Claim.Kind.RESULT, _("We agreed on a draw, and both signed the score sheets."), "==")
    raise_claim(game.black.member, game.tournament, game, said, None)
    start = today + 6 * WEEK
    name, club = game.tournament.name, game.tournament.club
    kind = {"discipline": game.tournament.discipline, "pace": game.tournament.pace}
    end = start + dt.timedelta(days=1)
    announce(Announcement(club=club, name=name, city=club.city, start=start, end=end, **kind), None)


def _command(*arguments: object, **options: object) -> None:
    """Run a command, without its report."""
    call_command(*arguments, stdout=StringIO(), **options)


def _people(demo: Demo, words: Words) -> None:
    Club.objects.bulk_create(Club(number=club.number, name=club.name, city=club.city) for club in demo.clubs)
    _units(demo, words)
    _command("import_members", str(demo.members_file))
    clubs = Club.objects.in_bulk(field_name="number")
    members = Member.objects.in_bulk(field_name="number")
    Affiliation.objects.bulk_create(
        Affiliation(
            member=members[member.number],
            club=clubs[member.club.number],
            start=bounds(year)[0],
            end=bounds(year)[1],
        )
        for member in demo.members
        for year in member.seasons
    )


def _units(demo: Demo, words: Words) -> None:
    """Make the regions of the demo with the units that the profile puts above them, and their clubs."""
    kinds = profile().on(demo.start).units
    usual = kinds[0] if kinds else UnitKind(kind="league")
    for region in words.regions:
        kind = next((kind for kind in kinds if region.code in kind.codes), usual)
        above = kind.parents.get(region.code)
        Unit.objects.create(kind=kind.kind, code=region.code, name=region.name, parent=above and _above(above, kinds))
    leagues, clubs = Unit.objects.in_bulk(field_name="code"), Club.objects.in_bulk(field_name="number")
    UnitMembership.objects.bulk_create(
        UnitMembership(club=clubs[club.number], unit=leagues[club.league], start=memberships.ALWAYS)
        for club in demo.clubs
    )


def _above(code: str, kinds: Sequence[UnitKind]) -> Unit:
    """Make the unit of the profile with that code."""
    kind = next(kind for kind in kinds if code in kind.codes)
    return Unit.objects.get_or_create(code=code, defaults={"kind": kind.kind, "name": kind.names.get(code, code)})[0]


def _logins(demo: Demo) -> list[str]:
    """Create an administrator, one member of staff per group, and the secretaries of clubs with an upload to fix."""
    password = make_password(PASSWORD)  # once: it takes long by intention
    User.objects.create(username="admin", password=password, is_staff=True, is_superuser=True)
    lines = [f"admin / {PASSWORD}    everything (admin)"]
    for username, group in STAFF.items():
        staff = User.objects.create(username=username, password=password, is_staff=True)
        staff.groups.add(Group.objects.get(name=group))
        lines.append(f"{username} / {PASSWORD}    {group} (admin)")
    for username, (waiting, _path) in zip(("secretaire", "secretaire-go"), demo.waiting, strict=False):
        club = Club.objects.get(number=waiting.number)
        secretary = User.objects.create(username=username, password=password)
        _office(secretary, demo, club=club, role=Office.Role.SECRETARY)
        lines.append(f"{username} / {PASSWORD}    secretary of {club}")
    league = Unit.objects.get(code=demo.waiting[0][0].league)
    officer = User.objects.create(username="ligue", password=password)
    _office(officer, demo, unit=league, role=Office.Role.OFFICER)
    lines.append(f"ligue / {PASSWORD}    officer of {league}")
    player = _grown_up(demo, [Club.objects.get(number=demo.waiting[0][0].number)])
    Holder.objects.create(account=User.objects.create(username="joueur", password=password), member=player)
    lines.append(f"joueur / {PASSWORD}    player {player}")
    _office(User.objects.get(username="arbitre"), demo, club=Club.objects.last(), role=Office.Role.SECRETARY)
    return lines


def _desk(demo: Demo, words: Words) -> None:
    """Give the first secretary's desk contact data, guardians and a transfer to answer."""
    number = demo.waiting[0][0].number
    club = Club.objects.get(number=number)
    other = Club.objects.exclude(pk=club.pk).order_by("key").first() or club
    club_desk.fill(club, other, words, User.objects.get(username="admin"))


def _office(account: User, demo: Demo, **office: object) -> None:
    """Make an office that is shown in public, with a member of the place as its holder."""
    clubs = [office["club"]] if "club" in office else memberships.clubs_of(office["unit"], timezone.localdate())
    Office.objects.create(account=account, member=_grown_up(demo, clubs), start=demo.start, public=True, **office)


def _grown_up(demo: Demo, clubs: Sequence[Club] | QuerySet[Club]) -> Member | None:
    """Return a member of one of the clubs, older than thirty and without an office."""
    grown_up = Member.objects.filter(affiliations__club__in=clubs, birth_date__year__lt=demo.start.year - 30)
    return grown_up.exclude(offices__isnull=False).order_by("key").first()


def _tournaments(demo: Demo) -> None:
    """Send every file through the intake on behalf of its club; accept all but one of each game."""
    _send(demo.tournaments, (5, 45))
    _send(demo.go_tournaments, (45, 55))
    for tournament in Tournament.objects.filter(stage=Stage.READ):
        edits.mark_outsiders(tournament)  # the guests of go tournaments: everybody else was found
    decisions.accept_many(list(Tournament.objects.filter(stage=Stage.READ).values_list("pk", flat=True)), None)
    _send(demo.waiting, (70, 75))


def _evening(demo: Demo, today: dt.date) -> None:
    """Run a tournament of five evenings in the first secretary's club: two rounds are over, the third is paired."""
    club, year = demo.waiting[0][0], events.season_year(today)
    field = [member for member in demo.members if member.club.number == club.number and year in member.seasons]
    played = on_site.create(
        {
            "name": f"{club.name}, {today.year}",
            "city": club.city,
            "club": Club.objects.get(number=club.number),
            "start": today - 2 * WEEK,
            "end": today + 2 * WEEK,
            "rounds": 5,
            "kind": next_round.SWISS,
            "time_control": "90 min + 30 s",
        }
    )
    members = Member.objects.in_bulk([member.number for member in field], field_name="number")
    for member in sorted(field, key=lambda each: -each.strength)[:EVENING]:
        on_site.add_member(played, members[member.number], member.rating or None)
    on_site.show(played, OnSiteVisibility.PUBLIC)
    rng = random.Random(files.SEED)  # noqa: S311 - invented results
    for number in (1, 2, 3):
        plan = next_round.plan(Tournament.objects.get(pk=played.pk), number)
        if plan is not None:
            next_round.store(plan)
        on_site.set_day(played, number, today - (3 - number) * WEEK)
        for pairing in played.pairings.filter(round=number, black__isnull=False) if number < 3 else ():
            results.enter_result(pairing, *rng.choice(RESULTS))


def _send(sent: Sequence[tuple[DemoClub, Path]], percent: tuple[int, int]) -> None:
    """Send in the files of each club; the progress of the demo goes from one number to the other."""
    by_club = sorted(sent, key=lambda pair: (pair[0].number, pair[1].name))
    count = 0
    for club, group in groupby(by_club, key=lambda pair: pair[0]):
        files_of_club = [str(path) for _, path in group]
        loading.report(percent[0] + (percent[1] - percent[0]) * count // len(sent))
        _command("import_tournament", *files_of_club, club=club.number)
        count += len(files_of_club)
