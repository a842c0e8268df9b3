"""A tournament without a file: entered by the club, paired here round by round, submitted like any other.

It is a tournament in stage READ without an upload. Every function raises `Refused` once it is submitted; from then on
it is fixed and corrected like the others.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.identity.names import folded
from federation.models import Job, Member
from tournaments.addresses import give_addresses
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.intake import matching
from tournaments.models import Discipline, MatchedBy, OnSiteVisibility, Pairing, Participant, Tournament
from tournaments.on_site import pairing_engine, rules_check
from tournaments.on_site.next_round import FIXED, RESULTS_MISSING, TOO_MANY, locked
from tournaments.review import decisions
from tournaments.standings.sides import ROUND_ROBIN

FORFEITED = (Result.FORFEIT_LOSS, Result.FORFEIT_WIN)
NOT_PLAYED = (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)
OPEN = (Result.PENDING, Result.PENDING)
DOUBLE_CLICK = dt.timedelta(minutes=1)  # between two clicks on a slow network

PLAYS_ALREADY = noop("%(player)s is in this tournament already.")
TABLE_IS_FIXED = noop("The round-robin table has been drawn: nobody can join or leave. Undo the draw first.")
HAS_GAMES = noop("%(player)s has already been paired: withdraw the player instead of removing them.")
REMOVED = noop("%(player)s was removed from the list meanwhile.")
IS_PAIRED = noop("Rounds have already been paired: undo them before you delete the tournament.")
NO_ROUND_TO_COME = noop("Round %(round)s is paired already or does not exist.")
ARE_PAIRED = noop("Rounds are paired up to round %(round)s: the number of rounds cannot be lower.")
NOT_IN_SWISS = noop("In a Swiss, all games that were played count.")
NO_HALF_POINT = noop("A round robin has no half-point byes: a game that is not played is lost by forfeit.")


@transaction.atomic
def create(details: Mapping[str, Any]) -> Tournament:
    """Return a new tournament of chess. ``details``: its fields: name, club or unit, start, end, pace, rounds ...

    A second click finds what the first one made.
    """
    organiser = details.get("club") or details["unit"]
    list(type(organiser).objects.select_for_update(no_key=True).filter(pk=organiser.pk).values_list("pk"))
    just_made = Tournament.objects.filter(created_at__gte=timezone.now() - DOUBLE_CLICK, participants=None)
    details = {"discipline": Discipline.CHESS, "on_site_visibility": OnSiteVisibility.CLUB, **details}
    return just_made.filter(**details).first() or Tournament.objects.create(**details)


@transaction.atomic
def discard(tournament: Tournament) -> None:
    """Delete a tournament in which nothing is paired."""
    if locked(tournament.pk).pairings.exists():
        raise Refused(IS_PAIRED)
    Tournament.objects.get(pk=tournament.pk).delete()


# -- Players -------------------------------------------------------------------------------------------------------


@transaction.atomic
def add_member(tournament: Tournament, member: Member, rating: int | None, *, half_points: bool = False) -> Participant:
    """Add a member; ``rating`` decides the start number.

    ``half_points``: give half a point for each round of a Swiss that they missed.
    """
    tournament = _joinable(tournament)
    if tournament.participants.filter(member=member).exists():
        raise Refused(PLAYS_ALREADY, player=member.name)
    joined = _entry(tournament, member, _next_number(tournament), rating)
    joined.save()
    return _with_half_points(tournament, joined) if half_points else joined


@transaction.atomic
def add_members(tournament: Tournament, members: Sequence[Member]) -> list[Participant]:
    """Add several members, in this order and without a rating; skip those who play already.

    Return the new participants.
    """
    here = set(locked(tournament.pk).participants.filter(member__in=members).values_list("member", flat=True))
    new = [member for member in members if member.pk not in here]
    tournament = _joinable(tournament, len(new))
    first = _next_number(tournament)
    return Participant.objects.bulk_create(_entry(tournament, each, first + place) for place, each in enumerate(new))


@transaction.atomic
def add_outsider(
    tournament: Tournament, last_name: str, first_name: str, rating: int | None, *, half_points: bool = False
) -> Participant:
    tournament = _joinable(tournament)
    names = {"file_last_name": last_name.strip(), "file_first_name": first_name.strip()}
    joined = Participant(
        tournament=tournament, number=_next_number(tournament), outsider=True, file_rating=rating, **names
    )
    if folded(str(joined)) in {folded(str(other)) for other in tournament.participants.filter(outsider=True)}:
        raise Refused(PLAYS_ALREADY, player=str(joined))
    joined.save()
    return _with_half_points(tournament, joined) if half_points else joined


@transaction.atomic
def set_rating(participant: Participant, rating: int | None) -> None:
    _held(participant)
    participant.file_rating = rating
    participant.save(update_fields=["file_rating"])


@transaction.atomic
def remove(participant: Participant) -> None:
    _held(participant)
    if is_paired(participant):
        raise Refused(HAS_GAMES, player=str(participant))
    participant.delete()


def is_paired(participant: Participant) -> bool:
    """Return whether the player is in a round already; the bye of the pairing counts, a bye for an absence does not."""
    mine = Q(white=participant) | Q(black=participant)
    away = Q(black=None, white_result__in=[Result.HALF_BYE.value, Result.ZERO_BYE.value])
    return Pairing.objects.filter(mine, tournament=participant.tournament_id).exclude(away).exists()


@transaction.atomic
def ask_bye(participant: Participant, number: int, letter: Result | None) -> None:
    """Give the player half a point (H) or none (Z) without a game in a later round; None: they play after all."""
    tournament = _held(participant)
    if tournament.kind == ROUND_ROBIN:
        raise Refused(NO_HALF_POINT)
    if not _last_paired(tournament) < number <= tournament.rounds:
        raise Refused(NO_ROUND_TO_COME, round=number)
    asked = dict(participant.absences or {})
    asked.pop(str(number), None)
    _store_absences(participant, {**asked, str(number): letter.value} if letter else asked)


@transaction.atomic
def withdraw(participant: Participant) -> None:
    """Withdraw the player: no further rounds; in a round robin open games are forfeited. Undone by `come_back`."""
    tournament = _held(participant)
    first = _last_paired(tournament) + 1
    if tournament.kind == ROUND_ROBIN:
        _change_results(tournament, participant, OPEN, FORFEITED)
        first = 1
    _stay_away(tournament, participant, first)


@transaction.atomic
def annul(participant: Participant) -> None:
    """Withdraw the player from a round robin so that none of their games count for the standings.

    FIDE's General Regulations for Competitions say so of a player with fewer than half of their games (`games_of`).
    Games that were played are rated. Undone by `come_back`.
    """
    tournament = _held(participant)
    if tournament.kind != ROUND_ROBIN:
        raise Refused(NOT_IN_SWISS)
    if participant.absences:
        come_back(participant)  # undo an earlier withdrawal with `withdraw`
    _change_results(tournament, participant, OPEN, NOT_PLAYED)
    _stay_away(tournament, participant, 1)
    _store_annulled(participant, True)


@transaction.atomic
def come_back(participant: Participant) -> None:
    """Let the player play again from the next round on; in a round robin forfeits become open games and all count.

    Except games with others who withdrew: these keep the result of that withdrawal.
    """
    tournament = _held(participant)
    if tournament.kind == ROUND_ROBIN:
        _change_results(tournament, participant, _left_games(participant), OPEN)
        _store_absences(participant, {})
        _store_annulled(participant, False)
        for other in tournament.participants.filter(absences__isnull=False):
            _change_results(tournament, other, OPEN, _left_games(other))
        return
    last = _last_paired(tournament)
    _store_absences(participant, {r: letter for r, letter in (participant.absences or {}).items() if int(r) <= last})


def games_of(participant: Participant) -> tuple[int, int]:
    """Return the number of games that the player has played, and of all games in their pairings."""
    mine = Pairing.objects.filter(Q(white=participant) | Q(black=participant), black__isnull=False)
    letters = list(mine.values_list("white_result", flat=True))
    return sum(Result(letter).is_played for letter in letters), len(letters)


def is_withdrawn(participant: Participant, last: int, rounds: int) -> bool:
    """Return whether the player plays none of the rounds after ``last``; in a round robin, none at all."""
    coming = range(last + 1, rounds + 1) if last < rounds else range(rounds, rounds + 1)
    return bool(coming) and all((participant.absences or {}).get(str(each)) == "Z" for each in coming)


# -- Rounds --------------------------------------------------------------------------------------------------------


def pair_later(tournament: Tournament, number: int, by: User) -> Job:
    """Have a worker pair round ``number`` (see `tasks.pair_round`). Two clicks are one job."""
    return jobs.submit("pair_round", job_key(tournament), {"tournament": tournament.pk, "round": number}, by)


def last_job(tournament: Tournament) -> Job | None:
    """Return the last job that was to pair a round."""
    return Job.objects.filter(key=job_key(tournament)).order_by("-created_at").first()


def job_key(tournament: Tournament) -> str:
    """Return the key that lets one job at a time pair a tournament."""
    return f"pair_round:{tournament.pk}"


@transaction.atomic
def set_rounds(tournament: Tournament, rounds: int) -> None:
    """Set the number of rounds of a Swiss; players who withdrew play none of those that are added."""
    running = locked(tournament.pk)
    if running.kind == ROUND_ROBIN:
        raise Refused(FIXED)
    last = _last_paired(running)
    if rounds < last:
        raise Refused(ARE_PAIRED, round=last)
    withdrawn = [each for each in running.participants.all() if is_withdrawn(each, last, running.rounds)]
    _store_rounds(running, rounds)
    for participant in withdrawn:
        _stay_away(running, participant, last + 1)


@transaction.atomic
def set_day(tournament: Tournament, number: int, day: dt.date | None) -> None:
    locked(tournament.pk).pairings.filter(round=number).update(date=day)


@transaction.atomic
def show(tournament: Tournament, to: OnSiteVisibility) -> None:
    """Set who may see the running tournament. Once anyone may, it has an address with its name, which it keeps."""
    running = locked(tournament.pk)
    running.on_site_visibility = to
    running.save(update_fields=["on_site_visibility"])
    if to == OnSiteVisibility.PUBLIC:
        give_addresses([running])


@transaction.atomic
def finish(tournament: Tournament, by: User) -> None:
    """Submit the tournament for rating in one click, with as many rounds as are paired.

    Raise `Refused` if games have no result or something has to be fixed.
    """
    running = locked(tournament.pk)
    pending = running.pairings.filter(white_result=Result.PENDING).count()
    if pending:
        raise Refused(RESULTS_MISSING, count=pending)
    _store_rounds(running, _last_paired(running))
    decisions.submit(tournament, by)
    rules_check.later(running, by)


def _held(participant: Participant) -> Tournament:
    """Return the tournament, locked, and read the player again: another user may have changed them."""
    tournament = locked(participant.tournament_id)
    try:
        participant.refresh_from_db(fields=["absences", "annulled"])
    except Participant.DoesNotExist:
        raise Refused(REMOVED, player=str(participant)) from None
    return tournament


def _left_games(participant: Participant) -> tuple[Result, Result]:
    """Return the results that open games got when the player left a round robin: theirs and the opponent's."""
    return NOT_PLAYED if participant.annulled else FORFEITED


