"""What a person may change of a tournament before it is accepted, and how to undo it. The file's own values are kept.

Every function raises `Refused` if the tournament is accepted: from then on only `corrections` changes it.
"""

import datetime as dt
from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_noop as noop

from federation.database import bulk
from federation.models import Club, Member
from tournaments.errors import ACCEPTED, Refused
from tournaments.formats.report import Result
from tournaments.intake import matching, open_points
from tournaments.models import MatchedBy, Pace, Pairing, Participant, Stage, Tournament
from tournaments.review import new_members
from tournaments.review.list_days import list_days

NOT_FOUND_BEFORE = noop("No member was found for %(player)s; choose one.")
RESULT_OF_TWO = noop("%(white)s and %(black)s cannot both be the result of one game.")
TOO_FAR = noop("%(date)s is more than a year ahead: the games cannot count from then on.")
ENDS_EARLY = noop("The end is before the start.")
BYE = noop("A bye has no result to enter.")

SETTINGS = ["name", "city", "club", "unit", "start", "end", "pace", "discipline", "arbiters", "counts_from"]
SETTINGS += ["unrated_history"]

FURTHEST = dt.timedelta(days=366)


@transaction.atomic
def choose_member(participant: Participant, member: Member, by: User | None) -> None:
    """Set the member of the participant, and remember the spelling. Undone by `forget_choice`."""
    _held(participant)
    matching.confirm(participant, member, by)


@transaction.atomic
def confirm_member(participant: Participant, by: User | None) -> None:
    """Confirm the member who was found although the names differ. Undone by `forget_choice`."""
    _held(participant)
    if participant.member is None:
        raise Refused(NOT_FOUND_BEFORE, player=str(participant))
    matching.confirm(participant, participant.member, by)


@transaction.atomic
def follow_merger(participant: Participant, by: User | None) -> None:
    """Choose the member into whom the one found was merged."""
    _held(participant)
    member = participant.member
    while member is not None and member.merged_into is not None:
        member = member.merged_into
    if member is None:
        raise Refused(NOT_FOUND_BEFORE, player=str(participant))
    matching.confirm(participant, member, by)


@transaction.atomic
def create_member(participant: Participant, details: Mapping[str, object], by: User | None) -> Member:
    """Create a member with the next free member number, and choose them. ``details``: fields of Member.

    Name and birth date are required (B47). Numbers of go federations in the file become licences. Undone by
    `forget_choice`, which keeps the new member.
    """
    tournament = _held(participant)
    member = new_members.create(details)
    if tournament.is_go:
        new_members.keep_licences([(participant, member)])
    matching.confirm(participant, member, by)
    return member


@transaction.atomic
def forget_choice(participant: Participant) -> None:
    """Undo what a person decided about this participant: the file's numbers and dates decide again."""
    _held(participant)
    Participant.objects.filter(pk=participant.pk).update(irregular=False)
    matching.forget(participant)


@transaction.atomic
def mark_outsider(participant: Participant) -> None:
    """Mark the participant as no member: the rating in the file counts. Undone by `forget_choice`."""
    mark_outsiders(locked(participant.tournament_id), [participant.pk])


@transaction.atomic
def mark_outsiders(tournament: Tournament, ids: Collection[int] | None = None) -> int:
    """Mark participants as no members: those with these ids, else all unmatched ones. Return how many.

    Undone by `forget_outsiders`.
    """
    tournament = locked(tournament.pk)
    not_found = tournament.participants.filter(irregular=False, outsider=False, member=None)
    rows = not_found if ids is None else tournament.participants.filter(pk__in=ids)
    decided = {"matched_by": MatchedBy.PERSON, "certainty": matching.SURE}
    return rows.update(outsider=True, irregular=False, member=None, **decided)


@transaction.atomic
def forget_outsiders(tournament: Tournament) -> None:
    """Undo all "no member" marks that people set: the file's numbers and dates decide again."""
    tournament = locked(tournament.pk)
    chosen = tournament.participants.filter(outsider=True, matched_by=MatchedBy.PERSON)
    chosen.update(outsider=False, matched_by=MatchedBy.NONE, certainty=0)
    matching.rematch(tournament)


@transaction.atomic
def mark_irregular(participant: Participant, irregular: bool = True) -> None:
    """Leave the participant's games unrated, 0F-0F; they stay in the table (B45). Undone with ``irregular=False``."""
    _held(participant)
    participant.irregular = irregular
    participant.save(update_fields=["irregular"])


