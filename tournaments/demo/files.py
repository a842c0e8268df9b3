"""Write the files of the invented federation: members and ratings as CSV, each tournament in a program's format."""

import datetime as dt
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from federation.identity.seasons import season_year
from federation.imports.command import write_csv
from federation.profiles.identity import Demo as Words
from federation.profiles.reading import profile
from tournaments.demo import events, go_events, go_people, people, team_events
from tournaments.demo.events import DemoEvent
from tournaments.demo.go_people import DemoGoPlayer
from tournaments.demo.people import DemoClub, DemoMember
from tournaments.formats.games_csv import writer as games_csv
from tournaments.formats.go import egd_writer, ffg_writer
from tournaments.formats.open_gotha import writer as open_gotha
from tournaments.formats.papi import writer as papi
from tournaments.formats.report import TournamentReport
from tournaments.formats.swiss_chess import writer as swiss_chess
from tournaments.formats.trf import writer as trf

SEED = 19640101
FEW = 8  # players
SEASONS = 4  # three whole ones and the one that runs


@dataclass(frozen=True)
class Demo:
    """The files in the folder, and the days and people that they are about."""

    start: dt.date  # day of the starting list
    lists: tuple[dt.date, ...]  # days of the lists to publish
    draft: dt.date  # day of the list in work
    clubs: tuple[DemoClub, ...]
    members: tuple[DemoMember, ...]
    members_file: Path
    ratings_file: Path
    tournaments: tuple[tuple[DemoClub, Path], ...]  # of chess, in order of their end
    waiting: tuple[tuple[DemoClub, Path], ...]  # uploads with problems to fix: of chess, of go
    go_players: tuple[DemoGoPlayer, ...]
    levels_file: Path
    go_tournaments: tuple[tuple[DemoClub, Path], ...]


