"""A league season of 40 series x 12 teams x 11 rounds x 8 boards: its checks, its tables, a round handed over.

2,640 matches with 21,120 boards, 480 teams of 120 clubs, 5,760 entries of player lists. Raw is a query with a cursor
that reads the boards with their matches and players, without any rule.
"""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable
from functools import partial

from django.contrib.auth.models import User
from django.core.handlers.base import BaseHandler
from django.db import connection
from django.test import override_settings

from benchmarks.measure import Row, medians
from benchmarks.pages import ask
from federation.models import Affiliation, Club, Member
from leagues.checks.line_ups import check_whole_season
from leagues.decisions.cases import all_matches, cases
from leagues.files import season_files, storing
from leagues.models import Board, Competition, Division, ListEntry, Match, Season, SeasonRules, Series, Team
from leagues.rules.fixtures import fixtures
from leagues.rules.legs import home_is_white
from leagues.standings.series_standings import tables
from leagues.to_rating.hand_over import hand_over

TEAMS, BOARDS, LISTED = 12, 8, 12
CHECK_SECONDS, TABLE_SECONDS, ROUND_SECONDS, IMPORT_SECONDS = 5, 2, 5, 30
START = dt.date(2026, 9, 1)
RULES = {"boards": {"count": BOARDS, "titulars_least": 0}, "selection": {"reserve_cap": 3000}}
READ = (
    "SELECT b.*, m.*, h.number, a.number FROM leagues_board b JOIN leagues_match m ON m.id = b.match_id "
    "JOIN federation_member h ON h.id = b.home_id JOIN federation_member a ON a.id = b.away_id ORDER BY b.id"
)


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    count, repetitions = (4, 1) if quick else (40, 3)
    season = _season(count)
    series = Series.objects.filter(division__season=season).select_related("division__season__competition")
    found = medians({"checks": lambda: check_whole_season(season), "raw": _raw}, repetitions)
    checked = _processor_seconds(lambda: cases(season, all_matches(season)))
    ranked = _processor_seconds(lambda: tables(series))
    polled = _polled(season, repetitions)
    imported = _import(season)
    first = Match.objects.filter(series__in=series, round=1)
    handed = _processor_seconds(lambda: [hand_over(each.pk, 1, START) for each in series])
    what = f"a season of {Match.objects.count():,} matches, {Board.objects.count():,} boards"
    return [
        Row(f"{what}: all line-ups checked", "its boards read raw", found["checks"] / found["raw"], at_most=25),
        Row(
            "all its findings with proposals", f"{CHECK_SECONDS} s of the processor", checked / CHECK_SECONDS, at_most=1
        ),
        Row(f"{count} tables", f"{TABLE_SECONDS} s of the processor", ranked / TABLE_SECONDS, at_most=1),
        Row("all matches of a round as they run, stored", "an empty view", polled, at_most=3),
        Row(
            "a season imported from a table",
            f"{IMPORT_SECONDS} s of the processor",
            imported / IMPORT_SECONDS,
            at_most=1,
        ),
        Row(
            f"a round of {first.count()} matches handed over",
            f"{ROUND_SECONDS} s of the processor",
            handed / ROUND_SECONDS,
            at_most=1,
        ),
    ]


