"""One whole site for all attacks: lists, files and tournaments of two clubs, and a row of every table of the admin."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.models import Group, User
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Manager, Model
from django.test import override_settings
from django.utils import timezone

from federation.appearance import choose
from federation.appearance.logos import Logo
from federation.audit import sealing
from federation.background import jobs
from federation.enrolment import endings
from federation.identity.seasons import bounds, enrolment_year, season_year
from federation.models import (
    Affiliation,
    AuditEntry,
    BankLine,
    Charge,
    Club,
    ClubAct,
    Collection,
    ComparedPlayer,
    DeathReport,
    Debit,
    Erasure,
    Job,
    ListComparison,
    Member,
    Office,
    Payment,
    Rectification,
    TransferRequest,
    Unit,
    UnitMembership,
)
from federation.money import mandates
from federation.money.charges import raise_by_hand
from federation.money.payments import pay
from leagues.matches import line_ups
from leagues.models import Board, Competition, Division, Entry, LineUp, ListEntry, Season, Side, Team, Venue
from leagues.models import Match as LeagueMatch
from ratings.lists.rating_run import rate
from ratings.living.renew import renew
from ratings.models import LedgerEntry, Rating, RatingList, RatingPool, RenderedFile, WhatIf
from ratings.open_data import nightly as open_data
from ratings.public import rendering
from ratings.public_log import files as public_log
from ratings.public_log.append import append_news
from tests import cast
from tests.leagues import scene as league_scene
from tests.ratings import scene, trials
from tests.tournaments import events, played
from tournaments.addresses import give_addresses
from tournaments.claims.claims import Said, raise_claim
from tournaments.corrections import evidence
from tournaments.corrections.correct import correct_result
from tournaments.formats.report import Result, TournamentReport
from tournaments.models import (
    Announcement,
    Claim,
    ConfirmedSpelling,
    CorrectionDecision,
    OnSiteVisibility,
    Pairing,
    Tournament,
    Upload,
)
from tournaments.on_site import tournament as on_site
from tournaments.review import edits

REPORTED = "12348"  # as deceased, by club 101; the office's page of a member is theirs
BORN = dt.date(1983, 7, 19)  # member 10003 and the reported one
FILE = "a file"  # in forms: a file is sent; what follows is its content
# A new role is a line here and a column in the tables of addresses.py.
ROLES: dict[str, Callable[[], User | None]] = {
    "nobody": lambda: None,
    "player": cast.stranger,
    "secretary": lambda: cast.secretary(101),
    "neighbour": lambda: cast.secretary(201),
    "registrar": cast.membership_officer,
    "officer": cast.rating_officer,
    "viewer": cast.viewer,
    "admin": cast.administrator,
}


LEAGUE_MODELS = (Competition, Season, Division, Team, Venue, ListEntry)  # those of the admin


@dataclass(frozen=True)
class Site:
    """What the addresses lead to. Tournaments and files are those of club 101."""

    users: dict[str, User | None]
    published: RatingList
    draft: RatingList
    go: RatingPool
    stored: RenderedFile
    what_if: WhatIf
    accepted: Tournament
    read: Tournament  # with an unknown player and a game without a result
    again: Tournament  # the same, sent again
    ready: Tournament  # nothing left to fix
    event: Tournament  # paired on the site, in round 1, shown to anyone
    planned: Tournament  # likewise, nothing paired
    played: Tournament  # likewise, all rounds played
    late: Pairing  # likewise, from whose result a later round was paired
    neighbours_read: Tournament  # of club 201
    neighbours_event: Tournament
    announced: Announcement  # of club 101
    unread: Upload
    job: Job
    claim: Claim  # raised by the secretary, with evidence
    renewable: Affiliation  # of last season
    to_come: LeagueMatch  # of club 101 at home against 201, its line-up saved in secret
    begun: LeagueMatch  # of club 101 against 301, all results entered
    act: ClubAct  # a resignation that can be undone
    transfer: TransferRequest  # from club 201 to club 101
    erasure: Erasure
    rectification: Rectification
    report: DeathReport
    charge: Charge  # of club 101
    payment: Payment  # likewise
    bank_line: BankLine  # that waits
    collection: Collection  # from club 101
    rows: dict[str, Model]  # one of each model of the admin, by its label


@contextmanager
def standing(folder: Path) -> Iterator[Site]:
    """Make the site, with its files in the folder, and take it away at the end. It sends mails."""
    folders = {"MEDIA_ROOT": folder, "PUBLISHED_ROOT": folder / "published", "LOG_ROOT": folder / "log"}
    mail = {"EMAIL_HOST": "mail.example", "DEFAULT_FROM_EMAIL": "office@example.org", "SITE_URL": "https://example.org"}
    with override_settings(**folders, **mail, LOG_KEY=folder / "log.pem"), transaction.atomic():
        yield made()
        transaction.set_rollback(True)


def made() -> Site:
    """Make the rows and files of the site."""
    pool = scene.spring_pool()
    Member.objects.filter(key=10003).update(birth_date=BORN)
    users = {role: make() for role, make in ROLES.items()}
    accepted = Tournament.objects.get()
    published = scene.published(pool)
    stored = {file.path: file for file in rendering.render(published)}
    give_addresses([scene.tournament(["10001 10002 1-0"], name="Autumn Cup", start=dt.date(2026, 9, 5))])
    renew(pool)
    draft = rate(pool, scene.NEXT)
    game = accepted.pairings.filter(white_result=Result.WIN)[0]
    correction = correct_result(game, Result.DRAW, Result.DRAW, users["officer"], "Scoresheet")[0]
    append_news()
    public_log.publish()
    choose.draft("#7a0000", "", Logo(b"a picture", "png", 32, 32, "0" * 64), users["admin"])
    open_data.write()
    for code, league in (("V", "400"), ("F", "600")):  # a sub-federation above the league of each club
        above = Unit.objects.create(kind="subfederation", code=code, name=code)
        Unit.objects.filter(code=league).update(parent=above)
    open_game = events.game(4, 1, 5, "**", board=1)
    players = [*events.four(), events.unknown(5)]
    read = _read(events.report(players, [*events.three_rounds(), open_game], rounds=4))
    edits.mark_outsider(read.participants.get(number=5))
    Upload.objects.filter(pk=read.upload_id).update(first_round=1, last_round=3)
    unread = events.received(b"no tournament", "nothing.txt")
    Upload.objects.filter(pk=unread.pk).update(state=Upload.State.FAILED)
    job = jobs.submit("read_upload", "read_upload 1", {"upload": unread.pk})
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED)
    return Site(
        users=users,
        published=published,
        draft=draft,
        go=scene.pool("go", system="ffg"),
        stored=stored["list.csv"],
        what_if=trials.what_if(pool, result={}, public=True),
        accepted=accepted,
        read=read,
        again=_read(events.report(name="Tower Cup, second")),
        ready=_read(events.report(name="April Cup", start=dt.date(2026, 4, 11), end=dt.date(2026, 4, 12))),
        event=_event(4, paired=True),
        planned=_event(2),
        played=_event(2, paired=True, rounds=1, is_played=True),
        late=_followed(),
        neighbours_read=_read(events.report(name="May Cup", start=dt.date(2026, 5, 9), end=None), cast.club(201)),
        neighbours_event=_event(2, club=cast.club(201)),
        announced=Announcement.objects.create(
            club=cast.club(),
            name="Summer Cup",
            address="2099/summer-cup",
            start=dt.date(2099, 7, 3),
            end=dt.date(2099, 7, 4),
        ),
        unread=unread,
        to_come=_secret_match(),
        begun=_begun_match(),
        job=job,
        claim=_claim(accepted, users["secretary"]),
        renewable=_of_last_season(),
        erasure=Erasure.objects.create(
            member=cast.member(10007), reason="Letter", asked_at=timezone.now() - dt.timedelta(days=20)
        ),
        rectification=Rectification.objects.create(
            member=cast.member(10007), field="first_name", value="Guust", proof="Identity card"
        ),
        act=_resigned(),
        transfer=_leaving(),
        report=endings.report_death(cast.club(), _affiliated(REPORTED, cast.club()).member, None),
        charge=raise_by_hand(cast.club(), "entry_team", 500, "A team", day=timezone.localdate(), by=None),
        payment=pay(cast.club(), 300, timezone.localdate(), None),
        bank_line=BankLine.objects.create(booked_on=timezone.localdate(), cents=700, payer="A stranger"),
        collection=_collected(),
        rows=_rows()
        | {
            "federation.job": job,
            "ratings.ratinglist": published,
            "ratings.ratingpool": pool,
            "ratings.whatif": trials.what_if(pool, "Other"),
            "tournaments.correction": correction,
            "tournaments.tournament": read,
            "tournaments.upload": unread,
            "auth.user": users["player"],
        },
    )


def _read(report: TournamentReport, club: Club | None = None) -> Tournament:
    return events.read(events.csv_file(report), f"{report.name}.csv", club).tournaments.get()


def _event(players: int, paired: bool = False, is_played: bool = False, **changes: object) -> Tournament:
    made = played.tournament(players, name=f"Club Evening of {players}", **changes)
    on_site.show(made, OnSiteVisibility.PUBLIC)
    if paired:
        played.pair(made, 1)
    if is_played:
        played.play(made, 1)
    made.refresh_from_db()
    return made


def _followed() -> Pairing:
    made = _event(3, paired=True, is_played=True)
    played.pair(made, 2)
    return made.pairings.get(round=1, board=1)


def _claim(event: Tournament, by: User | None) -> Claim:
    game = event.pairings.filter(white__member__isnull=False)[0]
    said = Said(Claim.Kind.COLOURS, "I was Black.", evidence=[ContentFile(b"\xff\xd8\xff", "sheet.jpg")])
    made = raise_claim(game.white.member, event, game, said, by)
    evidence.keep(CorrectionDecision.objects.create(tournament=event, reason="See."), said.evidence)
    Tournament.objects.filter(pk=event.pk).update(club=cast.club())  # the claim is with the officer all the same
    return made


def _secret_match() -> LeagueMatch:
    """A match to come, in which club 101 has named two players in secret; the club has entered a team, too."""
    season, series = league_scene.rows()
    Entry.objects.create(season=season, division=series.division, club=cast.club(), fee=55)
    match = _between(series.matches, 101, 201)
    entries = list(line_ups.listed_players(match, Side.HOME))
    LineUp.objects.create(match=match, side=Side.HOME, seats=entries[:2])
    return match


def _begun_match() -> LeagueMatch:
    match = _between(LeagueMatch.objects, 101, 301)
    home, away = (list(line_ups.listed_players(match, side).values()) for side in Side.values)
    Board.objects.bulk_create(
        Board(match=match, number=number, home=home[number].member, away=away[number].member, played="10")
        for number in (1, 2)
    )
    now = timezone.now()
    LeagueMatch.objects.filter(pk=match.pk).update(state=LeagueMatch.State.ENTERED, revealed_at=now, entered_at=now)
    match.refresh_from_db()
    return match


def _between(matches: Manager[LeagueMatch], home: int, away: int) -> LeagueMatch:
    """Return the match of two clubs, the first of them at home."""
    one, other = (Team.objects.get(club__key=key) for key in (home, away))
    match = matches.get(home__in=[one, other], away__in=[one, other])
    LeagueMatch.objects.filter(pk=match.pk).update(home=one, away=other, day=timezone.localdate() + dt.timedelta(1))
    return matches.select_related("home", "away", "series__division__season").get(pk=match.pk)


def _of_last_season() -> Affiliation:
    start, end = bounds(enrolment_year(timezone.localdate()) - 1)
    member = cast.member(10002)
    member.affiliations.all().delete()
    return Affiliation.objects.create(member=member, club=cast.club(), start=start, end=end)


def _affiliated(number: str, club: Club) -> Affiliation:
    born = BORN if number == REPORTED else dt.date(1980, 1, 1)
    member = Member.objects.create(number=number, last_name=f"Somebody {number}", birth_date=born)
    start, end = bounds(season_year(timezone.localdate()))
    return Affiliation.objects.create(member=member, club=club, start=start, end=end)


def _collected() -> Collection:
    today = timezone.localdate()
    mandate = mandates.record(cast.club(), "BE71096123456769", "Tour Blanche", today, None)
    made = Collection.objects.create(day=today)
    Debit.objects.create(collection=made, mandate=mandate, season=2027, cents=100, sequence=Debit.Sequence.FIRST)
    return made


def _resigned() -> ClubAct:
    return endings.resign(cast.club(), _affiliated("12345", cast.club()).member, None)


def _leaving() -> TransferRequest:
    """Return a request that waits, and let another member of the old club be there to ask for."""
    asked, _other = _affiliated("12346", cast.club(201)), _affiliated("12347", cast.club(201))
    day = timezone.localdate()
    return TransferRequest.objects.create(
        member=asked.member, old_club=asked.club, new_club=cast.club(), asked_on=day, effective=day
    )


def _rows() -> dict[str, Model]:
    member = cast.member(10003)
    affiliation = Affiliation.objects.create(
        member=member, club=cast.club(), start=dt.date(2026, 9, 1), end=dt.date(2099, 8, 31)
    )
    comparison = ListComparison.objects.create(name="list.txt", size=1, issuer="FIDE", players=1)
    sealing.seal()
    compared = {"line": 1, "number": "990003", "name": "Claes, Chloé", "verdict": "suggestion"}
    return {
        "federation.affiliation": affiliation,
        "federation.auditentry": AuditEntry.objects.order_by("pk")[0],
        "federation.club": cast.club(),
        "federation.office": Office.objects.order_by("pk")[0],
        "federation.comparedplayer": ComparedPlayer.objects.create(comparison=comparison, member=member, **compared),
        "federation.unit": Unit.objects.create(code="100", name="Antwerpen", kind="district"),
        "federation.listcomparison": comparison,
        "federation.member": member,
        "federation.unitmembership": UnitMembership.objects.order_by("pk")[0],
        "ratings.ledgerentry": LedgerEntry.objects.order_by("pk")[0],
        "ratings.rating": Rating.objects.order_by("pk")[0],
        "tournaments.confirmedspelling": ConfirmedSpelling.objects.create(name_key="aerts anna", member=member),
        "auth.group": Group.objects.create(name="our own"),
        **{f"leagues.{model._meta.model_name}": model.objects.order_by("pk")[0] for model in LEAGUE_MODELS},
    }