@transaction.atomic
def annul(participant: Participant, annulled: bool = True) -> None:
    """Leave the games of a participant who left a round robin out of the standings. Undone with ``annulled=False``."""
    _held(participant)
    participant.annulled = annulled
    participant.save(update_fields=["annulled"])


@transaction.atomic
def set_results(tournament: Tournament, results: Mapping[int, tuple[Result, Result]]) -> None:
    """Set results of games, by id of the pairing; what the file says is kept. Undone by `restore_results`."""
    tournament = locked(tournament.pk)
    pairings = list(tournament.pairings.filter(pk__in=results))
    for pairing in pairings:
        white, black = results[pairing.pk]
        require_fitting(pairing, white, black)
        pairing.overrule(white, black)
    bulk.update(pairings, ["white_result", "black_result", "file_result"])


def count_once(pairing: Pairing) -> None:
    """Remove the result of a game that is listed twice, so that this entry does not count.

    Undone by `restore_results`.
    """
    set_results(pairing.tournament, {pairing.pk: (Result.PENDING, Result.PENDING)})


@transaction.atomic
def restore_results(tournament: Tournament, ids: Collection[int]) -> None:
    """Restore the results of these pairings to what the file says."""
    tournament = locked(tournament.pk)
    pairings = list(tournament.pairings.filter(pk__in=ids).exclude(file_result=""))
    for pairing in pairings:
        pairing.white_result, pairing.black_result = pairing.file_result
        pairing.file_result = ""
    bulk.update(pairings, ["white_result", "black_result", "file_result"])


@transaction.atomic
def allow_duplicate(tournament: Tournament, allowed: bool = True) -> None:
    """Mark the tournament as another event than the one that it resembles. Undone with ``allowed=False``."""
    tournament = locked(tournament.pk)
    tournament.duplicate_allowed = allowed
    tournament.save(update_fields=["duplicate_allowed"])


@transaction.atomic
def change_settings(tournament: Tournament, changes: Mapping[str, object]) -> None:
    """Change some of the `SETTINGS`. Undone by `restore_settings`.

    With another club its confirmed spellings hold: the participants are matched again. Refuses a ``counts_from`` more
    than a year ahead: no list would rate the games.
    """
    stored = locked(tournament.pk)
    if "pace" in changes:
        _close(stored, open_points.PACE)
    club: Club | None = stored.club
    require_soon(changes.get("counts_from"))
    for name, value in changes.items():
        setattr(stored, name, value)
    stored.save(update_fields=list(changes))
    if stored.club != club:
        matching.rematch(stored)


@transaction.atomic
def choose_pace(tournament: Tournament, pace: Pace, by: User | None) -> None:
    """Answer what the file leaves open, and remember the answer for the club's files of this kind.

    Those that wait to be checked have it at once, each with a remark.
    """
    same = Q(upload=tournament.upload_id, upload__isnull=False) | Q(club=tournament.club_id, club__isnull=False)
    others = Tournament.objects.filter(same, stage=Stage.READ, open_points__isnull=False).exclude(pk=tournament.pk)
    ids = [*others.values_list("pk", flat=True), tournament.pk]
    held = Tournament.objects.select_for_update(of=("self",)).filter(pk__in=ids)
    list(held.order_by("pk").values_list("pk"))  # all in one order: others may answer at the same time
    stored = locked(tournament.pk)
    open_points.remember(stored, pace, by)
    stored.pace = pace
    stored.save(update_fields=["pace"])
    _close(stored, open_points.PACE)
    waiting = [each for each in others.filter(pk__in=ids) if not open_points.is_remembered(each)]
    open_points.answer_from_memory(waiting)
    bulk.update(waiting, ["pace", "open_points"])


@transaction.atomic
def choose_ratings(tournament: Tournament, *, national: bool) -> None:
    """Choose which of two ratings in the file counts for players who are not members: FIDE's or the national one."""
    stored = locked(tournament.pk)
    stored.participants.update(national_rating=national)
    _close(stored, open_points.RATINGS)


@transaction.atomic
def date_rounds(tournament: Tournament, *, spread: bool) -> None:
    """Count rounds without a day on the last day, or spread them evenly over the days of the tournament."""
    stored = locked(tournament.pk)
    if spread and stored.start and stored.end:
        undated = stored.pairings.filter(date=None)
        last = undated.aggregate(last=Max("round"))["last"] or 0
        for number in range(1, last + 1):
            day = stored.start + (stored.end - stored.start) * (number - 1) / max(last - 1, 1)
            undated.filter(round=number).update(date=day)
    _close(stored, open_points.ROUND_DATES)


