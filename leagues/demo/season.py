"""The league season of the demo: three divisions, eight series, three rounds played, one to come.

A protest is open, a match was moved, a team has withdrawn, a ruling stands; the rest waits (`waiting`). Seeded.
"""

import datetime as dt
import random
from collections import defaultdict
from itertools import islice

from django.contrib.auth.models import Group, User
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.identity.seasons import bounds, season_year
from federation.models import Affiliation, Club, Member
from leagues.demo import waiting
from leagues.models import (
    Board,
    Competition,
    Division,
    ListEntry,
    Match,
    Protest,
    RoundDay,
    Season,
    SeasonRules,
    Series,
    Team,
    Venue,
)
from leagues.rules.consequences import Effect
from leagues.rules.legs import home_is_white
from leagues.rulings.rule import rule
from leagues.seasons import fixtures
from leagues.to_rating.hand_over import hand_over
from tournaments.demo.files import SEED, Demo
from tournaments.models import Tournament
from tournaments.review import decisions

SERIES = ((1, "A"), (2, "AB"), (3, "ABCDE"))  # level, letters
TEAMS, BOARDS = 6, 4
PLAYED = 3
PLAYING_TIME = dt.timedelta(hours=5)
WEEKS = (-9, -6, -3, 1, 4)  # of the rounds, before and after today
RESERVE_WEEK = 2
RULES = {
    "boards": {"count": BOARDS, "titulars_least": 0},
    "line_ups": {"reveal": "together", "lock_minutes": 15},
    "selection": {"reserve_cap": 3000, "twice": ["round", "day"]},
    "quotas": {"lower_team_above": "allowed"},
    "strength": {"family": "tolerance", "tolerance": 100},
    "withdrawal": {"then": "forfeit"},
    "movement": {"up": 1, "down": 1},
    "deadlines": {"appeal_days": 14},
    "consequences": {
        "named_absent": {"effect": "board", "article": "31", "fines": [{"amount": 25.0}]},
        "confirm_missing": {"article": "27", "fines": [{"amount": 15.0}]},
    },
}
OFFICER, CAPTAINS = "interclubs", ("capitaine", "capitaine-2")


