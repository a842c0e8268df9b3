"""A stored tournament as a `TournamentReport`, for tie-breaks and for the files that the site writes."""

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from django.db.models import F, OuterRef, Subquery
from msgspec.structs import replace

from federation.models import Affiliation, Member, hidden_name
from tournaments.formats.report import PointSystem, ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.models import Pairing, Participant, Tournament
from tournaments.standings import teams

PROGRAM = "Classement"


class Audience(StrEnum):
    """Who may read a report: it decides what the report says about people."""

    ANYONE = "anyone"  # public names, no birth dates; of a hidden member only the number
    FEDERATION = "federation"  # everything that FIDE asks for


def load(tournament: Tournament, *, with_clubs: bool = False) -> tuple[list[Participant], list[Pairing]]:
    """Read the participants with their members and the pairings, byes after the games of their round. Two queries.

    ``with_clubs`` adds ``club_name``, the club of a member on the last day of the tournament.
    """
    found = tournament.participants.select_related("member").order_by("number")
    day = tournament.end or tournament.start
    if with_clubs and day:
        there = Affiliation.objects.on(day).filter(member=OuterRef("member")).order_by("-start")
        found = found.annotate(club_name=Subquery(there.values("club__name")[:1]))
    participants = list(found)
    pairings = list(tournament.pairings.order_by("round", F("board").asc(nulls_last=True), "pk"))
    return participants, pairings


def report_of(
    tournament: Tournament,
    participants: Sequence[Participant],
    pairings: Sequence[Pairing],
    audience: Audience = Audience.ANYONE,
    arbiters: Sequence[str] = (),
) -> TournamentReport:
    """Return the report of these rows. ``arbiters``: as this audience may read them, see `arbiters_for`."""
    numbers = {participant.pk: participant.number for participant in participants}
    player = _public_player if audience is Audience.ANYONE else _player
    rounds = max([tournament.rounds, *(pairing.round for pairing in pairings)])
    return TournamentReport(
        format=tournament.format,
        name=tournament.name,
        city=tournament.city,
        start=tournament.start,
        end=tournament.end,
        rounds=rounds,
        pace=tournament.pace,
        time_control=tournament.time_control,
        kind=tournament.kind,
        discipline=tournament.discipline,
        program=PROGRAM,
        players=tuple(player(participant) for participant in participants),
        pairings=tuple(_pairing(pairing, numbers) for pairing in pairings),
        round_dates=_round_dates(pairings, rounds),
        tie_breaks=tuple(tournament.file_facts.get("tie_breaks", ())) if tournament.is_go else (),
        arbiters=tuple(arbiters),
        team_byes=tuple((bye.round, bye.team, bye.letter) for bye in teams.byes_of(tournament)),
        rounds_down=bool(tournament.file_facts.get("rounds_down")),
        point_system=PointSystem(*tournament.file_facts.get("point_system") or ()),
    )


def outline_of(tournament: Tournament) -> TournamentReport:
    """Return the names and grades, the pairings and results that decide which formats can hold it. Two queries."""
    of_member = ("number", "last_name", "first_name", "hidden")
    rows = tournament.participants.order_by("number").values_list(
        *("pk", "number", "file_grade", "file_rating", "file_last_name", "file_first_name"),
        *(f"member__{name}" for name in of_member),
    )
    players, numbers = [], {}
    for pk, number, grade, rating, *file_names, member_number, last_name, first_name, is_hidden in rows:
        numbers[pk] = number
        names = [last_name, first_name] if member_number else file_names
        shown = [hidden_name(member_number)] if is_hidden else names
        players.append(ReportedPlayer(number, *shown, grade=grade, rating=rating))
    letters = {each.value: each for each in Result}  # faster than the class
    asked = ("round", "white", "black", "white_result", "black_result", "board_size")
    ordered = tournament.pairings.order_by("round", F("board").asc(nulls_last=True), "pk").values_list(*asked)
    pairings = (
        ReportedPairing(
            *(number, None, numbers[white], _number(black, numbers)),
            *(letters[white_result], letters.get(black_result)),
            board_size=size,
        )
        for number, white, black, white_result, black_result, size in ordered
    )
    return TournamentReport(format=tournament.format, name="", players=tuple(players), pairings=tuple(pairings))


def arbiters_for(tournament: Tournament, audience: Audience) -> list[str]:
    """Return the arbiters, the chief arbiter first. One query if anyone may read them."""
    return tournament.public_arbiters if audience is Audience.ANYONE else tournament.arbiter_names


def nameless(participants: Iterable[Participant], audience: Audience) -> set[int]:
    """Return the numbers of those whose names this audience does not read: hidden members."""
    return {each.number for each in participants if audience is Audience.ANYONE and each.member and each.member.hidden}


def without(report: TournamentReport, numbers: Collection[int]) -> TournamentReport:
    """Return the report as if these players had not been paired.

    They stay in the list because Koya counts games by it.
    """
    if not numbers:
        return report
    counted = (each for each in report.pairings if each.white not in numbers and each.black not in numbers)
    return replace(report, pairings=tuple(counted))


def _round_dates(pairings: Sequence[Pairing], rounds: int) -> tuple[dt.date | None, ...]:
    """Return the day of each round; none if its games were played on several."""
    days: dict[int, set[dt.date]] = {}
    for pairing in pairings:
        if pairing.date:
            days.setdefault(pairing.round, set()).add(pairing.date)
    return tuple(min(found) if len(found := days.get(number, set())) == 1 else None for number in range(1, rounds + 1))


def _public_player(participant: Participant) -> ReportedPlayer:
    """Return the player without birth date; a hidden member as the pages show them."""
    player = replace(_player(participant), birth_date=None, birth_year=None, licence="")
    if participant.member is None or not participant.member.hidden:
        return player
    texts = dict.fromkeys(("first_name", "federation", "club", "title", "sex", "pin"), "")
    return replace(player, last_name=participant.public_name, fide_id=None, fide_rating=None, **texts)


def _player(participant: Participant) -> ReportedPlayer:
    member = participant.member or Member()
    has_member = participant.member is not None
    return ReportedPlayer(
        number=participant.number,
        last_name=member.last_name if has_member else participant.file_last_name,
        first_name=member.first_name if has_member else participant.file_first_name,
        matricule=member.number if has_member else "",
        birth_date=member.birth_date or participant.file_birth_date,
        birth_year=participant.file_birth_year,
        federation=participant.file_federation or member.fide_federation,
        fide_id=member.fide_id or participant.file_fide_id,
        licence=participant.file_licence,
        rating=participant.file_rating,
        fide_rating=participant.file_fide_rating,
        club=participant.file_club,
        title=participant.file_title or member.title,
        sex=member.sex or participant.file_sex,
        rank=participant.file_rank,
        grade=participant.file_grade,
        pin=participant.file_pin,
        start_score=participant.file_start_score,
        team=participant.file_team,
    )


def _pairing(pairing: Pairing, numbers: dict[int, int]) -> ReportedPairing:
    white_result, black_result = pairing.results
    return ReportedPairing(
        round=pairing.round,
        board=pairing.board,
        white=numbers[pairing.white_id],
        black=_number(pairing.black_id, numbers),
        white_result=white_result,
        black_result=black_result,
        date=pairing.date,
        handicap=pairing.handicap,
        board_size=pairing.board_size,
        komi=pairing.komi,
        ended=pairing.ended,
        white_partner=_number(pairing.white_partner_id, numbers),
        black_partner=_number(pairing.black_partner_id, numbers),
    )


def _number(participant_id: int | None, numbers: dict[int, int]) -> int | None:
    return None if participant_id is None else numbers[participant_id]
