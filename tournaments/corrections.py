"""The only way to change an accepted tournament. Each change says who, when, what and why, and anyone may read it.

Ratings computed before are not touched here: a list that a correction makes stale is revised, never overwritten.
"""

from __future__ import annotations

import datetime as dt

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from federation.models import Member
from tournaments import acceptance, packed, rankings
from tournaments.formats.report import Result
from tournaments.matching import SURE
from tournaments.mending import require_fitting
from tournaments.models import Correction, MatchedBy, Pairing, Participant, Stage, Tournament
from tournaments.sentences import Refused
from tournaments.teams import Points, chosen_bye

REASON_MISSING = noop("A correction needs a reason.")
NOT_ACCEPTED = noop("“%(name)s” is not accepted: it can be changed without a correction.")
NOTHING_NEW = noop("That is what stands there already.")
MEMBER_THERE = noop("%(member)s is in this tournament already.")
OUTSIDE = noop("The date %(date)s lies outside the tournament (%(start)s to %(end)s).")
MERGED = noop("%(member)s was merged into another member.")
TOLD_ONLY = {"arbiters"}  # facts on which nothing is reckoned


@transaction.atomic
def correct_result(pairing: Pairing, white: Result, black: Result, by: User | None, reason: str) -> Correction:
    """Another result of a game."""
    tournament = _accepted(pairing.tournament_id, reason)
    require_fitting(pairing, white, black)
    before, after = f"{pairing.white_result} {pairing.black_result}", f"{white} {black}"
    _require_news(before, after)
    pairing.file_result = pairing.file_result or f"{pairing.white_result}{pairing.black_result}"
    pairing.white_result, pairing.black_result = white.value, black.value
    pairing.save(update_fields=["white_result", "black_result", "file_result"])
    return _record(tournament, "result", before, after, by=by, reason=reason, pairing=pairing)


@transaction.atomic
def swap_colours(pairing: Pairing, by: User | None, reason: str) -> Correction:
    """White was black: players and results change sides."""
    tournament = _accepted(pairing.tournament_id, reason)
    require_fitting(pairing, *map(Result, (pairing.white_result, pairing.black_result)))
    before = f"{pairing.white} - {pairing.black}"
    pairing.white, pairing.black = pairing.black, pairing.white
    pairing.white_result, pairing.black_result = pairing.black_result, pairing.white_result
    pairing.file_result = pairing.file_result[::-1]
    pairing.save(update_fields=["white", "black", "white_result", "black_result", "file_result"])
    return _record(
        tournament, "colours", before, f"{pairing.white} - {pairing.black}", by=by, reason=reason, pairing=pairing
    )


@transaction.atomic
def correct_date(pairing: Pairing, date: dt.date, by: User | None, reason: str) -> Correction:
    """Another day of a game."""
    tournament = _accepted(pairing.tournament_id, reason)
    before, after = pairing.date.isoformat() if pairing.date else "", date.isoformat()
    _require_news(before, after)
    days = sorted(day for day in (tournament.start, tournament.end) if day)
    if days and not days[0] <= date <= days[-1]:  # it would count on the first or last day all the same
        raise Refused(OUTSIDE, date=date, start=days[0], end=days[-1])
    pairing.date = date
    pairing.save(update_fields=["date"])
    return _record(tournament, "date", before, after, by=by, reason=reason, pairing=pairing)


@transaction.atomic
def correct_member(participant: Participant, member: Member, by: User | None, reason: str) -> Correction:
    """It was somebody else who played: all games of the participant are this member's."""
    tournament = _accepted(participant.tournament_id, reason)
    before, after = str(participant.member or ""), str(member)
    _require_news(before, after)
    if member.merged_into_id is not None:
        raise Refused(MERGED, member=after)
    if tournament.participants.filter(member=member).exclude(pk=participant.pk).exists():
        raise Refused(MEMBER_THERE, member=after)
    participant.member = member
    participant.matched_by, participant.certainty, participant.outsider = MatchedBy.PERSON, SURE, False
    participant.save(update_fields=["member", "matched_by", "certainty", "outsider"])
    return _record(tournament, "member", before, after, by=by, reason=reason, participant=participant)


@transaction.atomic
def correct_tie_breaks(
    tournament: Tournament, codes: list[str], by: User | None, reason: str, team_bye: Points | None = None
) -> list[Correction]:
    """Other tie-breaks decide, or the bye of a team is worth something else: see `rankings.choose`."""
    tournament = _accepted(tournament.pk, reason)
    told = {
        "tie_breaks": (", ".join(tournament.tie_break_order), ", ".join(codes)),
        "team_bye": tuple(" ".join(map(str, worth or ())) for worth in (chosen_bye(tournament), team_bye)),
    }
    news = {field: texts for field, texts in told.items() if texts[0] != texts[1]}
    if not news:
        raise Refused(NOTHING_NEW)
    tournament.tie_break_order = codes
    tournament.team_bye_match_points, tournament.team_bye_board_points = team_bye or (None, None)
    tournament.save(update_fields=["tie_break_order", "team_bye_match_points", "team_bye_board_points"])
    return [_record(tournament, field, *texts, by=by, reason=reason) for field, texts in news.items()]


@transaction.atomic
def correct_arbiters(tournament: Tournament, names: str, by: User | None, reason: str) -> Correction:
    """Others led it, or somebody does not want to stand there. ``names``: one a line. No rating depends on them."""
    tournament = _accepted(tournament.pk, reason)
    before = tournament.arbiters
    tournament.arbiters = names
    tournament.arbiters = "\n".join(tournament.arbiter_names)
    _require_news(before, tournament.arbiters)
    tournament.save(update_fields=["arbiters"])
    return _record(tournament, "arbiters", before, tournament.arbiters, by=by, reason=reason)


@transaction.atomic
def withdraw(tournament: Tournament, by: User | None, reason: str) -> Correction:
    """The whole tournament does not count any more."""
    tournament = _accepted(tournament.pk, reason)
    correction = _record(tournament, "stage", Stage.ACCEPTED.value, Stage.REJECTED.value, by=by, reason=reason)
    acceptance.withdraw(tournament, by, reason)
    return correction


def _accepted(tournament_id: int, reason: str) -> Tournament:
    """The tournament, locked and accepted, where there is a reason."""
    if not reason.strip():
        raise Refused(REASON_MISSING)
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament_id)
    if tournament.stage != Stage.ACCEPTED:
        raise Refused(NOT_ACCEPTED, name=tournament.name)
    return tournament


def _require_news(before: str, after: str) -> None:
    if before == after:
        raise Refused(NOTHING_NEW)


def _record(
    tournament: Tournament,
    field: str,
    before: str,
    after: str,
    *,
    by: User | None,
    reason: str,
    pairing: Pairing | None = None,
    participant: Participant | None = None,
) -> Correction:
    """Say so in public; what was packed and reckoned of the tournament follows the change."""
    if field not in TOLD_ONLY:
        packed.store([tournament.pk])
        rankings.later([tournament.pk], by)
    return Correction.objects.create(
        tournament=tournament,
        pairing=pairing,
        participant=participant,
        field=field,
        before=before[: Correction.LONGEST],
        after=after[: Correction.LONGEST],
        reason=reason.strip()[:300],
        made_by=by,
    )