def write(folder: Path, today: dt.date, words: Words) -> Demo:
    """Write all files into ``folder``. The same words, seed and half-year give the same bytes."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    days = _half_years(today)
    start, lists, draft = days[0], tuple(days[1:-1]), days[-1]
    seasons = [season_year(start) + i for i in range(SEASONS + 1)]
    last = min(today, draft) - dt.timedelta(days=1)
    rng = random.Random(SEED)  # noqa: S311 - an invented federation, no secret
    clubs = people.clubs(rng, words)
    members = people.members(rng, words, clubs, seasons, count=words.members, first_number=words.first_number)
    made = events.calendar(rng, words, clubs, members, (start, last)) if members else []
    waiting = [events.troubled(_latest(made, "trf", members))] if made else []
    go_clubs = go_people.clubs(words)
    players = go_people.players(rng, words, go_clubs, members, seasons)
    go_made = go_events.calendar(rng, words, go_clubs, players, (start, last)) if players else []
    go_waiting = [go_events.troubled(_latest(go_made, "open_gotha", []))] if go_made else []
    if len(clubs) >= team_events.TEAMS:
        made = events.in_order([*made, team_events.interclubs(rng, words, clubs, members, lists[-2])])
    members += [player.member for player in players if player.member and player.member not in members]
    return Demo(
        start=start,
        lists=lists,
        draft=draft,
        clubs=(*clubs, *go_clubs),
        members=tuple(members),
        members_file=_members(folder / "members.csv", members, players),
        ratings_file=_ratings(folder / "ratings.csv", members, start),
        tournaments=_tournaments(folder / "tournaments", made, waiting),
        waiting=tuple((each.club, _tournament(folder, 0, each)) for each in (*waiting, *go_waiting)),
        go_players=tuple(players),
        levels_file=_levels(folder / "levels.csv", players),
        go_tournaments=_tournaments(folder / "go", go_made, go_waiting),
    )


def _latest(made: list[DemoEvent], file_format: str, members: list[DemoMember]) -> DemoEvent:
    """Return the latest tournament in a format, of more than eight players and a club of as many of the members.

    Without such a one it is the latest of all.
    """
    sizes = Counter(member.club for member in members)
    found = (event for event in reversed(made) if event.format == file_format)
    return next((e for e in found if not members or min(len(e.report.players), sizes[e.club]) > FEW), made[-1])


def _half_years(today: dt.date) -> list[dt.date]:
    """Return eight half-year days: the starting list, six published ones up to today, the one in work."""
    last = dt.date(today.year, 7 if today.month >= 7 else 1, 1)
    count = last.year * 2 + (last.month == 7)
    return [dt.date(n // 2, 7 if n % 2 else 1, 1) for n in range(count - 6, count + 2)]


def _rows(path: Path, header: list[str], rows: Iterable[list[object]]) -> Path:
    write_csv(path, header, rows)
    return path


def _members(path: Path, members: list[DemoMember], players: list[DemoGoPlayer]) -> Path:
    header = ["matricule", "last_name", "first_name", "sex", "birth_date"]
    header += ["nationality", "fide_federation", "fide_id", "fide_rating", "licences"]
    licences = {p.member.number: f"FFG {p.licence}; EGF {p.pin}" for p in players if p.member}
    rows = (
        [
            *(m.number, m.last_name, m.first_name, m.sex, m.birth_date, m.fide_federation, m.fide_federation),
            *(m.fide_id or "", m.fide_rating or "", licences.get(m.number, "")),
        ]
        for m in members
    )
    return _rows(path, header, rows)


def _ratings(path: Path, members: list[DemoMember], start: dt.date) -> Path:
    """Write the ratings, with what Glicko needs: the more games, the smaller the deviation."""
    header = ["matricule", "rating", "games", "deviation", "last_played"]
    played = start - dt.timedelta(days=30)
    rated = (m for m in members if m.rating)
    return _rows(path, header, ([m.number, m.rating, m.games, max(60, 140 - m.games), played] for m in rated))


def _levels(path: Path, players: list[DemoGoPlayer]) -> Path:
    listed = ((p.member.number, p.listed) for p in players if p.member and p.listed is not None)
    return _rows(path, ["matricule", "rating", "games"], ([matricule, level, 30] for matricule, level in listed))


def _papi(report: TournamentReport) -> bytes:
    """Return a Papi file. Papi has no field for member numbers, so clubs put them in the field of the licence."""
    players = tuple(replace(player, licence=player.matricule) for player in report.players)
    return papi.write(replace(report, players=players))


def _trf(report: TournamentReport) -> bytes:
    return trf.write(report, edition="trf26", federation=profile().federation.country)


# format -> (file name ending, writer)
_WRITERS: dict[str, tuple[str, Callable[[TournamentReport], bytes]]] = {
    "papi": ("papi", _papi),
    "swiss_chess": ("SWT", swiss_chess.write),
    "trf": ("trf", _trf),
    "games_csv": ("csv", lambda report: games_csv.write([report])),
    "open_gotha": ("xml", open_gotha.write),
    "egd_h9": ("h9", egd_writer.write),
    "ffg_tou": ("tou", ffg_writer.write),
}


def _tournaments(folder: Path, made: list[DemoEvent], waiting: list[DemoEvent]) -> tuple[tuple[DemoClub, Path], ...]:
    """Write the files of all tournaments but the one with problems."""
    folder.mkdir()
    left_out = {event.report.name for event in waiting}
    sent = [event for event in made if event.report.name not in left_out]
    return tuple((event.club, _tournament(folder, number, event)) for number, event in enumerate(sent, 1))


def _tournament(folder: Path, number: int, event: DemoEvent) -> Path:
    ending, writer = _WRITERS[event.format]
    word = "".join(c if c.isascii() and c.isalnum() else "-" for c in event.report.name.lower()).strip("-")
    path = folder / f"{number:03}-{word}.{ending}"
    path.write_bytes(writer(event.report))
    return path