def _entry(tournament: Tournament, member: Member, number: int, rating: int | None = None) -> Participant:
    """Return a member as a file would name them."""
    return Participant(
        tournament=tournament,
        number=number,
        member=member,
        matched_by=MatchedBy.MATRICULE,
        certainty=matching.SURE,
        file_last_name=member.last_name,
        file_first_name=member.first_name,
        file_matricule=member.number,
        file_fide_id=member.fide_id,
        file_sex=member.sex,
        file_title=member.title,
        file_rating=rating,
    )


def _joinable(tournament: Tournament, players: int = 1) -> Tournament:
    """Return the tournament, locked. Raise `Refused` if so many players cannot join."""
    running = locked(tournament.pk)
    if running.kind == ROUND_ROBIN and running.pairings.exists():
        raise Refused(TABLE_IS_FIXED)
    if running.participants.count() + players > pairing_engine.PLAYERS:
        raise Refused(TOO_MANY, limit=pairing_engine.PLAYERS)
    return running


def _next_number(tournament: Tournament) -> int:
    return (tournament.participants.aggregate(last=Max("number"))["last"] or 0) + 1


def _last_paired(tournament: Tournament) -> int:
    return tournament.pairings.aggregate(last=Max("round"))["last"] or 0


def _store_rounds(tournament: Tournament, rounds: int) -> None:
    tournament.rounds = rounds
    tournament.save(update_fields=["rounds"])


