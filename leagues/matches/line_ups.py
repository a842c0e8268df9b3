"""Line-ups: saved and locked in secret by one side, revealed to anyone when both are locked or at the hour."""

import datetime as dt
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from leagues.errors import Refused
from leagues.matches.locking import locked, log, require_side
from leagues.matches.rules_in_force import rules_of
from leagues.models import Board, LineUp, ListEntry, Match, Side
from leagues.rules.legs import home_is_white
from leagues.rules.parameters import Rules

REVEALED = noop("The line-ups of this match have been revealed: yours can no longer be changed.")
LOCKED = noop("This line-up is locked. Unlock it first.")
TWICE = noop("%(player)s is on two boards.")
NOT_LISTED = noop("A player of this line-up is not on the player list of the club.")
TOO_MANY = noop("This match has %(boards)s boards.")
EMPTY = noop("Name at least one player.")
TOO_LATE = noop("The match has begun: the line-up can no longer be unlocked.")


@transaction.atomic
def save(match: int, side: str, entries: Sequence[int | None], by: User) -> LineUp:
    """Save the line-up of one side, board by board: list entries (ids), None for an empty board. Raise `Refused`."""
    found = locked(match)
    require_side(by, found, side)
    _require_secret(found)
    line_up = _line_up(found, side)
    if line_up.locked_at:
        raise Refused(LOCKED)
    rules = rules_of(found)
    seats = [*entries, *[None] * (rules.boards.count - len(entries))]
    _require_sound(found, side, seats, rules)
    line_up.seats, line_up.saved_by = seats, by
    line_up.save()
    return line_up


@transaction.atomic
def lock(match: int, side: str, by: User) -> Match:
    """Lock the line-up of one side. If the other is locked too, both are revealed unless the rules name an hour.

    Raise `Refused`.
    """
    found = locked(match)
    require_side(by, found, side)
    _require_secret(found)
    line_up = _line_up(found, side)
    if not any(line_up.seats):
        raise Refused(EMPTY)
    if not line_up.locked_at:
        line_up.locked_at = timezone.now()
        line_up.save()
        log(found, "locked", by, side)
    are_locked = found.line_ups.exclude(locked_at=None).count() == len(Side.values)
    if are_locked and rules_of(found).line_ups.reveal == "together":
        _reveal(found)
    return found


@transaction.atomic
def unlock(match: int, side: str, by: User) -> None:
    """Unlock the line-up of one side, until the reveal or the start. Raise `Refused`."""
    found = locked(match)
    require_side(by, found, side)
    _require_secret(found)
    if timezone.now() >= found.starts_at:
        raise Refused(TOO_LATE)
    if found.line_ups.filter(side=side).exclude(locked_at=None).update(locked_at=None):
        log(found, "unlocked", by, side)


def reveal_due(now: dt.datetime | None = None) -> None:
    """Reveal the line-ups of all matches whose hour has come, as they are. One query if there are none."""
    now = now or timezone.now()
    local = timezone.localtime(now)
    due = Q(day__lt=local.date()) | Q(day=local.date(), starts__lte=local.time())
    named = LineUp.objects.values("match")
    found = Match.objects.filter(due, pk__in=named, revealed_at=None, state=Match.State.PLANNED)
    for match in found.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            waiting = locked(match)
            if not waiting.is_revealed:
                _reveal(waiting)


def _reveal(match: Match) -> None:
    """Make the boards of a locked match from the line-ups. Only from now on does anyone else see the players."""
    rules = rules_of(match)
    seats: dict[str, list[ListEntry | None]] = {}
    for side in Side.values:
        line_up = match.line_ups.filter(side=side).first()
        chosen = line_up.seats if line_up else []
        entries = ListEntry.objects.select_related("member").in_bulk([pk for pk in chosen if pk])
        row = [entries.get(pk) if pk else None for pk in chosen][: rules.boards.count]
        seats[side] = [*row, *[None] * (rules.boards.count - len(row))]
    Board.objects.bulk_create(
        Board(
            match=match,
            number=number,
            home=home.member if home else None,
            away=away.member if away else None,
            home_strength=home.strength if home else None,
            away_strength=away.strength if away else None,
            home_is_white=home_is_white(number, rules.boards.white),
        )
        for number, (home, away) in enumerate(zip(seats[Side.HOME], seats[Side.AWAY], strict=True), start=1)
    )
    match.revealed_at, match.state = timezone.now(), Match.State.PLAYING
    match.save(update_fields=["revealed_at", "state"])
    log(match, "revealed", None)


def _line_up(match: Match, side: str) -> LineUp:
    return match.line_ups.filter(side=side).first() or LineUp(match=match, side=side)


def _require_secret(match: Match) -> None:
    if match.is_revealed or match.state != Match.State.PLANNED:
        raise Refused(REVEALED)


def _require_sound(match: Match, side: str, seats: Sequence[int | None], rules: Rules) -> None:
    if len(seats) > rules.boards.count:
        raise Refused(TOO_MANY, boards=rules.boards.count)
    named = [pk for pk in seats if pk]
    listed = listed_players(match, side)
    if not set(named) <= listed.keys():
        raise Refused(NOT_LISTED)
    for pk in named:
        if named.count(pk) > 1:
            raise Refused(TWICE, player=listed[pk].member.name)


def as_last_time(match: Match, side: str) -> list[int | None]:
    """Return the seats of the side's last match before this one, as far as its players are on the list."""
    team = match.team(side).pk
    earlier = Match.objects.filter(Q(home=team) | Q(away=team), day__lt=match.day).exclude(revealed_at=None)
    last = earlier.order_by("-day", "-pk").first()
    if last is None:
        return []
    of_member = {entry.member_id: pk for pk, entry in listed_players(match, side).items()}
    played = last.boards.order_by("number").values_list(Side.HOME if last.home_id == team else Side.AWAY, flat=True)
    return [of_member.get(member) for member in played]


def listed_players(match: Match, side: str) -> dict[int, ListEntry]:
    """Return the players on the list of the side's club on the day of the match, in their order."""
    season = match.series.division.season_id
    rows = ListEntry.objects.on(match.day).filter(season=season, club=match.team(side).club_id)
    return {row.pk: row for row in rows.select_related("member").order_by("position", "pk")}
