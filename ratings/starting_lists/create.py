"""Import a list that was published elsewhere as the starting point of a pool."""

import datetime as dt
from dataclasses import fields, replace

import numpy as np
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.identity.member_numbers import form
from ratings.calculation import store
from ratings.calculation.arrays import RatingLines
from ratings.calculation.compute import rating_lines
from ratings.calculation.manifest import digest, in_form_of, manifest
from ratings.calculation.members import belonging, read_intervals
from ratings.errors import RatingError
from ratings.games.players import People, read_people
from ratings.lists.job_queue import queue_rendering_beside
from ratings.living.job_queue import queue_pool
from ratings.models import RatingList, RatingPool
from ratings.pools.creation import FURTHEST
from ratings.pools.rules import parameters_of, rules_of, system_of
from ratings.starting_lists.file import StartingRating, read
from ratings.systems.period import MINUTES_A_DAY, NONE, Floats, Games, GoPlayers, Outcome, Period, Players, Status


def import_ratings(pool: RatingPool, date: dt.date, data: bytes) -> RatingList:
    """Publish the ratings of a file as the pool's list of the day, from which later lists are calculated.

    The same file changes nothing; another one for the same day makes a revision, as long as no list was calculated from
    it. Raise `RatingError` with the line of an unknown member number; then nothing is written.
    """
    return start_from(pool, date, read(data, floor(pool, date)))


def start_from(pool: RatingPool, date: dt.date, found: list[StartingRating]) -> RatingList:
    """Publish ratings that were read, as `import_ratings` does."""
    people = read_people()
    rows = _rows(found, people)
    order = np.argsort(rows)
    lines = _lines(pool, date, people, rows[order], [found[place] for place in order])
    contents = manifest(pool, date, ratings=lines)
    with transaction.atomic():
        RatingPool.objects.select_for_update().get(pk=pool.pk)
        same_day = pool.lists.filter(date=date)
        there = same_day.published().first()
        if there and there.digest == digest(in_form_of(there.manifest, contents, lines)):
            return there
        _require_place(pool, date)
        same_day.published().update(state=RatingList.State.REVISED)
        last = same_day.aggregate(last=Max("revision"))["last"]
        made = RatingList.objects.create(
            pool=pool,
            date=date,
            revision=0 if last is None else last + 1,
            state=RatingList.State.PUBLISHED,
            imported=True,
            player_count=len(lines),
            manifest=contents,
            digest=digest(contents),
            published_at=timezone.now(),
        )
        store.write(made, lines)
        queue_pool(pool)
        if pool.public and not made.revision:
            queue_rendering_beside(made)
    return made


def has_begun(pool: RatingPool) -> bool:
    """Return whether a list was calculated: then the starting list can no longer change."""
    return pool.lists.filter(imported=False).exclude(state=RatingList.State.DRAFT).exists()


def played_before_start(rating_list: RatingList) -> list[str]:
    """Return the names of a list's tournaments that ended before the starting list from which it was calculated.

    They may be part of those ratings already. Tournaments with a day from which they count are left out. At most one
    query.
    """
    start = rating_list.previous
    if start is None or not start.imported:
        return []
    earlier = rating_list.tournaments.filter(tournament__end__lt=start.date, tournament__counts_from=None)
    return list(earlier.order_by("tournament__end", "tournament").values_list("tournament__name", flat=True))


def _require_place(pool: RatingPool, date: dt.date) -> None:
    computed = pool.lists.filter(date__gte=date, imported=False).order_by("date").first()
    if computed:
        facts = {"later": computed.date, "date": date}
        if computed.state == RatingList.State.DRAFT:
            raise RatingError(noop("There is a draft of %(later)s: discard it before you import a list."), **facts)
        raise RatingError(
            noop("The list of %(later)s has already been calculated: no list can be imported for %(date)s."), **facts
        )
    if date > timezone.localdate() + FURTHEST:
        raise RatingError(noop("%(date)s is more than a year ahead: no list can be imported so early."), date=date)


def _rows(found: list[StartingRating], people: People) -> np.ndarray:
    """Return the rows of the members. Raise `RatingError` if a number is unknown or a member is there twice."""
    known = people.of_keys(np.array([each.key for each in found], np.int64))
    unknown = np.flatnonzero(known == NONE)
    if len(unknown):
        facts = _place_of(found[unknown[0]])
        raise RatingError(noop("Line %(line)s: no member has the number %(number)s."), **facts)
    _values, firsts = np.unique(known, return_index=True)
    again = np.setdiff1d(np.arange(len(known)), firsts)
    if len(again):
        facts = _place_of(found[again[0]])
        raise RatingError(noop("Line %(line)s: member %(number)s is in the file twice."), **facts)
    return known


def _place_of(found: StartingRating) -> dict[str, object]:
    return {"line": found.line, "number": form().number(found.key)}


def floor(pool: RatingPool, date: dt.date) -> int | None:
    """Return the lowest level of a go pool; None for chess."""
    return parameters_of(rules_of(pool, date), system_of(pool)).floor if pool.has_grades else None


def _lines(
    pool: RatingPool, date: dt.date, people: People, rows: np.ndarray, found: list[StartingRating]
) -> RatingLines:
    known = np.array([each.rating is not None for each in found], bool)
    players = GoPlayers(  # to a system of chess they are players like others
        known=known,
        entry_level=np.zeros_like(rows),  # nobody enters: there are no games
        number=people.keys[rows],
        rating=np.array([each.rating or 0 for each in found], np.int64),
        games=np.array([each.games for each in found], np.int64),
        opponents_sum=np.array([each.opponents_sum for each in found], np.int64),
        half_points=np.array([each.half_points for each in found], np.int64),
        foreign_rating=people.foreign_rating[rows],
        deviation=_deviations(pool, date, found),
        last_day=np.array([each.last_played.toordinal() if each.last_played else 0 for each in found], np.int64),
    )
    outcome = _as_they_are(pool, date, players)
    if pool.has_deviations:
        # B7: the clock of a rating that is taken over without a last game begins on the day on which it is.
        begins = players.rated & (players.last_day == 0)
        clock = np.where(begins, MINUTES_A_DAY * date.toordinal(), MINUTES_A_DAY * players.last_day)
        outcome = replace(outcome, last_minute=clock)
    member = people.ids[rows]
    belongs = belonging(read_intervals(people, date, date), people, rows, date)
    lines = rating_lines(member, players, outcome, belongs, system_of(pool))
    lines.previous_rating = lines.was_rated = lines.previous_games = 0
    return lines


def _deviations(pool: RatingPool, date: dt.date, found: list[StartingRating]) -> Floats:
    """Return the RDs of the file, NaN where it has none. B4: none above the maximum of the rules."""
    deviations = np.array([np.nan if each.deviation is None else each.deviation for each in found])
    if not pool.has_deviations:
        return deviations
    return np.minimum(deviations, parameters_of(rules_of(pool, date), system_of(pool)).most_deviation)


def _as_they_are(pool: RatingPool, date: dt.date, players: Players) -> Outcome:
    """Return the outcome of a period without games in which every rating is that of the file."""
    system = system_of(pool)
    no_games = Games(**{field.name: np.zeros(0, np.int64) for field in fields(Games)})
    outcome = system.rate(Period(date, date, players, no_games), parameters_of(rules_of(pool, date), system))
    status = np.where(players.rated, np.maximum(outcome.status, Status.PROVISIONAL), Status.UNRATED)
    return replace(outcome, rating=players.rating, status=status, games=players.games)