def _with_half_points(tournament: Tournament, joined: Participant) -> Participant:
    """Give half a point for each round that the player missed; a round that is paired again gives it again."""
    missed = range(1, _last_paired(tournament) + 1)
    if tournament.kind == ROUND_ROBIN or not missed:
        return joined
    half = Result.HALF_BYE.value
    Pairing.objects.bulk_create(
        Pairing(tournament=tournament, round=number, white=joined, white_result=half) for number in missed
    )
    _store_absences(joined, {str(number): half for number in missed})
    return joined


def _stay_away(tournament: Tournament, participant: Participant, first: int) -> None:
    away = {str(number): Result.ZERO_BYE.value for number in range(first, tournament.rounds + 1)}
    _store_absences(participant, {**(participant.absences or {}), **away})


def _store_annulled(participant: Participant, annulled: bool) -> None:
    participant.annulled = annulled
    participant.save(update_fields=["annulled"])


def _store_absences(participant: Participant, absences: dict[str, str]) -> None:
    participant.absences = absences or None
    participant.save(update_fields=["absences"])


def _change_results(
    tournament: Tournament,
    participant: Participant,
    before: tuple[Result, Result],
    after: tuple[Result, Result],
) -> None:
    """Change all games of the player that have one result (theirs, the opponent's) to another one."""
    for own, other in (("white", "black"), ("black", "white")):
        games = tournament.pairings.filter(**{own: participant}, black__isnull=False)
        games = games.filter(**{f"{own}_result": before[0].value, f"{other}_result": before[1].value})
        games.update(**{f"{own}_result": after[0].value, f"{other}_result": after[1].value})