def _season(count: int) -> Season:
    """Make a season of so many series, of which all matches are closed."""
    season = Season.objects.create(
        competition=Competition.objects.create(slug="interclubs", name="Interclubs"),
        slug="interclubs-2026-27",
        name="Interclubs 2026-27",
        start=START,
        end=dt.date(2027, 6, 30),
        stage=Season.Stage.RUNNING,
        regulation="be-kbsb",
    )
    SeasonRules.objects.create(season=season, valid_from=START, changes=RULES, reason="Eight boards")
    division = Division.objects.create(season=season, level=1, name="Division 1")
    series = Series.objects.bulk_create(Series(division=division, letter=f"{n:02}") for n in range(1, count + 1))
    teams, squads = _teams(season, series)
    matches = Match.objects.bulk_create(
        Match(
            series=each,
            round=fixture.round,
            home_id=fixture.home,
            away_id=fixture.away,
            day=START + dt.timedelta(weeks=2 * fixture.round - 2),
            state=Match.State.CLOSED,
        )
        for number, each in enumerate(series)
        for fixture in fixtures({place: teams[number * TEAMS + place - 1].pk for place in range(1, TEAMS + 1)})
    )
    for match in matches:
        match.revealed_at = match.entered_at = match.home_confirmed_at = match.away_confirmed_at = match.starts_at
    Match.objects.bulk_update(
        matches, ["revealed_at", "entered_at", "home_confirmed_at", "away_confirmed_at"], batch_size=500
    )
    Board.objects.bulk_create(
        (
            Board(
                match=match,
                number=number + 1,
                home=squads[match.home_id][number],
                away=squads[match.away_id][number],
                home_strength=2200 - 20 * number,
                away_strength=2190 - 20 * number,
                home_is_white=home_is_white(number + 1, "home_odd"),
                played=("10", "==", "01")[(match.pk + number) % 3],
            )
            for match in matches
            for number in range(BOARDS)
        ),
        batch_size=1000,
    )
    return season


def _teams(season: Season, series: list[Series]) -> tuple[list[Team], dict[int, list[Member]]]:
    """Make the teams, four of a club, with their players and lists. Return the players by team (id)."""
    clubs = Club.objects.bulk_create(
        Club(number=str(key), key=key, name=f"Club {key}") for key in range(101, 101 + len(series) * TEAMS // 4)
    )
    teams = Team.objects.bulk_create(
        Team(
            series=each,
            club=clubs[(number * TEAMS + place) % len(clubs)],
            name=f"Team {number}-{place}",
            number=place + 1,
        )
        for number, each in enumerate(series)
        for place in range(TEAMS)
    )
    members = Member.objects.bulk_create(
        Member(number=str(key), key=key, last_name=f"Name{key}", first_name="A", birth_date=dt.date(1980, 1, 1))
        for key in range(30_001, 30_001 + len(teams) * LISTED)
    )
    squads = {team.pk: members[place * LISTED : (place + 1) * LISTED] for place, team in enumerate(teams)}
    listed = [(team, place, member) for team in teams for place, member in enumerate(squads[team.pk])]
    Affiliation.objects.bulk_create(
        Affiliation(member=member, club=team.club, start=START, end=season.end) for team, _place, member in listed
    )
    ListEntry.objects.bulk_create(
        ListEntry(
            season=season,
            club=team.club,
            member=member,
            position=place + 1,
            strength=2200 - 20 * place,
            titular_of=team,
            listed_from=START,
        )
        for team, place, member in listed
    )
    return teams, squads


def _polled(season: Season, repetitions: int) -> float:
    """Return how many times an empty view the part of a page takes that readers ask for every thirty seconds."""
    address = f"/en/interclubs/{season.slug}/live/?day={START}"
    with override_settings(ROOT_URLCONF="benchmarks.pages"):
        handler = BaseHandler()
        handler.load_middleware()
        ways = {
            "empty": partial(ask, handler, "/empty/"),
            "polled": partial(ask, handler, address, **{"HX-Request": "true"}),
        }
        for way in ways.values():
            way()  # templates are compiled, the part is stored
        seconds = medians(ways, repetitions)
    return seconds["polled"] / seconds["empty"]


def _import(season: Season) -> float:
    """Take the matches of the season out and in again. Return the seconds of the processor for the way in."""
    data = season_files.results(season)
    Board.objects.all().delete()
    Match.objects.all().delete()
    officer = User.objects.create_superuser("officer")
    return _processor_seconds(lambda: storing.store(season, data, officer))


def _raw() -> None:
    with connection.cursor() as cursor:
        cursor.execute(READ)
        cursor.fetchall()


def _processor_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