def load(demo: Demo, password: str) -> list[str]:
    """Create the season, if the demo has enough clubs. Return the lines of its logins. ``password``: as stored."""
    shown = "classement-demo"
    teams = _teams_wanted()
    clubs = _clubs_with_players(demo)
    if sum(len(players) // (BOARDS + 1) for players in clubs.values()) < teams or not demo.tournaments:
        return []
    officer = User.objects.create(username=OFFICER, password=password, is_staff=True)
    officer.groups.add(Group.objects.get(name="interclubs officer"))
    captains = [User.objects.create(username=name, password=password) for name in CAPTAINS]
    rng = random.Random(SEED)  # noqa: S311 - invented results
    season = _season(demo)
    _make_teams(season, clubs)
    _lists(season, clubs)
    for series in Series.objects.filter(division__season=season).select_related("division__season__competition"):
        fixtures.make(series, officer)
    _play(season, rng)
    _incidents(season, officer)
    match = waiting.fill(season, captains, PLAYED, BOARDS)
    _rate(season)
    waiting.open_window(season)
    waiting.open_entries(season, officer)
    teams = dict(zip(CAPTAINS, [match.home, match.away], strict=True))
    return [
        f"{OFFICER} / {shown}    interclubs officer (admin)",
        *(f"{captain} / {shown}    captain of {team}" for captain, team in teams.items()),
    ]


def _teams_wanted() -> int:
    return TEAMS * sum(len(letters) for _level, letters in SERIES)


def _sunday(weeks: int) -> dt.date:
    """Return the Sunday so many weeks after the last one."""
    today = timezone.localdate()
    return today - dt.timedelta(days=today.isoweekday() % 7) + dt.timedelta(weeks=weeks)


def _clubs_with_players(demo: Demo) -> dict[Club, list[tuple[Member, int | None]]]:
    """Return the clubs with their members on all days played and the strength of each, strongest first."""
    strengths = {member.number: member.rating or None for member in demo.members}
    days = [_sunday(weeks) for weeks in WEEKS[:PLAYED]]
    found: dict[Club, list[tuple[Member, int | None]]] = defaultdict(list)
    rows = Affiliation.objects.on(days[0]).select_related("member", "club").order_by("club__key", "member__key")
    rows = rows.filter(member__in=Affiliation.objects.on(days[-1]).values("member"), member__birth_date__isnull=False)
    for row in rows:
        if row.club and row.member.number in strengths:
            found[row.club].append((row.member, strengths[row.member.number]))
    for players in found.values():
        players.sort(key=lambda each: (-(each[1] or 0), each[0].key))
    return found


def _season(demo: Demo) -> Season:
    competition = Competition.objects.create(slug="interclubs", name=_("Interclubs"))
    first, last = _sunday(WEEKS[0]), _sunday(WEEKS[-1])
    year = season_year(timezone.localdate())
    start, end = bounds(year)
    season = Season.objects.create(
        competition=competition,
        slug=f"interclubs-{first.year}",
        name=f"{_('Interclubs')} {start.year}-{end.year}" if start.year != end.year else f"{_('Interclubs')} {year}",
        start=min(start, first),
        end=max(end, last),
        stage=Season.Stage.RUNNING,
        regulation="be-kbsb",
    )
    SeasonRules.objects.create(season=season, valid_from=season.start, changes=RULES, reason=_("Rules of the season"))
    for level, letters in SERIES:
        division = Division.objects.create(season=season, level=level, name=_("Division %(level)s") % {"level": level})
        Series.objects.bulk_create(Series(division=division, letter=letter) for letter in letters)
    RoundDay.objects.bulk_create(
        RoundDay(season=season, number=number, date=_sunday(weeks)) for number, weeks in enumerate(WEEKS, start=1)
    )
    season.days.filter(number=len(WEEKS)).update(kind=RoundDay.Kind.TOGETHER)
    RoundDay.objects.create(season=season, number=PLAYED + 1, date=_sunday(RESERVE_WEEK), kind=RoundDay.Kind.RESERVE)
    return season


def _make_teams(season: Season, clubs: dict[Club, list[tuple[Member, int | None]]]) -> None:
    """Put first teams of strong clubs into the first division, further teams of a club below."""
    slots = [
        (club, rank)
        for rank in range(1, 5)
        for club, players in sorted(clubs.items(), key=lambda item: -sum(each[1] or 0 for each in item[1][:BOARDS]))
        if len(players) >= rank * (BOARDS + 1)
    ]
    series = list(Series.objects.filter(division__season=season).order_by("division__level", "letter"))
    venues = {}
    for place, (club, rank) in enumerate(islice(slots, TEAMS * len(series))):
        if club not in venues:
            venues[club] = Venue.objects.create(club=club, address=_("Club house, %(town)s") % {"town": club.city})
        Team.objects.create(
            series=series[place // TEAMS], club=club, rank=rank, name=f"{club.name} {rank}"[:60], venue=venues[club]
        )


def _lists(season: Season, clubs: dict[Club, list[tuple[Member, int | None]]]) -> None:
    """List the players of the clubs with teams, five of them for each team."""
    entries = []
    for club in Club.objects.filter(teams__series__division__season=season).distinct():
        ranked = list(Team.objects.filter(club=club, series__division__season=season).order_by("rank"))
        for place, (member, strength) in enumerate(clubs[club][: len(ranked) * (BOARDS + 1) + 2]):
            team = ranked[min(place // (BOARDS + 1), len(ranked) - 1)]
            entries.append(
                ListEntry(
                    season=season,
                    club=club,
                    member=member,
                    position=place + 1,
                    strength=strength,
                    titular_of=team if place % (BOARDS + 1) < BOARDS else None,
                    listed_from=season.start,
                )
            )
    ListEntry.objects.bulk_create(entries)


def _squads(season: Season) -> dict[int, list[ListEntry]]:
    """Return the players of each team (id), strongest first."""
    squads: dict[int, list[ListEntry]] = defaultdict(list)
    rows = season.list_entries.filter(titular_of__isnull=False).select_related("member").order_by("club", "position")
    for entry in rows:
        squads[entry.titular_of_id].append(entry)
    return squads


def _play(season: Season, rng: random.Random) -> None:
    """Play the first rounds: some boards by forfeit, all confirmed."""
    squads = _squads(season)
    matches = list(Match.objects.filter(series__division__season=season, round__lte=PLAYED).order_by("round", "pk"))
    boards = []
    for match in matches:
        pairs = zip(squads[match.home_id][:BOARDS], squads[match.away_id][:BOARDS], strict=False)
        for number, (home, away) in enumerate(pairs, start=1):
            boards.append(
                Board(
                    match=match,
                    number=number,
                    home=home.member,
                    away=away.member,
                    home_strength=home.strength,
                    away_strength=away.strength,
                    home_is_white=home_is_white(number, "home_odd"),
                    played=_result(rng, home.strength or 1200, away.strength or 1200),
                )
            )
        match.state = Match.State.CLOSED
        match.revealed_at = match.starts_at
        match.entered_at = match.home_confirmed_at = match.away_confirmed_at = match.starts_at + PLAYING_TIME
    Board.objects.bulk_create(boards)
    fields = ["state", "revealed_at", "entered_at", "home_confirmed_at", "away_confirmed_at"]
    Match.objects.bulk_update(matches, fields)


def _result(rng: random.Random, home: int, away: int) -> str:
    if rng.random() < 0.02:
        return rng.choice(["+-", "-+"])
    expected = 1 / (1 + 10 ** ((away - home) / 400))
    chance = rng.random()
    if abs(chance - expected) < 0.15:
        return "=="
    return "10" if chance < expected else "01"


def _incidents(season: Season, officer: User) -> None:
    """Add a protest, a ruling, a moved match and a team that withdrew, all in the last division."""
    played = list(
        Match.objects.filter(series__division__season=season, series__division__level=3).order_by("round", "pk")
    )
    last = [match for match in played if match.round == PLAYED]
    protested, moved = last[0], last[1]
    text = _("The player on board 2 of the other side used a mobile phone.")
    Protest.objects.create(match=protested, side="home", text=text)
    lost = Board.objects.filter(match__in=played, match__round=2, played="10").order_by("match", "number")[0]
    rule(
        lost.match_id,
        [Effect("board", "home", lost.number)],
        officer,
        _("The player was tied to a higher team."),
        article="19",
    )
    Match.objects.filter(pk=moved.pk).update(
        state=Match.State.PLANNED,
        moved_from=moved.day,
        day=_sunday(WEEKS[PLAYED]) + dt.timedelta(days=6),
        revealed_at=None,
        entered_at=None,
        home_confirmed_at=None,
        away_confirmed_at=None,
    )
    moved.boards.all().delete()
    gone = Team.objects.filter(series=played[-1].series_id).exclude(pk__in=[moved.home_id, moved.away_id]).last()
    if gone is not None:
        Team.objects.filter(pk=gone.pk).update(withdrawn_after=PLAYED)


def _rate(season: Season) -> None:
    """Hand over all closed matches to the rating, and accept them."""
    closed = Match.objects.filter(series__division__season=season, state=Match.State.CLOSED)
    for series, number, day in (
        closed.order_by("series", "round", "day").values_list("series", "round", "day").distinct()
    ):
        hand_over(series, number, day)
    legs = Tournament.objects.filter(part_of__startswith=f"{season.slug}/")
    decisions.accept_many(list(legs.values_list("pk", flat=True)), None)