def _close(stored: Tournament, point: str) -> None:
    stored.open_points = {name: value for name, value in (stored.open_points or {}).items() if name != point} or None
    stored.save(update_fields=["open_points"])


def require_soon(counts_from: object) -> None:
    """Raise `Refused` for a day more than a year ahead."""
    if isinstance(counts_from, dt.date) and counts_from > timezone.localdate() + FURTHEST:
        raise Refused(TOO_FAR, date=counts_from)


def restore_settings(tournament: Tournament) -> None:
    """Restore name, town, days, pace and arbiters to those of the file; what it leaves out stays."""
    facts = tournament.file_facts
    days = {name: day for name in ("start", "end") if (day := parse_date(facts.get(name) or ""))}
    words = {name: facts[name] for name in ("name", "city") if facts.get(name)}
    if facts.get("arbiters"):
        words["arbiters"] = "\n".join(facts["arbiters"])
    pace = (
        {"pace": facts["pace"]} if facts.get("pace") and open_points.PACE not in (tournament.open_points or {}) else {}
    )
    change_settings(tournament, {**words, **days, **pace})


def count_from(tournaments: Collection[int], day: dt.date) -> None:
    """Count the games of these tournaments (ids) from this day on, unless they are accepted already."""
    Tournament.objects.filter(pk__in=tournaments).exclude(stage=Stage.ACCEPTED).update(counts_from=day)


def set_missing_pace(tournaments: Collection[int], pace: str) -> None:
    """Set the pace of those of these tournaments (ids) whose files state none, unless they are accepted."""
    for tournament in Tournament.objects.filter(pk__in=tournaments).exclude(stage=Stage.ACCEPTED):
        point = (tournament.open_points or {}).get(open_points.PACE)
        if point is not None and not point["claims"]:
            change_settings(tournament, {"pace": pace})


def mark_unnumbered_outsiders(tournaments: Collection[int]) -> None:
    """Mark unmatched participants without a member number in the file as no members, unless accepted already."""
    nobody = Participant.objects.filter(member=None, file_matricule="", outsider=False, irregular=False)
    rows = nobody.filter(tournament__in=tournaments).exclude(tournament__stage=Stage.ACCEPTED)
    rows.update(outsider=True, matched_by=MatchedBy.PERSON, certainty=matching.SURE)


def count_later(tournament: Tournament) -> None:
    """Count the games that would change a published list in the next one."""
    days = list_days([tournament]).get(tournament.pk)
    if days:
        change_settings(tournament, {"counts_from": days.next})


def count_earlier(tournament: Tournament) -> None:
    """Let the tournament end by the day of the next list: games that are dated later count on its last day."""
    days = list_days([tournament]).get(tournament.pk)
    if days and tournament.start and tournament.end:
        change_settings(tournament, {name: min(getattr(tournament, name), days.next) for name in ("start", "end")})


def keep_as_history(tournaments: Collection[int]) -> None:
    """Make these tournaments (ids) unrated history, unless they are accepted already."""
    Tournament.objects.filter(pk__in=tournaments).exclude(stage=Stage.ACCEPTED).update(unrated_history=True)


@transaction.atomic
def delete(tournament: Tournament) -> None:
    """Delete the tournament, in any stage but accepted. Only reading the file again brings it back."""
    locked(tournament.pk).delete()


@transaction.atomic
def match_again(tournament: Tournament) -> None:
    """Match the participants that nobody chose by hand again: members may have been added since."""
    tournament = locked(tournament.pk)
    matching.rematch(tournament)


def require_fitting(pairing: Pairing, white: Result, black: Result) -> None:
    """Raise `Refused` if the two results exclude each other, or if the pairing is a bye."""
    if pairing.black_id is None:
        raise Refused(BYE)
    if not white.may_stand_with(black):
        raise Refused(RESULT_OF_TWO, white=white.value, black=black.value)


def locked(tournament_id: int) -> Tournament:
    """Return the tournament, locked. Raise `Refused` if it is accepted."""
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament_id)
    if tournament.stage == Stage.ACCEPTED:
        raise Refused(ACCEPTED, name=tournament.name)
    return tournament


def _held(participant: Participant) -> Tournament:
    """Return the tournament as `locked` does, and read the participant again: another user may have decided."""
    tournament = locked(participant.tournament_id)
    participant.refresh_from_db()
    participant.tournament = tournament
    return tournament
