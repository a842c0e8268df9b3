"""Make tournaments of closed matches: one for each series, round and day played.

All is done in one transaction and only for matches without a leg, so a job that is killed and run again hands over no
game twice and loses none.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils import translation
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from federation.models import Member
from leagues.models import Board, Leg, Match, Series, Step, Team
from leagues.rules import facts
from leagues.rules.legs import pairing
from tournaments.models import MatchedBy, Pairing, Participant, Stage, Tournament
from tournaments.review import decisions

FORMAT = "league"
RATED_BEFORE = "rated_before"  # the step of a match taken over whose games another system has sent for rating
GROWING = (Stage.READ, Stage.WITH_LEAGUE, Stage.SUBMITTED)  # a leg that is not decided yet takes further matches


@dataclass
class _Roster:
    """The participants of a leg, each a player of a team."""

    tournament: Tournament
    seats: dict[tuple[int, str], Participant] = field(default_factory=dict)  # by member (id) and team
    new: list[Participant] = field(default_factory=list)

    def seat(self, member: Member, team: Team, strength: int | None) -> Participant:
        key = member.pk, team.name
        if key not in self.seats:
            number = len(self.seats) + 1
            self.seats[key] = _participant(self.tournament, number, member, team, strength)
            self.new.append(self.seats[key])
        return self.seats[key]


@transaction.atomic
def hand_over(series: int, number: int, day: dt.date, by: User | None = None) -> Leg | None:
    """Hand over the closed matches of a series (id), a round and a day. Return their leg, None if there are none.

    They join the leg of that day while it is not decided; after that they make a further one. It is submitted. Matches
    that another system has sent for rating are in a leg of their own, for history only.
    """
    held = Series.objects.select_for_update(of=("self",)).select_related("division__season__competition")
    found = held.get(pk=series)
    before = Step.objects.filter(match=OuterRef("pk"), action=RATED_BEFORE)
    closed = Match.objects.filter(series=found, round=number, day=day, state=Match.State.CLOSED, leg=None)
    closed = closed.annotate(was_rated=Exists(before)).select_related("home__club", "away__club")
    matches: dict[bool, list[Match]] = {True: [], False: []}
    for match in closed.select_for_update(of=("self",)).order_by("pk"):
        matches[match.was_rated].append(match)
    leg = None
    for was_rated, those in matches.items():
        if those:
            leg = _growing_leg(found, number, day, was_rated) or _new_leg(found, those, was_rated)
            _join(leg, those, by)
    return leg


def _join(leg: Leg, matches: list[Match], by: User | None) -> None:
    """Put matches into a leg, and submit it if it is new."""
    _add(leg, matches)
    for match in matches:
        match.leg = leg
    Match.objects.bulk_update(matches, ["leg"])
    if leg.tournament.stage == Stage.READ:
        decisions.submit_many([leg.tournament_id], by)
        leg.tournament.refresh_from_db()


def _growing_leg(series: Series, number: int, day: dt.date, was_rated: bool) -> Leg | None:
    those = Leg.objects.filter(series=series, round=number, day=day, tournament__unrated_history=was_rated)
    leg = those.order_by("-number").first()
    if leg is None:
        return None
    leg.tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=leg.tournament_id)
    return leg if leg.tournament.stage in GROWING else None


def _new_leg(series: Series, matches: Sequence[Match], was_rated: bool) -> Leg:
    number, day = matches[0].round, matches[0].day
    before = Leg.objects.filter(series=series, round=number, day=day).aggregate(last=Max("number"))["last"] or 0
    is_moved = any(match.moved_from for match in matches)
    season, division = series.division.season, series.division
    tournament = Tournament.objects.create(
        name=_name(series, number, day if is_moved else None, before + 1),
        part_of=f"{season.slug}/{series.code}",
        format=FORMAT,
        kind="team",
        start=day,
        end=day,
        rounds=1,
        pace=division.pace,
        time_control=division.time_control,
        discipline=season.competition.discipline,
        unrated_history=was_rated,
    )
    return Leg.objects.create(series=series, round=number, day=day, number=before + 1, tournament=tournament)


def _name(series: Series, number: int, moved: dt.date | None, part: int) -> str:
    """Return the name of a leg in the language of the site: Interclubs 2026-27, 3A, round 5."""
    with translation.override(settings.LANGUAGE_CODE):
        facts_of_it = {"season": series.division.season.name, "series": series.code, "round": number}
        name = _("%(season)s, %(series)s, round %(round)s") % facts_of_it
        return name + (f" ({long_date(moved)})" if moved else "") + (f" – {part}" if part > 1 else "")


def _add(leg: Leg, matches: Iterable[Match]) -> None:
    """Add the games of matches to a leg: only what was played, never a ruling."""
    tournament = leg.tournament
    there = tournament.participants.select_related("member")
    roster = _Roster(tournament, {(each.member_id, each.file_team): each for each in there})
    last = tournament.pairings.aggregate(last=Max("board"))["last"] or 0
    by_match = {match.pk: match for match in matches}
    rows = Board.objects.filter(match__in=by_match).select_related("home", "away").order_by("match", "number")
    made: list[tuple[Board, Pairing]] = []
    for board in rows:
        if found := _pairing(board, by_match[board.match_id], roster, last + len(made) + 1):
            made.append((board, found))
    Participant.objects.bulk_create(roster.new)
    Pairing.objects.bulk_create([each for _board, each in made])
    for board, each in made:
        board.pairing = each
    Board.objects.bulk_update([board for board, _each in made], ["pairing"])


def _pairing(board: Board, match: Match, roster: _Roster, number: int) -> Pairing | None:
    played = facts.Board(board.number, board.played, None, board.home_id, board.away_id)
    seat = pairing(played, board.home_is_white)
    if seat is None:
        return None
    home = roster.seat(board.home, match.home, board.home_strength) if board.home else None
    away = roster.seat(board.away, match.away, board.away_strength) if board.away else None
    white, black = (home, away) if board.home_is_white else (away, home)
    if seat.black is None:
        white, black = home or away, None
    return Pairing(
        tournament=roster.tournament,
        round=1,
        board=number,
        date=match.day,
        white=white,
        black=black,
        white_result=seat.letters[0],
        black_result=seat.letters[1:],
    )


def _participant(tournament: Tournament, number: int, member: Member, team: Team, strength: int | None) -> Participant:
    return Participant(
        tournament=tournament,
        number=number,
        file_last_name=member.last_name,
        file_first_name=member.first_name,
        file_matricule=member.number,
        file_fide_id=member.fide_id,
        file_rating=strength,
        file_club=team.club.name,
        file_sex=member.sex,
        file_team=team.name,
        member=member,
        matched_by=MatchedBy.PERSON,
        certainty=100,
    )
